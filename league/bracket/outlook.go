package bracket

import (
	"math/bits"

	"kickabout/league"
)

// Outlook is what a knock-out of so many players comes to, each tie of so many legs and a
// decider.
func Outlook(players, legs int) league.Outlook {
	rounds := bits.Len(uint(players - 1))
	return league.Outlook{Matches: (players - 1) * (legs + 1), Least: legs, Most: rounds * (legs + 1), Rounds: rounds, Chain: 2 * rounds}
}
