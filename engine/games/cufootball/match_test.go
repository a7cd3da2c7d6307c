package cufootball

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
)

// A course is how long a match was.
type course struct {
	clock, handOvers, goals int
	ending                  engine.Ending
}

// played plays a match of a bot against itself and returns its course, and the
// longest that it thought about a move.
func played(t *testing.T, b bot.Bot, r *rand.Rand) (course, time.Duration) {
	t.Helper()
	p, err := Game{}.Start("classic")
	if err != nil {
		t.Fatal(err)
	}
	var c course
	var longest time.Duration
	last := engine.NoSide
	for !p.Next().Over() {
		if side := p.Next().Side; side == engine.NoSide {
			p, err = p.Roll(1 + r.IntN(pegs))
		} else {
			if side != last {
				c.handOvers++
				last = side
			}
			begin := time.Now()
			m := b.Move(p, r)
			longest = max(longest, time.Since(begin))
			p, err = p.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
	}
	o := p.Outcome()
	c.clock, c.goals, c.ending = int(p.(position).clock), o.Score[0]+o.Score[1], o.Ending
	return c, longest
}

// spans returns the middle, the nine tenths' point and the greatest of some numbers.
func spans(all []course, number func(course) int) (median, ninety, most int) {
	numbers := make([]int, len(all))
	for i, c := range all {
		numbers[i] = number(c)
	}
	slices.Sort(numbers)
	last := len(numbers) - 1
	return numbers[last/2], numbers[last*9/10], numbers[last]
}

// The simulation that the clock and the goals were chosen by (rules 3.10) saw
// matches between simple players that came to an end by goals as a rule, and about
// twice as many hand-overs as kicks.
func TestMatchesAreAsLongAsTheRulesWant(t *testing.T) {
	for _, b := range bot.All() {
		if !bot.Quick(b) {
			continue
		}
		t.Run(b.ID(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(2026, 3))
			matches := enginetest.Size(1000)
			if b.ID() != "random" && matches < 1000 {
				matches /= 10 // greedy thinks about each move
			}
			var all []course
			endings := map[engine.Ending]int{}
			for range matches {
				c, longest := played(t, b, r)
				all = append(all, c)
				endings[c.ending]++
				if longest > 5*time.Second { // a second where nothing else runs
					t.Errorf("the bot thought %s about a move", longest)
				}
			}
			clock, clock90, most := spans(all, func(c course) int { return c.clock })
			hands, hands90, _ := spans(all, func(c course) int { return c.handOvers })
			goals, goals90, _ := spans(all, func(c course) int { return c.goals })
			t.Logf("%d matches, median and 90 %%: clock %d, %d (at most %d); hand-overs %d, %d; goals %d, %d; endings %v",
				matches, clock, clock90, most, hands, hands90, goals, goals90, endings)
			if most > clockOption.Values[0] || clock < 20 || goals < 2 || hands < clock || hands > 4*clock {
				t.Error("that is no match of this game")
			}
			if endings[engine.Target] == 0 || endings[engine.Goalless] > matches/4 {
				t.Errorf("endings %v: goals should decide most matches", endings)
			}
		})
	}
}
