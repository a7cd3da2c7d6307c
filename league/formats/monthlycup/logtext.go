package monthlycup

import "kickabout/league"

// What is written into the logs of tournaments.
const (
	textClosed          league.LogText = "R-MO-1: the account is closed"
	textFirst           league.LogText = "R-MO-2: first with %d points"
	textFirstByTieBreak league.LogText = "R-MO-2: first with %d points, by the tie-break %s"
	textUncatchable     league.LogText = "R-MO-2: first with %d points, and nobody can catch up"
	textRoundWon        league.LogText = "R-MO-2: won %s"
	textMonthWon        league.LogText = "R-MO-2: %s wins the month %s"
	textMonth           league.LogText = "R-MO-3: won %s"
	textSecond          league.LogText = "R-MO-3: second in %s, whose winner had won before"
	textYearWon         league.LogText = "R-MO-3: %s wins the year %s, being the only winner of a month"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{
		textClosed, textFirst, textFirstByTieBreak, textUncatchable, textRoundWon, textMonthWon,
		textMonth, textSecond, textYearWon,
	}
}
