package tournament

import (
	"flag"
	"maps"
	"testing"

	"github.com/a-h/templ"

	"kickabout/views/viewstest"
)

var update = flag.Bool("update", false, "rewrite the golden pages")

func TestPages(t *testing.T) {
	all := map[string]templ.Component{}
	for _, of := range []func(testing.TB) map[string]templ.Component{tournamentScenes, oddsScenes, bracketScenes, teamScenes, roundsScenes, stagesScenes, substituteScenes} {
		maps.Copy(all, of(t))
	}
	viewstest.CheckPages(t, all, *update)
}
