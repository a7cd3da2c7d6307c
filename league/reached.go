package league

import "time"

// Reached is how far something has come that somebody follows: numbers of which at least one is another after each change
// that its followers are to hear of. Zero: it is not there, or not any more.
type Reached [3]int

// SeenEvery is how often a visit, or the use of a token, is written down, so that not everyone costs a write.
const SeenEvery = time.Hour

// What a session or a token has reached that lasts.
const (
	lasts     = 1
	lastsSeen = 2 // and it is time to write down that it is still used
)

// Reached says whether a session lasts at a moment, and whether it is time to write down a visit.
func (s Session) Reached(now time.Time) Reached {
	switch {
	case s.Over(now):
		return Reached{}
	case now.Sub(s.Seen) >= SeenEvery:
		return Reached{lastsSeen}
	}
	return Reached{lasts}
}

// Reached says whether somebody may act by a token at a moment, and whether it is time to write down its use.
func (t Token) Reached(now time.Time) Reached {
	switch {
	case t.Asleep, !now.Before(t.Ends):
		return Reached{}
	case now.Sub(t.Used) >= SeenEvery:
		return Reached{lastsSeen}
	}
	return Reached{lasts}
}
