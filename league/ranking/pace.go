package ranking

import (
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// paceOf returns the pace of a player by logs of matches and by tallies of all that have ended.
func paceOf(logs []league.MoveLog, tallies []league.Tally) league.Pace {
	var taken []time.Duration
	for _, l := range logs {
		taken = append(taken, times(l)...)
	}
	p := league.Pace{Moves: len(taken)}
	if n := len(taken); n > 0 {
		slices.Sort(taken)
		p.Median = (taken[(n-1)/2] + taken[n/2]) / 2
	}
	for _, t := range tallies {
		p.Finished += t.Played()
		if t.Ending == engine.Timeout {
			p.Flagged += t.Lost
		}
	}
	return p
}

// times returns how long the side's moves took: each from the event that made it due, rests included. A move that was
// made the moment it was due was a standing order's, or a bot's.
func times(l league.MoveLog) (taken []time.Duration) {
	var due time.Time
	for _, e := range l.Log {
		switch e.Act {
		case engine.ActOrder, engine.ActTime, engine.ActRest, engine.ActControl, engine.ActBreak: // beside the play
			continue
		case engine.ActMove, engine.ActSeal:
			if e.By == l.Side && !due.IsZero() && e.At.After(due) {
				taken = append(taken, e.At.Sub(due))
			}
		}
		due = e.At
	}
	return taken
}
