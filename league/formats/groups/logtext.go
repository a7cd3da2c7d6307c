package groups

import "kickabout/league"

// What is written into the logs of tournaments.
const (
	textDrawn league.LogText = "R-UT-4: all groups are decided, and the knock-out of the best %d is drawn"
	textSeed  league.LogText = "R-UT-4: from group %d, seed %d of the knock-out"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{
		textDrawn, textSeed,
	}
}
