package rating

import (
	"math"

	"kickabout/league"
)

// ByThePaper is Period without the notable changes: nothing is rounded and nothing kept within
// bounds. It promises a finite result for ratings within 10,000 of each other, deviations and
// volatilities above 0 and of at most 1,000 and 1, and a Tau from 0.1 to 2.
func (g GlickoSystem) ByThePaper(s league.Strength, elapsed Periods, meetings ...Meeting) league.Strength {
	if len(meetings) == 0 {
		s.Deviation = scale * deviationAfter(s.Deviation/scale, s.Volatility, elapsed)
		return s
	}
	e := evidenceOf(s, meetings)
	sigma := g.paperVolatility(s, e)
	shift, phi := e.moves(s, sigma, elapsed)
	return league.Strength{Rating: s.Rating + shift, Deviation: scale * phi, Volatility: sigma}
}

// paperVolatility is step 5 as the paper has it, by the Illinois method. It is slower than
// volatility, but finds the root wherever it is.
func (g GlickoSystem) paperVolatility(s league.Strength, e evidence) league.Volatility {
	phi, v, delta := float64(s.Deviation)/scale, 1/e.information, e.surprise/e.information
	start, over := 2*math.Log(float64(s.Volatility)), delta*delta-phi*phi-v
	f := func(x float64) float64 {
		ex, whole := math.Exp(x), phi*phi+v+math.Exp(x)
		return ex/whole*(over-ex)/whole/2 - (x-start)/(g.Tau*g.Tau)
	}
	a, b := start, start-g.Tau // they enclose the root
	if over > 0 {
		b = math.Log(over)
	} else {
		for f(b) < 0 {
			b -= g.Tau
		}
	}
	fa, fb := f(a), f(b)
	for range mostIllinois {
		if math.Abs(b-a) <= convergence || fa == fb {
			break
		}
		c := a + (a-b)*fa/(fb-fa)
		fc := f(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return league.Volatility(math.Exp(a / 2))
}

// mostIllinois bounds an iteration that takes some tens.
const mostIllinois = 500
