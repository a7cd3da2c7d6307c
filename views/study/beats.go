package study

import (
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/views/ui"
)

// Beats are a stretch of a match as it was played, for players in a browser and for programs.
// Lengths are in cells: x grows to the right, y downwards, the origin is the top left corner of
// the board with its goals, which is never turned.
type Beats struct {
	Seq    int         `json:"seq" doc:"The number of the last event of the match."`
	Board  [2]float64  `json:"board" doc:"Width and height of the board in cells, its goals included. The origin of all places is its top left corner, with the goal of second on top."`
	Pieces []Piece     `json:"pieces" doc:"What stood on the board before the first of the events."`
	Events []BeatEvent `json:"events" doc:"The throws and moves, each with what is to be seen of it."`
}

// Piece is a piece and its place.
type Piece struct {
	Piece  string       `json:"piece" enum:"figure,keeper,marker,ball"`
	Side   string       `json:"side" enum:",first,second" doc:"Empty: nobody's."`
	Number string       `json:"number" doc:"What it wears through the whole match: 1 to 11, or A, B, C; empty of the ball."`
	At     engine.Point `json:"at"`
}

// BeatEvent is an event of the log as beats.
type BeatEvent struct {
	Seq   int        `json:"seq" doc:"Of the event in the log."`
	Move  int        `json:"move" doc:"How many moves there were by then, this one among them."`
	By    string     `json:"by" enum:",first,second" doc:"Who moved; empty of a throw."`
	Say   string     `json:"say" doc:"What it comes to, in one or more sentences."`
	Beats []BeatBody `json:"beats"`
}

// BeatBody is one thing that is to be seen.
type BeatBody struct {
	Kind   engine.BeatKind `json:"kind" enum:"throw,think,run,touch,flight,draw,interception,goal,restart,set-up"`
	Side   string          `json:"side" enum:",first,second" doc:"That acts."`
	Piece  string          `json:"piece,omitempty" enum:"figure,keeper,marker,ball" doc:"Of the kind that acts or moves."`
	Number string          `json:"number,omitempty" doc:"What acts wears; where the ball flies, who has kicked it."`
	Path   []engine.Point  `json:"path,omitempty" doc:"Of the piece: from where it stands cell by cell; of a flight leg by leg. Where there are several ways it is one legal way, always the same."`
	Shifts []BeatShift     `json:"shifts,omitempty" doc:"What goes to its place at the same time."`
	Faces  []int           `json:"faces,omitempty" doc:"That were thrown."`
	Hit    bool            `json:"hit,omitempty" doc:"Of a draw: it was a success."`
	Score  [2]int          `json:"score" doc:"Goals of first and second after it."`
	Say    string          `json:"say,omitempty" doc:"One or two sentences; missing if the beat before has said it."`
	MS     int             `json:"ms" doc:"How long it lasts at normal speed, in milliseconds."`
}

// BeatShift is a piece that goes to a place or leaves the board.
type BeatShift struct {
	Piece  string        `json:"piece" enum:"figure,keeper,marker,ball"`
	Side   string        `json:"side" enum:",first,second"`
	Number string        `json:"number"`
	To     *engine.Point `json:"to" doc:"Null: off the board."`
}

// NewBeats tells the events of a record from one to another, both counted.
func NewBeats(r engine.Record, from, to int) Beats {
	board, told := r.Tell(from - 1)
	return newBeats(board, told, len(r.Log), to)
}

// newBeats tells events on a board up to one, of so many.
func newBeats(board engine.Diagram, told []engine.Told, last, to int) Beats {
	b := Beats{Seq: last, Board: [2]float64{board.Width, board.Height}, Pieces: []Piece{}, Events: []BeatEvent{}}
	for _, p := range board.Pieces {
		b.Pieces = append(b.Pieces, Piece{p.Kind, p.Side.String(), p.Label, p.At()})
	}
	for _, t := range told {
		if t.Seq > to {
			break
		}
		e := BeatEvent{Seq: t.Seq, Move: t.Move, By: t.By.String(), Say: t.Sentences(), Beats: []BeatBody{}}
		for _, beat := range t.Beats {
			e.Beats = append(e.Beats, newBeat(beat))
		}
		b.Events = append(b.Events, e)
	}
	return b
}

// Stage is what a page tells the player in the browser: what has happened, and how pieces look.
type Stage struct {
	Beats
	Since int                  `json:"since"` // the event with which that begins, of which the latest part is carried; 0: all is
	Looks map[string]PieceLook `json:"looks"` // of pieces, by kind and side
	Kits  map[string]string    `json:"kits"`  // the colours of the sides
	Seen  int                  `json:"-"`     // the last event that the reader knows, having made it or been shown it; 0: none
	Title string               `json:"-"`     // of what they do not know
}

// PieceLook is how the script draws a piece.
type PieceLook struct {
	Class string `json:"class"`
	Shape string `json:"shape"`
	Size  string `json:"size"`
}

