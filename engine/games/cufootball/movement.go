package cufootball

import (
	"iter"
	"math/rand/v2"
	"slices"
)

// What a step costs in a movement phase (rules 3.4). A diagonal step costs as much
// as two side by side, so it is only needed where both ways round it are blocked.
const (
	straightCost = 1
	diagonalCost = 2
)

// stays is the keeper's end of a movement in which he does not move.
const stays = goalSlots

// A movement is what a movement phase changes, however it was done (rules 3.11).
type movement struct {
	vacated, occupied set
	keeper            goalSlot // where he ends if elsewhere; else stays
}

// allowance returns the spaces of a peg: all for the side in possession, half of
// them, rounded up, for the other (rules 3.4).
func (p position) allowance() int {
	if p.side == p.possession {
		return int(p.draw)
	}
	return (int(p.draw) + 1) / 2
}

// closedTo returns the slots that the men of the side that moves cannot step on,
// their own excepted: opponents and the ball.
func (p position) closedTo() set { return pitch &^ p.empty() &^ p.men[p.side] }

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

// countMovements counts the legal movements: for each set of slots that the men can
// reach without crowding, what the keeper can reach with the rest.
func (p position) countMovements() int {
	allowance, n := p.allowance(), 0
	var keepers [pegs + 1]int // by the spaces left for him
	for spaces := range allowance + 1 {
		keepers[spaces] = p.keeper[p.side].withinReach(spaces)
	}
	reach(p.men[p.side], p.closedTo(), allowance, func(men set, cost int) {
		if !men.crowded() {
			n += keepers[allowance-cost]
		}
	})
	return n
}

// movements yields the legal movements in the byte order of their texts.
func (p position) movements() iter.Seq[movement] {
	return func(yield func(movement) bool) {
		var keys []uint64
		reach(p.men[p.side], p.closedTo(), p.allowance(), func(men set, cost int) {
			if !men.crowded() {
				keys = append(keys, p.movementTo(men).key(cost))
			}
		})
		slices.Sort(keys)
		for _, key := range keys {
			m, cost := movementOf(key)
			if !p.withKeeper(m, p.allowance()-cost, yield) {
				return
			}
		}
	}
}

// withKeeper yields a movement of the men together with each of the keeper that the
// spaces left allow, in byte order; false once nobody listens any more.
func (p position) withKeeper(m movement, spaces int, yield func(movement) bool) bool {
	if !yield(m) {
		return false
	}
	for to := range goalSlots {
		m.keeper = to
		if d := goalDistance(p.keeper[p.side], to); d > 0 && d <= spaces && !yield(m) {
			return false
		}
	}
	return true
}

// movementTo returns the movement of the men to a set of slots, the keeper staying.
func (p position) movementTo(men set) movement {
	before := p.men[p.side]
	return movement{vacated: before &^ men, occupied: men &^ before, keeper: stays}
}

// A movement of men fits in a word whose order is that of the texts: six bits for
// each slot vacated, 0 behind the last, then for each one occupied, then the cost.
const (
	slotBits = 6
	costBits = 3
	movedMen = 4 // that the highest allowance can move
)

// key packs a movement of men.
func (m movement) key(cost int) uint64 {
	return (packed(m.vacated)<<(slotBits*movedMen)|packed(m.occupied))<<costBits | uint64(cost)
}

// packed writes up to four slots, each one more than its number.
func packed(a set) uint64 {
	var word uint64
	for range movedMen {
		word <<= slotBits
		if a != 0 {
			word |= uint64(a.first()) + 1
			a = a.withoutFirst()
		}
	}
	return word
}

// movementOf undoes key.
func movementOf(key uint64) (movement, int) {
	cost := int(key & (1<<costBits - 1))
	key >>= costBits
	return movement{vacated: unpacked(key >> (slotBits * movedMen)), occupied: unpacked(key), keeper: stays}, cost
}

// unpacked undoes packed.
func unpacked(word uint64) set {
	var a set
	for range movedMen {
		if s := word & (1<<slotBits - 1); s != 0 {
			a |= one(slot(s - 1))
		}
		word >>= slotBits
	}
	return a
}

// afterMovement returns the position after a legal movement: the other side moves,
// or the ball is played (rules 3.3).
func (p position) afterMovement(m movement) position {
	p = p.moved(m)
	p.draw = 0
	if p.side == p.possession {
		p.side = p.side.other()
		return p
	}
	p.side = p.possession
	return p.play()
}

// moved returns the position with men and keeper where a movement takes them.
func (p position) moved(m movement) position {
	p.men[p.side] = p.men[p.side]&^m.vacated | m.occupied
	if m.keeper != stays {
		p.keeper[p.side] = m.keeper
	}
	return p
}

// randomMovement returns a legal movement made of random steps. Every legal one has
// a chance; more likely are those that spend the allowance, with men near the ball.
func (p position) randomMovement(r *rand.Rand) movement {
	for {
		if m := p.wander(r); !p.moved(m).men[p.side].crowded() {
			return m
		}
	}
}
