package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
)

// ways is one outcome for each award that a match can have; the last, nothing for
// either, is left to strikes.
var ways = []engine.Outcome{
	{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}},
	{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{2, 1}},
	{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}},
	{Ending: engine.Goalless},
	{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}},
	{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{1, 2}},
	{Ending: engine.Resignation, Winner: engine.Second},
	{Ending: engine.DoubleForfeit},
}

const struck = 1 // of ways, at the end: those that come of a strike

// random is a group of n players who meet as often as there are cycles, with so
// many matches open.
func random(r *rand.Rand, n, cycles, open int) league.Sheet {
	profiles := []string{"std", "lg", "football", "fide-rr", ""}
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: cycles, Profile: profiles[r.IntN(len(profiles))]}, Scoring: league.Standard(), Lot: []byte("seed")}
	for i := range n {
		s.Entries = append(s.Entries, league.Entry{Player: string(rune('a' + i))})
		for j := range i {
			for c := range cycles {
				s.Fixtures = append(s.Fixtures, league.Fixture{
					Key: league.Key(fmt.Sprint(c, i, j)), First: s.Entries[i].Player, Second: s.Entries[j].Player, Outcome: ways[r.IntN(len(ways))],
				})
			}
		}
	}
	for _, k := range r.Perm(len(s.Fixtures))[:min(open, len(s.Fixtures))] {
		s.Fixtures[k].Outcome = engine.Outcome{}
	}
	return s
}

func must(t testing.TB, s league.Sheet) *Table {
	t.Helper()
	made, err := New(s, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// span is a player's best and worst rank.
type span struct{ best, worst int }

func spans(rows []league.Row) map[string]span {
	m := map[string]span{}
	for _, r := range rows {
		m[r.Player] = span{r.Best, r.Worst}
	}
	return m
}

// cheap returns the cheap bounds of a table.
func (t *Table) cheap() map[string]span {
	rows := append([]league.Row(nil), t.rows...)
	t.cheapBounds(rows)
	return spans(rows)
}

// explore ends the open matches in every one of some ways and calls visit with each
// table on the way, its bounds and those of the table before.
func explore(t *testing.T, s league.Sheet, ways []engine.Outcome, bounds func(*Table) map[string]span, before map[string]span, visit func(*Table, map[string]span, map[string]span)) {
	made := must(t, s)
	now := bounds(made)
	visit(made, before, now)
	for k, f := range s.Fixtures {
		if f.Outcome.Over() {
			continue
		}
		for _, o := range ways {
			s.Fixtures[k].Outcome = o
			explore(t, s, ways, bounds, now, visit)
		}
		s.Fixtures[k].Outcome = engine.Outcome{}
		return // the order in which they end is random already
	}
}

// closely is an outcome of a game without sudden death in which a win that pays 4-1 is a close one (R-PT-3).
func closely(o engine.Outcome) engine.Outcome {
	switch {
	case o.Ending == engine.SuddenDeath:
		o.Ending = engine.Target
	case o.Ending == engine.FullTime:
		o.Ending, o.Score = engine.Target, [2]int{2, 0}
	}
	return o
}

// all returns what comes of each of some outcomes.
func all(outcomes []engine.Outcome, of func(engine.Outcome) engine.Outcome) []engine.Outcome {
	made := make([]engine.Outcome, len(outcomes))
	for i, o := range outcomes {
		made[i] = of(o)
	}
	return made
}

// closelyPaid is what a game without sudden death pays, its close wins 4-1. Nothing else does.
func closelyPaid() league.Scoring {
	s := league.Standard().WithCloseWin()
	delete(s, engine.SuddenDeath)
	delete(s, engine.SlowPlay)
	return s
}

func TestBoundsAreSoundAndNeverWiden(t *testing.T) {
	shown := func(t *Table) map[string]span { return spans(t.rows) }
	as := func(o engine.Outcome) engine.Outcome { return o }
	for _, c := range []struct {
		name    string
		scoring league.Scoring
		of      func(engine.Outcome) engine.Outcome
		ways    []engine.Outcome
		bounds  func(*Table) map[string]span
	}{
		{"the bounds that are shown", league.Standard(), as, ways[:len(ways)-struck], shown},
		{"cheap bounds, even where a match pays nobody", league.Standard(), as, ways, (*Table).cheap},
		{"the bounds that are shown where close wins pay less", closelyPaid(), closely, ways[:len(ways)-struck], shown},
		{"cheap bounds where close wins pay less", closelyPaid(), closely, ways, (*Table).cheap},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 1))
			for range enginetest.Size(400) {
				s := random(r, 2+r.IntN(4), 1+r.IntN(2), 1+r.IntN(4))
				s.Scoring = c.scoring
				for k := range s.Fixtures {
					s.Fixtures[k].Outcome = c.of(s.Fixtures[k].Outcome)
				}
				first := c.bounds(must(t, s))
				explore(t, s, all(c.ways, c.of), c.bounds, first, func(now *Table, before, bounds map[string]span) {
					for _, row := range now.rows {
						b, was := bounds[row.Player], before[row.Player]
						if b.best < was.best || b.worst > was.worst {
							t.Fatalf("%v: the bounds of %s widen from %v to %v", s.Fixtures, row.Player, was, b)
						}
						if f := first[row.Player]; len(now.open) == 0 && (row.Rank < f.best || row.Rank > f.worst) {
							t.Fatalf("%v: %s ends with rank %d outside %v", s.Fixtures, row.Player, row.Rank, f)
						}
					}
				})
			}
		})
	}
}

