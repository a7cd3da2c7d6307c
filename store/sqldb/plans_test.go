package sqldb_test

import (
	"path/filepath"
	"strings"
	"testing"

	"kickabout/store/sqldb"
)

// An index of some rows serves a value that is bound only where a statement is compiled anew for it.
func TestStatementsKeepTheirPlans(t *testing.T) {
	t.Parallel()
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: filepath.Join(t.TempDir(), "x.db"), Relaxed: true})
	must(t, err)
	defer db.Close()
	for condition, want := range map[string]bool{"state = 'open'": true, "state = ?": false} {
		var plan []struct{ Detail string }
		must(t, db.Reader(t.Context()).Raw("EXPLAIN QUERY PLAN SELECT id FROM offers WHERE author = 'a' AND "+condition, []any{"open"}[:strings.Count(condition, "?")]...).Scan(&plan).Error)
		if len(plan) != 1 || strings.Contains(plan[0].Detail, "offers_author") != want {
			t.Errorf("%s is planned by %+v", condition, plan)
		}
	}
}
