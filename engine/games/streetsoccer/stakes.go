package streetsoccer

import "sync"

// Stakes are what a goal would be worth to either side; two on average, so that
// they are 1 each while a match is young and level.
type stakes [2]float32

// even are the stakes of a match whose end is far.
var even = stakes{1, 1}

// value returns what a position after a turn is worth to the side that made it, by a
// judge: a goal is worth its stake. A match that is over without one is worth
// nothing more.
func (st *stakes) value(j *judge, p *position) float32 {
	other := p.side
	if p.ball == nowhere {
		if p.phase == over {
			return st[other] // once over, it is the side that acted last
		}
		return st[other.other()]
	}
	if p.phase == over {
		return 0
	}
	c := j.chances(p)
	gain, loss := st[other.other()], st[other]
	return max(-loss, min(gain, float32(gain*c[0])-float32(loss*c[1])))
}

// goalsPerTurn is how often a turn scores, nearly, for the prospects below.
const goalsPerTurn = 0.11

// farScore is the lead from which on leads are not told apart.
const farScore = 6

// prospects are the points of Yellow, by the number of the next move, the lead, and
// who scored last, if every turn scored as often as any other.
type prospects [lastExtra + 2][2*farScore + 1][nobody + 1]float64

// forecast returns the prospects, from the end backward (rules 1.11, 1.12).
var forecast = sync.OnceValue(func() *prospects {
	var f prospects
	for move := lastExtra + 1; move >= kickoffMove; move-- {
		for lead := -farScore; lead <= farScore; lead++ {
			for last := yellow; last <= nobody; last++ {
				f[move][lead+farScore][last] = f.before(move, lead, last)
			}
		}
	}
	return &f
})

// before returns the prospects before a move from those after it.
func (f *prospects) before(move, lead int, last colour) float64 {
	switch {
	case move > lastNormal && lead != 0:
		points := [2]float64{5, 0}
		if move > lastNormal+1 { // the goal that made the lead ended the match
			points = [2]float64{4, 1}
		}
		if lead > 0 {
			return points[yellow]
		}
		return points[red]
	case move > lastExtra:
		return [...]float64{yellow: 3, red: 2, nobody: 2.5}[last]
	}
	mover := colour(1 - move%2)
	next := lead + 1 - 2*int(mover)
	next = max(-farScore, min(farScore, next))
	return goalsPerTurn*f[move+1][next+farScore][mover] + (1-goalsPerTurn)*f[move+1][lead+farScore][last]
}

// at returns Yellow's prospects in a position, with goals more for Yellow.
func (f *prospects) at(p *position, goals int) float64 {
	lead := int(p.score[yellow]) - int(p.score[red]) + goals
	last := p.scorer
	switch {
	case goals > 0:
		last = yellow
	case goals < 0:
		last = red
	}
	move := max(kickoffMove, int(p.move)) // placings score nothing
	if goals != 0 {
		move++
	}
	return f[move][max(-farScore, min(farScore, lead))+farScore][last]
}

// stakesOf returns the stakes in a position that waits for a turn.
func stakesOf(p *position) stakes {
	f := forecast()
	now := f.at(p, 0)
	st := stakes{yellow: float32(f.at(p, 1) - now), red: float32(now - f.at(p, -1))}
	sum := st[yellow] + st[red]
	if sum < 0.01 {
		return even // the match is as good as decided
	}
	return stakes{2 * st[yellow] / sum, 2 * st[red] / sum}
}
