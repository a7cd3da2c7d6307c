package tournament

import (
	"testing"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/viewstest"
)

// oddsScenes are the scenes with odds.
func oddsScenes(t testing.TB) map[string]templ.Component {
	running := cupInput(t, viewstest.Cup(t, true, 3, league.ActStarted), league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, engine.Outcome{})
	running.Odds = viewstest.Foretold(t, running.groupInput().Table)
	return map[string]templ.Component{
		"tournament-odds": View(NewPage(running)),
	}
}
