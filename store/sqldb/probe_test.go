package sqldb_test

import (
	"testing"

	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

func TestAProbeFindsTablesThatAreTooOldAndADatabaseThatTakesNoWrite(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		old := older(t, d, sqldb.Schema()-1)
		if old.Probe(t.Context()) == nil {
			t.Error("tables of an older version are taken for right")
		}
		must(t, old.Close())
		must(t, storetest.Open(t, d).Close())
		db, err := sqldb.OpenBeside(t.Context(), sqldb.Options{URL: d.URL})
		must(t, err)
		defer db.Close()
		for range 3 {
			must(t, db.Probe(t.Context()))
		}
		must(t, db.Bare(t.Context()).Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, ?)", sqldb.Schema()+1, true).Error)
		must(t, db.Probe(t.Context())) // a newer server is here too
		if d.Name == "sqlite" {
			must(t, db.Bare(t.Context()).Exec("CREATE TRIGGER unwritable BEFORE UPDATE ON goose_db_version BEGIN SELECT RAISE(ABORT, 'full'); END").Error)
			if db.Probe(t.Context()) == nil {
				t.Error("a database that takes no write is taken for sound")
			}
		}
		must(t, db.Close())
		if db.Probe(t.Context()) == nil {
			t.Error("a closed database is taken for sound")
		}
	})
}

func TestADatabaseKnowsItsSize(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		size, err := storetest.Open(t, d).Bytes(t.Context())
		if err != nil || size < 100_000 || size > 1e9 {
			t.Errorf("%v bytes, %v", size, err)
		}
	})
}

func TestADatabaseFindsRowsThatNameNone(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		db := storetest.OpenDB(t, d)
		found, err := db.Integrity(t.Context())
		if err != nil || len(found) > 0 && !db.IsPostgres() {
			t.Fatalf("a new database finds %q, %v", found, err)
		}
		if db.IsPostgres() { // which never lets them in
			return
		}
		for _, statement := range []string{"PRAGMA foreign_keys = 0", "INSERT INTO tokens (hash, player_id, label, created_ms, used_ms) VALUES (zeroblob(32), 'nobody', '', 1, 0)"} {
			if err := db.Bare(t.Context()).Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		if found, err := db.Integrity(t.Context()); err != nil || len(found) != 1 || found[0] != "1 rows name others that are not there" {
			t.Errorf("it finds %q, %v", found, err)
		}
	})
}
