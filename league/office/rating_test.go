package office_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	playing "kickabout/league/play"
	"kickabout/league/rating"
	"kickabout/store"
	"kickabout/store/storetest"
)

// ended returns a match of two players that ended some minutes after the club's clock. Its
// log is not one of the game.
func (c *club) ended(n int, players [2]league.Player, variant string, minutes int, o engine.Outcome, moves [2]int) league.Match {
	at := c.clock().Add(time.Duration(minutes) * time.Minute)
	m := league.Match{
		ID: fmt.Sprintf("m%05d", n), Game: "streetsoccer", Variant: variant, Control: "live", Rated: true,
		Seats: [2]league.Seat{{Player: players[0]}, {Player: players[1]}}, Created: c.clock(),
		Log:   []engine.Event{{Seq: 1, At: at, Act: engine.ActSeats, Text: "0 streetsoccer/" + variant}},
		State: league.State{Last: 1, Position: "over", First: n % 2, Moved: at, Outcome: o, Score: o.Score, Moves: moves},
	}
	binary.BigEndian.PutUint64(m.GID[:], uint64(n))
	return m
}

// career returns many matches of some players, in the order in which they end, but for ids.
func (c *club) career(n int, players []league.Player) []league.Match {
	r := rand.New(rand.NewPCG(5, uint64(n)))
	outcomes := []engine.Outcome{
		{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}},
		{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}},
		{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{2, 1}},
		{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}},
		{Ending: engine.Goalless},
		{Ending: engine.Timeout, Winner: engine.First},
		{Ending: engine.Timeout, Winner: engine.Second},
		{Ending: engine.Timeout, Winner: engine.First},
		{Ending: engine.Resignation, Winner: engine.Second},
		{Ending: engine.Void},
	}
	all := make([]league.Match, n)
	for i := range all {
		order := r.Perm(len(players))
		pair := [2]league.Player{players[order[0]], players[order[1]]}
		variant := []string{"lg", "book"}[r.IntN(2)]
		// Some end in the same moment: then their ids decide.
		all[i] = c.ended(i, pair, variant, 90*(i/2), outcomes[r.IntN(len(outcomes))], [2]int{3 + r.IntN(10), 3 + r.IntN(10)})
	}
	return all
}

// Late returns matches in another order: each is settled at most so many others too late,
// a few of them much later.
func late(matches []league.Match, most int) []league.Match {
	r := rand.New(rand.NewPCG(6, uint64(len(matches))))
	type settled struct {
		when  int
		match league.Match
	}
	var list []settled
	for i, m := range matches {
		when := i + r.IntN(most)
		if r.IntN(40) == 0 {
			when += len(matches) / 4
		}
		list = append(list, settled{when, m})
	}
	slices.SortStableFunc(list, func(a, b settled) int { return a.when - b.when })
	var out []league.Match
	for _, s := range list {
		out = append(out, s.match)
	}
	return out
}

// rateInDisorder stores matches in some order from several nodes, each of which rates what it
// finds, and returns what differs from rating them all in their order.
func rateInDisorder(t *testing.T, s Store, nodes, n int) []string {
	c := newClubOver(t, s)
	matches := c.career(n, c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"))
	for i := range matches { // over 500 days, so that budgets run out and are there again, and opponents are forgotten
		matches[i].State.Moved = c.clock().Add(time.Duration(i/2*500*2/n*24) * time.Hour)
		matches[i].Log[0].At = matches[i].State.Moved
	}
	queue := make(chan league.Match)
	var work sync.WaitGroup
	var mu sync.Mutex
	var problems []string
	problem := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		problems = append(problems, err.Error())
	}
	for range nodes {
		node := newRival(c, s)
		work.Go(func() {
			for m := range queue {
				if err := s.CreateMatch(context.Background(), m); err != nil {
					problem(err)
				}
				if err := node.Rate(context.Background()); err != nil {
					problem(err)
				}
			}
		})
	}
	for _, m := range late(matches, 8) {
		queue <- m
	}
	close(queue)
	work.Wait()
	c.must(c.Rate(context.Background()))
	checked, waiting, err := c.RecheckRatings(context.Background(), func(line string) { problems = append(problems, line) })
	c.must(err)
	if checked != n || waiting != 0 {
		problems = append(problems, fmt.Sprintf("%d of %d matches are weighed, %d wait", checked, n, waiting))
	}
	return append(problems, c.againstTheBook(matches)...)
}

