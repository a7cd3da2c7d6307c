package league

import (
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
