package cufootball

import (
	"iter"
	"math/rand/v2"
	"slices"

	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A lineUp is a side that is to be set up.
type lineUp struct {
	team.Ground
	kicking bool       // it kicks off
	last    team.SetUp // its last set-up
}

// mayBecome says whether the side to set up can come to a legal set-up that holds
// all slots of must and none outside may, where ranks do not touch.
func (l lineUp) mayBecome(must, may pitch.Set) bool {
	if !must.Within(may & l.Slots()) {
		return false
	}
	var sizes [team.Lines]uint // bit n: the line can have n men
	for line := range team.Lines {
		rank := l.Rank(line)
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

// more returns the slots where one more man may stand beside some that are set up.
func (l lineUp) more(men pitch.Set) pitch.Set {
	if l.Half {
		return l.moreHalf(men)
	}
	var more pitch.Set
	for s := range (l.Slots() &^ men).All() {
		if l.mayBecome(men|pitch.One(s), l.Slots()) {
			more |= pitch.One(s)
		}
	}
	return more
}

// moreHalf is more in the own half: all that stands in some set-up with these men.
func (l lineUp) moreHalf(men pitch.Set) pitch.Set {
	var more pitch.Set
	for _, u := range team.OwnHalf(l.Side, l.kicking) {
		if men.Within(u.Men) {
			more |= u.Men
		}
	}
	return more &^ men
}

// mayKickOff says whether a midfield serves the side to set up, wherever the ball may lie.
func (l lineUp) mayKickOff(cs team.ColumnSet) bool {
	return !l.kicking || cs.KicksOff(team.BallLeft) || cs.KicksOff(team.BallRight)
}

// sidesOf lists the ball sides with which the men make a legal set-up of the side to set up.
func (l lineUp) sidesOf(men pitch.Set) []team.BallSide {
	var sides []team.BallSide
	for _, b := range team.BallSides(l.kicking) {
		if (team.SetUp{Men: men, Ball: b}).Legal(l.Ground, l.kicking) {
			sides = append(sides, b)
		}
	}
	return sides
}

// all yields the legal set-ups in the byte order of their texts.
func (l lineUp) all() iter.Seq[team.SetUp] {
	if l.Half {
		return slices.Values(team.OwnHalf(l.Side, l.kicking))
	}
	return func(yield func(team.SetUp) bool) { l.addMen(0, l.Slots(), yield) }
}

// random returns a legal set-up, each with the same chance.
func (l lineUp) random(r *rand.Rand) team.SetUp {
	if l.Half {
		list := team.OwnHalf(l.Side, l.kicking)
		return list[r.IntN(len(list))]
	}
	i := 0
	for n := r.IntN(team.CountSetUps(l.kicking, false)); n >= team.Shapes[i].Ways(l.kicking); i++ {
		n -= team.Shapes[i].Ways(l.kicking)
	}
	s, sides := team.Shapes[i], team.BallSides(l.kicking)
	u := team.SetUp{Men: team.AnySet(r, s[team.Defence]).OnRank(l.Rank(team.Defence)) | team.AnySet(r, s[team.Strikers]).OnRank(l.Rank(team.Strikers))}
	for {
		cs := team.AnySet(r, s[team.Midfield])
		u.Ball = sides[r.IntN(len(sides))]
		if u.Ball.Fits(cs) {
			u.Men |= cs.OnRank(l.Rank(team.Midfield))
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
