package sqldb_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/store/sqldb"
)

func TestPragmasAreChecked(t *testing.T) {
	safe := map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
	for _, test := range []struct {
		name  string
		asked map[string]string
		want  string // "": all is well
	}{
		{"the right ones pass", map[string]string{"journal_mode": "WAL", "synchronous": "FULL", "foreign_keys": "1"}, ""},
		{"a journal that blocks readers is refused", map[string]string{"journal_mode": "DELETE", "synchronous": "FULL", "foreign_keys": "1"}, "SQLite has journal_mode = delete where wal is needed"},
		{"commits that may get lost are refused", map[string]string{"journal_mode": "WAL", "synchronous": "NORMAL", "foreign_keys": "1"}, "SQLite has synchronous = 1 where 2 is needed"},
		{"rows without their match are refused", map[string]string{"journal_mode": "WAL", "synchronous": "FULL"}, "SQLite has foreign_keys = 0 where 1 is needed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := sqldb.Pool(t.Context(), filepath.Join(t.TempDir(), "file.db"), test.asked, safe)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestCallsWithoutADeadlineGetOne(t *testing.T) {
	ctx, cancel := sqldb.Bounded(context.Background())
	defer cancel()
	if _, ok := ctx.Deadline(); !ok {
		t.Error("a context without a deadline has none still")
	}
	far := time.Now().Add(time.Hour)
	ctx, cancel = context.WithDeadline(context.Background(), far)
	defer cancel()
	ctx, cancel = sqldb.Bounded(ctx)
	defer cancel()
	if got, _ := ctx.Deadline(); !got.Equal(far) {
		t.Errorf("the deadline %v became %v", far, got)
	}
}
