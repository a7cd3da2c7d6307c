package ladder

// matches begins a match for everybody who lets the site choose and has none of their own
// running, from the top down, each against the highest place in their range that is free
// (R-LA-4).
func (l *Ladder) matches() {
	if l.paused {
		return
	}
	l.pairs(func(i, j int32) { l.begin(i, j, textMeets) })
}

// pairs calls begin with each challenger and their opponent.
func (l *Ladder) pairs(begin func(i, j int32)) {
	free := newFree(len(l.order))
	for p, i := range l.order {
		if l.players[i].open() != Possible {
			free.take(p)
		}
	}
	reach := 0
	for p, i := range l.order { // p counts from 0
		for reach*reach < p+1 {
			reach++
		}
		c := &l.players[i]
		if c.note.Manual || c.outgoing >= outgoingAtMost || c.ready() != Possible {
			continue
		}
		for q := free.from(p - reach); q < p; q = free.from(q + 1) {
			j := l.order[q]
			if l.met(i, j) != Possible {
				continue
			}
			begin(i, j)
			if l.players[j].full() {
				free.take(q)
			}
			break
		}
	}
}

// free finds the next place that is free in nearly no time however many are not: each
// place points to one at or below which nothing is skipped.
type free []int32

func newFree(n int) free {
	f := make(free, n+1)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// take says that a place is not free any more.
func (f free) take(p int) { f[p] = int32(p + 1) }

// from returns the first free place from p on; the number of places if there is none.
func (f free) from(p int) int {
	p = max(p, 0)
	for int(f[p]) != p {
		f[p] = f[f[p]] // halves the way for whoever comes next
		p = int(f[p])
	}
	return p
}
