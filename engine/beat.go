package engine

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A BeatKind says what a beat shows.
type BeatKind string

// The kinds of beats.
const (
	BeatThrow        BeatKind = "throw"        // the dice are thrown, or a peg comes out of the bag for what is done next
	BeatThink        BeatKind = "think"        // who is going to act
	BeatRun          BeatKind = "run"          // a piece goes step by step
	BeatTouch        BeatKind = "touch"        // a figure is at the ball
	BeatFlight       BeatKind = "flight"       // the ball, or a marker for it, goes leg by leg
	BeatDraw         BeatKind = "draw"         // a throw for what becomes of a move: a chance, a keeper
	BeatInterception BeatKind = "interception" // the ball stops, and another side has it
	BeatGoal         BeatKind = "goal"
	BeatRestart      BeatKind = "restart" // pieces go to their places together
	BeatSetUp        BeatKind = "set-up"  // the pieces of a side come on
)

// How long the kinds of beats last, in milliseconds; runs and flights by their way.
var beatTimes = map[BeatKind]int{
	BeatThrow: 700, BeatThink: 240, BeatTouch: 240, BeatDraw: 600, BeatInterception: 480,
	BeatGoal: 1400, BeatRestart: 700, BeatSetUp: 900,
}

// What runs and flights last.
const (
	stepTime  = 160 // a step of a run
	longRun   = 960 // a run at most
	cellTime  = 90  // a cell of a flight
	shortLeg  = 240 // a leg of a flight at least
	cornerGap = 120 // between two legs
)

// A Point is a place on a board in the lengths of its Diagram: x, y.
type Point [2]float64

// A Beat is one thing that happens in a match, for whoever shows or tells it. Its sentence
// names sides and numbers, never players; the sentences of an event, one behind the other,
// tell all of it.
type Beat struct {
	Kind   BeatKind
	Side   Side    // that acts; NoSide: nobody
	Piece  string  // the kind of the piece that acts or moves, "" if none does
	Number string  // what acts wears; where the ball flies, who has kicked it
	Path   []Point // of the piece: the first point is where it stands; of a flight its legs, else cell by cell
	Shifts []Shift // what goes to its place at the same time, of restarts and set-ups
	Faces  []int   // that were thrown
	Hit    bool    // of a draw: it was a success
	When   string  // of a goal: the turn of it, in the words of the game: "turn 16"
	Score  [2]int  // of First and Second after the beat
	Say    string  // one or two sentences; "" if the beat before has said it
	MS     int     // how long it lasts at normal speed
}

// A Shift is a piece that goes to a place, comes onto the board there, or leaves the board.
type Shift struct {
	Piece  string
	Side   Side
	Number string
	To     Point
	Off    bool // it leaves
}

// time returns how long a beat lasts.
func (b Beat) time() int {
	switch b.Kind {
	case BeatRun:
		return min(longRun, stepTime*max(1, len(b.Path)-1))
	case BeatFlight:
		total := cornerGap * max(0, len(b.Path)-2)
		for i := 1; i < len(b.Path); i++ {
			total += max(shortLeg, cellTime*b.Path[i-1].cellsTo(b.Path[i]))
		}
		return total
	}
	return beatTimes[b.Kind]
}

// cellsTo returns how many cells lie between two points, diagonal steps counting one.
func (p Point) cellsTo(q Point) int {
	return int(math.Round(max(math.Abs(p[0]-q[0]), math.Abs(p[1]-q[1]))))
}

// A Frame is what stands on a board, piece by piece. A piece is known by its kind, side and label.
type Frame []Piece

// At returns where a piece is drawn.
func (p Piece) At() Point { return Point{p.X, p.Y} }

// index returns where a piece is in a frame, -1 if it is not there.
func (f Frame) index(kind string, side Side, label string) int {
	for i, p := range f {
		if p.Kind == kind && p.Side == side && p.Label == label {
			return i
		}
	}
	return -1
}

// After returns the frame once beats have happened.
func (f Frame) After(beats ...Beat) Frame {
	after := append(Frame(nil), f...)
	for _, b := range beats {
		if n := len(b.Path); n > 0 {
			side, label := b.Side, b.Number
			switch b.Piece {
			case KindBall:
				side, label = NoSide, ""
			case KindMarker:
				side = NoSide
			}
			after = after.put(Shift{Piece: b.Piece, Side: side, Number: label, To: b.Path[n-1]})
		}
		for _, s := range b.Shifts {
			after = after.put(s)
		}
	}
	return after
}

