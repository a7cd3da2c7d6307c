package ladder

import "kickabout/league"

// What is written into the logs of tournaments.
const (
	textChallenged league.LogText = "R-LA-4: challenged @%s"
	textMeets      league.LogText = "R-LA-4: meets @%s"
	textCounted    league.LogText = "%s-%s against @%s in #%s"
	textBeat       league.LogText = "R-LA-5: beat @%s in #%s"
	textPenalty    league.LogText = "R-LA-7: lost on time in #%s, which makes %d penalty points"
	textIdle       league.LogText = "R-LA-8: no move for %d days"
	textWaited     league.LogText = "R-LA-8: games waited for %d days"
	textLeft       league.LogText = "R-LA-9: wanted to leave, and the last game is over"
	textClosed     league.LogText = "R-LA-9: the account is closed"
	textLifted     league.LogText = "R-CO-3: above @%s by the corrected result of #%s, from place %d"
	textLowered    league.LogText = "R-CO-3: the correction of #%s was undone"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{
		textChallenged, textMeets, textCounted, textBeat, textPenalty, textIdle, textWaited, textLeft, textClosed, textLifted, textLowered,
	}
}
