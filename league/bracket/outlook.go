package bracket

import (
	"math/bits"

	"kickabout/league/outlook"
)

// Outlook is what a knock-out of so many players comes to, each tie of so many legs and a
// decider, and with one for the third place.
func Outlook(players, legs int, third bool) outlook.Outlook {
	rounds := bits.Len(uint(players - 1))
	ties := players - 1
	if third && players > 3 {
		ties++
	}
	return outlook.Outlook{Matches: ties * (legs + 1), Least: legs, Most: rounds * (legs + 1), Rounds: rounds, Chain: 2 * rounds}
}
