// Package damage finds what is stored and is not what was written: in the records of matches, which it
// locks, and in the logs beside them; and it puts records right again.
package damage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/chain"
	"kickabout/league/core"
	"kickabout/league/play"
)

// Quarantine keeps the matches whose record is damaged.
type Quarantine struct {
	core    *core.Core
	store   LocksStore
	matches *play.Matches
}

// Stores is what the service needs of the database.
type Stores struct{ Locks LocksStore }

// New wires it.
func New(c *core.Core, stores Stores, playServices *play.Services) *Quarantine {
	return &Quarantine{core: c, store: stores.Locks, matches: playServices.Matches}
}

// matchesAtOnce is how many matches a check lists at a time.
const matchesAtOnce = 500

// CheckChains follows the chains of all records and logs. Records get the values that they have not yet, and
// a match whose record is damaged is locked. It returns which matches are in quarantine after that, and which
// logs beside them are damaged; and how many matches it looked at.
func (s *Quarantine) CheckChains(ctx context.Context) (locked []league.Lock, logs []league.Damage, n int, err error) {
	after := ""
	for {
		ids, err := s.store.MatchIDs(ctx, after, matchesAtOnce)
		if err != nil {
			return nil, nil, n, err
		}
		if len(ids) == 0 {
			break
		}
		for _, id := range ids {
			if err := s.check(ctx, id); err != nil {
				return nil, nil, n, err
			}
			n++
		}
		after = ids[len(ids)-1]
	}
	if logs, err = s.CheckLogs(ctx); err != nil {
		return nil, nil, n, err
	}
	locked, err = s.store.Locked(ctx)
	return locked, logs, n, err
}

// check follows the chain of one match.
func (s *Quarantine) check(ctx context.Context, id string) error {
	m, err := s.store.Match(ctx, league.Site(), id)
	switch {
	case league.KindOf(err) == league.Damaged:
		return s.lock(ctx, id, err)
	case err != nil || m.Locked:
		return err
	}
	if err := s.matches.Damage(m); err != nil {
		return s.lock(ctx, id, err)
	}
	if _, err := s.matches.Replay(m); err != nil {
		return s.lock(ctx, id, err)
	}
	whole := len(m.Chain) == len(m.Log)
	for _, value := range m.Chain {
		whole = whole && value != nil
	}
	if whole {
		return nil
	}
	values, err := s.matches.ChainOf(m)
	if err != nil || values == nil {
		return err
	}
	return s.store.FillChain(ctx, id, values)
}

func (s *Quarantine) lock(ctx context.Context, match string, why error) error {
	s.core.Log.ErrorContext(ctx, "the record of a match is damaged", "match", match, "err", why)
	return s.store.Lock(ctx, league.Lock{Match: match, Found: s.core.Now(), Reason: fmt.Sprint(why)})
}

// CheckLogs follows the chains of what stands beside the records: chats, the logs of tournaments, that of
// the site. It needs no key.
func (s *Quarantine) CheckLogs(ctx context.Context) (found []league.Damage, err error) {
	if found, err = s.store.CheckChats(ctx); err != nil {
		return nil, err
	}
	tournaments, err := s.store.CheckTournamentLogs(ctx)
	if err != nil {
		return nil, err
	}
	found = append(found, tournaments...)
	_, err = s.store.CheckAuditLog(ctx)
	var broken *chain.Damage
	if errors.As(err, &broken) {
		return append(found, league.Damage{Log: "site", Reason: fmt.Sprint(broken)}), nil
	}
	return found, err
}

// CheckDamage is CheckChains for the nightly job: it fails if anything is damaged.
func (s *Quarantine) CheckDamage(ctx context.Context) error {
	locked, logs, _, err := s.CheckChains(ctx)
	if err != nil || len(locked)+len(logs) == 0 {
		return err
	}
	var problems []error
	if len(locked) > 0 {
		problems = append(problems, fmt.Errorf("%d matches are in quarantine, first %s: %s", len(locked), locked[0].Match, locked[0].Reason))
	}
	if len(logs) > 0 {
		problems = append(problems, fmt.Errorf("%d logs are damaged, first the %s log %s: %s", len(logs), logs[0].Log, logs[0].Of, logs[0].Reason))
	}
	return errors.Join(problems...)
}

// Quarantined lists the matches in quarantine, the one found first first.
func (s *Quarantine) Quarantined(ctx context.Context) ([]league.Lock, error) {
	return s.store.Locked(ctx)
}

// RestoreMatch puts the record of a match in quarantine right by one that was kept elsewhere, and lets the
// match go on: the side to move gets back the time since the damage was found. That record may be an older
// one, to which the events that are stored are added; it has to be the one that was written, as far as what is
// stored can tell. With a nil log the match is checked again as it is stored, and goes on if nothing is wrong
// with it any more, as after the program was mended.
func (s *Quarantine) RestoreMatch(ctx context.Context, id string, log []engine.Event) error {
	lock, m, err := s.locked(ctx, id)
	if err != nil {
		return err
	}
	stored, values, err := s.store.StoredLog(ctx, id)
	if err != nil {
		return err
	}
	kept := len(log)
	for _, e := range stored { // what came after the record was kept
		if e.Seq > len(log) {
			log = append(log[:len(log):len(log)], e)
		}
	}
	m.Log = log
	if m.Chain, err = s.matches.ChainOf(m); err != nil {
		return err
	}
	if err := agrees(m, kept, stored, values); err != nil {
		return err
	}
	v, err := s.matches.Replay(m)
	if err != nil {
		return err
	}
	return s.mend(ctx, v, s.timeBack(v, lock)...)
}

