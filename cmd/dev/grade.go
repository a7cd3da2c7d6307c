package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"kickabout/cmd/internal/duel"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games"
)

// gradeTask finds the grades of the opponents for people in a game, from the strongest down.
type gradeTask struct {
	Game    string  `help:"The game." default:"streetsoccer"`
	Variant string  `help:"The variant; without it the game's first." placeholder:"VARIANT"`
	Points  float64 `help:"What each is to take of 5 from the one below it." default:"3.25"`
	Top     float64 `help:"The grade of the strongest." default:"5"`
	Levels  int     `help:"How many opponents there are from that one down." default:"10"`
	Matches int     `help:"How many matches each grade is tried in, an even number." default:"400"`
	Seed    uint64  `help:"The same seed finds the same grades." default:"1"`
}

// A grade is looked for among those that are at most so far below the one above it, which are halved so often.
const (
	farthest = 1.5
	halvings = 6
)

// Run prints the grades as they stand in the code, and what each took from the one below it.
func (t gradeTask) Run() error {
	start, err := t.start()
	if err != nil {
		return err
	}
	grades := make([]float64, t.Levels)
	grades[t.Levels-1] = t.Top
	for n := len(grades) - 2; n >= 0; n-- {
		grades[n], err = t.below(start, grades[n+1])
		if err != nil {
			return err
		}
		taken, err := t.meet(start, grades[n+1], grades[n])
		if err != nil {
			return err
		}
		fmt.Printf("%d: %.3f takes %.2f (%.2f) from %.3f\n", n+2, grades[n+1], taken.Points, taken.Error, grades[n])
	}
	fmt.Println("{" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(grades)), ", "), "[]") + "}")
	return nil
}

// below returns the grade from which another takes the points that are wanted. What every trial says counts: by a
// straight line through the logarithms of the odds, since one trial alone says little.
func (t gradeTask) below(start engine.Position, above float64) (float64, error) {
	wanted := odds(t.Points)
	var n, sx, sy, sxx, sxy float64
	low, high := max(0, above-farthest), above
	for range halvings {
		middle := (low + high) / 2
		taken, err := t.meet(start, above, middle)
		if err != nil {
			return 0, err
		}
		y := odds(taken.Points)
		if y > wanted {
			low = middle
		} else {
			high = middle
		}
		if math.Abs(y-wanted) < 1 {
			n, sx, sy, sxx, sxy = n+1, sx+middle, sy+y, sxx+middle*middle, sxy+middle*y
		}
	}
	found := (low + high) / 2
	if slope := (n*sxy - sx*sy) / (n*sxx - sx*sx); n > 2 && slope < 0 {
		found = max(0, min(above, (wanted-(sy-slope*sx)/n)/slope))
	}
	return math.Round(found*1000) / 1000, nil
}

// odds are the logarithm of those to take so many points of 5.
func odds(points float64) float64 {
	points = max(0.01, min(4.99, points))
	return math.Log(points / (5 - points))
}

// start returns the position that the matches begin with.
func (t gradeTask) start() (engine.Position, error) {
	g, err := games.ByID(t.Game)
	if err != nil {
		return nil, err
	}
	return g.Start(cmp.Or(t.Variant, g.Info().Variants[0].ID))
}

// meet has two grades play, and returns what the first took.
func (t gradeTask) meet(start engine.Position, first, second float64) (duel.Side, error) {
	d, err := duel.Begin(bot.OfGrade(first), bot.OfGrade(second), start)
	if err != nil {
		return duel.Side{}, err
	}
	for pair := range t.Matches / 2 {
		if err := d.PlayPair(t.Seed, uint64(pair)); err != nil {
			return duel.Side{}, err
		}
	}
	return d.Report().First, nil
}