// againstTheBook compares what pages show with rating the matches in their order, without a
// word of what is stored in between.
func (c *club) againstTheBook(matches []league.Match) (differ []string) {
	slices.SortFunc(matches, func(a, b league.Match) int {
		if a.Moment().Before(b.Moment()) {
			return -1
		}
		return 1
	})
	book, pools := rating.NewBook(rating.Standard()), map[league.Pool]bool{}
	for i := range matches {
		book.Add(&matches[i])
		pools[matches[i].Pool()] = true
	}
	for pool := range pools {
		rated, err := c.store.RatedPlayers(context.Background(), pool)
		c.must(err)
		if len(rated) == 0 {
			differ = append(differ, pool.String()+" has no ratings")
		}
		for _, r := range rated {
			want := book.Standing(pool, r.Player.ID)
			if got := r.Standing; got.Elo != want.Elo || got.Strength != want.Strength || got.Games != want.Games || got.Grade != want.Grade || !got.Last.Equal(want.Last) {
				differ = append(differ, fmt.Sprintf("%s in %s: %+v, by the book %+v", r.Player.Name, pool, got, want))
			}
		}
	}
	return differ
}

// TestProofRatingsAreThoseOfTheOrderOfEnding is R-RA-6: however late matches are
// settled and whichever nodes rate them, the numbers are those of a recomputation.
func TestProofRatingsAreThoseOfTheOrderOfEnding(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		for i, line := range rateInDisorder(t, open(), 3, enginetest.Size(1500)) {
			if t.Error(line); i == 5 {
				break
			}
		}
	})
}

// forward is the mutant without going back: what is rated stays as it is, and late matches
// are put at the end.
func forward(s Store) Store {
	return &altered{
		Store: s,
		weighing: func(ctx context.Context, viewer league.Viewer, limit int, span time.Duration) (league.Weighing, error) {
			w, err := s.Weighing(ctx, viewer, limit, span)
			w.Matches = slices.DeleteFunc(w.Matches, func(m league.Match) bool {
				done, _ := s.RatingsOf(ctx, league.Site(), m.ID)
				return len(done) > 0
			})
			return w, err
		},
		weigh: func(ctx context.Context, w league.Weighed) error {
			w.From = league.Moment{Ended: time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)}
			return s.Weigh(ctx, w)
		},
	}
}

// pushing is the mutant without the guard: whoever computed under an old epoch writes all the
// same.
func pushing(s Store) Store {
	return &altered{Store: s, weigh: func(ctx context.Context, w league.Weighed) error {
		for {
			err := s.Weigh(ctx, w)
			if league.KindOf(err) != league.Stale {
				return err
			}
			if w.Epoch, err = s.Epoch(ctx); err != nil {
				return err
			}
		}
	}}
}

func TestTheProofOfRatingsFindsMutants(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		if lines := rateInDisorder(t, forward(open()), 1, 60); len(lines) == 0 {
			t.Error("going forward only was not caught")
		}
	})
}

// overtake lets a node compute a rating, and another one rate an earlier match before the
// first one writes. It returns what is wrong in the end.
func overtake(t *testing.T, s Store) []string {
	var other func() // acts between reading and writing, once
	c := newClubOver(t, &altered{Store: s, weigh: func(ctx context.Context, w league.Weighed) error {
		if act := other; act != nil {
			other = nil
			act()
		}
		return s.Weigh(ctx, w)
	}})
	people := c.members("Ann", "Bob")
	won := engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}
	match := func(n, minutes int) league.Match {
		return c.ended(n, [2]league.Player{people[0], people[1]}, "lg", minutes, won, [2]int{9, 9})
	}
	c.must(s.CreateMatch(t.Context(), match(1, 60)))
	other = func() {
		c.must(s.CreateMatch(t.Context(), match(2, 30)))
		c.must(newRival(c, s).Rate(t.Context()))
	}
	c.must(c.Rate(t.Context()))
	return c.recheck()
}

func TestWhoComputedBeforeOthersWroteComputesAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		if lines := overtake(t, open()); len(lines) > 0 {
			t.Error(lines)
		}
	})
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		if lines := overtake(t, pushing(open())); len(lines) == 0 {
			t.Error("writing without the guard was not caught")
		}
	})
}

