package storetest_test

import (
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// leaf is one of a kind, with a text for its data.
func leaf(kind anchor.Kind, number int64, data string) anchor.Leaf {
	return anchor.Leaf{Kind: kind, Number: number, Data: []byte(data)}
}

// grow appends leaves to the log as the service does.
func grow(t *testing.T, s *store.Store, games []anchor.Moved, leaves ...anchor.Leaf) {
	t.Helper()
	size, err := s.LogSize(t.Context())
	must(t, err)
	from, hashes, err := anchor.Grow(size, leaves, func(at []int64) ([]dice.Digest, error) { return s.LogHashes(t.Context(), at) })
	must(t, err)
	must(t, s.AppendLeaves(t.Context(), size, leaves, from, hashes, games))
}

func TestTheLogIsAppendedWithoutAGap(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		gid := dice.GID{7}
		game := anchor.Leaf{Kind: anchor.Seal, GID: gid, Data: []byte("sealed")}
		grow(t, s, nil, leaf(anchor.Key, 1, "key"), leaf(anchor.Scope, 0, "none"), game)
		grow(t, s, nil, leaf(anchor.Scope, 1, "cup"), anchor.Leaf{Kind: anchor.State, Number: 9, GID: gid, Data: []byte("state")})
		wantKind(t, s.AppendLeaves(ctx, 4, []anchor.Leaf{leaf(anchor.Day, 1, "late")}, 7, []dice.Digest{{1}}, nil), league.Stale)
		wantKind(t, s.AppendLeaves(ctx, 6, []anchor.Leaf{leaf(anchor.Day, 1, "early")}, 11, []dice.Digest{{1}}, nil), league.Stale)
		if size, err := s.LogSize(ctx); size != 5 || err != nil {
			t.Fatalf("%d leaves, %v", size, err)
		}
		all, err := s.Leaves(ctx, 0, 10)
		must(t, err)
		want := []anchor.Placed{{N: 0, Leaf: leaf(anchor.Key, 1, "key")}, {N: 1, Leaf: leaf(anchor.Scope, 0, "none")}, {N: 2, Leaf: game}, {N: 3, Leaf: leaf(anchor.Scope, 1, "cup")}, {N: 4, Leaf: anchor.Leaf{Kind: anchor.State, Number: 9, GID: gid, Data: []byte("state")}}}
		if diff := gocmp.Diff(want, all); diff != "" {
			t.Errorf("the leaves (-want +got):\n%s", diff)
		}
		if part, err := s.Leaves(ctx, 1, 2); err != nil || gocmp.Diff(want[1:3], part) != "" {
			t.Errorf("two from 1 on: %v, %v", part, err)
		}
		if of, err := s.LeavesOf(ctx, dice.GID{8}, gid); err != nil || gocmp.Diff([]anchor.Placed{want[2], want[4]}, of) != "" {
			t.Errorf("of a game: %v, %v", of, err)
		}
		if scopes, err := s.LastLeaves(ctx, anchor.Scope, 5); err != nil || gocmp.Diff([]anchor.Placed{want[3], want[1]}, scopes) != "" {
			t.Errorf("scopes: %v, %v", scopes, err)
		}
		grow(t, s, nil, leaf(anchor.Start, 1, "start"), leaf(anchor.Start, 3, "other"), leaf(anchor.Start, 1, "again"))
		starts, err := s.NumberedLeaves(ctx, anchor.Start, 2, 1)
		if want := []anchor.Placed{{N: 5, Leaf: leaf(anchor.Start, 1, "start")}, {N: 7, Leaf: leaf(anchor.Start, 1, "again")}}; err != nil || gocmp.Diff(want, starts) != "" {
			t.Errorf("starts of 1 and 2: %v, %v", starts, err)
		}
		if none, err := s.NumberedLeaves(ctx, anchor.Start); err != nil || len(none) > 0 {
			t.Errorf("of no number: %v, %v", none, err)
		}
		read := anchor.Hashes(func(at []int64) ([]dice.Digest, error) { return s.LogHashes(ctx, at) })
		if tree, err := anchor.Tree(5, read); err != nil || tree.Hash.String() != // computed by hand with Python's hashlib
			"zruUelV3uP0pP0+Gz3soHqeE9r0NexcIzuvAF3L4a1U=" {
			t.Errorf("the root is %v, %v", tree.Hash, err)
		}
		if list, err := s.LogHashes(ctx, []int64{2, 0, 400}); err != nil || len(list) != 2 {
			t.Errorf("%d hashes, of which one is not there: %v", len(list), err)
		}
		many := make([]int64, 40_000) // more than a statement takes
		for i := range many {
			many[i] = int64(i)
		}
		if all, err := s.LogHashes(ctx, many); err != nil || len(all) != int(tlog.StoredHashCount(8)) {
			t.Errorf("%d hashes of a log of 8 leaves: %v", len(all), err)
		}
	})
}

