package team

import "kickabout/league"

// textFielded is written into the logs of tournaments.
const textFielded league.LogText = "R-TE-3: %s"

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{textFielded}
}
