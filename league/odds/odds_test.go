package odds_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/odds"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, give float64) {
	t.Helper()
	if !(math.Abs(got-want) <= give) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestThePriorIsWhatItSays(t *testing.T) {
	for way, want := range []float64{0.36, 0.09, 0.04, 0.02, 0.04, 0.09, 0.36} {
		near(t, odds.Name(way), odds.Prior().Odds(0)[way], want, 1e-12)
	}
	// 400 points: the odds of 5-0 are ten times those of 0.36.
	near(t, "5-0 of who is 400 points ahead", odds.Prior().Odds(400)[0], 5.625/6.625, 1e-12)
	near(t, "points of equals", odds.Prior().Expected(0)[0], 2.49, 1e-12) // 0.02 of the matches pay 4 points
	for way := range odds.Ways {
		if back, ok := odds.WayOf([][2]league.Points{{50, 0}, {40, 10}, {30, 20}, {20, 20}, {20, 30}, {10, 40}, {0, 50}}[way]); !ok || back != way {
			t.Errorf("way %d is %d, %v", way, back, ok)
		}
	}
	if _, ok := odds.WayOf([2]league.Points{0, 0}); ok {
		t.Error("a double forfeit is a way in which a match ends")
	}
}

func someModel(t *rapid.T) odds.Model {
	m := odds.Model{Slope: rapid.Float64Range(0, 0.02).Draw(t, "slope")}
	cut := rapid.Float64Range(-5, 2).Draw(t, "cut")
	for k := range m.Cuts {
		m.Cuts[k] = cut
		cut += rapid.Float64Range(0.01, 2).Draw(t, "gap")
	}
	return m
}

func TestOddsSumToOneAndFavourTheStronger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, ahead := someModel(t), rapid.Float64Range(-2000, 2000).Draw(t, "ahead")
		sum := 0.0
		for _, p := range m.Odds(ahead) {
			if !(p >= 0 && p <= 1) {
				t.Errorf("a probability of %v", p)
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("they sum to %v", sum)
		}
		if less, more := m.Expected(ahead), m.Expected(ahead+10); more[0] < less[0]-1e-9 || more[1] > less[1]+1e-9 {
			t.Errorf("10 points more change %v to %v", less, more)
		}
	})
}

// played returns matches that were played by a model.
func played(m odds.Model, n int, spread float64, seed uint64) (matches []odds.Match) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range n {
		ahead, x, way := spread*r.NormFloat64(), r.Float64(), 0
		for p := m.Odds(ahead); way < odds.Ways-1 && x >= p[way]; way++ {
			x -= p[way]
		}
		matches = append(matches, odds.Match{Ahead: ahead, Way: way})
	}
	return matches
}

// truth is a model in which First has an edge, other than the prior.
var truth = odds.Model{Cuts: [6]float64{0.1, 0.6, 0.9, 1.0, 1.3, 1.8}, Slope: 0.008}

// The chances of the stronger one to lose are as sure as those of the weaker one to win.
func TestSmallChancesKeepTheirDigits(t *testing.T) {
	for _, ahead := range []float64{400, 2000, 8000} {
		strong, weak := odds.Prior().Odds(ahead), odds.Prior().Odds(-ahead)
		for way := range odds.Ways {
			if a, b := strong[way], weak[odds.Ways-1-way]; math.Abs(a-b) > 1e-9*a {
				t.Errorf("%v ahead: %s has %v, and turned round %v", ahead, odds.Name(way), a, b)
			}
		}
	}
}

func TestAFitFindsTheModelThatWasPlayed(t *testing.T) {
	n := enginetest.Size(200_000)
	f := odds.FitTo(played(truth, n, 150, 7))
	give := 5 / math.Sqrt(float64(n)) * 3
	for k := range truth.Cuts {
		near(t, "cut", f.Model.Cuts[k], truth.Cuts[k], give)
	}
	near(t, "slope", f.Model.Slope, truth.Slope, give/150)
	if f.Matches != n || !(f.LogLoss < f.Base-0.01) {
		t.Errorf("of %d matches the model loses %v and the base rates %v", f.Matches, f.LogLoss, f.Base)
	}
	// What the true model loses is the least that there is.
	loss := 0.0
	for _, m := range played(truth, n, 150, 7) {
		loss -= math.Log(truth.Odds(m.Ahead)[m.Way]) / float64(n)
	}
	near(t, "log-loss", f.LogLoss, loss, 20/float64(n))
}

// TestAFitIsTheTop moves each number of a fitted model a little: no neighbour is more likely.
func TestAFitIsTheTop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		matches := played(someModel(t), rapid.IntRange(0, 60).Draw(t, "matches"), 200, rapid.Uint64().Draw(t, "seed"))
		fit := odds.FitTo(matches).Model
		top := likelihood(fit, matches)
		for k := range odds.Ways {
			for _, by := range []float64{-1e-3, 1e-3} {
				next := fit
				if k < len(next.Cuts) {
					next.Cuts[k] += by
				} else {
					next.Slope += by / 200
				}
				if slices.IsSorted(next.Cuts[:]) && likelihood(next, matches) > top+1e-9 {
					t.Errorf("number %d of %+v should be moved by %v", k, fit, by)
				}
			}
		}
	})
}

// likelihood says with its own words what a fit maximises: the matches, and ten of the prior,
// a third each between equals and at 200 points either way.
func likelihood(m odds.Model, matches []odds.Match) (sum float64) {
	for _, x := range matches {
		sum += math.Log(m.Odds(x.Ahead)[x.Way])
	}
	for _, ahead := range []float64{-200, 0, 200} {
		for way, p := range odds.Prior().Odds(ahead) {
			sum += 10.0 / 3 * p * math.Log(m.Odds(ahead)[way])
		}
	}
	return sum
}

func TestAFitOfNothingIsThePrior(t *testing.T) {
	f := odds.FitTo(nil)
	near(t, "slope", f.Model.Slope, odds.Prior().Slope, 1e-9)
	for k, c := range odds.Prior().Cuts {
		near(t, "cut", f.Model.Cuts[k], c, 1e-6)
	}
	if f.Matches != 0 || f.LogLoss != 0 || f.Base != 0 {
		t.Errorf("%+v", f)
	}
}

func TestAFitOfOneKindOfMatchesIsSound(t *testing.T) {
	for way := range odds.Ways {
		f := odds.FitTo(slices.Repeat([]odds.Match{{Ahead: 300, Way: way}}, 500))
		if !slices.IsSorted(f.Model.Cuts[:]) || math.IsNaN(f.Model.Slope) || f.Model.Odds(300)[way] < 0.9 {
			t.Errorf("500 times %s give %+v", odds.Name(way), f)
		}
	}
}

// Without any bond between ratings and results the model is no better than the base rates.
func TestWhereRatingsSayNothingTheLossSaysSo(t *testing.T) {
	flat := truth
	flat.Slope = 0
	f := odds.FitTo(played(flat, 2000, 150, 3))
	near(t, "what the model gains", f.Base-f.LogLoss, 0, 0.003)
}
