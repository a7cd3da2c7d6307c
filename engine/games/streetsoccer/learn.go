package streetsoccer

import (
	"math/rand/v2"
)

// How a judge learns.
const (
	discount  = 0.98   // of the value of a goal, a turn earlier
	firstStep = 0.02   // of the way to what the next position says
	lastStep  = 0.0005 // by the end of the lesson
	curious   = 0.02   // how often it tries just any move
)

// The lesson of the embedded judge.
const (
	LessonMatches = 100_000
	LessonSeed    = 1
)

// Learn returns the weights that a judge has learnt in so many matches against
// itself, as they are embedded: the same of the same seed.
func Learn(matches int, seed uint64) []byte { return learn(matches, seed).file() }

// lessonRules are the profiles that the lesson is played by, one after the other. What a
// figure on a square is worth hardly hangs on them, and so the others need no lesson of
// their own.
var lessonRules = [...]string{lgID, boardID}

// learn returns a judge after so many matches.
func learn(matches int, seed uint64) *judge {
	u := pupil{judge: &judge{weights: make([]chances, judgeSize)}, Rand: rand.New(rand.NewPCG(seed, 0))}
	for n := range matches {
		u.step = firstStep + (lastStep-firstStep)*float32(n)/float32(matches)
		u.match(lessonRules[n%len(lessonRules)])
	}
	return u.judge
}

// A pupil is a judge that learns from afterstate to afterstate: TD(0).
type pupil struct {
	*judge
	*rand.Rand
	step   float32
	buffer []position
}

// match plays one match of a profile, and learns from it.
func (u *pupil) match(rules string) {
	start, _ := Game{}.Start(rules)
	p := start.(position)
	var before position // after the last turn
	known := false      // whether before has a value to be learnt, and the other side moves now
	for p.phase != over {
		switch {
		case p.die == 0 && (p.phase != placing || p.move == 1):
			side := p.side
			p = p.thrown([]int{1 + u.IntN(dieFaces), 1 + u.IntN(dieFaces)}[:p.Next().Dice.Count])
			known = known && p.side == side // else it was passed
			continue
		case p.phase == placing:
			p = p.after(decision{set: p.coach().random(u.Rand)})
			continue
		}
		best := u.best(&p)
		if known {
			u.learn(&before, &u.buffer[best])
		}
		before = u.buffer[best]
		if u.Float64() < curious {
			before = u.buffer[u.IntN(len(u.buffer))]
		}
		p, known = before, before.ball != nowhere
	}
}

// best makes the successors of a position and returns the number of the best.
func (u *pupil) best(p *position) (best int) {
	u.buffer = p.successors(u.buffer[:0])
	top := float32(-2)
	for i := range u.buffer {
		if v := even.value(u.judge, &u.buffer[i]); v > top {
			best, top = i, v
		}
	}
	return best
}

// learn moves the chances of a position a step towards those of the next one, which
// the other side's best turn leaves behind.
func (u *pupil) learn(p, next *position) {
	target := chances{0, 1} // it scored
	if next.ball != nowhere {
		c := u.chances(next)
		target = chances{c[1], c[0]}
	}
	var list [features]int32
	u.list(p, &list)
	now := u.sum(&list)
	for side := range now {
		change := u.step * (float32(discount*target[side]) - now[side])
		for _, i := range list {
			u.weights[i][side] += float32(change)
		}
	}
}
