package league_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
)

// pointsOf plays a match of a bot against itself with the dice of a GID, and returns what seat 0
// gets for it; first is the seat that is First.
func pointsOf(t *testing.T, b bot.Bot, gid dice.GID, first int, minds *rand.Rand) float64 {
	t.Helper()
	chain := dice.NewChain(dice.Key{1}, gid, 0, 256)
	source := dice.Source(chain, dice.MatchContext(gid, chain.Head(), [2]string{}))
	game, err := games.ByID("streetsoccer")
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.Begin(game, "lg", kickedOffAt, first, nil)
	for err == nil && !r.Next().Over() {
		if side := r.Next().Side; side != engine.NoSide {
			r, err = r.Add(engine.Event{Seq: len(r.Log) + 1, At: kickedOffAt, By: side, Act: engine.ActMove, Text: string(b.Move(r.Position, minds))})
		}
		if err == nil {
			r, _, err = r.Drive(kickedOffAt, source)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	paid, _ := league.Standard().Points(r.Outcome())
	return float64(paid[r.SideOf(0)-1]) / 10
}

// The sum of both matches of a duplicate pair varies less than that of two matches with dice of their own, between
// players who are equally strong: what is left is less luck.
func TestADuplicatePairHoldsLessLuckThanTwoMatches(t *testing.T) {
	for id, pairs := range map[string]int{"greedy": 2000, "medium": 500} {
		b, err := bot.ByID(id)
		if err != nil {
			t.Fatal(err)
		}
		n := enginetest.Size(pairs)
		var same, own spread
		for i := range n {
			minds := rand.New(rand.NewPCG(uint64(i), 11))
			gid := func(k int) dice.GID { return dice.FixtureGID("pairs", id, string(rune('a'+k))+string(rune(1000+i))) }
			one := pointsOf(t, b, gid(0), 0, minds)
			same.add(one + pointsOf(t, b, gid(0), 1, minds))
			own.add(one + pointsOf(t, b, gid(1), 1, minds))
		}
		ratio := same.variance() / own.variance()
		t.Logf("%s, %d pairs: variance of a player's points in a duplicate pair %.2f, in two matches %.2f, ratio %.2f ± %.2f", id, n, same.variance(), own.variance(), ratio, 2*ratio*math.Sqrt(4/float64(n)))
		if ratio >= 1 {
			t.Errorf("%s: a duplicate pair varies %.2f times as much as two matches", id, ratio)
		}
	}
}

var kickedOffAt = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)

// spread is a mean and a variance as they come in.
type spread struct{ n, sum, squares float64 }

func (s *spread) add(x float64) { s.n, s.sum, s.squares = s.n+1, s.sum+x, s.squares+x*x }

func (s *spread) variance() float64 { return (s.squares - s.sum*s.sum/s.n) / (s.n - 1) }
