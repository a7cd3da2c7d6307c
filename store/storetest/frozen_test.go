package storetest_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// How a node ends that was frozen in the middle of a transaction.
const (
	undone  = 7 // as it should: it was told that nothing is written
	written = 8
)

// stay takes the row of the job and is frozen before it commits. It returns how that ended.
func stay(ctx context.Context, s *store.Store) int {
	err := storetest.Below(s).Write(ctx, func(tx *gorm.DB) error {
		done := tx.Exec("UPDATE jobs SET holder = 'frozen' WHERE name = 'race'")
		if fmt.Println("ready"); done.Error != nil {
			return done.Error
		}
		time.Sleep(100 * time.Millisecond) // within which it is frozen
		return nil
	})
	if err != nil {
		return undone
	}
	return written
}

// TestANodeThatIsFrozenKeepsNoRowFromOthers has one stop in the middle of a transaction. Whoever waits for what it has
// written gets it before they give up, and the node learns that it has written nothing.
func TestANodeThatIsFrozenKeepsNoRowFromOthers(t *testing.T) {
	t.Parallel()
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		must(t, s.Register(t.Context(), "race", time.Now()))
		frozen := startNode(t, d.URL, stuck, longLease)
		defer frozen.kill()
		must(t, frozen.cmd.Process.Signal(syscall.SIGSTOP))
		began := time.Now()
		epoch, _, err := s.Claim(t.Context(), "race", "another", longLease, time.Hour, true)
		waited := time.Since(began)
		if err != nil || epoch != 1 || waited >= sqldb.Patience {
			t.Errorf("after %v another node gets epoch %d, %v", waited, epoch, err)
		}
		if waited < time.Second {
			t.Errorf("it has waited for %v only: this proves nothing", waited)
		}
		must(t, frozen.cmd.Process.Signal(syscall.SIGCONT))
		var ended *exec.ExitError
		if err := frozen.cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != undone {
			t.Errorf("the node that was frozen ends with %v", err)
		}
		t.Logf("another node waited for %v", waited)
	})
}
