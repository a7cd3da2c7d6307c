package league

import (
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league/span"
)

// Halt is until when the clocks of both sides rest in the matches of a tournament that is
// paused: nobody knows yet when it goes on, and then they run again.
var Halt = time.Date(2200, time.January, 1, 0, 0, 0, 0, time.UTC)

// Rest is a span in which the time of a tournament stood still: it was paused, or the site was away.
type Rest struct {
	From, Until time.Time
	Away        bool // the site was (R-TC-4)
}

// LastDay returns when a span of days that began at a moment is over, if what was paused in it, and what the site was away
// for, comes on top. On the first day after a long outage it is never over (R-TC-4).
func LastDay(began time.Time, days int, rests []Rest) time.Time {
	return After(began, time.Duration(days)*24*time.Hour, rests)
}

// After is LastDay of any length of time.
func After(began time.Time, length time.Duration, rests []Rest) time.Time {
	var all, away []span.Span
	for _, r := range rests {
		all = append(all, span.Span{From: r.From, Until: r.Until})
		if r.Away {
			away = append(away, span.Span{From: r.From, Until: r.Until})
		}
	}
	due, ok := span.Set{{From: began, Until: span.Ever}}.Without(span.Of(all...)).Reach(length)
	if !ok {
		return span.Ever
	}
	return span.Of(away...).Back(due)
}

// Halted says that the clock of a side stands still because its tournament is paused.
func Halted(c clock.Clocks, side engine.Side) bool { return c.Rest[side-1].Equal(Halt) }
