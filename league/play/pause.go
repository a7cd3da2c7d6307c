package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/vacation"
)

// Halt stops both clocks of a match from the moment on at which its tournament was paused.
func (s *Clocks) Halt(ctx context.Context, m league.Match) error {
	since, err := s.store.PausedSince(ctx, m)
	if err != nil || since.IsZero() {
		return err
	}
	var problems []error
	for _, side := range []engine.Side{engine.First, engine.Second} {
		problems = append(problems, s.appendClockEvent(ctx, m.ID, since, func(v View, _ time.Time) (engine.Event, bool, error) {
			e, ok := haltEvent(v, side)
			return e, ok, nil
		}))
	}
	return errors.Join(problems...)
}

// Resume has both clocks of a match run again, but for that of a player who is on vacation.
func (s *Clocks) Resume(ctx context.Context, m league.Match) error {
	away, err := s.vacations.Away(ctx, m.Seats[0].Player.ID, m.Seats[1].Player.ID)
	if err != nil {
		return err
	}
	var problems []error
	for _, side := range []engine.Side{engine.First, engine.Second} {
		problems = append(problems, s.appendClockEvent(ctx, m.ID, s.core.Now(), func(v View, at time.Time) (engine.Event, bool, error) {
			if !league.Halted(v.Clocks, side) {
				return engine.Event{}, false, nil
			}
			until := at
			if off, on := away[v.Match.Seats[v.Record.SeatOf(side)].Player.ID]; on {
				l, err := s.vacations.limitsIn(ctx, v.Match, off.Player)
				if err != nil {
					return engine.Event{}, false, err
				}
				if rest := restUntil(v, off, l, side, at); rest.After(at) {
					until = rest
				}
			}
			return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, until)}, true, nil
		}))
	}
	return errors.Join(problems...)
}

// stopClock stops the clock of a player in a match for a vacation, once.
func (s *Clocks) stopClock(ctx context.Context, id string, off vacation.Vacation) error {
	return s.appendClockEvent(ctx, id, off.Begins, func(v View, at time.Time) (engine.Event, bool, error) {
		l, err := s.vacations.limitsIn(ctx, v.Match, off.Player)
		if err != nil {
			return engine.Event{}, false, err
		}
		e, ok := restEvent(v, off, l, at)
		return e, ok, nil
	})
}

// startClock has the clock of a player in a match run again.
func (s *Clocks) startClock(ctx context.Context, id, player string, now time.Time) error {
	return s.appendClockEvent(ctx, id, now, func(v View, at time.Time) (engine.Event, bool, error) {
		side := v.Match.SideOf(player)
		if side == engine.NoSide || !v.Clocks.Rests(side, at) || league.Halted(v.Clocks, side) {
			return engine.Event{}, false, nil
		}
		return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, at)}, true, nil
	})
}

// appendClockEvent adds an event of the platform that changes no board, at a moment or right
// after the last event, if the match waits for anybody then and there is one. No clock of a match that is
// locked runs.
func (s *Clocks) appendClockEvent(ctx context.Context, id string, at time.Time, event func(v View, at time.Time) (engine.Event, bool, error)) error {
	for range Attempts {
		v, err := s.matches.Load(ctx, league.Site(), id)
		if league.KindOf(err) == league.Damaged {
			return nil
		}
		if err == nil {
			v, err = s.matches.extendDeadline(ctx, v, at)
		}
		if err != nil || v.Record.Next().Over() || v.Overdue(at) {
			return err
		}
		moment := notBeforeLast(v, at)
		e, ok, err := event(v, moment)
		if err != nil || !ok {
			return err
		}
		if _, err = s.matches.add(ctx, v, e, moment, league.Answer{}); league.KindOf(err) != league.Stale {
			return err
		}
	}
	return fmt.Errorf("match %s: others got in first %d times", id, Attempts)
}
