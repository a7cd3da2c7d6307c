package swiss

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league/pairing"
)

// drawn pairs a round, each bracket as first says.
func drawn(t Tournament, first func(*draw, *bracket) *bracket) Round {
	d := newDraw(t)
	var floaters []*player
	for len(d.left) > 0 {
		b := first(d, newBracket(d, floaters))
		b.soleFloater()
		b.apart()
		b.order()
		floaters = b.finish()
	}
	return d.round()
}

// TestNobodiesStandForAllBelow pairs tournaments of many players with all of them in every bracket, too: the rounds are the same.
func TestNobodiesStandForAllBelow(t *testing.T) { // R-UT-5
	narrow, short := 0, 0
	for seed := range uint64(enginetest.Size(600)) {
		r := rand.New(rand.NewPCG(seed, 51))
		n, rounds, drawish := 40+r.IntN(120), 3+r.IntN(6), r.IntN(10) // the more games are drawn, the fewer are at the top
		at := Tournament{Players: make([]Player, n), Rounds: rounds}
		for range r.IntN(4) {
			a := r.IntN(n - 1)
			at.Forbidden = append(at.Forbidden, [2]int{a, a + 1 + r.IntN(n-1-a)})
		}
		for round := range rounds {
			for i := range at.Players {
				at.Players[i].Absent = r.IntN(25) == 0
			}
			whole := drawn(at, func(_ *draw, b *bracket) *bracket {
				b.weigh()
				b.graph.Solve()
				return b
			})
			got := drawn(at, func(d *draw, b *bracket) *bracket {
				c := d.solved(b)
				switch {
				case c != b && c.next == c.inside:
					narrow++
				case c != b && c.next > c.inside:
					short++
				}
				return c
			})
			if !reflect.DeepEqual(got, whole) {
				t.Fatalf("seed %d, %d players, round %d: got %+v, want %+v", seed, n, round+1, got, whole)
			}
			goOn(at, got, r, drawish)
		}
	}
	if narrow < 50 || short < 10 {
		t.Errorf("%d brackets were paired by themselves, and %d with the next one: too few to say anything", narrow, short)
	}
}

// TestABracketThatCannotKeepTheRulesByItselfIsHelped: the two at the top must not meet, and of all below there is room for both.
func TestABracketThatCannotKeepTheRulesByItselfIsHelped(t *testing.T) { // R-UT-5
	for name, change := range map[string]func(*Tournament){
		"they have met": func(*Tournament) {},
		"the organiser forbids it": func(at *Tournament) {
			meet(at, 0, 0, 98)
			meet(at, 0, 1, 99)
			meet(at, 1, 96, 0)
			meet(at, 1, 97, 1)
			at.Forbidden = [][2]int{{1, 0}}
		},
		"both need to be the First": func(at *Tournament) { meet(at, 0, 98, 0); meet(at, 0, 99, 1); meet(at, 1, 96, 0); meet(at, 1, 97, 1) },
	} {
		at := Tournament{Players: make([]Player, 100), Rounds: 9}
		for a := 0; a < 100; a += 2 { // players 2 to 49 have a point a round, those behind them none
			meet(&at, 0, a, a+1)
			meet(&at, 1, a+1, a)
		}
		change(&at)
		for i := range at.Players { // whoever lost an opponent by the change has not played
			for k, past := range at.Players[i].Past {
				if past.Kind == Played && at.Players[past.Opponent].Past[k].Opponent != i {
					at.Players[i].Past[k] = Past{Kind: Asked, Points: past.Points}
				}
			}
		}
		d := newDraw(at)
		b := newBracket(d, nil)
		if b.inside != 2 || b.narrow() == nil {
			t.Fatalf("%s: %d are in the first bracket", name, b.inside)
		}
		round, err := Next(at)
		if err != nil || len(round.Breaches) > 0 {
			t.Errorf("%s: %v, given up is %v", name, err, round.Breaches)
		}
	}
}

// TestTheByeGoesAboveWhereAllBelowHaveHadOne: there is room for everybody but whoever has the bye.
func TestTheByeGoesAboveWhereAllBelowHaveHadOne(t *testing.T) { // R-UT-5
	at := Tournament{Players: make([]Player, 101), Rounds: 9}
	for i := range at.Players {
		p := &at.Players[i]
		switch {
		case i < 2:
			p.Past = []Past{{Kind: Asked, Points: 1}, {Kind: Asked, Points: 1}}
		case i < 51:
			p.Past = []Past{{Kind: Bye, Points: 1}, {}}
		default:
			p.Past = []Past{{Kind: Bye}, {}}
		}
	}
	round, err := Next(at)
	if err != nil || round.Bye > 1 || len(round.Breaches) > 0 {
		t.Errorf("%v: %d has the bye, given up is %v", err, round.Bye, round.Breaches)
	}
}

// meet lets two have played each other in a round, and pays what players of their places get.
func meet(at *Tournament, round, first, second int) {
	for _, x := range []struct {
		i, o int
		side engine.Side
	}{{first, second, engine.First}, {second, first, engine.Second}} {
		past := Past{Kind: Played, Opponent: x.o, Side: x.side, Points: 1}
		switch {
		case x.i < 2:
			past.Points = 2
		case x.i >= 50:
			past.Points = 0
		}
		p := &at.Players[x.i]
		for len(p.Past) <= round {
			p.Past = append(p.Past, Past{})
		}
		p.Past[round] = past
	}
}

// goOn plays a round, one match in ten not on the board.
func goOn(at Tournament, round Round, r *rand.Rand, drawish int) {
	past := make([]Past, len(at.Players))
	for _, p := range round.Pairs {
		kind, points := Played, r.IntN(3)
		if r.IntN(10) < drawish {
			points = 1
		}
		if r.IntN(10) == 0 {
			kind = Unplayed
		}
		past[p.First] = Past{Kind: kind, Opponent: p.Second, Side: engine.First, Points: points}
		past[p.Second] = Past{Kind: kind, Opponent: p.First, Side: engine.Second, Points: 2 - points}
	}
	if round.Bye != pairing.Nobody {
		past[round.Bye] = Past{Kind: Bye, Points: 2}
	}
	for i := range past {
		at.Players[i].Past = append(at.Players[i].Past, past[i])
	}
}
