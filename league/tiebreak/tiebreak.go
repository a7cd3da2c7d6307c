// Package tiebreak counts what ranks the players of a table, and what parts
// those who are level.
//
//	code  what                                       rule
//	TP    tournament points                          R-TB-1.1
//	SON   points times the opponent's points, summed  R-TB-1.2
package tiebreak

import "kickabout/league"

// Cross is a crosstable: who took how many points from whom.
type Cross struct {
	number map[string]int // of a player
	points [][]league.Points
}

// NewCross returns the crosstable of players without any result.
func NewCross(players []string) Cross {
	c := Cross{map[string]int{}, make([][]league.Points, len(players))}
	for i, p := range players {
		c.number[p] = i
		c.points[i] = make([]league.Points, len(players))
	}
	return c
}

// Add counts what a player took from an opponent. Somebody who is not in the
// crosstable counts nowhere.
func (c Cross) Add(player, opponent string, points league.Points) {
	i, ok := c.number[player]
	j, ok2 := c.number[opponent]
	if ok && ok2 {
		c.points[i][j] += points
	}
}

// TP returns a player's tournament points: T(i).
func (c Cross) TP(player string) league.Points {
	if i, ok := c.number[player]; ok {
		return c.total(i)
	}
	return 0
}

func (c Cross) total(i int) (sum league.Points) {
	for _, p := range c.points[i] {
		sum += p
	}
	return sum
}

// SON returns the sum over the opponents j of s(i,j) times T(j), in hundredths,
// since points are tenths. It is Sonneborn-Berger for 1, 1/2 and 0. A void match
// pays nothing, so it is left out of both factors by itself.
func (c Cross) SON(player string) (sum int) {
	i, ok := c.number[player]
	if !ok {
		return 0
	}
	for j, p := range c.points[i] {
		sum += int(p) * int(c.total(j))
	}
	return sum
}
