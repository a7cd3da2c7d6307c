package rating_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/rating"
)

// won returns a match that the player of seat 0 has won, so many days after noon.
func won(n int, winner, loser string, days float64) *league.Match {
	return finished(engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, func(m *league.Match) {
		m.ID, m.State.Moved = fmt.Sprintf("m%06d", n), noon.Add(time.Duration(days*24*float64(time.Hour)))
		m.Seats[0].Player.ID, m.Seats[1].Player.ID = winner, loser
	})
}

// pool is that of won.
var pool = league.Pool{Game: "streetsoccer", Variant: "lg"}

// TestTheBudgetOfAPair is the vector of R-RA-9.
func TestTheBudgetOfAPair(t *testing.T) {
	t.Parallel()
	book := rating.NewBook(rating.Standard())
	for i, want := range []string{"+30.0", "+24.5", "+0.0"} {
		c := book.Add(won(i, "ann", "bob", float64(i)))
		if got := (c[0].After.Elo - c[0].Before.Elo).Signed(); got != want {
			t.Errorf("win %d: %s, want %s", i+1, got, want)
		}
		if over := c[0].Why == league.OverBudget && c[1].Why == league.OverBudget && c[0].After == c[0].Before && c[1].After == c[1].Before; over != (i == 2) {
			t.Errorf("win %d: %q, %q", i+1, c[0].Why, c[1].Why)
		}
	}
	if got := book.Standing(pool, "ann").Elo.String(); got != "1554.5" {
		t.Errorf("Ann has %s", got)
	}
	won20 := rating.Standard()
	won20.Pair = rating.Unbounded()
	free := rating.NewBook(won20)
	for i := range 2 {
		free.Add(won(i, "ann", "bob", float64(i)))
	}
	if c := free.Add(won(2, "ann", "bob", 2)); (c[0].After.Elo - c[0].Before.Elo).Signed() != "+20.2" {
		t.Errorf("without a bound the third win gives %s", (c[0].After.Elo - c[0].Before.Elo).Signed())
	}
}

// TestWhatABudgetCounts: net points, of one opponent, in one pool, within its spans.
func TestWhatABudgetCounts(t *testing.T) {
	t.Parallel()
	type game struct {
		winner, loser string
		day           float64
		variant       string
		why           league.Uncounted
	}
	for _, c := range []struct {
		name  string
		games []game
	}{
		{"another opponent has a budget of their own", []game{{"ann", "bob", 0, "lg", ""}, {"ann", "bob", 1, "lg", ""}, {"ann", "cleo", 2, "lg", ""}, {"ann", "bob", 3, "lg", league.OverBudget}}},
		{"so has another pool", []game{{"ann", "bob", 0, "lg", ""}, {"ann", "bob", 1, "lg", ""}, {"ann", "bob", 2, "book", ""}, {"ann", "bob", 3, "lg", league.OverBudget}}},
		{"what one loses can be won back", []game{{"ann", "bob", 0, "lg", ""}, {"bob", "ann", 1, "lg", ""}, {"ann", "bob", 2, "lg", ""}, {"bob", "ann", 3, "lg", ""}, {"ann", "bob", 4, "lg", ""}}},
		{"after 90 days the first win is forgotten", []game{{"ann", "bob", 0, "lg", ""}, {"ann", "bob", 1, "lg", ""}, {"ann", "bob", 89.9, "lg", league.OverBudget}, {"ann", "bob", 90, "lg", ""}}},
		{"a year has a bound too", []game{
			{"ann", "bob", 0, "lg", ""},
			{"ann", "bob", 1, "lg", ""},
			{"ann", "bob", 91, "lg", ""},
			{"ann", "bob", 92, "lg", ""},
			{"ann", "bob", 182, "lg", ""},
			{"ann", "bob", 183, "lg", ""},
			{"ann", "bob", 273, "lg", league.OverBudget},
			{"ann", "bob", 364.9, "lg", league.OverBudget},
			{"ann", "bob", 365, "lg", ""},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			book := rating.NewBook(rating.Standard())
			for i, g := range c.games {
				m := won(i, g.winner, g.loser, g.day)
				m.Variant = g.variant
				if got := book.Add(m)[0].Why; got != g.why {
					t.Errorf("game %d, on day %g: %q, want %q", i+1, g.day, got, g.why)
				}
			}
		})
	}
}

// TestAWinOverSomebodyAtTheFloor counts for neither: it would make points of nothing.
func TestAWinOverSomebodyAtTheFloor(t *testing.T) {
	t.Parallel()
	s := rating.Standard()
	book := rating.NewBook(s)
	low := s.Fresh()
	low.Elo = s.Elo.Floor
	book.Put(pool, "bob", low)
	if c := book.Add(won(1, "ann", "bob", 0)); c[0].Why != league.AtFloor || c[1].Why != league.AtFloor {
		t.Errorf("%q, %q", c[0].Why, c[1].Why)
	}
	if c := book.Add(won(2, "bob", "ann", 1)); c[0].Why != "" || c[0].After.Elo <= c[0].Before.Elo {
		t.Errorf("who is at the floor wins: %q", c[0].Why)
	}
	s.Since = noon.AddDate(0, 0, 1)
	old := rating.NewBook(s)
	old.Put(pool, "bob", low)
	if c := old.Add(won(1, "ann", "bob", 0)); c[0].Why != "" {
		t.Errorf("before the rule held: %q", c[0].Why)
	}
}