func TestTheLogKeepsItsName(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		for _, c := range [][2]string{{"", ""}, {"league.example", "league.example"}, {"other.example", "league.example"}, {"", "league.example"}} {
			if got, err := s.LogOrigin(ctx, c[0]); got != c[1] || err != nil {
				t.Errorf("%q is proposed: %q, %v; want %q", c[0], got, err, c[1])
			}
		}
		if at, err := s.LogLooked(ctx); !at.IsZero() || err != nil {
			t.Errorf("looked at %v, %v", at, err)
		}
		must(t, s.NoteLogLooked(ctx, noon.Add(time.Hour)))
		must(t, s.NoteLogLooked(ctx, noon)) // by another server, which is slow
		if at, err := s.LogLooked(ctx); !at.Equal(noon.Add(time.Hour)) || err != nil {
			t.Errorf("looked at %v, %v", at, err)
		}
	})
}

// secondMatch is a match under the second scheme with values in its chain.
func secondMatch(n int) league.Match {
	m := newMatch(n)
	m.Dice = league.Commitment{Epoch: 1, Seal: dice.Digest{byte(n)}}
	for i := range m.Log {
		m.Chain = append(m.Chain, value(i+1))
	}
	return m
}

func TestWhatTheLogLacksOfGamesIsFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob")
		create(t, s, newMatch(1)) // under the first scheme
		unknown := secondMatch(2)
		unknown.Chain = nil
		create(t, s, unknown)
		running, other := create(t, s, secondMatch(3)), create(t, s, secondMatch(4))
		locked := create(t, s, secondMatch(5))
		must(t, s.Lock(ctx, league.Lock{Match: locked.ID, Found: noon, Reason: "x"}))
		lacks := func(since time.Time, states bool) (ids []string) {
			t.Helper()
			for _, over := range []bool{true, false} {
				list, next, err := s.UnloggedGames(ctx, league.Site(), over, anchor.Cursor{Moved: since}, states, 10)
				must(t, err)
				if next != (anchor.Cursor{}) {
					t.Errorf("behind all of them begins %v", next)
				}
				for _, m := range list {
					ids = append(ids, m.Match)
				}
			}
			slices.Sort(ids)
			return ids
		}
		is := func(what string, got []string, want ...string) {
			t.Helper()
			if !slices.Equal(got, want) {
				t.Errorf("%s: the log lacks %q, want %q", what, got, want)
			}
		}
		is("at first", lacks(time.Time{}, false), running.ID, other.ID)
		is("of later", lacks(noon.Add(time.Minute), false))
		list, next, err := s.UnloggedGames(ctx, league.Site(), false, anchor.Cursor{}, false, 1)
		must(t, err)
		want := []anchor.Moved{{Match: running.ID, GID: running.GID, As: running.GID, Runs: league.Givens(running), N: 2, T: dice.Digest(value(2))}}
		if diff := gocmp.Diff(want, list); diff != "" {
			t.Errorf("the first (-want +got):\n%s", diff)
		}
		if next.Match != running.ID {
			t.Errorf("behind the first one begins %v", next)
		}
		if list, next, err = s.UnloggedGames(ctx, league.Site(), false, next, false, 1); err != nil || len(list) != 1 || list[0].Match != other.ID {
			t.Errorf("behind the first one comes %+v, %v", list, err)
		}
		if list, next, err = s.UnloggedGames(ctx, league.Site(), false, next, false, 1); err != nil || len(list) != 0 || next != (anchor.Cursor{}) {
			t.Errorf("behind both comes %+v, %v, %v", list, next, err)
		}
		grow(t, s, []anchor.Moved{{Match: running.ID}, {Match: other.ID}}, leaf(anchor.Seal, 0, "both"))
		is("once they are sealed", lacks(time.Time{}, false))
		is("with states", lacks(time.Time{}, true), running.ID, other.ID)
		end := timeout(running, noon.Add(time.Hour))
		end.Chain = [][]byte{value(3)}
		must(t, s.Append(ctx, end))
		is("after an end", lacks(noon.Add(time.Hour), false), running.ID)
		if list, _, err = s.UnloggedGames(ctx, league.Site(), true, anchor.Cursor{Moved: noon}, false, 10); err != nil || len(list) != 1 || !list[0].Over || !list[0].Sealed || list[0].N != 3 {
			t.Errorf("the one that has ended: %+v, %v", list, err)
		}
		grow(t, s, list, leaf(anchor.State, 3, "over"))
		is("once its end is there", lacks(time.Time{}, false))
		is("with states, then", lacks(time.Time{}, true), other.ID)
		if _, _, err := s.UnloggedGames(ctx, league.Viewer{}, false, anchor.Cursor{}, false, 1); err == nil {
			t.Error("somebody reads games without saying for whom")
		}
		c, err := s.DiceCounts(ctx)
		if want := (anchor.Counts{SiteAlone: 4, First: 1}); err != nil || c != want { // bob has given nothing
			t.Errorf("%+v, %v; want %+v", c, err, want)
		}
	})
}

