package sqldb_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

func TestFaultsAreToldFromMistakes(t *testing.T) {
	for _, test := range []struct {
		err  error
		want league.Fault
	}{
		{sqlite3.Error{Code: sqlite3.ErrFull}, league.DiskFull},
		{sqlite3.Error{Code: sqlite3.ErrIoErr}, league.DiskError},
		{sqlite3.Error{Code: sqlite3.ErrCantOpen}, league.DiskError},
		{sqlite3.Error{Code: sqlite3.ErrReadonly}, league.ReadOnly},
		{sqlite3.Error{Code: sqlite3.ErrBusy}, league.Locked},
		{sqlite3.Error{Code: sqlite3.ErrConstraint}, ""},
		{sqlite3.Error{Code: sqlite3.ErrError}, ""},
		{&pgconn.PgError{Code: "08006"}, league.Away},
		{&pgconn.PgError{Code: "57P01"}, league.Away},
		{&pgconn.PgError{Code: "53100"}, league.DiskFull},
		{&pgconn.PgError{Code: "53300"}, league.Exhausted},
		{&pgconn.PgError{Code: "23505"}, ""},
		{&pgconn.PgError{Code: "57014"}, ""},
		{&pgconn.PgError{Code: "40P01"}, ""},
		{&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, league.Away},
		{&os.PathError{Err: syscall.ENOSPC}, league.DiskFull},
		{syscall.EIO, league.DiskError},
		{&net.OpError{Op: "dial", Err: syscall.EMFILE}, league.Exhausted},
		{context.DeadlineExceeded, league.Slow},
		{context.Canceled, ""},
		{sql.ErrNoRows, ""},
		{pgconn.ErrConnClosed, league.Away},
		{errors.New("a mistake"), ""},
	} {
		if got := sqldb.FaultOf(fmt.Errorf("playing: %w", test.err)); got != test.want {
			t.Errorf("%v is the fault %q, want %q", test.err, got, test.want)
		}
	}
}

// TestASpellHasTwoLines: a thousand faults in a row are a line when they begin and one when they are over.
func TestASpellHasTwoLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		told := 0
		see, end := sqldb.Watch(slog.New(slog.NewTextHandler(&out, nil)), func(league.Fault) { told++ })
		defer end()
		for range 1000 {
			err := see(sqlite3.Error{Code: sqlite3.ErrFull})
			if league.FaultOf(err) != league.DiskFull || see(err) != err {
				t.Fatalf("a full disk became %v", err)
			}
			time.Sleep(time.Second)
		}
		if got := strings.Count(out.String(), "\n"); got != 1 || told != 1000 {
			t.Errorf("%d lines while it lasts, and %d faults told, want 1 and 1000", got, told)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := strings.Count(out.String(), "\n"); got != 2 || !strings.Contains(out.String(), "times=1000") {
			t.Errorf("when it is over the log is %s", out.String())
		}
	})
}

// opened opens a new file with a table for tests.
func opened(t *testing.T) (db *sqldb.DB, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file.db")
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	run(t, db, "CREATE TABLE notes (n INTEGER PRIMARY KEY, text BLOB)")
	return db, path
}

func run(t *testing.T, db *sqldb.DB, statement string) {
	t.Helper()
	if err := db.Bare(t.Context()).Exec(statement).Error; err != nil {
		t.Fatal(err)
	}
}

// note writes a row of some size.
func note(ctx context.Context, db *sqldb.DB, n int64, size int) error {
	return db.Write(ctx, func(tx *gorm.DB) error { return tx.Exec("INSERT INTO notes VALUES (?, zeroblob(?))", n, size).Error })
}

