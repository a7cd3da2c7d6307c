package sqldb_test

import (
	"context"
	"os"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// TestWhoReadsApartWaitsForNobodyElse takes all connections that read, and then those apart.
func TestWhoReadsApartWaitsForNobodyElse(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		storetest.Open(t, d).Close() // makes its tables
		db, err := sqldb.Open(t.Context(), sqldb.Options{URL: d.URL})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		apart, err := db.Apart(t.Context(), 2)
		if err != nil {
			t.Fatal(err)
		}
		reads := func(d *sqldb.DB) bool {
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			return d.Reader(ctx).Exec("SELECT 1").Error == nil
		}
		leave := make(chan struct{})
		var held []chan error
		defer func() {
			close(leave)
			for _, done := range held {
				<-done
			}
		}()
		take := func(from *sqldb.DB) {
			in, done := make(chan struct{}), make(chan error, 1)
			held = append(held, done)
			go func() {
				done <- from.Reader(context.Background()).Connection(func(*gorm.DB) error {
					close(in)
					<-leave
					return nil
				})
			}()
			<-in
		}
		taken := 0
		for ; reads(db); taken++ {
			take(db)
		}
		if want := map[string]int{"sqlite": 8, "postgres": 11}[d.Name]; taken != want {
			t.Errorf("%d read at once, want %d", taken, want)
		}
		if !reads(apart) {
			t.Fatal("who reads apart waits for the others")
		}
		take(apart)
		if !reads(apart) {
			t.Error("there is one connection apart, want two")
		}
		take(apart)
		if reads(apart) {
			t.Error("there are more than two connections apart")
		}
	})
}

// TestWhoWritesApartWritesNothingToALostFile takes the file away from under both.
func TestWhoWritesApartWritesNothingToALostFile(t *testing.T) {
	t.Parallel()
	db, path := opened(t)
	apart, err := db.Apart(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := note(t.Context(), apart, 1, 1); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	if err := db.InPlace(); league.FaultOf(err) != league.FileGone {
		t.Fatal(err)
	}
	if err := note(t.Context(), apart, 2, 1); league.FaultOf(err) != league.FileGone {
		t.Errorf("it was written: %v", err)
	}
}
