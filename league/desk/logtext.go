package desk

import (
	"kickabout/league"
	"kickabout/league/correction"
)

// What is written into the logs of tournaments.
const (
	textRuled       league.LogText = "R-FF-10: %s, %s, %s: %s"
	textRuledOwn    league.LogText = "R-FF-10: %s, %s, %s: %s (who rules plays in it, and nobody else directs it)"
	textKeyLost     league.LogText = "R-FF-10: the key of the site’s dice was lost, so running games are void: %s"
	textNewHead     league.LogText = "R-FF-10: the key of the site’s dice was lost, so the draw comes from a new one: %s"
	textOneRedrawn  league.LogText = "R-CO-3: 1 game in which nobody had moved is drawn anew by the corrected result"
	textSomeRedrawn league.LogText = "R-CO-3: %d games in which nobody had moved are drawn anew by the corrected result"
	textRightGone   league.LogText = "R-CO-3: not by the corrected result, and nothing was played for it"
	textReplaced    league.LogText = "R-CH-10: %s"
	textStoodIn     league.LogText = "R-UT-8: %s"
	textAccepted    league.LogText = "R-UT-8: was asked, and has accepted"
	textNoAnswer    league.LogText = "R-UT-8: no answer within the time"
	textOneAnew     league.LogText = "%s; 1 game is begun anew, and ratings are as if the strike had not been"
	textSomeAnew    league.LogText = "%s; %d games are begun anew, and ratings are as if the strike had not been"
)

// LogTexts lists what this package writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return append([]league.LogText{
		textRuled, textRuledOwn, textKeyLost, textNewHead, textReplaced, textStoodIn, textAccepted, textNoAnswer, textOneAnew, textSomeAnew, textOneRedrawn, textSomeRedrawn, textRightGone,
	}, correction.LogTexts()...)
}
