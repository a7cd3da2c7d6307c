package championship

import "kickabout/league"

// What is written into the logs of tournaments.
const (
	textWaited  league.LogText = "R-CH-10: waited for a seat last season"
	textPlayed  league.LogText = "R-CH-4: played last season"
	textMoved   league.LogText = "R-CH-3: the start moved"
	textCloses  league.LogText = "R-CH-4: entries close in a day, at %s"
	textFlagged league.LogText = "R-CH-4: lost %d of %d games on time last season, and did not say that he stays"
	textAway    league.LogText = "R-CH-4: away for more than 30 days, and did not say that he stays"
	textTooFew  league.LogText = "R-CH-3: it takes %d players to start and there are %d, so the start moves to %s"
	textInPlace league.LogText = "R-CH-10: in place of %s, who left before a game of his was over"
	textHardEnd league.LogText = "R-CH-9: the hard end was at %s; games that still ran are decided by their boards"
	textSoftEnd league.LogText = "R-CH-9: from %s on all clocks follow the fast control"
	textWarning league.LogText = "R-CH-9: at %s all clocks change to the fast control; at %s games that still run are decided by their boards"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{
		textWaited, textPlayed, textMoved, textCloses, textFlagged, textAway, textTooFew, textInPlace,
		textHardEnd, textSoftEnd, textWarning,
	}
}
