package office

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// A duplicate pair is two matches of the same two players, each of whom is First in one, with
// one GID and the same contributions: the throw of a label within a dice event has the same
// face in both (FAIR-DICE 3). Dice event e of one match stands beside dice event e of the other, so
// the same turn has the same die as long as both take the same number of events to come there.
//
// The players play both at once, so nobody may see in one match what is still to be thrown in
// the other. The two are kept in step: a throw of event e is made in either match only when
// the other one has come to event e as well, or is over. Until then the match is held: no
// side is to move, and no clock runs. Since a decision begins a new event, whoever decides
// anything has seen no event beyond those that both matches have come to; links of the chain
// are shown up to the throws that were made, as in any match.
//
// A match that ends early lets the other one go on alone: nothing is left to be seen there.
//
// Tried and rejected: playing the second match after the first, since then its dice are known; and
// two pairs of players, as in bridge, since a league pairs two.

// Pairs finds what duplicate pairs wait for.
type Pairs interface {
	// Held lists matches that wait for their twins and may be able to go on, without logs.
	Held(ctx context.Context, limit int) ([]league.Match, error)
}

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

// throws returns the dice of a match, as far as they may be thrown now.
func (o *Office) throws(ctx context.Context, m league.Match) (engine.Source, error) {
	source := o.source(m)
	if m.Twin == "" {
		return source, nil
	}
	twin, err := o.load(ctx, m.Twin)
	if err != nil {
		return nil, fmt.Errorf("looking how far the twin of match %s has come: %w", m.ID, err)
	}
	if twin.Record.Next().Over() {
		return source, nil
	}
	return upTo{source, twin.Record.Reached()}, nil
}

// released makes the throws that a match waited for, if its twin has come as far by now. Done
// again it changes nothing.
func (o *Office) released(ctx context.Context, v View) (View, error) {
	for range attempts {
		if !v.Match.State.Held {
			return v, nil
		}
		source, err := o.throws(ctx, v.Match)
		if err != nil {
			return v, err
		}
		last := v.Record.Log[len(v.Record.Log)-1]
		at := o.Now()
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
		next, err := o.view(v.Match, r)
		if err != nil {
			return v, err
		}
		notices := noticesOf(v.Match, league.MatchNotice, o.Now(), r.Seq)
		err = o.store.Append(ctx, league.Progress{Match: v.Match.ID, Seen: last.Seq, Events: events, State: next.Match.State, Notices: notices})
		if err == nil {
			o.appended(ctx, next, notices)
		}
		if league.KindOf(err) != league.Stale {
			return next, err
		}
		if v, err = o.load(ctx, v.Match.ID); err != nil {
			return View{}, err
		}
	}
	return v, fmt.Errorf("match %s: others got in first %d times", v.Match.ID, attempts)
}

// goOnInPair lets a match and its twin go on after something was added to it. Both may wait now, if
// they were moved on in the same instant. What fails here is made good by Release.
func (o *Office) goOnInPair(ctx context.Context, v View) {
	if v.Match.Twin == "" {
		return
	}
	ids := []string{v.Match.Twin}
	if v.Match.State.Held {
		ids = append(ids, v.Match.ID)
	}
	for _, id := range ids {
		if err := o.release(ctx, id); err != nil {
			o.log.Error("duplicate pair", "match", id, "err", err)
		}
	}
}

func (o *Office) release(ctx context.Context, id string) error {
	v, err := o.load(ctx, id)
	if err != nil {
		return err
	}
	if v, err = o.released(ctx, v); err != nil || v.Match.State.Held || v.Match.State.Deadline.Before(league.Halt) {
		return err
	}
	return o.resumed(ctx, v.Match)
}

// resumed has the clocks of a match run again that waited for its twin when its tournament went on
// after a pause.
func (o *Office) resumed(ctx context.Context, m league.Match) error {
	since, err := o.store.PausedSince(ctx, m.Tournament)
	if err != nil || !since.IsZero() {
		return err
	}
	return o.unhalt(ctx, m)
}

// releaseAtOnce is how many matches that wait one look at the database takes up.
const releaseAtOnce = 100

// Release lets the matches go on that wait for twins which have come as far: after a crash
// between the two. It is level-triggered.
func (o *Office) Release(ctx context.Context) error {
	held, err := o.store.Held(ctx, releaseAtOnce)
	if err != nil {
		return fmt.Errorf("looking for matches that wait for their twins: %w", err)
	}
	for _, m := range held {
		if err := o.release(ctx, m.ID); err != nil {
			return fmt.Errorf("match %s: %w", m.ID, err)
		}
	}
	return nil
}

// overdue says that the clock that runs reached zero before a moment.
func (v View) overdue(at time.Time) bool {
	deadline := v.Clocks.Deadline()
	return !deadline.IsZero() && at.After(deadline)
}

// twinOf returns the key of the fixture with which one that begins is a duplicate pair; "" if it is
// in none. What is played again is so only together with its twin: the dice of one that stays as it
// is are known.
func twinOf(t league.Tournament, k league.Key, begin []league.Fixture) league.Key {
	twin, ok := k.Twin()
	again := k.Fixture() != k
	if !t.Duplicate || !ok || again && !slices.ContainsFunc(begin, func(f league.Fixture) bool { return f.Key == twin }) {
		return ""
	}
	return twin
}
