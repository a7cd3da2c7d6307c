package study

import (
	"fmt"
	"strconv"

	"kickabout/engine"
	"kickabout/views/ui"
)

// A Replay is a record board by board, of which one is shown.
type Replay struct {
	Record  engine.Record
	Match   string // id of the match here whose record it is; "" if it is none
	Info    engine.Info
	At      int  // the board shown: 0 is the one before the first move
	Present bool // it is the last one
	Turned  bool // boards are turned by half
	told    telling
	all     []replayStop
}

// Ply is a line of the move list.
type Ply struct {
	Number  int
	Side    engine.Side
	Colour  string
	Throw   []ui.Face // that it was made with
	Words   string
	After   []ui.Face // thrown for it
	Goal    string    // the score if it changed: "1:0"
	Scorer  string    // the side that it changed for
	URL     string
	Current bool
}

// NewReplay shows the present board of a record.
func NewReplay(r engine.Record, match string) Replay {
	return Replay{Match: match, Info: r.Game.Info(), told: tell(r)}.of(r)
}

// With shows the present board of the same record after more events: its log begins with that of the replay. What has been told
// is not told again; the replay itself stays as it is.
func (b Replay) With(r engine.Record) Replay {
	b.told = b.told.on(r.Log)
	return b.of(r)
}

// of shows the present board of a record that has been told.
func (b Replay) of(r engine.Record) Replay {
	b.Record, b.all = r, b.told.stops
	return b.Show(b.Last())
}

// Events is how many events of the record are told.
func (b Replay) Events() int { return b.told.read }

// Last is the number of the present board.
func (b Replay) Last() int { return len(b.all) - 1 }

// Show shows a board by its number.
func (b Replay) Show(at int) Replay {
	b.At, b.Present = at, at == b.Last()
	return b
}

// ShowAfter shows the last board that is not after an event; the present one for 0.
func (b Replay) ShowAfter(seq int) Replay {
	at := b.Last()
	for seq > 0 && at > 0 && b.all[at].seq > seq {
		at--
	}
	return b.Show(at)
}

// Position is the one on the board: the present one has its throw.
func (b Replay) Position() engine.Position {
	if b.Present {
		return b.Record.Position
	}
	return b.all[b.At].position
}

// Try is where the position that is shown can be tried, with the steps of the running turn
// that were chosen so far.
func (b Replay) Try(done []engine.Step) string {
	if b.Present {
		done = spelt(b.Record.Position, done)
	} else {
		done = nil
	}
	return ui.TryURL(ui.RulesID(b.Info.ID, b.Record.Variant), b.Position().String(), done)
}

// Diagram is the board to show. The present one has the throw that came after
// the last move.
func (b Replay) Diagram() engine.Diagram {
	if !b.Present {
		return b.all[b.At].diagram
	}
	return b.Record.Board().Diagram()
}

// Dice are those that were thrown last before the board shown.
func (b Replay) Dice(d engine.Diagram) ui.Throw {
	var thrown []int
	for _, e := range b.Record.Log {
		if !b.Present && e.Seq > b.all[b.At].seq {
			break
		}
		if e.Act == engine.ActRoll {
			thrown = facesOf(e.Draws)
		}
	}
	return ui.ThrowOf(b.Info, d, thrown)
}

// MoveText tells the move that led to the board shown.
func (b Replay) MoveText() string {
	s := b.all[b.At]
	text := fmt.Sprintf("move %d of %d: %s, ", b.At, b.Last(), b.Info.Sides[s.by-1])
	if faces := b.faces(s.throws); len(faces) > 0 {
		text += ui.SaidFaces(faces) + ", "
	}
	text += s.words
	if faces := b.faces(s.after); len(faces) > 0 {
		text += "; then " + ui.SaidFaces(faces)
	}
	return text
}

// faces are all that was thrown, ready to show.
func (b Replay) faces(throws []thrown) []ui.Face {
	var list []ui.Face
	for _, t := range throws {
		list = append(list, ui.FacesOfThrow(b.Info, t.faces, t.sides)...)
	}
	return list
}

// Plies lists the moves for reading and for stepping through.
func (b Replay) Plies() []Ply {
	var list []Ply
	for i := 1; i < len(b.all); i++ {
		s := b.all[i]
		ply := Ply{
			Number: i, Side: s.by, Colour: b.Info.Sides[s.by-1],
			Throw: b.faces(s.throws), Words: s.words, After: b.faces(s.after), URL: b.URL(i), Current: i == b.At,
		}
		if s.diagram.Score != b.all[i-1].diagram.Score {
			ply.Goal = ui.ScoreText(s.diagram.Score)
			ply.Scorer = b.Info.Sides[map[bool]int{true: 0, false: 1}[s.diagram.Score[0] > b.all[i-1].diagram.Score[0]]]
		}
		list = append(list, ply)
	}
	return list
}

// Boards are all boards of the record, from the one before the first move on.
func (b Replay) Boards() []engine.Diagram {
	list := make([]engine.Diagram, len(b.all))
	for i, s := range b.all {
		list[i] = s.diagram
	}
	return list
}

// PeriodAt is the period in which the move after a board was made.
func (b Replay) PeriodAt(at int) string { return b.all[at].diagram.Period }

// URL is where the match shows a board; the last one is the present board.
func (b Replay) URL(at int) string {
	url := ui.MatchURL(b.Match)
	if at == b.Last() {
		return url
	}
	return url + "?at=" + strconv.Itoa(b.all[at].seq)
}

// Stage tells what led from the board before to the one shown; nil of the first one.
func (b Replay) Stage() *Stage {
	if b.At == 0 {
		return nil
	}
	s := NewStage(NewBeats(b.Record, b.all[b.At-1].seq+1, b.all[b.At].seq), b.Diagram(), b.Info.Sides, b.Turned)
	if len(s.Events) == 0 {
		return nil
	}
	return s
}

// Still draws the board on which nothing can be touched.
func (b Replay) Still(d engine.Diagram) ui.Board { return b.StillWith(d, b.Trace(d)) }

// StillWith draws it with what is to be seen of the move before.
func (b Replay) StillWith(d engine.Diagram, t ui.MoveTrace) ui.Board {
	return ui.NewBoard(ui.BoardInput{Diagram: d, Sides: b.Info.Sides, Turned: b.Turned, Trace: t})
}

// Trace is what the move before the board shown has left on it.
func (b Replay) Trace(d engine.Diagram) ui.MoveTrace {
	if b.At == 0 {
		return ui.MoveTrace{}
	}
	return b.all[b.At].story.trace(d)
}

// TraceAsTold is Trace with the lines that a stage tells: round what stood in the way, and with every bend of the ball.
func (b Replay) TraceAsTold(s *Stage, d engine.Diagram) ui.MoveTrace {
	t := b.Trace(d)
	if s == nil || b.At == 0 {
		return t
	}
	paths, flights := s.ways(b.all[b.At-1].seq, b.all[b.At].seq)
	if len(paths) > 0 && len(t.Paths) > 0 {
		t.Paths = paths
	}
	if len(flights) > 0 && len(t.Flights) > 0 {
		t.Flights = flights
	}
	return t
}
