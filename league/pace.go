package league

import (
	"slices"
	"time"

	"kickabout/engine"
)

// Pace is how fast somebody plays, and whether their games are played to the end.
type Pace struct {
	Median   time.Duration // of the time that a move took; zero if there is none
	Moves    int           // it comes from
	Finished int           // games that have ended, void ones apart
	Flagged  int           // of these, lost on time
}

// Share returns the share of finished games that were not lost on time; false if none has ended.
func (p Pace) Share() (share float64, ok bool) {
	if p.Finished == 0 {
		return 0, false
	}
	return 1 - float64(p.Flagged)/float64(p.Finished), true
}

// A MoveLog is what a player's pace is read from: the side in a match, and its events without what they say.
type MoveLog struct {
	Side engine.Side
	Log  []engine.Event
}

// PaceOf returns the pace of a player by logs of matches and by tallies of all that have ended.
func PaceOf(logs []MoveLog, tallies []Tally) Pace {
	var taken []time.Duration
	for _, l := range logs {
		taken = append(taken, l.taken()...)
	}
	p := Pace{Moves: len(taken)}
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

// taken returns how long the side's moves took: each from the event that made it due, rests included. A move that was
// made the moment it was due was a standing order's, or a bot's.
func (l MoveLog) taken() (taken []time.Duration) {
	var due time.Time
	for _, e := range l.Log {
		switch e.Act {
		case engine.ActOrder, engine.ActTime, engine.ActRest, engine.ActControl: // beside the play
			continue
		case engine.ActMove:
			if e.By == l.Side && !due.IsZero() && e.At.After(due) {
				taken = append(taken, e.At.Sub(due))
			}
		}
		due = e.At
	}
	return taken
}
