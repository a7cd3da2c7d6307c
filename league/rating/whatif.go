package rating

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// A Case is what an outcome of a match would do.
type Case struct {
	Outcome  engine.Outcome // for the player on the first side
	Points   [2]league.Points
	Elo      league.Elo // the change of the player's
	After    league.Standing
	Opponent league.Standing // after it
}

// WhatIf returns what each of the endings would do to a player who meets an opponent now:
// for each ending that has a winner the win, then in opposite order the losses; a drawn one in
// between. Endings that count nothing are left out.
func (s System) WhatIf(own, opponent league.Standing, endings []engine.Ending, now time.Time) []Case {
	var wins, drawn, losses []Case
	for _, ending := range endings {
		outcomes := []engine.Outcome{{Ending: ending, Winner: engine.First}, {Ending: ending, Winner: engine.Second}}
		if ending == engine.Goalless {
			outcomes = []engine.Outcome{{Ending: ending}}
		}
		for _, o := range outcomes {
			result, ok := s.Result(o)
			if !ok {
				continue
			}
			points, _ := s.Scoring.Points(o)
			after := s.Rate([2]league.Standing{own, opponent}, result, now)
			for i := range after {
				if listed, _ := s.Place(after[i], s.Testers, now); listed {
					after[i].Grade = Earned(after[i].Grade, after[i].Elo, after[i].Wins)
				}
			}
			c := Case{Outcome: o, Points: points, Elo: after[0].Elo - own.Elo, After: after[0], Opponent: after[1]}
			switch o.Winner {
			case engine.First:
				wins = append(wins, c)
			case engine.Second:
				losses = append([]Case{c}, losses...)
			default:
				drawn = append(drawn, c)
			}
		}
	}
	return append(append(wins, drawn...), losses...)
}
