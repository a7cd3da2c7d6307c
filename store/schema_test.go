package store_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/store/storetest"
)

var update = flag.Bool("update", false, "write the dumps of the schema anew")

// Each query gives the statements of a schema, one a row, in an order that does not change.
const (
	sqliteSchema = `SELECT sql FROM sqlite_master
		WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'goose%' AND tbl_name NOT LIKE 'sqlite%'
		ORDER BY tbl_name, type <> 'table', type, name`

	postgresSchema = `
		WITH tables AS (
			SELECT oid, relname AS name FROM pg_class
			WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'goose%'
		), parts AS (
			SELECT attrelid AS oid, 1 AS kind, to_char(attnum, '000') AS name,
				attname || ' ' || format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END AS text
			FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped
			UNION ALL
			SELECT conrelid, 2, conname, 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
			FROM pg_constraint WHERE contype <> 'n'
		), statements AS (
			SELECT t.name AS tab, 1 AS kind, '' AS name,
				'CREATE TABLE ' || t.name || E' (\n    ' || string_agg(p.text, E',\n    ' ORDER BY p.kind, p.name COLLATE "C") || E'\n)' AS text
			FROM tables t JOIN parts p ON p.oid = t.oid GROUP BY t.name
			UNION ALL
			SELECT t.name, 2, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
			FROM tables t JOIN pg_index i ON i.indrelid = t.oid
			WHERE NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)
			UNION ALL
			SELECT t.name, 3, g.tgname::text, pg_get_triggerdef(g.oid)
			FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid WHERE NOT g.tgisinternal
			UNION ALL
			SELECT '', 0, proname::text, pg_get_functiondef(oid)
			FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		)
		SELECT text FROM statements ORDER BY tab COLLATE "C", kind, name COLLATE "C"`
)

// must fails the test at an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestSchema compares what the migrations come to with the dump that is checked in;
// -update writes the dump.
func TestSchema(t *testing.T) {
	queries := map[string]string{"sqlite": sqliteSchema, "postgres": postgresSchema}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		var statements []string
		must(t, storetest.OpenDB(t, d).Bare(t.Context()).Raw(queries[d.Name]).Scan(&statements).Error)
		got := "-- What the migrations come to, written by: go test ./store -run TestSchema -update\n"
		for _, s := range statements {
			got += "\n" + strings.TrimRight(s, "\n") + ";\n"
		}
		file := filepath.Join("schema", d.Name+".sql")
		if *update {
			must(t, os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		must(t, err)
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("the schema differs from %s (-file +migrations):\n%s", file, diff)
		}
	})
}
