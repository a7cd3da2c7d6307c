package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/core"
)

// upTo holds back the throws of later dice events than one.
type upTo struct {
	engine.Source
	last uint32
}

// Draw returns the face of a throw, or engine.ErrHeld.
func (u upTo) Draw(e uint32, label string, k, sides int) (int, error) {
	if e > u.last {
		return 0, engine.ErrHeld
	}
	return u.Source.Draw(e, label, k, sides)
}

// Throws returns the dice of a match, as far as they may be thrown now: none while its twin is locked.
func (s *Pairs) Throws(ctx context.Context, m league.Match) (engine.Source, error) {
	source := s.reservations.source(m)
	if m.Twin == "" {
		return source, nil
	}
	twin, err := s.matches.Load(ctx, league.Site(), m.Twin)
	if league.KindOf(err) == league.Damaged {
		return upTo{source, dice.LastEvent(m.Log)}, nil
	}
	if league.KindOf(err) == league.NotFound { // it was left out of an import, since it was damaged
		return source, nil
	}
	if err != nil {
		return nil, fmt.Errorf("looking how far the twin of match %s has come: %w", m.ID, err)
	}
	if twin.Record.Next().Over() {
		return source, nil
	}
	return upTo{source, twin.Record.Reached()}, nil
}

// throwHeld makes the throws that a match waited for, if its twin has come as far by now. Done
// again it changes nothing.
func (s *Pairs) throwHeld(ctx context.Context, v View) (View, error) {
	for range Attempts {
		if !v.Match.State.Held {
			return v, nil
		}
		source, err := s.Throws(ctx, v.Match)
		if err != nil {
			return v, err
		}
		last := v.Record.Log[len(v.Record.Log)-1]
		at := s.core.Now()
		if at.Before(last.At) {
			at = last.At
		}
		r, events, err := v.Record.Drive(at, source)
		if err != nil {
			return v, fmt.Errorf("driving match %s: %w", v.Match.ID, err)
		}
		if len(events) == 0 {
			return v, nil
		}
		next, err := s.matches.View(v.Match, r)
		if err != nil {
			return v, err
		}
		notices := core.NoticesOf(v.Match, EventOf(next), "", s.core.Now(), r.Seq)
		next, err = s.matches.AppendProgress(ctx, next, league.Progress{Match: v.Match.ID, Seen: last.Seq, Events: events, State: next.Match.State, Notices: notices, Facts: FactsOf(next)})
		if league.KindOf(err) != league.Stale {
			return next, err
		}
		if v, err = s.matches.Load(ctx, league.Site(), v.Match.ID); err != nil {
			return View{}, err
		}
	}
	return v, fmt.Errorf("match %s: others got in first %d times", v.Match.ID, Attempts)
}

// ReleasePair lets two matches go on after something was added to one of them. Both may wait, if they
// were moved on in the same instant.
func (s *Pairs) ReleasePair(ctx context.Context, match, _ string) error {
	m, err := s.store.Match(ctx, league.Site(), match)
	if league.KindOf(err) == league.Damaged {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(s.release(ctx, m.ID), s.release(ctx, m.Twin))
}

func (s *Pairs) release(ctx context.Context, id string) error {
	v, err := s.matches.Load(ctx, league.Site(), id)
	if league.KindOf(err) == league.Damaged {
		return nil
	}
	if err != nil {
		return err
	}
	if v, err = s.throwHeld(ctx, v); err != nil || v.Match.State.Held || v.Match.State.Deadline.Before(league.Halt) {
		return err
	}
	return s.resumeClocks(ctx, v.Match)
}

// resumeClocks has the clocks of a match run again that waited for its twin when its tournament went on
// after a pause.
func (s *Pairs) resumeClocks(ctx context.Context, m league.Match) error {
	since, err := s.store.PausedSince(ctx, m)
	if err != nil || !since.IsZero() {
		return err
	}
	return s.clocks.Resume(ctx, m)
}

// releaseAtOnce is how many matches that wait one look at the database takes up.
const releaseAtOnce = 100

// Release lets the matches go on that wait for twins which have come as far: after a crash
// between the two. It is level-triggered.
func (s *Pairs) Release(ctx context.Context) error {
	held, err := s.store.Held(ctx, league.Site(), releaseAtOnce)
	if err != nil {
		return fmt.Errorf("looking for matches that wait for their twins: %w", err)
	}
	for _, m := range held {
		if err := s.release(ctx, m.ID); err != nil {
			return fmt.Errorf("match %s: %w", m.ID, err)
		}
	}
	return nil
}

// Overdue says that the clock that runs reached zero before a moment.
func (v View) Overdue(at time.Time) bool {
	deadline := v.Clocks.Deadline()
	return !deadline.IsZero() && at.After(deadline)
}

// TwinOf returns the key of the fixture with which one that begins is a duplicate pair; "" if it is
// in none. What is played again is so only together with its twin: the dice of one that stays as it
// is are known.
func TwinOf(t league.Tournament, k league.Key, begin []league.Fixture) league.Key {
	twin, ok := k.Twin()
	again := k.Fixture() != k
	if !t.Duplicate || !ok || again && !slices.ContainsFunc(begin, func(f league.Fixture) bool { return f.Key == twin }) {
		return ""
	}
	return twin
}
