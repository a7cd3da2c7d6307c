package cufootball

import (
	"math"

	"kickabout/engine/games/cufootball/pitch"
)

// What a position is worth, in goals. The weights were tried out in matches of
// greedy against itself: with these it shoots when it is near, passes forward else,
// and keeps its men spread round the ball.
const (
	possessionWorth = 0.15  // of having the ball
	forwardWorth    = 0.06  // of each rank that the ball is nearer to the opponent's goal
	middleWorth     = 0.03  // of each column that it is nearer to the middle face, for the side that attacks
	reachWorth      = 0.04  // of each step less that the side in possession needs to the ball
	defenceWorth    = 0.015 // of each step less that the other side needs to it
	nearWorth       = 0.012 // of each man within two steps of the ball
	spreadWorth     = 0.01  // of each column on which a side has a man
	postWorth       = 0.01  // of each step that a keeper stands nearer to the middle of its goal
	prospectShare   = 0.6   // of the best kick in what a movement is worth
	endWorth        = 3     // of having won, beside the goals
)

// Value returns what the position promises to Red, in tournament points from 0 to
// 5: from the goals and from where ball and men stand; while a draw is due, the mean
// of what it may bring; before a kick, what the best one promises.
func (p position) Value() float64 {
	goals := estimate{p}.worth()
	// From goals to points: always rising, and never quite 0 or 5, so that every
	// goal counts.
	return 2.5 + 2.5*goals/(1+math.Abs(goals))
}

// signOf is 1 for Red and -1 for Blue: what is good for a side, as Red sees it.
func signOf(c pitch.Colour) float64 { return 1 - 2*float64(c) }

// An estimate is a position as greedy judges it: in goals for Red.
type estimate struct{ position }

// worth returns the value of the position.
func (e estimate) worth() float64 {
	switch {
	case e.chain.due != nothing, e.phase == extra:
		return e.expected()
	case e.phase == move && e.mode == freeBall:
		q := e
		q.phase, q.side = kick, e.possession
		return (1-prospectShare)*e.standing() + prospectShare*q.best(e.standing())
	case e.decides() && e.phase != setup && e.phase != move:
		return e.best(e.standing())
	}
	return e.standing()
}

// best returns the worth of the best thing to do with the ball, at least that of
// doing nothing.
func (e estimate) best(worth float64) float64 {
	if e.phase == kick && e.taker().may() == 0 {
		return worth
	}
	var seen [pitch.Directions]bool
	var room [mostActs]act
	for _, a := range e.taker().acts(room[:0]) {
		if a.kind == decline {
			continue
		}
		if e.phase == kick {
			if seen[a.dir] {
				continue // whoever kicks, the ball goes the same way
			}
			seen[a.dir] = true
		}
		if v := (estimate{e.begin(a)}).expected(); v*signOf(e.side) > worth*signOf(e.side) {
			worth = v
		}
	}
	return worth
}

// expected returns the mean worth of what the draws of a chain lead to.
func (e estimate) expected() float64 {
	if e.phase == extra {
		more, less := estimate{e.withExtra(true)}.expected(), estimate{e.withExtra(false)}.expected()
		return signOf(e.side) * max(more*signOf(e.side), less*signOf(e.side))
	}
	if e.chain.due == nothing {
		return e.standing()
	}
	if e.chain.anyPeg(e.rules) {
		sum := 0.0
		for peg := redPeg; peg <= pegs; peg++ {
			sum += estimate{e.resolve(peg)}.expected()
		}
		return sum / pegs
	}
	flight := e.flight()
	won := flight.chance()
	return won*estimate{e.resolve(bluePeg)}.expected() + (1-won)*estimate{e.resolve(redPeg)}.expected()
}

// standing returns the worth of the goals and of where ball and men stand.
func (e estimate) standing() float64 {
	goals := float64(e.score[pitch.Red]) - float64(e.score[pitch.Blue])
	switch e.phase {
	case over:
		return goals + endWorth*min(1, max(-1, goals))
	case setup:
		return goals
	}
	return goals + signOf(e.possession)*e.grip(e.possession) + e.shape(pitch.Red) - e.shape(pitch.Blue)
}

// grip returns what the ball is worth to the side in possession.
func (b *board) grip(c pitch.Colour) float64 {
	if b.ball >= pitch.Nowhere {
		return possessionWorth
	}
	rank := b.ball.Rank()
	if c == pitch.Blue {
		rank = pitch.Ranks + 1 - rank
	}
	aside := max(abs(b.ball.Column()-pitch.Centre)-1, 0)
	return possessionWorth + forwardWorth*(float64(rank)-(pitch.Ranks+1)/2.0) - middleWorth*float64(aside)*float64(rank)/pitch.Ranks -
		reachWorth*float64(b.stepsTo(b.men[c])) + defenceWorth*float64(b.stepsTo(b.men[c.Other()]))
}

// shape returns what the stand of a side's men and keeper is worth to it.
func (b *board) shape(c pitch.Colour) float64 {
	var used pitch.Set
	for rank := range pitch.Ranks {
		used |= b.men[c] >> rank & pitch.BottomRank
	}
	return spreadWorth*float64(used.Len()) + nearWorth*float64((b.men[c]&b.about()).Len()) -
		postWorth*float64(pitch.GoalDistance(b.keeper[c], pitch.GoalAt(2, 1)))
}
