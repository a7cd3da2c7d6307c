package cufootball

import (
	_ "embed"
	"math/rand/v2"
	"sync"

	"kickabout/engine/bot"
	"kickabout/engine/games/cufootball/pitch"
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

// How a judge learns.
const (
	discount  = 0.98   // of a chance, an act earlier
	firstStep = 0.01   // of the way to what the next position says
	lastStep  = 0.0005 // by the end of the lesson
	curious   = 0.1    // how often it tries just any movement
	lessonFar = 2      // plans that are followed farther
)

// The lesson of the embedded judge.
const (
	LessonMatches = 2500
	LessonSeed    = 1
)

// Learn returns the weights that a judge has learnt in so many matches against itself,
// as they are embedded: the same of the same seed.
func Learn(matches int, seed uint64) []byte { return learn(matches, seed).file() }

// learn returns a judge after so many matches.
func learn(matches int, seed uint64) *judge {
	j := &judge{weights: make([]chances, judgeSize)}
	r := rand.New(rand.NewPCG(seed, 0))
	start := newPosition(rules{goals: mostGoals, clock: mostClock})
	u := pupil{evaluator: newEvaluator(j, &start), Rand: r}
	u.goal = true
	for n := range matches {
		u.step = firstStep + (lastStep-firstStep)*float32(n)/float32(matches)
		u.match(start)
	}
	return j
}

// A pupil is an evaluator that learns from stage to stage: TD(0). What the ball's play brings
// it learns from the mean over all draws.
type pupil struct {
	*evaluator
	*rand.Rand
	step float32
}

// match plays one match and learns from it.
func (u *pupil) match(p position) {
	for p.phase != over {
		p.clock = 0 // what it learns is of a match whose end is far
		if p.score[pitch.Red]+p.score[pitch.Blue] >= 6 {
			return
		}
		u.score = p.score
		switch {
		case p.phase == move && p.draw == 0:
			p.draw = uint8(1 + u.IntN(pegs))
			p = u.moves(p)
		case p.Next().Dice.Count > 0:
			p = p.drawn(uint8(1 + u.IntN(pegs)))
		case p.phase == setup:
			p = p.afterSetUp(p.lineUp().random(u.Rand))
		default:
			a, after := u.bestAct(p, 0)
			if p.phase != dribble {
				u.learn(&p, settled, chances{after[0] * discount, after[1] * discount})
			}
			p = p.after(decision{kind: acts, act: a})
		}
	}
}

// moves plays the movement of a drawn peg: the best one, and now and then any.
func (u *pupil) moves(p position) position {
	before, after := opening, moved
	if p.side != p.possession {
		before, after = moved, settled
	}
	best := u.plan(&p, lessonFar)[0]
	q := best.follow(p)
	u.learn(&p, before, u.judge.chances(&q, after))
	mv := p.mover().to(best.men, best.keeper)
	if u.Float64() < curious {
		mv = p.mover().random(u.Rand, p.about())
	}
	next := p.afterMovement(mv)
	if p.side != p.possession && next.phase == move { // nobody can play the ball
		q = p
		q.move(q.side, mv)
		c := u.foreseen(next, 0)
		u.learn(&q, settled, chances{c[0] * discount, c[1] * discount})
	}
	return next
}

// learn moves the chances of a position a step towards what they turn out to be.
func (u *pupil) learn(p *position, s stage, target chances) {
	if p.possession == pitch.Blue {
		target[0], target[1] = target[1], target[0]
	}
	var l tally
	l.list(p, s)
	now := u.judge.sum(&l)
	for side := range now {
		change := float32(u.step * (target[side] - now[side]))
		for _, i := range l.at[:l.n] {
			u.judge.weights[i][side] += change
		}
	}
}
