package odds_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/table"

	"pgregory.net/rapid"
)

// ends are the ways on the board, and some of those off it.
var ends = []engine.Outcome{
	{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}},
	{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{2, 1}},
	{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}},
	{Ending: engine.Goalless},
	{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}},
	{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{0, 1}},
	{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 3}},
	{Ending: engine.DoubleForfeit},
	{Ending: engine.Timeout, Winner: engine.Second},
	{Ending: engine.Void},
}

// group returns a sheet of some players who meet in some cycles, in which each match is over
// or open as outcome says.
func group(players, cycles int, profile string, outcome func() engine.Outcome) (league.Sheet, map[string]float64) {
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: cycles, Profile: profile}, Scoring: league.Standard()}
	strength := map[string]float64{}
	for i := range players {
		id := fmt.Sprintf("p%d", i)
		s.Entries = append(s.Entries, league.Entry{Player: id})
		strength[id] = 1400 + 60*float64(i)
		for j := range i {
			for c := range cycles {
				f := league.Fixture{Key: league.Key(fmt.Sprintf("c%d/r1/b%d-%d", c, i, j)), First: id, Second: fmt.Sprintf("p%d", j), Outcome: outcome()}
				if c%2 == 1 {
					f.First, f.Second = f.Second, f.First
				}
				s.Fixtures = append(s.Fixtures, f)
			}
		}
	}
	return s, strength
}

// TestForecastsStayWithinTheBounds: on any sheet the chances of a player and those of a place
// sum to one, nothing is possible beyond the bounds of the table, and what is decided is
// certain.
func TestForecastsStayWithinTheBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, strength := group(rapid.IntRange(2, 5).Draw(t, "players"), rapid.IntRange(1, 2).Draw(t, "cycles"),
			rapid.SampledFrom([]string{"std", "lg", "football", "fide-rr"}).Draw(t, "profile"), func() engine.Outcome {
				if rapid.IntRange(0, 2).Draw(t, "open") == 0 {
					return engine.Outcome{}
				}
				return rapid.SampledFrom(ends).Draw(t, "outcome")
			})
		s.Entries[0].Out = rapid.SampledFrom([]league.Exit{league.Stays, league.Stays, league.Voided, league.Forfeited}).Draw(t, "out")
		made, err := table.New(s, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		f, err := odds.Simulate(made, strength, odds.Prior(), 50, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		if err != nil {
			t.Fatal(err)
		}
		wantSound(t, made, f)
	})
}

