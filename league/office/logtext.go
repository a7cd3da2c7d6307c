package office

import (
	"slices"

	"kickabout/league"
	"kickabout/league/desk"
	"kickabout/league/formats"
	"kickabout/league/series"
	"kickabout/league/team"
	"kickabout/league/tournaments"
)

// LogTexts lists all that the site writes into the logs of tournaments.
func LogTexts() []league.LogText {
	return slices.Concat(tournaments.LogTexts(), desk.LogTexts(), team.LogTexts(), series.LogTexts(), formats.LogTexts(), league.OutageTexts())
}

// values are the acts of the site whose texts are values alone.
var values = []league.TournamentAct{league.ActCreated, league.ActClosed, league.ActValued, league.ActStarted, league.ActFinished, league.ActNoted, league.ActLined}

// UnlistedTexts lists what the site has written into the log of a tournament, or named a rule in, that is none
// of LogTexts.
func UnlistedTexts(log []league.Decision) (unlisted []string) {
	texts := LogTexts()
	for _, d := range log {
		bySite := d.By.ID == "" && d.Text != "" && !slices.Contains(values, d.Act)
		if !bySite && d.Rule() == "" {
			continue
		}
		if _, _, ok := league.ReadLogText(texts, d.Text); !ok {
			unlisted = append(unlisted, d.Text)
		}
	}
	return unlisted
}
