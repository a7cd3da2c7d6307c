package tournaments

import (
	"reflect"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"kickabout/league"
	"kickabout/league/table"
)

// tables keeps the tables of groups that were computed last, since many look at the same between two results. A table
// follows from the sheet of its group alone, whatever the moment and however far the matches have come that are not over: it counts
// for each sheet that is the same but for these. Tables are never changed, so that all share them.
type tables struct {
	cache *otter.Cache[tableKey, keptTable]
}

// tableKey is a group of a tournament.
type tableKey struct {
	tournament string
	group      league.Group
}

// keptTable is a table with the sheet that it follows from.
type keptTable struct {
	sheet league.Sheet
	table *table.Table
}

// tablesKept is how many tables are kept at most: some tens of kilobytes each.
const tablesKept = 512

func newTables() *tables {
	return &tables{otter.Must(&otter.Options[tableKey, keptTable]{MaximumSize: tablesKept})}
}

// of returns the table of a sheet of a tournament's group.
func (t *tables) of(tournament string, format table.Ranked, sheet league.Sheet) (*table.Table, error) {
	key := tableKey{tournament, sheet.Group}
	if k, ok := t.cache.GetIfPresent(key); ok && alike(k.sheet, sheet) {
		return k.table, nil
	}
	computed, err := format.Standings(sheet)
	if err == nil {
		t.cache.Set(key, keptTable{sheet, computed})
	}
	return computed, err
}

// alike says that the same table follows from two sheets.
func alike(a, b league.Sheet) bool {
	if !slices.Equal(a.Entries, b.Entries) || !slices.EqualFunc(a.Fixtures, b.Fixtures, func(f, g league.Fixture) bool {
		f.Seq, g.Seq = 0, 0
		return f == g
	}) {
		return false
	}
	for _, s := range []*league.Sheet{&a, &b} {
		s.Now, s.Entries, s.Fixtures = time.Time{}, nil, nil
	}
	return reflect.DeepEqual(a, b)
}
