package dicelog_test

import (
	"bytes"
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
	"kickabout/store"
	"kickabout/store/storetest"
)

// dealer commits to keys of an epoch, and deals nothing.
type dealer struct {
	core.Dealer
	epoch  uint32
	former []uint32 // that still deal, the oldest first
}

func (d dealer) Committed(since, scope uint32) (epoch uint32, f, cs dice.Digest) {
	epoch = d.epoch
	if i := slices.IndexFunc(d.former, func(f uint32) bool { return f >= since }); since > 0 && i >= 0 {
		epoch = d.former[i]
	}
	return epoch, dice.Digest{byte(epoch)}, dice.Digest{byte(epoch), byte(scope), 1}
}

// OpensScope knows no key of an epoch that is gone.
func (d dealer) OpensScope(epoch, scope uint32, cs dice.Digest) (dice.Key, bool) {
	return dice.Key{byte(epoch), byte(scope)}, epoch != gone && cs == (dice.Digest{byte(epoch), byte(scope), 1})
}

func (d dealer) OpensEpoch(epoch uint32, f dice.Digest) (dice.Key, bool) {
	return dice.Key{byte(epoch)}, epoch != gone && f == dice.Digest{byte(epoch)}
}

// gone is the epoch of a key that is nowhere any more.
const gone = 4

// club is a site whose clock the test turns.
type club struct {
	t     *testing.T
	store *store.Store
	now   time.Time
}

// log returns the log of the site by the key of an epoch, signed by a key.
func (c *club) log(epoch uint32, signs byte) *dicelog.Log {
	c.t.Helper()
	keys := core.Keys{Dealer: dealer{epoch: epoch}}
	if signs > 0 {
		signers, err := tbd2.NewSigners(tbd2.Key{signs}, "league.example")
		c.must(err)
		keys.Signers = &signers
	}
	return dicelog.New(core.New(keys, nil, nil, func() time.Time { return c.now }, slog.New(slog.DiscardHandler)), dicelog.Stores{Tree: c.store, Games: c.store})
}

func (c *club) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// kinds lists the kinds of all leaves.
func (c *club) kinds() (list []string) {
	c.t.Helper()
	leaves, err := c.store.Leaves(c.t.Context(), 0, 1000)
	c.must(err)
	for i, l := range leaves {
		said, ok := tbd2.ReadLeaf(l.Data)
		if !ok || l.N != int64(i) || said.Kind != string(l.Kind) {
			c.t.Fatalf("leaf %d stands in the place of leaf %d: %q", l.N, i, l.Data)
		}
		list = append(list, said.Kind)
	}
	return list
}

func each(t *testing.T, f func(*club)) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		f(&club{t, open(), time.Date(2027, 5, 1, 23, 30, 0, 0, time.UTC)})
	})
}

// TestTheLogSaysWhatBecomesOfKeys: of those of the dice, whose loss is told with its reason, and of those that sign.
func TestTheLogSaysWhatBecomesOfKeys(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		ctx := c.t.Context()
		c.must(c.log(1, 0).AppendToLog(ctx)) // nothing signs
		if got := c.kinds(); len(got) > 0 {
			c.t.Errorf("without a key that signs the log has %v", got)
		}
		for range 2 {
			c.must(c.log(1, 7).AppendToLog(ctx))
		}
		want := []string{"key", "scope", "signer"}
		if got := c.kinds(); !slices.Equal(got, want) {
			c.t.Errorf("at first the log has %v, want %v", got, want)
		}
		was, tree, err := c.log(1, 7).Checkpoint(ctx, 0)
		c.must(err)
		c.must(c.store.RecordKeys(ctx, league.KeyRecord{Name: "dice", Fingerprint: "a", Born: c.now}, league.KeyRecord{Name: "dice", Epoch: 1, Fingerprint: "b", Born: c.now, Reason: "It was seen."}))
		c.now = c.now.Add(time.Minute)
		c.must(c.log(2, 7).AppendToLog(ctx))
		want = append(want, "lost", "key", "scope")
		if got := c.kinds(); !slices.Equal(got, want) {
			c.t.Errorf("with another key of the dice it has %v, want %v", got, want)
		}
		c.must(c.log(2, 8).AppendToLog(ctx))
		want = append(want, "signer")
		if got := c.kinds(); !slices.Equal(got, want) {
			c.t.Errorf("with another key that signs it has %v, want %v", got, want)
		}
		log := c.log(2, 8)
		o, err := log.Overview(ctx)
		c.must(err)
		keys := o.Log.Keys
		if len(keys) != 2 || keys[0].Epoch != 2 || !keys[0].Lost.IsZero() || keys[1].Why != "It was seen." || !keys[1].Lost.Equal(c.now) || keys[1].F != (dice.Digest{1}) {
			c.t.Errorf("the keys are told as %+v", keys)
		}
		if want := []anchor.Scopes{{Epoch: 2}, {Epoch: 1}}; o.Epochs != 2 || !slices.Equal(o.Scopes, want) {
			c.t.Errorf("of %d keys are told %+v, want %+v", o.Epochs, o.Scopes, want)
		}
		again, same, err := log.Checkpoint(ctx, 3)
		if err != nil || same != tree || again == was {
			c.t.Errorf("with 3 leaves the log has %v, had %v, %v", same, tree, err)
		}
		for _, size := range []int64{-1, 8} {
			if _, _, err := log.Checkpoint(ctx, size); league.KindOf(err) != league.NotFound {
				c.t.Errorf("there is a checkpoint of %d leaves: %v", size, err)
			}
		}
	})
}

