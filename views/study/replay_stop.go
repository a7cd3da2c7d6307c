package study

import "kickabout/engine"

// A replayStop is a board of a match at which the reader may stop: the first one,
// and the one after each move and the throws that it called for.
type replayStop struct {
	seq     int         // the event it stands after
	by      engine.Side // who moved; NoSide: nobody yet
	throws  []thrown    // those that the move was made with
	after   []thrown    // those that it called for
	story   story       // of the move
	words   string      // the move for people
	diagram engine.Diagram
	// position is the one that the board shows: it can be tried.
	position engine.Position
}

// A thrown is a throw that was made.
type thrown struct {
	faces []int
	sides int
}

// replayStops replays a record to where each move led. The record has been checked
// already; were it broken all the same, what follows the break is left out.
func replayStops(r engine.Record) []replayStop {
	p, err := r.Game.Start(r.Variant)
	if err != nil {
		return nil
	}
	list := []replayStop{{diagram: p.Diagram(), position: p}}
	var throws []thrown // for the next move
	for _, e := range r.Log {
		last := &list[len(list)-1]
		switch e.Act {
		case engine.ActRoll:
			dice := p.Next().Dice
			t := thrown{facesOf(e.Draws), dice.Sides}
			if p, err = p.Roll(t.faces...); err != nil {
				return list
			}
			if dice.After && len(list) > 1 {
				last.settle(e.Seq, t, p.Diagram())
				last.position = p
			} else {
				throws = append(throws, t)
			}
		case engine.ActMove:
			next := replayStop{seq: e.Seq, by: e.By, throws: throws}
			steps, _ := p.Steps(engine.Move(e.Text))
			next.story = told(p, keepLabels(last.diagram, p.Diagram()), steps)
			next.words = next.story.words()
			if p, err = p.Play(engine.Move(e.Text)); err != nil {
				return list
			}
			next.story = next.story.then(p.Diagram())
			next.diagram, next.position = next.story.diagram, p
			list, throws = append(list, next), nil
		}
		if len(list) == 1 { // the first board shows all that came before the first move
			list[0].seq, list[0].diagram, list[0].position = e.Seq, p.Diagram(), p
		}
	}
	return list
}

// settle adds a throw that said what became of the move.
func (s *replayStop) settle(seq int, t thrown, d engine.Diagram) {
	s.story = s.story.then(d)
	s.seq, s.after, s.diagram = seq, append(s.after, t), s.story.diagram
}

func facesOf(draws []engine.Draw) []int {
	faces := make([]int, len(draws))
	for i, d := range draws {
		faces[i] = d.Face
	}
	return faces
}
