package onetwofun

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"kickabout/engine"
	"kickabout/engine/bot"
)

// How many plays are looked at beyond what they leave behind, where there are keepers.
const (
	mediumPlays = 4
	hardPlays   = 12
)

// grades are those of the opponents for people, found by "dev grade" without keepers; with them they are as far apart, but
// where keepers block any shot.
var (
	grades         = [bot.Opponents]float64{0.034, 0.237, 0.486, 0.703, 0.943, 1.599, 2.288, 2.803, 3.535, bot.BestGrade}
	blockingGrades = [bot.Opponents]float64{0.034, 0.237, 0.486, 0.703, 0.943, 1.599, 2.288, 2.95, 3.535, bot.BestGrade}
)

// Grades returns those of the opponents for people.
func (Game) Grades(variant string) *[bot.Opponents]float64 {
	rules, _ := rulesOf(variant) // an unknown variant has those of the first
	return rules.grades()
}

// grades returns those of the opponents by some rules.
func (r rules) grades() *[bot.Opponents]float64 {
	if r.blocks {
		return &blockingGrades
	}
	return &grades
}

var (
	_ bot.Gauged  = Game{}
	_ bot.Thinker = position{}
)

// Think returns the move after which a goal before the ball is handed over is
// likeliest, or for a keeper unlikeliest, and what it promises to its side. Without
// keepers that is all there is to know, nearly; with them medium looks ahead to the keeper's
// step and the next throw, and hard plays by a plan. Easy is not its business.
func (p position) Think(level bot.Level, r *rand.Rand) (engine.Move, float64) {
	if p.Next().Side == engine.NoSide || level == bot.Easy {
		return "", 0
	}
	if n, ok := level.Opponent(); ok {
		return bot.Graded(p, p.rules.grades()[n], r)
	}
	cs, most := solved(), mediumPlays
	if level == bot.Hard {
		most = hardPlays
		if pl := p.rules.plan(); pl != nil && !p.own && p.phase != choosing {
			d, worth := pl.decide(&p)
			return d.text(), p.points(worth)
		}
	}
	switch p.phase {
	case choosing:
		return p.betterDice().text(), p.points(float32(p.shotChance()))
	case keeping:
		d, chance := cs.bestStep(&p)
		return d.text(), p.points(chance)
	case penalty:
		return p.Random(r), p.points(float32(p.penaltyChance())) // a miss hands over, wherever markers lie
	}
	d, chance := cs.bestPlay(&p, most)
	return d.text(), p.points(chance)
}

// points returns what the chance of a goal in this possession promises the side that acts,
// in tournament points.
func (p *position) points(chance float32) float64 {
	v := p.promised(float64(chance))
	if p.actor() == black {
		v = 5 - v
	}
	return v
}

// A prospect is a decision and the chance of a goal after it.
type prospect struct {
	decision
	chance float32
}

// bestPlay returns the play, or the placing, with the best chance. Of the most that
// are best without keepers, it is the best with them.
func (cs chances) bestPlay(p *position, most int) (decision, float32) {
	var list []prospect
	for d := range p.decisions {
		list = append(list, prospect{d, cs.after(p, &d)})
	}
	slices.SortStableFunc(list, func(a, b prospect) int { return cmp.Compare(b.chance, a.chance) })
	if !p.rules.keepers {
		return list[0].decision, list[0].chance
	}
	best := prospect{chance: -1}
	for _, c := range list[:min(most, len(list))] {
		if after := p.after(c.decision); after.phase == keeping {
			after.own = false // its own keeper is in nobody's way, mostly
			_, c.chance = cs.bestStep(&after)
		}
		if c.chance > best.chance {
			best = c
		}
	}
	return best.decision, best.chance
}

// after returns the chance after a decision of the side in possession, as if there
// were no keeper but for the shot.
func (cs chances) after(p *position, d *decision) float32 {
	switch d.kind {
	case placing:
		q := p.after(*d)
		return cs.of(&q)
	case indirectKick:
		return cs.of(p)
	}
	return cs.played(p, d)
}

// bestStep returns the step of a keeper after which the next throw promises the side
// in possession least, or, if it is that side's own keeper, most; and how much that is.
// Of equal ones it is the shortest.
func (cs chances) bestStep(p *position) (best decision, chance float32) {
	found := false
	for d := range p.decisions {
		q := p.after(d)
		v := cs.thrownMean(&q)
		better := v < chance
		if p.own {
			better = v > chance
		}
		if !found || better || v == chance && d.hops[0].from == d.hops[0].to {
			best, chance, found = d, v, true
		}
	}
	return best, chance
}

// thrownMean returns the chance before a throw, with the keepers where they are for
// that throw, and as if there were none later.
func (cs chances) thrownMean(p *position) float32 {
	q := *p
	var sum float32
	for a := uint8(1); a <= faces; a++ {
		for b := a; b <= faces; b++ {
			q.dice = [2]uint8{a, b}
			v := cs.thrown(&q)
			if a != b {
				v *= 2
			} else if !q.isPenalty() {
				v = max(v, cs.of(p))
			}
			sum += v
		}
	}
	return sum / (faces * faces)
}
