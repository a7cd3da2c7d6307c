package streetsoccer

import (
	"maps"
	"strconv"

	"kickabout/engine"
)

// firstNumber is that of the first outfielder: the keeper wears 1, the figure in the circle
// 2, and those that the coach places 3 to 5 in the order of the placing's text.
const firstNumber = 2

// Numbers returns what the figures of a position wear that has no history.
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

// Renumber returns the numbers after a change: a walk takes its figure's along.
func (Game) Renumber(n engine.Numbers, c engine.Change) engine.Numbers {
	p, ok := c.Was.(position)
	if !ok || c.Move == "" {
		return n
	}
	d, _ := p.parseMove(c.Move)
	switch p.phase {
	case placing:
		return p.numbersPlaced(n, d.set)
	case turn:
		return n.Moved(d.from.cell(), d.to.cell())
	}
	return n
}

// inOrder numbers the outfielders of each side in the order of the position's text.
func (sc *scene) inOrder() engine.Numbers {
	n := engine.Numbers{}
	for c := yellow; c <= red; c++ {
		number := firstNumber
		for s := range sc.outfielders[c].all() {
			n[s.cell()] = strconv.Itoa(number)
			number++
		}
	}
	return n
}

// numbersPlaced gives numbers to figures that the side to move has placed.
func (sc *scene) numbersPlaced(n engine.Numbers, set area) engine.Numbers {
	n = maps.Clone(n)
	number := firstNumber + sc.outfielders[sc.side].len()
	if sc.coach().all5 {
		set &^= anyKeeperSquare
		if !set.any(circle) {
			number++ // that of the circle figure, which is placed later
		}
	}
	for _, s := range inPlace(set) {
		n[s.cell()] = strconv.Itoa(number)
		number++
	}
	return n
}

// numbers returns the numbers while a move is being entered.
func (e *entry) numbers(n engine.Numbers) engine.Numbers {
	switch {
	case e.phase == placing && len(e.touched) > 0:
		return e.numbersPlaced(n, e.placed())
	case e.phase == turn && len(e.touched) > 1:
		return n.Moved(e.touched[0].cell(), e.touched[1].cell())
	}
	return n
}

// numberOf returns what the figure of a side on a square wears.
func (sc *scene) numberOf(c colour, s square, n engine.Numbers) string {
	if s == sc.keeper[c] {
		return engine.KeeperNumber
	}
	return n[s.cell()]
}

// kindOf returns which kind of piece the figure of a side on a square is.
func (sc *scene) kindOf(c colour, s square) string {
	if s == sc.keeper[c] {
		return engine.KindKeeper
	}
	return engine.KindFigure
}

// cell returns the cell of a square.
func (s square) cell() engine.Cell { return engine.Cell(s.String()) }
