package cufootball

import "slices"

// A pairing says which man of a side has gone where in a movement, of which the move
// itself tells only the effect.
type pairing struct {
	strides []stride
	moved   []stride // from where a man started to where it ended, in the order of starts
}

// pair finds the way of least total steps between two sets of slots, over empty slots, within
// the spaces. Of several it is the one in which the fewest men move, then the first in the
// order of starts, then of ends. False if there is no way.
func (v mover) pair(to set) (pairing, bool) {
	least := apart(v.men, to)
	for limit := least; limit <= v.spaces; limit++ {
		if limit == least { // nobody else need move, so no other way is better
			if p, ok := v.pairWith(to, v.men&^to, limit); ok {
				return p, true
			}
		}
		if p, ok := v.pairWith(to, v.men, limit); ok {
			return p, true
		}
	}
	return pairing{}, false
}

// pairWith is pair with so many spaces used, when only some men may move.
func (v mover) pairWith(to, may set, spaces int) (pairing, bool) {
	s := pairingSearch{to: to, closed: v.closed, seen: map[string]bool{}}
	for slot := range v.men.all() {
		m := man{start: slot, at: slot, fixed: !may.has(slot)}
		s.men = append(s.men, m)
	}
	s.search(v.men, spaces)
	return s.best, s.found
}

// A man is one while a pairing is searched.
type man struct {
	start, at slot
	fixed     bool
}

// A pairingSearch goes through all ways.
type pairingSearch struct {
	men    []man // in the order of starts
	to     set
	closed set
	made   []stride
	seen   map[string]bool // where each man stood: the spaces left are the same then
	best   pairing
	found  bool
}

// search goes on from where the men stand.
func (s *pairingSearch) search(men set, spaces int) {
	if men == s.to {
		s.consider()
		return
	}
	if s.been(spaces) {
		return
	}
	for i := range s.men {
		from := s.men[i].at
		if s.men[i].fixed {
			continue
		}
		for end := range (one(from).around() &^ (men | s.closed)).all() {
			step := stride{from, end}
			next, left := men^one(from)^one(end), spaces-step.cost()
			if left < apart(next, s.to) {
				continue
			}
			s.men[i].at, s.made = end, append(s.made, step)
			s.search(next, left)
			s.men[i].at, s.made = from, s.made[:len(s.made)-1]
		}
	}
}

// been says whether the search has been here before.
func (s *pairingSearch) been(spaces int) bool {
	key := []byte{byte(spaces)}
	for _, m := range s.men {
		key = append(key, byte(m.at))
	}
	known := s.seen[string(key)]
	s.seen[string(key)] = true
	return known
}

// consider keeps a way that has been found if it is better than the best one.
func (s *pairingSearch) consider() {
	var moved []stride
	for _, m := range s.men {
		if m.at != m.start {
			moved = append(moved, stride{m.start, m.at})
		}
	}
	if s.found && !before(moved, s.best.moved) {
		return
	}
	s.found = true
	s.best = pairing{strides: slices.Clone(s.made), moved: moved}
}

// before says whether a pairing comes before another: by how many men move, then in the
// order of starts, then of ends.
func before(a, b []stride) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	for i := range a {
		if a[i].from != b[i].from {
			return a[i].from < b[i].from
		}
	}
	for i := range a {
		if a[i].to != b[i].to {
			return a[i].to < b[i].to
		}
	}
	return false
}

// runs returns the strides man by man, each a way from slot to slot, if they can be made in
// that order; else as they were found.
func (p pairing) runs(men, closed set) [][]slot {
	var all [][]slot // whole ways
	for _, s := range p.strides {
		if i := slices.IndexFunc(all, func(way []slot) bool { return way[len(way)-1] == s.from }); i >= 0 {
			all[i] = append(all[i], s.to)
		} else {
			all = append(all, []slot{s.from, s.to})
		}
	}
	if passable(all, men, closed) {
		return all
	}
	var pieces [][]slot
	for _, s := range p.strides {
		if last := len(pieces) - 1; last >= 0 && pieces[last][len(pieces[last])-1] == s.from {
			pieces[last] = append(pieces[last], s.to)
		} else {
			pieces = append(pieces, []slot{s.from, s.to})
		}
	}
	return pieces
}

// passable says whether ways can be gone one after the other over empty slots.
func passable(ways [][]slot, men, closed set) bool {
	for _, way := range ways {
		men &^= one(way[0])
		for _, s := range way[1:] {
			if (men | closed).has(s) {
				return false
			}
		}
		men |= one(way[len(way)-1])
	}
	return true
}