// TestAnEndedMatchIsRatedAtOnce plays on the whole path: an offer, an acceptance, moves, a
// resignation.
func TestAnEndedMatchIsRatedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		m, err := c.accept(bob, c.mustPropose(ann, rated).ID)
		c.must(err)
		v := c.mustMatch(m.ID)
		for v.Match.State.Moves[0] < 6 || v.Match.State.Moves[1] < 6 {
			mover, _ := v.Match.Mover()
			v, err = c.Play(t.Context(), mover, playing.Turn{Match: m.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.Now()})
			c.must(err)
			if v.Record.Next().Over() {
				t.Fatal("it ended by itself")
			}
		}
		none, err := c.RatingsOf(t.Context(), league.Site(), m.ID)
		if err != nil || len(none) != 0 {
			t.Fatalf("a running match has ratings: %v, %v", none, err)
		}
		_, err = c.Resign(t.Context(), bob, m.ID, c.Now())
		c.must(err)
		changes, err := c.RatingsOf(t.Context(), league.Site(), m.ID)
		c.must(err)
		if len(changes) != 2 || changes[0].Player != ann.ID || changes[0].After.Elo.String() != "1530.0" || changes[1].After.Elo.String() != "1470.0" || changes[0].Why != "" {
			t.Fatalf("got %+v", changes)
		}
		before, err := c.Epoch(t.Context())
		c.must(err)
		c.must(c.Rate(t.Context()))
		if after, err := c.Epoch(t.Context()); err != nil || after != before {
			t.Errorf("rating what is rated wrote again: %d, %d, %v", before, after, err)
		}
		n, err := c.RecheckMatches(t.Context(), false, func(line string) { t.Error(line) })
		if err != nil || n != 1 {
			t.Errorf("%d matches, %v", n, err)
		}
		n, waiting, err := c.RecheckRatings(t.Context(), func(line string) { t.Error(line) })
		if err != nil || n != 1 || waiting != 0 {
			t.Errorf("%d matches, %d wait, %v", n, waiting, err)
		}
	})
}

// Epoch returns the number that every write of ratings raises.
func (c *club) Epoch(ctx context.Context) (int64, error) { return c.store.Epoch(ctx) }

func TestWrongRatingsAreFoundAndMended(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		c := newClub(t, s)
		people := c.members("Ann", "Bob")
		for i := range 5 {
			m := c.ended(i, [2]league.Player{people[0], people[1]}, "lg", i, engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, [2]int{9, 9})
			c.must(s.CreateMatch(t.Context(), m))
		}
		c.must(c.Rate(t.Context()))
		for _, wrong := range []struct{ what, statement, want string }{
			{"a number", "UPDATE ratings SET after_elo = after_elo + 1 WHERE match_id = 'm00002' AND seat = 0", "match m00002"},
			{"a deviation", "UPDATE ratings SET after_deviation = after_deviation + 0.000001 WHERE match_id = 'm00003' AND seat = 1", "match m00003"},
			{"a mark", "UPDATE ratings SET latest = 0 WHERE match_id = 'm00004' AND seat = 1", "marked are []"},
			{"a missing row", "DELETE FROM ratings WHERE match_id = 'm00001' AND seat = 1", "is missing"},
			{"a row too many", "UPDATE matches SET weighed = 0, rated = 0 WHERE id = 'm00000'", "though it is not weighed"},
		} {
			c.exec(d, wrong.statement)
			lines := c.recheck()
			if len(lines) == 0 || !strings.Contains(strings.Join(lines, "\n"), wrong.want) {
				t.Errorf("%s: found %q, want %q", wrong.what, lines, wrong.want)
			}
			c.must(c.RateAgain(t.Context()))
			if lines := c.recheck(); len(lines) > 0 {
				t.Errorf("%s: rated again, there is still %q", wrong.what, lines)
			}
		}
	})
}

func TestWhatIsStoredBesideALogIsFoundWrongAndMended(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		c := newClub(t, storetest.Open(t, d))
		v := c.mustBegin(c.guest())
		for _, statement := range []string{
			"UPDATE matches SET moves_second = 7 WHERE id = '" + v.Match.ID + "'",
			"UPDATE matches SET position = 'nowhere' WHERE id = '" + v.Match.ID + "'",
			"UPDATE matches SET deadline_ms = deadline_ms + 1 WHERE id = '" + v.Match.ID + "'",
		} {
			c.exec(d, statement)
			if lines := c.recheckMatch(v.Match.ID, false); len(lines) != 1 {
				t.Errorf("%s: found %q", statement, lines)
			}
			if lines := c.recheckMatch(v.Match.ID, true); len(lines) != 1 {
				t.Errorf("%s: mending found %q", statement, lines)
			}
			if lines := c.recheckMatch(v.Match.ID, false); len(lines) != 0 {
				t.Errorf("%s: once mended there is still %q", statement, lines)
			}
		}
	})
}

// recheck lists what differs in the ratings.
func (c *club) recheck() (lines []string) {
	_, _, err := c.RecheckRatings(context.Background(), func(line string) { lines = append(lines, line) })
	c.must(err)
	return lines
}

// recheckMatch lists what differs in a match.
func (c *club) recheckMatch(id string, mend bool) (lines []string) {
	_, err := c.RecheckMatches(context.Background(), mend, func(line string) {
		if strings.Contains(line, id) {
			lines = append(lines, line)
		}
	})
	c.must(err)
	return lines
}

