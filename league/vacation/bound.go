package vacation

import (
	"slices"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/span"
)

// Bound is for how long vacation stops a match of an event at most for each of its players (R-VA-7).
type Bound struct {
	Row time.Duration // since their last move in it
	All time.Duration
}

// BoundOf returns the bound at a time control.
func BoundOf(control string) Bound {
	days := map[string][2]int{"fast": {5, 10}, "live": {}}
	most, ok := days[control]
	if !ok {
		most = [2]int{14, 30}
	}
	return Bound{time.Duration(most[0]) * DayLong, time.Duration(most[1]) * DayLong}
}

// Left returns how much more vacation feeds a clock that has had some; it is never negative.
func (b Bound) Left(had Had) time.Duration { return max(0, min(b.Row-had.Row, b.All-had.All)) }

// Had is how much vacation has fed the clock of a player in a match: what a planned one stopped it for while it was their
// turn, and days that were used automatically.
type Had struct{ Row, All time.Duration }

// HadIn counts, by the log of a match and the book of the player of a side, what vacation has given them there by a moment,
// without what the site was away for (R-TC-4). The same log and book give the same, whenever they are read.
func HadIn(b Book, r engine.Record, side engine.Side, away span.Set, at time.Time) (had Had) {
	add := func(d time.Duration) { had.Row, had.All = had.Row+d, had.All+d }
	off := b.planned().Without(away)
	days := b.automatic()
	waits := waitsAfter(r)
	var rest time.Time // until when the clock stands still for a vacation
	for i, e := range r.Log {
		if e.At.After(at) {
			break
		}
		switch {
		case e.Act == engine.ActMove && e.By == side:
			had.Row = 0
		case e.Act == engine.ActTime && e.By == engine.NoSide && e.Text == dayText(side) && takeDay(days, r.Log, i):
			add(DayLong)
		case e.Act == engine.ActRest:
			if s, until, err := engine.ParseRest(e.Text); err == nil && s == side {
				if rest = until; until.Equal(league.Halt) { // a pause of the tournament is nobody's vacation
					rest = time.Time{}
				}
			}
		}
		until := at
		if i+1 < len(r.Log) && r.Log[i+1].At.Before(at) {
			until = r.Log[i+1].At
		}
		if rest.Before(until) {
			until = rest
		}
		if waits[i] == side && until.After(e.At) {
			add(off.Between(e.At, until))
		}
	}
	return had
}

// lately is within how long a day that is used at a deadline is written into the matches of its player.
const lately = 10 * time.Minute

// takeDay says whether an event of a log is one of some days, which is used up then: it stands at the moment of the day, or
// if the match had moved on before it was written, together with the event before.
func takeDay(days map[int64]int, log []engine.Event, i int) bool {
	at := log[i].At
	if days[at.UnixMilli()] == 0 && at.Equal(log[i-1].At) {
		for d := range days {
			if used := time.UnixMilli(d); days[d] > 0 && used.Before(at) && at.Sub(used) <= lately && !used.Before(log[0].At) {
				at = used
				break
			}
		}
	}
	if days[at.UnixMilli()] == 0 {
		return false
	}
	days[at.UnixMilli()]--
	return true
}

// planned returns when the member was, or is to be, on a planned vacation.
func (b Book) planned() span.Set {
	spans := make([]span.Span, len(b.Planned))
	for i, v := range b.Planned {
		spans[i] = span.Span{From: v.Begins, Until: v.Ends}
	}
	return span.Of(spans...)
}

// automatic counts the days that were used because time ran out, by their moments.
func (b Book) automatic() map[int64]int {
	days := map[int64]int{}
	for _, d := range b.Days {
		if d.Match != "" {
			days[d.At.UnixMilli()]++
		}
	}
	return days
}

// waitsAfter returns whose clock runs after each event of a log: nobody's from the moment a move is sealed until it is shown.
func waitsAfter(r engine.Record) []engine.Side {
	waits := make([]engine.Side, len(r.Log))
	side := engine.NoSide
	if !r.Next().Over() {
		side = r.Next().Side
	}
	for i, e := range slices.Backward(r.Log) {
		waits[i] = side
		switch e.Act {
		case engine.ActMove, engine.ActSeal:
			side = e.By
		case engine.ActRoll:
			side = engine.NoSide
		case engine.ActOrder, engine.ActTime, engine.ActRest, engine.ActControl, engine.ActBreak, engine.ActSeats:
		default: // it was ended over a position in which a clock may have run
			side = r.Position.Next().Side
		}
	}
	sealed := false
	for i, e := range r.Log {
		if sealed = e.Act == engine.ActSeal || sealed && e.Act.Aside(); sealed {
			waits[i] = engine.NoSide
		}
	}
	return waits
}

// dayText is the text of the event by which the platform gives a side a day.
func dayText(side engine.Side) string {
	return side.String() + " " + strconv.Itoa(int(DayLong/time.Second))
}
