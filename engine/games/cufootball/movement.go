package cufootball

import (
	"iter"
	"slices"

	"kickabout/engine/games/cufootball/pitch"
)

// stays is the keeper's end of a movement in which it does not move.
const stays = pitch.GoalSlots

// A movement is what a movement phase changes, however it was done (rules 3.11).
type movement struct {
	vacated, occupied pitch.Set
	keeper            pitch.GoalSlot // where it ends if elsewhere; else stays
}

// A mover is a side in a movement phase.
type mover struct {
	side   pitch.Colour
	men    pitch.Set
	keeper pitch.GoalSlot
	closed pitch.Set  // what its men cannot step on: opponents and the ball
	ball   pitch.Slot // as on the board
	spaces int        // that its peg allows
}

// A reach is what a mover can reach, with room for a list of its movements.
type reach struct {
	pitch.Reach
	keys []uint64 // of listed movements
}

// count counts the legal movements: for each set of slots that the men can
// reach without crowding, what the keeper can reach with the rest.
func (v mover) count(r *reach) (n int) {
	r.Find(v.men, v.closed, v.spaces)
	for cost := range v.spaces + 1 {
		keepers := v.keeper.WithinReach(v.spaces - cost)
		for _, men := range r.Costing(cost) {
			if !men.Crowded() {
				n += keepers
			}
		}
	}
	return n
}

// keys lists the legal movements of the men, packed and in the byte order of
// their texts. The next list of r takes its place.
func (v mover) keys(r *reach) []uint64 {
	r.Find(v.men, v.closed, v.spaces)
	r.keys = r.keys[:0]
	for cost := range v.spaces + 1 {
		for _, men := range r.Costing(cost) {
			if !men.Crowded() {
				r.keys = append(r.keys, v.to(men, v.keeper).key(cost))
			}
		}
	}
	slices.Sort(r.keys)
	return r.keys
}

// all yields the legal movements in the byte order of their texts.
func (v mover) all() iter.Seq[movement] {
	return func(yield func(movement) bool) {
		var r reach
		v.each(&r, yield)
	}
}

// each is all with room that a caller brings.
func (v mover) each(r *reach, yield func(movement) bool) {
	for _, key := range v.keys(r) {
		m, cost := movementOf(key)
		if !v.withKeeper(m, v.spaces-cost, yield) {
			return
		}
	}
}

// withKeeper yields a movement of the men together with each of the keeper that the
// spaces left allow, in byte order; false once nobody listens any more.
func (v mover) withKeeper(m movement, spaces int, yield func(movement) bool) bool {
	if !yield(m) {
		return false
	}
	for to := range pitch.GoalSlots {
		m.keeper = to
		if d := pitch.GoalDistance(v.keeper, to); d > 0 && d <= spaces && !yield(m) {
			return false
		}
	}
	return true
}

// to returns the movement that ends with men and keeper there.
func (v mover) to(men pitch.Set, keeper pitch.GoalSlot) movement {
	m := movement{vacated: v.men &^ men, occupied: men &^ v.men, keeper: stays}
	if keeper != v.keeper {
		m.keeper = keeper
	}
	return m
}

// after returns where the men stand after a movement.
func (v mover) after(m movement) pitch.Set { return v.men&^m.vacated | m.occupied }

// affords says whether the allowance is enough for a movement of men and keeper, by
// some steps of single men in some order (rules 3.4).
func (v mover) affords(m movement) bool {
	spaces := v.spaces
	if m.keeper != stays {
		spaces -= pitch.GoalDistance(v.keeper, m.keeper)
	}
	if m.vacated.Len() > spaces {
		return false // each man who leaves its slot takes a step
	}
	_, ok := pitch.Way(v.men, v.after(m), v.closed, spaces)
	return ok
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
func packed(a pitch.Set) uint64 {
	var word uint64
	for range movedMen {
		word <<= slotBits
		if a != 0 {
			word |= uint64(a.First()) + 1
			a = a.WithoutFirst()
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
func unpacked(word uint64) pitch.Set {
	var a pitch.Set
	for range movedMen {
		if s := word & (1<<slotBits - 1); s != 0 {
			a |= pitch.One(pitch.Slot(s - 1))
		}
		word >>= slotBits
	}
	return a
}
