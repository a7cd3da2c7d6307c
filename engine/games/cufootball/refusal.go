package cufootball

import (
	"fmt"
	"strings"

	"kickabout/engine"
)

// read takes a move apart. If it is not legal the error wraps ErrIllegal and
// tells the player why.
func (p position) read(m engine.Move) (decision, error) {
	next := p.Next()
	if next.Over() {
		return decision{}, engine.Illegal("This match is over.")
	}
	if next.Side == engine.NoSide {
		return decision{}, engine.Illegal("The draw comes before the move.")
	}
	if m == "R" {
		return decision{}, engine.Illegal("A resignation is not a move.")
	}
	switch p.phase {
	case setup:
		return p.readSetUp(m)
	case move:
		return p.readMovement(m)
	}
	return p.readAct(m)
}

// readSetUp reads a set-up.
func (p position) readSetUp(m engine.Move) (decision, error) {
	text, named := strings.CutPrefix(string(m), "S")
	u, ok := parseSetUp(text)
	d := decision{kind: setsUp, setUp: u}
	if !named || !ok || d.text() != m {
		return d, engine.Illegal("A set-up names the slots of ten men in ascending order, such as Sa1a3b5...; the side that kicks off adds ;L or ;R for the ball's side.")
	}
	if !u.legal(p.side, p.kicking()) {
		return d, p.refuseSetUp(u)
	}
	return d, nil
}

// lineNames are the lines of a team for people.
var lineNames = [lines]string{defence: "defenders", midfield: "midfielders", strikers: "strikers"}

// refuseSetUp says what is wrong with a set-up (rules 3.2, 3.3).
func (p position) refuseSetUp(u setUp) error {
	if n := u.men.len(); n != teamSize {
		return engine.Illegal("A team has %d men, not %d.", teamSize, n)
	}
	if off := u.men &^ ownRanks(p.side); off != 0 {
		return engine.Illegal("Nobody of yours is set up on %s: defenders stand on rank %d, midfielders on rank %d, strikers on rank %d.",
			off.first(), lineRank(p.side, defence), lineRank(p.side, midfield), lineRank(p.side, strikers))
	}
	for line := range lines {
		cs := u.men.columnsOf(lineRank(p.side, line))
		if cs.len() < fewest {
			return engine.Illegal("There are at least %d %s.", fewest, lineNames[line])
		}
		if !cs.spread() {
			return engine.Illegal("No three men of a team may stand side by side, as your %s do.", lineNames[line])
		}
	}
	return p.refuseBallSide(u)
}

// refuseBallSide says what is wrong with the ball's side in a set-up (rules 3.3).
func (p position) refuseBallSide(u setUp) error {
	if !p.kicking() {
		return engine.Illegal("Only the side that kicks off names the ball's side.")
	}
	_, m, _ := u.lines(p.side)
	word := map[ballSide]string{ballLeft: "left", ballRight: "right"}[u.ball]
	switch {
	case u.ball == noBall:
		return engine.Illegal("The side that kicks off names the ball's side: ;L for left or ;R for right.")
	case !m.has(centre):
		return engine.Illegal("A midfielder of the side that kicks off stands in the middle, on %s.", at(centre, lineRank(p.side, midfield)))
	case m.has(u.ball.column()):
		return engine.Illegal("The ball lies on %s, so nobody may stand there.", u.ballSlot(p.side))
	}
	return engine.Illegal("The kick-off is a pass: another midfielder must stand farther out on the %s.", word)
}

// readMovement reads a movement.
func (p position) readMovement(m engine.Move) (decision, error) {
	v, ok := parseMovement(string(m))
	d := decision{kind: moves, movement: v}
	if !ok || d.text() != m {
		return d, engine.Illegal("A movement names the slots left and the slots taken, both in ascending order, and perhaps the keeper's slot, such as Md5e3>e4e6 G21; M alone moves nobody.")
	}
	return d, p.refuseMovement(v)
}

