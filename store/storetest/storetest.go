// Package storetest runs tests on every database that the store works with: a
// SQLite file and a real PostgreSQL server, which it starts itself. Databases are
// fresh for each test and gone after it.
package storetest

import (
	"path/filepath"
	"testing"

	"kickabout/store"
)

// Database is a fresh and empty database, for store.Open or for a whole program.
type Database struct {
	Name string // "sqlite" or "postgres"
	URL  string
}

// Each runs a test once on each database, as the subtests "sqlite" and "postgres".
// Where PostgreSQL is not installed its subtest is skipped, or fails with CI=true. The open
// function opens the subtest's database, also for a second time once the first Store is
// closed; what is still open at the end is closed.
func Each(t *testing.T, test func(t *testing.T, open func() *store.Store)) {
	t.Helper()
	EachDatabase(t, func(t *testing.T, d Database) {
		test(t, func() *store.Store { return Open(t, d) })
	})
}

// EachDatabase is Each for tests that open the database themselves.
func EachDatabase(t *testing.T, test func(t *testing.T, d Database)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// Bench is EachDatabase for benchmarks. PostgreSQL runs without fsync here.
func Bench(b *testing.B, bench func(b *testing.B, d Database)) {
	b.Helper()
	b.Run("sqlite", func(b *testing.B) { bench(b, SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { bench(b, Postgres(b)) })
}

// Open opens a database until the end of the test.
func Open(t testing.TB, d Database) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Options{URL: d.URL})
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

// SQLite returns a file that is not there yet, in a folder of the test.
func SQLite(t testing.TB) Database {
	t.Helper()
	return Database{Name: "sqlite", URL: filepath.Join(t.TempDir(), "kickabout.db")}
}
