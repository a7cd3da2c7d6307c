package streetsoccer

import (
	"fmt"
	"strings"

	"kickabout/engine"
)

// Beats tells what a throw or a move has led to.
func (Game) Beats(n engine.Numbers, c engine.Change) []engine.Beat {
	was, ok := c.Was.(position)
	is, ok2 := c.Is.(position)
	if !ok || !ok2 {
		return nil
	}
	t := telling{position: was, is: is, numbers: n, after: Game{}.Renumber(n, c), frame: was.Diagram().Numbered(n).Pieces}
	if c.Move == "" {
		t.throw(c.Faces)
		return t.beats
	}
	d, _ := was.parseMove(c.Move)
	switch was.phase {
	case placing:
		t.placing(d.set)
	case kickoff:
		t.kicker(d.from, fmt.Sprintf("%s %s kicks off.", was.side.name(), t.number(d.from)))
		t.flight(d, 1<<was.die)
	case turn:
		t.turn(d)
	case restart:
		t.restart(d)
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

// name returns a side as a word that begins a sentence.
func (c colour) name() string { return [...]string{"Yellow", "Red", "Nobody"}[c] }

// middle returns where a square lies on the diagram.
func (s square) middle() engine.Point {
	x, y := s.corner()
	return engine.Point{x + 0.5, y + 0.5}
}

// add tells one beat more of the side that acts.
func (t *telling) add(b engine.Beat) {
	if b.Side == engine.NoSide {
		b.Side = t.side.side()
	}
	t.beats = append(t.beats, b)
	t.frame = t.frame.After(b)
}

// number returns what the figure of the side to move wears that stands on a square.
func (t *telling) number(s square) string { return t.numberOf(t.side, s, t.numbers) }

// standing returns the pieces of the board that the change has led to.
func (t *telling) standing() engine.Frame { return t.is.Diagram().Numbered(t.after).Pieces }

// throw tells a throw and what it decides by itself.
func (t *telling) throw(faces []int) {
	say := ""
	switch again := t.position == t.is; {
	case t.phase == placing || t.phase == kickoff:
		say = fmt.Sprintf("%d and %d", faces[0], faces[1])
		if again {
			say += ": thrown again."
		} else {
			if t.phase == kickoff && t.ball == nowhere {
				say += ": " + t.is.side.String() + " kicks off, and"
			} else {
				say += ":"
			}
			say += fmt.Sprintf(" the kick-off travels %d.", t.is.die)
		}
	case t.phase == restart && again:
		say = fmt.Sprintf("Restart, die %d: thrown again.", faces[0])
	case t.phase == restart:
		say = fmt.Sprintf("Restart, die %d.", faces[0])
	case t.is.die == 0:
		say = fmt.Sprintf("Die %d. %s cannot move.", faces[0], t.side.name())
	default:
		say = fmt.Sprintf("Die %d.", faces[0])
	}
	t.add(engine.Beat{Kind: engine.BeatThrow, Faces: faces, Say: say})
	t.arrange("")
}

// placing tells that a side's figures come on.
func (t *telling) placing(set area) {
	n := t.numbersPlaced(t.numbers, set)
	var squares, numbers []string
	b := engine.Beat{Kind: engine.BeatSetUp}
	for _, s := range inPlace(set) {
		kind, number := engine.KindFigure, n[s.cell()]
		if anyKeeperSquare.has(s) {
			kind, number = engine.KindKeeper, engine.KeeperNumber
		}
		squares, numbers = append(squares, s.name()), append(numbers, number)
		b.Shifts = append(b.Shifts, engine.Shift{Piece: kind, Side: t.side.side(), Number: number, To: s.middle()})
	}
	b.Say = fmt.Sprintf("%s puts %s on %s.", t.side.name(), together(numbers), together(squares))
	t.add(b)
}

// turn tells a walk, and the kick behind it.
func (t *telling) turn(d decision) {
	number, kicks := t.number(d.from), d.target != nowhere
	t.act(engine.BeatThink, d.from, "")
	open := pitch &^ (t.occupied() &^ one(d.from)) &^ closed(t.side, d.from == t.keeper[t.side]) &^ one(t.ball)
	steps := int(t.die)
	var o option
	var length int
	if kicks {
		o = t.does(d.from)
		if way, ok := t.kickOf(d.from).wayOf(t.ball, d.target, o.kicks); ok {
			length = way.length
			steps = int(t.die) + 1 - length
		}
	}
	run := engine.Beat{Kind: engine.BeatRun, Piece: t.kindOf(t.side, d.from), Number: number}
	for _, s := range walkWay(d.from, d.to, steps, open) {
		run.Path = append(run.Path, s.middle())
	}
	run.Say = fmt.Sprintf("%s %s runs %s to %s", t.side.name(), number, plural(steps, "step", "steps"), d.to.name())
	switch {
	case kicks:
		run.Say += fmt.Sprintf(" and kicks %d", length)
	case d.from == d.to:
		run.Say = fmt.Sprintf("%s %s runs %s and is back on %s", t.side.name(), number, plural(steps, "step", "steps"), d.to.name())
	}
	run.Say += "."
	t.add(run)
	if kicks {
		t.touch(t.ball, number)
		t.flight(d, o.kicks)
	}
}

// restart tells how a keeper comes to the ball and kicks it.
func (t *telling) restart(d decision) {
	stands, _ := t.withSteps(cell(d.from))
	if shifts := t.frame.Shifts(stands); len(shifts) > 0 {
		t.add(engine.Beat{Kind: engine.BeatRestart, Shifts: shifts})
	}
	number := engine.KeeperNumber
	t.add(engine.Beat{
		Kind: engine.BeatThink, Piece: engine.KindKeeper, Number: number,
		Say: fmt.Sprintf("%s %s kicks %d from %s.", t.side.name(), number, t.die, d.from.name()),
	})
	t.touch(d.from, number)
	t.flight(d, 1<<t.die)
}

// withSteps returns the pieces once some steps of the move are entered.
func (t *telling) withSteps(done ...engine.Step) (engine.Frame, engine.Numbers) {
	n := Game{}.Entered(t.numbers, t.position, done)
	return t.Diagram(done...).Numbered(n).Pieces, n
}

// kicker tells who is going to kick, without a walk.
func (t *telling) kicker(from square, say string) {
	t.act(engine.BeatThink, from, say)
	t.touch(from, t.number(from))
}

// act tells that a figure is in view.
func (t *telling) act(kind engine.BeatKind, s square, say string) {
	t.add(engine.Beat{Kind: kind, Piece: t.kindOf(t.side, s), Number: t.number(s), Say: say})
}

// touch tells that a figure is at the ball, which gives way to it on its square.
func (t *telling) touch(s square, number string) {
	at := s.middle()
	aside := engine.Point{at[0] + ballOffset, at[1] + ballOffset}
	t.add(engine.Beat{Kind: engine.BeatTouch, Piece: engine.KindBall, Number: number, Path: []engine.Point{t.ballAt(at), aside}})
}

// ballAt returns where the ball is drawn by now, else a place.
func (t *telling) ballAt(otherwise engine.Point) engine.Point {
	for _, p := range t.frame {
		if p.Kind == engine.KindBall {
			return p.At()
		}
	}
	return otherwise
}

// kickOf returns the kick of the figure on a square, by the board that it is made on.
func (t *telling) kickOf(from square) *kick {
	opponents := t.figures(t.side.other())
	var k kick
	switch t.phase {
	case turn:
		k = newKick(t.side, t.figures(t.side)&^one(from)|one(t.ball), opponents)
	case restart:
		k = newKick(t.side, t.outfielders[t.side]|one(from), opponents)
	default:
		k = newKick(t.side, t.figures(t.side), opponents)
	}
	return &k
}

// flight tells how the ball goes, and what comes of it.
func (t *telling) flight(d decision, allowed lengths) {
	start := t.scene.kicker(d.from)
	way, ok := t.kickOf(d.from).wayOf(start, d.target, allowed)
	if !ok {
		way = ballWay{corners: []square{start, d.target}}
	}
	_, after := t.withSteps(t.spell(d)...)
	b := engine.Beat{Kind: engine.BeatFlight, Piece: engine.KindBall, Number: t.kickerNumber(d), Path: []engine.Point{t.ballAt(start.middle())}}
	for _, s := range way.corners[1:] {
		b.Path = append(b.Path, s.middle())
	}
	if d.target == inGoal {
		b.Path = append(b.Path, t.net(way))
	}
	b.Say = t.sayFlight(d, way, after)
	t.add(b)
	if d.target == inGoal {
		t.goal(b.Number)
	}
}

// kickerNumber returns what the figure wears that kicks.
func (t *telling) kickerNumber(d decision) string {
	if t.phase == restart {
		return engine.KeeperNumber
	}
	return t.number(d.from)
}

// spell returns the steps of a decision before the ball goes.
func (t *telling) spell(d decision) []engine.Step {
	switch t.phase {
	case turn:
		return []engine.Step{cell(d.from), cell(d.to)}
	case restart:
		return []engine.Step{cell(d.from)}
	}
	return nil
}

// postGap is how far from a post a ball lies in the net at least.
const postGap = 0.35

// net returns where a ball lies that has gone in: a shot that leaves beside the goal comes in
// off the post (rules 1.8).
func (t *telling) net(way ballWay) engine.Point {
	mouth := way.corners[len(way.corners)-1]
	x := float64(mouth.column()+way.last.along()) + 0.5
	p := engine.Point{min(max(x, goalLeft+postGap), goalLeft+goalWidth-postGap), goalHeight * 0.5}
	if t.side == red {
		p[1] += goalHeight + rows
	}
	return p
}

// sayFlight says where the ball goes.
func (t *telling) sayFlight(d decision, way ballWay, n engine.Numbers) string {
	end := "goes to " + d.target.name()
	if d.target == inGoal {
		end = "goes into the goal"
	}
	if len(way.passes) > 0 {
		var off []string
		for _, s := range way.passes {
			number := n[s.cell()]
			if number == "" {
				number = engine.KeeperNumber
			}
			off = append(off, number+" on "+s.name())
		}
		return fmt.Sprintf("The ball %s off %s.", end, together(off))
	}
	if way.bends > 0 {
		return fmt.Sprintf("The ball bends at %s and %s.", way.corners[1].name(), end)
	}
	return fmt.Sprintf("The ball %s.", end)
}

// goal tells a goal, and how the board is made ready for the restart.
func (t *telling) goal(number string) {
	turn := fmt.Sprintf("turn %d", t.Diagram().Turn)
	when, said := turn, turn
	if t.move > lastNormal {
		when, said = "sudden death, "+turn, turn+" of sudden death"
	}
	t.add(engine.Beat{
		Kind: engine.BeatGoal, Number: number, When: when,
		Say: fmt.Sprintf("Goal for %s by %s, %s. %d–%d.", t.side.name(), number, said, t.is.score[yellow], t.is.score[red]),
	})
	if t.is.phase != over { // what ended a match stays to be seen
		t.arrange(fmt.Sprintf("%s restarts.", t.is.side.name()))
	}
}

// arrange tells that pieces go to where they stand after the change, if any do.
func (t *telling) arrange(say string) {
	if shifts := t.frame.Shifts(t.standing()); len(shifts) > 0 {
		t.add(engine.Beat{Kind: engine.BeatRestart, Side: t.is.side.side(), Shifts: shifts, Say: say})
	}
}

// together joins words: "3, 4 and 5".
func together(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