func notes(t *testing.T, db *sqldb.DB) (n int64) {
	t.Helper()
	if err := db.Reader(t.Context()).Table("notes").Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAFullDiskHoldsUpWritesAlone fills the file, and then makes room in it.
func TestAFullDiskHoldsUpWritesAlone(t *testing.T) {
	t.Parallel()
	db, _ := opened(t)
	run(t, db, "PRAGMA max_page_count = 1") // no more than it has
	written := int64(0)
	var err error
	for written < 1000 {
		if err = note(t.Context(), db, written, 4096); err != nil {
			break
		}
		written++
	}
	if league.FaultOf(err) != league.DiskFull {
		t.Fatalf("with a full file a write says %v", err)
	}
	if got := notes(t, db); got != written {
		t.Errorf("%d rows are there, %d were acknowledged", got, written)
	}
	if err := db.Probe(t.Context()); err != nil && league.FaultOf(err) != league.DiskFull {
		t.Errorf("readiness says %v", err)
	}
	run(t, db, "PRAGMA max_page_count = 1000000")
	if err := note(t.Context(), db, written, 4096); err != nil {
		t.Errorf("with room again a write says %v", err)
	}
}

// TestEveryWayToAskTellsOfAFault asks in each way that the stores use, when the time for it has passed.
func TestEveryWayToAskTellsOfAFault(t *testing.T) {
	t.Parallel()
	db, _ := opened(t)
	late, cancel := context.WithTimeout(t.Context(), -time.Second)
	defer cancel()
	asked := func() *gorm.DB { return db.Reader(late).Table("notes") }
	var numbers []int64
	var number int64
	for way, err := range map[string]error{
		"Find":    asked().Find(&numbers).Error,
		"Pluck":   asked().Pluck("n", &numbers).Error,
		"Count":   asked().Count(&number).Error,
		"Take":    asked().Select("n").Take(&number).Error,
		"Scan":    asked().Select("MAX(n)").Scan(&number).Error,
		"Raw":     db.Reader(late).Raw("SELECT 1").Scan(&number).Error,
		"EachRow": sqldb.EachRow(asked().Select("n"), func(*sql.Rows) error { return nil }),
		"Write":   db.Write(late, func(tx *gorm.DB) error { return tx.Exec("DELETE FROM notes").Error }),
	} {
		if league.FaultOf(err) != league.Slow {
			t.Errorf("%s, too late, says %v, which is no fault", way, err)
		}
	}
}

// TestAFileThatOthersKeepIsBusy has another program hold the write lock for longer than writes wait.
func TestAFileThatOthersKeepIsBusy(t *testing.T) {
	t.Parallel()
	db, path := opened(t)
	run(t, db, "PRAGMA busy_timeout = 20") // of the one connection that writes
	other, err := sql.Open("sqlite3", path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := note(t.Context(), db, 1, 1); league.FaultOf(err) != league.Locked {
		t.Errorf("while others write a write says %v", err)
	}
	notes(t, db) // reads go on
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := note(t.Context(), db, 1, 1); err != nil {
		t.Errorf("afterwards a write says %v", err)
	}
}

// TestTheWriterIsOpenedAnewAfterAnErrorOfTheDisk: what SQLite keeps in a connection may be wrong then.
func TestTheWriterIsOpenedAnewAfterAnErrorOfTheDisk(t *testing.T) {
	t.Parallel()
	db, _ := opened(t)
	waits := func() (ms int) {
		if err := db.Bare(t.Context()).Raw("PRAGMA busy_timeout").Scan(&ms).Error; err != nil {
			t.Fatal(err)
		}
		return ms
	}
	run(t, db, "PRAGMA busy_timeout = 21") // by which the connection is known
	for _, test := range []struct {
		err  error
		want int
	}{{sqlite3.Error{Code: sqlite3.ErrFull}, 21}, {sqlite3.Error{Code: sqlite3.ErrIoErr}, 5000}} {
		err := db.Write(t.Context(), func(tx *gorm.DB) error { return tx.AddError(test.err) })
		if !errors.Is(err, test.err) || league.FaultOf(err) == "" {
			t.Errorf("a write that fails with %v says %v", test.err, err)
		}
		if got := waits(); got != test.want {
			t.Errorf("after %v the writer waits %d ms, want %d", test.err, got, test.want)
		}
	}
}

// TestADeletedFileIsRescuedWhole deletes the file under load: what was acknowledged by then, and until it is
// found out, is in the rescued file, and nothing is acknowledged after.
func TestADeletedFileIsRescuedWhole(t *testing.T) {
	t.Parallel()
	db, path := opened(t)
	if err := db.InPlace(); err != nil {
		t.Fatalf("a file that is where it was: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var next, acknowledged, refused atomic.Int64
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for refused.Load() < 50 && next.Load() < 5000 {
				switch err := note(ctx, db, next.Add(1), 100); {
				case err == nil:
					acknowledged.Add(1)
				case league.FaultOf(err) == league.FileGone:
					refused.Add(1)
				case ctx.Err() == nil:
					t.Errorf("a write says %v", err)
					return
				}
			}
		})
	}
	for acknowledged.Load() < 100 {
		time.Sleep(time.Millisecond)
	}
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + ending); err != nil {
			t.Fatal(err)
		}
	}
	for before := acknowledged.Load(); acknowledged.Load() < before+50; { // nobody has noticed
		time.Sleep(time.Millisecond)
	}
	if err := db.InPlace(); league.FaultOf(err) != league.FileGone || !errors.Is(err, sqldb.ErrMoved) {
		t.Fatalf("a deleted file: %v", err)
	}
	rescued := filepath.Join(t.TempDir(), "rescued.db")
	if err := db.Rescue(t.Context(), rescued); err != nil {
		t.Fatal(err)
	}
	clients.Wait()
	if info, err := os.Stat(rescued); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the rescued file has mode %v, %v", info.Mode(), err)
	}
	again, err := sqldb.Open(t.Context(), sqldb.Options{URL: rescued})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got, want := notes(t, again), acknowledged.Load(); got != want {
		t.Errorf("%d rows were rescued of %d that were acknowledged", got, want)
	}
	if err := db.Probe(t.Context()); league.FaultOf(err) != league.FileGone {
		t.Errorf("readiness says %v", err)
	}
}

// TestAReplacedFileIsFound puts another file where the open one was.
func TestAReplacedFileIsFound(t *testing.T) {
	t.Parallel()
	db, path := opened(t)
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := db.InPlace(); league.FaultOf(err) != league.FileGone {
		t.Errorf("a file in its place: %v", err)
	}
	if err := note(t.Context(), db, 1, 1); league.FaultOf(err) != league.FileGone {
		t.Errorf("a write says %v", err)
	}
}
