package play

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
)

// The events of a match are stored with the values T(n) of its transcript (SCHEME.md 13), each of which
// binds all events up to its own with their throws. So what is damaged is found when it is read.

// ChainOf returns the values of a match's log; nil where nobody can tell: without the key of the dice, or if
// they came from a key that was lost. It fails for a log that cannot have been written so.
func (s *Matches) ChainOf(m league.Match) ([][]byte, error) {
	if s.core.Dealer == nil || len(m.Log) == 0 || len(s.core.Dealer.Links(m.GID, m.Head, 1)) == 0 {
		return nil, nil
	}
	return s.chainOn(m, dice.TranscriptStart(dice.MatchContext(m.GID, m.Head, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution})), m.Log)
}

// chainOn returns the values of events that follow on a value of a match's log. Those with throws bind
// links, of which link 1 leads down to the head if the key is the one that dealt.
func (s *Matches) chainOn(m league.Match, t dice.Digest, events []engine.Event) ([][]byte, error) {
	first := 0
	if strings.HasPrefix(m.Log[0].Text, "1 ") {
		first = 1
	}
	var links []dice.Link
	if e := dice.LastEvent(events); e > 0 {
		if s.core.Dealer == nil {
			return nil, nil
		}
		links = s.core.Dealer.Links(m.GID, m.Head, min(e, dice.Length))
		if len(links) == 0 || dice.Down(dice.Server, 0, m.GID, 1, links[0]) != m.Head {
			return nil, nil
		}
	}
	chain := make([][]byte, len(events))
	for i, e := range events {
		var err error
		if t, err = t.Next(first, e, links); err != nil {
			return nil, err
		}
		chain[i] = bytes.Clone(t[:])
	}
	return chain, nil
}

// chainAfter returns the values of the events of a record that a match which was read has not: they follow
// on its last one, or where that has none on all of the log.
func (s *Matches) chainAfter(m league.Match, seen int, r engine.Record) ([][]byte, error) {
	m.Log = r.Log
	if len(m.Chain) == seen && len(m.Chain[seen-1]) == len(dice.Digest{}) {
		return s.chainOn(m, dice.Digest(m.Chain[seen-1]), r.Log[seen:])
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
