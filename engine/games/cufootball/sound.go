package cufootball

import (
	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// An inspector finds out whether a position can occur.
type inspector struct{ position }

// sound returns why the position cannot occur, or nil.
func (i inspector) sound() error {
	for _, check := range []func() error{
		i.checkTurn, i.checkMen, i.checkScore, i.checkClock, i.checkEnd, i.checkSetUps, i.checkBall, i.checkPending,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// phaseModes says in which mode the ball is in a phase that has only one.
var phaseModes = map[phase]mode{
	setup: freeBall, kickoff: freeBall, kick: freeBall, dribble: freeBall, throw: throwIn, goalkick: keepersBall, extra: keepersBall,
}

// checkTurn sees that phase, mode, and the sides that act and possess fit each other.
func (i inspector) checkTurn() error {
	if err := i.checkWinners(); err != nil {
		return err
	}
	if i.mode == freeKick && (!i.rules.fouls || i.phase != move && i.phase != kick && i.phase != over || i.phase == move && i.side != i.possession) {
		return engine.Unreadable("A free kick is taken after a foul, without a movement of the other side.")
	}
	if m, ok := phaseModes[i.phase]; ok && i.mode != m && !(i.phase == kick && i.mode == freeKick) {
		return engine.Unreadable("In the phase %s the mode is %s, not %s.", phaseTexts[i.phase], modeTexts[m], modeTexts[i.mode])
	}
	switch i.phase {
	case setup, kickoff:
		if i.possession != i.kicksOff() {
			return engine.Unreadable("%s kicks off: %s.", i.kicksOff().Name(), i.whyKicksOff())
		}
	}
	switch i.phase {
	case kickoff, kick, dribble, throw, goalkick, extra:
		if i.side != i.possession {
			return engine.Unreadable("In the phase %s the side in possession acts.", phaseTexts[i.phase])
		}
	}
	return nil
}

// checkWinners sees that those who won the ball are men of the side in possession next to it,
// several only side by side with it, and named until it is kicked (DECISION C16).
func (i inspector) checkWinners() error {
	if i.winners == 0 {
		return nil
	}
	men := i.men[i.possession]
	switch {
	case !i.rules.winners || i.mode != freeBall || i.phase != move && i.phase != kick || i.chain.due != nothing || i.ball >= pitch.Nowhere:
		return engine.Unreadable("Nobody who has won the ball is named here.")
	case !i.winners.Within(men&pitch.One(i.ball).Around()) || i.winners.Len() > 1 && !i.winners.Within(men&pitch.One(i.ball).Beside()):
		return engine.Unreadable("Those who won the ball, %s, do not stand next to it.", i.winners)
	}
	return nil
}

// whyKicksOff says why a side kicks off.
func (i inspector) whyKicksOff() string {
	if i.scorer == pitch.Nobody {
		return "no goal was scored yet"
	}
	return "the other side scored last"
}

// checkMen sees that both sides are complete, stand on slots of their own and keep
// to the crowding rule.
func (i inspector) checkMen() error {
	for c := pitch.Red; c <= pitch.Blue; c++ {
		want := team.Size
		if i.phase == setup && (c == i.side || i.kicking()) {
			want = 0
		}
		if n := i.men[c].Len(); n != want {
			return engine.Unreadable("%s has %s on the pitch here, not %d.", c.Name(), plural(want, "man", "men"), n)
		}
		if i.men[c].Crowded() {
			return engine.Unreadable("Three of %s's men stand side by side.", c.Name())
		}
	}
	if both := i.men[pitch.Red] & i.men[pitch.Blue]; both != 0 {
		return engine.Unreadable("Two men stand on %s.", both.First())
	}
	return nil
}

// kicking says whether the side that acts kicks off.
func (i inspector) kicking() bool { return i.side == i.kicksOff() }

// checkScore sees that the goals fit who scored last and the end of the match.
func (i inspector) checkScore() error {
	goals := i.goals()
	if (i.scorer == pitch.Nobody) != (goals[pitch.Red]+goals[pitch.Blue] == 0) || i.scorer != pitch.Nobody && goals[i.scorer] == 0 {
		return engine.Unreadable("The side that scored last does not fit the score.")
	}
	won := 0
	for c := pitch.Red; c <= pitch.Blue; c++ {
		if i.won(c) {
			won++
			if i.phase != over || i.scorer != c {
				return engine.Unreadable("The match ends with the goal that makes %d.", i.rules.goals)
			}
		}
	}
	if won == len(i.score) {
		return engine.Unreadable("Only one side can have %d goals.", i.rules.goals)
	}
	return nil
}

// actsPerGoal is what each goal adds to the clock at least: a kick-off and a shot.
const actsPerGoal = 2

// checkClock sees that there was time for the goals.
func (i inspector) checkClock() error {
	goals := i.score[pitch.Red] + i.score[pitch.Blue]
	least := actsPerGoal * goals
	switch i.phase {
	case setup, kickoff:
		if goals == 0 && i.clock > 0 {
			return engine.Unreadable("The clock stands at 0 before the first kick-off, not at %d.", i.clock)
		}
	case over:
	default:
		least++
	}
	if i.clock < least {
		return engine.Unreadable("The clock stands at %d or more here, not at %d.", least, i.clock)
	}
	return nil
}

// checkEnd sees that a match is over when it has an ending and not before (rules 3.10).
func (i inspector) checkEnd() error {
	won := i.won(pitch.Red) || i.won(pitch.Blue)
	switch {
	case i.phase != over && i.clock == i.rules.clock:
		return engine.Unreadable("The match ends when the clock reaches %d.", i.rules.clock)
	case i.phase != over:
		return nil
	case !won && i.clock < i.rules.clock:
		return engine.Unreadable("The match is not over by %d on the clock with this score.", i.clock)
	case won && i.ball != pitch.Nowhere:
		return engine.Unreadable("The last goal ended the match, so there is no ball on the pitch.")
	case i.ball == pitch.Nowhere && (i.scorer != i.side || i.possession != i.side || i.mode != freeBall):
		return engine.Unreadable("Without a ball on the pitch the side that scored last acted last.")
	}
	return nil
}

// checkSetUps sees that the last set-ups are legal and stand where they must.
func (i inspector) checkSetUps() error {
	first := i.scorer == pitch.Nobody
	for c := pitch.Red; c <= pitch.Blue; c++ {
		u := i.last[c]
		due := i.phase == setup && (c == i.side || i.kicking())
		if none := i.phase == over || first && due; none != (u == team.SetUp{}) {
			return engine.Unreadable("%s's set-up is missing, or named though there is none yet.", c.Name())
		}
		if u != (team.SetUp{}) && !u.Legal(i.ground(c), u.Ball != team.NoBall) {
			return engine.Unreadable("%s cannot be set up as %q says.", c.Name(), u)
		}
		if made := i.phase == setup && !due || i.phase == kickoff; made && i.men[c] != u.Men {
			return engine.Unreadable("%s's men have not left the slots of their set-up.", c.Name())
		}
		if before := i.phase == setup || i.phase == kickoff; before && i.keeper[c] != pitch.KeeperStart {
			return engine.Unreadable("Both keepers stand on %s before the kick-off.", pitch.KeeperStart)
		}
	}
	return i.checkBallSides()
}

// checkBallSides sees that the ball's side is named in the set-up of the side that
// kicked off, and in no other.
func (i inspector) checkBallSides() error {
	k := i.kicksOff()
	named, others := i.last[k].Ball != team.NoBall, i.last[k.Other()].Ball != team.NoBall
	switch {
	case i.phase == over || i.last == [2]team.SetUp{}:
	case i.phase == setup && i.side == k: // the last kick-off may have been either's
		if named == others {
			return engine.Unreadable("One of the two set-ups names the ball's side.")
		}
	case !named || others && i.phase != setup:
		return engine.Unreadable("Only %s's set-up names the ball's side, as it kicks off.", k)
	}
	return nil
}

// checkBall sees that the ball is where phase and mode have it.
func (i inspector) checkBall() error {
	resolving := i.chain.due != nothing && !i.chain.due.early()
	switch {
	case i.ball < pitch.Nowhere && i.occupied().Has(i.ball):
		return engine.Unreadable("The ball lies under a man on %s.", i.ball)
	case i.phase == setup && i.side == i.kicksOff():
		if i.ball != pitch.Nowhere {
			return engine.Unreadable("There is no ball on the pitch before %s is set up.", i.side)
		}
	case i.phase == setup:
		if want := i.last[i.kicksOff()].BallSlot(i.kicksOff()); i.ball != want {
			return engine.Unreadable("The ball lies on %s until the kick-off.", want)
		}
	case i.phase == over && i.ball == pitch.Nowhere:
	case i.mode == keepersBall && !resolving:
		if i.ball != pitch.WithKeeper {
			return engine.Unreadable("The ball is with the keeper until the goal kick.")
		}
	case i.ball >= pitch.Nowhere:
		return engine.Unreadable("The ball lies on a slot of the pitch here.")
	case i.mode == throwIn && !resolving && !i.besideTouchLine():
		return engine.Unreadable("A throw-in is made beside a touch line, not from %s.", i.ball)
	}
	return nil
}

// checkPending sees that what is being resolved can have come so far, and that a
// side that must do something with the ball can.
func (i inspector) checkPending() error {
	switch i.phase {
	case kick, throw, goalkick:
		if i.chain.due == nothing {
			if i.taker().count() == 0 {
				return engine.Unreadable("Nothing can be done with the ball here, so the round would be over.")
			}
			return nil
		}
	case dribble:
		return i.checkDribble()
	case extra:
		if before := i.position; i.rules.late {
			before.phase, before.chain = goalkick, chain{}
			if before.taker().has(i.chain.act) {
				return nil
			}
		}
		return engine.Unreadable("No goal kick waits for its extra space here.")
	case kickoff:
	default:
		if i.chain.due != nothing {
			return engine.Unreadable("Nothing is being resolved in the phase %s.", phaseTexts[i.phase])
		}
		return nil
	}
	if !i.resolvable() {
		return engine.Unreadable("The ball cannot have come to %s by %q.", i.ballText(i.possession), i.pendingText())
	}
	return nil
}

// checkDribble sees that the kick before a dribble was possible and that one may follow.
func (i inspector) checkDribble() error {
	if i.kicked.kind != kickBall || !i.dribbled() || len(i.taker().dribbles(nil)) == 0 {
		return engine.Unreadable("No dribble can follow here.")
	}
	return nil
}

// dribbled says whether the kick before a dribble was possible: from as many slots behind the
// ball as it may have gone, or, if it went astray into a man, from where the ball lies.
func (i inspector) dribbled() bool {
	before := past(i)
	before.phase = kick
	back := (i.kicked.dir + pitch.South) % pitch.Directions
	if i.rules.miss && before.hasAstray(i.kicked) {
		return true
	}
	for range max(redPeg, i.rules.dribble) {
		if before.ball = pitch.Ahead[before.ball][back]; before.ball >= pitch.Nowhere {
			return false
		}
		if before.hasAstray(i.kicked) {
			return true
		}
	}
	return false
}