// TestTheLogSaysThatAKeyWasReplaced: the one before is not lost and its tournaments go on, but those that roll have the new one.
func TestTheLogSaysThatAKeyWasReplaced(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		ctx := c.t.Context()
		log := func(d dealer) *dicelog.Log {
			signers, err := tbd2.NewSigners(tbd2.Key{7}, "league.example")
			c.must(err)
			return dicelog.New(core.New(core.Keys{Dealer: d, Signers: &signers}, nil, nil, c.clock, slog.New(slog.DiscardHandler)), dicelog.Stores{Tree: c.store, Games: overs{c.store, c.store, []uint32{5, 6, rolls}}})
		}
		record := func(epoch int, kept bool) league.KeyRecord {
			return league.KeyRecord{Name: "dice", Epoch: epoch, Fingerprint: fmt.Sprint(epoch), Born: c.now, Kept: kept, Reason: "yearly"}
		}
		has := func(what string, d dealer, want ...string) {
			c.t.Helper()
			for range 2 {
				c.must(log(d).AppendToLog(ctx))
			}
			leaves, err := c.store.Leaves(ctx, 0, 1000)
			c.must(err)
			var got []string
			for _, l := range leaves {
				if said, _ := tbd2.ReadLeaf(l.Data); l.Kind != anchor.Signer && l.Kind != anchor.Open {
					got = append(got, fmt.Sprintf("%s %d", l.Kind, l.Number))
					if l.Kind == anchor.Scope && l.Number > 0 {
						got[len(got)-1] += fmt.Sprintf(" by %d", said.Epoch)
					}
				}
			}
			if !slices.Equal(got, want) {
				c.t.Errorf("%s the log has %v, want %v", what, got, want)
			}
		}
		c.must(c.store.RecordKeys(ctx, record(0, false)))
		list := []string{"key 1", "scope 0", "scope 5 by 1", "scope 6 by 1", "scope 9 by 1"}
		has("at first", dealer{epoch: 1}, list...)
		c.must(c.store.RecordKeys(ctx, record(1, true)))
		list = append(list, "key 2", "scope 0", "scope 9 by 2")
		has("with another key", dealer{epoch: 2, former: []uint32{1}}, list...)
		c.must(c.store.LoseKey(ctx, "dice", 0, "seen"))
		list = append(list, "lost 1", "scope 5 by 2", "scope 6 by 2", "scope 9 by 2")
		has("when the first is lost", dealer{epoch: 2}, list...)
		c.must(c.store.RecordKeys(ctx, record(2, true), record(3, true)))
		list = append(list, "key 3", "scope 0", "key 4", "scope 0", "scope 9 by 4")
		has("after two at once", dealer{epoch: 4, former: []uint32{2, 3}}, list...)
	})
}

// TestADayEndsOnceInTheLog, at 00:00 UTC, however long the site was away; the day before the log was made does not.
func TestADayEndsOnceInTheLog(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		ctx := c.t.Context()
		log := c.log(1, 7)
		days := func() (list []int64) {
			c.t.Helper()
			c.must(log.AppendToLog(ctx))
			c.must(log.AppendToLog(ctx))
			ended, err := log.Days(ctx, 10)
			c.must(err)
			for _, d := range ended {
				if _, origin, err := tbd2.OpenCheckpoint(d.Checkpoint, c.signer()); err != nil || origin != "league.example" {
					c.t.Errorf("day %d: %q, %v", d.Day, d.Checkpoint, err)
				}
				list = append(list, d.Day)
			}
			return list
		}
		for _, s := range []struct {
			after time.Duration
			want  []int64
		}{{0, nil}, {29*time.Minute + 59*time.Second, nil}, {time.Second, []int64{20270501}}, {23 * time.Hour, []int64{20270501}}, {73 * time.Hour, []int64{20270505, 20270501}}} {
			c.now = c.now.Add(s.after)
			if got := days(); !slices.Equal(got, s.want) {
				c.t.Errorf("at %v the days %v have ended, want %v", c.now, got, s.want)
			}
		}
	})
}

func (c *club) signer() string {
	signers, err := tbd2.NewSigners(tbd2.Key{7}, "league.example")
	c.must(err)
	return signers.LogKey()
}

