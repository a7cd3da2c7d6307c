package cufootball

import "kickabout/engine"

// sound returns why a position cannot occur, or nil.
func (p *position) sound() error {
	for _, check := range []func() error{
		p.checkTurn, p.checkMen, p.checkScore, p.checkClock, p.checkEnd, p.checkSetUps, p.checkBall, p.checkPending,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// phaseModes says in which mode the ball is in a phase that has only one.
var phaseModes = map[phase]mode{
	setup: freeBall, kickoff: freeBall, kick: freeBall, dribble: freeBall, throw: throwIn, goalkick: keepersBall,
}

// checkTurn sees that phase, mode, and the sides that act and possess fit each other.
func (p *position) checkTurn() error {
	if m, ok := phaseModes[p.phase]; ok && p.mode != m {
		return engine.Unreadable("In the phase %s the mode is %s, not %s.", phaseTexts[p.phase], modeTexts[m], modeTexts[p.mode])
	}
	switch p.phase {
	case setup, kickoff:
		if p.possession != p.kicksOff() {
			return engine.Unreadable("%s kicks off: %s.", p.kicksOff().name(), p.whyKicksOff())
		}
	}
	switch p.phase {
	case kickoff, kick, dribble, throw, goalkick:
		if p.side != p.possession {
			return engine.Unreadable("In the phase %s the side in possession acts.", phaseTexts[p.phase])
		}
	}
	return nil
}

// whyKicksOff says why a side kicks off.
func (p *position) whyKicksOff() string {
	if p.scorer == nobody {
		return "no goal was scored yet"
	}
	return "the other side scored last"
}

// checkMen sees that both sides are complete, stand on slots of their own and keep
// to the crowding rule.
func (p *position) checkMen() error {
	for c := red; c <= blue; c++ {
		want := teamSize
		if p.phase == setup && (c == p.side || p.kicking()) {
			want = 0
		}
		if n := p.men[c].len(); n != want {
			return engine.Unreadable("%s has %s on the pitch here, not %d.", c.name(), plural(want, "man", "men"), n)
		}
		if p.men[c].crowded() {
			return engine.Unreadable("Three of %s's men stand side by side.", c.name())
		}
	}
	if both := p.men[red] & p.men[blue]; both != 0 {
		return engine.Unreadable("Two men stand on %s.", both.first())
	}
	return nil
}

// checkScore sees that the goals fit who scored last and the end of the match.
func (p *position) checkScore() error {
	goals := p.goals()
	if (p.scorer == nobody) != (goals[red]+goals[blue] == 0) || p.scorer != nobody && goals[p.scorer] == 0 {
		return engine.Unreadable("The side that scored last does not fit the score.")
	}
	won := 0
	for c := red; c <= blue; c++ {
		if p.score[c] == p.rules.goals {
			won++
			if p.phase != over || p.scorer != c {
				return engine.Unreadable("The match ends with the goal that makes %d.", p.rules.goals)
			}
		}
	}
	if won == len(p.score) {
		return engine.Unreadable("Only one side can have %d goals.", p.rules.goals)
	}
	return nil
}

// actsPerGoal is what each goal adds to the clock at least: a kick-off and a shot.
const actsPerGoal = 2

// checkClock sees that there was time for the goals.
func (p *position) checkClock() error {
	goals := p.score[red] + p.score[blue]
	least := actsPerGoal * goals
	switch p.phase {
	case setup, kickoff:
		if goals == 0 && p.clock > 0 {
			return engine.Unreadable("The clock stands at 0 before the first kick-off, not at %d.", p.clock)
		}
	case over:
	default:
		least++
	}
	if p.clock < least {
		return engine.Unreadable("The clock stands at %d or more here, not at %d.", least, p.clock)
	}
	return nil
}

// checkEnd sees that a match is over when it has an ending and not before (rules 3.10).
func (p *position) checkEnd() error {
	won := max(p.score[red], p.score[blue]) == p.rules.goals
	switch {
	case p.phase != over && p.clock == p.rules.clock:
		return engine.Unreadable("The match ends when the clock reaches %d.", p.rules.clock)
	case p.phase != over:
		return nil
	case !won && p.clock < p.rules.clock:
		return engine.Unreadable("The match is not over by %d on the clock with this score.", p.clock)
	case won && p.ball != nowhere:
		return engine.Unreadable("The last goal ended the match, so there is no ball on the pitch.")
	case p.ball == nowhere && (p.scorer != p.side || p.possession != p.side || p.mode != freeBall):
		return engine.Unreadable("Without a ball on the pitch the side that scored last acted last.")
	}
	return nil
}

// checkSetUps sees that the last set-ups are legal and stand where they must.
func (p *position) checkSetUps() error {
	first := p.scorer == nobody
	for c := red; c <= blue; c++ {
		u := p.last[c]
		due := p.phase == setup && (c == p.side || p.kicking())
		if none := p.phase == over || first && due; none != (u == setUp{}) {
			return engine.Unreadable("%s's set-up is missing, or named though there is none yet.", c.name())
		}
		if u != (setUp{}) && !u.legal(c, u.ball != noBall) {
			return engine.Unreadable("%s cannot be set up as %q says.", c.name(), u)
		}
		if made := p.phase == setup && !due || p.phase == kickoff; made && p.men[c] != u.men {
			return engine.Unreadable("%s's men have not left the slots of their set-up.", c.name())
		}
		if before := p.phase == setup || p.phase == kickoff; before && p.keeper[c] != keeperStart {
			return engine.Unreadable("Both keepers stand on %s before the kick-off.", keeperStart)
		}
	}
	return p.checkBallSides()
}

// checkBallSides sees that the ball's side is named in the set-up of the side that
// kicked off, and in no other.
func (p *position) checkBallSides() error {
	k := p.kicksOff()
	named, others := p.last[k].ball != noBall, p.last[k.other()].ball != noBall
	switch {
	case p.phase == over || p.last == [2]setUp{}:
	case p.phase == setup && p.side == k: // the last kick-off may have been either's
		if named == others {
			return engine.Unreadable("One of the two set-ups names the ball's side.")
		}
	case !named || others && p.phase != setup:
		return engine.Unreadable("Only %s's set-up names the ball's side, as it kicks off.", k)
	}
	return nil
}

// checkBall sees that the ball is where phase and mode have it.
func (p *position) checkBall() error {
	resolving := p.chain.due != nothing && p.chain.due != lengthDue
	switch {
	case p.ball < nowhere && p.occupied().has(p.ball):
		return engine.Unreadable("The ball lies under a man on %s.", p.ball)
	case p.phase == setup && p.side == p.kicksOff():
		if p.ball != nowhere {
			return engine.Unreadable("There is no ball on the pitch before %s is set up.", p.side)
		}
	case p.phase == setup:
		if want := p.last[p.kicksOff()].ballSlot(p.kicksOff()); p.ball != want {
			return engine.Unreadable("The ball lies on %s until the kick-off.", want)
		}
	case p.phase == over && p.ball == nowhere:
	case p.mode == keepersBall && !resolving:
		if p.ball != withKeeper {
			return engine.Unreadable("The ball is with the keeper until the goal kick.")
		}
	case p.ball >= nowhere:
		return engine.Unreadable("The ball lies on a slot of the pitch here.")
	case p.mode == throwIn && !resolving && !p.besideTouchLine():
		return engine.Unreadable("A throw-in is made beside a touch line, not from %s.", p.ball)
	}
	return nil
}

// besideTouchLine says whether the ball lies on an outer column, the only place
// from which it can have gone out.
func (p *position) besideTouchLine() bool {
	return p.ball < nowhere && (p.ball.column() == 1 || p.ball.column() == columns)
}

// checkPending sees that what is being resolved can have come so far, and that a
// side that must do something with the ball can.
func (p *position) checkPending() error {
	switch p.phase {
	case kick, throw, goalkick:
		if p.chain.due == nothing {
			if p.countActs() == 0 {
				return engine.Unreadable("Nothing can be done with the ball here, so the round would be over.")
			}
			return nil
		}
	case dribble:
		return p.checkDribble()
	case kickoff:
	default:
		if p.chain.due != nothing {
			return engine.Unreadable("Nothing is being resolved in the phase %s.", phaseTexts[p.phase])
		}
		return nil
	}
	if !p.resolvable() {
		return engine.Unreadable("The ball cannot have come to %s by %q.", p.ballText(), p.pendingText())
	}
	return nil
}

// checkDribble sees that the kick before a dribble was possible and that one may follow.
func (p *position) checkDribble() error {
	before := *p
	before.phase = kick
	if p.kicked.kind == kickBall {
		before.ball = ahead[p.ball][(p.kicked.dir+south)%directions]
	}
	if p.kicked.kind != kickBall || before.ball >= nowhere || !before.has(p.kicked) || len(p.dribbles(nil)) == 0 {
		return engine.Unreadable("No dribble can follow here.")
	}
	return nil
}
