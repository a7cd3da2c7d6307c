package storetest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// ratedOver stores a rated match of two players that is over, so many hours after noon.
func ratedOver(t *testing.T, s *store.Store, n int, hours float64, first, second string, change ...func(*league.Match)) league.Match {
	t.Helper()
	return create(t, s, over(n, noon.Add(time.Duration(hours*float64(time.Hour))), func(m *league.Match) {
		m.Rated = true
		m.Seats[0].Player, m.Seats[1].Player = person(first), person(second)
		for _, c := range change {
			c(m)
		}
	}))
}

// weigh writes what matches did to ratings, in place of what was rated from the first of them on.
func weigh(t *testing.T, s *store.Store, all ...league.Match) {
	t.Helper()
	var changes []league.Change
	for _, m := range all {
		changes = append(changes, changesOf(m)...)
	}
	weighChanges(t, s, all[0].Moment(), changes...)
}

func weighChanges(t *testing.T, s *store.Store, from league.Moment, changes ...league.Change) {
	t.Helper()
	epoch, err := s.Epoch(t.Context())
	must(t, err)
	must(t, s.Weigh(t.Context(), league.Weighed{Epoch: epoch, From: from, Changes: changes}))
}

// weighing reads what is to be rated next.
func weighing(t *testing.T, s *store.Store, limit int, span time.Duration) league.Weighing {
	t.Helper()
	w, err := s.Weighing(t.Context(), league.Site(), limit, span)
	must(t, err)
	return w
}

// wantLines compares what something comes to, line by line.
func wantLines(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// ofMatches names changes by match and player.
func ofMatches(changes []league.Change) (lines []string) {
	for _, c := range changes {
		lines = append(lines, fmt.Sprintf("%s/%d %s", c.Match, c.Seat, c.Player))
	}
	return lines
}

// TestTheNextMatchesToRateComeInTheirOrder: and all behind the first one come with it, since those that
// are rated already have to be rated again.
func TestTheNextMatchesToRateComeInTheirOrder(t *testing.T) { // R-RA-6
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		if w := weighing(t, s, 9, day); !gocmp.Equal(w, league.Weighing{}) {
			t.Errorf("where nothing is over: %+v", w)
		}
		weigh(t, s, ratedOver(t, s, 6, 0, "ann", "bob"))
		ratedOver(t, s, 1, 2, "ann", "bob")
		third := ratedOver(t, s, 3, 1, "ann", "bob")
		second := ratedOver(t, s, 2, 1, "ann", "bob")
		ratedOver(t, s, 5, 1, "ann", "bob", func(m *league.Match) { m.Rated = false })
		running := newMatch(4)
		running.Rated, running.State.Moved = true, noon.Add(90*time.Minute)
		create(t, s, running)
		for _, limit := range []int{1, 2, 3, 9} {
			w := weighing(t, s, limit, day)
			wantLines(t, fmt.Sprintf("at most %d", limit), ids(w.Matches), []string{"m000002", "m000003", "m000001"}[:min(limit, 3)]...)
			if w.Epoch != 1 || slices.ContainsFunc(w.Matches, func(m league.Match) bool { return len(m.Log) > 0 }) {
				t.Errorf("at epoch %d, some with logs", w.Epoch)
			}
		}
		weigh(t, s, third)
		wantLines(t, "with one that is rated", ids(weighing(t, s, 9, day).Matches), "m000002", "m000003", "m000001")
		weigh(t, s, second)
		wantLines(t, "behind one that is rated", ids(weighing(t, s, 9, day).Matches), "m000003", "m000001")
		_, err := s.Weighing(t.Context(), league.Viewer{}, 9, day)
		wantKind(t, err, league.Internal)
	})
}

