//go:build linux

package plans

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// A statement that is planned by what is bound in it can use an index of some rows, and is compiled anew for that.
func TestAPlanDoesNotDependOnWhatIsBound(t *testing.T) {
	plan := func() string {
		db, err := sql.Open("sqlite3", filepath.Join(t.TempDir(), "x.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec("CREATE TABLE offers (state TEXT, n INTEGER); CREATE INDEX open ON offers (n) WHERE state = 'open'"); err != nil {
			t.Fatal(err)
		}
		var id, parent, unused int
		var text string
		if err := db.QueryRow("EXPLAIN QUERY PLAN SELECT n FROM offers WHERE state = ?", "open").Scan(&id, &parent, &unused, &text); err != nil {
			t.Fatal(err)
		}
		return text
	}
	if text := plan(); !strings.Contains(text, "INDEX open") {
		t.Fatalf("SQLite plans by what is bound no more: %q", text)
	}
	for range 2 {
		if err := Keep(); err != nil {
			t.Fatal(err)
		}
		if text := plan(); strings.Contains(text, "INDEX open") {
			t.Errorf("planned by what is bound: %q", text)
		}
	}
}
