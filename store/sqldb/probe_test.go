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
