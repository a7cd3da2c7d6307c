package web_test

import (
	"database/sql"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/store/storetest"
)

// What a newer program has fixed of a tournament may be that nobody is to see it.
func TestATournamentThatCannotBeReadIsOnNoPage(t *testing.T) {
	d := storetest.SQLite(t)
	w := webtest.NewOn(t, d)
	ann := w.Member("Ann")
	place := ann.Cup(nil)
	lists := []string{"/tournaments", "/calendar", "/"}
	shown := 0
	for _, list := range lists {
		if strings.Contains(w.Browser().Get(list).Body, place) {
			shown++
		}
	}
	if answer := w.Browser().Get(place); answer.Status != http.StatusOK || shown == 0 {
		t.Fatalf("at first it answers %d and is on %d lists", answer.Status, shown)
	}
	db, err := sql.Open("sqlite3", d.URL+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE tournaments SET terms = replace(terms, ' organiser', ' organiser,colour=red')"); err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		if answer := w.Browser().Get(list); answer.Status != http.StatusOK || strings.Contains(answer.Body, place) {
			t.Errorf("%s answers %d and may show it", list, answer.Status)
		}
	}
	for path, answer := range map[string]webtest.Answer{
		"its page": ann.Get(place), "its table": ann.Get(place + "/table.csv"), "its desk": ann.Get(place + "/desk"), "an entry": w.Member("Bob").Post(place+"/entry", url.Values{}),
	} {
		if answer.Status != http.StatusInternalServerError || strings.Contains(answer.Body, "colour") {
			t.Errorf("%s answers %d: %s", path, answer.Status, answer.Body[:min(300, len(answer.Body))])
		}
	}
}