// TestNobodyWinsMoreThanTheBudget: whoever wins and whenever, of what counted no win lifts what a player has won from
// an opponent above the bounds.
func TestNobodyWinsMoreThanTheBudget(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		book := rating.NewBook(rating.Standard())
		names := []string{"ann", "bob", "cleo"}
		var counted []league.Change
		opponent := map[string]string{}
		day := 0.0
		for i := range rapid.IntRange(1, 60).Draw(t, "games") {
			day += rapid.Float64Range(0, 40).Draw(t, "days")
			pair := rapid.Permutation(names).Draw(t, "pair")
			m := won(i, pair[0], pair[1], day)
			if rapid.IntRange(0, 4).Draw(t, "drawn") == 0 {
				m.State.Outcome = engine.Outcome{Ending: engine.Goalless}
			}
			opponent[m.ID+pair[0]], opponent[m.ID+pair[1]] = pair[1], pair[0]
			for _, c := range book.Add(m) {
				if c.Why != "" {
					continue
				}
				if counted = append(counted, c); c.After.Elo <= c.Before.Elo {
					continue
				}
				var short, year league.Elo
				for _, old := range counted {
					if old.Player != c.Player || opponent[old.Match+old.Player] != opponent[c.Match+c.Player] {
						continue
					}
					if c.Ended.Sub(old.Ended) < 90*24*time.Hour {
						short += old.After.Elo - old.Before.Elo
					}
					if c.Ended.Sub(old.Ended) < 365*24*time.Hour {
						year += old.After.Elo - old.Before.Elo
					}
				}
				if short > 60*league.EloPoint || year > 120*league.EloPoint {
					t.Fatalf("%s has won %s in 90 days and %s in a year from %s", c.Player, short, year, opponent[c.Match+c.Player])
				}
			}
		}
	})
}

// TestARatingCountsOnceEightPeopleHaveTestedIt is R-RA-10: who has met fewer is not listed and earns no grade, and in
// a pool of fewer all of them are enough.
func TestARatingCountsOnceEightPeopleHaveTestedIt(t *testing.T) {
	t.Parallel()
	s := rating.Standard()
	sure := s.Fresh()
	sure.Strength.Deviation, sure.Elo, sure.Wins, sure.Games = 50, 1600*league.EloPoint, 40, 60
	sure.Last = noon
	others := func(n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("p%d", i))
		}
		return names
	}
	for _, c := range []struct {
		name        string
		met, active int // of the others
		listed      bool
	}{
		{"eight of ten", 8, 10, true},
		{"seven of ten", 7, 10, false},
		{"seven of seven", 7, 7, true},
		{"six of seven", 6, 7, false},
		{"the only other one", 1, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			book := rating.NewBook(s)
			book.Put(pool, "ann", sure)
			for i, p := range others(c.active) {
				for _, q := range others(c.active)[:i] {
					book.Add(won(100*i, p, q, -1))
				}
				if c.active == 1 {
					book.Add(won(100*i, p, "zoe", -400)) // who has not been seen for a year
				}
			}
			var last league.Change
			for i, p := range others(c.met) {
				last = book.Add(won(1000+i, "ann", p, float64(i)))[0]
			}
			if last.After.Faced != c.met {
				t.Errorf("has met %d", last.After.Faced)
			}
			listed, provisional := s.Place(last.After, c.active, last.Ended)
			if listed != c.listed || provisional == c.listed {
				t.Errorf("listed %v, provisional %v", listed, provisional)
			}
			if earned := last.After.Grade > 0; earned != c.listed {
				t.Errorf("has grade %s", last.After.Grade)
			}
		})
	}
}

// TestOpponentsOfMoreThanAYearAgoTestNoRating any more; nor does a game that counted for one side alone.
func TestOpponentsOfMoreThanAYearAgoTestNoRating(t *testing.T) {
	t.Parallel()
	book := rating.NewBook(rating.Standard())
	book.Add(won(1, "ann", "bob", 0))
	book.Add(won(2, "ann", "cleo", 1))
	early := won(3, "dan", "ann", 2)
	early.State.Outcome.Ending, early.State.Moves = engine.Resignation, [2]int{3, 3}
	if c := book.Add(early); c[1].Why != "" || c[1].After.Faced != 2 {
		t.Errorf("%q, has met %d", c[1].Why, c[1].After.Faced)
	}
	if c := book.Add(won(4, "ann", "eve", 365)); c[0].After.Faced != 2 {
		t.Errorf("365 days after Bob Ann has met %d in a year, want Cleo and Eve", c[0].After.Faced)
	}
}

// TestARingNeverTestsItself: the policy of a farmer with seven accounts that play one another, while nine others are
// active (FAIR-PLAY 2). None of the eight is ever listed, nor earns a grade.
func TestARingNeverTestsItself(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 8))
	book := rating.NewBook(rating.Standard())
	s := rating.Standard()
	listed := map[string]bool{}
	for i := range 3000 {
		day, name, size := float64(i)/8, "ring", 8
		if i%2 == 0 {
			name, size = "open", 9
		}
		pair := r.Perm(size)[:2]
		slices.Sort(pair) // the first ones win
		for _, c := range book.Add(won(i, fmt.Sprint(name, pair[0]), fmt.Sprint(name, pair[1]), day)) {
			in, _ := s.Place(c.After, 16, c.Ended)
			if in {
				listed[c.Player[:4]] = true
			}
			if c.Player[:4] == "ring" && (in || c.After.Grade > 0) {
				t.Fatalf("on day %.0f %s is listed %v with %s", day, c.Player, in, c.After.Grade)
			}
		}
	}
	if !listed["open"] {
		t.Error("nobody was ever listed")
	}
}
