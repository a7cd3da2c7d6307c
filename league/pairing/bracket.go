package pairing

// Nobody stands where a player's number would: in a slot that a bracket leaves empty.
const Nobody = -1

// Bracket returns the slots of a knock-out of n players, by seed from 0: the players in slots
// 0 and 1 meet, those in 2 and 3, and so on; the winners meet in the same way in the next round.
// There are as many slots as the smallest power of two that holds all, at least two. In each
// round that the better seeds have won, the first of those left meets the last, the second the
// last but one. A slot with Nobody lets its neighbour through without a game; those byes go to
// the top seeds, one each (R-UT-4). The better seed of two neighbours has the even slot.
func Bracket(n int) []int {
	slots := []int{0, 1}
	for len(slots) < n {
		size := 2 * len(slots)
		wider := make([]int, 0, size)
		for _, seed := range slots {
			wider = append(wider, seed, size-1-seed)
		}
		slots = wider
	}
	for i, seed := range slots {
		if seed >= n {
			slots[i] = Nobody
		}
	}
	return slots
}
