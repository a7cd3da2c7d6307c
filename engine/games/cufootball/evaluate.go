package cufootball

import "math"

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
	postWorth       = 0.01  // of each step that a keeper stands nearer to the middle of his goal
	prospectShare   = 0.6   // of the best kick in what a movement is worth
	endWorth        = 3     // of having won, beside the goals
)

// Value returns what the position promises to Red, in tournament points from 0 to
// 5: from the goals and from where ball and men stand; while a draw is due, the mean
// of what it may bring; before a kick, what the best one promises.
func (p position) Value() float64 {
	goals := p.worth()
	// From goals to points: always rising, and never quite 0 or 5, so that every
	// goal counts.
	return 2.5 + 2.5*goals/(1+math.Abs(goals))
}

// sign is 1 for Red and -1 for Blue: what is good for a side, as Red sees it.
func (c colour) sign() float64 { return 1 - 2*float64(c) }

// worth returns the value in goals for Red.
func (p position) worth() float64 {
	switch {
	case p.chain.due != nothing:
		return p.expected()
	case p.phase == move && p.mode == freeBall:
		q := p
		q.phase, q.side = kick, p.possession
		return (1-prospectShare)*p.standing() + prospectShare*q.best(p.standing())
	case p.decides() && p.phase != setup && p.phase != move:
		return p.best(p.standing())
	}
	return p.standing()
}

// best returns the worth of the best thing to do with the ball, at least that of
// doing nothing.
func (p position) best(worth float64) float64 {
	if p.phase == kick && p.kickers() == 0 {
		return worth
	}
	var seen [directions]bool
	var room [mostActs]act
	for _, a := range p.acts(room[:0]) {
		if a.kind == decline {
			continue
		}
		if p.phase == kick {
			if seen[a.dir] {
				continue // whoever kicks, the ball goes the same way
			}
			seen[a.dir] = true
		}
		if v := p.begin(a).expected(); v*p.side.sign() > worth*p.side.sign() {
			worth = v
		}
	}
	return worth
}

// expected returns the mean worth of what the draws of a chain lead to.
func (p position) expected() float64 {
	if p.chain.due == nothing {
		return p.standing()
	}
	if p.chain.due == lengthDue {
		sum := 0.0
		for peg := redPeg; peg <= pegs; peg++ {
			sum += p.resolve(peg).expected()
		}
		return sum / pegs
	}
	won := p.chance()
	return won*p.resolve(bluePeg).expected() + (1-won)*p.resolve(redPeg).expected()
}

// chance returns how likely the opponent who draws takes the ball or saves.
func (p position) chance() float64 {
	n := 0
	for peg := redPeg; peg <= pegs; peg++ {
		if p.chain.due == saveDue && p.saves(peg) || p.chain.due != saveDue && wins(p.nextDrawer(), peg) {
			n++
		}
	}
	return float64(n) / pegs
}

// standing returns the worth of the goals and of where ball and men stand.
func (p position) standing() float64 {
	goals := float64(p.score[red]) - float64(p.score[blue])
	switch p.phase {
	case over:
		return goals + endWorth*min(1, max(-1, goals))
	case setup:
		return goals
	}
	return goals + p.possession.sign()*p.grip() + p.shape(red) - p.shape(blue)
}

// grip returns what the ball is worth to the side in possession.
func (p position) grip() float64 {
	if p.ball >= nowhere {
		return possessionWorth
	}
	c := p.possession
	rank := p.ball.rank()
	if c == blue {
		rank = ranks + 1 - rank
	}
	aside := max(abs(p.ball.column()-centre)-1, 0)
	return possessionWorth + forwardWorth*(float64(rank)-(ranks+1)/2.0) - middleWorth*float64(aside)*float64(rank)/ranks -
		reachWorth*float64(p.stepsTo(p.men[c])) + defenceWorth*float64(p.stepsTo(p.men[c.other()]))
}

// stepsTo returns how many king's steps the nearest of the men is from the ball,
// from 0 for one next to it.
func (p position) stepsTo(men set) int {
	near := one(p.ball)
	for n := range columns {
		if near = near.around(); near&men != 0 {
			return n
		}
	}
	return columns
}

// shape returns what the stand of a side's men and keeper is worth to it.
func (p position) shape(c colour) float64 {
	var used set
	for rank := range ranks {
		used |= p.men[c] >> rank & bottomRank
	}
	return spreadWorth*float64(used.len()) + nearWorth*float64((p.men[c]&p.about()).len()) -
		postWorth*float64(goalDistance(p.keeper[c], goalAt(2, 1)))
}
