package dicelog

import (
	"context"
	"maps"
	"slices"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// Anew is a game whose dice are made anew.
type Anew struct {
	Was     league.Match // with its log, before that
	T       dice.Digest  // of its last event
	Renewal league.Renewal
}

// Breaks returns how many times dice were made anew here.
func (s *Log) Breaks(ctx context.Context) (int64, error) {
	last, err := s.tree.LastLeaves(ctx, anchor.Break, 1)
	if err != nil || len(last) == 0 {
		return 0, err
	}
	return last[0].Number, nil
}

// Renew stores the games whose dice are made anew, and what the log says of it, all at once: of each game how far it had come
// and the commitment to its new run, and how many games it were, scope by scope. It says so of what is outside of tournaments
// even where that are none. If anything has moved on meanwhile nothing is written, and the error is of kind league.Stale.
func (s *Log) Renew(ctx context.Context, games []Anew, reason string, at time.Time) error {
	if s.core.Signers == nil || s.core.Dealer == nil {
		return errNoLog()
	}
	size, err := s.tree.LogSize(ctx)
	if err != nil {
		return err
	}
	n, err := s.Breaks(ctx)
	if err != nil {
		return err
	}
	sealed := seals{}
	for some := range slices.Chunk(games, atOnce) {
		there, err := s.sealed(ctx, moved(some))
		if err != nil {
			return err
		}
		maps.Copy(sealed, there)
	}
	var leaves []anchor.Leaf
	var marks []anchor.Moved
	var renewals []league.Renewal
	ms := at.UnixMilli()
	for _, g := range games {
		m, as, last := g.Was, league.AnchoredAs(g.Was), uint32(g.Was.State.Last)
		leaves = append(leaves, sealed.add(league.Givens(m)...)...)
		leaves = append(leaves, anchor.Leaf{Kind: anchor.State, Number: int64(last), GID: as, Data: tbd2.StateLeaf(as, last, g.T, false, ms)})
		leaves = append(leaves, sealed.add(league.Given(m.WithRuns(g.Renewal.Runs)))...)
		marks = append(marks, anchor.Moved{Match: m.ID, N: last})
		renewals = append(renewals, g.Renewal)
	}
	for _, b := range s.broken(games) {
		leaves = append(leaves, anchor.Leaf{Kind: anchor.Break, Number: n + 1, Data: tbd2.BreakLeaf(b.cs, b.games, reason, ms)})
	}
	from, hashes, err := anchor.Grow(size, leaves, s.hashes(ctx))
	if err != nil {
		return err
	}
	return s.tree.AppendRenewals(ctx, size, leaves, from, hashes, marks, renewals)
}

// moved returns the games as the log asks whether their seals are there.
func moved(games []Anew) (list []anchor.Moved) {
	for _, g := range games {
		list = append(list, anchor.Moved{GID: g.Was.GID})
	}
	return list
}

// broken is how many games of a scope had their dice made anew.
type broken struct {
	epoch, scope uint32
	cs           dice.Digest
	games        uint32
}

// broken counts the games by the scopes that their new dice come from, of which the one outside of tournaments comes first.
func (s *Log) broken(games []Anew) []broken {
	epoch, _, cs := s.core.Dealer.Committed(0, 0)
	all := []broken{{epoch: epoch, cs: cs}}
	for _, g := range games {
		c := g.Renewal.Runs[len(g.Renewal.Runs)-1].Dice
		at := slices.IndexFunc(all, func(b broken) bool { return b.epoch == c.Epoch && b.scope == c.Scope })
		if at < 0 {
			_, _, cs := s.core.Dealer.Committed(c.Epoch, c.Scope)
			all, at = append(all, broken{c.Epoch, c.Scope, cs, 0}), len(all)
		}
		all[at].games++
	}
	return all
}
