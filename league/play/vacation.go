package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/span"
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
func (s *Vacations) useDay(ctx context.Context, d vacation.Day, book vacation.Book, seen int) error {
	notice := league.Notice{Player: d.Player, At: s.core.Now(), Kind: league.VacationNotice, Subject: d.Match, Seq: d.N}
	if d.Match != "" { // days of a planned vacation are no news
		notice.Event = league.VacationUsed
	}
	full, err := s.full(ctx, d, book)
	if err == nil {
		err = s.store.UseDay(ctx, d, seen, full, notice)
	}
	if err == nil {
		s.core.Notify([]league.Notice{notice})
	}
	return err
}

// full returns the running matches of a player that get nothing of a day which is used automatically, since vacation has
// stopped them for as long as it may (R-VA-7), by their ids, with the last event of each.
func (s *Vacations) full(ctx context.Context, d vacation.Day, book vacation.Book) (map[string]int, error) {
	if d.Match == "" {
		return nil, nil
	}
	away, err := s.core.Outages(ctx)
	if err != nil {
		return nil, err
	}
	var full map[string]int
	err = s.eachRunning(ctx, d.Player, time.Time{}, func(m league.Match) error {
		if !m.DaysBound || m.ID == d.Match {
			return nil
		}
		v, err := s.matches.read(ctx, league.Site(), m.ID)
		if league.KindOf(err) == league.Damaged {
			return nil
		}
		if err == nil && !v.Record.Next().Over() && !takesDay(v, v.Match.SideOf(d.Player), book, away, d.At) {
			if full == nil {
				full = map[string]int{}
			}
			full[m.ID] = v.Match.State.Last
		}
		return err
	})
	return full, err
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
			problems = append(problems, s.applyVacation(ctx, v), s.prolong(ctx, v))
		}
	}
	return errors.Join(problems...)
}

// prolong has the clocks of a player stand still for a vacation as much longer as the site was away in it (R-TC-4). Whoever
// was to move then has got the time back already. Done again it changes nothing.
func (s *Vacations) prolong(ctx context.Context, v vacation.Vacation) error {
	away, err := s.core.Outages(ctx)
	problems := []error{err}
	for _, o := range away {
		gap := span.Set{o}.Between(v.Begins, v.Ends)
		if gap == 0 || v.Began.IsZero() || !s.core.Now().Before(v.Ends) {
			continue
		}
		problems = append(problems, s.eachRunning(ctx, v.Player, time.Time{}, func(m league.Match) error {
			return s.clocks.appendClockEvent(ctx, m.ID, s.core.Now(), func(view View, at time.Time) (engine.Event, bool, error) {
				side := view.Match.SideOf(v.Player)
				if side == engine.NoSide || league.Halted(view.Clocks, side) || vacation.RestedSince(view.Record, side, o.Until) || givenAt(view.Record, side, o.Until) {
					return engine.Event{}, false, nil
				}
				rest := view.Clocks.Rest[side-1]
				until := rest.Add(gap)
				if until.After(v.Ends) {
					until = v.Ends
				}
				return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, until)}, rest.After(o.From) && until.After(rest) && until.After(at), nil
			})
		}))
	}
	return errors.Join(problems...)
}

// givenAt says that the platform gave a side time at a moment.
func givenAt(r engine.Record, side engine.Side, at time.Time) bool {
	return slices.ContainsFunc(r.Log, func(e engine.Event) bool {
		return e.Act == engine.ActTime && e.At.Equal(at) && helps(e, side)
	})
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
		if err := s.eachRunning(ctx, v.Player, since, func(m league.Match) error { return s.clocks.stopClock(ctx, m.ID, v) }); err != nil {
			return err
		}
	}
	over := !now.Before(v.Ends)
	if over {
		if err := s.eachRunning(ctx, v.Player, time.Time{}, func(m league.Match) error { return s.clocks.startClock(ctx, m.ID, v.Player, now) }); err != nil {
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
func (s *Vacations) eachRunning(ctx context.Context, player string, since time.Time, act func(league.Match) error) error {
	matches, err := s.store.RunningOf(ctx, league.Site(), player, since)
	var problems []error
	for _, m := range matches {
		problems = append(problems, act(m))
	}
	return errors.Join(append(problems, err)...)
}

// spendDays uses the days of a vacation that have begun by a moment. Where none is left
// the vacation ends.
func (s *Vacations) spendDays(ctx context.Context, v vacation.Vacation, now time.Time) (vacation.Vacation, error) {
	away, err := s.core.Outages(ctx)
	if err != nil {
		return v, err
	}
	for range Attempts {
		book, err := s.store.VacationBook(ctx, v.Player)
		if err != nil {
			return v, err
		}
		after, spent := s.VacationRule.Spend(book, v.N, now, away)
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
		if err := s.useDay(ctx, d, is, seen); err != nil {
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

// limitsIn returns what bounds a planned vacation of a player in a match.
func (s *Vacations) limitsIn(ctx context.Context, m league.Match, player string) (l limits, err error) {
	if l.quiet, err = s.quiet(ctx, m); err != nil || !m.DaysBound {
		return l, err
	}
	if l.away, err = s.core.Outages(ctx); err == nil {
		l.book, err = s.store.VacationBook(ctx, player)
	}
	return l, err
}

// Turned returns a match as it is with a record that goes on from its own. If somebody's turn has begun by it who is on vacation,
// their clock stands still for as long as it may.
func (s *Vacations) Turned(ctx context.Context, v View, r engine.Record) (View, error) {
	next, err := s.matches.View(v.Match, r)
	moved := slices.ContainsFunc(r.Log[len(v.Record.Log):], func(e engine.Event) bool { return e.Act == engine.ActMove || e.Act == engine.ActRoll })
	if err != nil || !v.Away || !moved {
		return next, err
	}
	e, ok, err := s.restInTurn(ctx, next)
	if err != nil || !ok {
		return next, err
	}
	e.Seq = len(r.Log) + 1
	if r, err = r.Add(e); err != nil {
		return next, fmt.Errorf("stopping a clock of match %s: %w", v.Match.ID, err)
	}
	return s.matches.View(v.Match, r)
}

// restInTurn stops the clock of the player whose turn has just begun in a match, and who is on a planned vacation, for as long as
// that may (R-VA-7); false: it does so already. While it was the other's turn it took nothing of what is allowed.
func (s *Vacations) restInTurn(ctx context.Context, v View) (e engine.Event, ok bool, err error) {
	side, at := v.Clocks.Running, v.Record.Log[len(v.Record.Log)-1].At
	if side == engine.NoSide || !v.Match.DaysBound || league.Halted(v.Clocks, side) {
		return e, false, nil
	}
	l, err := s.limitsIn(ctx, v.Match, v.Match.Seats[v.Record.SeatOf(side)].Player.ID)
	off, open := l.book.Open()
	rest := v.Clocks.Rest[side-1]
	if err != nil || !open || !off.On(at) || rest.After(off.Ends) {
		return e, false, err
	}
	until := restUntil(v, off, l, side, at)
	if !until.After(at) && !rest.After(at) {
		return e, false, nil
	}
	if until.Before(at) {
		until = at
	}
	return engine.Event{At: at, Act: engine.ActRest, Text: engine.RestText(side, until)}, !until.Equal(rest), nil
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
