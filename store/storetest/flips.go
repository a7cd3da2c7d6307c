package storetest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gorm.io/gorm"

	"kickabout/store"
	"kickabout/store/sqldb"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Flips changes one bit of one value of a table n times, looks, and puts it back. The columns are those with
// numbers, with texts and with bytes; where narrows the rows.
type Flips struct {
	Table, Key, Where        string
	Numbers, Texts, Binaries string
}

// Each fails the test unless look finds each flip, and nothing where all is put back.
func (f Flips) Each(t *testing.T, s *store.Store, n int, look func() (found bool)) {
	t.Helper()
	Unguard(t, s, f.Table)
	db, random := Below(s).Bare(t.Context()), rand.New(rand.NewPCG(1, 2))
	var keys []string
	at := "CAST(" + f.Key + " AS TEXT)"
	must(t, db.Raw("SELECT "+at+" FROM "+f.Table+" WHERE "+f.Where+" ORDER BY 1").Scan(&keys).Error)
	columns := strings.Fields(f.Numbers + " " + f.Texts + " " + f.Binaries)
	found := 0
	for tried := 0; tried < n; {
		key, column := keys[random.IntN(len(keys))], columns[random.IntN(len(columns))]
		one := " FROM " + f.Table + " WHERE " + f.Where + " AND " + at + " = ?"
		var was, is any
		switch {
		case strings.Contains(" "+f.Numbers+" ", " "+column+" "):
			var v int64
			must(t, db.Raw("SELECT "+column+one, key).Scan(&v).Error)
			was, is = v, v^1<<random.IntN(16)
		case strings.Contains(" "+f.Texts+" ", " "+column+" "):
			var v string
			must(t, db.Raw("SELECT "+column+one, key).Scan(&v).Error)
			if v == "" {
				was, is = v, "x"
				break
			}
			b := []byte(v)
			b[random.IntN(len(b))] ^= 1 << random.IntN(6) // still a text
			was, is = v, strings.ToValidUTF8(strings.ReplaceAll(string(b), "\x00", "?"), "?")
		default:
			var v struct{ V []byte }
			must(t, db.Raw("SELECT "+column+" AS v"+one, key).Scan(&v).Error)
			b := append([]byte{}, v.V...)
			b[random.IntN(len(b))] ^= 1 << random.IntN(8)
			was, is = v.V, b
		}
		set := "UPDATE " + f.Table + " SET " + column + " = ? WHERE " + f.Where + " AND " + at + " = ? RETURNING " + at
		if err := db.Raw(set, is, key).Scan(&key).Error; sqldb.Duplicate(err) {
			continue // no table can hold that
		} else {
			must(t, err)
		}
		tried++
		if look() {
			found++
		} else {
			t.Errorf("%s of %s was %v and is %v: not found", column, key, was, is)
		}
		must(t, db.Raw(set, was, key).Scan(&key).Error)
	}
	t.Logf("%d of %d flips in %s found", found, n, f.Table)
	if look() {
		t.Errorf("%s is damaged though all was put back", f.Table)
	}
}

// Unguard takes away what keeps rows from being changed.
func Unguard(t *testing.T, s *store.Store, table string) {
	t.Helper()
	raw := func(s *store.Store) *gorm.DB { return Below(s).Bare(t.Context()) }
	if Below(s).IsPostgres() {
		must(t, raw(s).Exec("ALTER TABLE "+table+" DISABLE TRIGGER ALL").Error)
		var checks []string
		must(t, raw(s).Raw("SELECT conname FROM pg_constraint WHERE conrelid = CAST(? AS regclass) AND contype IN ('c', 'f')", table).Scan(&checks).Error)
		for _, c := range checks {
			must(t, raw(s).Exec("ALTER TABLE "+table+" DROP CONSTRAINT "+c).Error)
		}
		return
	}
	must(t, raw(s).Exec("PRAGMA foreign_keys = OFF").Error)
	must(t, raw(s).Exec("PRAGMA ignore_check_constraints = ON").Error)
	var triggers []string
	must(t, raw(s).Raw("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", table).Scan(&triggers).Error)
	for _, name := range triggers {
		must(t, raw(s).Exec("DROP TRIGGER "+name).Error)
	}
}
