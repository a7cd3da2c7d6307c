package web_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// beyondPlay are the operations that change something and take another scope than playing.
var beyondPlay = map[string]string{
	"POST /matches/{id}/ruling": "organise", "POST /tournaments": "organise", "POST /archives": "organise", "DELETE /tournaments/{id}": "organise", "POST /tournaments/{id}/start": "organise",
	"POST /tournaments/{id}/strikes": "organise", "POST /tournaments/{id}/time": "organise", "POST /tournaments/{id}/desk": "organise",
	"POST /tournaments/{id}/bots": "organise", "PUT /tournaments/{id}/consent": "enter",
	"PUT /tournaments/{id}/bots/{bot}": "organise", "DELETE /tournaments/{id}/bots/{bot}": "organise",
	"PUT /tournaments/{id}/entry": "enter", "DELETE /tournaments/{id}/entry": "enter", "PUT /tournaments/{id}/check-in": "enter", "PUT /tournaments/{id}/rest": "enter",
	"PUT /tournaments/{id}/seat": "enter", "DELETE /tournaments/{id}/seat": "enter", "DELETE /tournaments/{id}/rest": "enter", "POST /tournaments/{id}/teams": "enter", "PUT /tournaments/{id}/confirmation": "enter", "PUT /tournaments/{id}/agreement": "enter",
	"POST /ladders/{game}/{variant}/challenges": "enter", "PUT /ladders/{game}/{variant}/setting": "enter",
}

// ownReads are the operations that read what is the caller's own, or what they alone know of. All others that read are
// public: a page shows the same to anybody.
var ownReads = map[string]bool{"GET /matches": true, "GET /formations": true, "GET /contributions": true, "GET /events": true, "GET /vacation": true, "GET /invitations/{link}": true, "GET /tournaments/{id}/substitutes/{player}": true}

// TestEveryOperationTakesItsScope: each with a token of each scope alone. Looking takes "read"; nothing of the
// account itself is among them.
func TestEveryOperationTakesItsScope(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	with := map[string]*webtest.Program{}
	for name, scope := range map[string]league.Scopes{"read": league.ScopeRead, "play": league.ScopePlay, "enter": league.ScopeEnter, "organise": league.ScopeOrganise} {
		secret, err := w.Office.MakeToken(t.Context(), ann.Player, league.TokenOrder{Scopes: scope, Days: 30})
		if err != nil {
			t.Fatal(err)
		}
		with[name] = &webtest.Program{World: w, Token: secret, Player: ann.Player}
	}
	var document struct {
		Paths map[string]map[string]struct{ Security []map[string][]string }
	}
	if err := json.Unmarshal([]byte(w.Browser().Get("/api/v1/openapi.json").Body), &document); err != nil {
		t.Fatal(err)
	}
	seen, cells := 0, 0
	for path, methods := range document.Paths {
		for method, op := range methods {
			method = strings.ToUpper(method)
			name := method + " " + strings.TrimPrefix(path, "/api/v1")
			want := beyondPlay[name]
			switch {
			case want != "":
				seen++
			case method == http.MethodGet:
				want = "read"
			default:
				want = "play"
			}
			ways := op.Security[max(0, len(op.Security)-2):]
			if len(ways) != 2 || !slices.Equal(ways[0]["oauth"], []string{want}) || !slices.Equal(ways[1]["token"], []string{want}) {
				t.Errorf("%s is described with %v, want %s by an app and by a token", name, op.Security, want)
			}
			if open := len(op.Security) == 3 && len(op.Security[0]) == 0; open == (ownReads[name] || method != http.MethodGet) {
				t.Errorf("%s is described with %v", name, op.Security)
			}
			if strings.HasSuffix(path, "/events") || strings.HasSuffix(path, "/stream") {
				continue // a stream does not end
			}
			for scope, program := range with {
				cells++
				got := program.Do(method, strings.NewReplacer("{", "", "}", "").Replace(path), nil, nil)
				lacks := got.Header.Get("WWW-Authenticate") == `Bearer error="insufficient_scope", scope="`+want+`"`
				if refused := scope != want && want != "read"; lacks != refused || refused && got.Status != http.StatusForbidden {
					t.Errorf("%s with %s: %d, %q", name, scope, got.Status, got.Header.Get("WWW-Authenticate"))
				}
			}
		}
	}
	if seen != len(beyondPlay) || cells < 200 {
		t.Errorf("%d operations beyond playing were found, and %d are listed; %d cells", seen, len(beyondPlay), cells)
	}
	t.Logf("%d cells", cells)
}
