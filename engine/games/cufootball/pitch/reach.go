package pitch

// A Reach finds the sets of slots that men can come to stand on. Men are
// interchangeable. What it has made room for it uses again: a caller who keeps it
// allocates nothing once it has grown.
type Reach struct {
	sets []Set               // each once, the cheaper first
	ends [mostSpaces + 2]int // those that cost n spaces at least end at ends[n+1]
	seen table
}

// Find looks for what the men can reach within an allowance.
func (r *Reach) Find(men, closed Set, allowance int) {
	r.sets = r.sets[:0]
	r.seen.empty(allowance)
	r.add(men)
	r.ends = [mostSpaces + 2]int{0, 1}
	for cost := StraightCost; cost <= allowance; cost++ {
		for _, from := range r.Costing(cost - StraightCost) {
			r.straightSteps(from, closed)
		}
		if cost >= DiagonalCost {
			for _, from := range r.Costing(cost - DiagonalCost) {
				r.diagonalSteps(from, closed)
			}
		}
		r.ends[cost+1] = len(r.sets)
	}
}

// Costing returns the sets that cost so many spaces.
func (r *Reach) Costing(cost int) []Set { return r.sets[r.ends[cost]:r.ends[cost+1]] }

// add notes a set that was not found before.
func (r *Reach) add(to Set) {
	if r.seen.add(to) {
		r.sets = append(r.sets, to)
	}
}

// straightSteps adds each set that one man's step side by side leads to.
func (r *Reach) straightSteps(men, closed Set) {
	open := ^(men | closed)
	for to := men.up() & open; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to>>1))
	}
	for to := men.down() & open; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to<<1))
	}
	for to := men.right() & open; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to>>Ranks))
	}
	for to := men.left() & open; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to<<Ranks))
	}
}

// diagonalSteps adds each set that one man's diagonal step leads to,
// those excepted that two steps side by side of the same man come to as well.
func (r *Reach) diagonalSteps(men, closed Set) {
	full := men | closed
	up, down := full.down()&men, full.up()&men // men with a full slot above, below
	right, left := full.left()&men, full.right()&men
	for to := (up & right).up().right() &^ full; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to>>(Ranks+1)))
	}
	for to := (down & right).down().right() &^ full; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to>>(Ranks-1)))
	}
	for to := (up & left).up().left() &^ full; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to<<(Ranks-1)))
	}
	for to := (down & left).down().left() &^ full; to != 0; to &= to - 1 {
		r.add(men ^ (to&-to | to&-to<<(Ranks+1)))
	}
}

// A table is a set of sets: open addressing over the words themselves, 0 for a
// free place. It never holds the empty set.
type table struct {
	words     []Set
	shift     uint
	n         int
	allowance int                  // that it is for
	grown     [mostSpaces + 1]uint // by how many doublings the table of an allowance has proved too small
}

// tableBits are those of a table that need not grow for what an allowance usually reaches.
var tableBits = [...]uint{2, 7, 10, 13, 16}

// empty makes the table empty, with room for what an allowance usually reaches.
func (t *table) empty(allowance int) {
	bits := tableBits[allowance] + t.grown[allowance]
	t.n, t.shift, t.allowance = 0, 64-bits, allowance
	if cap(t.words) < 1<<bits {
		t.words = make([]Set, 1<<bits)
		return
	}
	t.words = t.words[:1<<bits]
	clear(t.words)
}

// add puts a set into the table; false if it was in there.
func (t *table) add(a Set) bool {
	if 2*t.n >= len(t.words) {
		t.grow()
	}
	i := t.place(a)
	if t.words[i] == a {
		return false
	}
	t.words[i] = a
	t.n++
	return true
}

// place returns where a set is, or would be put.
func (t *table) place(a Set) int {
	const golden = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio spreads the words
	i := int(uint64(a) * golden >> t.shift)
	for t.words[i] != 0 && t.words[i] != a {
		i = (i + 1) & (len(t.words) - 1)
	}
	return i
}

// grow doubles the table.
func (t *table) grow() {
	old := t.words
	t.words = make([]Set, 2*len(old))
	t.shift--
	t.grown[t.allowance]++
	for _, a := range old {
		if a != 0 {
			t.words[t.place(a)] = a
		}
	}
}
