package onetwofun

import "sync"

// A forecast says what White may expect, in tournament points, before the kick-off of each
// possession, by the score and who scored last. Every possession ends in a goal with the
// chance of a kick-off, and hands over to the other side either way, so that it is, for
// the possession n of White (of Black the goal is Black's):
//
//	points(n, white, black) = chance * points(n+1, white+1, black) + (1-chance) * points(n+1, white, black)
//
// from the last possession backward, where the score and the last goal tell what is paid
// (rules 2.9). Of a possession without a goal, which is rare, the other side takes over the
// markers where they are, as if that were no better or worse for it than a kick-off; once
// it has happened, its own chance counts.
type forecast struct {
	kickOff float64 // the chance
	points  [possessionCap + 2][][][nobody + 1]float64
}

// forecasts are those of the rules that were asked for.
var forecasts sync.Map

// forecastOf returns the forecast of a match.
func forecastOf(r rules) *forecast {
	if f, ok := forecasts.Load(r); ok {
		return f.(*forecast)
	}
	f, _ := forecasts.LoadOrStore(r, newForecast(r))
	return f.(*forecast)
}

func newForecast(r rules) *forecast {
	f := &forecast{kickOff: r.kickOffChance()}
	goals := int(r.goals)
	for n := possessionCap + 1; n > 0; n-- {
		f.points[n] = make([][][nobody + 1]float64, goals+1)
		for w := range goals + 1 {
			f.points[n][w] = make([][nobody + 1]float64, goals+1)
			for b := range goals + 1 {
				for last := white; last <= nobody; last++ {
					f.points[n][w][b][last] = f.before(n, goals, [2]int{w, b}, last)
				}
			}
		}
	}
	return f
}

// before returns the points before a possession from those after it.
func (f *forecast) before(n, goals int, score [2]int, last colour) float64 {
	if n > possessionCap || score[white] == goals || score[black] == goals {
		return ending(score, last)
	}
	return f.within(n, score, last, f.kickOff)
}

// ending returns what a match pays White that ends so.
func ending(score [2]int, last colour) float64 {
	switch {
	case score[white] > score[black]:
		return 5
	case score[white] < score[black]:
		return 0
	}
	return [...]float64{white: 3, black: 2, nobody: 2.5}[last]
}

// within returns the points in a possession that ends in a goal with a chance.
func (f *forecast) within(n int, score [2]int, last colour, chance float64) float64 {
	side := firstKickOff
	if n%2 == 0 {
		side = side.other()
	}
	missed := f.points[n+1][score[white]][score[black]][last]
	score[side]++
	return chance*f.points[n+1][score[white]][score[black]][side] + (1-chance)*missed
}

// promised returns the points in a possession whose side scores with a chance.
func (p *position) promised(chance float64) float64 {
	return forecastOf(p.rules).within(int(p.possession), p.goals(), p.last, max(0, min(1, chance)))
}

// Where there are keepers nothing is solved. How many possessions bring a goal then, and how
// much of a chance that heeds a keeper for the next throw only is left by the later ones, was
// measured in 4,000 possessions of medium against itself.
const (
	keepersChance, keepersShare = 0.89, 0.95
	blocksChance, blocksShare   = 0.76, 0.86
)

// share is what keepers leave of a chance that knows them for one throw only.
func (r rules) share() float64 {
	switch {
	case r.blocks:
		return blocksShare
	case r.keepers:
		return keepersShare
	}
	return 1
}

// kickOffChance returns how likely a possession ends in a goal.
func (r rules) kickOffChance() float64 {
	switch {
	case r.blocks:
		return blocksChance
	case r.keepers:
		return keepersChance
	}
	start := r.start()
	_, chance := solved().bestPlay(&start, 0)
	return float64(chance)
}
