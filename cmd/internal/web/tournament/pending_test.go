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

// In a team match the sheet, the list and the crosstable say so.
func TestADamagedGameIsPendingInATeamMatch(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	people := w.People("Abe", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Lou")
	cup := people[0].Cup(func(f url.Values) { f.Set("format", "teams"); f.Set("places", "3"); f.Del("playing") })
	for i, name := range []string{"Owls", "Larks", "Robins"} {
		w.Founded(cup, name, people[4*i:4*i+4])
	}
	w.Accepted(people[0].Post(cup+"/start", nil))
	sheet := cup + "/team-matches/c1-r1-m1"
	says := func(pages map[string][]string, want bool) {
		t.Helper()
		for path, words := range pages {
			page := w.Browser().Get(path).Want(t, http.StatusOK).Body
			for _, word := range words {
				if got := strings.Contains(page, word); got != want {
					t.Errorf("%s says %q: %t, want %t", path, word, got, want)
				}
			}
		}
	}
	pending := map[string][]string{
		sheet: {`class="result playing pending"`, "Being played, 0 of 8 games over, 1 pending.", "until then the game counts for nobody"},
		cup:   {"being played, 0 of 8 games over, 1 pending", "board points so far, 1 pending"},
	}
	says(pending, false)
	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil || len(v.Matches) == 0 {
		t.Fatal(len(v.Matches), err)
	}
	if err := w.Store.Lock(t.Context(), league.Lock{Match: v.Matches[0].ID, Found: w.Clock(), Reason: "event 2 is not what was written"}); err != nil {
		t.Fatal(err)
	}
	says(pending, true)
}
