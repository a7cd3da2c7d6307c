package series_test

import (
	"net/http"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// TestACompetitionByRetiredRulesLeadsToItsSuccessor, before anything was played in it too: old links lead there.
func TestACompetitionByRetiredRulesLeadsToItsSuccessor(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	for _, kind := range []string{"championship", "ladder", "minicup", "monthlycup"} {
		for retired, successor := range map[string]string{"streetsoccer/board": "streetsoccer/mastermove", "cufootball/classic": "cufootball/culica"} {
			w.Browser().Get("/"+kind+"/"+retired).Want(t, http.StatusOK, "These rules are retired", `href="/`+kind+"/"+successor+`"`)
		}
	}
}
