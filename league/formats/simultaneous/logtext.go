package simultaneous

import "kickabout/league"

// textStage is written into the logs of tournaments.
const textStage league.LogText = "R-UT-5: stage %d begins with %d players"

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{textStage}
}