// put makes a shift in place.
func (f Frame) put(s Shift) Frame {
	i := f.index(s.Piece, s.Side, s.Number)
	switch {
	case s.Off && i >= 0:
		return append(f[:i], f[i+1:]...)
	case s.Off:
		return f
	case i < 0:
		f = append(f, Piece{Kind: s.Piece, Side: s.Side, Label: s.Number})
		i = len(f) - 1
	}
	f[i].X, f[i].Y = s.To[0], s.To[1]
	return f
}

// Shifts returns what leads from a frame to another.
func (f Frame) Shifts(to Frame) []Shift {
	var shifts []Shift
	for _, p := range f {
		if to.index(p.Kind, p.Side, p.Label) < 0 {
			shifts = append(shifts, Shift{Piece: p.Kind, Side: p.Side, Number: p.Label, Off: true})
		}
	}
	for _, p := range to {
		if i := f.index(p.Kind, p.Side, p.Label); i < 0 || f[i].At() != p.At() {
			shifts = append(shifts, Shift{Piece: p.Kind, Side: p.Side, Number: p.Label, To: p.At()})
		}
	}
	return shifts
}

// A Told is an event of a log as beats.
type Told struct {
	Seq   int  // of the event
	Move  int  // how many moves there were by then, its own among them
	By    Side // who moved, or NoSide
	Act   Act
	Beats []Beat
}

// Sentences returns what the beats of an event say, one behind the other.
func (t Told) Sentences() string {
	text := ""
	for _, b := range t.Beats {
		if b.Say == "" {
			continue
		}
		if text != "" {
			text += " "
		}
		text += b.Say
	}
	return text
}

// Tell returns what the events behind the one numbered after have shown, and the board before
// them. Of a game that tells nothing it is nothing.
func (r Record) Tell(after int) (Diagram, []Told) {
	game, ok := r.Game.(Narrator)
	sofar, err := start(r.Game, r.Variant)
	if err != nil {
		return Diagram{}, nil
	}
	before := sofar // the last one that is not told
	var list []Told
	moves := 0
	for _, e := range r.Log {
		was := sofar
		if sofar.apply(e) != nil {
			break // a log that was changed is told as far as it can be
		}
		if e.Act == ActMove {
			moves++
		}
		if e.Seq <= after {
			before = sofar
		} else if c, tells := changed(was, sofar, e); tells && ok {
			list = append(list, Told{Seq: e.Seq, Move: moves, By: e.By, Act: e.Act, Beats: complete(game.Beats(was.Numbers, c), c)})
		}
	}
	return before.Board().Diagram(), list
}

// TellChanges returns what changes that follow each other have shown, and the board before them, of
// a position without a history. Of a game that tells nothing it is nothing.
func TellChanges(g Game, changes []Change) (Diagram, []Told) {
	game, ok := g.(Narrator)
	if !ok || len(changes) == 0 {
		return Diagram{}, nil
	}
	numbers := game.Numbers(changes[0].Was)
	before := Board(g, changes[0].Was, numbers).Diagram()
	var list []Told
	moves := 0
	for i, c := range changes {
		t := Told{Seq: i + 1, Act: ActRoll, Beats: complete(game.Beats(numbers, c), c)}
		if c.Move != "" {
			moves++
			t.Act, t.By = ActMove, c.Was.Next().Side
		}
		t.Move = moves
		list = append(list, t)
		numbers = game.Renumber(numbers, c)
	}
	return before, list
}

// changed returns what an event has changed on the board; false if nothing.
func changed(was, is Record, e Event) (Change, bool) {
	c := Change{Was: was.Position, Is: is.Position}
	switch e.Act {
	case ActMove:
		c.Move = Move(e.Text)
	case ActRoll:
		for _, d := range e.Draws {
			c.Faces = append(c.Faces, d.Face)
		}
	default:
		return c, false
	}
	return c, true
}

// complete adds score and time to the beats of a change: the score changes with the goal.
func complete(beats []Beat, c Change) []Beat {
	score := c.Was.Diagram().Score
	for i := range beats {
		if beats[i].Kind == BeatGoal {
			score = c.Is.Diagram().Score
		}
		beats[i].Score, beats[i].MS = score, beats[i].time()
	}
	return beats
}

// SetsUp says whether what the side to move decides is where its pieces stand, as before a
// kick-off: any move of it, told, is a set-up. A game that tells nothing has none.
func SetsUp(g Game, p Position) bool {
	game, ok := g.(Narrator)
	if !ok || p.Next().Side == NoSide {
		return false
	}
	m := p.Random(rand.New(rand.NewPCG(1, 1)))
	is, err := p.Play(m)
	return err == nil && slices.ContainsFunc(game.Beats(game.Numbers(p), Change{Was: p, Is: is, Move: m}), func(b Beat) bool { return b.Kind == BeatSetUp })
}
