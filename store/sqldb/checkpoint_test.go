package sqldb_test

import (
	"context"
	"os"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/store/sqldb"
)

// walOf returns how long the write-ahead log of a file is.
func walOf(t *testing.T, path string) int64 {
	t.Helper()
	is, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return is.Size()
}

const (
	megabyte = 1 << 20
	slack    = 2 * megabyte // what a write of one adds
)

// becomesShort writes a little until the log is short, which it must become soon.
func becomesShort(t *testing.T, db *sqldb.DB, path string, from int64) {
	t.Helper()
	for n := range int64(500) {
		if err := note(t.Context(), db, from+n, 10); err != nil {
			t.Fatal(err)
		}
		if walOf(t, path) <= sqldb.WALShort+slack {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("the log stays %d bytes long", walOf(t, path))
}

// TestTheLogOfAFileStaysShort: writes go on, however many they are, and none of them has the log carried over by itself.
func TestTheLogOfAFileStaysShort(t *testing.T) {
	t.Parallel()
	for name, stalled := range map[string]bool{"carried over beside the writes": false, "between them": true} {
		t.Run(name, func(t *testing.T) {
			db, path := opened(t)
			if stalled {
				sqldb.Stall(db)
			}
			staysShort(t, db, path, stalled)
		})
	}
}

func staysShort(t *testing.T, db *sqldb.DB, path string, stalled bool) {
	t.Helper()
	longest := int64(0)
	for n := range int64(150) {
		if err := note(t.Context(), db, n, megabyte); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, walOf(t, path))
	}
	if longest > sqldb.WALLong+slack {
		t.Errorf("the log was %d bytes long", longest)
	}
	if !stalled {
		becomesShort(t, db, path, 1000)
	}
	var own int
	if err := db.Bare(t.Context()).Raw("PRAGMA wal_autocheckpoint").Scan(&own).Error; err != nil || own != 0 {
		t.Errorf("commits carry over what is longer than %d pages, %v", own, err)
	}
	if n := notes(t, db); n < 150 {
		t.Errorf("%d rows are there", n)
	}
}

// TestWhoReadsForLongDoesNoHarm: the log grows meanwhile, they go on seeing what they saw, and afterwards it is short again.
func TestWhoReadsForLongDoesNoHarm(t *testing.T) {
	t.Parallel()
	db, path := opened(t)
	if err := note(t.Context(), db, 0, 1); err != nil {
		t.Fatal(err)
	}
	err := db.Reader(context.Background()).Transaction(func(tx *gorm.DB) error {
		count := func() (n int64) {
			if err := tx.Table("notes").Count(&n).Error; err != nil {
				t.Fatal(err)
			}
			return n
		}
		before := count()
		for n := range int64(80) {
			if err := note(t.Context(), db, 1+n, megabyte); err != nil {
				t.Fatal(err)
			}
		}
		if after := count(); before != 1 || after != 1 {
			t.Errorf("who reads saw %d rows, and then %d", before, after)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if grown := walOf(t, path); grown < 64*megabyte {
		t.Fatalf("the log is %d bytes long: the test held nothing up", grown)
	}
	becomesShort(t, db, path, 1000)
	if n := notes(t, db); n < 82 {
		t.Errorf("%d rows are there", n)
	}
}
