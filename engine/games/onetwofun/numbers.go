package onetwofun

import (
	"slices"

	"kickabout/engine"
)

// letters are what the markers wear, from A in the order in which they are put down.
const letters = "ABC"

// letter returns what the marker put down as the n-th wears, from 0.
func letter(n int) string { return letters[n : n+1] }

// cell returns the cell of a point.
func (q point) cell() engine.Cell { return engine.Cell(q.String()) }

// Numbers returns what the markers of a position wear that has no history.
func (Game) Numbers(p engine.Position) engine.Numbers {
	q, _ := p.(position)
	return q.inOrder()
}

// Entered returns the numbers after the steps done of a move.
func (Game) Entered(n engine.Numbers, p engine.Position, done []engine.Step) engine.Numbers {
	q, ok := p.(position)
	if !ok || len(done) == 0 {
		return n
	}
	e := q.enter(done)
	return e.numbers(n)
}

// Renumber returns the numbers after a change.
func (Game) Renumber(n engine.Numbers, c engine.Change) engine.Numbers {
	was, ok := c.Was.(position)
	is, ok2 := c.Is.(position)
	switch {
	case !ok || !ok2 || was.markers == is.markers:
		return n
	case is.markers == noMarkers || was.markers == noMarkers:
		return is.inOrder()
	case c.Move == "":
		return n.Moved(leaving(was, is).cell(), leaving(is, was).cell())
	}
	d, _ := parseMove(c.Move)
	return carried(n, d.all())
}

// leaving returns the marker that stands on a point of one position and of no other.
func leaving(was, is position) point {
	for _, q := range was.markers {
		if !slices.Contains(is.markers[:], q) {
			return q
		}
	}
	return nowhere
}

// carried returns the letters after markers went at once where hops say. One that shoots
// stays for now: it has scored, or it may be stopped.
func carried(n engine.Numbers, hops []hop) engine.Numbers {
	after := engine.Numbers{}
	for cell, number := range n {
		after[cell] = number
	}
	for _, h := range hops {
		if h.to != beyond {
			delete(after, h.from.cell())
		}
	}
	for _, h := range hops {
		if h.to != beyond {
			after[h.to.cell()] = n[h.from.cell()]
		}
	}
	return after
}

// inOrder letters the markers in the order of the position's text.
func (b *board) inOrder() engine.Numbers {
	n, inOrder := engine.Numbers{}, *b
	inOrder.order()
	for i, q := range inOrder.markers {
		if q.onBoard() {
			n[q.cell()] = letter(i)
		}
	}
	return n
}

// numbers returns the letters while a move is being entered.
func (e *entry) numbers(n engine.Numbers) engine.Numbers {
	if e.start.phase == kickoff {
		n = engine.Numbers{}
		for i, q := range e.board.markers[:e.steps] {
			n[q.cell()] = letter(i)
		}
		return n
	}
	var hops []hop
	for i, from := range e.start.markers {
		if to := e.board.markers[i]; to != from {
			hops = append(hops, hop{from, to})
		}
	}
	return carried(n, hops)
}
