package web_test

import (
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver, to go behind the store's back

	"kickabout/cmd/internal/web/webtest"
	"kickabout/store/storetest"
)

// unwritable has a database refuse whatever is written to it. What a visit does to the session and the
// token of who comes is exempt.
func unwritable(t *testing.T, d storetest.Database) {
	t.Helper()
	db, err := sql.Open("sqlite3", d.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT IN ('sessions', 'tokens')")
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if len(tables) < 20 {
		t.Fatalf("there are only the tables %v", tables)
	}
	for _, table := range tables {
		for _, act := range []string{"INSERT", "UPDATE", "DELETE"} {
			if _, err := db.Exec(fmt.Sprintf("CREATE TRIGGER unwritable_%s_%s BEFORE %s ON %s BEGIN SELECT RAISE(ABORT, 'a reader writes'); END", table, act, act, table)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

var parameter = regexp.MustCompile(`:\w+`)

// TestReadingWritesNothing asks for every page and every answer to programs, with flags that have fallen,
// tournaments that are due and facts that nobody has looked after, of a database that refuses to be
// written to.
func TestReadingWritesNothing(t *testing.T) {
	d := storetest.SQLite(t)
	w := webtest.NewOn(t, d)
	k := newWalker(t, w, 1)
	if err := w.Working().AdvanceCompetitions(t.Context()); err != nil {
		t.Fatal(err)
	}
	ann, err := w.Office.PlayerByName(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	running := k.ids[len(k.ids)-1]
	if _, err := w.Office.Resign(t.Context(), w.View(running).Match.Seats[0].Player, running, w.Clock()); err != nil { // nobody looks after it
		t.Fatal(err)
	}
	w.Wait(40 * 24 * time.Hour)
	unwritable(t, d)
	values := map[string][]string{
		"/matches/": k.ids, "/tournaments/": k.cups, "/players/": {ann.ID, "Ann"}, "/offers/": k.offers, "/invited/": k.links,
	}
	statuses := map[int]int{}
	for _, r := range w.Echo.Routes() {
		if r.Method != http.MethodGet || strings.Contains(r.Path, "stream") || strings.HasSuffix(r.Path, "/events") {
			continue
		}
		own := []string{"x"}
		for prefix, ids := range values {
			if strings.Contains(r.Path, prefix) {
				own = ids
			}
		}
		for _, id := range own {
			path := strings.NewReplacer(":game", "streetsoccer", ":variant", "lg", ":format", "minicup", ":season", "2026-05", ":name", "Ann").Replace(r.Path)
			path = parameter.ReplaceAllString(path, id)
			var got int
			if rest, api := strings.CutPrefix(path, "/api/v1"); api && !strings.HasPrefix(rest, "/openapi") {
				got = k.program[0].Get(rest).Status
			} else {
				got = k.people[0].Get(path).Status
			}
			if statuses[got]++; got >= http.StatusInternalServerError {
				t.Errorf("%s: %d", path, got)
			}
		}
	}
	if statuses[http.StatusOK] < 100 {
		t.Errorf("too little was found: %v", slices.Collect(maps.Keys(statuses)))
	}
}
