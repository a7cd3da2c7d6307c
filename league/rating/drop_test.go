package rating_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/league"
	"kickabout/league/rating"
)

var dropPool = league.Pool{Game: "streetsoccer", Variant: "lg"}

// givenUp is a match that a player gave up on a day after so many moves, at a cost in points.
func givenUp(n int, player string, day, moves, cost int) league.GivenUp {
	return league.GivenUp{
		Player: league.Player{ID: player}, Moves: moves,
		Change: league.Change{
			Match: fmt.Sprintf("m%03d", n), Player: player, Pool: dropPool, Ended: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, day),
			Before: league.Standing{Elo: 1800 * league.EloPoint}, After: league.Standing{Elo: league.Elo(1800-cost) * league.EloPoint},
		},
	}
}

func TestSuddenDropsAreShown(t *testing.T) { // R-RA-7
	for name, c := range map[string]struct {
		matches []league.GivenUp
		want    string
	}{
		"nobody gave up":                     {nil, ""},
		"three in a month that cost enough":  {[]league.GivenUp{givenUp(1, "ann", 0, 6, 20), givenUp(2, "ann", 10, 9, 20), givenUp(3, "ann", 30, 7, 20)}, "ann 60.0 m001 m002 m003"},
		"two are an accident":                {[]league.GivenUp{givenUp(1, "ann", 0, 6, 60), givenUp(2, "ann", 10, 9, 60)}, ""},
		"the third a day too late":           {[]league.GivenUp{givenUp(1, "ann", 0, 6, 20), givenUp(2, "ann", 10, 9, 20), givenUp(3, "ann", 31, 7, 20)}, ""},
		"three that cost little":             {[]league.GivenUp{givenUp(1, "ann", 0, 6, 20), givenUp(2, "ann", 10, 9, 20), givenUp(3, "ann", 20, 7, 19)}, ""},
		"one of them after ten moves":        {[]league.GivenUp{givenUp(1, "ann", 0, 6, 20), givenUp(2, "ann", 10, 10, 20), givenUp(3, "ann", 20, 7, 20)}, ""},
		"of two players":                     {[]league.GivenUp{givenUp(1, "ann", 0, 6, 20), givenUp(2, "bob", 10, 9, 20), givenUp(3, "ann", 20, 7, 20)}, ""},
		"the worst span of several":          {[]league.GivenUp{givenUp(1, "ann", 0, 6, 20), givenUp(2, "ann", 1, 6, 20), givenUp(3, "ann", 2, 6, 20), givenUp(4, "ann", 40, 6, 30), givenUp(5, "ann", 41, 6, 30), givenUp(6, "ann", 42, 6, 30)}, "ann 90.0 m004 m005 m006"},
		"the greatest loss of players first": {[]league.GivenUp{givenUp(1, "ann", 0, 6, 20), givenUp(2, "ann", 1, 6, 20), givenUp(3, "ann", 2, 6, 20), givenUp(4, "bob", 0, 6, 30), givenUp(5, "bob", 0, 6, 30), givenUp(6, "bob", 0, 6, 30)}, "bob 90.0 m004 m005 m006; ann 60.0 m001 m002 m003"},
	} {
		var got []string
		for _, d := range rating.StandardDrop().Drops(c.matches) {
			got = append(got, fmt.Sprintf("%s %s %s", d.Player.ID, d.Lost, strings.Join(d.Matches, " ")))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, "; "), c.want)
		}
	}
	other := []league.GivenUp{givenUp(1, "ann", 0, 6, 30), givenUp(2, "ann", 1, 6, 30), givenUp(3, "ann", 2, 6, 30)}
	other[1].Change.Pool.Variant = "board"
	uncounted := []league.GivenUp{givenUp(1, "ann", 0, 6, 30), givenUp(2, "ann", 1, 6, 30), givenUp(3, "ann", 2, 6, 30)}
	uncounted[0].Change.Why = league.WasVoid
	if n := len(rating.StandardDrop().Drops(append(other, uncounted...))); n != 1 { // of the pool with four that count
		t.Errorf("%d drops", n)
	}
	if n := len(rating.StandardDrop().Drops(other)) + len(rating.StandardDrop().Drops(uncounted)); n != 0 {
		t.Errorf("%d drops of two that count", n)
	}
}

// TestDropsDoNotDependOnTheOrder: the same matches in any order show the same.
func TestDropsDoNotDependOnTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var matches []league.GivenUp
		for i := range rapid.IntRange(0, 12).Draw(t, "n") {
			matches = append(matches, givenUp(i, rapid.SampledFrom([]string{"ann", "bob"}).Draw(t, "player"), rapid.IntRange(0, 60).Draw(t, "day"), rapid.IntRange(5, 11).Draw(t, "moves"), rapid.IntRange(0, 40).Draw(t, "cost")))
		}
		want := fmt.Sprint(rating.StandardDrop().Drops(matches))
		if got := fmt.Sprint(rating.StandardDrop().Drops(rapid.Permutation(matches).Draw(t, "order"))); got != want {
			t.Fatalf("%s\n%s", got, want)
		}
	})
}
