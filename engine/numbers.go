package engine

import (
	"maps"
	"slices"
	"strings"
)

// Numbers say what the pieces of a board wear, by their cells: a figure its shirt number,
// a marker its letter. They are never changed, only replaced. Keepers are not in there.
type Numbers map[Cell]string

// KeeperNumber is what every keeper wears.
const KeeperNumber = "1"

// The kinds of pieces that wear numbers.
const (
	KindFigure = "figure"
	KindKeeper = "keeper"
	KindMarker = "marker" // which is no side's
	KindBall   = "ball"
)

// A Narrator is a game that can tell a match: which number each piece wears, and beat by
// beat what happens. Its methods are pure, as all of a game's are.
type Narrator interface {
	// Numbers returns what the pieces of a position without a history wear: in the order of its text.
	Numbers(p Position) Numbers
	// Entered returns the numbers while a move in p is being entered, after the steps done. Those
	// that lead nowhere are left out. After the steps of a move they are what Renumber makes of it,
	// but for what follows upon the move: so nothing changes when it is confirmed.
	Entered(n Numbers, p Position, done []Step) Numbers
	// Renumber returns the numbers after a change. A piece keeps its number; only where a side is
	// set up are numbers given anew.
	Renumber(n Numbers, c Change) Numbers
	// Beats tells a change, one thing after the other. Who asks adds score and time.
	Beats(n Numbers, c Change) []Beat
}

// A Change is what leads from one position of a match to the next: a move or a throw.
type Change struct {
	Was, Is Position
	Move    Move  // "" of a throw
	Faces   []int // of a throw
}

// Moved returns the numbers after a piece went from one cell to another, if one that wears a
// number stood there.
func (n Numbers) Moved(from, to Cell) Numbers {
	number, ok := n[from]
	if !ok || from == to {
		return n
	}
	n = maps.Clone(n)
	delete(n, from)
	n[to] = number
	return n
}

// Of returns what a piece wears, "" for the ball.
func (n Numbers) Of(p Piece) string {
	switch p.Kind {
	case KindKeeper:
		return KeeperNumber
	case KindFigure, KindMarker:
		return n[p.Cell]
	}
	return ""
}

// Numbered returns the diagram with pieces that wear the numbers. A figure and a marker have
// theirs in their name too: "yellow figure 3".
func (d Diagram) Numbered(n Numbers) Diagram {
	d.Pieces = slices.Clone(d.Pieces)
	for i := range d.Pieces {
		p := &d.Pieces[i]
		number := n.Of(*p)
		if p.Kind != KindKeeper {
			p.Name = strings.TrimSuffix(p.Name, " "+p.Label)
			if number != "" {
				p.Name += " " + number
			}
		}
		p.Label = number
	}
	return d
}

// numbered is a position whose pieces wear the numbers of a match.
type numbered struct {
	Position
	game    Narrator
	numbers Numbers
}

// Diagram returns the board after the steps done, with the numbers where they are by then.
func (p numbered) Diagram(done ...Step) Diagram {
	return p.Position.Diagram(done...).Numbered(p.game.Entered(p.numbers, p.Position, done))
}

// Board returns a position for whoever draws it: its pieces wear the numbers. Of a game that
// knows none it is the position itself.
func Board(g Game, p Position, n Numbers) Position {
	if game, ok := g.(Narrator); ok && n != nil {
		return numbered{p, game, n}
	}
	return p
}

// Board returns the record's position with the numbers that its pieces have come to wear.
func (r Record) Board() Position { return Board(r.Game, r.Position, r.Numbers) }

// NumbersOf returns what the pieces of a position without a history wear; nil of a game that
// knows no numbers.
func NumbersOf(g Game, p Position) Numbers {
	if game, ok := g.(Narrator); ok {
		return game.Numbers(p)
	}
	return nil
}

// Renumber returns the numbers after a change; of a game that knows none they stay.
func Renumber(g Game, n Numbers, c Change) Numbers {
	if game, ok := g.(Narrator); ok {
		return game.Renumber(n, c)
	}
	return n
}
