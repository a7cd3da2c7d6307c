package main

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestWhatCannotKeepUpIsNotAskedForLongAfterTheTime: of what is late a second is asked for, and no more.
func TestWhatCannotKeepUpIsNotAskedForLongAfterTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rate, last = 100, 10 * time.Second
		began, calls := time.Now(), 0
		paced(t.Context(), rate, last, 1, func(int, time.Time) {
			calls++
			time.Sleep(100 * time.Millisecond) // ten a second
		})
		if took := time.Since(began); calls > 2*rate+1 || took > last+rate*100*time.Millisecond {
			t.Errorf("it was asked %d times, in %v", calls, took)
		}
	})
}
