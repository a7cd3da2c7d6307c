package odds

import (
	"math"
	"time"

	"kickabout/league"
)

// Match is one that is over: by how much First was ahead before it, and the way it ended.
type Match struct {
	Ahead float64
	Way   int
}

// Fit is a model that was fitted to matches, and how good it is.
type Fit struct {
	Model   Model
	Matches int

	// LogLoss and Base are what the model and the base rates, how often each way came without
	// regard to ratings, lose on a match on average: the negative logarithm of the
	// probability that they gave to what came. Each match is judged by what was fitted to
	// the other four fifths.
	LogLoss, Base float64
}

// The prior counts as so many matches, a third each between equals and between players who are
// 200 points apart either way, so that a fit is always possible.
const priorMatches = 10

// folds is in how many parts the matches are judged by the others.
const folds = 5

// FitTo fits a model to matches, in the order in which they are given; the same matches in the
// same order give the same model.
func FitTo(matches []Match) Fit {
	f := Fit{Model: fitted(matches), Matches: len(matches)}
	if len(matches) == 0 {
		return f
	}
	for part := range folds {
		var others, judged []Match
		for i, m := range matches {
			if i%folds == part {
				judged = append(judged, m)
			} else {
				others = append(others, m)
			}
		}
		model, base := fitted(others), baseRates(others)
		for _, m := range judged {
			f.LogLoss -= math.Log(model.at(m.Way, m.Ahead).p) / float64(len(matches))
			f.Base -= math.Log(base[m.Way]) / float64(len(matches))
		}
	}
	return f
}

// baseRates returns how often each way came, the prior between equals included.
func baseRates(matches []Match) (rates [Ways]float64) {
	whole := float64(len(matches) + priorMatches)
	for way, p := range Prior().Odds(0) {
		rates[way] = priorMatches * p / whole
	}
	for _, m := range matches {
		rates[m.Way] += 1 / whole
	}
	return rates
}

// weighted is a match that counts as a part of one or as several.
type weighted struct {
	Match
	weight float64
}

// fitted returns the most likely model by Newton's method. The likelihood is concave, so that
// with steps that are halved until they climb it comes to the top from anywhere.
func fitted(matches []Match) Model {
	all := priors()
	for _, m := range matches {
		all = append(all, weighted{m, 1})
	}
	m := Prior()
	for range mostSteps {
		step, sound := newton(m, all)
		if !sound {
			break
		}
		next, climbed := climb(m, step, all)
		if !climbed {
			break
		}
		if m = next; small(step) {
			break
		}
	}
	return rounded(m)
}

// The bounds of the iteration; a handful of steps is what it takes.
const (
	mostSteps    = 50
	mostHalvings = 40
	stepIsSmall  = 1e-10
)

// priors are the matches that the prior stands for.
func priors() (all []weighted) {
	for _, ahead := range []float64{-200, 0, 200} {
		for way, p := range Prior().Odds(ahead) {
			all = append(all, weighted{Match{ahead, way}, priorMatches * p / 3})
		}
	}
	return all
}

// slopeUnit is in which distance of ratings the slope is counted while it is fitted, so that
// its numbers are as great as those of the cuts.
const slopeUnit = 400.0

// vector holds the cuts, then the slope for a distance of slopeUnit.
type vector [Ways]float64

// moved returns a model that a part of a step was added to.
func (m Model) moved(step vector, part float64) Model {
	for k := range m.Cuts {
		m.Cuts[k] += part * step[k]
	}
	m.Slope += part * step[Ways-1] / slopeUnit
	return m
}

// likelihood is the logarithm of it. For cuts that do not ascend it is no number or minus
// infinity, since each way has a part of the prior.
func likelihood(m Model, all []weighted) (sum float64) {
	for _, w := range all {
		sum += w.weight * math.Log(m.at(w.Way, w.Ahead).p)
	}
	return sum
}

// climb returns the model after a step, which is halved until it climbs.
func climb(m Model, step vector, all []weighted) (Model, bool) {
	was, part := likelihood(m, all), 1.0
	for range mostHalvings {
		if next := m.moved(step, part); likelihood(next, all) >= was {
			return next, true
		}
		part /= 2
	}
	return m, false
}

func small(step vector) bool {
	sum := 0.0
	for _, x := range step {
		sum += x * x
	}
	return sum < stepIsSmall*stepIsSmall
}

// newton returns the step to the top of the parabola that fits the likelihood at a model.
func newton(m Model, all []weighted) (step vector, sound bool) {
	var gradient vector
	var curve [Ways]vector // the negative of the second derivatives
	for _, w := range all {
		s := m.at(w.Way, w.Ahead)
		x := w.Ahead / slopeUnit
		up, low := s.upper/s.p, -s.lower/s.p
		upUp, lowLow, upLow := up*up-s.bend/s.p, low*low+s.kink/s.p, up*low
		var at [2]int
		var by [2]float64
		n := 0
		if w.Way < Ways-1 {
			at[n], by[n] = w.Way, up
			n++
		}
		if w.Way > 0 {
			at[n], by[n] = w.Way-1, low
			n++
		}
		second := func(i, j int) float64 {
			switch {
			case i != j:
				return upLow
			case i == w.Way:
				return upUp
			}
			return lowLow
		}
		for a := range n {
			gradient[at[a]] += w.weight * by[a]
			gradient[Ways-1] += w.weight * by[a] * x
			for b := range n {
				d := w.weight * second(at[a], at[b])
				curve[at[a]][at[b]] += d
				curve[at[a]][Ways-1] += d * x
				curve[Ways-1][at[a]] += d * x
				curve[Ways-1][Ways-1] += d * x * x
			}
		}
	}
	return solve(curve, gradient)
}

// solve returns x where a x = b, by elimination; false if there is no such x.
func solve(a [Ways]vector, b vector) (x vector, ok bool) {
	for i := range a {
		pivot := i
		for j := i + 1; j < Ways; j++ {
			if math.Abs(a[j][i]) > math.Abs(a[pivot][i]) {
				pivot = j
			}
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		if !(math.Abs(a[i][i]) > 1e-300) {
			return x, false
		}
		for j := i + 1; j < Ways; j++ {
			factor := a[j][i] / a[i][i]
			for k := i; k < Ways; k++ {
				a[j][k] -= factor * a[i][k]
			}
			b[j] -= factor * b[i]
		}
	}
	for i := Ways - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < Ways; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x, true
}

// rounded returns a model with what is kept of it: six decimals of a cut, nine of the slope.
// Cuts that are closer to each other than that stay as they are.
func rounded(m Model) Model {
	r := Model{Slope: math.Round(m.Slope*1e9) / 1e9}
	for k, c := range m.Cuts {
		if r.Cuts[k] = math.Round(c*1e6) / 1e6; k > 0 && r.Cuts[k] <= r.Cuts[k-1] {
			return m
		}
	}
	return r
}

// ModelFit is a model of results that was fitted to the matches of a pool that ended before a
// month (R-RA-5). There is one for each pool and month at most.
type ModelFit struct {
	Pool    league.Pool
	Month   string // "2027-05"
	Matches int    // it was fitted to
	Rated   bool   // these are matches that counted for ratings; else all between people
	Cuts    [6]float64
	Slope   float64
	LogLoss float64 // of the model on a match, judged by what was fitted to others
	Base    float64 // of the base rates, likewise
	Fitted  time.Time
}