// TestTheLogIsToldEachRunOfAGame: an imported game comes with all runs that its dice had elsewhere, and each has a commitment of
// its own. Where nobody can read them the log is told nothing.
func TestTheLogIsToldEachRunOfAGame(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob")
		m, prior := secondMatch(1), dice.Digest(value(2))
		anew := create(t, s, m.WithRuns([]league.Run{
			{Head: m.Head, Dice: m.Dice},
			{Base: 3, Prior: prior, Head: dice.Link{21}, Dice: league.Commitment{Epoch: 2, Seal: dice.Digest{22}, Run: 1}},
		}))
		unreadable := create(t, s, secondMatch(2))
		must(t, raw(s).Exec("UPDATE matches SET runs = '{' WHERE id = ?", unreadable.ID).Error)
		list, _, err := s.UnloggedGames(ctx, league.Site(), false, anchor.Cursor{}, false, 10)
		must(t, err)
		if len(list) != 1 || list[0].Match != anew.ID || len(list[0].Runs) != 2 {
			t.Fatalf("the log lacks %+v", list)
		}
		for i, want := range []tbd2.Context{{GID: m.GID, Seal: m.Dice.Seal, Head: m.Head}, {GID: m.GID, Run: 1, Seal: dice.Digest{22}, Head: dice.Link{21}, Prior: &prior}} {
			is := list[0].Runs[i].Context
			is.Seats = nil
			if diff := gocmp.Diff(want, is); diff != "" {
				t.Errorf("run %d (-want +got):\n%s", i, diff)
			}
		}
	})
}

