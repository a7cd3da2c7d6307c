package backup

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/store/storetest"
)

// ornamentsAt lists all indexes, constraints and triggers of a database on a server, as it writes them itself.
func ornamentsAt(t *testing.T, url string) (lines []string) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	must(t, err)
	defer db.Close()
	for _, statement := range []string{
		"SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
		"SELECT conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
		"SELECT tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
	} {
		lines = append(lines, query(t, db, statement)...)
	}
	slices.Sort(lines)
	return lines
}

// TestARestoredSiteHasItsIndexesAndKeys compares what is taken off while the tables are filled.
func TestARestoredSiteHasItsIndexesAndKeys(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		filled(t, d)
		want := ornamentsAt(t, d.URL)
		path, _ := taken(t, d)
		to := another(t, d)
		_, _, err := Restore(t.Context(), path, Into{Database: to})
		must(t, err)
		got := ornamentsAt(t, to)
		if diff := cmp.Diff(want, got); diff != "" || len(got) < 200 {
			t.Errorf("of %d they differ:\n%s", len(got), diff)
		}
	})
}
