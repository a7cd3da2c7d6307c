package tournaments

import "kickabout/league"

// leastRated is how many players must start for the matches of a tournament to be rated (R-UT-10).
const leastRated = 4

// Rates says whether the matches of a tournament that has started count for ratings (R-UT-10): nobody could check what
// happens in a private one, and who chooses all their opponents could make ratings at will. The site's own
// competitions always count. Before the rule held, so did all that were not private.
func Rates(t league.Tournament, ruled bool) bool {
	if t.Private || !ruled || t.Competition != "" {
		return !t.Private
	}
	started := 0
	for _, e := range t.Entries {
		if e.Seed > 0 {
			started++
		}
	}
	return !t.ByInvite && !t.Password && started >= leastRated
}