// locked returns a match in quarantine, and why it is there.
func (s *Quarantine) locked(ctx context.Context, id string) (lock league.Lock, m league.Match, err error) {
	if m, err = s.store.MatchHead(ctx, id); err != nil {
		return lock, m, err
	}
	m.Locked = false
	all, err := s.store.Locked(ctx)
	for _, l := range all {
		if l.Match == id {
			return l, m, nil
		}
	}
	if err == nil {
		err = league.Errorf(league.NotFound, "This match is not in quarantine.")
	}
	return lock, m, err
}

// agrees checks that a record is the one that was written, of which the first events were kept elsewhere and
// the others are those that are stored. A stored value to which it leads proves all events up to there. Behind
// the last such value, what was kept has to be what is stored: then it is the value that is damaged. Of the
// other events there may be no value that says otherwise.
func agrees(m league.Match, kept int, stored []engine.Event, values [][]byte) error {
	if len(m.Log) != m.State.Last {
		return league.Errorf(league.Invalid, "This record has %d events, and %d were written.", len(m.Log), m.State.Last)
	}
	is, value := map[int]engine.Event{}, map[int][]byte{}
	for i, e := range stored {
		is[e.Seq], value[e.Seq] = e, values[i]
	}
	bound := 0 // up to here a stored value says that all is right
	for i, v := range m.Chain {
		if bytes.Equal(value[i+1], v) {
			bound = i + 1
		}
	}
	for i, e := range m.Log[bound:] {
		if bound+i < kept && !same(e, is[e.Seq]) || bound+i >= kept && value[e.Seq] != nil {
			return league.Errorf(league.Invalid, "Event %d of this record is not what was written, as far as what is stored can tell.", e.Seq)
		}
	}
	return nil
}

func same(a, b engine.Event) bool {
	if a.Seq != b.Seq || !a.At.Equal(b.At) || a.By != b.By || a.Act != b.Act || a.Text != b.Text || len(a.Draws) != len(b.Draws) {
		return false
	}
	for i := range a.Draws {
		if a.Draws[i] != b.Draws[i] {
			return false
		}
	}
	return true
}

// timeBack gives the side to move the time in which its match was locked.
func (s *Quarantine) timeBack(v play.View, lock league.Lock) []engine.Event {
	side, now := v.Record.Next().Side, s.core.Now()
	gone := now.Sub(lock.Found).Truncate(time.Second)
	if side == engine.NoSide || gone < time.Second {
		return nil
	}
	return []engine.Event{{Act: engine.ActTime, Text: fmt.Sprintf("%s %d", side, gone/time.Second)}}
}

// mend stores a record with what else happens in the match, and lets it go on.
func (s *Quarantine) mend(ctx context.Context, v play.View, events ...engine.Event) error {
	r := v.Record
	for _, e := range events {
		last := r.Log[len(r.Log)-1]
		e.Seq, e.At = last.Seq+1, s.core.Now()
		if e.At.Before(last.At) {
			e.At = last.At
		}
		var err error
		if r, err = r.Add(e); err != nil {
			return fmt.Errorf("mending match %s: %w", v.Match.ID, err)
		}
	}
	next, err := s.matches.View(v.Match, r)
	if err != nil {
		return err
	}
	if next.Match.Chain, err = s.matches.ChainOf(next.Match); err != nil {
		return err
	}
	facts := play.FactsOf(next)
	return s.core.Note(s.store.Mend(ctx, next.Match, facts...), facts...)
}

// AdjudicateLocked ends a match in quarantine whose record nobody has any more: the events that are proved stay,
// and behind them the operator says how it ends. The verdict is "first", "second" or "both": who loses; "board":
// as the board stands; or "void". It returns how many events stay and how many are lost.
func (s *Quarantine) AdjudicateLocked(ctx context.Context, id, verdict string) (kept, lost int, err error) {
	_, m, err := s.locked(ctx, id)
	if err != nil {
		return 0, 0, err
	}
	stored, values, err := s.store.StoredLog(ctx, id)
	if err != nil {
		return 0, 0, err
	}
	v, err := s.proved(m, stored, values)
	if err != nil {
		return 0, 0, err
	}
	kept, lost = len(v.Record.Log), m.State.Last-len(v.Record.Log)
	if v.Record.Next().Over() {
		return kept, lost, s.mend(ctx, v)
	}
	var e engine.Event
	switch verdict {
	case "first", "second", "both":
		e = engine.Event{Act: engine.ActForfeit, Text: verdict}
	case "board":
		e = play.Verdict(v.Record, v.Clocks, s.core.Now())
	case "void":
		e = engine.Event{Act: engine.ActVoid}
	default:
		return 0, 0, league.Errorf(league.Invalid, "There is no verdict %q: say first, second or both for who loses, board, or void.", verdict)
	}
	return kept, lost, s.mend(ctx, v, e)
}

// proved returns a match as far as its stored events lead to the values that are stored with them, and can
// be replayed.
func (s *Quarantine) proved(m league.Match, stored []engine.Event, values [][]byte) (play.View, error) {
	for n := min(len(stored), m.State.Last); n > 0; n-- {
		m.Log, m.Chain = stored[:n], values[:min(n, len(values))]
		if s.matches.Damage(m) != nil {
			continue
		}
		if v, err := s.matches.Replay(m); err == nil {
			return v, nil
		}
	}
	return play.View{}, league.Errorf(league.Damaged, "Not even the first event of this match is what was written. Restore it from a record or a backup.")
}
