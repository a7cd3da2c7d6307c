package study

import (
	"slices"

	"kickabout/engine"
	"kickabout/views/ui"
)

// EntryInput is what a board is drawn from on which a move may be entered.
type EntryInput struct {
	Position engine.Position
	Board    engine.Diagram // before the first step, as the page shows it
	Sides    [2]string      // what the game calls First and Second
	Turned   bool           // the board is turned by half
	Trace    ui.MoveTrace   // of the move before
	Done     []engine.Step  // touched so far; what leads nowhere is left out
	Href     func(done []engine.Step) string
}

// An Entry is a move while it is being entered.
type Entry struct {
	Done  []engine.Step
	Move  engine.Move // what they spell; "" while something is missing
	Words string      // the steps for people; before the first what is to be done
	Task  string      // what is left to do
	Hint  string      // what is counted
	Used  []string    // the label of the piece that each die is used for; nil where that is not said
	Undo  string      // where one step back leads; "" if nothing is chosen
	Board ui.Board
	Spare []SpareChoice
}

// A SpareChoice is a choice that has no place on the board: it is a button beside it.
type SpareChoice struct {
	Step, Text, Href string
	Touch            ui.Touch
	Chosen           bool
}

// NewEntry draws the board as it is after the steps done, with all that may be touched.
func NewEntry(in EntryInput) Entry {
	p := in.Position
	e := Entry{Done: spelt(p, in.Done)}
	_, e.Move = p.Continue(e.Done)
	s := told(p, in.Board, e.Done)
	e.Words, e.Task, e.Hint, e.Used = s.words(), s.task(), s.diagram.Hint, s.used()
	if n := len(e.Done); n > 0 {
		e.Undo = in.Href(e.Done[:n-1])
	}
	if len(e.Done) > 0 {
		in.Trace = ui.MoveTrace{} // what is being done now takes its place
	}
	touch, then := touches(p, e.Done)
	e.Board = ui.NewBoard(ui.BoardInput{
		Diagram: s.diagram, Sides: in.Sides, Turned: in.Turned, Trace: in.Trace, Touch: touch, Done: e.Done,
		Walks: s.walks(), Flights: s.flights(), Ghosts: s.ghosts(),
		Href: func(s engine.Step, _ ui.Touch) string { return in.Href(then[s]) },
	})
	for _, step := range spareSteps(p, in.Board, e.Done) {
		e.Spare = append(e.Spare, SpareChoice{
			Step: step.String(), Text: ui.Upper(step.Choice), Href: in.Href(then[step]), Touch: touch[step],
			Chosen: slices.Contains(e.Done, step),
		})
	}
	return e
}

// spareSteps lists the choices without a place on the board that could have been made
// at any point of the steps done, those of the next step first: of many choices few are in sight.
func spareSteps(p engine.Position, d engine.Diagram, done []engine.Step) []engine.Step {
	var list []engine.Step
	for n := len(done); n >= 0; n-- {
		next, _ := p.Continue(done[:n])
		for _, step := range next {
			if _, placed := d.SpotOf(step); !placed && !slices.Contains(list, step) {
				list = append(list, step)
			}
		}
	}
	return list
}
