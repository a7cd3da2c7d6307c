package cufootball_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/cufootball"
)

// movements calls f with random movements of random matches, as many as are asked for.
func movements(t *testing.T, n int, f func(p engine.Position, m engine.Move, r *rand.Rand)) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	var p engine.Position
	for n > 0 {
		if p == nil || p.Next().Over() {
			p, _ = cufootball.Game{}.Start("classic")
		}
		var err error
		if dice := p.Next().Dice; dice.Count > 0 {
			p, err = p.Roll(1 + r.IntN(dice.Sides))
		} else {
			m := p.Random(r)
			if m[0] == 'M' && m != "M" {
				f(p, m, r)
				n--
			}
			p, err = p.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Whoever enters a movement by other touches than the shortest ones sees the numbers that the
// record will have.
func TestNumbersDoNotChangeWhenAMovementIsConfirmed(t *testing.T) {
	t.Parallel()
	g := cufootball.Game{}
	movements(t, enginetest.Size(2000), func(p engine.Position, _ engine.Move, r *rand.Rand) {
		var done []engine.Step
		for range 3 + r.IntN(6) {
			next, _ := p.Continue(done)
			next = slices.DeleteFunc(next, func(s engine.Step) bool { return s.Choice != "" })
			if len(next) == 0 {
				break
			}
			done = append(done, next[r.IntN(len(next))])
			if _, m := p.Continue(done); m != "" {
				is, err := p.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				n := g.Numbers(p)
				shown := p.Diagram(done...)
				record := is.Diagram().Numbered(g.Renumber(n, engine.Change{Was: p, Is: is, Move: m}))
				if entered := shown.Numbered(g.Entered(n, p, done)); !slices.Equal(worn(entered), worn(record)) || !slices.Equal(worn(shown), worn(record)) {
					t.Fatalf("%s, %v: entered as\n%v, confirmed as\n%v", p, done, worn(entered), worn(record))
				}
			}
		}
	})
}

// worn lists the figures with their cells and numbers.
func worn(d engine.Diagram) []string {
	var list []string
	for _, p := range d.Pieces {
		if p.Kind == engine.KindFigure {
			list = append(list, fmt.Sprint(p.Side, p.Cell, p.Label))
		}
	}
	slices.Sort(list)
	return list
}

// The numbers go the way of least total steps; a search over all ways of labelled men says so.
func TestMenArePairedByTheLeastSteps(t *testing.T) {
	t.Parallel()
	g := cufootball.Game{}
	several := 0
	movements(t, enginetest.Size(5000), func(p engine.Position, m engine.Move, _ *rand.Rand) {
		is, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		n := g.Numbers(p)
		got := g.Renumber(n, engine.Change{Was: p, Is: is, Move: m})
		o := newPairs(p, is)
		if len(o.goal) > 1 {
			several++
		}
		want := maps.Clone(n)
		for from := range o.moved() {
			delete(want, from)
		}
		for from, to := range o.moved() {
			want[to] = n[from]
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s, %s: the numbers are\n%v, want\n%v", p, m, got, want)
		}
	})
	if several == 0 {
		t.Error("there was no movement of several men")
	}
}

// pairs is a search over all ways in which men of one side may come to other slots.
type pairs struct {
	starts, men  []spot
	taken        map[spot]bool // of all men and the ball
	goal, vacant map[spot]bool // slots that are to be taken, and to be left
	best         []spot
	seen         map[string]bool
}

// newPairs searches with more and more spaces.
func newPairs(p, is engine.Position) *pairs {
	o := &pairs{taken: map[spot]bool{}, goal: map[spot]bool{}, vacant: map[spot]bool{}}
	side := p.Next().Side
	after := map[spot]bool{}
	for _, piece := range is.Diagram().Pieces {
		if piece.Kind == engine.KindFigure && piece.Side == side {
			after[spotsOf(string(piece.Cell))[0]] = true
		}
	}
	for _, piece := range p.Diagram().Pieces {
		if piece.Kind == engine.KindKeeper || piece.Cell[0] < 'a' {
			continue
		}
		s := spotsOf(string(piece.Cell))[0]
		o.taken[s] = true
		if piece.Kind == engine.KindFigure && piece.Side == side {
			o.starts = append(o.starts, s)
			o.vacant[s] = !after[s]
		}
	}
	for s := range after {
		if !slices.Contains(o.starts, s) {
			o.goal[s] = true
		}
	}
	o.men = slices.Clone(o.starts)
	for spaces := 0; o.best == nil; spaces++ {
		o.seen = map[string]bool{}
		o.search(spaces)
	}
	return o
}

// search goes on with so many spaces left.
func (o *pairs) search(spaces int) {
	missing := 0
	for s := range o.goal {
		if !o.taken[s] {
			missing++
		}
	}
	key := fmt.Sprint(o.men, spaces)
	if missing > spaces || o.seen[key] {
		return
	}
	o.seen[key] = true
	if o.there() {
		if o.best == nil || o.before() {
			o.best = slices.Clone(o.men)
		}
		return
	}
	for i, from := range o.men {
		for x := -1; x <= 1; x++ {
			for y := -1; y <= 1; y++ {
				to, cost := spot{from.x + x, from.y + y}, x*x+y*y
				if cost == 0 || cost > spaces || !to.on() || o.taken[to] {
					continue
				}
				delete(o.taken, from)
				o.taken[to], o.men[i] = true, to
				o.search(spaces - cost)
				delete(o.taken, to)
				o.taken[from], o.men[i] = true, from
			}
		}
	}
}

// there says that all are where they are to be.
func (o *pairs) there() bool {
	for _, s := range o.men {
		if o.vacant[s] || !o.goal[s] && !slices.Contains(o.starts, s) {
			return false
		}
	}
	return true
}

// before says that this way comes before the best: fewest men, then by starts, then by ends.
func (o *pairs) before() bool {
	key := func(men []spot) (n int, starts, ends string) {
		for i, s := range o.starts {
			if men[i] != s {
				n++
				starts += textOf([]spot{s})
				ends += textOf([]spot{men[i]})
			}
		}
		return n, starts, ends
	}
	n, starts, ends := key(o.men)
	n2, starts2, ends2 := key(o.best)
	switch {
	case n != n2:
		return n < n2
	case starts != starts2:
		return starts < starts2
	}
	return ends < ends2
}

// moved returns who has gone where.
func (o *pairs) moved() map[engine.Cell]engine.Cell {
	moved := map[engine.Cell]engine.Cell{}
	for i, s := range o.starts {
		if o.best[i] != s {
			moved[engine.Cell(textOf([]spot{s}))] = engine.Cell(textOf([]spot{o.best[i]}))
		}
	}
	return moved
}