// TestServersThatWriteAtOnceLeaveNoGap has several servers add to the log at once.
func TestServersThatWriteAtOnceLeaveNoGap(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		for n := range 5 {
			c.now = c.now.Add(24 * time.Hour)
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					if err := c.log(1, 7).AppendToLog(c.t.Context()); err != nil {
						c.t.Error(err)
					}
				})
			}
			all.Wait()
			c.must(c.log(1, 7).AppendToLog(c.t.Context()))
			if got, want := len(c.kinds()), 3+n; got != want {
				c.t.Fatalf("after day %d the log has %d leaves, want %d: %v", n, got, want, c.kinds())
			}
		}
		if got := fmt.Sprint(c.kinds()[3:]); got != "[day day day day]" {
			c.t.Errorf("the log has %s", got)
		}
	})
}

// movers are games that have moved, some at a time, and of which nobody notes what the log has.
type movers struct {
	dicelog.GamesStore
	dicelog.LeavesStore
	some    [][]anchor.Moved
	endless bool // there are always more, of which the log lacks nothing
}

func (m *movers) UnloggedGames(context.Context, league.Viewer, bool, anchor.Cursor, bool, int) (some []anchor.Moved, next anchor.Cursor, err error) {
	if len(m.some) > 0 {
		some, m.some = m.some[0], m.some[1:]
	}
	if len(m.some) > 0 || m.endless {
		next.Match = "more"
	}
	return some, next, nil
}

// logOf returns the log of some games.
func (c *club) logOf(games *movers) *dicelog.Log {
	c.t.Helper()
	signers, err := tbd2.NewSigners(tbd2.Key{7}, "league.example")
	c.must(err)
	keys := core.Keys{Dealer: dealer{epoch: 1}, Signers: &signers}
	return dicelog.New(core.New(keys, nil, nil, c.clock, slog.New(slog.DiscardHandler)), dicelog.Stores{Tree: games, Games: games})
}

// TestADayEndsOnceAllGamesAreIn of which there are more than one run of the job gets to: nor is it said that they were looked at.
func TestADayEndsOnceAllGamesAreIn(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		ctx := c.t.Context()
		_, err := c.store.LogOrigin(ctx, "league.example")
		c.must(err)
		games := &movers{GamesStore: c.store, LeavesStore: c.store, endless: true}
		c.must(c.logOf(games).AppendToLog(ctx))
		c.now = c.now.Add(24 * time.Hour)
		is := func(looked time.Time, kinds ...string) {
			c.t.Helper()
			c.must(c.logOf(games).AppendToLog(ctx))
			at, err := c.store.LogLooked(ctx)
			if got := c.kinds(); err != nil || !at.Equal(looked) || !slices.Equal(got, kinds) {
				c.t.Errorf("looked up to %v with %v, %v; want %v with %v", at, got, err, looked, kinds)
			}
		}
		is(time.Time{}, "key", "scope", "signer")
		games.endless = false
		is(c.now, "key", "scope", "signer", "day")
	})
}

func (m *movers) AppendLeaves(ctx context.Context, size int64, leaves []anchor.Leaf, from int64, hashes []dice.Digest, _ []anchor.Moved) error {
	return m.LeavesStore.AppendLeaves(ctx, size, leaves, from, hashes, nil)
}

// TestEachRunHasItsOwnSeal of games that were imported after their dice had been made anew, once for both of a duplicate pair, of
// which one had ended before that.
func TestEachRunHasItsOwnSeal(t *testing.T) {
	t.Parallel()
	each(t, func(c *club) {
		ctx, gid, prior := c.t.Context(), dice.GID{7}, dice.Digest{8}
		run := func(n byte, before *dice.Digest) tbd2.Given {
			return tbd2.Given{Context: tbd2.Context{GID: gid, Run: n, Seal: dice.Digest{n, 1}, Head: dice.Link{n, 2}, Prior: before}}
		}
		first, second := run(0, nil), run(1, &prior)
		ended := anchor.Moved{Match: "a", GID: gid, As: gid, Runs: []tbd2.Given{first}, Over: true}
		goesOn := anchor.Moved{Match: "b", GID: gid, As: dice.GID{9}, Runs: []tbd2.Given{first, second}}
		known := anchor.Moved{Match: "c", GID: dice.GID{5}, As: dice.GID{5}, Runs: []tbd2.Given{{Context: tbd2.Context{GID: dice.GID{5}}}}, Sealed: true}
		games := &movers{GamesStore: c.store, LeavesStore: c.store, some: [][]anchor.Moved{{ended, known}, {goesOn, goesOn}, {goesOn}}}
		c.must(c.logOf(games).AppendToLog(ctx))
		leaves, err := c.store.LeavesOf(ctx, gid, dice.GID{5})
		c.must(err)
		var got [][]byte
		for _, l := range leaves {
			if l.Kind == anchor.Seal {
				got = append(got, l.Data)
			}
		}
		want := [][]byte{
			tbd2.SealLeaf(gid, 0, first.Seal, first.Head, nil, 0),
			tbd2.SealLeaf(gid, 1, second.Seal, second.Head, &prior, 0),
		}
		if !slices.EqualFunc(got, want, bytes.Equal) {
			c.t.Errorf("the seals are %x, want %x", got, want)
		}
	})
}