// NewStage adds to beats how pieces look on a board.
func NewStage(b Beats, d engine.Diagram, sides [2]string, turned bool) *Stage {
	s := &Stage{Beats: b, Looks: map[string]PieceLook{}, Kits: map[string]string{}}
	d.Pieces = nil
	for _, side := range []engine.Side{engine.First, engine.Second} {
		s.Kits[side.String()] = strings.ToLower(sides[side-1])
		d.Pieces = append(d.Pieces, engine.Piece{Kind: engine.KindFigure, Side: side, Label: "2"}, engine.Piece{Kind: engine.KindKeeper, Side: side, Label: engine.KeeperNumber})
	}
	d.Pieces = append(d.Pieces, engine.Piece{Kind: engine.KindMarker, Label: "A"}, engine.Piece{Kind: engine.KindBall})
	for i, p := range ui.BoardPieces(ui.PlaneOf(d, turned), d, sides) {
		key := strings.TrimSpace(d.Pieces[i].Kind + " " + d.Pieces[i].Side.String())
		s.Looks[key] = PieceLook{p.Class, p.Shape, p.Size}
	}
	if len(b.Events) > 0 {
		s.Since = b.Events[0].Seq
	}
	return s
}

// News are the events that the reader does not know.
func (s *Stage) News() []BeatEvent {
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.Events, func(e BeatEvent) bool { return e.Seq > s.Seen })
	if i < 0 {
		return nil
	}
	return s.Events[i:]
}

// A GoalTold is a goal as it is told.
type GoalTold struct {
	Seq    int // of its event
	Side   engine.Side
	Number string         // what the scorer wears; "" of nobody
	Way    []ui.Point     // into the net
	Board  engine.Diagram // before its event,
	Pieces engine.Frame   // and the pieces when the goal fell
	Since  []engine.Told  // what has happened since
	Last   bool           // that is nothing
}

// lately is how many events back a goal is looked for: more than a goal, two set-ups and a kick-off take.
const lately = 40

// LastGoal is the latest goal of the record if it is not long ago; else the second value is false.
func (b Replay) LastGoal() (GoalTold, bool) {
	_, told := b.Record.Tell(max(0, len(b.Record.Log)-lately))
	for i, e := range slices.Backward(told) {
		if slices.ContainsFunc(e.Beats, func(b engine.Beat) bool { return b.Kind == engine.BeatGoal }) {
			board, _ := b.Record.Tell(e.Seq - 1)
			g := newGoalTold(board, e)
			g.Since, g.Last = told[i+1:], g.Last && i == len(told)-1
			return g, true
		}
	}
	return GoalTold{}, false
}

// newGoalTold follows an event up to its goal.
func newGoalTold(board engine.Diagram, e engine.Told) GoalTold {
	g := GoalTold{Seq: e.Seq, Board: board, Pieces: board.Pieces}
	for i, beat := range e.Beats {
		g.Pieces = g.Pieces.After(beat)
		switch beat.Kind {
		case engine.BeatFlight:
			g.Way = pointsOf(beat.Path)
		case engine.BeatGoal:
			g.Side, g.Number, g.Last = beat.Side, beat.Number, i == len(e.Beats)-1
			return g
		}
	}
	return g
}

// ways are those of the events behind one, up to another: of pieces, and of the ball. With a goal they end.
func (s *Stage) ways(after, to int) (runs, flights [][]ui.Point) {
	for _, e := range s.Events {
		if e.Seq <= after || e.Seq > to {
			continue
		}
		for _, b := range e.Beats {
			switch b.Kind {
			case engine.BeatRun:
				runs = append(runs, pointsOf(b.Path))
			case engine.BeatFlight:
				flights = append(flights, pointsOf(b.Path))
			case engine.BeatGoal:
				return runs, flights
			}
		}
	}
	return runs, flights
}

// pointsOf are the places of a path on the board.
func pointsOf(path []engine.Point) []ui.Point {
	points := make([]ui.Point, len(path))
	for i, at := range path {
		points[i] = ui.Point{X: at[0], Y: at[1]}
	}
	return points
}

// Samples throws every face of a game's dice, or draws every peg, for the player in the browser.
func Samples(info engine.Info) ui.Throw {
	sides := 6
	if n := len(info.Pegs); n > 0 {
		sides = n
	}
	faces := make([]int, sides)
	for i := range faces {
		faces[i] = i + 1
	}
	return ui.Throw{Faces: ui.FacesOfThrow(info, faces, sides), Sides: sides}
}

// newBeat is a beat as it is sent.
func newBeat(b engine.Beat) BeatBody {
	body := BeatBody{
		Kind: b.Kind, Side: b.Side.String(), Piece: b.Piece, Number: b.Number, Path: slices.Clone(b.Path),
		Faces: b.Faces, Hit: b.Hit, Score: b.Score, Say: b.Say, MS: b.MS,
	}
	for _, s := range b.Shifts {
		shift := BeatShift{Piece: s.Piece, Side: s.Side.String(), Number: s.Number}
		if !s.Off {
			shift.To = &s.To
		}
		body.Shifts = append(body.Shifts, shift)
	}
	return body
}
