// Package storetest runs tests on every database that the store works with: a
// SQLite file and a real PostgreSQL server, which it starts itself. Databases are
// fresh for each test and gone after it.
//
// Its own tests are the suites of the contracts between services and the store: of each interface
// the files whose names begin with its own.
//
// What is lost when the machine fails does not matter here: nothing waits for a disk, and
// the tables are made once for all tests of a binary and copied. Tests of just that use Site.
package storetest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kickabout/store"
	"kickabout/store/sqldb"
)

// Database is a fresh database, for Open or for a whole program.
type Database struct {
	Name string // "sqlite" or "postgres"
	URL  string

	scratch bool // a file that Open makes as a copy and writes in a relaxed way
}

// Server is the URL for a program that keeps a file of its own unless it is told of a server: "" if
// the database is a file.
func (d Database) Server() string {
	if d.Name == sqlite {
		return ""
	}
	return d.URL
}

// The names of the databases, and of the subtests on them.
const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

// Each runs a test once on each database, as the subtests "sqlite" and "postgres".
// Where PostgreSQL is not installed there is none on it, or it fails with CI=true. The open
// function opens the subtest's database, also for a second time once the first Store is
// closed; what is still open at the end is closed.
func Each(t *testing.T, test func(t *testing.T, open func() *store.Store)) {
	t.Helper()
	run := func(t *testing.T, d Database) { test(t, func() *store.Store { return Open(t, d) }) }
	t.Run(sqlite, func(t *testing.T) { run(t, SQLite(t)) })
	if here(t) {
		t.Run(postgres, func(t *testing.T) { run(t, tables(t)) })
	}
}

// EachDatabase is Each for tests that open the database themselves, which is empty.
func EachDatabase(t *testing.T, test func(t *testing.T, d Database)) {
	t.Helper()
	t.Run(sqlite, func(t *testing.T) { test(t, SQLite(t)) })
	OnPostgres(t, test)
}

// OnPostgres is EachDatabase for tests of what a file has not.
func OnPostgres(t *testing.T, test func(t *testing.T, d Database)) {
	t.Helper()
	if here(t) {
		t.Run(postgres, func(t *testing.T) { test(t, Postgres(t)) })
	}
}

// OnPostgresAlone is OnPostgres with a server that no other test writes to, for tests of how much a
// server writes.
func OnPostgresAlone(t *testing.T, test func(t *testing.T, d Database)) {
	t.Helper()
	if !here(t) {
		return
	}
	t.Run(postgres, func(t *testing.T) {
		s, err := start()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.life.Close() })
		model, err := s.tables()
		if err != nil {
			t.Fatal(err)
		}
		test(t, s.create(t, copyOf(model)))
	})
}

// Bench is EachDatabase for benchmarks. The file is written as a site's; PostgreSQL runs
// without fsync here.
func Bench(b *testing.B, bench func(b *testing.B, d Database)) {
	b.Helper()
	b.Run(sqlite, func(b *testing.B) { bench(b, Site(b)) })
	if here(b) {
		b.Run(postgres, func(b *testing.B) { bench(b, Postgres(b)) })
	}
}

// Open opens a database until the end of the test.
func Open(t testing.TB, d Database) *store.Store {
	t.Helper()
	return Over(OpenDB(t, d))
}

// Over returns the store over a database that the test closes.
func Over(db *sqldb.DB) *store.Store {
	s := store.New(db)
	below.Store(s, db)
	return s
}

// below knows the database of each store that Over has returned.
var below sync.Map

// Below returns the database below such a store, to go behind the store's back.
func Below(s *store.Store) *sqldb.DB {
	db, _ := below.Load(s)
	return db.(*sqldb.DB)
}

// OpenDB opens the database below a store until the end of the test.
func OpenDB(t testing.TB, d Database) *sqldb.DB {
	t.Helper()
	if d.scratch {
		copyTables(t, d.URL)
	}
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: d.URL, Relaxed: d.scratch})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("closing the database: %v", err)
		}
	})
	return db
}

// SQLite returns a file that is not there yet, in a folder of the test. It is for Open,
// or for a program that opens it as a site's, not for both.
func SQLite(t testing.TB) Database {
	t.Helper()
	d := Site(t)
	d.scratch = true
	return d
}

// Site is SQLite for a file that Open makes and writes as that of a site: step by step,
// and each commit on the disk before it is answered.
func Site(t testing.TB) Database {
	t.Helper()
	return Database{Name: sqlite, URL: filepath.Join(t.TempDir(), "kickabout.db")}
}

// copyTables makes a file with empty tables unless it is there.
func copyTables(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	empty, err := emptyFile()
	if err == nil {
		err = os.WriteFile(path, empty, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// emptyFile returns what is in a SQLite file whose tables are empty.
var emptyFile = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "kickabout-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "kickabout.db")
	if err := migrate(store.Options{URL: path, Relaxed: true}); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// migrate makes the tables of a database.
func migrate(o store.Options) error {
	s, err := store.Open(context.Background(), o)
	if err != nil {
		return err
	}
	return s.Close()
}
