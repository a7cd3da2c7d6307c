package bracket

import (
	"math/bits"

	"kickabout/league"
)

// Outlook is what a knock-out of so many players comes to, each tie of so many legs and a
// decider, and with one for the third place.
func Outlook(players, legs int, third bool) league.Outlook {
	rounds := bits.Len(uint(players - 1))
	ties := players - 1
	if third && players > 3 {
		ties++
	}
	return league.Outlook{Matches: ties * (legs + 1), Least: legs, Most: rounds * (legs + 1), Rounds: rounds, Chain: 2 * rounds}
}
