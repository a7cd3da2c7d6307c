package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/league"
	"kickabout/league/vacation"
)

// OnVacation returns the planned vacation that a player is on now.
func (s *Vacations) OnVacation(ctx context.Context, player string) (v vacation.Vacation, on bool, err error) {
	away, err := s.Away(ctx, player)
	v, on = away[player]
	return v, on, err
}

// Away returns the planned vacations that some players are on now, by their ids.
func (s *Vacations) Away(ctx context.Context, players ...string) (map[string]vacation.Vacation, error) {
	open, err := s.store.OpenVacationsOf(ctx, players...)
	away := map[string]vacation.Vacation{}
	for _, v := range open {
		if v.On(s.core.Now()) {
			away[v.Player] = v
		}
	}
	return away, err
}

// useDay uses a day of vacation and tells its player (R-VA-6).
func (s *Vacations) useDay(ctx context.Context, d vacation.Day, seen int) error {
	notice := league.Notice{Player: d.Player, At: s.core.Now(), Kind: league.VacationNotice, Subject: d.Match, Seq: d.N}
	if d.Match != "" { // days of a planned vacation are no news
		notice.Event = league.VacationUsed
	}
	err := s.store.UseDay(ctx, d, seen, notice)
	if err == nil {
		s.core.Notify([]league.Notice{notice})
	}
	return err
}

// usedShown is how long a player is told that a day was used because their time ran out.
const usedShown = 7 * vacation.DayLong

// UsedDay returns the last day of vacation that a player used because their time ran out; false
// if that was not lately.
func (s *Vacations) UsedDay(ctx context.Context, player league.Player) (vacation.Day, bool, error) {
	if player.Kind != league.Member {
		return vacation.Day{}, false, nil
	}
	d, err := s.store.LastUsedDay(ctx, player.ID, s.core.Now().Add(-usedShown))
	return d, err == nil && d.N > 0, err
}

// ApplyDueVacations begins and ends the planned vacations that are due, and uses their days
// as they pass; it tells of those that begin or end soon. It is level-triggered: what was missed is made good, and a
// second run finds nothing to do.
func (s *Vacations) ApplyDueVacations(ctx context.Context) error {
	if err := s.watch.ensureHeartbeat(ctx); err != nil {
		return err
	}
	now := s.core.Now()
	open, err := s.store.OpenVacations(ctx, now.Add(vacation.Ahead))
	if err != nil {
		return err
	}
	var problems []error
	for _, v := range open {
		if !v.Begins.After(now) {
			problems = append(problems, s.applyVacation(ctx, v))
		}
		if event := v.Soon(now); event != "" {
			problems = append(problems, s.tellSoon(ctx, v, event))
		}
	}
	return errors.Join(problems...)
}

// tellSoon tells the player of a vacation, once, that it begins or ends soon.
func (s *Vacations) tellSoon(ctx context.Context, v vacation.Vacation, event league.EventName) error {
	notice := league.Notice{Player: v.Player, At: s.core.Now(), Kind: league.VacationNotice, Seq: v.N, Event: event}
	told, err := s.store.TellVacation(ctx, notice)
	if told {
		s.core.Notify([]league.Notice{notice})
	}
	return err
}

// ApplyVacations does what is due about the planned vacation of a player.
func (s *Vacations) ApplyVacations(ctx context.Context, player, _ string) error {
	if err := s.watch.ensureHeartbeat(ctx); err != nil {
		return err
	}
	open, err := s.store.OpenVacationsOf(ctx, player)
	problems := []error{err}
	for _, v := range open {
		if !v.Begins.After(s.core.Now()) {
			problems = append(problems, s.applyVacation(ctx, v))
		}
	}
	return errors.Join(problems...)
}

// applyVacation does what is due about a vacation that has begun by its plan.
func (s *Vacations) applyVacation(ctx context.Context, v vacation.Vacation) error {
	now := s.core.Now()
	v, err := s.spendDays(ctx, v, now)
	if err != nil {
		return err
	}
	since := v.Began // later only those matches are new that began since
	if v.Ends.After(v.Begins) {
		if err := s.eachRunning(ctx, v.Player, since, func(id string) error { return s.clocks.stopClock(ctx, id, v) }); err != nil {
			return err
		}
	}
	over := !now.Before(v.Ends)
	if over {
		if err := s.eachRunning(ctx, v.Player, time.Time{}, func(id string) error { return s.clocks.startClock(ctx, id, v.Player, now) }); err != nil {
			return err
		}
		v.Ended = now
	}
	if !over && !v.Began.IsZero() {
		return nil
	}
	if v.Began.IsZero() {
		v.Began = now
	}
	if err := s.store.ChangeVacation(ctx, v); league.KindOf(err) != league.NotFound {
		return err
	}
	return nil // another server has ended it
}

// eachRunning carries something out for each running match of a player that began at
// or after a moment.
func (s *Vacations) eachRunning(ctx context.Context, player string, since time.Time, act func(id string) error) error {
	matches, err := s.store.RunningOf(ctx, league.Site(), player, since)
	var problems []error
	for _, m := range matches {
		problems = append(problems, act(m.ID))
	}
	return errors.Join(append(problems, err)...)
}

// spendDays uses the days of a vacation that have begun by a moment. Where none is left
// the vacation ends.
func (s *Vacations) spendDays(ctx context.Context, v vacation.Vacation, now time.Time) (vacation.Vacation, error) {
	for range Attempts {
		book, err := s.store.VacationBook(ctx, v.Player)
		if err != nil {
			return v, err
		}
		after, spent := s.VacationRule.Spend(book, v.N, now)
		if err = s.storeBook(ctx, book, after, 0); league.KindOf(err) != league.Stale {
			return spent, err
		}
	}
	return v, fmt.Errorf("days of the vacation of player %s: others got in first %d times", v.Player, Attempts)
}

// storeBook stores by what a book is more than it was: days that are used, and vacations that end
// earlier. Seen is the last event of the match in which time has run out.
func (s *Vacations) storeBook(ctx context.Context, was, is vacation.Book, seen int) error {
	for _, d := range is.Days[len(was.Days):] {
		if err := s.useDay(ctx, d, seen); err != nil {
			return err
		}
	}
	for i, v := range is.Planned {
		if !v.Ends.Equal(was.Planned[i].Ends) {
			if err := s.store.ChangeVacation(ctx, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// quiet returns the span in which a match allows no planned vacation.
func (s *Vacations) quiet(ctx context.Context, m league.Match) (q quiet, err error) {
	if m.Tournament == "" {
		return q, nil
	}
	t, err := s.store.TournamentGroup(ctx, league.Site(), m.Tournament, league.Key(m.Fixture).Group())
	if err != nil {
		return q, err
	}
	format, err := FormatOf(t)
	if f, ok := format.(league.Quiet); ok {
		q.from, q.to = f.Quiet(t)
	}
	return q, err
}
