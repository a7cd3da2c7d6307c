package onetwofun

import (
	"kickabout/engine"
	"kickabout/engine/bot"
)

var _ bot.Appraiser = position{}

// Judged says how Weigh does it.
func (p position) Judged() string {
	if p.rules.keepers {
		return "two throws ahead, and knows how often later possessions bring a goal"
	}
	return "on to the end: it knows how likely every possession brings a goal"
}

// Worth returns what the position promises to White, in points. Without keepers the chance
// of a goal in this possession is exact up to the steps of the file.
func (p position) Worth() float64 { return p.promised(p.goalChance()) }

// goalChance returns how likely this possession ends in a goal.
func (p *position) goalChance() float64 {
	cs := solved()
	switch {
	case p.phase == kickoff:
		return forecastOf(p.rules).kickOff
	case p.wait.due != noThrow:
		return p.shotChance()
	case p.phase == penalty:
		return p.penaltyChance()
	case p.phase == keeping || p.dice[0] != 0:
		d, _ := p.bestDecision()
		return cs.decided(p, &d)
	case p.rules.keepers:
		return p.rules.share() * float64(cs.thrownMean(p))
	}
	return float64(cs.of(p))
}

// Weigh weighs a legal move against the best.
func (p position) Weigh(m engine.Move) bot.Weighing {
	d, _ := p.bestDecision()
	w := bot.Weighing{Best: d.text(), Top: p.promised(solved().decided(&p, &d))}
	played, err := p.read(m)
	if err != nil {
		return w // nothing was asked for
	}
	w.Played = p.promised(solved().decided(&p, &played))
	above := w.Played - w.Top
	if p.actor() == black {
		above = -above
	}
	if above >= 0 || w.Best == m {
		w.Best, w.Top = m, w.Played
	}
	return w
}

// bestDecision returns the best decision, and how likely the possession ends in a goal then,
// with keepers for the next throw only.
func (p *position) bestDecision() (decision, float32) {
	cs := solved()
	switch p.phase {
	case choosing:
		return p.betterDice(), float32(p.shotChance())
	case keeping:
		return cs.bestStep(p)
	case penalty:
		for d := range p.decisions { // a miss hands over, wherever markers lie
			return d, float32(p.penaltyChance())
		}
	}
	return cs.bestPlay(p, hardPlays)
}

// decided returns how likely the possession ends in a goal after a decision.
func (cs chances) decided(p *position, d *decision) float64 {
	after := p.after(*d)
	after.own = false // as in bestPlay
	switch {
	case p.phase == choosing:
		return after.shotChance()
	case p.phase == keeping:
		return p.rules.share() * float64(cs.thrownMean(&after))
	case p.phase == penalty:
		return p.penaltyChance()
	case after.phase == keeping:
		_, chance := cs.bestStep(&after)
		return p.rules.share() * float64(chance)
	case after.wait.due == noThrow && after.phase == play:
		return p.rules.share() * float64(cs.after(p, d))
	}
	return float64(cs.after(p, d)) // it is known now
}
