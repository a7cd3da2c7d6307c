package cufootball

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kickabout/engine/bot"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

var _ bot.Evaluator = position{}

func TestValueRisesForRed(t *testing.T) {
	put := func(ball, possession string) string {
		return "move R " + teams + " 22,22 " + ball + " free/" + possession + " ? 10 0:0 - " + setUps
	}
	scored := func(score, last string) string {
		return strings.Replace(put("e5", "R"), "0:0 -", score+" "+last, 1)
	}
	for _, c := range []struct{ name, worse, better string }{
		{"with the ball", put("e5", "B"), put("e5", "R")},
		{"with the ball farther forward", put("e2", "R"), put("e5", "R")},
		{"with the ball farther from its own goal", put("e2", "B"), put("c5", "B")},
		{"with a goal more", scored("1:1", "B"), scored("2:1", "B")},
		{"with a man next to the ball", put("a5", "R"), strings.Replace(put("a5", "R"), " b1b3d1d5", " b1b5d1d5", 1)},
		{"with a keeper who can reach the shot", "kick B " + teams + " 33,22 c1 free/B - 10 0:1 B " + redMen + ";R," + blueMen, "kick B " + teams + " 11,22 c1 free/B - 10 0:1 B " + redMen + ";R," + blueMen},
		{"with the match won", "kick R " + teams + " 22,22 e5 free/R - 10 2:0 R " + redMen + "," + blueMen + ";L", "over R " + teams + " 22,22 - free/R - 80 3:0 R -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			worse, better := parsed(t, c.worse).Value(), parsed(t, c.better).Value()
			if worse >= better {
				t.Errorf("%.4f, which is no more than %.4f", better, worse)
			}
		})
	}
}

// turnedRound returns the position with the pitch turned by half and the sides swapped.
func (p position) turnedRound() position {
	turn := func(s pitch.Slot) pitch.Slot {
		if s >= pitch.Nowhere {
			return s
		}
		return pitch.Columns*pitch.Ranks - 1 - s
	}
	turnAll := func(a pitch.Set) pitch.Set {
		var turned pitch.Set
		for s := range a.All() {
			turned |= pitch.One(turn(s))
		}
		return turned
	}
	turnAct := func(a act) act {
		a.man, a.dir, a.column = turn(a.man), (a.dir+pitch.South)%pitch.Directions, pitch.Columns+1-a.column
		return a
	}
	q := p
	for c := pitch.Red; c <= pitch.Blue; c++ {
		q.men[c.Other()], q.score[c.Other()] = turnAll(p.men[c]), p.score[c]
		q.keeper[c.Other()] = pitch.GoalAt(pitch.GoalWidth+1-p.keeper[c].Gx(), p.keeper[c].Gy())
		u := p.last[c]
		u.Men, u.Ball = turnAll(u.Men), [...]team.BallSide{team.NoBall, team.BallRight, team.BallLeft}[u.Ball]
		q.last[c.Other()] = u
	}
	if p.scorer != pitch.Nobody {
		q.scorer = p.scorer.Other()
	}
	q.ball, q.side, q.possession = turn(p.ball), p.side.Other(), p.possession.Other()
	q.chain.act, q.kicked, q.chain.hit = turnAct(p.chain.act), turnAct(p.kicked), turn(p.chain.hit)
	for i, who := range p.chain.tried[:p.chain.n] {
		q.chain.tried[i] = turn(who)
	}
	return q
}

func TestValueFavoursNoSide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	start, err := Game{}.Start("classic")
	if err != nil {
		t.Fatal(err)
	}
	for p := start.(position); p.phase != over; {
		value := p.Value()
		if value <= 0 || value >= 5 {
			t.Errorf("%s is worth %.3f, which is not between 0 and 5", p, value)
		}
		if other := p.turnedRound().Value(); math.Abs(value+other-5) > 1e-9 {
			t.Errorf("%s is worth %.4f to Red, and %.4f with the sides swapped", p, value, other)
		}
		if p.Next().Dice.Count > 0 {
			p = p.drawn(uint8(1 + r.IntN(pegs)))
			continue
		}
		after, err := p.Play(p.Random(r))
		if err != nil {
			t.Fatal(err)
		}
		p = after.(position)
	}
}

// The mean over the pegs of a shot that enters two away from the keeper, one away,
// and straight at it (rules 3.7): a goal always, half of the times, once in four.
func TestAShotIsWorthWhatItScores(t *testing.T) {
	for _, c := range []struct {
		name, keepers string
		goals         float64
	}{
		{"two away", "22,32", 1},
		{"one away", "22,12", 0.5},
		{"at him", "22,11", 0.25},
	} {
		p := parsed(t, strings.Replace(aShot, "22,22", c.keepers, 1))
		after, err := p.Play("Kd5>N")
		if err != nil {
			t.Fatal(err)
		}
		saved := estimate{parsed(t, "move B "+teams+" "+c.keepers+" kB keeper/B ? 11 0:0 - "+setUps)}.standing()
		want := c.goals + (1-c.goals)*saved
		if got := (estimate{after.(position)}).expected(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %.4f goals, want %.4f", c.name, got, want)
		}
	}
}

func TestGreedyShootsWhenNearElsePassesForward(t *testing.T) {
	greedy, err := bot.ByID("greedy")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ name, text, moves string }{
		{"an open goal", strings.Replace(aShot, "22,22", "22,33", 1), "Kd5>N Kd5>NE Kd5>NW"},
		{"forward from the own half", "kick R " + teams + " 22,22 c1 free/R - 10 0:0 - " + setUps, "Kb1>N Kb1>NE Kb1>NW Kd1>N Kd1>NE Kd1>NW"},
	} {
		if m := greedy.Move(parsed(t, c.text), r); !strings.Contains(" "+c.moves+" ", " "+string(m)+" ") {
			t.Errorf("%s: greedy plays %s, want one of %s", c.name, m, c.moves)
		}
	}
	for range 10 { // a man steps next to a ball that nobody could kick
		p := parsed(t, strings.Replace(attack, "22 e5", "22 a5", 1))
		after, err := p.Play(greedy.Move(p, r))
		if err != nil {
			t.Fatal(err)
		}
		if q := after.(position); q.men[pitch.Red]&pitch.One(q.ball).Around() == 0 {
			t.Errorf("nobody is next to the ball in %s", q)
		}
	}
}