func TestGamesAreCountedByWhatWasGiven(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob")
		bot, other := league.Player{ID: "bot:x", Name: "X", Kind: league.Bot, Created: noon}, league.Player{ID: "bot:y", Name: "Y", Kind: league.Bot, Created: noon}
		must(t, s.PutBots(ctx, []league.Player{bot, other}))
		for i, seats := range [][2]league.Seat{
			{{Player: person("ann"), Contribution: "a"}, {Player: person("bob"), Contribution: "b"}},
			{{Player: person("ann"), Contribution: "a"}, {Player: person("bob")}},
			{{Player: person("ann"), Contribution: "a"}, {Player: bot}},
			{{Player: bot}, {Player: person("ann"), Contribution: "a"}},
			{{Player: person("ann")}, {Player: bot}},
			{{Player: bot}, {Player: other}},
		} {
			m := secondMatch(i)
			m.Seats = seats
			create(t, s, m)
		}
		c, err := s.DiceCounts(ctx)
		if want := (anchor.Counts{SiteAlone: 3, Contributed: 3}); err != nil || c != want {
			t.Errorf("%+v, %v; want %+v", c, err, want)
		}
	})
}

func TestTournamentsThatTheLogLacksAreFoundInOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		for i, id := range []string{"one", "two"} {
			cup := hiddenCup(t, id, id == "one")
			cup.Serial, cup.Dice.Epoch, cup.Rolling = uint32(i+1), 7, id == "two"
			must(t, s.CreateTournament(ctx, cup, nil, nil))
		}
		lacksOf := func(since, rolling int64, want ...uint32) {
			t.Helper()
			list, err := s.UnloggedScopes(ctx, league.Site(), since, rolling, 10)
			var got []uint32
			for _, u := range list {
				if got = append(got, u.Serial); u != (anchor.Unlogged{Serial: u.Serial, Epoch: 7, Rolling: u.Serial == 2}) {
					t.Errorf("of %d it is told %+v", u.Serial, u)
				}
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("from leaves %d and %d on the log lacks %v, %v; want %v", since, rolling, got, err, want)
			}
		}
		lacks := func(since int64, want ...uint32) { t.Helper(); lacksOf(since, since, want...) }
		lacks(0, 1, 2)
		grow(t, s, nil, leaf(anchor.Key, 1, "key"), leaf(anchor.Scope, 1, "one"))
		lacks(0, 2)
		grow(t, s, nil, leaf(anchor.Scope, 2, "two"), leaf(anchor.Key, 2, "key"))
		lacks(0)
		lacks(3, 1, 2)   // both go on under the new key
		lacksOf(0, 3, 2) // the one that rolls alone
		lacksOf(3, 0, 1)
		grow(t, s, nil, leaf(anchor.Scope, 1, "one"), leaf(anchor.Scope, 2, "two"))
		lacks(3)
		if _, err := s.UnloggedScopes(ctx, league.Public(), 0, 0, 1); err == nil {
			t.Error("the world reads what tournaments there are, private ones too")
		}
	})
}

