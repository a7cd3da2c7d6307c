package cufootball

import (
	"fmt"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// Beats tells what a draw or a move has led to.
func (Game) Beats(n engine.Numbers, c engine.Change) []engine.Beat {
	was, ok := c.Was.(position)
	is, ok2 := c.Is.(position)
	if !ok || !ok2 {
		return nil
	}
	t := telling{position: was, is: is, numbers: n, after: Game{}.Renumber(n, c), frame: was.Diagram().Numbered(n).Pieces}
	if c.Move == "" {
		t.peg(uint8(c.Faces[0]))
		return t.beats
	}
	d, _ := was.read(c.Move)
	switch d.kind {
	case setsUp:
		t.setUp(d.setUp)
	case moves:
		t.movement(d.movement)
	default:
		t.act(d.act)
	}
	return t.beats
}

// A telling is a change while its beats are gathered.
type telling struct {
	position                // before it
	is       position       // after it
	numbers  engine.Numbers // before it
	after    engine.Numbers
	frame    engine.Frame // after the beats so far
	beats    []engine.Beat
}

// middleOf returns where a slot lies on the diagram.
func middleOf(s pitch.Slot) engine.Point {
	x, y := cornerOf(s)
	return engine.Point{x + 0.5, y + 0.5}
}

// goalMiddle returns where a slot of a side's goal lies on the diagram.
func goalMiddle(c pitch.Colour, g pitch.GoalSlot) engine.Point {
	x, y := goalCorner(c, g)
	return engine.Point{x + 0.5, y + 0.5}
}

// add tells one beat more of the side that acts, or of another.
func (t *telling) add(b engine.Beat) {
	if b.Side == engine.NoSide {
		b.Side = t.side.Side()
	}
	t.beats = append(t.beats, b)
	t.frame = t.frame.After(b)
}

// spaces writes a number of spaces.
func spaces(n int) string { return plural(n, "space", "spaces") }

// peg tells a draw, and what it decides by itself.
func (t *telling) peg(peg uint8) {
	b := engine.Beat{Kind: engine.BeatThrow, Faces: []int{int(peg)}, Say: capital(pegNames[peg]) + " peg: "}
	switch {
	case t.phase == move:
		b.Say += fmt.Sprintf("%s may move %s.", t.side.Name(), spaces(t.is.allowance()))
		t.add(b)
		return
	case t.chain.due == missDue || t.chain.due == turnDue:
		b.Say += t.sayAstray(peg)
		t.add(b)
		return
	case t.chain.act.open:
		b.Say += fmt.Sprintf("the goal kick goes %s, or one more.", spaces(int(peg)))
		t.add(b)
		return
	case t.chain.due == lengthDue:
		b.Say += fmt.Sprintf("the %s goes %s.", t.kickName(), spaces(t.lengthOf(peg)))
		t.add(b)
		if t.chain.act.kind == kickOff {
			t.touch(engine.KindFigure, t.scorer())
		}
	default:
		t.chance(peg)
	}
	f := t.flight()
	before := t.position
	landed := f.resolve(peg)
	t.flies(before, f, landed, t.drawer(peg))
}

// sayAstray says whether a kick goes astray, or which way.
func (t *telling) sayAstray(peg uint8) string {
	switch {
	case t.chain.due == missDue && peg == redPeg:
		return "the kick may go astray."
	case t.chain.due == missDue || t.is.chain.act.dir == t.chain.act.dir:
		return "the kick goes where it was aimed."
	}
	return fmt.Sprintf("the kick goes astray, to the %s.", map[bool]string{true: "left", false: "right"}[peg == redPeg])
}

// kickName is what the act is called whose length is drawn.
func (t *telling) kickName() string {
	switch t.chain.act.kind {
	case kickOff:
		return "kick-off"
	case kickFromGoal:
		return "goal kick"
	}
	return "kick"
}

// lengthOf returns how far the ball goes that is kicked with a peg.
func (t *telling) lengthOf(peg uint8) int {
	if t.chain.act.plus {
		return int(peg) + 1
	}
	return int(peg)
}

// drawer returns the opponent who takes the ball by a draw, or nobodyElse.
func (t *telling) drawer(peg uint8) pitch.Slot {
	f := t.flight()
	switch {
	case t.chain.due == saveDue:
		return asKeeper
	case (t.chain.due == passDue || t.chain.due == restDue) && wins(f.nextDrawer(), peg):
		return f.nextDrawer()
	}
	return nobodyElse
}

// chance tells the draw of an opponent.
func (t *telling) chance(peg uint8) {
	f := t.flight()
	who, hit, good, bad := asKeeper, false, "saves", "is beaten"
	switch t.chain.due {
	case saveDue:
		hit = f.saves(peg)
	case foulDue:
		who, good, bad = t.chain.tried[t.chain.n-1], "fouls", "does not foul"
		hit = peg == redPeg
	default:
		who, good, bad = f.nextDrawer(), "gets the ball", "misses it"
		hit = wins(who, peg)
	}
	them := t.side.Other()
	b := engine.Beat{Kind: engine.BeatDraw, Side: them.Side(), Piece: engine.KindFigure, Number: numberOf(who, t.numbers), Faces: []int{int(peg)}, Hit: hit}
	if who == asKeeper {
		b.Piece = engine.KindKeeper
	}
	outcome := bad
	if hit {
		outcome = good
	}
	b.Say = fmt.Sprintf("%s %s draws %s and %s.", them.Name(), b.Number, pegNames[peg], outcome)
	t.add(b)
}

// flies tells how far the ball has gone, and who has it then; winner is the opponent who has
// taken it by a draw.
func (t *telling) flies(from position, f flight, landed landing, winner pitch.Slot) {
	if f.ball != from.ball && f.ball < pitch.Nowhere && landed != ballIn {
		t.fly("The ball goes to "+f.ball.String()+".", middleOf(f.ball))
	}
	them := t.side.Other()
	switch landed {
	case ballIn:
		t.in(f)
	case ballLost:
		t.lost(f, winner)
	case ballCaught:
		at := goalMiddle(them, t.keeper[them])
		t.fly("", engine.Point{at[0] + ballOffset, at[1] + ballOffset})
		t.wins(engine.KindKeeper, engine.KeeperNumber, "")
	case ballFouled:
		t.add(engine.Beat{Kind: engine.BeatInterception, Side: t.side.Side(), Say: fmt.Sprintf("%s has a free kick.", t.side.Name())})
	case ballOut:
		t.add(engine.Beat{
			Kind: engine.BeatInterception, Side: them.Side(),
			Say: fmt.Sprintf("It goes out at %s: %s throws in.", f.ball, them.Name()),
		})
	case ballKept:
		if last := len(t.beats) - 1; t.beats[last].Kind == engine.BeatFlight {
			t.beats[last].Say += fmt.Sprintf(" %s keeps it.", t.side.Name())
		}
	}
}

// fly tells that the ball goes straight to places one after the other.
func (t *telling) fly(say string, to ...engine.Point) {
	t.add(engine.Beat{
		Kind: engine.BeatFlight, Piece: engine.KindBall, Number: t.scorer(), Say: say,
		Path: append([]engine.Point{t.ballAt()}, to...),
	})
}

// ballAt returns where the ball is drawn by now.
func (t *telling) ballAt() engine.Point {
	for _, p := range t.frame {
		if p.Kind == engine.KindBall {
			return p.At()
		}
	}
	return engine.Point{}
}

// lost tells which man of the other side has the ball: who drew for it, whom it hit, or who
// stands next to where it rests.
func (t *telling) lost(f flight, winner pitch.Slot) {
	them := t.side.Other()
	if winner == nobodyElse {
		winner = f.ahead()
		if winner >= pitch.Nowhere || !f.men[them].Has(winner) || f.chain.left == 0 {
			winner = f.neighbour()
		}
	}
	t.wins(engine.KindFigure, numberOf(winner, t.numbers), fmt.Sprintf("%s %s has the ball.", them.Name(), numberOf(winner, t.numbers)))
}

// neighbour returns the first opponent next to the ball: north, east, south, west.
func (f *flight) neighbour() pitch.Slot {
	for d := pitch.North; d < pitch.Directions; d += 2 {
		if s := pitch.Ahead[f.ball][d]; s < pitch.Nowhere && f.men[f.side.Other()].Has(s) {
			return s
		}
	}
	return pitch.Nowhere
}

// wins tells that a piece of the other side has the ball.
func (t *telling) wins(kind, number, say string) {
	t.add(engine.Beat{Kind: engine.BeatInterception, Side: t.side.Other().Side(), Piece: kind, Number: number, Say: say})
}

// in tells a shot that goes in, the goal, and how the board is cleared.
func (t *telling) in(f flight) {
	entry := pitch.Entries[f.ball.Column()+f.chain.act.dir.Along()]
	var to []engine.Point
	if f.ball != t.ball {
		to = append(to, middleOf(f.ball))
	}
	t.fly("", append(to, goalMiddle(t.side.Other(), entry))...)
	number, when := t.scorer(), fmt.Sprintf("clock %d", t.is.clock)
	t.add(engine.Beat{
		Kind: engine.BeatGoal, Number: number, When: when,
		Say: fmt.Sprintf("Goal for %s by %s, %s. %d–%d.", t.side.Name(), number, when, t.is.score[pitch.Red], t.is.score[pitch.Blue]),
	})
	if t.is.phase == over { // what ended a match stays to be seen
		return
	}
	shifts := t.frame.Shifts(t.is.Diagram().Numbered(t.after).Pieces)
	t.add(engine.Beat{
		Kind: engine.BeatRestart, Side: t.is.side.Side(), Shifts: shifts,
		Say: fmt.Sprintf("Both sides set up again, then %s kicks off.", t.is.side.Name()),
	})
}

// scorer returns what the man or keeper wears who plays the ball in the act being resolved; "" of a throw-in.
func (t *telling) scorer() string {
	switch t.chain.act.kind {
	case kickFromGoal:
		return engine.KeeperNumber
	case kickOff:
		return numberOf(team.MiddleMan(t.side), t.numbers)
	case throwBall:
		return ""
	}
	return numberOf(t.chain.act.man, t.numbers)
}

// setUp tells that a side comes on.
func (t *telling) setUp(u team.SetUp) {
	d, m, s := t.ground(t.side).Lines(u.Men)
	b := engine.Beat{
		Kind:   engine.BeatSetUp,
		Shifts: t.frame.Shifts(t.is.Diagram().Numbered(t.after).Pieces),
		Say:    fmt.Sprintf("%s sets up %d–%d–%d.", t.side.Name(), d.Len(), m.Len(), s.Len()),
	}
	t.add(b)
}

// movement tells how the men of a side go, one after the other, and then the keeper.
func (t *telling) movement(m movement) {
	v := t.mover()
	after := v.after(m)
	paired, _ := pitch.Pair(v.men, after, v.closed, v.spaces)
	if after == v.men && m.keeper == stays {
		t.add(engine.Beat{Kind: engine.BeatThink, Say: fmt.Sprintf("Nobody of %s moves.", t.side.Name())})
	}
	numbers := map[pitch.Slot]string{}
	for s := range v.men.All() {
		numbers[s] = numberOf(s, t.numbers)
	}
	for i, way := range paired.Runs(v.men, v.closed) {
		number := numbers[way[0]]
		if i == 0 {
			t.add(engine.Beat{Kind: engine.BeatThink, Piece: engine.KindFigure, Number: number})
		}
		b := engine.Beat{Kind: engine.BeatRun, Piece: engine.KindFigure, Number: number}
		last := way[len(way)-1]
		for _, s := range way {
			b.Path = append(b.Path, middleOf(s))
		}
		b.Say = fmt.Sprintf("%s %s runs to %s.", t.side.Name(), number, last)
		delete(numbers, way[0])
		numbers[last] = number
		t.add(b)
	}
	if m.keeper != stays {
		t.keeperRun(m.keeper)
	}
	t.unkicked()
}

// keeperRun tells that a keeper goes in its goal.
func (t *telling) keeperRun(to pitch.GoalSlot) {
	b := engine.Beat{Kind: engine.BeatRun, Piece: engine.KindKeeper, Number: engine.KeeperNumber}
	b.Path = append(b.Path, goalMiddle(t.side, t.keeper[t.side]))
	for g := t.keeper[t.side]; g != to; {
		g = g.Towards(to)
		b.Path = append(b.Path, goalMiddle(t.side, g))
	}
	b.Say = fmt.Sprintf("%s %s moves in the goal.", t.side.Name(), engine.KeeperNumber)
	if t.ball == pitch.WithKeeper && t.possession == t.side {
		last := b.Path[len(b.Path)-1]
		b.Shifts = []engine.Shift{{Piece: engine.KindBall, To: engine.Point{last[0] + ballOffset, last[1] + ballOffset}}}
	}
	t.add(b)
}

// unkicked tells that nobody can play the ball after the movements, so that the round is over.
func (t *telling) unkicked() {
	if t.is.clock == t.clock {
		return
	}
	b := engine.Beat{Kind: engine.BeatInterception, Side: t.is.possession.Side()}
	b.Say = fmt.Sprintf("Nobody of %s can play the ball: it goes to %s.", t.possession.Name(), t.is.possession.Name())
	if t.is.possession == t.possession {
		b.Say = fmt.Sprintf("No goal kick is possible: %s begins another round.", t.possession.Name())
	}
	t.add(b)
}

// act tells who plays the ball, and of a throw-in how it goes.
func (t *telling) act(a act) {
	side := t.side.Name()
	switch a.kind {
	case decline:
		t.add(engine.Beat{Kind: engine.BeatThink, Say: side + " leaves the ball."})
	case kickBall:
		t.kick(a.man, a.dir, "%s %s kicks towards %s.")
	case kickAgain:
		_, man, _ := t.taker().dribbler()
		if man != t.kicked.man {
			t.add(engine.Beat{
				Kind: engine.BeatRun, Piece: engine.KindFigure, Number: numberOf(t.kicked.man, t.numbers),
				Path: []engine.Point{middleOf(t.kicked.man), middleOf(man)},
			})
		}
		t.kick(t.kicked.man, a.dir, "%s %s dribbles on towards %s.")
	case kickFromGoal:
		first, _ := a.first(t.side)
		plus := ""
		if a.plus {
			plus = ", and one space more"
		}
		t.add(engine.Beat{
			Kind: engine.BeatThink, Piece: engine.KindKeeper, Number: engine.KeeperNumber,
			Say: fmt.Sprintf("Goal kick: %s %s kicks to %s first%s.", side, engine.KeeperNumber, first, plus),
		})
	case throwBall:
		t.throwIn(a)
	case takeExtra:
		t.goalKick(a)
	}
}

// goalKick tells that a goal kick goes its way once the extra space is taken or left.
func (t *telling) goalKick(a act) {
	before := t.position
	q := t.position
	q.chain.act.plus, q.chain.act.open = a.plus, false
	f := q.flight()
	landed := f.roll(q.chain.drawn)
	t.chain = f.chain
	t.add(engine.Beat{
		Kind: engine.BeatThink, Piece: engine.KindKeeper, Number: engine.KeeperNumber,
		Say: fmt.Sprintf("%s's goal kick goes %s.", t.side.Name(), spaces(t.lengthOf(f.chain.drawn))),
	})
	t.flies(before, f, landed, nobodyElse)
}

// kick tells that a man is going to play the ball.
func (t *telling) kick(man pitch.Slot, d pitch.Direction, form string) {
	number := numberOf(man, t.numbers)
	towards := "the goal"
	if next := pitch.Ahead[t.ball][d]; next < pitch.Nowhere {
		towards = next.String()
	}
	t.add(engine.Beat{Kind: engine.BeatThink, Piece: engine.KindFigure, Number: number, Say: fmt.Sprintf(form, t.side.Name(), number, towards)})
	t.touch(engine.KindFigure, number)
}

// touch tells that a piece is at the ball.
func (t *telling) touch(kind, number string) {
	t.add(engine.Beat{Kind: engine.BeatTouch, Piece: kind, Number: number})
}

// throwIn tells a throw-in, whose length is no draw.
func (t *telling) throwIn(a act) {
	to, _ := t.target(a.dir, a.length)
	t.add(engine.Beat{Kind: engine.BeatThink, Say: fmt.Sprintf("%s throws in towards %s.", t.side.Name(), to)})
	before := t.position
	q := t.position
	q.chain = newChain(a)
	f := q.flight()
	landed := f.roll(a.length)
	t.chain = f.chain
	t.flies(before, f, landed, nobodyElse)
}

// capital writes a word with a capital.
func capital(word string) string { return string(word[0]-'a'+'A') + word[1:] }
