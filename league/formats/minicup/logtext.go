package minicup

import "kickabout/league"

// What is written into the logs of tournaments.
const (
	textWentUp    league.LogText = "R-MC-2: went up from %s"
	textQualified league.LogText = "R-MC-4: %d points, and %d were possible"
	textClosed    league.LogText = "R-MC-5: the account is closed"
	textGone      league.LogText = "R-MC-5: no visit and no move for 60 days"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{
		textWentUp, textQualified, textClosed, textGone,
	}
}
