package pairing

import "slices"

// Apart returns the slots of a knock-out as Bracket does, of players who come from groups:
// of gives each player's group, by seed, and the players of each place in their groups stand
// together: all winners, then all who were second. Winners stand as Bracket has them. Of the
// others those of one place are exchanged, byes with byes alone, so that those of one group meet
// as late as possible: no exchange of two makes it any later. Of two of each group none meet
// before the final, if none but winners have byes.
func Apart(of []int) []int {
	slots := Bracket(len(of))
	place := places(of)
	at := make([]int, len(of)) // the slot of each seed
	for i, seed := range slots {
		if seed != Nobody {
			at[seed] = i
		}
	}
	a := apart{of, at, slots}
	for better := true; better; {
		better = false
		for i := range of {
			for j := i + 1; j < len(of) && place[j] == place[i] && place[i] > 0; j++ {
				better = a.exchange(i, j) || better
			}
		}
	}
	drawn := slices.Clone(slots)
	for seed, slot := range at {
		drawn[slot] = seed
	}
	return drawn
}

// places returns which place in their group everybody had, from 0.
func places(of []int) []int {
	place, seen := make([]int, len(of)), map[int]int{}
	for i, g := range of {
		place[i] = seen[g]
		seen[g]++
		if i > 0 {
			place[i] = max(place[i], place[i-1]) // where a group had nobody to send
		}
	}
	return place
}

type apart struct {
	of, at, slots []int
}

// exchange lets two players change slots if that lets players of one group meet later.
func (a *apart) exchange(i, j int) bool {
	if a.bye(i) != a.bye(j) {
		return false
	}
	before := a.cost(i) + a.cost(j)
	a.at[i], a.at[j] = a.at[j], a.at[i]
	if a.cost(i)+a.cost(j) < before {
		return true
	}
	a.at[i], a.at[j] = a.at[j], a.at[i]
	return false
}

// bye says that nobody stands in the slot beside a player's.
func (a *apart) bye(i int) bool { return a.slots[a.at[i]^1] == Nobody }

// cost says how early a player can meet those of their group: a meeting one round earlier weighs
// more than any number of later ones.
func (a *apart) cost(i int) (sum int) {
	for k, g := range a.of {
		if k == i || g != a.of[i] {
			continue
		}
		weight := 1
		for width := len(a.slots) / 2; width > 0 && a.at[i]/width == a.at[k]/width; width /= 2 {
			weight *= 64
		}
		sum += weight
	}
	return sum
}
