package cufootball

// A stride is one step of one man.
type stride struct{ from, to slot }

// cost returns the spaces that it takes.
func (s stride) cost() int {
	if distance(s.from, s.to) == 1 {
		return straightCost
	}
	return diagonalCost
}

// strides calls visit with each step that a man of a set can make; it stops when
// visit returns true, and says whether it did.
func strides(men, closed set, visit func(stride) bool) bool {
	for from := range men.all() {
		for to := range (one(from).around() &^ (men | closed)).all() {
			if visit(stride{from, to}) {
				return true
			}
		}
	}
	return false
}

// way returns steps that lead the men to a set of slots within the spaces, none of
// them wasted if there is a choice; false if there are none.
func way(men, to, closed set, spaces int) ([]stride, bool) {
	for limit := apart(men, to); limit <= spaces; limit++ {
		if steps, ok := search(men, to, closed, limit, nil); ok {
			return steps, true
		}
	}
	return nil, false
}

// search looks for a way that costs at most so many spaces, behind the steps made so far.
func search(men, to, closed set, spaces int, made []stride) ([]stride, bool) {
	if men == to {
		return made, true
	}
	var found []stride
	ok := strides(men, closed, func(s stride) bool {
		next, left := men^one(s.from)^one(s.to), spaces-s.cost()
		if left < apart(next, to) {
			return false
		}
		var ok bool
		found, ok = search(next, to, closed, left, append(made, s))
		return ok
	})
	return found, ok
}

// apart returns a number of spaces that no way between two sets of as many slots
// can do without: the least sum of distances from the slots that differ to each other.
func apart(from, to set) int { return matched(from&^to, to&^from) }

// matched returns the least sum of distances that pairs two sets off.
func matched(from, to set) int {
	if from == 0 {
		return 0
	}
	s, best := from.first(), columns*ranks
	for t := range to.all() {
		best = min(best, distance(s, t)+matched(from.withoutFirst(), to&^one(t)))
	}
	return best
}

// affords says whether the allowance is enough for a movement of men and keeper, by
// some steps of single men in some order (rules 3.4).
func (v mover) affords(m movement) bool {
	spaces := v.spaces
	if m.keeper != stays {
		spaces -= goalDistance(v.keeper, m.keeper)
	}
	if m.vacated.len() > spaces {
		return false // each man who leaves its slot takes a step
	}
	_, ok := way(v.men, v.after(m), v.closed, spaces)
	return ok
}
