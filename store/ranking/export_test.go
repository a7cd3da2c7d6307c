package ranking

import "kickabout/store/matches"

// TallyQuery is tallyQuery.
func TallyQuery(player, opponent string) (query string, arguments []any) {
	return tallyQuery(matches.Sight{}, player, opponent)
}
