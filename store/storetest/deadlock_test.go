package storetest_test

import (
	"context"
	"sync"
	"testing"

	"gorm.io/gorm"

	"kickabout/store/storetest"
)

// Two transactions that hold a row each and want the other's are both written: one of them is run
// again, more than once where it gets its first row back before the other has got that.
func TestTransactionsThatWaitForEachOtherAreBothWritten(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		db := storetest.OpenDB(t, d)
		for _, statement := range []string{"CREATE TABLE counters (n INTEGER PRIMARY KEY, value INTEGER)", "INSERT INTO counters VALUES (1, 0), (2, 0)"} {
			if err := db.Bare(t.Context()).Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		var all, holding sync.WaitGroup
		holding.Add(2)
		runs := make([]int, 2)
		for i, order := range [][2]int{{1, 2}, {2, 1}} {
			all.Go(func() {
				held := sync.OnceFunc(holding.Done)
				err := db.Write(context.Background(), func(tx *gorm.DB) error {
					runs[i]++
					if err := tx.Exec("UPDATE counters SET value = value + 1 WHERE n = ?", order[0]).Error; err != nil {
						return err
					}
					held()
					holding.Wait()
					return tx.Exec("UPDATE counters SET value = value + 1 WHERE n = ?", order[1]).Error
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		var values []int
		if err := db.Reader(t.Context()).Raw("SELECT value FROM counters ORDER BY n").Scan(&values).Error; err != nil {
			t.Fatal(err)
		}
		if len(values) != 2 || values[0] != 2 || values[1] != 2 || runs[0]+runs[1] < 3 {
			t.Errorf("the counters are at %v after %v runs", values, runs)
		}
	})
}
