package tiebreak_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"kickabout/league"
	"kickabout/league/tiebreak"
)

// result is what two players took from each other in one match.
type result struct {
	players [2]string
	points  [2]league.Points
}

func TestPointsAndSONAreThoseOfTheirDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + r.IntN(7)
		players := make([]string, n)
		for i := range players {
			players[i] = strconv.Itoa(i)
		}
		var results []result
		for range r.IntN(40) {
			i, j := r.IntN(n), r.IntN(n)
			if i == j {
				continue
			}
			results = append(results, result{[2]string{players[i], players[j]}, [2]league.Points{league.Points(r.IntN(51)), league.Points(r.IntN(51))}})
		}
		cross := tiebreak.NewCross(players)
		for _, k := range r.Perm(len(results)) {
			for side, player := range results[k].players {
				cross.Add(player, results[k].players[1-side], results[k].points[side])
			}
		}
		for _, p := range players {
			if got, want := cross.TP(p), slowTP(results, p); got != want {
				t.Errorf("points of %s = %v, want %v", p, got, want)
			}
			if got, want := cross.SON(p), slowSON(results, p); got != want {
				t.Errorf("SON of %s = %d, want %d", p, got, want)
			}
		}
	}
}

// slowTP reads the definition off the results, one by one.
func slowTP(results []result, player string) (sum league.Points) {
	for _, r := range results {
		for side := range r.players {
			if r.players[side] == player {
				sum += r.points[side]
			}
		}
	}
	return sum
}

// slowSON pays each point that was taken with the opponent's total.
func slowSON(results []result, player string) (sum int) {
	for _, r := range results {
		for side := range r.players {
			if r.players[side] == player {
				sum += int(r.points[side]) * int(slowTP(results, r.players[1-side]))
			}
		}
	}
	return sum
}

func TestAStrangerHasNothing(t *testing.T) {
	cross := tiebreak.NewCross([]string{"ann", "bob"})
	cross.Add("ann", "zoe", 50)
	cross.Add("zoe", "ann", 50)
	if cross.TP("ann") != 0 || cross.TP("zoe") != 0 || cross.SON("zoe") != 0 {
		t.Error("a match with somebody who is not in the crosstable counts")
	}
}
