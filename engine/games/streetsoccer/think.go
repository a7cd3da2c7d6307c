package streetsoccer

import (
	_ "embed"
	"math/rand/v2"
	"sync"

	"kickabout/engine"
	"kickabout/engine/bot"
)

// learnt is what the embedded judge learnt, by LessonMatches and LessonSeed: "go run
// ./cmd/dev learn" makes the file again.
//
//go:embed judge.bin
var learnt []byte

// embedded is the judge of the bots.
var embedded = sync.OnceValue(func() *judge { return readJudge(learnt) })

// readJudge reads the weights of a judge.
func readJudge(file []byte) *judge { return &judge{weights: bot.UnpackWeights[chances](file)} }

// file undoes readJudge, but for what is smaller than a step of the file.
func (j *judge) file() []byte { return bot.PackWeights(j.weights) }

// How the levels play.
const (
	easyNoise = 0.17 // by which easy misjudges a move, in goals

	quickPlacings, quickAnswers     = 12, 3
	carefulPlacings, carefulAnswers = 100, 10

	mediumMoves = 2 // that are looked at two turns deep

	hardMoves   = 8 // that are looked at three turns deep
	hardReplies = 3
	hardNodes   = 60_000 // after which no further move is
)

// grades are those of the opponents for people, found by "dev grade"; the last but one by trials of 600 matches.
var (
	grades     = [bot.Opponents]float64{1.034, 1.137, 1.25, 1.398, 1.577, 1.719, 1.889, 2.967, 3.7, bot.BestGrade}
	freeGrades = [bot.Opponents]float64{1.08, 1.185, 1.305, 1.46, 1.64, 1.79, 1.95, 3.1, 3.7, bot.BestGrade} // where coaches place all their figures
)

// Grades returns those of the opponents for people.
func (Game) Grades(variant string) *[bot.Opponents]float64 {
	i, _ := profileOf(variant) // an unknown variant has those of the first
	return profiles[i].grades()
}

// grades returns those of the opponents by a profile.
func (p *profile) grades() *[bot.Opponents]float64 {
	if p.placesAll {
		return &freeGrades
	}
	return &grades
}

var (
	_ bot.Gauged  = Game{}
	_ bot.Thinker = position{}
)

// Think returns a move by a level, and what it promises to its side. Easy misjudges
// moves, medium looks at what its own turn leaves behind, hard three turns ahead.
func (p position) Think(level bot.Level, r *rand.Rand) (engine.Move, float64) {
	if p.Next().Side == engine.NoSide {
		return "", 0
	}
	if n, ok := level.Opponent(); ok {
		return bot.Graded(p, profiles[p.rules].grades()[n], r)
	}
	s := newSearch(embedded())
	if p.phase == placing {
		placings, answers := quickPlacings, quickAnswers
		if level == bot.Hard {
			placings, answers = carefulPlacings, carefulAnswers
		}
		set, v := s.place(&p, r, placings, answers)
		return p.write(decision{set: set}), p.points(v)
	}
	s.stakes = stakesOf(&p)
	var best int
	switch level {
	case bot.Easy:
		best = s.misjudged(&p, r)
	case bot.Medium:
		best = s.glance(&p, mediumMoves)
	default:
		best = s.deep(&p, hardMoves, hardReplies, hardNodes)
	}
	return p.write(p.decisionTo(&s.root[best])), p.points(s.worth[best])
}

// misjudged is shallow with every value off by chance; only a goal is always seen.
func (s *search) misjudged(p *position, r *rand.Rand) int {
	s.look(p)
	best, top := 0, float32(worst)
	for i := range s.root {
		v := s.worth[i]
		if s.root[i].ball == nowhere {
			return i
		}
		if v += easyNoise * float32(r.NormFloat64()); v > top {
			best, top = i, v
		}
	}
	return best
}

// decisionTo returns the decision that leads to a successor.
func (p *position) decisionTo(q *position) decision {
	still := p.figures(p.side) == q.figures(p.side) && p.ball == q.ball
	if q.ball == nowhere || p.phase == restart || still {
		for _, b := range p.briefs(nil) {
			if d := b.decision(); p.after(d) == *q {
				return d
			}
		}
	}
	if p.phase == kickoff {
		return decision{from: p.ball, to: p.ball, target: q.ball}
	}
	return p.made(q).decision()
}

// points returns a value of the side to move in tournament points.
func (p *position) points(value float32) float64 {
	f := forecast()
	now := f.at(p, 0)
	swing := (f.at(p, 1) - f.at(p, -1)) / 2
	if p.side == red {
		now = 5 - now
	}
	return max(0, min(5, now+swing*float64(value)))
}
