package odds

import (
	"time"

	"kickabout/league"
)

// DayOdds is how a group of a tournament would probably end for one of its players, as it stood on a day.
type DayOdds struct {
	Tournament string // id
	Group      league.Group
	Player     string    // id
	Day        time.Time // its first moment, UTC
	Places     []float64 // the probability of each final place, the first one first, to a thousandth
}

// UpTo returns the probability of the n-th place or a better one.
func (d DayOdds) UpTo(n int) (sum float64) {
	for _, p := range d.Places[:min(n, len(d.Places))] {
		sum += p
	}
	return min(1, sum)
}

// DayOf returns the first moment of the day of a moment, UTC.
func DayOf(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }
