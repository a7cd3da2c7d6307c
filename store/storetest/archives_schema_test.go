package storetest_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kickabout/store"
	"kickabout/store/storetest"
)

// The version of the tables is the number of the last migration.
func TestTheVersionOfTheTables(t *testing.T) {
	files, err := os.ReadDir("../sqldb/migrations")
	must(t, err)
	last := slices.MaxFunc(files, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }).Name()
	want, err := strconv.ParseInt(last[:5], 10, 64)
	must(t, err)
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		archives := open()
		if got, err := archives.Schema(t.Context()); err != nil || got != want {
			t.Errorf("it is %d, %v, want %d", got, err, want)
		}
	})
}
