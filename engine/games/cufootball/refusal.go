package cufootball

import (
	"fmt"
	"strings"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
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
		return p.lineUp().read(m)
	case move:
		return p.mover().read(m)
	}
	return p.taker().read(m)
}

// read reads a set-up.
func (l lineUp) read(m engine.Move) (decision, error) {
	text, named := strings.CutPrefix(string(m), "S")
	u, ok := team.ParseSetUp(text)
	d := decision{kind: setsUp, setUp: u}
	if !named || !ok || d.text() != m {
		return d, engine.Illegal("A set-up names the slots of ten men in ascending order, such as Sa1a3b5...; the side that kicks off adds ;L or ;R for the ball's side.")
	}
	if !u.Legal(l.Ground, l.kicking) {
		return d, l.refuse(u)
	}
	return d, nil
}

// lineNames are the lines of a team for people.
var lineNames = [team.Lines]string{team.Defence: "defenders", team.Midfield: "midfielders", team.Strikers: "strikers"}

// refuse says what is wrong with a set-up (rules 3.2, 3.3).
func (l lineUp) refuse(u team.SetUp) error {
	if n := u.Men.Len(); n != team.Size {
		return engine.Illegal("A team has %d men, not %d.", team.Size, n)
	}
	if off := u.Men &^ l.Slots(); off != 0 {
		return engine.Illegal("Nobody of yours is set up on %s: defenders stand on rank %d, midfielders on rank %d, strikers on rank %d.",
			off.First(), l.Rank(team.Defence), l.Rank(team.Midfield), l.Rank(team.Strikers))
	}
	for line := range team.Lines {
		cs := team.ColumnsOf(u.Men, l.Rank(line))
		if cs.Len() < team.Fewest {
			return engine.Illegal("There are at least %d %s.", team.Fewest, lineNames[line])
		}
		if !cs.Spread() {
			return engine.Illegal("No three men of a team may stand side by side, as your %s do.", lineNames[line])
		}
	}
	if u.Men.Crowded() {
		return engine.Illegal("No three men of a team may stand side by side, also not on different ranks.")
	}
	return l.refuseBallSide(u)
}

// refuseBallSide says what is wrong with the ball's side in a set-up (rules 3.3).
func (l lineUp) refuseBallSide(u team.SetUp) error {
	if !l.kicking {
		return engine.Illegal("Only the side that kicks off names the ball's side.")
	}
	_, m, _ := l.Lines(u.Men)
	word := map[team.BallSide]string{team.BallLeft: "left", team.BallRight: "right"}[u.Ball]
	switch {
	case u.Ball == team.NoBall:
		return engine.Illegal("The side that kicks off names the ball's side: ;L for left or ;R for right.")
	case !m.Has(pitch.Centre):
		return engine.Illegal("A midfielder of the side that kicks off stands in the middle, on %s.", team.MiddleMan(l.Side))
	case m.Has(u.Ball.Column()):
		return engine.Illegal("The ball lies on %s, so nobody may stand there.", u.BallSlot(l.Side))
	}
	return engine.Illegal("The kick-off is a pass: another midfielder must stand farther out on the %s.", word)
}

// read reads a movement.
func (v mover) read(m engine.Move) (decision, error) {
	moved, ok := parseMovement(string(m))
	d := decision{kind: moves, movement: moved}
	if !ok || d.text() != m {
		return d, engine.Illegal("A movement names the slots left and the slots taken, both in ascending order, and perhaps the keeper's slot, such as Md5e3>e4e6 G21; M alone moves nobody.")
	}
	return d, v.refuse(moved)
}