func wantSound(t *rapid.T, made *table.Table, f odds.Forecast) {
	closed := len(made.Open()) == 0
	places := make([]float64, len(f.Chances))
	for i, c := range f.Chances {
		row, sum := made.Rows()[i], 0.0
		if c.Player != row.Player || c.Best != row.Best || c.Worst != row.Worst || row.Out {
			t.Errorf("row %+v has the chances of %+v", row, c)
		}
		for place, p := range c.Places {
			sum += p
			places[place] += p
			if p > 0 && (place+1 < row.Best || place+1 > row.Worst) {
				t.Errorf("%s may have rank %d to %d, and is %d with probability %v", c.Player, row.Best, row.Worst, place+1, p)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("the places of %s sum to %v", c.Player, sum)
		}
		if row.Best == row.Worst && c.Places[row.Best-1] != 1 {
			t.Errorf("%s is %d for sure, and with probability %v", c.Player, row.Best, c.Places[row.Best-1])
		}
	}
	for place, sum := range places {
		if !closed && math.Abs(sum-1) > 1e-9 {
			t.Errorf("the chances of place %d sum to %v", place+1, sum)
		}
	}
}

// TestForecastsAgreeWithEnumeration tries all that can happen in groups with few open
// matches, and adds up how probable it is.
func TestForecastsAgreeWithEnumeration(t *testing.T) {
	runs := 20_000
	for g := range max(12, enginetest.Size(60)) {
		r := rand.New(rand.NewPCG(uint64(g), 5))
		left := 1 + g%4
		s, strength := group(3+g%3, 1+g%2, []string{"std", "lg", "football"}[g%3], func() engine.Outcome { return ends[r.IntN(7)] })
		for k := range left {
			s.Fixtures[(k*5+g)%len(s.Fixtures)].Outcome = engine.Outcome{}
		}
		made, err := table.New(s, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		f, err := odds.Simulate(made, strength, truth, runs, r)
		if err != nil {
			t.Fatal(err)
		}
		want := enumerated(t, s, strength)
		for _, c := range f.Chances {
			for place, p := range c.Places {
				exact := want[c.Player][place]
				if give := 4*math.Sqrt(exact*(1-exact)/float64(runs)) + 1e-9; math.Abs(p-exact) > give {
					t.Errorf("group %d: %s is %d with %v, exactly %v: off by more than %v", g, c.Player, place+1, p, exact, give)
				}
				if got := f.Error(p); math.Abs(got-math.Sqrt(p*(1-p)/float64(runs))) > 1e-12 {
					t.Errorf("the standard error of %v is %v", p, got)
				}
			}
		}
	}
}

// enumerated returns the probability of each place by its own way: it writes the endings into
// the sheet and has the whole table made anew, for every combination.
func enumerated(t *testing.T, s league.Sheet, strength map[string]float64) map[string][]float64 {
	chances := map[string][]float64{}
	for _, e := range s.Entries {
		chances[e.Player] = make([]float64, len(s.Entries))
	}
	var open []int
	for i, f := range s.Fixtures {
		if !f.Outcome.Over() {
			open = append(open, i)
		}
	}
	var visit func(k int, p float64)
	visit = func(k int, p float64) {
		if k < len(open) {
			f := &s.Fixtures[open[k]]
			for way, q := range truth.Odds(strength[f.First] - strength[f.Second]) {
				f.Outcome = ends[way]
				f.Outcome.Score = [7][2]int{{1, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}, {0, 1}}[way]
				visit(k+1, p*q)
			}
			return
		}
		end, err := table.New(s)
		if err != nil {
			t.Fatal(err)
		}
		share := map[int]float64{} // how many have a rank
		for _, row := range end.Rows() {
			share[row.Rank]++
		}
		for _, row := range end.Rows() {
			for place := row.Rank; place < row.Rank+int(share[row.Rank]); place++ {
				chances[row.Player][place-1] += p / share[row.Rank]
			}
		}
	}
	visit(0, 1)
	return chances
}

func TestTheSameSeedGivesTheSameForecast(t *testing.T) {
	s, strength := group(4, 2, "std", func() engine.Outcome { return engine.Outcome{} })
	made, _ := table.New(s, 1)
	var all [3]odds.Forecast
	for i, seed := range []uint64{1, 1, 2} {
		all[i], _ = odds.Simulate(made, strength, truth, 200, rand.New(rand.NewPCG(seed, 0)))
	}
	if !reflect.DeepEqual(all[0], all[1]) || reflect.DeepEqual(all[0], all[2]) {
		t.Errorf("%+v\n%+v\n%+v", all[0], all[1], all[2])
	}
	if c := all[0].Chances[0]; math.Abs(c.UpTo(2)-c.Places[0]-c.Places[1]) > 1e-12 || c.UpTo(9) != 1 {
		t.Errorf("up to the second place %v of %v", c.UpTo(2), c.Places)
	}
}

// Nobody leads, one is much stronger: they win nearly always. In a group that is over each has
// the place of their rank, shared or not.
func TestForecastsOfTwo(t *testing.T) {
	s, _ := group(2, 2, "std", func() engine.Outcome { return engine.Outcome{} })
	made, _ := table.New(s, 1)
	f, _ := odds.Simulate(made, map[string]float64{"p0": 2500, "p1": 1500}, odds.Prior(), 1000, rand.New(rand.NewPCG(1, 0)))
	if p := f.Chances[0].Places[0]; f.Chances[0].Player != "p0" || p < 0.97 || p > 0.9999 {
		t.Errorf("%+v", f)
	}
	s.Fixtures[0].Outcome, s.Fixtures[1].Outcome = ends[0], ends[0] // each beat the other 2:1
	made, _ = table.New(s)
	f, _ = odds.Simulate(made, nil, odds.Prior(), 1000, nil)
	if f.Runs != 0 || f.Chances[0].Places[0] != 1 || f.Chances[1].Places[0] != 1 || f.Error(0.5) != 0 {
		t.Errorf("%+v", f)
	}
}

func BenchmarkSimulateANineWithHalfItsMatchesOpen(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	s, strength := group(9, 2, "std", func() engine.Outcome {
		if r.IntN(2) == 0 {
			return engine.Outcome{}
		}
		return ends[r.IntN(7)]
	})
	made, err := table.New(s, 1, 2, 3, 5)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := odds.Simulate(made, strength, truth, 1000, r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFitTenThousandMatches(b *testing.B) {
	matches := played(truth, 10_000, 150, 1)
	for b.Loop() {
		odds.FitTo(matches)
	}
}