// BenchmarkRate rates matches one by one as they end, of a pool that has some already.
func BenchmarkRate(b *testing.B) {
	for _, rated := range []int{0, 10_000} {
		b.Run(fmt.Sprint(rated, " before"), func(b *testing.B) {
			storetest.Bench(b, func(b *testing.B, d storetest.Database) {
				s := storetest.Open(b, d)
				c := newClub(b, s)
				c.log = slog.New(slog.DiscardHandler)
				people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
				add := func(i int) {
					pair := [2]league.Player{people[i%6], people[(i+1+i/6%5)%6]}
					c.must(s.CreateMatch(b.Context(), c.ended(i, pair, "lg", i, engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, [2]int{9, 9})))
				}
				for i := range rated {
					add(i)
				}
				c.must(c.Rate(b.Context()))
				i := rated
				for b.Loop() {
					b.StopTimer()
					add(i)
					i++
					b.StartTimer()
					c.must(c.Rate(b.Context()))
				}
			})
		})
	}
}

func TestBotsHaveAListOfTheirOwn(t *testing.T) { // R-RA-8
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		ann, pool := c.member("Ann"), league.Pool{Game: "streetsoccer", Variant: "lg"}
		greedy, random := league.Player{ID: "bot:greedy", Kind: league.Bot}, league.Player{ID: "bot:random", Kind: league.Bot}
		first := engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}}
		for n, pair := range [][2]league.Player{{greedy, ann}, {random, ann}, {ann, greedy}, {ann, random}, {greedy, random}} {
			m := c.ended(2*n, pair, "lg", n, first, [2]int{20, 20}) // an even number: seat 0 is First, and wins
			m.Rated = false
			c.must(c.store.CreateMatch(ctx, m))
		}
		lines, err := c.BotRatings(ctx, pool)
		c.must(err)
		if len(lines) != 2 || lines[0].Player.ID != greedy.ID || lines[1].Player.ID != random.ID || lines[0].Standing.Games != 3 || lines[0].Standing.Wins != 2 || lines[1].Standing.Games != 3 {
			t.Errorf("%+v", lines)
		}
		if len(lines) == 2 && lines[1].Standing.Elo >= lines[0].Standing.Elo {
			t.Errorf("%v and %v", lines[0].Standing.Elo, lines[1].Standing.Elo)
		}
		if list, err := c.RatingList(ctx, pool); err != nil || len(list) != 0 {
			t.Errorf("the members' list has %v, %v", list, err)
		}
		if other, err := c.BotRatings(ctx, league.Pool{Game: "streetsoccer", Variant: "board"}); err != nil || len(other) != 0 {
			t.Errorf("elsewhere: %v, %v", other, err)
		}
	})
}

// BenchmarkRateBacklog rates 3,000 matches that have waited.
func BenchmarkRateBacklog(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		s := storetest.Open(b, d)
		c := newClub(b, s)
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
		made := 0
		for b.Loop() {
			b.StopTimer()
			for range 3000 {
				pair := [2]league.Player{people[made%6], people[(made+1+made/6%5)%6]}
				c.must(s.CreateMatch(b.Context(), c.ended(made, pair, "lg", made, engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, [2]int{9, 9})))
				made++
			}
			b.StartTimer()
			c.must(c.Rate(b.Context()))
		}
	})
}

// TestGradesAreThoseOfARecount: a circle of four that plays among itself in a pool of thirteen is never listed, and so
// earns no grade, whether its games are rated one by one or all again (R-RA-10).
func TestGradesAreThoseOfARecount(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	c := newClub(t, s)
	ring, others := c.members("Ann", "Bob", "Cleo", "Dan"), c.members("Eve", "Finn", "Gil", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia")
	r := rand.New(rand.NewPCG(7, 7))
	graded := 0
	for i := range 360 {
		from := ring
		if i%3 > 0 {
			from = others
		}
		pair := r.Perm(len(from))[:2]
		m := c.ended(i, [2]league.Player{from[pair[0]], from[pair[1]]}, "lg", i*12*60, engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, [2]int{9, 9})
		c.must(s.CreateMatch(t.Context(), m))
		if i%7 == 0 || i > 340 {
			c.must(c.Rate(t.Context()))
		}
	}
	c.must(c.Rate(t.Context()))
	_, _, err := c.RecheckRatings(t.Context(), func(line string) { t.Error(line) })
	c.must(err)
	rated, err := s.RatedPlayers(t.Context(), league.Pool{Game: "streetsoccer", Variant: "lg"})
	c.must(err)
	for _, p := range rated {
		if p.Standing.Grade > 0 {
			graded++
		}
		if p.Standing.Grade > 0 && slices.Contains(ring, p.Player) {
			t.Errorf("%s has %s", p.Player.Name, p.Standing.Grade)
		}
	}
	if graded == 0 {
		t.Error("nobody has earned a grade")
	}
}
