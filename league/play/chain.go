package play

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/core"
)

// The events of a match are stored with the values T(n) of its transcript (SCHEME.md 2 and 13), each of which
// binds all events up to its own with their throws. So what is damaged is found when it is read.

// ChainOf returns the values of a match's log; nil where nobody can tell: without the key of the dice, or if
// they came from a key that was lost. It fails for a log that cannot have been written so.
func (s *Matches) ChainOf(m league.Match) ([][]byte, error) {
	if s.core.Dealer == nil || len(m.Log) == 0 {
		return nil, nil
	}
	if m.Dice.Second() {
		first := league.RunsOf(m)[0]
		if _, ok := s.core.Dealer.Opens(first.Dice, m.GID); !ok {
			return nil, nil
		}
		return chainOn(s.core.Dealer, m, tbd2.TranscriptStart(league.GivenTo(m, first).Sum()), 0)
	}
	if len(s.core.Dealer.Links(m.GID, m.Head, 1)) == 0 {
		return nil, nil
	}
	return chainOn(s.core.Dealer, m, dice.TranscriptStart(dice.MatchContext(m.GID, m.Head, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution})), 0)
}

// chainOn returns the values of the events of a match's log behind the first seen, whose value is t.
func chainOn(d core.Dealer, m league.Match, t dice.Digest, seen int) ([][]byte, error) {
	next, ok := binderOf(d, m, seen)
	if !ok {
		return nil, nil
	}
	chain := make([][]byte, len(m.Log)-seen)
	for i, e := range m.Log[seen:] {
		var err error
		if t, err = next(t, e); err != nil {
			return nil, err
		}
		chain[i] = bytes.Clone(t[:])
	}
	return chain, nil
}

// A binder returns the value that follows on one by the next event.
type binder func(t dice.Digest, e engine.Event) (dice.Digest, error)

// binderOf returns what binds the events of a match's log behind the first seen, in their order; false if they bind links
// that nobody can tell.
func binderOf(d core.Dealer, m league.Match, seen int) (binder, bool) {
	first := 0
	if strings.HasPrefix(m.Log[0].Text, "1 ") {
		first = 1
	}
	last := dice.LastEvent(m.Log[seen:])
	if last > 0 && d == nil {
		return nil, false
	}
	if m.Dice.Second() {
		return secondBinder(d, m, first, dice.LastEvent(m.Log[:seen]), last)
	}
	var links []dice.Link
	if last > 0 { // of them link 1 leads down to the head if the key is the one that dealt
		links = d.Links(m.GID, m.Head, min(last, dice.Length))
		if len(links) == 0 || dice.Down(dice.Server, 0, m.GID, 1, links[0]) != m.Head {
			return nil, false
		}
	}
	return func(t dice.Digest, e engine.Event) (dice.Digest, error) { return t.Next(first, e, links) }, true
}

// secondBinder is that of the second scheme. Before is the last dice event in front of those that are bound, last the
// last one among them; 0 for none.
func secondBinder(d core.Dealer, m league.Match, first int, before, last uint32) (binder, bool) {
	shown, ok := shownOfRuns(d, m, before, last)
	if !ok {
		return nil, false
	}
	return func(t dice.Digest, e engine.Event) (dice.Digest, error) {
		r, err := shown.Record(e, first, before)
		if err != nil {
			return t, err
		}
		if r.Throw != nil {
			before = r.Throw.E
		}
		return tbd2.TranscriptNext(t, r)
	}, true
}

// chainAfter returns the values of the events of a record that a match which was read has not: they follow
// on its last one, or where that has none on all of the log.
func (s *Matches) chainAfter(m league.Match, seen int, r engine.Record) ([][]byte, error) {
	m.Log = r.Log
	if len(m.Chain) == seen && len(m.Chain[seen-1]) == len(dice.Digest{}) {
		return chainOn(s.core.Dealer, m, dice.Digest(m.Chain[seen-1]), seen)
	}
	chain, err := s.ChainOf(m)
	if err != nil || chain == nil {
		return nil, err
	}
	return chain[seen:], nil
}

// joined returns the values of a log to which some were added behind its first events.
func joined(chain [][]byte, seen int, added [][]byte) [][]byte {
	if len(added) == 0 {
		return chain
	}
	all := make([][]byte, seen, seen+len(added))
	copy(all, chain)
	return append(all, added...)
}

// Damage says what is wrong with the record of a match as it was read; nil: nothing, as far as its events
// have values.
func (s *Matches) Damage(m league.Match) error {
	if len(m.Chain) == 0 {
		return nil
	}
	chain, err := s.ChainOf(m)
	if err != nil || chain == nil {
		return err
	}
	for i, stored := range m.Chain {
		if stored != nil && !bytes.Equal(stored, chain[i]) {
			return fmt.Errorf("event %d, or one before it, is not what was written", i+1)
		}
	}
	return nil
}

// sound returns a match whose record is that which was written. One that is damaged is locked; where that
// cannot be written, as while the database takes no writes, it is found again by the next who reads it.
func (s *Matches) sound(ctx context.Context, m league.Match) (View, error) {
	if m.Locked {
		return View{}, league.ErrLocked()
	}
	err := s.Damage(m)
	if err == nil {
		var v View
		if v, err = s.Replay(m); err == nil {
			return v, nil
		}
	}
	return View{}, s.lock(ctx, m.ID, err)
}

// lock puts a match into quarantine.
func (s *Matches) lock(ctx context.Context, match string, why error) error {
	s.core.Log.ErrorContext(ctx, "the record of a match is damaged", "match", match, "err", why)
	if err := s.store.Lock(ctx, league.Lock{Match: match, Found: s.core.Now(), Reason: fmt.Sprint(why)}); err != nil {
		s.core.Log.ErrorContext(ctx, "locking a match", "match", match, "err", err)
	}
	return league.ErrLocked()
}
