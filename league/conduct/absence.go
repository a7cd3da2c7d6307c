package conduct

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/span"
)

const day = 24 * time.Hour

// The bounds of R-FF-7, R-FF-11 and R-FF-12.
const (
	AbsenceApart   = 72 * time.Hour // losses on time that are less apart are one absence, moves or not
	AbsenceCounts  = 365 * day      // for which an absence counts, from its last loss on
	AbsenceOut     = 21 * day       // without a move since its first loss, and its player is out of running events
	AppealWithin   = 30 * day       // of its last loss
	AppealSuspends = 7 * day        // for which an appeal may be open before the ban waits for its answer
)

// absenceBans are for how long the first, second, … absence keeps its player from new events; the last also those after it.
var absenceBans = []time.Duration{0, 30 * day, 90 * day, 180 * day}

// SilentAfter and SilentBan are the rule of before: so many losses on time in a row without a move, and this long without
// events.
const (
	SilentAfter = 3
	SilentBan   = 180 * day
)

// Loss is a competition game that a player has lost on time.
type Loss struct {
	Match string // id
	At    time.Time
}

// Compare orders losses by time, then by match.
func (l Loss) Compare(other Loss) int {
	return cmp.Or(l.At.Compare(other.At), cmp.Compare(l.Match, other.Match))
}

// Absence is what a player has lost on time while they were away, and what that comes to.
type Absence struct {
	Losses []Loss    // by time, at least one
	Nth    int       // its number among those of 365 days, from 1 on; 0: it does not count
	Ban    time.Time // until when its player enters no event; zero: not at all
}

// First returns when the first of its games was lost.
func (a Absence) First() time.Time { return a.Losses[0].At }

// Last returns when the last of its games was lost.
func (a Absence) Last() time.Time { return a.Losses[len(a.Losses)-1].At }

// Lapses returns from when on it counts no more.
func (a Absence) Lapses() time.Time { return a.Last().Add(AbsenceCounts) }

// Of says that a game is among those that were lost.
func (a Absence) Of(match string) bool {
	return slices.ContainsFunc(a.Losses, func(l Loss) bool { return l.Match == match })
}

// Absences parts what a player has lost on time into absences, the earliest first: losses between which they have made
// no move are one, and so are those less than 72 h apart (R-FF-7). Only moves between losses that lie further apart
// make a difference, and of those one is enough. The order in which losses and moves are given does not matter.
// The 72 hours leave out when the site was away (R-TC-4).
func Absences(losses []Loss, moves []time.Time, away span.Set) (all []Absence) {
	losses = slices.Clone(losses)
	slices.SortFunc(losses, Loss.Compare)
	for _, l := range losses {
		if n := len(all); n > 0 && joins(all[n-1].Last(), l.At, moves, away) {
			all[n-1].Losses = append(all[n-1].Losses, l)
			continue
		}
		all = append(all, Absence{Losses: []Loss{l}})
	}
	return all
}

// joins says that a loss belongs to the absence in which another one was the last.
func joins(last, at time.Time, moves []time.Time, away span.Set) bool {
	return at.Sub(last)-away.Between(last, at) < AbsenceApart || !slices.ContainsFunc(moves, func(m time.Time) bool { return m.After(last) && !m.After(at) })
}

// Weigh numbers each absence among those of the 365 days up to its last loss, and says how long a ban that means (R-FF-11).
// What was struck out counts for nothing. Of those that were over before the day from which the rule holds, what was no
// silence by the rule of before does not count, and no ban is longer than it was then; the zero day: it has always held.
func Weigh(all []Absence, struck func(Absence) bool, from time.Time) []Absence {
	all = slices.Clone(all)
	for i := range all {
		a := &all[i]
		before := a.Last().Before(from)
		if struck(*a) || before && len(a.Losses) < SilentAfter {
			continue
		}
		a.Nth = 1
		for _, b := range all[:i] {
			if b.Nth > 0 && b.Lapses().After(a.Last()) {
				a.Nth++
			}
		}
		if ban := BanOf(a.Nth); ban > 0 {
			a.Ban = a.Last().Add(ban)
		}
		if before {
			if most := a.Losses[SilentAfter-1].At.Add(SilentBan); a.Ban.After(most) {
				a.Ban = most
			}
		}
	}
	return all
}

