package championship

import (
	"time"

	"kickabout/league"
)

const day = 24 * time.Hour

// The days of a season, from its start (R-CH-2, R-CH-9), and what belongs to its entry
// (R-CH-4, R-CH-10).
const (
	reverseAfter = 60 * day  // the second match of a pair begins even if the first runs
	warnedAfter  = 143 * day // players are told of the soft end
	softAfter    = 150 * day // clocks are quickened
	hardAfter    = 175 * day // what still runs is adjudicated
	closesBefore = 24 * time.Hour
	remindBefore = 24 * time.Hour // before the entry closes
	lateFor      = 14 * day       // a substitute may take a seat
	awayFor      = 30 * day       // without a visit: asked whether they stay
	// shortest is how long before a start entries must be open, and how far apart the
	// starts of two seasons must be.
	shortest = 7 * day
	between  = 60 * day
)

// quietBefore is how long before the soft end nobody may be on a planned vacation (R-VA-4).
const quietBefore = 14 * day

// Quiet returns the last two weeks before the soft end of a season.
func (Format) Quiet(t league.Tournament) (from, to time.Time) {
	if t.Started.IsZero() || t.Profile == "lg" {
		return from, to
	}
	return SoftEnd(t).Add(-quietBefore), SoftEnd(t)
}

// SoftEnd and HardEnd return the ends of a season that has started, which pauses and outages put off (R-CH-9, R-TC-4).
func SoftEnd(t league.Tournament) time.Time { return league.After(t.Started, softAfter, t.Rests) }

// HardEnd is described at SoftEnd.
func HardEnd(t league.Tournament) time.Time { return league.After(t.Started, hardAfter, t.Rests) }

// startAfter returns the first day after a moment on which seasons start: 1 May or 1
// November, 00:00 UTC (R-CH-3).
func startAfter(t time.Time) time.Time {
	t = t.UTC()
	for _, d := range []time.Time{
		time.Date(t.Year(), time.May, 1, 0, 0, 0, 0, time.UTC),
		time.Date(t.Year(), time.November, 1, 0, 0, 0, 0, time.UTC),
	} {
		if d.After(t) {
			return d
		}
	}
	return time.Date(t.Year()+1, time.May, 1, 0, 0, 0, 0, time.UTC)
}

// Opens returns when the entry of the next season opens, given the start of the last one:
// at half time (R-CH-4).
func Opens(started time.Time) time.Time {
	return started.Add(startAfter(started.Add(between)).Sub(started) / 2)
}

// dayAfter returns the midnight that follows on a moment.
func dayAfter(t time.Time) time.Time { return t.UTC().Truncate(day).Add(day) }

// editionOf names the season that is to start on a day: "2027-05".
func editionOf(start time.Time) string { return start.Format(editionLayout) }

const editionLayout = "2006-01"

func parseEdition(name string) (time.Time, error) { return time.Parse(editionLayout, name) }
