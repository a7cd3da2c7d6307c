package cufootball

import (
	"iter"
	"math/rand/v2"

	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A lineUp is a side that is to be set up.
type lineUp struct {
	side    pitch.Colour
	kicking bool       // it kicks off
	last    team.SetUp // its last set-up
}

// mayBecome says whether the side to set up can come to a legal set-up that holds
// all slots of must and none outside may.
func (l lineUp) mayBecome(must, may pitch.Set) bool {
	if !must.Within(may & team.OwnRanks(l.side)) {
		return false
	}
	var sizes [team.Lines]uint // bit n: the line can have n men
	for line := range team.Lines {
		rank := team.LineRank(l.side, line)
		low, high := team.ColumnsOf(must, rank), team.ColumnsOf(may, rank)
		for n, sets := range team.LineSets {
			for _, cs := range sets {
				if low&^cs == 0 && cs&^high == 0 && (line != team.Midfield || l.mayKickOff(cs)) {
					sizes[line] |= 1 << n
					break
				}
			}
		}
	}
	for _, s := range team.Shapes {
		if sizes[team.Defence]>>s[team.Defence]&(sizes[team.Midfield]>>s[team.Midfield])&(sizes[team.Strikers]>>s[team.Strikers])&1 != 0 {
			return true
		}
	}
	return false
}

// mayKickOff says whether a midfield serves the side to set up, wherever the ball may lie.
func (l lineUp) mayKickOff(cs team.ColumnSet) bool {
	return !l.kicking || cs.KicksOff(team.BallLeft) || cs.KicksOff(team.BallRight)
}

// sidesOf lists the ball sides with which the men make a legal set-up of the side to set up.
func (l lineUp) sidesOf(men pitch.Set) []team.BallSide {
	var sides []team.BallSide
	for _, b := range team.BallSides(l.kicking) {
		if (team.SetUp{Men: men, Ball: b}).Legal(l.side, l.kicking) {
			sides = append(sides, b)
		}
	}
	return sides
}

// all yields the legal set-ups in the byte order of their texts.
func (l lineUp) all() iter.Seq[team.SetUp] {
	return func(yield func(team.SetUp) bool) { l.addMen(0, team.OwnRanks(l.side), yield) }
}

// random returns a legal set-up, each with the same chance.
func (l lineUp) random(r *rand.Rand) team.SetUp {
	i := 0
	for n := r.IntN(team.CountSetUps(l.kicking)); n >= team.Shapes[i].Ways(l.kicking); i++ {
		n -= team.Shapes[i].Ways(l.kicking)
	}
	s, sides := team.Shapes[i], team.BallSides(l.kicking)
	u := team.SetUp{Men: team.AnySet(r, s[team.Defence]).OnRank(team.LineRank(l.side, team.Defence)) | team.AnySet(r, s[team.Strikers]).OnRank(team.LineRank(l.side, team.Strikers))}
	for {
		cs := team.AnySet(r, s[team.Midfield])
		u.Ball = sides[r.IntN(len(sides))]
		if u.Ball.Fits(cs) {
			u.Men |= cs.OnRank(team.LineRank(l.side, team.Midfield))
			return u
		}
	}
}

// addMen yields the set-ups that add slots of an area to some men; false once
// nobody listens any more.
func (l lineUp) addMen(men, from pitch.Set, yield func(team.SetUp) bool) bool {
	if men.Len() == team.Size {
		for _, b := range l.sidesOf(men) {
			if !yield(team.SetUp{Men: men, Ball: b}) {
				return false
			}
		}
		return true
	}
	for s := range from.All() {
		from &^= pitch.One(s) // a text names its slots in ascending order
		if next := men | pitch.One(s); l.mayBecome(next, next|from) && !l.addMen(next, from, yield) {
			return false
		}
	}
	return true
}

// again returns the last set-up of the side to set up, as it may be made
// again: the ball where it was named last, else left if that is legal, else right.
// False if there was none, or it does not serve the side that kicks off now.
func (l lineUp) again() (team.SetUp, bool) {
	u := l.last
	sides := l.sidesOf(u.Men)
	if len(sides) == 0 {
		return team.SetUp{}, false
	}
	for _, b := range sides {
		if b == u.Ball {
			return u, true
		}
	}
	return team.SetUp{Men: u.Men, Ball: sides[0]}, true
}