// BanOf returns for how long the nth absence in 365 days keeps its player from new events; 0: it is a warning.
func BanOf(nth int) time.Duration {
	if nth < 1 {
		return 0
	}
	return absenceBans[min(nth, len(absenceBans))-1]
}

// AbsenceStep is the step that an absence comes to, but for its id. One that does not count comes to none.
func AbsenceStep(player string, a Absence) (league.Sanction, bool) {
	return league.Sanction{
		Player: player, Kind: league.SanctionAbsence, Subject: a.Losses[0].Match, Reason: absenceReason(a),
		At: a.First(), Ends: a.Lapses(), Ban: a.Ban,
	}, a.Nth > 0
}

// absenceReason says what was lost, and the number of the absence (R-FF-7).
func absenceReason(a Absence) string {
	games := "one game"
	if n := len(a.Losses); n > 1 {
		games = fmt.Sprintf("%d games", n)
	}
	return fmt.Sprintf("%s absence in 365 days: %s lost on time (R-FF-7)", Ordinal(a.Nth), games)
}

// Ordinal writes 1 as "1st".
func Ordinal(n int) string {
	ending := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprint(n, ending)
}

// AbsenceLast returns when the last game of a step's absence was lost.
func AbsenceLast(s league.Sanction) time.Time { return s.Ends.Add(-AbsenceCounts) }

// BannedUntil returns until when an absence keeps its player from new events, as seen at a moment; the zero time if it
// does not. Who has struck it out or shortened it is heard, and an appeal that was open for more than 7 days suspends it
// until it is answered (R-FF-12). The 7 days leave out when the site was away (R-TC-4).
func BannedUntil(s league.Sanction, now time.Time, away span.Set) time.Time {
	until := s.Ban
	if !s.Short.IsZero() && s.Short.Before(until) {
		until = s.Short
	}
	waits := !s.Appeal.At.IsZero() && s.Appeal.Answer.At.IsZero() && now.After(away.Add(s.Appeal.At, AppealSuspends))
	if s.Kind != league.SanctionAbsence || !s.Lifted.At.IsZero() || waits || !until.After(now) {
		return time.Time{}
	}
	return until
}

// MayEnter is MayBegin; it also refuses who enters no new event because of an absence. Casual games go on (R-FF-11).
func MayEnter(list []league.Sanction, now time.Time, away span.Set) error {
	if err := MayBegin(list, now); err != nil {
		return err
	}
	var until time.Time
	for _, s := range list {
		if ban := BannedUntil(s, now, away); ban.After(until) {
			until = ban
		}
	}
	if until.IsZero() {
		return nil
	}
	return league.Errorf(league.Forbidden, "You can enter no new events until %s, because of an absence (R-FF-11). The page about your standing, /standing, says more.", until.UTC().Format("2 Jan 2006, 15:04 UTC"))
}

// NextAbsence says what it would come to if a player lost a competition game on time at a moment: the number of the absence in
// 365 days that that would be, and whether it is the one that goes on. Moved is their last move. As in Absences, the
// 72 hours leave out when the site was away.
func NextAbsence(list []league.Sanction, moved, at time.Time, away span.Set) (nth int, goesOn bool) {
	nth = 1
	for _, s := range list {
		if s.Kind != league.SanctionAbsence || !s.Lifted.At.IsZero() || !s.Ends.After(at) {
			continue
		}
		if last := AbsenceLast(s); !moved.After(last) || at.Sub(last)-away.Between(last, at) < AbsenceApart {
			goesOn = true
			continue
		}
		nth++
	}
	return nth, goesOn
}

// MayShorten is nil if the ban of an absence can end at a moment that somebody sets.
func MayShorten(s league.Sanction, until, now time.Time, away span.Set) error {
	ban := BannedUntil(s, now, away)
	switch {
	case s.Kind != league.SanctionAbsence || !s.Lifted.At.IsZero() || s.Ban.IsZero() || !s.Ban.After(now):
		return league.Errorf(league.Stale, "There is no ban that runs.")
	case until.Before(now) || !ban.IsZero() && !until.Before(ban):
		return league.FieldErrorf("days", "A ban can only become shorter.")
	}
	return nil
}
