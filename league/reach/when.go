package reach

import (
	"time"

	"kickabout/league"
	"kickabout/league/contact"
)

// How letters are timed.
const (
	Gather      = 3 * time.Minute  // after the first item of a letter, for what follows
	Presence    = 10 * time.Minute // in which somebody who was there needs no letter
	alarmsPart  = time.Hour        // within which the first of two alarms is enough
	beforeQuiet = 30 * time.Minute

	organisersPart = time.Hour          // between two letters about what the organisers of one tournament do
	MostMails      = 2                  // a day, besides alarms and what nobody can leave
	patience       = 3 * 24 * time.Hour // for which a letter is tried at least
	leastTries     = 10                 // before it is given up, however much of that were quiet hours: by a server that is busy a third of the time one in 59,000 is
)

// Zone is the zone of a player's clock; UTC where the name says nothing.
func Zone(h contact.ReachHours) *time.Location {
	if zone, err := time.LoadLocation(h.Zone); err == nil && h.Zone != "Local" {
		return zone
	}
	return time.UTC
}

// At returns the first moment after another at which a clock shows an hour. An hour that a day skips comes with the
// next one that it has, at the end of the day with the one before; of one that comes twice it is the first.
func At(after time.Time, hour int, zone *time.Location) time.Time {
	local := after.In(zone)
	for day := 0; ; day++ {
		at := onDay(local.Year(), local.Month(), local.Day()+day, hour, zone)
		if at.After(after) {
			return at.UTC()
		}
	}
}

// onDay is the first moment of a day at which a clock shows an hour or, where the day skips it, a later one; where none is
// left on that day, the one before.
func onDay(year int, month time.Month, day, hour int, zone *time.Location) time.Time {
	at := time.Date(year, month, day, hour, 0, 0, 0, zone)
	if earlier := at.Add(-time.Hour); earlier.Hour() == at.Hour() && earlier.Day() == at.Day() { // the second of two
		return earlier
	}
	_, offset := at.Zone()
	wall, want := at.UTC().Add(time.Duration(offset)*time.Second), time.Date(year, month, day, hour, 0, 0, 0, time.UTC)
	if wall.Before(want) { // Date went back from an hour that there is not
		at = at.Add(time.Hour)
	}
	if at.Day() != want.Day() { // Greenland skips the last hour of a day
		return onDay(year, month, day, hour-1, zone)
	}
	return at
}

// quiet says that a moment is in a player's quiet hours, and when these began and end.
func quiet(at time.Time, h contact.ReachHours) (in bool, from, until time.Time) {
	if h.QuietFrom == h.QuietUntil {
		return false, time.Time{}, time.Time{}
	}
	zone := Zone(h)
	until = At(at, h.QuietUntil, zone)
	from = At(at.Add(-24*time.Hour), h.QuietFrom, zone) // the last time, or just now
	for next := At(from, h.QuietFrom, zone); !next.After(at); next = At(next, h.QuietFrom, zone) {
		from = next
	}
	end := At(from, h.QuietUntil, zone)
	return !at.Before(from) && at.Before(end), from, until
}

// Moment says when a letter may go that is due now: at once, or later. Somebody who was there a moment ago needs none;
// in quiet hours nothing comes, but an alarm whose time would run out before they end.
func Moment(now time.Time, h contact.ReachHours, deadline time.Time) time.Time {
	at := now
	if there := h.Active.Add(Presence); !h.Active.IsZero() && at.Before(there) {
		at = there
	}
	if in, _, until := quiet(at, h); in && (deadline.IsZero() || until.Before(deadline)) {
		at = until
	}
	return at
}

// A Timed is an alarm with its moment.
type Timed struct {
	Event league.EventName
	At    time.Time
}

// Alarms are the moments at which a player is told that the time of a turn runs out: when 80 % of it are used, 24 h and
// 2 h before its end. Of two within an hour the first is enough. One that would come in quiet hours comes 30 min before
// they begin, if the turn had begun by then; else at their end, or at its own time if the deadline comes before that.
func Alarms(began, deadline time.Time, h contact.ReachHours) []Timed {
	var list []Timed
	for _, a := range []Timed{
		{AlarmMost, deadline.Add(-deadline.Sub(began) / 5)},
		{AlarmDay, deadline.Add(-24 * time.Hour)},
		{AlarmHours, deadline.Add(-2 * time.Hour)},
	} {
		if a.At.Before(began) {
			continue
		}
		if in, from, until := quiet(a.At, h); in {
			switch early := from.Add(-beforeQuiet); {
			case !early.Before(began):
				a.At = early
			case until.Before(deadline):
				a.At = until
			}
		}
		list = append(list, a)
	}
	return spaced(list)
}

// spaced orders alarms by time and leaves out those that come within an hour of the one before.
func spaced(list []Timed) (kept []Timed) {
	for i := range list { // at most three
		for j := i; j > 0 && list[j].At.Before(list[j-1].At); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	for _, a := range list {
		if len(kept) == 0 || a.At.Sub(kept[len(kept)-1].At) > alarmsPart {
			kept = append(kept, a)
		}
	}
	return kept
}

// pauses are how long a letter waits that was not taken: each that is not the last once.
var pauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour}

// Pause is how long a letter waits that was not taken so many times before: 20 % more or less, by chance from 0 to 1.
func Pause(tries int, chance float64) time.Duration {
	p := pauses[min(tries, len(pauses)-1)]
	return time.Duration(float64(p) * (0.8 + 0.4*chance))
}

// again is when a letter is tried again that is of no use after a moment: after a pause or, where that is too long, after
// half of the time that is left, but not sooner than after the least of pauses.
func again(now time.Time, least, pause time.Duration, over time.Time) time.Time {
	if left := over.Sub(now); pause > left {
		pause = left / 2
	}
	return now.Add(max(least, pause))
}

// Digest says whether somebody gets a digest that says a mark, whose last one said another: what is unchanged is said
// again after 3 days, and then once a week; nothing to somebody whom nobody has seen for 60 days.
func Digest(now time.Time, h contact.ReachHours, mark string) bool {
	switch since := now.Sub(h.DigestSent); {
	case Unseen(now, h):
		return false
	case last(now, h):
		return true
	case h.DigestMark == mark:
		return since >= 3*24*time.Hour-12*time.Hour
	case h.DigestMark == mark+unchanged:
		return since >= 7*24*time.Hour-12*time.Hour
	}
	return true
}

// unchanged stands behind the mark of a digest that said what the one before had said.
const unchanged = "+"

// Unseen says that nobody has seen a player for so long that no mail goes to them any more, but what nobody can leave.
func Unseen(now time.Time, h contact.ReachHours) bool {
	return !h.Active.IsZero() && now.Sub(h.Active) > unseen
}

// last says that the digest of the day is the last one before that.
func last(now time.Time, h contact.ReachHours) bool {
	return !h.Active.IsZero() && now.Sub(h.Active) > unseen-24*time.Hour
}

// unseen is after how long somebody who does not come gets no more digests.
const unseen = 60 * 24 * time.Hour
