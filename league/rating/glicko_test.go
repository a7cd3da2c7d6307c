package rating_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/rating"
)

// shares are those that a match can pay.
var shares = []rating.Share{0, 0.2, 0.4, 0.5, 0.6, 0.8, 1}

func near(t *testing.T, what string, got, want, give float64) {
	t.Helper()
	if math.Abs(got-want) > give {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestTheWorkedExampleOfThePaper is the one in Glickman's "Example of the Glicko-2 system":
// 1464.06, 151.52 and 0.05999. The paper rounds on its way; without that the rating is
// 1464.0507 and the volatility 0.059996.
func TestTheWorkedExampleOfThePaper(t *testing.T) {
	opponent := func(r league.Rating, d league.Deviation) league.Strength {
		return league.Strength{Rating: r, Deviation: d, Volatility: 0.06}
	}
	got := rating.Standard().Glicko.Period(opponent(1500, 200), 1,
		rating.Meeting{Opponent: opponent(1400, 30), Share: 1},
		rating.Meeting{Opponent: opponent(1550, 100), Share: 0},
		rating.Meeting{Opponent: opponent(1700, 300), Share: 0})
	near(t, "rating", float64(got.Rating), 1464.06, 0.01)
	near(t, "deviation", float64(got.Deviation), 151.52, 0.005)
	near(t, "volatility", float64(got.Volatility), 0.05999, 0.00001)
}

func TestADeviationGrowsFrom60To110InAYear(t *testing.T) {
	g := rating.Standard().Glicko
	then := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	year := g.Elapsed(then, then.AddDate(1, 0, 0))
	got := g.Grown(league.Strength{Rating: 1700, Deviation: 60, Volatility: 0.06}, year)
	near(t, "after a year", float64(got.Deviation), 110, 0.05)
	if got.Rating != 1700 || got.Volatility != 0.06 {
		t.Errorf("time alone changed %+v", got)
	}
	if back := g.Elapsed(then.AddDate(1, 0, 0), then); back != 0 {
		t.Errorf("time that goes back is %v periods", back)
	}
	if never := g.Elapsed(time.Time{}, then); never != 0 {
		t.Errorf("since no match at all there are %v periods", never)
	}
}

// valid says whether the promises about one strength hold.
func valid(g rating.GlickoSystem, s league.Strength) bool {
	sum := float64(s.Rating) + float64(s.Deviation) + float64(s.Volatility)
	return !math.IsNaN(sum) && !math.IsInf(sum, 0) && s.Rating >= 0 && s.Rating <= 5000 &&
		s.Deviation >= g.Floor && s.Deviation <= g.Ceiling && s.Volatility > 0 && s.Volatility <= 1
}

// wantPromises checks what the comment of GlickoSystem promises of one match.
func wantPromises(t *testing.T, own, opponent league.Strength, elapsed rating.Periods) {
	t.Helper()
	g := rating.Standard().Glicko
	if !valid(g, g.Grown(own, elapsed)) {
		t.Errorf("%+v after %v: %+v", own, elapsed, g.Grown(own, elapsed))
	}
	last := league.Rating(-1)
	for _, share := range shares {
		got := g.Period(own, elapsed, rating.Meeting{Opponent: opponent, Share: share})
		if !valid(g, got) {
			t.Errorf("%+v against %+v after %v: %v gives %+v", own, opponent, elapsed, share, got)
		}
		if got.Rating < last {
			t.Errorf("%+v against %+v after %v: %v gives %v, less than the share before: %v", own, opponent, elapsed, share, got.Rating, last)
		}
		last = got.Rating
	}
	if e := g.Expected(own, opponent); !(e >= 0 && e <= 1) {
		t.Errorf("%+v is expected to take %v from %+v", own, e, opponent)
	}
}

func FuzzGlickoKeepsItsPromises(f *testing.F) {
	f.Add(1500.0, 350.0, 0.06, 1500.0, 350.0, 0.06, 0.0)
	f.Add(1500.0, 45.0, 0.06, 1500.0, 45.0, 0.06, 0.0)
	f.Add(5000.0, 350.0, 1.0, 0.0, 45.0, 0.0001, 1e9)
	f.Add(0.0, 45.0, 0.0001, 5000.0, 45.0, 1.0, 1e-9)
	f.Add(900.0, 45.0, 1.0, 2900.0, 45.0, 0.06, 3.5)
	bound := func(x, least, most float64) float64 {
		if math.IsNaN(x) {
			return least
		}
		return min(max(x, least), most)
	}
	f.Fuzz(func(t *testing.T, r1, d1, v1, r2, d2, v2, elapsed float64) {
		strength := func(r, d, v float64) league.Strength {
			return league.Strength{
				Rating: league.Rating(bound(r, 0, 5000)), Deviation: league.Deviation(bound(d, 45, 350)),
				Volatility: league.Volatility(bound(v, 1e-4, 1)),
			}
		}
		wantPromises(t, strength(r1, d1, v1), strength(r2, d2, v2), rating.Periods(bound(elapsed, 0, 1e12)))
	})
}

// TestCareers lets players of known strength meet: the ratings find them, the deviation
// says how far they are off, and who plays much and steadily reaches a listed one.
func TestCareers(t *testing.T) {
	s := rating.Standard()
	r := rand.New(rand.NewPCG(1, 2))
	const players, rounds = 40, 150
	truth := make([]league.Strength, players)
	held := make([]league.Standing, players)
	for i := range truth {
		truth[i] = league.Strength{Rating: league.Rating(1100 + 20*i), Deviation: 45}
		held[i] = s.Fresh()
	}
	now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	for range rounds {
		now = now.Add(24 * time.Hour)
		order := r.Perm(players)
		for k := 0; k < players; k += 2 {
			a, b := order[k], order[k+1]
			result := rating.Result{Halves: [2]rating.Halves{0, 2}, Shares: [2]rating.Share{0, 1}}
			if r.Float64() < float64(s.Glicko.Expected(truth[a], truth[b])) {
				result = rating.Result{Halves: [2]rating.Halves{2, 0}, Shares: [2]rating.Share{1, 0}}
			}
			after := s.Rate([2]league.Standing{held[a], held[b]}, result, now)
			held[a], held[b] = after[0], after[1]
		}
	}
	var meanTruth, meanHeld float64
	for i := range held {
		meanTruth += float64(truth[i].Rating) / players
		meanHeld += float64(held[i].Strength.Rating) / players
	}
	within, squares := 0, 0.0
	for i, p := range held {
		off := (float64(p.Strength.Rating) - meanHeld) - (float64(truth[i].Rating) - meanTruth)
		squares += off * off / players
		if math.Abs(off) < 2*float64(p.Strength.Deviation) {
			within++
		}
		if listed, provisional := s.Place(p, 0, now); !listed || provisional {
			t.Errorf("player %d is listed %v, provisional %v with %v", i, listed, provisional, p.Strength.Deviation)
		}
		if listed, _ := s.Place(p, 0, now.Add(s.ListedSpan+time.Second)); listed {
			t.Errorf("player %d is listed 90 days after his last match", i)
		}
	}
	t.Logf("off by %.0f (root of mean square); %d of %d within two deviations", math.Sqrt(squares), within, players)
	if within < players*85/100 || math.Sqrt(squares) > 100 {
		t.Errorf("the ratings are off by %.0f, %d of %d within two deviations", math.Sqrt(squares), within, players)
	}
}