// refuseMovement says what is wrong with a movement, nil if nothing is (rules 3.4).
func (p position) refuseMovement(m movement) error {
	them, ball := p.side.other(), p.ball
	switch {
	case m.vacated.len() != m.occupied.len():
		return engine.Illegal("As many slots are taken as are left.")
	case !m.vacated.within(p.men[p.side]):
		return engine.Illegal("There is no man of yours on %s.", (m.vacated &^ p.men[p.side]).first())
	case m.occupied&p.men[p.side] != 0:
		return engine.Illegal("There is a man of yours on %s already.", (m.occupied & p.men[p.side]).first())
	case m.occupied&p.men[them] != 0:
		return engine.Illegal("There is a man on %s already.", (m.occupied & p.men[them]).first())
	case ball < nowhere && m.occupied.has(ball):
		return engine.Illegal("The ball lies on %s: nobody may step there.", ball)
	case m.keeper == p.keeper[p.side]:
		return engine.Illegal("The keeper stands on %s already: leave him out if he stays.", m.keeper)
	case !p.affords(m):
		return engine.Illegal("That takes more than the %s of this movement: a step side by side costs 1, a diagonal one 2, and each leads to an empty slot.", plural(p.allowance(), "space", "spaces"))
	case p.moved(m).men[p.side].crowded():
		return engine.Illegal("No three men of a team may stand side by side when the movement ends.")
	}
	return nil
}

// readAct reads what is done with the ball.
func (p position) readAct(m engine.Move) (decision, error) {
	a, ok := parseAct(string(m), p.side)
	d := decision{kind: acts, act: a}
	if !ok || d.text() != m || !p.phase.does(a.kind) {
		return d, p.refuseText()
	}
	if !p.has(a) {
		return d, p.refuseAct(a)
	}
	return d, nil
}

// does says whether acts of a kind belong to a phase.
func (ph phase) does(k actKind) bool {
	switch ph {
	case kick:
		return k == kickBall
	case dribble:
		return k == kickAgain || k == decline
	case throw:
		return k == throwBall
	}
	return k == kickFromGoal
}

// refuseText says what is expected where something else is written.
func (p position) refuseText() error {
	switch p.phase {
	case kick:
		return engine.Illegal("A kick names the man and the direction of the ball, such as Kd3>NE.")
	case dribble:
		return engine.Illegal("A dribble names the direction of the ball, such as D>N; D- leaves it.")
	case throw:
		return engine.Illegal("A throw-in names direction and length, 1 to %d, such as TSW2.", longestThrow)
	}
	return engine.Illegal("A goal kick names the column by which the ball leaves the goal, -1, 0 or 1 for its slant, and + for one more space or -, such as Q5,-1,+.")
}

// refuseAct says why the ball may not be played like that.
func (p position) refuseAct(a act) error {
	switch p.phase {
	case kick:
		if !p.men[p.side].has(a.man) {
			return engine.Illegal("There is no man of yours on %s.", a.man)
		}
		if !p.kickers().has(a.man) {
			return engine.Illegal("The ball is not next to %s: only a man beside it or diagonally next to it may kick.", a.man)
		}
		return p.refuseDirection(a.dir)
	case dribble:
		q, _, _ := p.dribbler()
		return q.refuseDirection(a.dir)
	case throw:
		if first := ahead[p.ball][a.dir]; first < nowhere && p.occupied().has(first) {
			return engine.Illegal("The first slot of a throw-in must be empty: there is a man on %s.", first)
		}
		return engine.Illegal("A throw-in must stay on the pitch on its whole way.")
	}
	first, ok := a.first(p.side)
	if !ok {
		return engine.Illegal("From column %d the ball cannot slant that way: there is no column %d.", a.column, int(a.column)+a.dir.along())
	}
	return engine.Illegal("The first slot of a goal kick must be empty: there is a man on %s.", first)
}

// refuseDirection says why the ball may not be kicked in a direction (rules 3.5).
func (p position) refuseDirection(d direction) error {
	switch next := ahead[p.ball][d]; next {
	case beyondSide:
		return engine.Illegal("The ball may not be kicked straight over a touch line.")
	case p.side.endLine():
		return engine.Illegal("The ball may not be kicked over your own end line.")
	default:
		return engine.Illegal("The first slot of a kick must be empty: there is a man on %s.", next)
	}
}

// plural writes a number with its noun.
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
