// Package vacation keeps the days off of players: what comes and goes, when a planned vacation begins and ends, and how long
// it stops a clock (league rules 12).
package vacation

import (
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/span"
)

// Rule says how many days of vacation players get (R-VA-1).
type Rule string

// The rules of vacation.
const (
	// Std gives a new account 3 days and one more every 292 hours, which are 30
	// in 365 days, as long as there are fewer than 30. Vacation can be planned (R-VA-2).
	Std Rule = "std"
	// LG gives 5 days on 1 January, UTC, in the place of what is left of the year
	// before. They are used automatically alone.
	LG Rule = "lg"
)

// The figures of the rules.
const (
	atFirst = 3
	atMost  = 30
	every   = 365 * 24 * time.Hour / atMost
	ofAYear = 5
)

// DayLong is how long a day of vacation is, and what it gives to each match of
// the player when it is used because their time ran out in one (R-VA-1).
const DayLong = 24 * time.Hour

// Vacation is time off that a member planned (R-VA-2).
type Vacation struct {
	Player string // id
	N      int    // the player's vacations are numbered 1, 2, 3 …
	Asked  time.Time
	Begins time.Time
	Ends   time.Time
	Began  time.Time // when their matches were told; zero: not yet
	Ended  time.Time // likewise of its end
}

// On says that the vacation lasts at a moment.
func (v Vacation) On(now time.Time) bool { return !now.Before(v.Begins) && now.Before(v.Ends) }

// Open says that something of the vacation is still to come.
func (v Vacation) Open() bool { return v.N > 0 && v.Ended.IsZero() }

// Ahead is how long before a vacation begins or ends its player is told.
const Ahead = 24 * time.Hour

// Soon says which of its ends a vacation comes to within Ahead; "" if to none. What the player has
// planned since then is no news to them, nor is the end of one that is no longer than that.
func (v Vacation) Soon(now time.Time) league.EventName {
	switch {
	case !v.Open():
	case now.Before(v.Begins):
		if v.Begins.Sub(now) <= Ahead && v.Begins.Sub(v.Asked) > Ahead {
			return league.VacationBegins
		}
	case v.On(now) && v.Ends.Sub(now) <= Ahead && v.Ends.Sub(v.Begins) > Ahead:
		return league.VacationEnds
	}
	return ""
}

// Day is one day of vacation that was used.
type Day struct {
	Player   string // id
	N        int    // the player's days are numbered 1, 2, 3 …
	At       time.Time
	Match    string // whose time had run out; "" for a day of a planned vacation
	Vacation int    // the number of that vacation; 0 for a day that was used automatically
}

// Book is all that a member's vacation follows from.
type Book struct {
	Since   time.Time  // when the account was made; zero: there is none, and no vacation
	Days    []Day      // by number
	Planned []Vacation // by number
}

// Open returns the vacation that is still to end; false if there is none.
func (b Book) Open() (Vacation, bool) {
	if n := len(b.Planned); n > 0 && b.Planned[n-1].Open() {
		return b.Planned[n-1], true
	}
	return Vacation{}, false
}

// Used returns how many days of a planned vacation have been used.
func (b Book) Used(vacation int) (days int) {
	for _, d := range b.Days {
		if d.Vacation == vacation {
			days++
		}
	}
	return days
}

// Line is one line of the statement: why a day came, went or was not earned.
type Line struct {
	At      time.Time
	Why     Why
	Days    int // that came; below zero: that went
	Balance int // afterwards
	Day     Day
}

// Why says why a statement has a line.
type Why string

// The reasons.
const (
	New     Why = "new"     // the account was made
	Earned  Why = "earned"  // time went by
	Full    Why = "full"    // a day was due and not earned, because there were as many as can be
	Reset   Why = "year"    // a new year gives its days
	Timeout Why = "timeout" // time ran out in a match
	Planned Why = "planned" // a day of a planned vacation began
)

// Balance returns how many whole days a member has left at a moment. Days that were used
// later are gone too, so that none is used twice whatever the order in which matches are
// looked at.
func (r Rule) Balance(b Book, at time.Time) int {
	balance := 0
	lines := r.Statement(b, at)
	if len(lines) > 0 {
		balance = lines[len(lines)-1].Balance
	}
	for _, d := range b.Days {
		if d.At.After(at) && (r != LG || d.At.UTC().Year() == at.UTC().Year()) {
			balance--
		}
	}
	return max(0, balance)
}

// Spend uses the days of the vacation of a number that have begun by a moment, and returns it too. Where
// none is left it ends. What the site was away for is no part of a day (R-TC-4).
func (r Rule) Spend(b Book, n int, now time.Time, away span.Set) (Book, Vacation) {
	b.Days, b.Planned = slices.Clone(b.Days), slices.Clone(b.Planned)
	v := &b.Planned[n-1]
	for used := b.Used(n); ; used++ {
		due, _ := span.Set{{From: v.Begins, Until: span.Ever}}.Without(away).Reach(time.Duration(used) * DayLong)
		if due.After(now) || !due.Before(v.Ends) {
			return b, *v
		}
		if r.Balance(b, due) < 1 {
			v.Ends = due
			return b, *v
		}
		b.Days = append(b.Days, Day{Player: v.Player, N: len(b.Days) + 1, At: due, Vacation: n})
	}
}

