package transfer_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kickabout/league/archive"
	"kickabout/store/storetest"
	"kickabout/store/transfer"
)

var update = flag.Bool("update", false, "write the schema of exports anew")

// must fails the test at an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryTableIsExportedOrSaysWhyNot: who adds a table adds its line to exportTables, or this fails.
func TestEveryTableIsExportedOrSaysWhyNot(t *testing.T) {
	db := storetest.OpenDB(t, storetest.SQLite(t))
	var found []string
	must(t, db.Bare(t.Context()).Raw("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'goose%'").Scan(&found).Error)
	tables, refs, public := transfer.ExportTableColumns()
	for _, table := range found {
		if _, ok := tables[table]; !ok {
			t.Errorf("%s has no line in exportTables", table)
		}
		delete(tables, table)
	}
	for table := range tables {
		t.Errorf("%s stands in exportTables and not in the schema", table)
	}
	var links []struct{ Source, Target string }
	must(t, db.Bare(t.Context()).Raw(`SELECT m.name || '.' || f."from" AS source, f."table" AS target FROM sqlite_master m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND m.name NOT IN ('events', 'rolls') AND f."table" NOT IN ('events', 'lines')`).Scan(&links).Error)
	for _, l := range links {
		if refs[l.Source] != l.Target {
			t.Errorf("%s names a row of %s and has no place among the refs of its exportTable", l.Source, l.Target)
		}
	}
	if len(found) < 20 || len(links) < 20 {
		t.Errorf("only %d tables and %d columns that name rows were found", len(found), len(links))
	}
	columns := map[string]bool{"": true}
	kinds, err := transfer.New(db).ArchiveTables(t.Context())
	must(t, err)
	for _, table := range kinds {
		for _, c := range table.Columns {
			columns[table.In+"."+c.In] = true
			if table.Secret && public[table.In+"."+c.In] {
				t.Errorf("%s.%s is secret and public", table.In, c.In)
			}
		}
	}
	for column := range public {
		if !strings.HasSuffix(column, ".") && !columns[column] {
			t.Errorf("%s is to be public and not in the schema", column)
		}
	}
}

// TestArchiveSchema compares the JSON Schema of exports with what the tables come to; -update
// writes it.
func TestArchiveSchema(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		tables, err := transfer.New(storetest.OpenDB(t, d)).ArchiveKinds(t.Context())
		must(t, err)
		got, err := archive.SchemaOf(tables)
		must(t, err)
		file := filepath.Join("..", "..", "league", "archive", "schema.json")
		if *update {
			must(t, os.WriteFile(file, got, 0o644))
		}
		want, err := os.ReadFile(file)
		must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("the tables come to another schema than %s: write it anew with go test ./store/transfer -run TestArchiveSchema -update", file)
		}
	})
}