// TestTournamentsInWhichNothingIsThrownAnyMoreAreFound: one that is over, once all of its games are and nobody doubts one of
// them, and until the log has its key.
func TestTournamentsInWhichNothingIsThrownAnyMoreAreFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		ends := func(c *league.Tournament) { c.State, c.Ended = league.Finished, noon }
		of := func(m league.Match, cup, key string) league.Match { m.Tournament, m.Fixture = cup, key; return m }
		cups := map[string]league.Tournament{}
		for i, c := range []struct {
			id    string
			begun []league.Match
		}{
			{"running", nil},
			{"over", []league.Match{over(1, noon, func(m *league.Match) { *m = of(*m, "over", "c1/r1/b1") }), over(2, noon, func(m *league.Match) { *m = of(*m, "over", "c1/r1/b2") })}},
			{"playing", []league.Match{over(3, noon, func(m *league.Match) { *m = of(*m, "playing", "c1/r1/b1") }), of(newMatch(4), "playing", "c1/r1/b2")}},
			{"doubted", []league.Match{over(5, noon, func(m *league.Match) { *m = of(*m, "doubted", "c1/r1/b1") })}},
			{"unlogged", nil},
			{"called off", nil},
		} {
			cup := hiddenCup(t, c.id, i%2 == 0)
			cup.Serial = uint32(i + 1)
			must(t, s.CreateTournament(ctx, cup, nil, nil))
			cups[c.id] = step(t, s, cup, league.ActStarted, starts, c.begun...)
			if c.id != "unlogged" {
				grow(t, s, nil, leaf(anchor.Scope, int64(i+1), c.id))
			}
		}
		must(t, s.Lock(ctx, league.Lock{Match: over(5, noon, func(*league.Match) {}).ID, Found: noon, Reason: "x"}))
		is := func(what string, after uint32, want ...uint32) {
			t.Helper()
			if got, err := s.UnopenedScopes(ctx, league.Site(), after, 10); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: behind %d are to be opened %v, %v; want %v", what, after, got, err, want)
			}
		}
		is("while all are played", 0)
		for id, cup := range cups {
			if id == "called off" {
				step(t, s, cup, league.ActCancelled, func(c *league.Tournament) { c.State, c.Ended = league.Cancelled, noon })
			} else if id != "running" {
				step(t, s, cup, league.ActFinished, ends)
			}
		}
		is("once they are over", 0, 2, 6)
		is("once they are over", 2, 6)
		if got, err := s.UnopenedScopes(ctx, league.Site(), 0, 1); err != nil || !slices.Equal(got, []uint32{2}) {
			t.Errorf("one at most: %v, %v", got, err)
		}
		must(t, s.Append(ctx, timeout(of(newMatch(4), "playing", "c1/r1/b2"), noon.Add(time.Hour))))
		is("after the last game of another", 0, 2, 3, 6)
		grow(t, s, nil, leaf(anchor.Open, 2, "over"))
		is("once the log has one", 0, 3, 6)
		counts, err := s.ScopeCounts(ctx)
		if want := []anchor.Scopes{{Made: 6, Ended: 1, Opened: 1}}; err != nil || gocmp.Diff(want, counts) != "" {
			t.Errorf("counted are %+v, %v; want %+v", counts, err, want)
		}
		_, err = s.UnopenedScopes(ctx, league.Public(), 0, 1)
		wantKind(t, err, league.Forbidden)
	})
}

// TestTournamentsAreCountedByTheirKeys: all that have a serial number, private ones too, and those that were cancelled before
// and after they started.
func TestTournamentsAreCountedByTheirKeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		if got, err := s.ScopeCounts(ctx); err != nil || len(got) > 0 {
			t.Errorf("of none: %+v, %v", got, err)
		}
		cancels := func(c *league.Tournament) { c.State, c.Ended = league.Cancelled, noon }
		for i, c := range []struct {
			id     string
			serial uint32
			epoch  uint32
			steps  []func(*league.Tournament)
		}{
			{"unnumbered", 0, 0, []func(*league.Tournament){cancels}},
			{"first scheme", 1, 0, nil},
			{"open", 2, 1, nil},
			{"running", 3, 1, []func(*league.Tournament){starts}},
			{"never begun", 4, 1, []func(*league.Tournament){cancels}},
			{"called off", 5, 1, []func(*league.Tournament){starts, cancels}},
			{"another", 6, 3, []func(*league.Tournament){cancels}},
		} {
			cup := hiddenCup(t, c.id, i%2 == 0)
			cup.Serial, cup.Dice = c.serial, league.Commitment{Epoch: c.epoch, Scope: c.serial}
			must(t, s.CreateTournament(ctx, cup, nil, nil))
			for _, change := range c.steps {
				cup = step(t, s, cup, league.ActNoted, change)
			}
		}
		want := []anchor.Scopes{{Epoch: 0, Made: 1}, {Epoch: 1, Made: 4, Unstarted: 1, Ended: 1}, {Epoch: 3, Made: 1, Unstarted: 1}}
		if got, err := s.ScopeCounts(ctx); err != nil || gocmp.Diff(want, got) != "" {
			t.Errorf("counted are %+v, %v; want %+v", got, err, want)
		}
	})
}