func TestACloseWinIsAmongWhatAMatchMayPay(t *testing.T) { // R-TB-5
	paid := map[[2]league.Points]bool{}
	for _, a := range awards(closelyPaid()) {
		paid[a] = true
	}
	for _, o := range ways[:len(ways)-struck] {
		if points, ok := closelyPaid().Points(closely(o)); !ok || !paid[points] {
			t.Errorf("%v pays %v, which the bounds do not reckon with: %v", closely(o), points, paid)
		}
	}
	if len(paid) != len(ways)-struck {
		t.Errorf("a match may pay %v", paid)
	}
}

func TestTheBoundsOnPointsAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range enginetest.Size(300) {
		s := random(r, 3+r.IntN(3), 2, 1+r.IntN(4))
		made := must(t, s)
		search := newSearch(made)
		want := bruteForce(made, 0, points(made), map[int]span{})
		for i, p := range made.players {
			if got := (span{search.best(i), search.worst(i)}); got != want[i] {
				t.Fatalf("%v: %s can end as %v, want %v", s.Fixtures, p, got, want[i])
			}
		}
	}
}

// points are those of each player now.
func points(t *Table) []league.Points {
	var sums []league.Points
	for i := range t.players {
		sums = append(sums, t.cross.Tally(i).Points)
	}
	return sums
}

// bruteForce widens what each player's rank on points can be, by all ways in which
// the open matches from the k-th on can end.
func bruteForce(t *Table, k int, points []league.Points, can map[int]span) map[int]span {
	if k < len(t.open) {
		for _, o := range ways[:len(ways)-struck] {
			award, _ := t.sheet.Scoring.Points(o)
			then := append([]league.Points(nil), points...)
			then[t.open[k][0]] += award[0]
			then[t.open[k][1]] += award[1]
			bruteForce(t, k+1, then, can)
		}
		return can
	}
	for i, mine := range points {
		better, worse := 0, 0
		for _, p := range points {
			if p > mine {
				better++
			}
			if p < mine {
				worse++
			}
		}
		if was, ok := can[i]; ok {
			can[i] = span{min(was.best, better+1), max(was.worst, len(points)-worse)}
		} else {
			can[i] = span{better + 1, len(points) - worse}
		}
	}
	return can
}

