package onetwofun

// What a position is worth to the side in possession, in goals. Together they stay
// below what a goal leaves after the other side's kick-off, so that a goal that can
// be made is made. Others tried (a play from 0.05 to 0.3, the rows from 0.02 to 0.3)
// did no better against these in 60 matches each.
const (
	scoreWorth   = 0.30 // of a throw that is sure to bring a goal
	keepWorth    = 0.15 // of a throw that is sure to be playable
	forwardWorth = 0.10 // of all markers on the goal line, and as much less of all on the own one
	kickOffWorth = 0.20 // of having the kick-off
)

// Value returns what the position promises to White, in tournament points from 0
// to 5: from the goals, how likely the throw that is due brings a goal and a play,
// and how far the markers are. It looks no further than that throw.
func (p position) Value() float64 {
	goals := float64(p.score[white]) - float64(p.score[black])
	if p.side == white {
		goals += estimate{p}.promise()
	} else {
		goals -= estimate{p}.promise()
	}
	return pointsOf(goals)
}

// pointsOf turns a lead in goals into points: always rising, and never quite 0 or 5,
// so that every goal counts.
func pointsOf(goals float64) float64 { return 2.5 + 2.5*goals/(1+max(goals, -goals)) }

// An estimate is a position as greedy judges it.
type estimate struct{ position }

// promise returns what the position is worth to the side in possession, in goals.
func (e estimate) promise() float64 {
	switch {
	case e.phase == over:
		return 0
	case e.phase == kickoff:
		return kickOffWorth
	case e.wait.due != noThrow:
		return e.shotPromise()
	case e.dice[0] != 0:
		goal, kept := e.throwChances()
		return e.promiseOf(goal, kept)
	}
	goal, kept := e.diceChances()
	return e.promiseOf(goal, kept)
}

// promiseOf weighs the chances of a goal and of a play.
func (e estimate) promiseOf(goal, kept float64) float64 {
	forward := 0.0
	for _, m := range e.markers {
		forward += 1 - float64(e.side.ahead(m))/middleRow
	}
	return scoreWorth*goal + keepWorth*kept + forwardWorth*forward/markersInPlay
}

// shotPromise is the promise while the throw of a shot is due: a goal, or what the
// other side has when it is stopped.
func (e estimate) shotPromise() float64 {
	goal, missed := e.shotChance(), e.position
	switch e.wait.due {
	case penaltyThrow:
		missed = e.afterPenaltyThrow(penaltyScores - 1)
	case keeperThrow:
		missed = e.afterKeeperThrow(e.wait.shot)
	case blockThrow:
		e.move(e.wait.shooter, e.keepers[e.side.other()])
		missed = e.handedOver()
	}
	return goal*(1-kickOffWorth) - (1-goal)*estimate{missed}.promise()
}

// shotChance returns how likely the throw that is due makes a shot a goal.
func (sc *scene) shotChance() float64 {
	switch sc.wait.due {
	case penaltyThrow:
		return sc.penaltyChance()
	case keeperThrow:
		return 1 - 1.0/faces
	}
	return 1 - blockChance(int(sc.wait.shot), sc.blockDice())
}

// penaltyChance returns how likely a penalty is a goal.
func (sc *scene) penaltyChance() float64 {
	chance := float64(faces+1-penaltyScores) / faces
	if sc.rules.keepers {
		chance *= 1 - 1.0/faces
	}
	return chance
}

// blockChance returns how likely a shot of that total is blocked by one die or by two.
func blockChance(total, dice int) float64 {
	ways, throws := 0, 1
	for range dice {
		throws *= faces
	}
	switch {
	case dice == 1 && total <= faces:
		ways = 1
	case dice > 1:
		ways = min(total-1, 2*faces+1-total)
	}
	return float64(ways) / float64(throws)
}

// diceChances returns how likely the two dice that are due bring a goal, and a play.
func (e estimate) diceChances() (goal, kept float64) {
	e.phase = play
	for a := uint8(1); a <= faces; a++ {
		for b := a; b <= faces; b++ {
			weight := 2.0
			if a == b {
				weight = 1
			}
			e.dice = [2]uint8{a, b}
			g, k := e.throwChances()
			goal += weight * g
			kept += weight * k
		}
	}
	return goal / (faces * faces), kept / (faces * faces)
}

// throwChances returns how likely the dice thrown bring a goal, and 1 if they are
// playable.
func (e estimate) throwChances() (goal, kept float64) {
	if e.phase == penalty || e.isPenalty() {
		return e.penaltyChance(), 1
	}
	for d := range e.decisions {
		kept = 1
		if d.scores() {
			after := e.after(d)
			if after.wait.due == noThrow {
				return 1, 1
			}
			goal = max(goal, after.shotChance())
		}
	}
	return goal, kept
}
