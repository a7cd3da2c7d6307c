package office

import (
	"context"
	"errors"
	"fmt"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
)

// settled ends a match whose time ran out longer ago than the grace, with no day of
// vacation left; any other it returns as it is. Every read and write of a match comes through here, so
// that the result does not depend on the sweep being alive (R-TC-3).
func (o *Office) settled(ctx context.Context, again View) (View, error) {
	for range attempts {
		v, err := o.extended(ctx, again, o.Now().Add(-clock.Grace))
		if err != nil {
			return View{}, err
		}
		deadline := v.Clocks.Deadline()
		if v.Match.State.Held {
			return o.released(ctx, v)
		}
		if v.Record.Next().Over() || !o.Now().After(deadline.Add(clock.Grace)) {
			return v, nil
		}
		if again, err = o.haltedInstead(ctx, v); err != nil {
			return View{}, err
		} else if again.Match.State.Last != v.Match.State.Last {
			continue
		}
		flagged := engine.Event{Act: engine.ActTimeout, Text: v.Record.Next().Side.String()}
		next, err := o.add(ctx, v, flagged, deadline, league.Answer{})
		if err == nil {
			loser, _ := v.Match.Mover()
			o.silent(ctx, loser)
		}
		if league.KindOf(err) != league.Stale {
			return next, err
		}
		if again, err = o.load(ctx, v.Match.ID); err != nil {
			return View{}, err
		}
	}
	return View{}, fmt.Errorf("settling match %s: others got in first %d times", again.Match.ID, attempts)
}

// sweepAtOnce is how many overdue matches one look at the database takes up.
const sweepAtOnce = 100

// Sweep ends the matches whose time ran out longer ago than the grace. It is
// level-triggered: a tick that was missed is made good by the next, a second one
// finds nothing left to do.
func (o *Office) Sweep(ctx context.Context) error {
	if err := o.awake(ctx); err != nil {
		return err
	}
	if err := o.Release(ctx); err != nil {
		return err
	}
	for {
		overdue, err := o.store.Overdue(ctx, o.Now().Add(-clock.Grace), sweepAtOnce)
		if err != nil {
			return fmt.Errorf("looking for overdue matches: %w", err)
		}
		var problems []error
		for _, m := range overdue {
			if _, err := o.Match(ctx, m.ID); err != nil {
				problems = append(problems, err)
			}
		}
		if len(problems) > 0 || len(overdue) < sweepAtOnce {
			return errors.Join(problems...)
		}
	}
}

// settledList settles what is overdue in a list, so that no page shows a
// deadline that has passed.
func (o *Office) settledList(ctx context.Context, matches []league.Match) ([]league.Match, error) {
	limit := o.Now().Add(-clock.Grace)
	for i, m := range matches {
		if m.State.ToMove == engine.NoSide || !m.State.Deadline.Before(limit) {
			continue
		}
		v, err := o.Match(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		v.Match.Log = nil
		matches[i] = v.Match
	}
	return matches, nil
}

// MatchesOf lists a player's matches, running ones by deadline, then finished ones.
func (o *Office) MatchesOf(ctx context.Context, player string, limit int) ([]league.Match, error) {
	if player == "" {
		return nil, nil
	}
	return o.list(ctx)(o.store.MatchesOf(ctx, player, limit))
}

// Running lists matches to watch, the one that moved last first.
func (o *Office) Running(ctx context.Context, limit int) ([]league.Match, error) {
	return o.list(ctx)(o.store.Running(ctx, limit))
}

// Finished lists finished matches, the one that ended last first.
func (o *Office) Finished(ctx context.Context, limit int) ([]league.Match, error) {
	return o.store.Finished(ctx, limit)
}

func (o *Office) list(ctx context.Context) func([]league.Match, error) ([]league.Match, error) {
	return func(matches []league.Match, err error) ([]league.Match, error) {
		if err != nil {
			return nil, err
		}
		return o.settledList(ctx, matches)
	}
}

// Position returns where a match stands, from what is stored beside its log.
func (o *Office) Position(m league.Match) (engine.Position, error) {
	g, err := o.Game(m.Game)
	if err != nil {
		return nil, err
	}
	return g.Parse(m.Variant, m.State.Position)
}
