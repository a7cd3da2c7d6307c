package tournament_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// A game whose record is damaged is pending in the table of its tournament, whether it was being played or over.
func TestADamagedGameIsPendingInTheTable(t *testing.T) {
	w := webtest.New(t)
	ann, bob, cleo := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo")
	cup := ann.Cup(func(f url.Values) { f.Set("places", "3"); f.Set("start", "full") })
	for _, m := range []*webtest.Member{bob, cleo} {
		m.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil || len(v.Matches) != 3 {
		t.Fatal(len(v.Matches), err)
	}
	pending := func(want int) {
		t.Helper()
		page := w.Browser().Get(cup).Want(t, http.StatusOK, "Spring Cup")
		if n := strings.Count(page.Body, `class="result playing pending"`); n != want {
			t.Errorf("%d results are shown as pending, want %d", n, want)
		}
	}
	pending(0)
	damaged := v.Matches[0].ID
	if err := w.Store.Lock(t.Context(), league.Lock{Match: damaged, Found: w.Clock(), Reason: "event 2 is not what was written"}); err != nil {
		t.Fatal(err)
	}
	pending(2)
	over := v.Matches[1]
	for _, m := range []*webtest.Member{ann, bob, cleo} {
		if over.SideOf(m.Player.ID) != 0 {
			m.Post("/matches/"+over.ID+"/resignation", nil)
			break
		}
	}
	pending(2)
	if err := w.Store.Lock(t.Context(), league.Lock{Match: over.ID, Found: w.Clock(), Reason: "event 2 is not what was written"}); err != nil {
		t.Fatal(err)
	}
	pending(4)
}
