package swiss

// Baku returns how many halves of a win a player has more in a round, from 0, of a tournament
// that is accelerated as FIDE has it (C.04.5.1; R-FI-4): so many players take part in it, and so
// many have better seeds. Those of the first half, rounded up to an even number of pairs, have
// two halves in the first half of the accelerated rounds and one in the others; accelerated is
// half of all rounds. Both halves are rounded up.
func Baku(players, rounds, better, round int) int {
	accelerated := (rounds + 1) / 2
	switch {
	case better >= 2*((players+3)/4) || round >= accelerated:
		return 0
	case round < (accelerated+1)/2:
		return 2
	}
	return 1
}

// extra returns the points that a player has for the pairing alone in a round, from 0.
func (p Player) extra(round int) int {
	if round < len(p.Extra) {
		return p.Extra[round]
	}
	return 0
}
