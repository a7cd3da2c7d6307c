package dicelog

import (
	"context"
	"time"

	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// addOpened opens the keys of tournaments in which nothing is thrown any more, each under all keys of the dice that it has had:
// so anybody sees that no key of one of its matches was picked. A key that is gone stays closed.
func (s *Log) addOpened(ctx context.Context, now time.Time) error {
	after := uint32(0) // outside of tournaments, which is 0, games go on for ever
	for range passes {
		size, err := s.tree.LogSize(ctx)
		if err != nil {
			return err
		}
		serials, err := s.games.UnopenedScopes(ctx, league.Site(), after, atOnce)
		if err != nil || len(serials) == 0 {
			return err
		}
		after = serials[len(serials)-1]
		leaves, err := s.openings(ctx, serials, now.UnixMilli())
		if err != nil {
			return err
		}
		if err := s.put(ctx, size, leaves, nil); err != nil {
			return err
		}
	}
	return nil
}

// openings returns the leaves that open the keys of tournaments, by their serial numbers.
func (s *Log) openings(ctx context.Context, serials []uint32, at int64) ([]anchor.Leaf, error) {
	numbers := make([]int64, len(serials))
	for i, n := range serials {
		numbers[i] = int64(n)
	}
	scopes, err := s.tree.NumberedLeaves(ctx, anchor.Scope, numbers...)
	if err != nil {
		return nil, err
	}
	var leaves []anchor.Leaf
	there := map[tbd2.Digest]bool{}
	for _, l := range scopes {
		said, ok := tbd2.ReadLeaf(l.Data)
		if !ok {
			return nil, unreadable(l)
		}
		key, ok := s.core.Dealer.OpensScope(said.Epoch, said.Serial, said.Digest)
		if !ok || there[said.Digest] {
			continue
		}
		there[said.Digest] = true
		leaves = append(leaves, anchor.Leaf{Kind: anchor.Open, Number: l.Number, Data: tbd2.OpenLeaf(said.Digest, key, at)})
	}
	return leaves, nil
}

// before keeps the leaves that the log had at a size, if that are all.
func before(leaves []anchor.Placed, size int64) []anchor.Placed {
	for _, l := range leaves {
		if l.N >= size {
			return nil
		}
	}
	return leaves
}

// Opened returns the key of a tournament by its serial number, the newest that it has had; nil while it is not open.
func (s *Log) Opened(ctx context.Context, serial uint32) (*tbd2.Opened, error) {
	if serial == 0 {
		return nil, nil
	}
	leaves, err := s.tree.NumberedLeaves(ctx, anchor.Open, int64(serial))
	if err != nil || len(leaves) == 0 {
		return nil, err
	}
	last := leaves[len(leaves)-1]
	said, ok := tbd2.ReadLeaf(last.Data)
	if !ok {
		return nil, unreadable(last)
	}
	return &tbd2.Opened{Key: said.Key, At: time.UnixMilli(said.At).UTC()}, nil
}
