package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Vacations keeps the vacation of members.
type Vacations interface {
	// VacationBook returns all that a member's vacation follows from; an empty book for
	// whoever has no account.
	VacationBook(ctx context.Context, player string) (league.VacationBook, error)
	// UseDay uses a day of vacation. One that is used because time ran out in a match gives
	// every running match of the player a day, but for those without vacation, and the notice
	// of it is kept, all at once. If the day's number is taken, or that match is no longer at
	// the event seen, the error is of kind league.Stale.
	UseDay(ctx context.Context, d league.VacationDay, seen int, notice league.Notice) error
	// PlanVacation stores a vacation. If its number is taken the error is of kind
	// league.Stale; if another one is open, of kind league.Forbidden.
	PlanVacation(ctx context.Context, v league.Vacation) error
	// ChangeVacation stores what has become of a vacation; one that has ended is not found.
	ChangeVacation(ctx context.Context, v league.Vacation) error
	// OpenVacations lists the vacations that are still to end and have begun by a moment.
	OpenVacations(ctx context.Context, by time.Time) ([]league.Vacation, error)
	// OpenVacationsOf lists the vacations of some players that are still to end.
	OpenVacationsOf(ctx context.Context, players ...string) ([]league.Vacation, error)
	// RunningOf lists all running matches of a player that began at or after a moment,
	// without logs.
	RunningOf(ctx context.Context, player string, since time.Time) ([]league.Match, error)
}

// OnVacation returns the planned vacation that a player is on now.
func (o *Office) OnVacation(ctx context.Context, player string) (v league.Vacation, on bool, err error) {
	away, err := o.Away(ctx, player)
	v, on = away[player]
	return v, on, err
}

// Away returns the planned vacations that some players are on now, by their ids.
func (o *Office) Away(ctx context.Context, players ...string) (map[string]league.Vacation, error) {
	open, err := o.store.OpenVacationsOf(ctx, players...)
	away := map[string]league.Vacation{}
	for _, v := range open {
		if v.On(o.Now()) {
			away[v.Player] = v
		}
	}
	return away, err
}

// extended gives a match whose deadline is before a moment what its side to move has
// still coming: the vacation that was to begin by then, then days of vacation one after
// the other, each at the deadline that it puts off (R-VA-1).
func (o *Office) extended(ctx context.Context, v View, by time.Time) (View, error) {
	for rivals := 0; rivals < attempts; {
		if v.Record.Next().Over() || !v.overdue(by) {
			return v, nil
		}
		helped, err := o.help(ctx, v)
		switch {
		case league.KindOf(err) == league.Stale:
			rivals++
		case err != nil || !helped:
			return v, err
		}
		if v, err = o.load(ctx, v.Match.ID); err != nil {
			return View{}, err
		}
	}
	return v, fmt.Errorf("vacation in match %s: others got in first %d times", v.Match.ID, attempts)
}

// help puts the deadline of a match off once, if the player to move has vacation then.
func (o *Office) help(ctx context.Context, v View) (bool, error) {
	player, running := v.Match.Mover()
	if !running || player.Kind != league.Member || v.Match.NoVacation {
		return false, nil
	}
	book, err := o.store.VacationBook(ctx, player.ID)
	if err != nil {
		return false, err
	}
	deadline := v.Clocks.Deadline()
	if planned, ok := book.Open(); ok && planned.Began.IsZero() && !planned.Begins.After(deadline) {
		return true, o.mind(ctx, planned) // late, but not too late
	}
	if o.VacationRule.Balance(book, deadline) < 1 {
		return false, nil
	}
	day := league.VacationDay{Player: player.ID, N: len(book.Days) + 1, At: deadline, Match: v.Match.ID}
	return true, o.useDay(ctx, day, v.Match.State.Last)
}

// useDay uses a day of vacation and tells its player (R-VA-6).
func (o *Office) useDay(ctx context.Context, d league.VacationDay, seen int) error {
	notice := league.Notice{Player: d.Player, At: o.Now(), Kind: league.VacationNotice, Subject: d.Match, Seq: d.N}
	err := o.store.UseDay(ctx, d, seen, notice)
	if err == nil {
		o.tell([]league.Notice{notice})
	}
	return err
}

// usedShown is how long a player is told that a day was used because his time ran out.
const usedShown = 7 * league.VacationDayLong

// UsedDay returns the last day of vacation that a player used because his time ran out; false
// if that was not lately.
func (o *Office) UsedDay(ctx context.Context, player league.Player) (league.VacationDay, bool, error) {
	if player.Kind != league.Member {
		return league.VacationDay{}, false, nil
	}
	book, err := o.store.VacationBook(ctx, player.ID)
	since := o.Now().Add(-usedShown)
	for _, d := range slices.Backward(book.Days) {
		if d.Match != "" && d.At.After(since) {
			return d, true, err
		}
	}
	return league.VacationDay{}, false, err
}

// MindVacations begins and ends the planned vacations that are due, and uses their days
// as they pass. It is level-triggered: what was missed is made good, and a second run
// finds nothing to do.
func (o *Office) MindVacations(ctx context.Context) error {
	if err := o.awake(ctx); err != nil {
		return err
	}
	open, err := o.store.OpenVacations(ctx, o.Now())
	if err != nil {
		return err
	}
	var problems []error
	for _, v := range open {
		problems = append(problems, o.mind(ctx, v))
	}
	return errors.Join(problems...)
}

