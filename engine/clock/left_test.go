package clock_test

import (
	"testing"
	"time"

	"kickabout/engine/clock"
)

func TestTimeLeftIsSaidInItsTwoGreatestUnits(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		-time.Hour:                     "under 1 min",
		59 * time.Second:               "under 1 min",
		12 * time.Minute:               "12 min",
		time.Hour:                      "1 h",
		4*time.Hour + 12*time.Minute:   "4 h 12 min",
		24 * time.Hour:                 "1 d",
		76*time.Hour + 59*time.Minute:  "3 d 4 h",
		10*24*time.Hour - time.Second:  "9 d 23 h",
		240*time.Hour + 30*time.Second: "10 d",
	} {
		if got := clock.Left(d); got != want {
			t.Errorf("left of %v is %q, want %q", d, got, want)
		}
	}
}
