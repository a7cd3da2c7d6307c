package dicelog_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/dicelog"
)

// needing is a site that still needs some keys of the dice.
type needing struct {
	dicelog.GamesStore
	use   anchor.Use
	asked []uint32
}

func (n *needing) EpochUse(_ context.Context, epochs []uint32) (anchor.Use, error) {
	n.asked = epochs
	return n.use, nil
}

// TestAKeyOfTheDiceIsOpenedOnceNothingNeedsIt: it is in the log, on the page and in the files of its games, and nowhere before.
func TestAKeyOfTheDiceIsOpenedOnceNothingNeedsIt(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		ctx := c.t.Context()
		games := &needing{GamesStore: c.store}
		log := func(d dealer) *dicelog.Log {
			signers, err := tbd2.NewSigners(tbd2.Key{7}, "league.example")
			c.must(err)
			return dicelog.New(core.New(core.Keys{Dealer: d, Signers: &signers}, nil, nil, c.clock, slog.New(slog.DiscardHandler)), dicelog.Stores{Tree: c.store, Games: games})
		}
		for epoch := range 5 {
			c.must(c.store.RecordKeys(ctx, league.KeyRecord{Name: "dice", Epoch: epoch, Fingerprint: "x", Born: c.now, Kept: true}))
		}
		l := log(dealer{epoch: 5, former: []uint32{2, 3, gone}}) // what the first was to deal the second does
		c.must(log(dealer{epoch: 1}).AppendToLog(ctx))
		refused := func(epoch uint32, kind league.Kind, says string) {
			c.t.Helper()
			c.must(l.AppendToLog(ctx))
			before := len(c.kinds())
			err := l.OpenEpoch(ctx, epoch)
			if league.KindOf(err) != kind || !strings.Contains(err.Error(), says) {
				c.t.Errorf("key %d is opened: %v, want an error that says %q", epoch, err, says)
			}
			if after := len(c.kinds()); after != before {
				c.t.Errorf("key %d: the log had %d leaves and has %d", epoch, before, after)
			}
		}
		refused(5, league.Illegal, "Key 5 of the dice is the present one")
		refused(0, league.NotFound, "The log of the dice has no key 0")
		refused(6, league.NotFound, "The log of the dice has no key 6")
		refused(gone, league.NotFound, "The file of key 4 of the dice is gone")
		for _, u := range []struct {
			use  anchor.Use
			says string
		}{
			{anchor.Use{Games: 2}, "still needed. Games that go on: 2."},
			{anchor.Use{Locked: 3}, "Games in quarantine: 3."},
			{anchor.Use{Offers: 4}, "Open offers: 4."},
			{anchor.Use{Tournaments: 5}, "Tournaments that are not over: 5."},
		} {
			games.use = u.use
			refused(2, league.Illegal, u.says)
		}
		if slices.Sort(games.asked); !slices.Equal(games.asked, []uint32{0, 1, 2}) {
			c.t.Errorf("of key 2 it is asked by the epochs %v", games.asked)
		}
		games.use = anchor.Use{}
		m := league.Match{GID: dice.GID{1}, Dice: league.Commitment{Epoch: 2, Seal: dice.Digest{1}}}
		leaves := func() int {
			c.t.Helper()
			anchors, err := l.Anchors(ctx, m, 0)
			c.must(err)
			return len(anchors)
		}
		closed := leaves()
		c.now = c.now.Add(time.Minute)
		c.must(l.OpenEpoch(ctx, 2))
		opened, err := c.store.NumberedLeaves(ctx, anchor.Open, 0)
		c.must(err)
		if len(opened) != 1 || string(opened[0].Data) != string(tbd2.OpenLeaf(dice.Digest{2}, dice.Key{2}, c.now.UnixMilli())) {
			c.t.Errorf("the log has %+v", opened)
		}
		records, err := c.store.KeyEpochs(ctx, "dice")
		c.must(err)
		for i, k := range records {
			if want := i == 1; k.Opened.Equal(c.now) != want || k.Opened.IsZero() == want {
				c.t.Errorf("key %d is noted as opened at %v", i+1, k.Opened)
			}
		}
		o, err := l.Overview(ctx)
		c.must(err)
		for _, k := range o.Log.Keys {
			if want := k.Epoch == 2; (k.Opened != nil) != want || want && *k.Opened != (tbd2.Opened{Key: dice.Key{2}, At: c.now}) {
				c.t.Errorf("key %d is told as %+v", k.Epoch, k.Opened)
			}
		}
		if n := leaves() - closed; n != 2 {
			c.t.Errorf("the file of a match under it has %d leaves more", n)
		}
		m.Dice.Epoch = 3
		if n := leaves(); n != closed {
			c.t.Errorf("the file of a match under another key has %d leaves, want %d", n, closed)
		}
		refused(2, league.Illegal, "Key 2 of the dice has been open since 1 May 2027, 23:31 UTC.")
	})
}