// Statement lists every day that came or went up to a moment, in order (R-VA-6).
func (r Rule) Statement(b Book, until time.Time) []Line {
	if b.Since.IsZero() || until.Before(b.Since) {
		return nil
	}
	lines := r.income(b.Since, until)
	for _, d := range b.Days {
		if d.At.After(until) {
			continue
		}
		why := Timeout
		if d.Vacation > 0 {
			why = Planned
		}
		lines = append(lines, Line{At: d.At, Why: why, Days: -1, Day: d})
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return a.At.Compare(b.At) })
	balance := 0
	for i := range lines {
		l := &lines[i]
		switch {
		case l.Why == Reset:
			l.Days = ofAYear - balance
		case l.Why == Earned && balance >= atMost:
			l.Why, l.Days = Full, 0
		}
		balance += l.Days
		l.Balance = balance
	}
	return lines
}

// income lists what comes by itself, as if there were no most.
func (r Rule) income(since, until time.Time) []Line {
	if r == LG {
		lines := []Line{{At: since, Why: Reset}}
		for year := since.UTC().Year() + 1; ; year++ {
			at := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
			if at.After(until) {
				return lines
			}
			lines = append(lines, Line{At: at, Why: Reset})
		}
	}
	lines := []Line{{At: since, Why: New, Days: atFirst}}
	for at := since.Add(every); !at.After(until); at = at.Add(every) {
		lines = append(lines, Line{At: at, Why: Earned, Days: 1})
	}
	return lines
}

// The limits of what a planned vacation may stop a match (R-VA-4).
const (
	restGroup = 14 * 24 * time.Hour // in a tournament, in a row
	restShort = 3 * 24 * time.Hour  // where little was left when it began
	shortLeft = 24 * time.Hour      // this little
	restApart = 24 * time.Hour      // rests that are no more apart are in a row
)

// RestUntil returns until when a planned vacation that begins at a moment stops the
// clock of a side; a moment not after at: not at all. Of what the limits allow, rests
// that ended within a day before have used their part, so that nothing is gained by
// ending a vacation and beginning another.
//
// Where R-VA-7 bounds it, what counts is how much vacation has fed the clock, by the player's book; while it is the
// other's turn a rest feeds nothing, and the bound is looked at when the turn begins.
func RestUntil(v Vacation, b Book, m league.Match, r engine.Record, c clock.Clocks, side engine.Side, away span.Set, at time.Time) time.Time {
	if m.NoVacation {
		return at
	}
	short := c.Left(side, at) < shortLeft
	if m.DaysBound {
		return boundRest(v, BoundOf(m.Control).Left(HadIn(b, r, side, away, at)), c.Running == side, short, at)
	}
	if m.Tournament == "" && !short {
		return v.Ends
	}
	most := restGroup
	if short {
		most = restShort
	}
	until := at.Add(most - restedInARow(r, side, at))
	if v.Ends.Before(until) {
		return v.Ends
	}
	return until
}

// boundRest returns until when a vacation stops a clock that it may feed for so long.
func boundRest(v Vacation, left time.Duration, running, short bool, at time.Time) time.Time {
	until := v.Ends
	if most := at.Add(left); (running || left == 0) && most.Before(until) {
		until = most
	}
	if most := v.Begins.Add(restShort); short && most.Before(until) {
		until = most
	}
	return until
}

// restedInARow returns how long a side's clock stood still in the row of rests that has
// not ended a day before a moment.
func restedInARow(r engine.Record, side engine.Side, at time.Time) (row time.Duration) {
	var from, until time.Time // of the rest before
	for _, e := range r.Log {
		if e.Act != engine.ActRest {
			continue
		}
		s, end, err := engine.ParseRest(e.Text)
		if err != nil || s != side {
			continue
		}
		if end.Equal(league.Halt) { // a pause of the tournament is nobody's vacation
			end = e.At
		}
		if until.After(e.At) { // cut short, or made longer
			row -= until.Sub(e.At)
		} else if e.At.Sub(until) > restApart {
			row = 0
		}
		row += end.Sub(e.At)
		from, until = e.At, end
	}
	if from.IsZero() || at.Sub(until) > restApart {
		return 0
	}
	if until.After(at) {
		row -= until.Sub(at)
	}
	return row
}

// RestedSince reports whether a side's clock was told to stand still, or to run again,
// at a moment or later.
func RestedSince(r engine.Record, side engine.Side, at time.Time) bool {
	return slices.ContainsFunc(r.Log, func(e engine.Event) bool {
		if e.Act != engine.ActRest || e.At.Before(at) {
			return false
		}
		s, _, err := engine.ParseRest(e.Text)
		return err == nil && s == side
	})
}
