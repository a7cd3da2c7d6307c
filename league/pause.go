package league

import (
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
)

// Halt is until when the clocks of both sides rest in the matches of a tournament that is
// paused: nobody knows yet when it goes on, and then they run again.
var Halt = time.Date(2200, time.January, 1, 0, 0, 0, 0, time.UTC)

// Rest is a span in which a tournament was paused.
type Rest struct{ From, Until time.Time }

// LastDay returns when a span of days that began at a moment is over, if what was paused in it
// comes on top.
func LastDay(began time.Time, days int, rests []Rest) time.Time {
	last := began.AddDate(0, 0, days)
	for _, r := range rests { // in their order
		from := r.From
		if from.Before(began) {
			from = began
		}
		if from.Before(last) && from.Before(r.Until) {
			last = last.Add(r.Until.Sub(from))
		}
	}
	return last
}

// Halted says that the clock of a side stands still because its tournament is paused.
func Halted(c clock.Clocks, side engine.Side) bool { return c.Rest[side-1].Equal(Halt) }
