package study

import (
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/views/ui"
)

// A story is a move told step by step, from the boards that the game draws. It
// knows no game: what disappears in one place and appears in another has moved.
// It is a value; telling on returns another.
type story struct {
	first   []engine.Step    // those that the move may begin with
	spots   []engine.Spot    // of the board that it begins on: a goal may be another one after
	began   []engine.Piece   // what stood on the board that it begins on
	diagram engine.Diagram   // the board after what has been told
	numbers []int            // of its pieces: each keeps its own through the story
	most    int              // numbers given so far
	from    map[int]ui.Point // where the pieces that moved stood at first, by their index in the diagram
	ways    []way
	touched []engine.Step
	over    bool // a goal was scored: what comes after it is another story
}

// A way is what one thing did: the places that it passed one after another; or a
// place or choice that was named and no more.
type way struct {
	names []string
	end   engine.Cell // "" if that is no cell
	lines []line      // empty if nothing travelled
}

// A line is a part of a way that one thing went.
type line struct {
	points []ui.Point
	flight bool // it was the ball
}

// beginStory begins to tell a move in p, whose board the page shows as d.
func beginStory(p engine.Position, d engine.Diagram) story {
	first, _ := p.Continue(nil)
	s := story{first: first, spots: d.Spots, began: d.Pieces, diagram: d, most: len(d.Pieces)}
	for i := range d.Pieces {
		s.numbers = append(s.numbers, i)
	}
	return s
}

// told returns the story of a move that is entered by steps.
func told(p engine.Position, d engine.Diagram, steps []engine.Step) story {
	s := beginStory(p, d)
	for i := range steps {
		s = s.step(steps[i], p.Diagram(steps[:i+1]...))
	}
	return s
}

// step tells on by a step, with the board after it.
func (s story) step(step engine.Step, d engine.Diagram) story {
	moved := movers(s.diagram, d)
	moves := travels(s.diagram, d, step, moved)
	s.touched = add(s.touched, step)
	s = s.follow(d, moved, moves)
	spot, spotted := d.SpotOf(step)
	part := func(t travel) bool {
		return step.Cell != "" && (step.Cell == t.from || step.Cell == t.to) || step.Choice != "" && t.to == ""
	}
	switch last := len(s.ways) - 1; {
	case slices.ContainsFunc(moves, part):
	case last >= 0 && spotted && (step.Cell != "" && s.ways[last].end == step.Cell || !slices.Contains(s.first, step) && !stands(d, step)):
		s.ways = add(s.ways[:last], s.ways[last].on(spot.Name, step.Cell))
	default:
		s.ways = add(s.ways, way{}.on(stepName(d, step), step.Cell))
	}
	return s
}

// then tells on by what followed without a step, such as throws for a kick.
func (s story) then(d engine.Diagram) story {
	s.over = s.over || d.Score != s.diagram.Score
	moved := movers(s.diagram, d)
	if s.over {
		return s.follow(d, moved, nil)
	}
	return s.follow(d, moved, travels(s.diagram, d, engine.Step{}, moved))
}

// follow goes over to the next board; moved says which pieces did, moves tells it.
func (s story) follow(d engine.Diagram, moved map[int]int, moves []travel) story {
	s = s.number(d, moved)
	s.diagram = d
	for _, t := range moves {
		last := len(s.ways) - 1
		if last < 0 || s.ways[last].end != t.from {
			s.ways = add(s.ways, way{}.on(cellName(d, t.from), t.from))
			last++
		}
		s.ways = add(s.ways[:last], s.ways[last].on(t.name, t.to).travelled(t))
	}
	return s
}

// number finds the pieces of this board again on the next one.
func (s story) number(d engine.Diagram, moved map[int]int) story {
	numbers, from := make([]int, len(d.Pieces)), map[int]ui.Point{}
	for i, p := range d.Pieces {
		before, ok := moved[i]
		if !ok {
			before = indexAt(s.diagram, p)
		}
		if before < 0 {
			numbers[i], s.most = s.most, s.most+1
			continue
		}
		numbers[i] = s.numbers[before]
		if at, known := s.from[before]; known {
			from[i] = at
		} else if ok {
			from[i] = ui.Point{X: s.diagram.Pieces[before].X, Y: s.diagram.Pieces[before].Y}
		}
	}
	s.numbers, s.from = numbers, from
	return s
}

// on returns the way with one more place.
func (w way) on(name string, end engine.Cell) way {
	w.names, w.end = add(w.names, name), end
	return w
}

// travelled returns the way with what went along it.
func (w way) travelled(t travel) way {
	n := len(w.lines)
	if n == 0 || w.lines[n-1].flight != t.flight {
		w.lines = add(w.lines, line{[]ui.Point{t.start, t.stop}, t.flight})
		return w
	}
	w.lines = add(w.lines[:n-1], line{add(w.lines[n-1].points, t.stop), t.flight})
	return w
}