// mind does what is due about a vacation that has begun by its plan.
func (o *Office) mind(ctx context.Context, v league.Vacation) error {
	now := o.Now()
	v, err := o.spendDays(ctx, v, now)
	if err != nil {
		return err
	}
	since := v.Began // later only those matches are new that began since
	if v.Ends.After(v.Begins) {
		if err := o.eachRunning(ctx, v.Player, since, func(id string) error { return o.rest(ctx, id, v) }); err != nil {
			return err
		}
	}
	over := !now.Before(v.Ends)
	if over {
		if err := o.eachRunning(ctx, v.Player, time.Time{}, func(id string) error { return o.unrest(ctx, id, v.Player, now) }); err != nil {
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
	if err := o.store.ChangeVacation(ctx, v); league.KindOf(err) != league.NotFound {
		return err
	}
	return nil // another server has ended it
}

// eachRunning carries something out for each running match of a player that began at
// or after a moment.
func (o *Office) eachRunning(ctx context.Context, player string, since time.Time, act func(id string) error) error {
	matches, err := o.store.RunningOf(ctx, player, since)
	var problems []error
	for _, m := range matches {
		problems = append(problems, act(m.ID))
	}
	return errors.Join(append(problems, err)...)
}

// spendDays uses the days of a vacation that have begun by a moment. Where none is left
// the vacation ends.
func (o *Office) spendDays(ctx context.Context, v league.Vacation, now time.Time) (league.Vacation, error) {
	for range attempts {
		book, err := o.store.VacationBook(ctx, v.Player)
		if err != nil {
			return v, err
		}
		for used := book.Used(v.N); err == nil; used++ {
			due := v.Begins.Add(time.Duration(used) * league.VacationDayLong)
			if due.After(now) || !due.Before(v.Ends) {
				return v, nil
			}
			if o.VacationRule.Balance(book, due) < 1 {
				v.Ends = due
				return v, o.store.ChangeVacation(ctx, v)
			}
			day := league.VacationDay{Player: v.Player, N: len(book.Days) + 1, At: due, Vacation: v.N}
			if err = o.useDay(ctx, day, 0); err == nil {
				book.Days = append(book.Days, day)
			}
		}
		if league.KindOf(err) != league.Stale {
			return v, err
		}
	}
	return v, fmt.Errorf("days of the vacation of player %s: others got in first %d times", v.Player, attempts)
}

// rest stops the clock of a player in a match for a vacation, once.
func (o *Office) rest(ctx context.Context, id string, vacation league.Vacation) error {
	return o.beside(ctx, id, vacation.Begins, func(v View, at time.Time) (engine.Event, error) {
		side := v.Match.SideOf(vacation.Player)
		if side == engine.NoSide || league.Halted(v.Clocks, side) || league.RestedSince(v.Record, side, vacation.Begins) {
			return engine.Event{}, errDone
		}
		until, err := o.restUntil(ctx, v, vacation, side, at)
		if err != nil {
			return engine.Event{}, err
		}
		if !until.After(at) {
			return engine.Event{}, errDone
		}
		return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, until)}, nil
	})
}

// restUntil returns until when a vacation stops the clock of a side from a moment on; a
// moment not after that one: not at all.
func (o *Office) restUntil(ctx context.Context, v View, vacation league.Vacation, side engine.Side, at time.Time) (time.Time, error) {
	until := league.RestUntil(vacation, v.Match, v.Record, v.Clocks, side, at)
	from, to, err := o.quiet(ctx, v.Match)
	if from.Before(until) && at.Before(to) {
		until = from
	}
	return until, err
}

// quiet returns the span in which a match allows no planned vacation (R-VA-4); zero times: none.
func (o *Office) quiet(ctx context.Context, m league.Match) (from, to time.Time, err error) {
	if m.Tournament == "" {
		return from, to, nil
	}
	t, err := o.store.TournamentGroup(ctx, m.Tournament, league.Key(m.Fixture).Group())
	if err != nil {
		return from, to, err
	}
	format, err := formatOf(t)
	if q, ok := format.(league.Quiet); ok {
		from, to = q.Quiet(t)
	}
	return from, to, err
}

// unrest has the clock of a player in a match run again.
func (o *Office) unrest(ctx context.Context, id, player string, now time.Time) error {
	return o.beside(ctx, id, now, func(v View, at time.Time) (engine.Event, error) {
		side := v.Match.SideOf(player)
		if side == engine.NoSide || !v.Clocks.Rests(side, at) || league.Halted(v.Clocks, side) {
			return engine.Event{}, errDone
		}
		return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, at)}, nil
	})
}

// beside adds an event of the platform that changes no board, at a moment or right
// after the last event, if the match waits for anybody then; errDone adds none.
func (o *Office) beside(ctx context.Context, id string, at time.Time, event func(v View, at time.Time) (engine.Event, error)) error {
	for range attempts {
		v, err := o.load(ctx, id)
		if err == nil {
			v, err = o.extended(ctx, v, at)
		}
		if err != nil || v.Record.Next().Over() || v.overdue(at) {
			return err
		}
		moment := at
		if last := v.Record.Log[len(v.Record.Log)-1].At; last.After(at) {
			moment = last
		}
		e, err := event(v, moment)
		if err == nil {
			_, err = o.add(ctx, v, e, moment, league.Answer{})
		}
		if errors.Is(err, errDone) {
			return nil
		}
		if league.KindOf(err) != league.Stale {
			return err
		}
	}
	return fmt.Errorf("match %s: others got in first %d times", id, attempts)
}
