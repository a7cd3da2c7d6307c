package series

import "kickabout/league"

// What is written into the logs of tournaments.
const (
	textExpelled league.LogText = "R-FF-9: %s"
	textNoRight  league.LogText = "R-CO-3: by a corrected result the right to this level is gone"
	textUsed     league.LogText = "R-MC-3: the right to this level was used for a seat that they took over"
)

// What is written where rules are retired (rules 1.2 of StreetSoccer).
const (
	textRetired  league.LogText = "These rules are retired; whoever waited here waits where their successor is played"
	textSucceeds league.LogText = "came from %s, the rules of which are retired"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{textExpelled, textNoRight, textUsed, textRetired, textSucceeds}
}