// TestWhatPlayersHadBeforeTheNextMatchesToRate: their last rating in the pool, whatever they were rated later.
func TestOneMatchIsRatedAtItsPlace(t *testing.T) { // R-CO-2
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		first, second := ratedOver(t, s, 1, 0, "ann", "bob"), ratedOver(t, s, 2, 1, "ann", "bob")
		ratedOver(t, s, 3, 2, "ann", "bob")
		unrated := ratedOver(t, s, 4, 1.5, "ann", "bob", func(m *league.Match) { m.Rated = false })
		of := func(m league.Match) league.Weighing {
			t.Helper()
			w, err := s.WeighingOf(t.Context(), league.Site(), m.Moment(), day)
			must(t, err)
			return w
		}
		weigh(t, s, first)
		next := weighing(t, s, 1, day) // the second one, behind the first
		next.Epoch = 0
		if got := of(second); !gocmp.Equal(got, next) || len(got.Before) != 2 {
			t.Errorf("the second one: %+v, want %+v", got, next)
		}
		weigh(t, s, second)
		for i := range next.Before {
			next.Before[i].Current = false // the second one's are
		}
		if got := of(second); !gocmp.Equal(got, next) {
			t.Errorf("once it is rated: %+v, want %+v", got, next)
		}
		if got := of(first); len(got.Matches) != 1 || got.Matches[0].ID != first.ID || len(got.Before) != 0 {
			t.Errorf("the first one: %+v", got)
		}
		if got := of(unrated); len(got.Matches) != 0 {
			t.Errorf("one that is not rated: %+v", got)
		}
		_, err := s.WeighingOf(t.Context(), league.Viewer{}, first.Moment(), day)
		wantKind(t, err, league.Internal)
	})
}

func TestWhatPlayersHadBeforeTheNextMatchesToRate(t *testing.T) { // R-RA-6
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve")
		board := func(m *league.Match) { m.Variant = "board" }
		other := func(m *league.Match) { m.Game = "cufootball" }
		weigh(
			t, s,
			ratedOver(t, s, 11, 1, "ann", "bob"),
			ratedOver(t, s, 1, 2, "ann", "bob"),
			ratedOver(t, s, 12, 2, "ann", "ann"),
			ratedOver(t, s, 2, 3, "ann", "bob", board),
			ratedOver(t, s, 3, 3, "ann", "bob", other),
			ratedOver(t, s, 4, 3, "cleo", "dan"),
			ratedOver(t, s, 5, 5, "bob", "dan"), // in the moment of the next one, and before it
			ratedOver(t, s, 7, 5, "ann", "eve"), // likewise behind it
			ratedOver(t, s, 8, 6, "eve", "bob", board),
		)
		ratedOver(t, s, 6, 5, "ann", "bob")
		before := func(limit int) (lines []string) {
			lines = ofMatches(weighing(t, s, limit, day).Before)
			slices.Sort(lines)
			return lines
		}
		wantLines(t, "of one match", before(1), "m000005/0 id-bob", "m000012/1 id-ann")
		wantLines(t, "of two, in one pool", before(2), "m000005/0 id-bob", "m000012/1 id-ann") // Eve has none before
		wantLines(t, "of all", before(9), "m000002/1 id-bob", "m000005/0 id-bob", "m000012/1 id-ann")

		weighChanges(t, s, league.Moment{Ended: noon.Add(5 * time.Hour), Match: "m000007"}) // nothing instead
		if n, err := s.Unweighed(t.Context()); err != nil || n != 3 {
			t.Errorf("%d wait, %v, want the first match and the two from there on", n, err)
		}
		wantLines(t, "where nobody is rated from there on", before(1), "m000005/0 id-bob", "m000012/1 id-ann")
		ann, err := s.RatingHistory(t.Context(), league.Site(), person("ann").ID, 1, league.Pool{Game: "streetsoccer", Variant: "lg"})
		must(t, err)
		wantLines(t, "the latest of Ann's", ofMatches(ann), "m000012/1 id-ann")
		if !ann[0].Current {
			t.Error("it is not her latest again")
		}
	})
}

