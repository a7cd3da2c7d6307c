package views

import (
	"slices"
	"strings"

	"kickabout/engine"
)

// A station is a board of a match at which the reader may stop: the first one,
// and the one after each move.
type station struct {
	seq     int            // the event it stands after
	by      engine.Side    // who moved; NoSide: nobody yet
	throw   []int          // all that was thrown since the station before
	steps   []engine.Step  // of the move
	before  engine.Diagram // the board it was made on
	diagram engine.Diagram // the board after it
	words   string         // the move for people
}

// stations replays a record to where each move led. The record has been checked
// already; were it broken all the same, what follows the break is left out.
func stations(r engine.Record) []station {
	p, err := r.Game.Start(r.Variant)
	if err != nil {
		return nil
	}
	list := []station{{diagram: p.Diagram()}}
	var throw []int
	for _, e := range r.Log {
		last := &list[len(list)-1]
		switch e.Act {
		case engine.ActRoll:
			faces := facesOf(e.Draws)
			throw = append(throw, faces...)
			if p, err = p.Roll(faces...); err != nil {
				return list
			}
		case engine.ActMove:
			next := station{seq: e.Seq, by: e.By, throw: throw}
			next.before = keepLabels(last.diagram, p.Diagram())
			next.steps, _ = p.Steps(engine.Move(e.Text))
			next.words = newSpeller(p, next.before).words(next.steps)
			if p, err = p.Play(engine.Move(e.Text)); err != nil {
				return list
			}
			next.diagram = keepLabels(last.diagram, p.Diagram())
			list, throw = append(list, next), nil
			continue
		}
		if len(list) == 1 { // the first board shows all that came before the first move
			last.seq, last.diagram = e.Seq, p.Diagram()
		}
	}
	return list
}

func facesOf(draws []engine.Draw) []int {
	faces := make([]int, len(draws))
	for i, d := range draws {
		faces[i] = d.Face
	}
	return faces
}

// A speller writes steps for people, with the names that spots have on a board.
type speller struct {
	diagram engine.Diagram
	first   []engine.Step // those that a move may begin with
}

func newSpeller(p engine.Position, d engine.Diagram) speller {
	first, _ := p.Continue(nil)
	return speller{d, first}
}

// words writes a way as "e5 – d5 – f7", and places in any order as "b7, c3, e8".
func (s speller) words(steps []engine.Step) string {
	names := make([]string, len(steps))
	for i, step := range steps {
		names[i] = s.name(step)
	}
	if s.joined(steps) {
		return strings.Join(names, " – ")
	}
	return strings.Join(names, ", ")
}

// joined says that steps are a way along which something goes: it begins with a
// piece, or its second step could not have been the first.
func (s speller) joined(steps []engine.Step) bool {
	return len(steps) > 0 && stands(s.diagram, steps[0]) ||
		len(steps) > 1 && !slices.Contains(s.first, steps[1])
}

func (s speller) name(step engine.Step) string {
	if spot, ok := s.diagram.SpotOf(step); ok {
		return spot.Name
	}
	if step.Choice != "" {
		return step.Choice
	}
	return string(step.Cell)
}
