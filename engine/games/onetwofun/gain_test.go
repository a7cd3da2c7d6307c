package onetwofun

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
)

// How much better than Hard's reply there is: decisions of matches between Hard and Medium are replied to in several ways,
// and each is played on by Hard for both sides, thousands of times with the same throws. After some possessions Hard says
// what it came to.
const (
	gainReplies     = 8
	gainPossessions = 4
)

// hardMove makes Hard's move, and tells what it promises White, in points.
func hardMove(t *testing.T, p *position, r *rand.Rand) (after position, white float64) {
	m, v := p.Think(bot.Hard, r)
	d, ok := parseMove(m)
	if !ok {
		t.Fatalf("Hard plays %q", m)
	}
	if p.actor() == black {
		v = 5 - v
	}
	return p.after(d), v
}

// playedOn plays a position on until a possession, and returns what it came to for White, in points.
func playedOn(t *testing.T, p position, until uint8, r *rand.Rand) float64 {
	for p.phase != over {
		if dice := p.Next().Dice; dice.Count > 0 {
			p = p.thrown([]int{1 + r.IntN(faces), 1 + r.IntN(faces)}[:dice.Count])
			continue
		}
		after, worth := hardMove(t, &p, r)
		if uint8(p.possession) >= until && p.phase == play {
			return worth
		}
		p = after
	}
	if p.Outcome().Winner == engine.First {
		return 5
	}
	return 0
}

// decisionsToReply returns some decisions of Hard against Medium, and how many Hard makes in a match.
func decisionsToReply(t *testing.T, rules rules, n int, r *rand.Rand) (found []position, each float64) {
	matches := 0
	for ; len(found) < n; matches++ {
		hard := colour(matches % 2)
		for p := rules.start(); p.phase != over; {
			if p.Next().Dice.Count > 0 {
				p = anyStep(p, r)
				continue
			}
			level := bot.Medium
			if p.actor() == hard {
				level, each = bot.Hard, each+1
				if r.IntN(10) == 0 {
					found = append(found, p)
				}
			}
			m, _ := p.Think(level, r)
			after, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			p = after.(position)
		}
	}
	return found[:n], each / float64(matches)
}

// repliesTo returns Hard's reply, any, and those that look best.
func repliesTo(t *testing.T, p position, r *rand.Rand) []position {
	hard, _ := hardMove(t, &p, r)
	d, _ := parseMove(p.Random(r))
	replies := []position{hard, p.after(d)}
	type seen struct {
		position
		worth float64
	}
	var list []seen
	for d := range p.decisions {
		q := p.after(d)
		worth := 0.0
		for k := range 40 {
			worth += playedOn(t, q, uint8(p.possession)+1, rand.New(rand.NewPCG(uint64(k), 7)))
		}
		if p.actor() == black {
			worth = -worth
		}
		list = append(list, seen{q, worth})
	}
	slices.SortStableFunc(list, func(a, b seen) int { return cmp.Compare(b.worth, a.worth) })
	for _, s := range list[:min(len(list), gainReplies)] {
		if !slices.Contains(replies, s.position) {
			replies = append(replies, s.position)
		}
	}
	return replies
}

// TestProofHowMuchBetterThanHardAReplyCanBe asks what the best of the likeliest replies gains over Hard's: next to nothing in a
// match. What any decision loses is seen beside it, or the measure would see nothing.
func TestProofHowMuchBetterThanHardAReplyCanBe(t *testing.T) {
	decisions, throws := 10, 100
	if enginetest.Proving() {
		decisions, throws = 300, 4000
	}
	for _, variant := range []string{"basic", "professional"} { // Hard takes more of Medium where shots are blocked
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			rules, err := rulesOf(variant)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 3))
			list, each := decisionsToReply(t, rules, decisions, r)
			var gains, margins []float64
			for n, p := range list {
				replies := repliesTo(t, p, r)
				sign := 1.0
				if p.actor() == black {
					sign = -1
				}
				trial := enginetest.Try(len(replies), throws, func(reply, throw int) float64 {
					return sign * playedOn(t, replies[reply], uint8(p.possession)+gainPossessions, rand.New(rand.NewPCG(uint64(n), uint64(throw))))
				})
				gains, margins = append(gains, trial.Gain), append(margins, trial.Margin)
			}
			gain, e := enginetest.Mean(gains)
			margin, _ := enginetest.Mean(margins)
			t.Logf("in %d decisions the best reply gains %.4f (%.4f) points over that of Hard, %.2f (%.2f) in a match; any loses %.3f",
				len(list), gain, e, gain*each, e*each, margin)
			if margin < 0.005 {
				t.Errorf("any decision loses %.3f points: the measure sees nothing", margin)
			}
			if most := each * (gain + 2*e); enginetest.Proving() && most > 0.2 {
				t.Errorf("the best reply may gain %.2f points in a match: there is more to be worked out", most)
			}
		})
	}
}
