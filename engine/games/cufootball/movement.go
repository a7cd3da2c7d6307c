package cufootball

import (
	"iter"
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
func (p *position) allowance() int {
	if p.side == p.possession {
		return int(p.draw)
	}
	return (int(p.draw) + 1) / 2
}

// closedTo returns the slots that the men of the side that moves cannot step on,
// their own excepted: opponents and the ball.
func (p *position) closedTo() set { return pitch &^ p.empty() &^ p.men[p.side] }

// countMovements counts the legal movements: for each set of slots that the men can
// reach without crowding, what the keeper can reach with the rest.
func (p *position) countMovements(r *reach) (n int) {
	allowance := p.allowance()
	r.find(p.men[p.side], p.closedTo(), allowance)
	for cost := range allowance + 1 {
		keepers := p.keeper[p.side].withinReach(allowance - cost)
		for _, men := range r.costing(cost) {
			if !men.crowded() {
				n += keepers
			}
		}
	}
	return n
}

// keysOf lists the legal movements of the men, packed and in the byte order of
// their texts. The next list of r takes its place.
func (p *position) keysOf(r *reach) []uint64 {
	r.find(p.men[p.side], p.closedTo(), p.allowance())
	r.keys = r.keys[:0]
	for cost := range p.allowance() + 1 {
		for _, men := range r.costing(cost) {
			if !men.crowded() {
				r.keys = append(r.keys, p.movementTo(men).key(cost))
			}
		}
	}
	slices.Sort(r.keys)
	return r.keys
}

// movements yields the legal movements in the byte order of their texts.
func (p position) movements() iter.Seq[movement] {
	return func(yield func(movement) bool) {
		var r reach
		p.eachMovement(&r, yield)
	}
}

// eachMovement is movements with room that a caller brings.
func (p *position) eachMovement(r *reach, yield func(movement) bool) {
	for _, key := range p.keysOf(r) {
		m, cost := movementOf(key)
		if !p.withKeeper(m, p.allowance()-cost, yield) {
			return
		}
	}
}

// withKeeper yields a movement of the men together with each of the keeper that the
// spaces left allow, in byte order; false once nobody listens any more.
func (p *position) withKeeper(m movement, spaces int, yield func(movement) bool) bool {
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
func (p *position) movementTo(men set) movement {
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
