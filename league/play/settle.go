package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
)

// Settle returns a match with all that was due in it stored (R-TC-3).
func (s *Matches) Settle(ctx context.Context, viewer league.Viewer, id string) (View, error) {
	v, err := s.Load(ctx, viewer, id)
	if err != nil {
		return View{}, err
	}
	return s.settle(ctx, v)
}

// settle stores all that is due in a match.
func (s *Matches) settle(ctx context.Context, v View) (View, error) {
	v, err := s.storeDue(ctx, v, s.core.Now().Add(-clock.Grace), func(step) bool { return true })
	if err != nil {
		return View{}, err
	}
	return s.pairs.throwHeld(ctx, v)
}

// extendDeadline gives a match whose deadline is before a moment what its side to move has
// still coming: the vacation that was to begin by then, then days of vacation one after
// the other, each at the deadline that it puts off (R-VA-1).
func (s *Matches) extendDeadline(ctx context.Context, v View, by time.Time) (View, error) {
	return s.storeDue(ctx, v, by, step.extends)
}

// storeDue stores the steps that are due in a match by a moment, one after the other, until there is
// none or one that is not wanted.
func (s *Matches) storeDue(ctx context.Context, v View, by time.Time, wanted func(step) bool) (View, error) {
	for rivals := 0; rivals < Attempts; {
		w, err := s.worldOf(ctx, v, s.core.Now(), by)
		if err != nil {
			return View{}, err
		}
		p, ok := due(v, w)
		if !ok || !wanted(p.step) {
			return v, nil
		}
		if err = s.carryOut(ctx, v, w, p); league.KindOf(err) == league.Stale {
			rivals++
		} else if err != nil {
			return View{}, err
		}
		if v, err = s.Load(ctx, league.Site(), v.Match.ID); err != nil {
			return View{}, err
		}
	}
	return View{}, fmt.Errorf("settling match %s: others got in first %d times", v.Match.ID, Attempts)
}

// carryOut stores a step that is due in a match. A vacation that begins stops the clocks of the other
// matches of its player later.
func (s *Matches) carryOut(ctx context.Context, v View, w world, p pending) error {
	if err := s.vacations.storeBook(ctx, w.book, p.book, v.Match.State.Last); err != nil || p.step == stepDay {
		return err // a day gives all matches of its player their time at once
	}
	var facts []league.Fact
	if p.step == stepRest {
		player, _ := v.Match.Mover()
		facts = append(facts, vacationMoved(player.ID))
	}
	for _, e := range p.events {
		var err error
		if v, err = s.add(ctx, v, e, e.At, league.Answer{}, facts...); err != nil {
			return err
		}
	}
	return nil
}

// sweepAtOnce is how many overdue matches one look at the database takes up.
const sweepAtOnce = 100

// SweepOverdue ends the matches whose time ran out longer ago than the grace, by their deadlines, and calls
// then after each. It is level-triggered: a tick that was missed is made good by the next, a second
// one finds nothing left to do.
func (s *Matches) SweepOverdue(ctx context.Context, then func(context.Context) error) error {
	if err := s.watch.ensureHeartbeat(ctx); err != nil {
		return err
	}
	if err := s.pairs.Release(ctx); err != nil {
		return err
	}
	for {
		overdue, err := s.store.Overdue(ctx, league.Site(), s.core.Now().Add(-clock.Grace), sweepAtOnce)
		if err != nil {
			return fmt.Errorf("looking for overdue matches: %w", err)
		}
		var problems []error
		for _, m := range overdue {
			_, err := s.Settle(ctx, league.Site(), m.ID)
			if league.KindOf(err) == league.Damaged { // it is locked now, and logged
				err = nil
			}
			if err = errors.Join(err, then(ctx)); err != nil {
				problems = append(problems, err)
			}
		}
		if len(problems) > 0 || len(overdue) < sweepAtOnce {
			return errors.Join(problems...)
		}
	}
}

// ListAsDue shows what is due in a list, so that no page shows a deadline that has passed.
func (s *Matches) ListAsDue(ctx context.Context, viewer league.Viewer, matches []league.Match) ([]league.Match, error) {
	limit := s.watch.DueBefore()
	for i, m := range matches {
		if m.State.ToMove == engine.NoSide || !m.State.Deadline.Before(limit) {
			continue
		}
		v, err := s.Match(ctx, viewer, m.ID)
		if league.KindOf(err) == league.Damaged {
			matches[i].Locked = true
			continue
		}
		if err != nil {
			return nil, err
		}
		v.Match.Log = nil
		matches[i] = v.Match
	}
	return matches, nil
}

// MatchesOf lists a player's matches, running ones by deadline, then finished ones.
func (s *Matches) MatchesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Match, error) {
	if player == "" {
		return nil, nil
	}
	return s.AsDue(ctx, viewer)(s.store.MatchesOf(ctx, viewer, player, limit))
}

// PlayedBy lists a player's running matches, by deadline. One that has come to its end meanwhile is shown so.
func (s *Matches) PlayedBy(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Match, error) {
	if player == "" {
		return nil, nil
	}
	return s.AsDue(ctx, viewer)(s.store.PartOf(ctx, viewer, player, league.Playing, league.Place{}, limit))
}

// Latest lists so many running and so many finished matches, those first that moved or ended last. One that has come to its
// end meanwhile is shown so among the running ones.
func (s *Matches) Latest(ctx context.Context, viewer league.Viewer, running, finished int) (runs, ends []league.Match, err error) {
	all, err := s.store.Latest(ctx, viewer, running, finished)
	if err != nil {
		return nil, nil, err
	}
	n := slices.IndexFunc(all, func(m league.Match) bool { return m.State.ToMove == engine.NoSide })
	if n < 0 {
		n = len(all)
	}
	runs, err = s.ListAsDue(ctx, viewer, all[:n])
	return runs, all[n:], err
}

// AsDue is ListAsDue behind a read of the store.
func (s *Matches) AsDue(ctx context.Context, viewer league.Viewer) func([]league.Match, error) ([]league.Match, error) {
	return func(matches []league.Match, err error) ([]league.Match, error) {
		if err != nil {
			return nil, err
		}
		return s.ListAsDue(ctx, viewer, matches)
	}
}
