package odds

import (
	"math"
	"math/rand/v2"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// Forecast is how a group will probably end.
type Forecast struct {
	Runs    int // how often it was played to its end; 0: it is at its end
	Chances []Chance
}

// Chance is what one player of a group may expect, in the order of its table.
type Chance struct {
	Player string
	Best   int       // best and worst rank that are possible at all (R-TB-5)
	Worst  int       //
	Places []float64 // the probability of each final place, the first one first
}

// Simulate plays the open matches of a table by a model as often as runs says, and ranks the
// players by the table's own tie-breaks each time; who is level on all of them is parted by
// chance. A strength is a rating, and everybody in the table must have one. Nobody's board
// is looked at: an open match is one that has not begun. The same r gives the same forecast.
//
// Promises: the probabilities of a player sum to 1 over the places, and those of a place
// over the players; a place beyond the bounds of the table has the probability 0, one that
// is decided 1. Where no match is open each player has the rank that the table gives them, so
// that those who share one share the place too.
func Simulate(t *table.Table, strength map[string]float64, m Model, runs int, r *rand.Rand) (Forecast, error) {
	rows := slices.DeleteFunc(slices.Clone(t.Rows()), func(row league.Row) bool { return row.Out })
	f := Forecast{Runs: runs, Chances: make([]Chance, len(rows))}
	at := make(map[string]int, len(rows))
	for i, row := range rows {
		at[row.Player] = i
		f.Chances[i] = Chance{row.Player, row.Best, row.Worst, make([]float64, len(rows))}
	}
	open := t.Open()
	if len(open) == 0 {
		f.Runs = 0
		for i, row := range rows {
			f.Chances[i].Places[row.Rank-1] = 1
		}
		return f, nil
	}
	d := newDeal(open, strength, m)
	counts := make([][]int, len(rows))
	for i := range counts {
		counts[i] = make([]int, len(rows))
	}
	for range runs {
		then, err := t.Finish(d.outcomes(r))
		if err != nil {
			return Forecast{}, err
		}
		for place, row := range places(then.Rows()[:len(rows)], r) {
			counts[at[row.Player]][place]++
		}
	}
	for i, c := range counts {
		for place, n := range c {
			f.Chances[i].Places[place] = float64(n) / float64(runs)
		}
	}
	return f, nil
}

// deal gives open matches ways to end.
type deal struct {
	upTo [][Ways]float64 // of each match, the probability of a way or a better one for First
	ends []engine.Outcome
}

func newDeal(open [][2]string, strength map[string]float64, m Model) *deal {
	d := &deal{upTo: make([][Ways]float64, len(open)), ends: make([]engine.Outcome, len(open))}
	for k, pair := range open {
		sum := 0.0
		for way, p := range m.Odds(strength[pair[0]] - strength[pair[1]]) {
			sum += p
			d.upTo[k][way] = sum
		}
		d.upTo[k][Ways-1] = 1
	}
	return d
}

// outcomes draws one way for each match; the next call overwrites what it returns.
func (d *deal) outcomes(r *rand.Rand) []engine.Outcome {
	for k := range d.ends {
		x := r.Float64()
		d.ends[k] = outcomes[slices.IndexFunc(d.upTo[k][:], func(p float64) bool { return x < p })]
	}
	return d.ends
}

// places puts the rows of a closed table in the order of their places: who shares a rank is
// shuffled.
func places(rows []league.Row, r *rand.Rand) []league.Row {
	rows = slices.Clone(rows)
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && rows[to].Rank == rows[from].Rank {
			to++
		}
		level := rows[from:to]
		r.Shuffle(len(level), func(i, j int) { level[i], level[j] = level[j], level[i] })
		from = to
	}
	return rows
}

// UpTo returns the probability of the n-th place or a better one.
func (c Chance) UpTo(n int) (sum float64) {
	for _, p := range c.Places[:min(n, len(c.Places))] {
		sum += p
	}
	return min(1, sum)
}

// Error returns the standard error of a probability that a forecast gives.
func (f Forecast) Error(p float64) float64 {
	if f.Runs == 0 {
		return 0
	}
	return math.Sqrt(max(0, p*(1-p)) / float64(f.Runs))
}
