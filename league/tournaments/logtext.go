package tournaments

import "kickabout/league"

// What is written into the logs of tournaments.
const (
	textTooFewEntered league.LogText = "R-UT-1: entries have closed with %d of at least %d %s"
	textTooFewToStart league.LogText = "R-UT-1: on its day there were %d of at least %d %s"
	textCheckIn       league.LogText = "R-UT-1: check-in is open until %s UTC; who does not check in is left out"
	textStarts        league.LogText = "R-UT-1: it starts on %s UTC"
	textAbsent        league.LogText = "R-UT-1: did not check in"
	textMoreTime      league.LogText = "R-TC-7: %s more for %s: %s"
	textNoTeam        league.LogText = "R-TE-1: plays for no team"
	textShortTeam     league.LogText = "R-TE-1: %s has %d of %d players"
	textStruck        league.LogText = "R-FF-5: %s"
	textWithdrew      league.LogText = "R-FF-7: withdrew"
	textSilent        league.LogText = silentRule + ": %d games in a row lost on time without a move"
	textOut           league.LogText = silentRule + ": no move for 21 days after a game lost on time"
	textQueue         league.LogText = silentRule + ": lost a game on time and has made no move since"
	textAwaits        league.LogText = "R-FD-6: the draw takes public value %d of drand's quicknet, which nobody knows before %s UTC"
	textWithoutValue  league.LogText = "R-FD-6: drawn without the public value, which could not be had"
	textEnteredLate   league.LogText = "R-UT-6: entered late"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return []league.LogText{
		textTooFewEntered, textTooFewToStart, textCheckIn, textStarts, textAbsent, textMoreTime,
		textNoTeam, textShortTeam, textStruck, textWithdrew, textSilent, textOut, textQueue, textAwaits, textWithoutValue, textEnteredLate,
	}
}
