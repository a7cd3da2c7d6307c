package pitch

// What a step costs in a movement phase (rules 3.4). A diagonal step costs as much
// as two side by side, so it is only needed where both ways round it are blocked.
const (
	StraightCost = 1
	DiagonalCost = 2
)

// mostSpaces is how many a movement may cost at most: what the highest peg allows.
const mostSpaces = 4

// A Stride is one step of one man.
type Stride struct{ From, To Slot }

// Cost returns the spaces that it takes.
func (s Stride) Cost() int {
	if distance(s.From, s.To) == 1 {
		return StraightCost
	}
	return DiagonalCost
}

// Strides calls visit with each step that a man of a set can make; it stops when
// visit returns true, and says whether it did.
func Strides(men, closed Set, visit func(Stride) bool) bool {
	for from := range men.All() {
		for to := range (One(from).Around() &^ (men | closed)).All() {
			if visit(Stride{from, to}) {
				return true
			}
		}
	}
	return false
}

// Way returns steps that lead the men to a set of slots within the spaces, none of
// them wasted if there is a choice; false if there are none.
func Way(men, to, closed Set, spaces int) ([]Stride, bool) {
	for limit := apart(men, to); limit <= spaces; limit++ {
		if steps, ok := search(men, to, closed, limit, nil); ok {
			return steps, true
		}
	}
	return nil, false
}

// search looks for a way that costs at most so many spaces, behind the steps made so far.
func search(men, to, closed Set, spaces int, made []Stride) ([]Stride, bool) {
	if men == to {
		return made, true
	}
	var found []Stride
	ok := Strides(men, closed, func(s Stride) bool {
		next, left := men^One(s.From)^One(s.To), spaces-s.Cost()
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
func apart(from, to Set) int { return matched(from&^to, to&^from) }

// matched returns the least sum of distances that pairs two sets off.
func matched(from, to Set) int {
	if from == 0 {
		return 0
	}
	s, best := from.First(), Columns*Ranks
	for t := range to.All() {
		best = min(best, distance(s, t)+matched(from.WithoutFirst(), to&^One(t)))
	}
	return best
}
