package sqldb_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"gorm.io/gorm"

	"kickabout/store/sqldb"
)

// readerOf opens a file and returns what reads it.
func readerOf(t testing.TB) *gorm.DB {
	t.Helper()
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: filepath.Join(t.TempDir(), "file.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db.Reader(t.Context())
}

// A scanned has fields of all plain kinds, and some of another struct.
type scanned struct {
	N     int
	Small uint8
	Big   int64
	Ratio float64
	Text  string
	Data  []byte
	Flag  bool
	Maybe *string
	Part  struct{ ID, Name string } `gorm:"embedded;embeddedPrefix:part_"`
	PartX string                    `gorm:"column:part_id"`
}

// slowly has a field that gorm alone can read.
type slowly struct {
	N    int
	List []string `gorm:"serializer:json"`
}

func TestRowsAreReadAsGormReadsThem(t *testing.T) {
	db := readerOf(t)
	values := []string{
		"1 AS n, 255 AS small, -9 AS big, 0.5 AS ratio, 'a' AS text, x'00ff' AS data, 1 AS flag, 'm' AS maybe, 'p' AS part_id, 'Pia' AS part_name, 'x' AS part_id, 7 AS nobodys",
		"2 AS n, 0 AS small, 9007199254740993 AS big, 3 AS ratio, x'62' AS text, 'text' AS data, 0 AS flag, NULL AS maybe, '' AS part_id, NULL AS part_name, NULL AS part_id, NULL",
		"NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
	}
	query := ""
	for i, v := range values {
		if i > 0 {
			query += " UNION ALL "
		}
		query += "SELECT " + v
	}
	var fast, slow []scanned
	if err := db.Raw(query).Find(&fast).Error; err != nil {
		t.Fatal(err)
	}
	if err := db.Raw(query).Scan(&slow).Error; err != nil { // by way of Rows, which gorm reads itself
		t.Fatal(err)
	}
	if len(fast) != 3 || !reflect.DeepEqual(fast, slow) {
		t.Errorf("read as\n%+v, gorm reads\n%+v", fast, slow)
	}
	again := make([]scanned, 1, 8)
	again[:8][2].N = 99 // of another query
	if err := db.Raw(query).Find(&again).Error; err != nil || !reflect.DeepEqual(again, fast) {
		t.Errorf("into a slice that was used: %+v, %v", again, err)
	}
	one := scanned{N: 5, Text: "stays"}
	if err := db.Raw("SELECT NULL AS n, 4 AS big").Take(&one).Error; err != nil || one.N != 0 || one.Big != 4 || one.Text != "stays" {
		t.Errorf("one row is %+v, %v", one, err)
	}
	if err := db.Raw("SELECT 1 AS n, 2 AS big WHERE 1 = 0").Take(&one).Error; err != gorm.ErrRecordNotFound {
		t.Errorf("no row is %v", err)
	}
	var lists []slowly
	if err := db.Raw(`SELECT 1 AS n, '["a"]' AS list`).Find(&lists).Error; err != nil || len(lists) != 1 || len(lists[0].List) != 1 {
		t.Errorf("what gorm alone can read is %+v, %v", lists, err)
	}
	for _, wrong := range []string{"256 AS small, 1 AS n", "-1 AS small, 1 AS n", "'x' AS n, 1 AS big", "2 AS flag, 1 AS n", "1.5 AS n, 1 AS big"} {
		if err := db.Raw("SELECT " + wrong).Find(&fast).Error; err == nil {
			t.Errorf("%s is read as %+v", wrong, fast)
		}
	}
}

func BenchmarkRows(b *testing.B) {
	db := readerOf(b)
	query := "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 300) SELECT n, 1 AS small, n * 7 AS big, 0.5 AS ratio, 'text' || n AS text, x'0011' AS data, 1 AS flag, 'p' AS part_name FROM c"
	for name, read := range map[string]func(list *[]scanned) error{
		"here": func(list *[]scanned) error { return db.Raw(query).Find(list).Error },
		"gorm": func(list *[]scanned) error { return db.Raw(query).Scan(list).Error },
	} {
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var list []scanned
				if err := read(&list); err != nil || len(list) != 300 {
					b.Fatal(len(list), err)
				}
			}
		})
	}
}
