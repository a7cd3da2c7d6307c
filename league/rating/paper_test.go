package rating_test

import (
	"math"
	"testing"

	"kickabout/league"
	"kickabout/league/rating"

	"pgregory.net/rapid"
)

// The paper's own numbers are rounded on their way: 1464.06, 151.52 and 0.05999.
func TestByThePaperIsThePapersExample(t *testing.T) {
	opponent := func(r league.Rating, d league.Deviation) league.Strength {
		return league.Strength{Rating: r, Deviation: d, Volatility: 0.06}
	}
	g := rating.GlickoSystem{Tau: 0.5}
	got := g.ByThePaper(opponent(1500, 200), 1,
		rating.Meeting{Opponent: opponent(1400, 30), Share: 1},
		rating.Meeting{Opponent: opponent(1550, 100), Share: 0},
		rating.Meeting{Opponent: opponent(1700, 300), Share: 0})
	near(t, "rating", float64(got.Rating), 1464.0507, 0.0001)
	near(t, "deviation", float64(got.Deviation), 151.5165, 0.0001)
	near(t, "volatility", float64(got.Volatility), 0.059996, 0.000001)
	// Step 6 alone: the root of 200^2 and the square of 0.06 points of the paper's scale.
	idle := g.ByThePaper(opponent(1500, 200), 1)
	near(t, "deviation of who did not play", float64(idle.Deviation), math.Sqrt(200*200+math.Pow(0.06*173.7178, 2)), 1e-9)
	if idle.Rating != 1500 || idle.Volatility != 0.06 {
		t.Errorf("who did not play is %+v", idle)
	}
}

func strengthWithin(t *rapid.T, name string, leastRating, mostRating, leastDeviation, mostDeviation, leastVolatility, mostVolatility float64) league.Strength {
	return league.Strength{
		Rating:     league.Rating(rapid.Float64Range(leastRating, mostRating).Draw(t, name+" rating")),
		Deviation:  league.Deviation(rapid.Float64Range(leastDeviation, mostDeviation).Draw(t, name+" deviation")),
		Volatility: league.Volatility(rapid.Float64Range(leastVolatility, mostVolatility).Draw(t, name+" volatility")),
	}
}

// Two ways to the same root: Newton's for the site, the paper's for everybody else.
func TestWithinTheBoundsThePaperAndTheSiteAgree(t *testing.T) {
	g := rating.Standard().Glicko
	rapid.Check(t, func(t *rapid.T) {
		own := strengthWithin(t, "own", 1000, 2000, 60, 300, 0.01, 0.3)
		m := rating.Meeting{
			Opponent: strengthWithin(t, "opponent", 1000, 2000, 60, 300, 0.01, 0.3),
			Share:    rating.Share(rapid.Float64Range(0, 1).Draw(t, "share")),
		}
		site, paper := g.Period(own, 1, m), g.ByThePaper(own, 1, m)
		if math.Abs(float64(site.Rating-paper.Rating)) > 1e-3 || math.Abs(float64(site.Volatility-paper.Volatility)) > 1e-6 ||
			math.Abs(float64(min(site.Deviation, g.Ceiling)-min(paper.Deviation, g.Ceiling))) > 1e-3 {
			t.Errorf("the site has %+v, the paper %+v", site, paper)
		}
	})
}

func TestByThePaperKeepsItsPromise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rating.GlickoSystem{Tau: rapid.Float64Range(0.1, 2).Draw(t, "tau")}
		own := strengthWithin(t, "own", -5000, 5000, 1e-3, 1000, 1e-6, 1)
		var meetings []rating.Meeting
		for range rapid.IntRange(0, 3).Draw(t, "meetings") {
			meetings = append(meetings, rating.Meeting{
				Opponent: strengthWithin(t, "opponent", -5000, 5000, 1e-3, 1000, 1e-6, 1),
				Share:    rating.Share(rapid.Float64Range(0, 1).Draw(t, "share")),
			})
		}
		got := g.ByThePaper(own, 1, meetings...)
		for _, x := range []float64{float64(got.Rating), float64(got.Deviation), float64(got.Volatility)} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%+v after %+v", got, meetings)
			}
		}
		if got.Deviation <= 0 || got.Volatility <= 0 {
			t.Errorf("%+v", got)
		}
	})
}

// By hand, both new: K is 60 for the first match and 59 for the second, each side is expected
// to take half of both, and 1,500 stays what they are counted from.
func TestMatchesThatAreRatedTogether(t *testing.T) {
	e := rating.Standard().Elo
	won := rating.EloMeeting{Opponent: e.Start, Share: 1}
	if got := e.Together(e.Start, 0, won, won); got != 1559_5000 {
		t.Errorf("two wins together give %d", got)
	}
	if got := e.Together(e.Start, 40, won, rating.EloMeeting{Opponent: e.Start, Share: 0.25}); got != 1507_5000 {
		t.Errorf("with K of 30 a win and a quarter give %d", got)
	}
	if got := e.Together(1000*league.EloPoint, 0, rating.EloMeeting{Opponent: 1000 * league.EloPoint}); got != 970_0000 {
		t.Errorf("there is a floor: %d", got)
	}
}

// TestTheVolatilityIsARootOfThePapersEquation computes steps 3 to 5 with words of its own, and
// looks whether f changes its sign at the new volatility, also after great surprises.
func TestTheVolatilityIsARootOfThePapersEquation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tau := rapid.Float64Range(0.2, 1.2).Draw(t, "tau")
		own := strengthWithin(t, "own", 1000, 2000, 30, 350, 0.03, 0.5)
		other := strengthWithin(t, "opponent", 1000, 2500, 30, 350, 0.03, 0.5)
		share, n := rapid.Float64Range(0, 1).Draw(t, "share"), rapid.IntRange(1, 30).Draw(t, "times")
		var meetings []rating.Meeting
		for range n {
			meetings = append(meetings, rating.Meeting{Opponent: other, Share: rating.Share(share)})
		}
		got := rating.GlickoSystem{Tau: tau}.ByThePaper(own, 1, meetings...)

		phi, phiOther := float64(own.Deviation)/173.7178, float64(other.Deviation)/173.7178
		g := 1 / math.Sqrt(1+3*phiOther*phiOther/math.Pi/math.Pi)
		e := 1 / (1 + math.Exp(-g*float64(own.Rating-other.Rating)/173.7178))
		v := 1 / (float64(n) * g * g * e * (1 - e))
		delta := v * float64(n) * g * (share - e)
		a := math.Log(float64(own.Volatility) * float64(own.Volatility))
		f := func(x float64) float64 {
			ex := math.Exp(x)
			return ex*(delta*delta-phi*phi-v-ex)/(2*math.Pow(phi*phi+v+ex, 2)) - (x-a)/(tau*tau)
		}
		x := 2 * math.Log(float64(got.Volatility))
		if f(x-2e-6)*f(x+2e-6) > 0 && math.Abs(f(x)) > 1e-9 {
			t.Errorf("f is %v below and %v above %v", f(x-2e-6), f(x+2e-6), got.Volatility)
		}
	})
}
