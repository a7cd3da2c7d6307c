package tiebreak

import (
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Round is how a player spent a round of a tournament in which not everybody meets everybody.
type Round struct {
	Opponent int           // whom they met on the board; Nobody
	Chosen   bool          // without play, and they could have played: they asked for it, were not there, or forfeited
	Points   league.Points // what the round has paid them so far
	Bye      bool          // these are of no match
}

// Nobody is the opponent of a round without play.
const Nobody = -1

// InRounds tells the crosstable how everybody spent the rounds so far, before any match is added,
// and what a round pays in which nobody wins. Points of byes are counted at once.
func (c *Cross) InRounds(rounds [][]Round, drawn league.Points) {
	c.rounds, c.drawn, c.gifts = rounds, drawn, make([]league.Points, len(c.points))
	for i, all := range rounds {
		for _, r := range all {
			if r.Bye {
				c.tally[i].Points += r.Points
			}
		}
	}
}

// Unplayed says that a match with such an ending was not played (R-FF-3).
func Unplayed(e engine.Ending) bool {
	return e == engine.Forfeit || e == engine.DoubleForfeit || e == engine.Void
}

// met says that two players have met on the board.
func (c *Cross) met(i, j int) bool {
	return slices.ContainsFunc(c.rounds[i], func(r Round) bool { return r.Opponent == j })
}

// buchholz adds up the points of the opponents, without the least of them (C.07, BH-C1). A
// round without play is one against a dummy that has as many points as the player themselves; if
// they could have played, the least of these is what is left out.
func (c *Cross) buchholz(i int) (sum league.Points) {
	var all, chosen []league.Points
	for _, r := range c.opponents(i) {
		points := c.tally[i].Points
		if r.Opponent != Nobody {
			points = c.adjusted(r.Opponent)
		}
		sum += points
		all = append(all, points)
		if r.Chosen {
			chosen = append(chosen, points)
		}
	}
	switch {
	case len(chosen) > 0:
		return sum - slices.Min(chosen)
	case len(all) > 0:
		return sum - slices.Min(all)
	}
	return 0
}

// opponents returns a player's rounds; where everybody meets everybody, one for each match.
func (c *Cross) opponents(i int) []Round {
	if c.rounds != nil {
		return c.rounds[i]
	}
	var rounds []Round
	for _, r := range c.results {
		switch i {
		case r.First:
			rounds = append(rounds, Round{Opponent: r.Second})
		case r.Second:
			rounds = append(rounds, Round{Opponent: r.First})
		}
	}
	return rounds
}

// adjusted returns the points of an opponent for Buchholz (C.07): what they missed by their own
// choice and was not followed by anything else counts as drawn.
func (c *Cross) adjusted(j int) league.Points {
	points := c.tally[j].Points
	if c.rounds == nil {
		return points
	}
	for k := len(c.rounds[j]) - 1; k >= 0 && c.rounds[j][k].Chosen; k-- {
		points += c.drawn - c.rounds[j][k].Points
	}
	return points
}
