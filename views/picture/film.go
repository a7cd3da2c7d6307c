package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"kickabout/engine"
)

// A Point is a place on a board, in cells.
type Point struct{ X, Y float64 }

// A Film is a match from its first board to its last.
type Film struct {
	Names  [2]string // of the players of First and Second: whatever they called themselves
	Sides  [2]string // what the game calls First and Second
	Rules  string    // "StreetSoccer, Little Golem rules"
	Score  [2]int    // at the end
	End    string    // how it ended, in a sentence
	Frames []Frame   // one for the first board and for each move; at least one
}

// A Frame is a board, with what led to it.
type Frame struct {
	Diagram engine.Diagram
	Caption string        // the move in words
	Spots   []engine.Spot // that the move touched
	Paths   [][]Point     // along which it brought something, in the order in which it did
	From    map[int]Point // where pieces came from, by their index in the diagram
}

// title names a film.
func (f Film) title() string {
	return fmt.Sprintf("%s %d:%d %s", clean(f.Names[0]), f.Score[0], f.Score[1], clean(f.Names[1]))
}

// clean leaves out of a name what is not drawn and what turns the direction of writing:
// in a picture it would reach beyond the name.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			return -1
		}
		return r
	}, name)
}

// An actor is one piece through a whole film.
type actor struct {
	costume costume
	label   string
	stops   []stop
}

// A stop is a moment at which an actor is somewhere; from one to the next it goes in a
// straight line. Two stops of one moment are a jump.
type stop struct {
	at    float64 // in frames
	where point
}

// away is where actors are who are not on the board.
var away = point{-90000, -90000}

// The parts of a frame: first the move is made, then what it led to comes about.
const (
	moveUntil = 0.6
	goalUntil = 0.85
	thenUntil = 0.95
)

// stay keeps an actor where it is until a moment.
func (a *actor) stay(at float64) { a.stops = append(a.stops, stop{at, a.last()}) }

func (a *actor) last() point { return a.stops[len(a.stops)-1].where }

// goes leads an actor to a place between two moments.
func (a *actor) goes(from, until float64, where point) {
	if a.last() != where {
		a.stay(from)
		a.stops = append(a.stops, stop{until, where})
	}
}

// cast finds out which piece is which from frame to frame, and where it is when.
func (f Film) cast() []actor {
	c := casting{}
	for _, p := range f.Frames[0].Diagram.Pieces {
		c.on = append(c.on, c.enter(p, place(p), 0))
	}
	for i := 1; i < len(f.Frames); i++ {
		c.next(float64(i), f.Frames[i-1], f.Frames[i])
	}
	for i := range c.actors {
		c.actors[i].stay(float64(len(f.Frames)))
	}
	slices.SortStableFunc(c.actors, func(a, b actor) int { return layer(a) - layer(b) })
	return c.actors
}

// layer puts what is nobody's on top.
func layer(a actor) int {
	if a.costume.side == engine.NoSide {
		return 1
	}
	return 0
}

func place(p engine.Piece) point { return point{math.Round(p.X * cell), math.Round(p.Y * cell)} }

// casting is a cast half made.
type casting struct {
	actors []actor
	on     []int // the actors of the pieces of the last frame
}

// enter adds an actor who is where they are from a moment on.
func (c *casting) enter(p engine.Piece, where point, at float64) int {
	a := actor{costume: costumeOf(p), label: p.Label, stops: []stop{{0, where}}}
	if at > 0 {
		a.stops = []stop{{0, away}, {at, away}, {at, where}}
	}
	c.actors = append(c.actors, a)
	return len(c.actors) - 1
}

