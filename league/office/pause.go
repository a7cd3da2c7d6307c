package office

import (
	"context"
	"errors"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Desks finds what is needed to run tournaments.
type Desks interface {
	// PausedSince returns since when a tournament has been paused; the zero time if it is not.
	PausedSince(ctx context.Context, id string) (time.Time, error)
	// Unhalted lists running matches of paused tournaments whose deadline is before a
	// moment, without logs.
	Unhalted(ctx context.Context, halt time.Time) ([]league.Match, error)
	// Halted lists running matches whose deadline is not before a moment and whose
	// tournaments are not paused, without logs.
	Halted(ctx context.Context, halt time.Time) ([]league.Match, error)
	// CalledOff lists running matches of tournaments that have been cancelled, without logs.
	CalledOff(ctx context.Context) ([]league.Match, error)
	// Upcoming lists users' tournaments that take entries and have a day to start on, or one on
	// which entries close, with their entries and without logs, by that day.
	Upcoming(ctx context.Context) ([]league.Tournament, error)
}

// align has the clocks of all matches stand or run as their tournaments do, and ends the
// matches of tournaments that were called off. It is level-triggered.
func (o *Office) align(ctx context.Context) error {
	unhalted, err := o.store.Unhalted(ctx, league.Halt)
	problems := []error{err}
	for _, m := range unhalted {
		problems = append(problems, o.halt(ctx, m))
	}
	halted, err := o.store.Halted(ctx, league.Halt)
	problems = append(problems, err)
	for _, m := range halted {
		problems = append(problems, o.unhalt(ctx, m))
	}
	off, err := o.store.CalledOff(ctx)
	problems = append(problems, err)
	for _, m := range off {
		problems = append(problems, o.rule(ctx, m.ID, engine.ActVoid, ""))
	}
	return errors.Join(problems...)
}

// halt stops both clocks of a match from the moment on at which its tournament was paused.
func (o *Office) halt(ctx context.Context, m league.Match) error {
	since, err := o.store.PausedSince(ctx, m.Tournament)
	if err != nil || since.IsZero() {
		return err
	}
	var problems []error
	for _, side := range []engine.Side{engine.First, engine.Second} {
		problems = append(problems, o.beside(ctx, m.ID, since, func(v View, _ time.Time) (engine.Event, error) {
			if league.Halted(v.Clocks, side) {
				return engine.Event{}, errDone
			}
			return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, league.Halt)}, nil
		}))
	}
	return errors.Join(problems...)
}

// unhalt has both clocks of a match run again, but for that of a player who is on vacation.
func (o *Office) unhalt(ctx context.Context, m league.Match) error {
	away, err := o.Away(ctx, m.Seats[0].Player.ID, m.Seats[1].Player.ID)
	if err != nil {
		return err
	}
	var problems []error
	for _, side := range []engine.Side{engine.First, engine.Second} {
		problems = append(problems, o.beside(ctx, m.ID, o.Now(), func(v View, at time.Time) (engine.Event, error) {
			if !league.Halted(v.Clocks, side) {
				return engine.Event{}, errDone
			}
			until := at
			if vacation, on := away[v.Match.Seats[v.Record.SeatOf(side)].Player.ID]; on {
				if until, err = o.restUntil(ctx, v, vacation, side, at); err != nil {
					return engine.Event{}, err
				}
			}
			if until.Before(at) {
				until = at
			}
			return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, until)}, nil
		}))
	}
	return errors.Join(problems...)
}

// haltedInstead stops the clocks of a match whose time ran out after its tournament was
// paused, and which nobody has stopped so far. It returns the match as it is then.
func (o *Office) haltedInstead(ctx context.Context, v View) (View, error) {
	if v.Match.Tournament == "" {
		return v, nil
	}
	since, err := o.store.PausedSince(ctx, v.Match.Tournament)
	if err != nil || since.IsZero() || v.Clocks.Deadline().Before(since) {
		return v, err
	}
	if err := o.halt(ctx, v.Match); err != nil {
		return v, err
	}
	return o.load(ctx, v.Match.ID)
}