func TestTheLastMatchesAreLookedAtWithSON(t *testing.T) {
	// a and b are level on points. a took one more from c and b one more from d, and c
	// stays above d however their last match ends.
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: "std"}, Scoring: league.Standard()}
	for _, p := range []string{"e", "d", "c", "b", "a"} {
		s.Entries = append(s.Entries, league.Entry{Player: p})
	}
	for pair, o := range map[string]engine.Outcome{
		"ac": ways[0], "ad": ways[1], "ae": ways[0], "bc": ways[1], "bd": ways[0], "be": ways[0], "ab": ways[3], "cd": ways[0], "ed": ways[0], "ce": {},
	} {
		s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(pair), First: pair[:1], Second: pair[1:], Outcome: o})
	}
	made := must(t, s)
	if got, want := made.cheap()["a"], (span{1, 2}); got != want {
		t.Errorf("on points a can end as %v, want %v", got, want)
	}
	for i, want := range []span{{1, 1}, {2, 2}, {3, 4}, {5, 5}, {3, 4}} {
		got := spans(made.rows)[string(rune('a'+i))]
		if got != want {
			t.Errorf("%c can end as %v, want %v", 'a'+i, got, want)
		}
	}
	if !made.Settled(1, 2, 4) || made.Settled(3) {
		t.Error("the first two ranks and the last one are settled, the third is not")
	}
	s.Terms.Profile = "fide-rr" // there the direct encounter comes before
	if got, want := spans(must(t, s).rows)["a"], (span{1, 2}); got != want {
		t.Errorf("where SON does not count a can end as %v, want %v", got, want)
	}
}

func TestWhatAPlayerNeedsHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 5))
	for range enginetest.Size(300) {
		s := random(r, 2+r.IntN(4), 1+r.IntN(2), 1+r.IntN(4))
		before := must(t, s)
		first := 1 + r.IntN(3)
		needs := map[string]Need{}
		for _, p := range before.players {
			needs[p] = before.Need(p, first)
		}
		have := points(before)
		none := func(*Table) map[string]span { return nil }
		explore(t, s, ways[:len(ways)-struck], none, nil, func(now *Table, _, _ map[string]span) {
			if len(now.open) > 0 {
				return
			}
			for i, p := range now.players {
				n, took, rank := needs[p], points(now)[i]-have[i], now.rows[slices.Index(now.line, i)].Rank
				switch in := rank <= first; {
				case !in && n.Safe, in && n.Gone, !in && n.Enough > 0 && took >= n.Enough, in && took < n.Least, took > n.Left:
					t.Fatalf("%v: %s took %v, ends with rank %d of the first %d, and was told %+v", s.Fixtures, p, took, rank, first, n)
				}
			}
		})
	}
}

func TestWhatAPlayerNeeds(t *testing.T) {
	// Before the last two matches, of a against b and of c against d, they have 5, 4, 5
	// and 4 points.
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: "std"}, Scoring: league.Standard()}
	for _, p := range []string{"a", "b", "c", "d"} {
		s.Entries = append(s.Entries, league.Entry{Player: p})
	}
	for pair, o := range map[string]engine.Outcome{
		"ac": ways[2], "ad": ways[3], "bd": ways[3], "bc": ways[4], "ab": {}, "cd": {},
	} {
		s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(pair), First: pair[:1], Second: pair[1:], Outcome: o})
	}
	made := must(t, s)
	for _, c := range []struct {
		player string
		first  int
		want   Need
	}{
		{"a", 1, Need{First: 1, Left: 50}},
		{"a", 3, Need{First: 3, Left: 50, Enough: 30}},
		{"a", 4, Need{First: 4, Safe: true, Left: 50}},
		{"d", 1, Need{First: 1, Left: 50, Least: 10}},
		{"a", 2, Need{First: 2, Left: 50, Enough: 50}},
		{"zoe", 1, Need{}},
	} {
		if got := made.Need(c.player, c.first); got != c.want {
			t.Errorf("%s for the first %d: %+v, want %+v; %v", c.player, c.first, got, c.want, points(made))
		}
	}
}
