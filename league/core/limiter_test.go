package core

import (
	"sync"
	"testing"
	"time"

	"kickabout/league"
)

// TestTheLimiterOfPasswords fills the limiter one by one, so that its bounds are seen exactly (S6).
func TestTheLimiterOfPasswords(t *testing.T) {
	l := newLimiter(hashesAtOnce, hashesQueued)
	var passing sync.WaitGroup
	inside, goOn := make(chan bool, 100), make(chan bool)
	for n := range 4 + 50 {
		passing.Go(func() {
			if err := l.Pass(t.Context(), func() { inside <- true; <-goOn }); err != nil {
				t.Errorf("number %d got %v", n+1, err)
			}
		})
		for len(l.queue) <= n && t.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}
	if err := l.Pass(t.Context(), func() {}); league.KindOf(err) != league.Busy {
		t.Errorf("behind four inside and fifty who wait, one got %v", err)
	}
	for range 4 {
		<-inside
	}
	if len(inside) != 0 {
		t.Error("more than four are inside at once")
	}
	close(goOn)
	passing.Wait()
	if err := l.Pass(t.Context(), func() {}); err != nil {
		t.Errorf("afterwards one got %v", err)
	}
}
