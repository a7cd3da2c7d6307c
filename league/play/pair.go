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

// inStep is upTo, and seals later moves than one.
type inStep struct {
	upTo
	moves int // of both sides
}

// Shows says whether the nth move of the match may be shown.
func (s inStep) Shows(n int) bool { return n <= s.moves }

// shows says whether the next move of a match may be shown.
func shows(source engine.Source, r engine.Record) bool {
	pacer, paced := source.(engine.Pacer)
	return !paced || pacer.Shows(moves(r)+1)
}

// Seal returns the event that seals a move which may not be shown yet, and the move; any other event, and a move that
// may be shown, as it is.
func Seal(e engine.Event, r engine.Record, source engine.Source) (event engine.Event, move string) {
	if e.Act == engine.ActMove && !shows(source, r) {
		move, e.Act, e.Text = e.Text, engine.ActSeal, ""
	}
	return e, move
}

func moves(r engine.Record) int {
	by := r.Moves()
	return by[0] + by[1]
}

// Draw returns the face of a throw, or engine.ErrHeld.
func (u upTo) Draw(e uint32, label string, k, sides int) (int, error) {
	if e > u.last {
		return 0, engine.ErrHeld
	}
	return u.Source.Draw(e, label, k, sides)
}

// Throws returns the dice of a match, as far as they may be thrown now: none while its twin is locked. Where a pair is
// sealed they are an engine.Pacer: the nth move is shown once that of the twin is in, or the twin is over or waits for
// a throw (R-FD-7).
func (s *Pairs) Throws(ctx context.Context, m league.Match) (engine.Source, error) {
	source := s.reservations.source(m)
	if m.Twin == "" {
		return source, nil
	}
	twin, err := s.matches.Load(ctx, league.Site(), m.Twin)
	if league.KindOf(err) == league.Damaged {
		return paced(m, upTo{source, dice.LastEvent(m.Log)}, m.State.Moves[0]+m.State.Moves[1]), nil
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
	throws := upTo{source, twin.Record.Reached()}
	if twin.Record.Next().Dice.Count > 0 {
		return throws, nil
	}
	in := moves(twin.Record)
	if twin.Record.Sealed != engine.NoSide {
		in++
	}
	return paced(m, throws, in), nil
}

// paced seals the later moves than one of a match whose moves are sealed.
func paced(m league.Match, throws upTo, moves int) engine.Source {
	if m.Sealing {
		return inStep{throws, moves}
	}
	return throws
}

// showSealed shows the move of a match that is in, if its twin has come as far.
func (s *Pairs) showSealed(ctx context.Context, v View, at time.Time, source engine.Source) (engine.Record, error) {
	if v.Record.Sealed == engine.NoSide || !shows(source, v.Record) {
		return v.Record, nil
	}
	move, err := s.store.SealedMove(ctx, v.Match.ID)
	if err != nil {
		return v.Record, err
	}
	return v.Record.Add(engine.Event{Seq: len(v.Record.Log) + 1, At: at, By: v.Record.Sealed, Act: engine.ActMove, Text: move})
}

// throwHeld shows the move and makes the throws that a match waited for, if its twin has come as far by now. Done
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
		r, err := s.showSealed(ctx, v, at, source)
		if err != nil {
			return v, fmt.Errorf("showing the move of match %s: %w", v.Match.ID, err)
		}
		if r, _, err = r.Drive(at, source); err != nil {
			return v, fmt.Errorf("driving match %s: %w", v.Match.ID, err)
		}
		if len(r.Log) == last.Seq {
			return v, nil
		}
		next, err := s.matches.vacations.Turned(ctx, v, r)
		if err != nil {
			return v, err
		}
		p := league.Progress{
			Match: v.Match.ID, Seen: last.Seq, Events: next.Record.Log[last.Seq:], State: next.Match.State, Seal: SealOf(v.Record, next.Record, ""),
			Notices: core.NoticesOf(v.Match, EventOf(next), v.playerOf(v.Record.Sealed), s.core.Now(), r.Seq), Facts: FactsOf(next),
		}
		next, err = s.matches.AppendProgress(ctx, next, p)
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

// SealOf is what becomes of the move that is in and not shown, where one record goes on from another by a move, or by
// that of a standing order.
func SealOf(was, is engine.Record, move string) *string {
	stays := is.Sealed != engine.NoSide && was.Sealed != engine.NoSide && moves(is) == moves(was)
	switch {
	case stays, is.Sealed == engine.NoSide && was.Sealed == engine.NoSide:
		return nil
	case is.Sealed == engine.NoSide:
		move = ""
	case move == "":
		ordered, _ := is.Ordered()
		move = string(ordered)
	}
	return &move
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