// refuse says what is wrong with a movement, nil if nothing is (rules 3.4).
func (v mover) refuse(m movement) error {
	switch {
	case m.vacated.Len() != m.occupied.Len():
		return engine.Illegal("As many slots are taken as are left.")
	case !m.vacated.Within(v.men):
		return engine.Illegal("There is no man of yours on %s.", (m.vacated &^ v.men).First())
	case m.occupied&v.men != 0:
		return engine.Illegal("There is a man of yours on %s already.", (m.occupied & v.men).First())
	case m.occupied&(v.closed&^pitch.One(v.ball)) != 0:
		return engine.Illegal("There is a man on %s already.", (m.occupied & (v.closed &^ pitch.One(v.ball))).First())
	case v.ball < pitch.Nowhere && m.occupied.Has(v.ball):
		return engine.Illegal("The ball lies on %s: nobody may step there.", v.ball)
	case m.keeper == v.keeper:
		return engine.Illegal("The keeper stands on %s already: leave it out if it stays.", m.keeper)
	case !v.affords(m):
		return engine.Illegal("That takes more than the %s of this movement: a step side by side costs 1, a diagonal one 2, and each leads to an empty slot.", plural(v.spaces, "space", "spaces"))
	case v.after(m).Crowded():
		return engine.Illegal("No three men of a team may stand side by side when the movement ends.")
	}
	return nil
}

// read reads what is done with the ball.
func (t taker) read(m engine.Move) (decision, error) {
	a, ok := parseAct(string(m), t.side)
	d := decision{kind: acts, act: a}
	if !ok || d.text() != m || !t.phase.does(a.kind) {
		return d, t.refuseText()
	}
	if a.kind == kickFromGoal && a.open != t.late {
		return d, t.refuseText()
	}
	if !t.has(a) {
		return d, t.refuse(a)
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
	case extra:
		return k == takeExtra
	}
	return k == kickFromGoal
}

// refuseText says what is expected where something else is written.
func (t taker) refuseText() error {
	switch t.phase {
	case kick:
		return engine.Illegal("A kick names the man and the direction of the ball, such as Kd3>NE.")
	case dribble:
		return engine.Illegal("A dribble names the direction of the ball, such as D>N; D- leaves it.")
	case throw:
		return engine.Illegal("A throw-in names direction and length, 1 to %d, such as TSW2.", longestThrow)
	}
	switch {
	case t.phase == extra:
		return engine.Illegal("The goal kick goes one space farther, Q+, or not, Q-.")
	case t.late:
		return engine.Illegal("A goal kick names the column by which the ball leaves the goal, and -1, 0 or 1 for its slant, such as Q5,-1; the extra space is said after the peg.")
	}
	return engine.Illegal("A goal kick names the column by which the ball leaves the goal, -1, 0 or 1 for its slant, and + for one more space or -, such as Q5,-1,+.")
}

// refuse says why the ball may not be played like that.
func (t taker) refuse(a act) error {
	switch t.phase {
	case kick:
		if !t.men[t.side].Has(a.man) {
			return engine.Illegal("There is no man of yours on %s.", a.man)
		}
		if !t.kickers(t.side).Has(a.man) {
			return engine.Illegal("The ball is not next to %s: only a man beside it or diagonally next to it may kick.", a.man)
		}
		if !t.may().Has(a.man) {
			return engine.Illegal("Who won the ball has the kick: that is not the man on %s.", a.man)
		}
		return t.refuseDirection(a.dir)
	case dribble:
		after, _, _ := t.dribbler()
		t.board = after
		return t.refuseDirection(a.dir)
	case throw:
		if first := pitch.Ahead[t.ball][a.dir]; first < pitch.Nowhere && t.occupied().Has(first) {
			return engine.Illegal("The first slot of a throw-in must be empty: there is a man on %s.", first)
		}
		return engine.Illegal("A throw-in must stay on the pitch on its whole way.")
	}
	first, ok := a.first(t.side)
	if !ok {
		return engine.Illegal("From column %d the ball cannot slant that way: there is no column %d.", a.column, int(a.column)+a.dir.Along())
	}
	return engine.Illegal("The first slot of a goal kick must be empty: there is a man on %s.", first)
}

// refuseDirection says why the ball may not be kicked in a direction (rules 3.5).
func (t taker) refuseDirection(d pitch.Direction) error {
	switch next := pitch.Ahead[t.ball][d]; next {
	case pitch.BeyondSide:
		return engine.Illegal("The ball may not be kicked straight over a touch line.")
	case t.side.EndLine():
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
