package people_test

import (
	"testing"

	"kickabout/store/people"
	"kickabout/store/storetest"
)

// TestEveryColumnOfAPlayerIsExportedAndErasedOrSaysWhyNot is S20: who adds a table with a
// player in it adds its line to holdings, or this fails.
func TestEveryColumnOfAPlayerIsExportedAndErasedOrSaysWhyNot(t *testing.T) {
	db := storetest.OpenDB(t, storetest.SQLite(t)).Bare(t.Context())
	var columns []string
	err := db.Raw(`
		SELECT m.name || '.' || f."from" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND f."table" = 'players'
		UNION
		SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND (c.name LIKE '%player%' OR c.name LIKE '%author%' OR c.name LIKE '%reader%') AND c.name <> 'min_reader' -- a program
		ORDER BY 1`).Scan(&columns).Error
	if err != nil {
		t.Fatal(err)
	}
	have := people.HoldingColumns()
	for _, column := range columns {
		if why, ok := have[column]; !ok || why == "" {
			t.Errorf("%s has no line in holdings, or one that neither shows, nor erases, nor says why", column)
		}
		delete(have, column)
	}
	for column := range have {
		t.Errorf("%s stands in holdings and not in the schema", column)
	}
	if len(columns) < 8 {
		t.Errorf("only %v were found", columns)
	}
}
