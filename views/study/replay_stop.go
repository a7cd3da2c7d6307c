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
	numbers  engine.Numbers // that its pieces wear
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
	w := walker{game: r.Game, Position: p, numbers: engine.NumbersOf(r.Game, p)}
	list := []replayStop{{diagram: w.board().Diagram(), position: p, numbers: w.numbers}}
	var throws []thrown // for the next move
	for _, e := range r.Log {
		last := &list[len(list)-1]
		switch e.Act {
		case engine.ActRoll:
			dice := w.Next().Dice
			t := thrown{facesOf(e.Draws), dice.Sides}
			if w.roll(t.faces) != nil {
				return list
			}
			if dice.After && len(list) > 1 {
				last.settle(e.Seq, t, w)
			} else {
				throws = append(throws, t)
			}
		case engine.ActMove:
			next := replayStop{seq: e.Seq, by: e.By, throws: throws}
			steps, _ := w.Steps(engine.Move(e.Text))
			next.story = told(w.board(), w.board().Diagram(), steps)
			next.words = next.story.words()
			if w.play(engine.Move(e.Text)) != nil {
				return list
			}
			next.story = next.story.then(w.board().Diagram())
			next.diagram, next.position, next.numbers = next.story.diagram, w.Position, w.numbers
			list, throws = append(list, next), nil
		}
		if len(list) == 1 { // the first board shows all that came before the first move
			list[0].seq, list[0].diagram, list[0].position, list[0].numbers = e.Seq, w.board().Diagram(), w.Position, w.numbers
		}
	}
	return list
}

// A walker goes through a match from position to position.
type walker struct {
	engine.Position
	game    engine.Game
	numbers engine.Numbers // that its pieces wear
}

// board is the position as it is drawn.
func (w *walker) board() engine.Position { return engine.Board(w.game, w.Position, w.numbers) }

// roll goes on by a throw.
func (w *walker) roll(faces []int) error {
	is, err := w.Roll(faces...)
	if err == nil {
		w.goOn(engine.Change{Was: w.Position, Is: is, Faces: faces})
	}
	return err
}

// play goes on by a move.
func (w *walker) play(m engine.Move) error {
	is, err := w.Play(m)
	if err == nil {
		w.goOn(engine.Change{Was: w.Position, Is: is, Move: m})
	}
	return err
}

// goOn goes on by a change.
func (w *walker) goOn(c engine.Change) {
	w.Position, w.numbers = c.Is, engine.Renumber(w.game, w.numbers, c)
}

// settle adds a throw that said what became of the move.
func (s *replayStop) settle(seq int, t thrown, w walker) {
	s.story = s.story.then(w.board().Diagram())
	s.seq, s.after, s.diagram, s.position, s.numbers = seq, append(s.after, t), s.story.diagram, w.Position, w.numbers
}

func facesOf(draws []engine.Draw) []int {
	faces := make([]int, len(draws))
	for i, d := range draws {
		faces[i] = d.Face
	}
	return faces
}
