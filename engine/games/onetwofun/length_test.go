package onetwofun

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
)

// A tally is what matches were like.
type tally struct{ turns, possessions, goals []int }

// How long matches are (rules 2.10). The bounds are wide: they tell a game that
// works from one in which nobody scores or the turn never passes.
func TestMatchesAreOfSensibleLength(t *testing.T) {
	for _, c := range []struct {
		bot                string
		matches            int
		turns, possessions [2]int // the median lies between
	}{
		{"random", enginetest.Size(1000), [2]int{60, 200}, [2]int{20, 60}},
		{"greedy", enginetest.Size(1000), [2]int{20, 70}, [2]int{10, 25}},
	} {
		player, err := bot.ByID(c.bot)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range (Game{}).Info().Variants {
			t.Run(c.bot+" "+v.ID, func(t *testing.T) {
				t.Parallel()
				var all tally
				for n := range c.matches {
					all.add(t, v.ID, player, uint64(n))
				}
				t.Logf("%d matches: turns %v, possessions %v, goals %v (median, 90 %%)", c.matches, middleAndMost(all.turns), middleAndMost(all.possessions), middleAndMost(all.goals))
				if m := middleAndMost(all.turns)[0]; m < c.turns[0] || m > c.turns[1] {
					t.Errorf("half of the matches have %d turns, want %v", m, c.turns)
				}
				if m := middleAndMost(all.possessions)[0]; m < c.possessions[0] || m > c.possessions[1] {
					t.Errorf("half of the matches have %d possessions, want %v", m, c.possessions)
				}
			})
		}
	}
}

// add plays a match, the keepers by the default order, and counts it. A throw of
// two dice is a turn.
func (all *tally) add(t *testing.T, variant string, player bot.Bot, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, seed))
	rules, err := rulesOf(variant)
	if err != nil {
		t.Fatal(err)
	}
	p := rules.start()
	turns := 0
	for p.phase != over {
		if dice := p.Next().Dice; dice.Count > 0 {
			if dice.Label == turnDice {
				turns++
			}
			p = anyStep(p, r)
			continue
		}
		m, ok := Game{}.Auto(p, orderTrack)
		if !ok {
			m = player.Move(p, r)
		}
		after, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		p = after.(position)
	}
	if ending := p.Outcome().Ending; !slices.Contains(Game{}.Info().Endings, ending) {
		t.Fatalf("%s ends with %q", p, ending)
	}
	all.turns = append(all.turns, turns)
	all.possessions = append(all.possessions, int(p.possession))
	all.goals = append(all.goals, int(p.score[white]+p.score[black]))
}

// middleAndMost returns the median and the value that nine in ten do not exceed.
func middleAndMost(values []int) [2]int {
	slices.Sort(values)
	return [2]int{values[len(values)/2], values[len(values)*9/10]}
}