// TestWhatWasLostOnTimeShortlyBeforeComesWithTheNextMatches: by their players, in whichever pool.
func TestWhatWasLostOnTimeShortlyBeforeComesWithTheNextMatches(t *testing.T) { // R-FF-4
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan")
		const span, millisecond = 10, 1.0 / 3600_000
		var all []league.Change
		for _, c := range []struct {
			n           int
			hours       float64
			loser       string
			late, board bool
		}{
			{n: 8, hours: 100 - span - millisecond, loser: "ann", late: true}, // too long ago
			{n: 7, hours: 100 - span, loser: "ann", late: true},
			{n: 1, hours: 95, loser: "bob", late: true, board: true},
			{n: 2, hours: 96, loser: "ann"},             // not on time
			{n: 3, hours: 97, loser: "dan", late: true}, // who has no part in what comes next
			{n: 4, hours: 99, loser: "cleo", late: true},
			{n: 18, hours: 100, loser: "ann", late: true},
			{n: 19, hours: 100, loser: "bob", late: true},
			{n: 22, hours: 100, loser: "ann", late: true}, // behind the first that comes
			{n: 23, hours: 102, loser: "ann", late: true},
		} {
			m := ratedOver(t, s, c.n, c.hours, c.loser, "dan", func(m *league.Match) {
				if c.board {
					m.Variant = "board"
				}
			})
			changes := changesOf(m)
			changes[0].Late = c.late
			all = append(all, changes...)
		}
		weighChanges(t, s, league.Moment{}, all...)
		ratedOver(t, s, 20, 100, "ann", "bob")
		ratedOver(t, s, 21, 100, "ann", "cleo")
		late := func(limit int) []string { return ofMatches(weighing(t, s, limit, span*time.Hour).Late) }
		wantLines(t, "before one match", late(1), "m000007/0 id-ann", "m000001/0 id-bob", "m000018/0 id-ann", "m000019/0 id-bob")
		wantLines(t, "before two", late(2), "m000007/0 id-ann", "m000001/0 id-bob", "m000004/0 id-cleo", "m000018/0 id-ann", "m000019/0 id-bob")
		wantLines(t, "within no time", ofMatches(weighing(t, s, 1, 0).Late), "m000018/0 id-ann", "m000019/0 id-bob")
	})
}

// TestWhatIsRatedWhileItIsReadMakesTheRestStale: the epoch is read before all else.
func TestWhatIsRatedWhileItIsReadMakesTheRestStale(t *testing.T) { // R-RA-6
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m, next := ratedOver(t, s, 1, 0, "ann", "bob"), ratedOver(t, s, 2, 1, "ann", "bob")
		between := false
		must(t, reader(s).Callback().Query().Before("gorm:query").Register("test:between", func(db *gorm.DB) {
			if !between {
				between = true
				must(t, s.Weigh(t.Context(), league.Weighed{From: m.Moment(), Changes: changesOf(m)}))
			}
		}))
		w := weighing(t, s, 9, day)
		if !between || w.Epoch != 0 || len(w.Matches) != 1 {
			t.Errorf("at epoch %d %v, others in between: %t", w.Epoch, ids(w.Matches), between)
		}
		wantKind(t, s.Weigh(t.Context(), league.Weighed{Epoch: w.Epoch, From: next.Moment(), Changes: changesOf(next)}), league.Stale)
	})
}

// givenBack is a refund that was made, of nothing.
func givenBack(r league.Refund) league.Change {
	c := r.Lost
	c.Why, c.Ended, c.Before = league.Refunded, r.At, c.After
	return c
}

