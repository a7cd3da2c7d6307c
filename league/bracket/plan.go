package bracket

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Plan says what is to be done now: ties begin as soon as both players are known, those that
// are level get one more match, and on a tie's last day what is still running is adjudicated
// (R-UT-4). Once the final and the third place are decided all is finished.
func (b *Bracket) Plan() league.Plan {
	var plan league.Plan
	over := true
	for _, t := range b.Ties() {
		plan.Fixtures = append(plan.Fixtures, b.missing(t)...)
		for _, f := range t.Games {
			if f.Outcome.Over() {
				continue
			}
			over = false
			if !t.Ends.IsZero() && !b.sheet.Now.Before(t.Ends) {
				plan.Acts = append(plan.Acts, league.FixtureAct{Key: f.Key, Act: engine.ActAdjudicate})
			}
		}
	}
	plan.Finished = over && b.Final().Decided && (b.Third == nil || b.Third.Decided)
	if winner := b.Winner(); plan.Finished && winner != "" {
		plan.Winners = []string{winner}
	}
	return plan
}

// missing returns the matches of a tie that are to begin.
func (b *Bracket) missing(t Tie) []league.Fixture {
	if t.Decided || t.Seats[0].Player == "" || t.Seats[1].Player == "" {
		return nil
	}
	boards := b.draw.Legs
	if t.legsOver(boards) {
		boards++
	}
	var fixtures []league.Fixture
	for n := 1; n <= boards; n++ {
		f := b.match(t, n)
		if _, there := b.sheet.Find(f.Key); !there {
			fixtures = append(fixtures, f)
		}
	}
	return fixtures
}

// match returns a match of a tie. Of two legs each has one kick-off; that of a single match is
// drawn by lot.
func (b *Bracket) match(t Tie, n int) league.Fixture {
	f := league.Fixture{Key: t.Key + league.Key(fmt.Sprintf("/b%d", n)), First: t.Seats[0].Player, Second: t.Seats[1].Player}
	second := n == 2
	if b.draw.Legs == 1 || n > b.draw.Legs {
		second = b.drawn(f.Key)
	}
	if second {
		f.First, f.Second = f.Second, f.First
	}
	return f
}

// drawn is the lot for a kick-off: the lowest bit of the first byte of SHA-256(seed || key).
func (b *Bracket) drawn(key league.Key) bool {
	sum := sha256.Sum256(append(slices.Clone(b.sheet.Lot), key...))
	return sum[0]&1 == 1
}
