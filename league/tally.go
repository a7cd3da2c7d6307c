package league

import "kickabout/engine"

// Tally counts a player's finished matches of one ending, over all opponents or
// against one.
type Tally struct {
	Ending              engine.Ending
	Won, Drawn, Lost    int
	Goals, GoalsAgainst int
}

// Played returns how many matches it counts.
func (t Tally) Played() int { return t.Won + t.Drawn + t.Lost }

// Sum adds tallies up; the sum is of no ending.
func Sum(tallies []Tally) (sum Tally) {
	for _, t := range tallies {
		sum.Won += t.Won
		sum.Drawn += t.Drawn
		sum.Lost += t.Lost
		sum.Goals += t.Goals
		sum.GoalsAgainst += t.GoalsAgainst
	}
	return sum
}

// Met is an opponent with the matches against them.
type Met struct {
	Player Player
	Tally  Tally
}