// TestTournamentsWhoseEntriesAreClosedAreListed: by their serial numbers, and those alone that have changed lately.
func TestTournamentsWhoseEntriesAreClosedAreListed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		var want []anchor.Closed
		for i, id := range []string{"open", "second", "first"} {
			cup := hiddenCup(t, id, id == "first")
			cup.Serial = uint32(3 - i)
			cup.Dice = league.Commitment{Epoch: 4, Scope: cup.Serial, Seal: dice.Digest{6}}
			must(t, s.CreateTournament(ctx, cup, nil, nil))
			if id == "open" {
				continue
			}
			cup.Log = nil
			step(t, s, cup, league.ActClosed, func(c *league.Tournament) {
				c.Closed, c.Changed, c.Dice.Tour, c.Dice.Epoch = noon, noon, dice.Digest{byte(i)}, 9
			})
			read, err := s.Tournament(ctx, league.Site(), id)
			if must(t, err); !read.Closed.Equal(noon) || read.Valued || read.Dice != (league.Commitment{Epoch: 4, Scope: cup.Serial, Seal: dice.Digest{6}, Tour: dice.Digest{byte(i)}}) {
				t.Errorf("%s is read as %+v", id, read.Dice)
			}
			want = append([]anchor.Closed{{Serial: cup.Serial, Epoch: 4, Tour: dice.Digest{byte(i)}}}, want...)
		}
		if got, err := s.ClosedTournaments(ctx, league.Site(), noon); err != nil || gocmp.Diff(want, got) != "" {
			t.Errorf("closed are %+v, %v; want %+v", got, err, want)
		}
		if got, err := s.ClosedTournaments(ctx, league.Site(), noon.Add(time.Millisecond)); err != nil || len(got) > 0 {
			t.Errorf("later: %+v, %v", got, err)
		}
		awaits := func(want ...string) {
			t.Helper()
			list, err := s.AwaitingDraw(ctx, league.Site())
			must(t, err)
			var got []string
			for _, c := range list {
				got = append(got, c.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("a draw await %v, want %v", got, want)
			}
		}
		awaits("first", "second")
		first, err := s.Tournament(ctx, league.Site(), "first")
		must(t, err)
		step(t, s, first, league.ActStarted, func(c *league.Tournament) { starts(c); c.Valued = true })
		awaits("second")
		if first, err = s.Tournament(ctx, league.Site(), "first"); err != nil || !first.Valued {
			t.Errorf("it is read without its public value, %v", err)
		}
		_, err = s.ClosedTournaments(ctx, league.Public(), time.Time{})
		wantKind(t, err, league.Forbidden)
	})
}