// TestRefundsComeWhereTheirMomentIs: in place of matches, those of one moment at a time, and never beside any.
func TestRefundsComeWhereTheirMomentIs(t *testing.T) { // R-FF-9
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve")
		hour := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }
		weigh(
			t, s, ratedOver(t, s, 1, 1, "ann", "bob"), ratedOver(t, s, 7, 1, "ann", "dan"), ratedOver(t, s, 5, 1, "eve", "bob"),
			ratedOver(t, s, 2, 2, "cleo", "ann", func(m *league.Match) { m.State.Outcome.Winner = engine.Second }),
		)
		must(t, second(s.Refund(t.Context(), person("ann").ID, noon, hour(5))))
		must(t, second(s.Refund(t.Context(), person("eve").ID, noon, hour(8))))
		ratedOver(t, s, 10, 4, "bob", "cleo")
		ratedOver(t, s, 0, 5, "bob", "cleo")  // in the moment of the refunds, and before them
		ratedOver(t, s, 11, 5, "bob", "cleo") // and behind them
		ratedOver(t, s, 12, 6, "bob", "cleo")

		// next is what comes next, which is written then as far as it is said.
		next := func(name string, limit, write int, want ...string) league.Weighing {
			t.Helper()
			w := weighing(t, s, limit, day)
			got := ids(w.Matches)
			for _, r := range w.Refunds {
				got = append(got, fmt.Sprintf("back at %d: %s/%d", r.At.Sub(noon)/time.Hour, r.Match, r.Seat))
				if r.Lost.Match != r.Match || r.Lost.Seat != r.Seat || r.Lost.Why != "" || r.Lost.Ended.After(hour(2)) {
					t.Errorf("%s: what was lost in %s is %+v", name, r.Match, r.Lost)
				}
			}
			wantLines(t, name, got, want...)
			switch {
			case write == 0:
			case len(w.Matches) > 0:
				weigh(t, s, w.Matches[:write]...)
			default:
				var back []league.Change
				for _, r := range w.Refunds[:write] {
					back = append(back, givenBack(r))
				}
				weighChanges(t, s, w.Refunds[0].Moment(), back...)
			}
			return w
		}
		stand := func(want ...string) {
			t.Helper()
			var got []string
			refunds, err := s.Refunds(t.Context())
			must(t, err)
			for _, r := range refunds {
				got = append(got, fmt.Sprintf("%s at %d", r.Match, r.At.Sub(noon)/time.Hour))
			}
			wantLines(t, "what was given back", got, want...)
		}
		next("before the refunds", 9, 2, "m000010", "m000000")
		next("at most two", 2, 0, "back at 5: m000001/1", "back at 5: m000002/0")
		w := next("of one moment", 9, 1, "back at 5: m000001/1", "back at 5: m000002/0", "back at 5: m000007/1")
		before := ofMatches(w.Before)
		slices.Sort(before)
		wantLines(t, "what they had", before, "m000000/0 id-bob", "m000000/1 id-cleo", "m000007/1 id-dan")
		wantLines(t, "what they had got back", ofMatches(w.Refunded))
		stand("m000001 at 5")
		w = next("those behind", 9, 2, "back at 5: m000002/0", "back at 5: m000007/1")
		wantLines(t, "what they had got back", ofMatches(w.Refunded), "m000001/1 id-bob")
		next("matches between", 9, 2, "m000011", "m000012")
		w = next("of the next moment", 9, 1, "back at 8: m000005/1")
		wantLines(t, "what was got back then", ofMatches(w.Refunded))
		next("no more", 9, 0)
		stand("m000001 at 5", "m000002 at 5", "m000007 at 5", "m000005 at 8")

		ratedOver(t, s, 13, 7, "bob", "cleo") // later than the first refunds: these stay
		next("a match before a refund that was made", 9, 1, "m000013")
		stand("m000001 at 5", "m000002 at 5", "m000007 at 5")
		next("which is made again", 9, 1, "back at 8: m000005/1")
		ratedOver(t, s, 14, 4.5, "bob", "cleo")
		next("a match before them all", 9, 2, "m000014", "m000000")
		stand()
		next("which are made again", 9, 3, "back at 5: m000001/1", "back at 5: m000002/0", "back at 5: m000007/1")
	})
}

// TestRefundsOfTwoWhoAreExpelledAtOnceAreMadeInOneOrder: those that were made are made again behind what comes before them.
func TestRefundsOfTwoWhoAreExpelledAtOnceAreMadeInOneOrder(t *testing.T) { // R-FF-9
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "eve")
		weigh(
			t, s, ratedOver(t, s, 1, 1, "ann", "bob"), ratedOver(t, s, 2, 1, "eve", "bob"),
			ratedOver(t, s, 3, 1, "ann", "cleo"), ratedOver(t, s, 4, 1, "ann", "bob"),
		)
		at := noon.Add(5 * time.Hour)
		must(t, second(s.Refund(t.Context(), person("ann").ID, noon, at)))
		w := weighing(t, s, 9, day)
		for _, r := range w.Refunds {
			w.Refunded = append(w.Refunded, givenBack(r))
		}
		weighChanges(t, s, w.Refunds[0].Moment(), w.Refunded...)
		must(t, second(s.Refund(t.Context(), person("eve").ID, noon, at)))
		w = weighing(t, s, 9, day)
		var got []string
		for _, r := range w.Refunds {
			got = append(got, r.Match)
		}
		wantLines(t, "to be made", got, "m000002", "m000003", "m000004")
		wantLines(t, "made before", ofMatches(w.Refunded), "m000001/1 id-bob")
		before := ofMatches(w.Before)
		slices.Sort(before)
		wantLines(t, "what they had", before, "m000001/1 id-bob", "m000003/1 id-cleo")
		if len(w.Before) > 1 && slices.ContainsFunc(w.Before, func(c league.Change) bool { return (c.Why == league.Refunded) != (c.Match == "m000001") }) {
			t.Errorf("what they had is %+v", w.Before)
		}
	})
}
