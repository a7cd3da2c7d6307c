package pitch

import "slices"

// A Pairing says which man of a side has gone where in a movement, of which the move
// itself tells only the effect.
type Pairing struct {
	strides []Stride
	Moved   []Stride // from where a man started to where it ended, in the order of starts
}

// Pair finds the way of least total steps from where men stand to a set of slots, over empty
// slots that are not closed to them, within the spaces. Of several it is the one in which the
// fewest men move, then the first in the order of starts, then of ends. False if there is no
// way.
func Pair(men, to, closed Set, spaces int) (Pairing, bool) {
	least := apart(men, to)
	s := pairingSearch{to: to, closed: closed}
	for limit := least; limit <= spaces; limit++ {
		if limit == least { // nobody else need move, so no other way is better
			if p, ok := s.from(men, men&^to, limit); ok {
				return p, true
			}
		}
		if p, ok := s.from(men, men, limit); ok {
			return p, true
		}
	}
	return Pairing{}, false
}

// from is Pair with so many spaces used, when only some men may move.
func (s pairingSearch) from(men, may Set, spaces int) (Pairing, bool) {
	s.seen = map[string]bool{}
	for slot := range men.All() {
		m := man{start: slot, at: slot, fixed: !may.Has(slot)}
		s.men = append(s.men, m)
	}
	s.search(men, spaces)
	return s.best, s.found
}

// A man is one while a pairing is searched.
type man struct {
	start, at Slot
	fixed     bool
}

// A pairingSearch goes through all ways.
type pairingSearch struct {
	men    []man // in the order of starts
	to     Set
	closed Set
	made   []Stride
	seen   map[string]bool // where each man stood: the spaces left are the same then
	best   Pairing
	found  bool
}

// search goes on from where the men stand.
func (s *pairingSearch) search(men Set, spaces int) {
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
		for end := range (One(from).Around() &^ (men | s.closed)).All() {
			step := Stride{from, end}
			next, left := men^One(from)^One(end), spaces-step.Cost()
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
	var moved []Stride
	for _, m := range s.men {
		if m.at != m.start {
			moved = append(moved, Stride{m.start, m.at})
		}
	}
	if s.found && !before(moved, s.best.Moved) {
		return
	}
	s.found = true
	s.best = Pairing{strides: slices.Clone(s.made), Moved: moved}
}

// before says whether a pairing comes before another: by how many men move, then in the
// order of starts, then of ends.
func before(a, b []Stride) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	for i := range a {
		if a[i].From != b[i].From {
			return a[i].From < b[i].From
		}
	}
	for i := range a {
		if a[i].To != b[i].To {
			return a[i].To < b[i].To
		}
	}
	return false
}

// Runs returns the strides man by man, each a way from slot to slot, if they can be made in
// that order; else as they were found.
func (p Pairing) Runs(men, closed Set) [][]Slot {
	var all [][]Slot // whole ways
	for _, s := range p.strides {
		if i := slices.IndexFunc(all, func(way []Slot) bool { return way[len(way)-1] == s.From }); i >= 0 {
			all[i] = append(all[i], s.To)
		} else {
			all = append(all, []Slot{s.From, s.To})
		}
	}
	if passable(all, men, closed) {
		return all
	}
	var pieces [][]Slot
	for _, s := range p.strides {
		if last := len(pieces) - 1; last >= 0 && pieces[last][len(pieces[last])-1] == s.From {
			pieces[last] = append(pieces[last], s.To)
		} else {
			pieces = append(pieces, []Slot{s.From, s.To})
		}
	}
	return pieces
}

// passable says whether ways can be gone one after the other over empty slots.
func passable(ways [][]Slot, men, closed Set) bool {
	for _, way := range ways {
		men &^= One(way[0])
		for _, s := range way[1:] {
			if (men | closed).Has(s) {
				return false
			}
		}
		men |= One(way[len(way)-1])
	}
	return true
}
