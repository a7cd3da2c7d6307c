package sqldb_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

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

// TestReadersNeverWaitForOneAnother lets transactions hold all connections that read while one more read
// waits for a connection, and then has them ask what that one asks.
func TestReadersNeverWaitForOneAnother(t *testing.T) {
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: filepath.Join(t.TempDir(), "file.db"), Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, cancel := sqldb.Bounded(t.Context())
	defer cancel()
	pool, err := db.Reader(ctx).DB()
	if err != nil {
		t.Fatal(err)
	}
	ask := func(tx *gorm.DB) error {
		_, err := sqldb.Exists(tx.Table("players"))
		return err
	}
	var all sync.WaitGroup
	waits := make(chan struct{})
	for range pool.Stats().MaxOpenConnections {
		held := make(chan struct{})
		all.Go(func() {
			err := db.Reader(ctx).Transaction(func(tx *gorm.DB) error {
				close(held)
				<-waits
				return ask(tx)
			})
			if err != nil {
				t.Error("in a transaction:", err)
			}
		})
		<-held
	}
	all.Go(func() {
		if err := ask(db.Reader(ctx)); err != nil {
			t.Error("outside of one:", err)
		}
	})
	for pool.Stats().WaitCount == 0 {
		time.Sleep(time.Millisecond)
	}
	close(waits)
	all.Wait()
}

// TestWhoWroteTheTablesMustBeReadable opens a database of which nobody can say whether it is of a later release.
func TestWhoWroteTheTablesMustBeReadable(t *testing.T) {
	o := sqldb.Options{URL: filepath.Join(t.TempDir(), "file.db"), Relaxed: true}
	db, err := sqldb.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Bare(t.Context()).Exec("ALTER TABLE site RENAME COLUMN min_reader TO unknown").Error; err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	o.Relaxed = false
	if _, err := sqldb.OpenBeside(t.Context(), o); err == nil || !strings.Contains(err.Error(), "looking which program wrote the tables") {
		t.Errorf("it is opened, %v", err)
	}
}

// TestTheFilesAreForTheirOwnerAlone is of a file and of what SQLite puts beside it.
func TestTheFilesAreForTheirOwnerAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: filepath.Join(folder, "file.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	there, err := os.ReadDir(folder)
	if err != nil || len(there) != 4 { // with the WAL, its index and the lock
		t.Fatalf("there is %v, %v", there, err)
	}
	for _, f := range there {
		if info, err := f.Info(); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s has mode %v, %v", f.Name(), info.Mode(), err)
		}
	}
}
