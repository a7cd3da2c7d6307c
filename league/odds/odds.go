// Package odds says how matches will probably end, and groups with them (R-RA-5): an ordered
// logit on the distance of two ratings, fitted to matches that are over, and the places of a
// table after its open matches were played by it thousands of times.
package odds

import (
	"math"
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Ways is how many ways there are for a match to end as points go: 5-0, 4-1, 3-2, 2-2, 2-3,
// 1-4 and 0-5. They go by their numbers from 0, the best for First.
const Ways = 7

// Enough is how many matches a model must come from before anything of it is published.
const Enough = 300

// points is what First and Second get by each way.
var points = [Ways][2]league.Points{{50, 0}, {40, 10}, {30, 20}, {20, 20}, {20, 30}, {10, 40}, {0, 50}}

// WayOf returns the way in which a match ended that paid these points; false if it is none.
func WayOf(paid [2]league.Points) (int, bool) {
	way := slices.Index(points[:], paid)
	return max(way, 0), way >= 0
}

// Name returns a way as people say it: "5-0".
func Name(way int) string { return points[way][0].String() + "-" + points[way][1].String() }

// outcomes are the ways on the board, each with the fewest goals.
var outcomes = [Ways]engine.Outcome{
	{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}},
	{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{1, 0}},
	{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}},
	{Ending: engine.Goalless},
	{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}},
	{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{0, 1}},
	{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}},
}

// Model is an ordered logit: that a match ends in the k-th way or a better one for First has
// the probability L(Cuts[k] + Slope x ahead), where L is the logistic function and ahead is by
// how many points of rating First is the stronger one. Cuts ascend.
type Model struct {
	Cuts  [Ways - 1]float64
	Slope float64
}

// Prior is the model of a site that has no matches yet: between equals 72 of 100 matches are
// decided in normal time, 18 in sudden death and 8 by the last goal, either way as often, and
// 400 points make the odds ten times as good, as in Elo.
func Prior() Model {
	m := Model{Slope: math.Ln10 / 400}
	sum := 0.0
	for k, p := range []float64{0.36, 0.09, 0.04, 0.02, 0.04, 0.09} {
		sum += p
		m.Cuts[k] = math.Log(sum / (1 - sum))
	}
	return m
}

// Odds returns the probabilities of the ways. They sum to 1, give or take rounding.
func (m Model) Odds(ahead float64) (odds [Ways]float64) {
	for way := range odds {
		odds[way] = m.at(way, ahead).p
	}
	return odds
}

// Expected returns the points that First and Second get on average, in whole points.
func (m Model) Expected(ahead float64) (expected [2]float64) {
	for way, p := range m.Odds(ahead) {
		expected[0] += p * float64(points[way][0]) / 10
		expected[1] += p * float64(points[way][1]) / 10
	}
	return expected
}

// logistic is L.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// slice is the part of the logistic curve that belongs to a way: between two cuts.
type slice struct {
	p            float64 // the probability
	upper, lower float64 // the density at both cuts
	bend, kink   float64 // its slope there
}

// at returns the slice of a way.
func (m Model) at(way int, ahead float64) (s slice) {
	upper, lower := math.Inf(1), math.Inf(-1)
	if way < Ways-1 {
		upper = m.Cuts[way] + m.Slope*ahead
	}
	if way > 0 {
		lower = m.Cuts[way-1] + m.Slope*ahead
	}
	if lower > 0 { // by the other tail, where small numbers keep their digits
		s.p = logistic(-lower) - logistic(-upper)
	} else {
		s.p = logistic(upper) - logistic(lower)
	}
	u, l := logistic(upper), logistic(lower)
	s.upper, s.lower = u*logistic(-upper), l*logistic(-lower)
	s.bend, s.kink = s.upper*(1-2*u), s.lower*(1-2*l)
	return s
}