// TestWhatAKeyOfTheDiceIsNeededForIsCounted: what goes on, and games in quarantine, by the epochs of the keys that deal for it.
func TestWhatAKeyOfTheDiceIsNeededForIsCounted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		signedUp(t, s, "ann", "bob")
		admit(t, s, "cleo", "dan", "eve", "fay", "gus", "org")
		dealt := func(m league.Match, epoch uint32) league.Match {
			m.Dice = league.Commitment{Epoch: epoch, Seal: dice.Digest{1}}
			return m
		}
		ended := func(n int, epoch uint32) league.Match {
			return dealt(over(n, noon, func(*league.Match) {}), epoch)
		}
		create(t, s, newMatch(1)) // under the first scheme
		create(t, s, dealt(newMatch(2), 13))
		for n, epochs := range map[int][2]uint32{3: {1, 13}, 8: {13, 14}} { // their dice were made anew
			anew := dealt(newMatch(n), epochs[0])
			now := league.Run{Base: 3, Prior: dice.Digest{2}, Head: dice.Link{3}, Dice: league.Commitment{Epoch: epochs[1], Seal: dice.Digest{4}, Run: 1}}
			create(t, s, anew.WithRuns([]league.Run{{Head: anew.Head, Dice: anew.Dice}, now}))
		}
		create(t, s, ended(4, 1))
		locked := create(t, s, ended(5, 3))
		must(t, s.Lock(ctx, league.Lock{Match: locked.ID, Found: noon, Reason: "x"}))
		offer, closed := newOffer(6, league.Player{}), newOffer(7, league.Player{})
		for _, o := range []*league.Offer{&offer, &closed} {
			o.Dice = league.Commitment{Epoch: 4, Seal: dice.Digest{1}}
			must(t, s.PutOffer(ctx, *o, limits))
		}
		must(t, s.CloseOffer(ctx, closed.ID, league.OfferWithdrawn, noon))
		for i, c := range []struct {
			id    string
			epoch uint32
			rolls bool
			steps []func(*league.Tournament)
		}{
			{"entered", 5, false, nil},
			{"going", 5, false, []func(*league.Tournament){starts}},
			{"over", 5, false, []func(*league.Tournament){starts, func(c *league.Tournament) { c.State, c.Ended = league.Finished, noon }}},
			{"rolls", 6, true, []func(*league.Tournament){starts}},
			{"will roll", 6, true, nil},
		} {
			cup := hiddenCup(t, c.id, false)
			cup.Serial, cup.Rolling, cup.Dice = uint32(i+1), c.rolls, league.Commitment{Epoch: c.epoch, Seal: dice.Digest{1}}
			must(t, s.CreateTournament(ctx, cup, nil, nil))
			for _, change := range c.steps {
				cup = step(t, s, cup, league.ActNoted, change)
			}
		}
		for _, c := range []struct {
			epochs []uint32
			want   anchor.Use
		}{
			{[]uint32{0}, anchor.Use{Games: 1}},
			{[]uint32{1}, anchor.Use{Games: 1}},
			{[]uint32{13}, anchor.Use{Games: 3}},
			{[]uint32{2}, anchor.Use{}},
			{[]uint32{3}, anchor.Use{Locked: 1}},
			{[]uint32{4}, anchor.Use{Offers: 1}},
			{[]uint32{5}, anchor.Use{Tournaments: 2}},
			{[]uint32{6}, anchor.Use{Tournaments: 1}},
			{[]uint32{0, 1, 4}, anchor.Use{Games: 2, Offers: 1}},
		} {
			if got, err := s.EpochUse(ctx, c.epochs); err != nil || got != c.want {
				t.Errorf("the keys %v are needed for %+v, %v; want %+v", c.epochs, got, err, c.want)
			}
		}
	})
}

// TestAKeyIsOpenedWithItsLeafOrNotAtAll.
func TestAKeyIsOpenedWithItsLeafOrNotAtAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		must(t, s.RecordKeys(ctx, league.KeyRecord{Name: "dice", Fingerprint: "aa", Born: noon}, league.KeyRecord{Name: "dice", Epoch: 1, Fingerprint: "bb", Born: noon, Kept: true}))
		opens := func(size int64, epoch int) error {
			l := leaf(anchor.Open, 0, "open")
			from, hashes, err := anchor.Grow(0, []anchor.Leaf{l}, nil)
			must(t, err)
			return s.AppendOpening(ctx, size, l, from+2*size, hashes, league.KeyRecord{Name: "dice", Epoch: epoch, Opened: noon.Add(time.Hour), Open: dice.Key{7}})
		}
		is := func(when string, size int64, opened ...time.Time) {
			t.Helper()
			keys, err := s.KeyEpochs(ctx, "dice")
			must(t, err)
			for i, k := range keys {
				if !k.Opened.Equal(opened[i]) || (k.Open == dice.Key{7}) == opened[i].IsZero() {
					t.Errorf("%s key %d is noted as opened at %v: %x", when, i, k.Opened, k.Open)
				}
			}
			if n, err := s.LogSize(ctx); err != nil || n != size {
				t.Errorf("%s the log has %d leaves, %v; want %d", when, n, err, size)
			}
		}
		never := time.Time{}
		wantKind(t, opens(5, 0), league.Stale)
		wantKind(t, opens(0, 2), league.Stale)
		is("at first", 0, never, never)
		must(t, opens(0, 0))
		is("then", 1, noon.Add(time.Hour), never)
		wantKind(t, opens(1, 0), league.Stale)
		is("tried again", 1, noon.Add(time.Hour), never)
	})
}
