package rating

import (
	"math"
	"time"

	"kickabout/league"
)

// Share is the part of the tournament points of a match that a player took, 0..1.
type Share float64

// Periods counts rating periods; parts of one count too.
type Periods float64

// GlickoSystem is Glicko-2 by Mark Glickman's "Example of the Glicko-2 system"; the steps
// in the comments are the paper's.
//
// Notable changes: each match is a rating period of its own, whose length is the time
// since the player's last one, so that it may be any part of a period (R-RA-4); the opponent's
// deviation is that of the present moment; the numbers stay within bounds; and
// they are rounded as they are kept, to the sixth decimal, the volatility to the ninth, so
// that whoever computes again from what is stored gets the same.
//
// Promises, for a Strength within the bounds: the result is finite and within the
// bounds; the deviation never falls below Floor nor passes Ceiling; the rating does not fall
// when the share is greater.
type GlickoSystem struct {
	Start          league.Strength
	Tau            float64 // how fast volatility may change
	Floor, Ceiling league.Deviation
	PerDay         Periods
}

// A Meeting is a result against an opponent as they are at that moment.
type Meeting struct {
	Opponent league.Strength
	Share    Share
}

// The bounds that no career reaches; they keep the promises.
const (
	leastRating, mostRating         = league.Rating(0), league.Rating(5000)
	leastVolatility, mostVolatility = league.Volatility(1e-4), league.Volatility(1)
)

const (
	scale       = 173.7178 // points of the scale that people see in one of the paper's (step 2)
	center      = 1500
	convergence = 0.000001 // step 5.1
	mostSteps   = 20       // of an iteration that takes three at most
)

// Elapsed returns the rating periods between two moments, none if later is not later.
func (g GlickoSystem) Elapsed(from, to time.Time) Periods {
	if from.IsZero() || !to.After(from) {
		return 0
	}
	return g.PerDay * Periods(to.Sub(from).Hours()/24)
}

// Grown returns a player's strength after a time without a match: only the deviation
// changes.
func (g GlickoSystem) Grown(s league.Strength, elapsed Periods) league.Strength {
	s.Deviation = g.bounded(deviationAfter(s.Deviation/scale, s.Volatility, elapsed))
	return s
}

// deviationAfter is step 6 for any part of a period, on the paper's scale.
func deviationAfter(phi league.Deviation, sigma league.Volatility, elapsed Periods) league.Deviation {
	return league.Deviation(math.Sqrt(float64(phi*phi) + float64(sigma*sigma)*float64(elapsed)))
}

// bounded returns a deviation on the scale that people see, within the bounds.
func (g GlickoSystem) bounded(phi league.Deviation) league.Deviation {
	return min(max(rounded(phi*scale, 1e6), g.Floor), g.Ceiling)
}

// Expected returns the share that a player is expected to take from an opponent: E of
// step 3. Five times that are the expected tournament points (R-RA-4).
func (g GlickoSystem) Expected(own, opponent league.Strength) Share {
	return Share(expected(mu(own), mu(opponent), weight(opponent)))
}

// Outlook returns the share that a player is expected to take, as people are told it: by what is unsure of
// either side, sqrt(RD_a² + RD_b²), where an update goes by the opponent's deviation alone. The
// shares of both sides add up to 1.
func (g GlickoSystem) Outlook(own, opponent league.Strength) Share {
	both := league.Strength{Deviation: league.Deviation(math.Hypot(float64(own.Deviation), float64(opponent.Deviation)))}
	return Share(expected(mu(own), mu(opponent), weight(both)))
}

func mu(s league.Strength) float64 { return (float64(s.Rating) - center) / scale }

// weight is g(phi) of step 3: how much a result against somebody of this deviation says.
func weight(s league.Strength) float64 {
	phi := float64(s.Deviation) / scale
	return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
}

func expected(own, opponent, weight float64) float64 {
	return 1 / (1 + math.Exp(-weight*(own-opponent)))
}

// Period returns a player's strength after a rating period of some length with these
// meetings.
func (g GlickoSystem) Period(s league.Strength, elapsed Periods, meetings ...Meeting) league.Strength {
	if len(meetings) == 0 {
		return g.Grown(s, elapsed)
	}
	e := evidenceOf(s, meetings)
	sigma := min(max(rounded(g.volatility(s, e), 1e9), leastVolatility), mostVolatility)
	shift, phi := e.moves(s, sigma, elapsed)
	return league.Strength{
		Rating:     min(max(rounded(s.Rating+shift, 1e6), leastRating), mostRating),
		Deviation:  g.bounded(phi),
		Volatility: sigma,
	}
}

// evidence is what the meetings of a period say: 1/v of step 3 and the sum of step 4.
type evidence struct{ information, surprise float64 }

func evidenceOf(s league.Strength, meetings []Meeting) (e evidence) {
	own := mu(s)
	for _, m := range meetings {
		w := weight(m.Opponent)
		share := expected(own, mu(m.Opponent), w)
		e.information += w * w * share * (1 - share)
		e.surprise += w * (float64(m.Share) - share)
	}
	return e
}

// moves is steps 6 and 7: by how many points the rating moves, and the new deviation on the
// paper's scale.
func (e evidence) moves(s league.Strength, sigma league.Volatility, elapsed Periods) (shift league.Rating, phi league.Deviation) {
	before := float64(deviationAfter(s.Deviation/scale, sigma, elapsed))
	after := 1 / math.Sqrt(1/(before*before)+e.information)
	return league.Rating(after * after * e.surprise * scale), league.Deviation(after)
}

// volatility is step 5: the root of the paper's f, by Newton's method from the old
// volatility on. The first term of f climbs by at most exp(x)/2 and the second falls by
// 1/tau², so for a volatility within the bounds f is close to a falling line and three steps
// are enough; in five million matches at random no more were.
func (g GlickoSystem) volatility(s league.Strength, e evidence) league.Volatility {
	phi, v, delta := float64(s.Deviation)/scale, 1/e.information, e.surprise/e.information
	start := 2 * math.Log(float64(s.Volatility))
	sum, over := phi*phi+v, delta*delta-phi*phi-v
	x := start
	for range mostSteps {
		ex := math.Exp(x)
		top, whole := ex*(over-ex), sum+ex
		f := top/(2*whole*whole) - (x-start)/(g.Tau*g.Tau)
		slope := (ex*(over-2*ex)*whole-2*ex*top)/(2*whole*whole*whole) - 1/(g.Tau*g.Tau)
		step := f / slope
		if x -= step; math.Abs(step) <= convergence {
			break
		}
	}
	return league.Volatility(math.Exp(x / 2))
}

// rounded returns x in whole parts of one.
func rounded[T ~float64](x T, parts float64) T {
	return T(math.Round(float64(x)*parts) / parts)
}
