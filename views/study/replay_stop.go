package study

import (
	"slices"

	"kickabout/engine"
)

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

// A telling is how far a record has been replayed to where each move led.
type telling struct {
	walker walker
	stops  []replayStop
	throws []thrown // for the next move
	read   int      // events
	broken bool     // what follows is left out
}

// tell replays a record. It has been checked already; were it broken all the same, what follows the break is left out.
func tell(r engine.Record) telling {
	p, err := r.Game.Start(r.Variant)
	if err != nil {
		return telling{broken: true}
	}
	w := walker{game: r.Game, Position: p, numbers: engine.NumbersOf(r.Game, p)}
	t := telling{walker: w, stops: []replayStop{{diagram: w.board().Diagram(), position: p, numbers: w.numbers}}}
	return t.on(r.Log)
}

// on tells a longer log, which begins with the one that has been told.
func (t telling) on(log []engine.Event) telling {
	if t.broken || len(log) <= t.read {
		return t
	}
	t.stops = slices.Clone(t.stops) // the last one may change, and others show it as it was
	t.throws = slices.Clip(t.throws)
	for _, e := range log[t.read:] {
		if t.broken = !t.add(e); t.broken {
			break
		}
	}
	t.read = len(log)
	return t
}

// add tells an event; false if it is broken.
func (t *telling) add(e engine.Event) bool {
	w := &t.walker
	switch e.Act {
	case engine.ActRoll:
		dice := w.Next().Dice
		made := thrown{facesOf(e.Draws), dice.Sides}
		if w.roll(made.faces) != nil {
			return false
		}
		if dice.After && len(t.stops) > 1 {
			t.stops[len(t.stops)-1].settle(e.Seq, made, *w)
		} else {
			t.throws = append(t.throws, made)
		}
	case engine.ActMove:
		next := replayStop{seq: e.Seq, by: e.By, throws: t.throws}
		steps, _ := w.Steps(engine.Move(e.Text))
		next.story = told(w.board(), w.board().Diagram(), steps)
		next.words = next.story.words()
		if w.play(engine.Move(e.Text)) != nil {
			return false
		}
		next.story = next.story.then(w.board().Diagram())
		next.diagram, next.position, next.numbers = next.story.diagram, w.Position, w.numbers
		t.stops, t.throws = append(t.stops, next), nil
	}
	if len(t.stops) == 1 { // the first board shows all that came before the first move
		first := &t.stops[0]
		first.seq, first.diagram, first.position, first.numbers = e.Seq, w.board().Diagram(), w.Position, w.numbers
	}
	return true
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
	s.seq, s.after, s.diagram, s.position, s.numbers = seq, append(slices.Clip(s.after), t), s.story.diagram, w.Position, w.numbers
}

func facesOf(draws []engine.Draw) []int {
	faces := make([]int, len(draws))
	for i, d := range draws {
		faces[i] = d.Face
	}
	return faces
}
