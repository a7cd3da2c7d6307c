package storetest_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// A shelf is a row of a table that is there for a test.
type shelf struct {
	Room string
	N    int
	Text *string
	Data []byte
}

func (shelf) TableName() string { return "shelves" }

var shelfKey = []string{"room", "n"}

func TestThousandsOfRowsAreWrittenAsTheyAre(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		db := storetest.Below(s)
		blob := "BLOB"
		if db.IsPostgres() {
			blob = "BYTEA"
		}
		must(t, raw(s).Exec("CREATE TABLE shelves (room TEXT NOT NULL, n INTEGER NOT NULL, text TEXT, data "+blob+", PRIMARY KEY (room, n))").Error)
		write := func(f func(tx *gorm.DB) error) error { return db.Write(t.Context(), f) }
		const many = 2*sqldb.RowsAtOnce + 37
		rows := make([]shelf, many)
		for i := range rows {
			rows[i] = shelf{Room: fmt.Sprintf("room%d'?$1", i%7), N: i}
			if i%3 > 0 {
				text := fmt.Sprint("book ", i)
				rows[i].Text, rows[i].Data = &text, []byte{byte(i), 0}
			}
		}
		there := func() (list []shelf) {
			must(t, reader(s).Order("n").Find(&list).Error)
			return list
		}
		must(t, write(func(tx *gorm.DB) error { return sqldb.Insert(tx, rows) }))
		if diff := cmp.Diff(rows, there()); diff != "" {
			t.Fatalf("what was written is there otherwise (-written +there):\n%s", diff)
		}
		must(t, write(func(tx *gorm.DB) error {
			return errors.Join(sqldb.Insert(tx, rows[:0]), sqldb.Upsert(tx, shelfKey, nil, rows[:0]))
		}))

		taken := slices.Concat([]shelf{{Room: "new", N: many}}, rows[100:101])
		if err := write(func(tx *gorm.DB) error { return sqldb.Insert(tx, taken) }); !errors.Is(err, gorm.ErrDuplicatedKey) {
			t.Errorf("a row that is there already gives %v", err)
		}

		// The data of all has changed meanwhile; the text alone is to be another.
		must(t, raw(s).Exec("UPDATE shelves SET data = NULL").Error)
		was, changed := slices.Clone(rows[10:70]), slices.Clone(rows[10:70])
		other := "other"
		for i := range changed {
			changed[i].Text = &other
		}
		must(t, write(func(tx *gorm.DB) error { return sqldb.Upsert(tx, shelfKey, was, changed) }))
		want := slices.Clone(rows)
		copy(want[10:], changed)
		for i := range want {
			want[i].Data = nil
		}
		if diff := cmp.Diff(want, there()); diff != "" {
			t.Errorf("a change of texts comes to (-want +there):\n%s", diff)
		}

		must(t, write(func(tx *gorm.DB) error { return sqldb.Upsert(tx, shelfKey, nil, append(changed[:2:2], taken[0])) }))
		copy(want[10:], changed[:2])
		if diff := cmp.Diff(append(want, taken[0]), there()); diff != "" {
			t.Errorf("rows, of which one is new, come to (-want +there):\n%s", diff)
		}
	})
}
