package match_test

import (
	"net/http"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// A game whose record is damaged says so to everybody, by page and by API, and takes no move. All others go on.
func TestALockedGameSaysSoAndTakesNoMove(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id, other := w.Duel(ann, bob), w.Duel(ann, bob)
	turn := w.Turn(id)
	if err := w.Store.Lock(t.Context(), league.Lock{Match: id, Found: w.Clock(), Reason: "event 2 is not what was written"}); err != nil {
		t.Fatal(err)
	}
	const says = "This game is locked: its record is damaged."
	watcher := w.Browser()
	watcher.Get("/matches/"+id).Want(t, http.StatusLocked, says)
	watcher.Get("/matches/"+other).Want(t, 200)
	watcher.Post("/matches/"+id+"/moves", turn).Want(t, http.StatusLocked, says)
	ann.Do(http.MethodGet, "/api/v1/matches/"+id, nil, nil).Want(t, http.StatusLocked, says)
	for _, p := range []*webtest.Program{ann, bob} {
		p.Do(http.MethodPost, "/api/v1/matches/"+id+"/moves", webtest.Object{"seq": 2, "move": turn.Get("move")}, nil).Want(t, http.StatusLocked, says)
		p.Do(http.MethodGet, "/api/v1/matches/"+other, nil, nil).Want(t, 200)
	}
	watcher.Get("/").Want(t, 200)
}
