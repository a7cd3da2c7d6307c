package rating_test

import (
	"testing"

	"pgregory.net/rapid"

	"kickabout/league"
	"kickabout/league/rating"
)

func points(p float64) league.Elo { return league.Elo(p * float64(league.EloPoint)) }

func TestElo(t *testing.T) {
	e := rating.Standard().Elo
	for _, c := range []struct {
		name          string
		own, opponent float64
		games         int
		got           rating.Halves
		want          string
		exactly       league.Elo
	}{
		{"the first game, won against an equal", 1500, 1500, 0, 2, "1530.0", 15_300_000},
		{"the first game, lost against an equal", 1500, 1500, 0, 0, "1470.0", 14_700_000},
		{"a drawn game against an equal changes nothing", 1500, 1500, 0, 1, "1500.0", 15_000_000},
		{"the thirtieth game has K 31", 1500, 1500, 29, 2, "1515.5", 15_155_000},
		{"the thirty-first game has K 30", 1500, 1500, 30, 2, "1515.0", 15_150_000},
		{"and so has every later one", 1500, 1500, 500, 2, "1515.0", 15_150_000},
		{"400 points ahead are ten wins to one loss", 1900, 1500, 100, 2, "1902.7", 19_027_273},
		{"and the one loss costs ten times as much", 1900, 1500, 100, 0, "1872.7", 18_727_273},
		{"the floor binds", 1010, 1000, 0, 0, "1000.0", 10_000_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := e.After(points(c.own), c.games, c.got, e.Expected(points(c.own)-points(c.opponent)))
			if got != c.exactly || got.String() != c.want {
				t.Errorf("got %d, shown as %s; want %d, %s", got, got, c.exactly, c.want)
			}
		})
	}
}

func TestEloIsShownWithOneDecimal(t *testing.T) {
	for _, c := range []struct {
		elo           league.Elo
		shown, signed string
	}{
		{15_300_000, "1530.0", "+1530.0"},
		{15_300_499, "1530.0", "+1530.0"},
		{15_300_500, "1530.1", "+1530.1"},
		{-300_000, "-30.0", "-30.0"},
		{-500, "-0.1", "-0.1"},
		{-499, "0.0", "0.0"},
		{0, "0.0", "+0.0"},
	} {
		if got, signed := c.elo.String(), c.elo.Signed(); got != c.shown || signed != c.signed {
			t.Errorf("%d is shown as %s and %s, want %s and %s", c.elo, got, signed, c.shown, c.signed)
		}
	}
}

func TestGradesAreEarnedByEloAndWins(t *testing.T) {
	for _, c := range []struct {
		name string
		had  league.Grade
		elo  float64
		wins int
		want string
	}{
		{"everybody begins with 20 kyu", 0, 1500, 0, "20 kyu"},
		{"the first win makes 19 kyu", 0, 1530, 1, "19 kyu"},
		{"without the rating a win makes none", 0, 1249.9999, 1, "20 kyu"},
		{"1250 is enough", 0, 1250, 1, "19 kyu"},
		{"one game may earn several if all conditions hold", 0, 1350, 6, "17 kyu"},
		{"but a grade whose wins are missing stops it", 0, 2800, 5, "18 kyu"},
		{"a grade is never lost", 9, 1000, 0, "11 kyu"},
		{"209 wins are not enough for a dan", 19, 2200, 209, "1 kyu"},
		{"1 dan needs 2200 and 210 wins", 19, 2200, 210, "1 dan"},
		{"and 2200 to the last decimal", 19, 2199.9999, 210, "1 kyu"},
		{"13 dan needs 2800 and 528 wins", 31, 2800, 528, "13 dan"},
		{"there is nothing above", 32, 4000, 9999, "13 dan"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := rating.Earned(c.had, points(c.elo), c.wins).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestEloKeepsItsPromises is about any two numbers that may come up.
func TestEloKeepsItsPromises(t *testing.T) {
	e := rating.Standard().Elo
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(int(e.Floor), 40_000_000)
		own, other := league.Elo(number.Draw(t, "own")), league.Elo(number.Draw(t, "other"))
		games := rapid.IntRange(0, 1000).Draw(t, "games")
		x := e.Expected(own - other)
		loss, drawn, win := e.After(own, games, 0, x), e.After(own, games, 1, x), e.After(own, games, 2, x)
		if loss > drawn || drawn > win || loss > own || win < own || loss < e.Floor {
			t.Errorf("%d after %d games: loss %d, drawn %d, win %d", own, games, loss, drawn, win)
		}
		if most := 60 * league.EloPoint; win-own > most || own-loss > most {
			t.Errorf("a match moves %d to %d or %d", own, loss, win)
		}
	})
}
