package series

import "kickabout/league"

// textExpelled is written into the logs of tournaments.
const textExpelled league.LogText = "R-FF-9: %s"

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{textExpelled}
}
