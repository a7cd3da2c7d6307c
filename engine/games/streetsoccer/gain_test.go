package streetsoccer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine/enginetest"
)

// How much better than Hard's reply there is: turns of Medium against itself are played on thousands of times after each
// of the likeliest replies, with the same throws for all, by who looks one turn ahead, and what they come to after
// twelve turns is what the judge says. Of one half of the throws comes the best reply, of the other what it gains, so
// that chance gains nothing.
const (
	gainReplies = 8
	gainTurns   = 12
)

// played plays a position on, by who looks one turn ahead, and returns what it came to for the side that has just moved.
func (u *pupil) played(q position) float64 {
	sign := 1.0
	for range gainTurns {
		if q.ball == nowhere || q.phase == over {
			break
		}
		q = q.thrown([]int{1 + u.IntN(dieFaces)})
		if q.die != 0 { // else it was passed
			best := u.best(&q)
			q = u.buffer[best]
		}
		sign = -sign
	}
	return sign * float64(even.value(u.judge, &q))
}

// turnsToReply returns turns of matches of Medium against itself, in both profiles of today.
func turnsToReply(t *testing.T, n int, r *rand.Rand) (turns []position) {
	for match := 0; len(turns) < n; match++ {
		start, err := Game{}.Start([]string{lgID, mastermoveID}[match%2])
		if err != nil {
			t.Fatal(err)
		}
		s := newSearch(embedded())
		for p := start.(position); p.phase != over && len(turns) < n; {
			switch dice := p.Next().Dice; {
			case dice.Count > 0:
				p = p.thrown([]int{1 + r.IntN(dieFaces), 1 + r.IntN(dieFaces)}[:dice.Count])
			case p.phase == placing:
				p = p.after(decision{set: p.coach().random(r)})
			default:
				if p.phase == turn && p.move < lastNormal-8 && r.IntN(10) == 0 {
					turns = append(turns, p)
				}
				p = s.root[s.glance(&p, mediumMoves)]
			}
		}
	}
	return turns
}

// TestProofHowMuchBetterThanHardAReplyCanBe asks what the best of the likeliest replies gains over Hard's: so little that a match of
// 25 turns holds less than half a point of 5. What any move loses is seen beside it, or the measure would see nothing.
func TestProofHowMuchBetterThanHardAReplyCanBe(t *testing.T) {
	turns, throws := 4, 100
	if enginetest.Proving() {
		turns, throws = 120, 3000
	}
	u := pupil{judge: embedded()}
	var gains, losses []float64
	for n, p := range turnsToReply(t, turns, rand.New(rand.NewPCG(1, 3))) {
		hard := newSearch(u.judge)
		chosen := hard.root[hard.deep(&p, hardMoves, hardReplies, hardNodes)]
		wide := newSearch(u.judge)
		wide.full(&p, gainReplies)
		replies := []position{chosen, p.after(p.briefs(nil)[0].decision())}
		for _, i := range wide.order {
			if !slices.Contains(replies, wide.root[i]) {
				replies = append(replies, wide.root[i])
			}
		}
		trial := enginetest.Try(len(replies), throws, func(reply, throw int) float64 {
			u.Rand = rand.New(rand.NewPCG(uint64(n), uint64(throw)))
			return u.played(replies[reply])
		})
		f := forecast()
		goal := (f.at(&p, 1) - f.at(&p, -1)) / 2 // in points
		gains = append(gains, goal*trial.Gain)
		losses = append(losses, goal*trial.Margin)
	}
	gain, e := enginetest.Mean(gains)
	loss, _ := enginetest.Mean(losses)
	t.Logf("in %d turns the best reply gains %.4f (%.4f) points over that of Hard, %.2f in a match; any move loses %.3f", turns, gain, e, gain*25, loss)
	if loss < 0.05 {
		t.Errorf("any move loses %.3f points: the measure sees nothing", loss)
	}
	if enginetest.Proving() && 25*(gain+2*e) > 0.5 {
		t.Errorf("the best reply gains %.4f (%.4f) points a turn: there is more to be learnt", gain, e)
	}
}
