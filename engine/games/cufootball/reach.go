package cufootball

// reach calls visit once with each set of slots that the men can come to stand on,
// and the spaces that it costs at least, the cheaper first. Men are interchangeable.
func reach(men, closed set, allowance int, visit func(men set, cost int)) {
	layers := make([][]set, allowance+1) // by cost; the last is not gone on from
	seen := newTable(allowance)
	for cost := range allowance + 1 {
		add := func(to set) {
			if !seen.add(to) {
				return
			}
			if cost < allowance {
				layers[cost] = append(layers[cost], to)
			}
			visit(to, cost)
		}
		if cost == 0 {
			add(men)
		}
		if cost >= straightCost {
			for _, from := range layers[cost-straightCost] {
				straightSteps(from, closed, add)
			}
		}
		if cost >= diagonalCost {
			for _, from := range layers[cost-diagonalCost] {
				diagonalSteps(from, closed, add)
			}
		}
	}
}

// straightSteps calls add with each set that one man's step side by side leads to.
func straightSteps(men, closed set, add func(set)) {
	open := ^(men | closed)
	for to := men.up() & open; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to>>1))
	}
	for to := men.down() & open; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to<<1))
	}
	for to := men.right() & open; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to>>ranks))
	}
	for to := men.left() & open; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to<<ranks))
	}
}

// diagonalSteps calls add with each set that one man's diagonal step leads to,
// those excepted that two steps side by side of the same man come to as well.
func diagonalSteps(men, closed set, add func(set)) {
	full := men | closed
	up, down := full.down()&men, full.up()&men // men with a full slot above, below
	right, left := full.left()&men, full.right()&men
	for to := (up & right).up().right() &^ full; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to>>(ranks+1)))
	}
	for to := (down & right).down().right() &^ full; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to>>(ranks-1)))
	}
	for to := (up & left).up().left() &^ full; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to<<(ranks-1)))
	}
	for to := (down & left).down().left() &^ full; to != 0; to &= to - 1 {
		add(men ^ (to&-to | to&-to<<(ranks+1)))
	}
}

// A table is a set of sets: open addressing over the words themselves, 0 for a
// free place. It never holds the empty set.
type table struct {
	words []set
	shift uint
	n     int
}

// tableBits are those of a table that need not grow for what an allowance usually reaches.
var tableBits = [...]uint{2, 7, 10, 13, 16}

// newTable returns an empty table.
func newTable(allowance int) *table {
	bits := tableBits[allowance]
	return &table{words: make([]set, 1<<bits), shift: 64 - bits}
}

// add puts a set into the table; false if it was in there.
func (t *table) add(a set) bool {
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
func (t *table) place(a set) int {
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
	t.words = make([]set, 2*len(old))
	t.shift--
	for _, a := range old {
		if a != 0 {
			t.words[t.place(a)] = a
		}
	}
}
