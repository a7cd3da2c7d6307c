package views

import (
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
	diagram engine.Diagram // after it
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
			next.steps, _ = p.Steps(engine.Move(e.Text))
			next.words = stepWords(last.diagram, next.steps)
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

// stepWords writes steps with the names of the spots: "e5 – d5 – f7" where
// something travels along them, else "b7, c3, e8".
func stepWords(d engine.Diagram, steps []engine.Step) string {
	names := make([]string, len(steps))
	for i, s := range steps {
		names[i] = stepName(d, s)
	}
	if travels(d, steps) {
		return strings.Join(names, " – ")
	}
	return strings.Join(names, ", ")
}

func stepName(d engine.Diagram, s engine.Step) string {
	if spot, ok := d.SpotOf(s); ok {
		return spot.Name
	}
	if s.Choice != "" {
		return s.Choice
	}
	return string(s.Cell)
}
