// Package storetest runs tests on every database that the store works with: a
// SQLite file and a real PostgreSQL server, which it starts itself. Databases are
// fresh for each test and gone after it.
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
)

// Database is a fresh database, for Open or for a whole program.
type Database struct {
	Name string // "sqlite" or "postgres"
	URL  string

	scratch bool // a file that Open makes as a copy and writes in a relaxed way
}

// Each runs a test once on each database, as the subtests "sqlite" and "postgres".
// Where PostgreSQL is not installed its subtest is skipped, or fails with CI=true. The open
// function opens the subtest's database, also for a second time once the first Store is
// closed; what is still open at the end is closed.
func Each(t *testing.T, test func(t *testing.T, open func() *store.Store)) {
	t.Helper()
	run := func(t *testing.T, d Database) { test(t, func() *store.Store { return Open(t, d) }) }
	t.Run("sqlite", func(t *testing.T) { run(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { run(t, tables(t)) })
}

// EachDatabase is Each for tests that open the database themselves, which is empty.
func EachDatabase(t *testing.T, test func(t *testing.T, d Database)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// Bench is EachDatabase for benchmarks. The file is written as a site's; PostgreSQL runs
// without fsync here.
func Bench(b *testing.B, bench func(b *testing.B, d Database)) {
	b.Helper()
	b.Run("sqlite", func(b *testing.B) { bench(b, Site(b)) })
	b.Run("postgres", func(b *testing.B) { bench(b, Postgres(b)) })
}

// Open opens a database until the end of the test.
func Open(t testing.TB, d Database) *store.Store {
	t.Helper()
	if d.scratch {
		copyTables(t, d.URL)
	}
	s, err := store.Open(t.Context(), store.Options{URL: d.URL, Relaxed: d.scratch})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("closing the store: %v", err)
		}
	})
	return s
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
	return Database{Name: "sqlite", URL: filepath.Join(t.TempDir(), "kickabout.db")}
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