// words tells the story for people: "e5 – d5 – f7", "b7, c3, e8". What went the way of something else, as a ball with
// its keeper, is told with that.
func (s story) words() string {
	var texts []string
	for i, w := range s.ways {
		if i+1 < len(s.ways) && slices.Equal(w.names, s.ways[i+1].names[:min(len(w.names), len(s.ways[i+1].names))]) {
			continue
		}
		texts = append(texts, strings.Join(w.names, " – "))
	}
	return strings.Join(texts, ", ")
}

// walks are the ways along which figures went.
func (s story) walks() [][]ui.Point { return s.lines(false) }

// flights are those of the ball.
func (s story) flights() [][]ui.Point { return s.lines(true) }

func (s story) lines(flight bool) [][]ui.Point {
	var paths [][]ui.Point
	for _, w := range s.ways {
		for _, l := range w.lines {
			if l.flight == flight {
				paths = append(paths, l.points)
			}
		}
	}
	return paths
}

// ghosts are the figures that the story has moved, where they stood before it.
func (s story) ghosts() []engine.Piece {
	var list []engine.Piece
	for number := range s.most {
		i := slices.Index(s.numbers, number)
		from, moved := s.from[i]
		if i < 0 || !moved || s.diagram.Pieces[i].Kind == "ball" {
			continue
		}
		ghost := s.diagram.Pieces[i]
		if from == (ui.Point{X: ghost.X, Y: ghost.Y}) {
			continue
		}
		ghost.X, ghost.Y = from.X, from.Y
		list = append(list, ghost)
	}
	return list
}

// idle is what is said of the choice before the first step.
func (s story) idle() string {
	for _, step := range s.first {
		if step.Cell != "" && !stands(s.diagram, step) {
			return "Touch a place"
		}
	}
	for _, p := range s.diagram.Pieces {
		if p.Kind == engine.KindMarker {
			return "Touch a marker"
		}
	}
	return "Touch a figure"
}

// complete is what games say of a move that can be confirmed.
const complete = "Confirm."

// task is what is left to do. Of a whole move it says how to go back: by the figure that made it.
func (s story) task() string {
	if s.diagram.Task != complete || len(s.touched) == 0 {
		return s.diagram.Task
	}
	task := "Confirm"
	if last := s.touched[len(s.touched)-1]; last.Choice == "goal" {
		task += " the goal"
	}
	for i := len(s.touched) - 1; i >= 0; i-- {
		for _, p := range s.diagram.Pieces {
			if s.touched[i].Cell != "" && p.Cell == s.touched[i].Cell && p.Label != "" {
				return task + ", or touch " + p.Label + " to go back."
			}
		}
	}
	return task + ", or undo."
}

// A travel is one piece's way from one board to the next.
type travel struct {
	from, to    engine.Cell
	name        string // of where it ends
	start, stop ui.Point
	flight      bool // the ball went, or what goes into a goal
}

// travels lists what moved between two boards. What is nobody's and disappears
// when a goal is touched has gone into it.
func travels(before, after engine.Diagram, step engine.Step, moved map[int]int) []travel {
	var list []travel
	for i, p := range after.Pieces {
		if j, ok := moved[i]; ok {
			from := before.Pieces[j]
			list = append(list, travel{from.Cell, p.Cell, cellName(after, p.Cell), place(before, from), place(after, p), p.Kind == "ball"})
		}
	}
	goal, ok := after.SpotOf(step)
	if !ok || step.Choice == "" {
		return list
	}
	for _, p := range before.Pieces {
		if p.Side == engine.NoSide && indexAt(after, p) < 0 && len(after.Pieces) == len(before.Pieces)-1 {
			return append(list, travel{p.Cell, "", goal.Name, place(before, p), ui.Middle(goal), true})
		}
	}
	return list
}

// place is where a piece is drawn to stand, without the offset of what shares a cell.
func place(d engine.Diagram, p engine.Piece) ui.Point {
	if spot, ok := d.SpotOf(engine.Step{Cell: p.Cell}); ok {
		return ui.Middle(spot)
	}
	return ui.Point{X: p.X, Y: p.Y}
}

func cellName(d engine.Diagram, c engine.Cell) string { return stepName(d, engine.Step{Cell: c}) }

// stepName is what people call a step.
func stepName(d engine.Diagram, step engine.Step) string {
	if spot, ok := d.SpotOf(step); ok {
		return spot.Name
	}
	if step.Choice != "" {
		return step.Choice
	}
	return string(step.Cell)
}

// add appends without ever writing into what another value holds.
func add[T any](list []T, one T) []T { return append(list[:len(list):len(list)], one) }

// stands says that a piece is on the cell of a step.
func stands(d engine.Diagram, s engine.Step) bool {
	return s.Cell != "" && slices.ContainsFunc(d.Pieces, func(p engine.Piece) bool { return p.Cell == s.Cell })
}

// used returns for each die of the throw the label of the piece that it is used for, "" if that is open; nil where no die is
// a piece's.
func (s story) used() []string {
	if s.diagram.Used == nil {
		return nil
	}
	labels := make([]string, len(s.diagram.Used))
	for die, cell := range s.diagram.Used {
		for _, p := range s.began {
			if cell != "" && p.Cell == cell && p.Kind != engine.KindKeeper {
				labels[die] = p.Label
			}
		}
	}
	return labels
}
