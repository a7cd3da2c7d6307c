package dicelog_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/dicelog"
)

// rolls is the serial number of a tournament that rolls.
const rolls = 9

// overs are tournaments that are over, by their serial numbers.
type overs struct {
	dicelog.GamesStore
	tree    dicelog.LeavesStore
	serials []uint32
}

func (o overs) UnloggedScopes(ctx context.Context, _ league.Viewer, since, rolling int64, _ int) (list []anchor.Unlogged, err error) {
	for _, n := range o.serials {
		there, err := o.tree.NumberedLeaves(ctx, anchor.Scope, int64(n))
		if err != nil {
			return nil, err
		}
		if len(there) == 0 || there[len(there)-1].N < since || n == rolls && there[len(there)-1].N < rolling {
			list = append(list, anchor.Unlogged{Serial: n, Epoch: 1, Rolling: n == rolls})
		}
	}
	return list, nil
}

func (o overs) UnopenedScopes(ctx context.Context, _ league.Viewer, after uint32, _ int) (list []uint32, err error) {
	for _, n := range o.serials {
		there, err := o.tree.NumberedLeaves(ctx, anchor.Open, int64(n))
		if err != nil {
			return nil, err
		}
		if len(there) == 0 && n > after {
			list = append(list, n)
		}
	}
	return list, nil
}

// TestTheKeyOfATournamentIsOpenedOnce by whichever of several servers is first, under each key of the dice that it has had but
// one that is gone, and the page counts and shows it.
func TestTheKeyOfATournamentIsOpenedOnce(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		ctx := c.t.Context()
		log := func(epoch uint32, serials ...uint32) *dicelog.Log {
			signers, err := tbd2.NewSigners(tbd2.Key{7}, "league.example")
			c.must(err)
			keys := core.Keys{Dealer: dealer{epoch: epoch}, Signers: &signers}
			return dicelog.New(core.New(keys, nil, nil, c.clock, slog.New(slog.DiscardHandler)), dicelog.Stores{Tree: c.store, Games: overs{c.store, c.store, serials}})
		}
		opened := func() (list []string) {
			leaves, err := c.store.LastLeaves(ctx, anchor.Open, 100)
			c.must(err)
			for _, l := range slices.Backward(leaves) {
				said, ok := tbd2.ReadLeaf(l.Data)
				if !ok || said.At != c.now.UnixMilli() || int64(said.Key[1]) != l.Number || said.Digest != (dice.Digest{said.Key[0], said.Key[1], 1}) {
					c.t.Errorf("leaf %d says %+v", l.N, said)
				}
				list = append(list, fmt.Sprintf("%d/%d", said.Key[0], said.Key[1]))
			}
			return list
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if err := log(1, 1, 2, 3).AppendToLog(ctx); err != nil {
					c.t.Error(err)
				}
			})
		}
		all.Wait()
		c.must(log(1, 1, 2, 3).AppendToLog(ctx))
		if got := opened(); !slices.Equal(got, []string{"1/1", "1/2", "1/3"}) {
			c.t.Errorf("opened are %v", got)
		}
		for _, serial := range []uint32{0, 7} {
			if o, err := log(1).Opened(ctx, serial); o != nil || err != nil {
				c.t.Errorf("the key of %d is open: %+v, %v", serial, o, err)
			}
		}
		if o, err := log(1).Opened(ctx, 2); err != nil || o == nil || o.Key != (dice.Key{1, 2}) || !o.At.Equal(c.now) {
			c.t.Errorf("the second is told as %+v, %v", o, err)
		}
		grown := func(epoch uint32, serial uint32) {
			c.must(c.appendLeaf(anchor.Leaf{Kind: anchor.Scope, Number: int64(serial), Data: tbd2.ScopeLeaf(epoch, serial, dice.Digest{byte(epoch), byte(serial), 1}, 1)}))
		}
		grown(2, 5)
		grown(3, 5)
		grown(3, 5)
		grown(gone, 5)
		grown(gone, 6)
		c.must(log(1, 5, 6).AppendToLog(ctx))
		c.must(log(1, 5, 6).AppendToLog(ctx))
		if got := opened()[3:]; !slices.Equal(got, []string{"2/5", "3/5"}) {
			c.t.Errorf("under several keys opened are %v", got)
		}
		if o, err := log(1).Opened(ctx, 5); err != nil || o == nil || o.Key != (dice.Key{3, 5}) {
			c.t.Errorf("of several keys the newest is told as %+v, %v", o, err)
		}
		m := league.Match{GID: dice.GID{1}, Dice: league.Commitment{Scope: 5, Seal: dice.Digest{1}}}
		for epoch, want := range map[uint32]int{1: 1, 2: 3, gone: 1} { // the keys that sign alone, or the two leaves too
			m.Dice.Epoch = epoch
			if anchors, err := log(1).Anchors(ctx, m, 0); err != nil || len(anchors) != want {
				c.t.Errorf("the file of a match under key %d has %d leaves, %v; want %d", epoch, len(anchors), err, want)
			}
		}
	})
}

func (c *club) clock() time.Time { return c.now }

// appendLeaf adds a leaf to the log as another server would.
func (c *club) appendLeaf(l anchor.Leaf) error {
	ctx := c.t.Context()
	size, err := c.store.LogSize(ctx)
	c.must(err)
	from, hashes, err := anchor.Grow(size, []anchor.Leaf{l}, func(at []int64) ([]dice.Digest, error) { return c.store.LogHashes(ctx, at) })
	c.must(err)
	return c.store.AppendLeaves(ctx, size, []anchor.Leaf{l}, from, hashes, nil)
}