// next goes on by a frame.
func (c *casting) next(at float64, before, after Frame) {
	same := pieces(before.Diagram, after)
	goal := before.Diagram.Score != after.Diagram.Score
	now := make([]int, len(after.Diagram.Pieces))
	stays := map[int]bool{}
	for i, p := range after.Diagram.Pieces {
		j := same[i]
		if j < 0 {
			now[i] = c.enter(p, place(p), at+map[bool]float64{true: thenUntil, false: moveUntil}[goal])
			continue
		}
		now[i], stays[j] = c.on[j], true
		c.leads(&c.actors[c.on[j]], at, before.Diagram.Pieces[j], p, after, goal)
	}
	for j, p := range before.Diagram.Pieces {
		if stays[j] {
			continue
		}
		a := &c.actors[c.on[j]]
		if ways := after.route(p, nil); goal && p.Side == engine.NoSide && ways != nil {
			a.walks(at, after, ways)
		}
		a.stay(at + goalUntil)
		a.stops = append(a.stops, stop{at + goalUntil, away})
	}
	c.on = now
}

// leads brings an actor from one board to the next.
func (c *casting) leads(a *actor, at float64, was, is engine.Piece, f Frame, goal bool) {
	to := place(is)
	if goal && is.Side == engine.NoSide { // it was in the goal, and is back on the board
		if ways := f.route(was, nil); ways != nil {
			a.walks(at, f, ways)
			a.stay(at + goalUntil)
			a.stops = append(a.stops, stop{at + goalUntil, to})
			return
		}
	}
	if a.last() == to {
		return
	}
	if ways := f.route(was, &is); ways != nil {
		a.walks(at, f, ways)
		a.goes(a.stops[len(a.stops)-1].at, a.stops[len(a.stops)-1].at, to) // beside who is there too
		return
	}
	if goal {
		a.goes(at+goalUntil, at+thenUntil, to)
		return
	}
	a.goes(at, at+moveUntil, to)
}

// walks leads an actor along some of the ways of a frame, each at its time.
func (a *actor) walks(at float64, f Frame, ways []int) {
	legs := 0
	for _, p := range f.Paths {
		legs += len(p) - 1
	}
	part := moveUntil / float64(max(1, legs))
	gone := 0
	for i, p := range f.Paths {
		for _, where := range p[1:] {
			if slices.Contains(ways, i) {
				a.goes(at+part*float64(gone), at+part*float64(gone+1), point{where.X * cell, where.Y * cell})
			}
			gone++
		}
	}
}

// near is how far, in cells, the place of a piece may be from the middle of its cell.
const near = 0.45

func (p Point) near(q engine.Piece) bool {
	return math.Abs(p.X-q.X) < near && math.Abs(p.Y-q.Y) < near
}

// route returns the ways, one behind the other, that lead from a piece's place to
// another one, or as far as they go if that is nil; nil if none do.
func (f Frame) route(was engine.Piece, is *engine.Piece) []int {
	return f.onward(Point{was.X, was.Y}, near, 0, is)
}

func (f Frame) onward(from Point, reach float64, first int, is *engine.Piece) []int {
	for i := first; i < len(f.Paths); i++ {
		p := f.Paths[i]
		if len(p) < 2 || math.Abs(p[0].X-from.X) > reach || math.Abs(p[0].Y-from.Y) > reach {
			continue
		}
		end := p[len(p)-1]
		if more := f.onward(end, 0.01, i+1, is); more != nil {
			return append([]int{i}, more...)
		}
		if is == nil || end.near(*is) {
			return []int{i}
		}
	}
	return nil
}

// pieces finds the pieces of a frame on the board before: their indices there, -1 if
// they were not.
func pieces(before engine.Diagram, after Frame) []int {
	same := make([]int, len(after.Diagram.Pieces))
	taken := make([]bool, len(before.Pieces))
	for i := range same {
		same[i] = -1
	}
	sort := func(p engine.Piece) string { return fmt.Sprint(p.Kind, p.Side, p.Label) }
	match := func(fits func(i int, old, p engine.Piece) bool) {
		for i, p := range after.Diagram.Pieces {
			for j, old := range before.Pieces {
				if same[i] < 0 && !taken[j] && sort(old) == sort(p) && fits(i, old, p) {
					same[i], taken[j] = j, true
				}
			}
		}
	}
	match(func(i int, old, _ engine.Piece) bool {
		from, ok := after.From[i]
		return ok && from == Point{old.X, old.Y}
	})
	match(func(_ int, old, p engine.Piece) bool { return old.Cell == p.Cell })
	match(func(int, engine.Piece, engine.Piece) bool { return true })
	return same
}
