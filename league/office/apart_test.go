package office

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"kickabout/league/core"
)

func TestStepsAreApart(t *testing.T) {
	t.Parallel()
	for apart, want := range map[time.Duration]int{0: 100, newsApart: 5} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			woken, steps := make(core.Wakeup, 1), 0
			go new(Office).work(ctx, woken, apart, func(context.Context) (bool, error) { steps++; return false, nil })
			for range 99 { // a move each hundredth of a second
				time.Sleep(10 * time.Millisecond)
				woken.Wake()
				synctest.Wait()
			}
			if steps != want {
				t.Errorf("%v apart: %d steps in a second, want %d", apart, steps, want)
			}
			stop()
			synctest.Wait()
		})
	}
}
