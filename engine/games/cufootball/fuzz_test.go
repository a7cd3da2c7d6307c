package cufootball

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
)

// seedPositions are where the fuzz targets start from: every phase, and chains
// that wait for every kind of draw.
var seedPositions = []string{
	firstSetUp, secondSetUp, attack, defend, aKick, aShot, aDribble, aThrow, aGoalKick,
	"setup B - - 22,22 - free/B - 12 1:0 R " + setUps,
	"move R " + teams + " 22,22 e5 free/R 4 10 0:0 - " + setUps,
	"move B " + teams + " 22,22 kR keeper/R ? 89 2:1 R " + redMen + "," + blueMen + ";L",
	"kickoff R " + teams + " 22,22 f3 free/R ? 0 0:0 - " + setUps + "|O/?/?/kick/-/-",
	"kick R " + teams + " 22,22 e5 free/R ? 10 0:0 - " + setUps + "|Kd5>N/?/?/kick/-/-",
	"kick R " + teams + " 22,22 e6 free/R ? 10 0:0 - " + setUps + "|Kd5>N/2/1/pass/-/-",
	"kick R " + teams + " 22,22 e6 free/R ? 10 0:0 - " + setUps + "|Kd5>N/2/1/save/f6,d6/-",
	"over R " + teams + " 22,22 - free/R - 80 3:0 R -",
	"",
}

var seedMoves = []string{
	"S" + redMen + ";R", "S" + blueMen, "M", "M> G21", "Mb1>a1", "Mb1b3>a1a3", "Kd5>N", "Kd5>NE", "D>N", "D-", "TNE2", "Q6,-1,+", "R", "-", "", "S", "Q", "T", "K>", "M>",
}

// FuzzParse: no text makes Parse panic; a text it takes is what the position
// prints; and such a position can be played on.
func FuzzParse(f *testing.F) {
	for _, text := range seedPositions {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Game{}.Parse("classic", text)
		if err != nil {
			if !errors.Is(err, engine.ErrParse) {
				t.Fatalf("%q: %v does not wrap ErrParse", text, err)
			}
			return
		}
		if p.String() != text {
			t.Fatalf("%q is read as %q", text, p)
		}
		hash := fnv.New64()
		hash.Write([]byte(text))
		playOn(t, p, rand.New(rand.NewPCG(hash.Sum64(), 0)))
	})
}

// playOn plays some plies at random and reads every position back.
func playOn(t *testing.T, p engine.Position, r *rand.Rand) {
	t.Helper()
	for range 30 {
		var err error
		before := p.String()
		next := p.Next()
		if next.Over() {
			return
		}
		if next.Dice.Count > 0 {
			p, err = p.Roll(1 + r.IntN(pegs))
		} else {
			p, err = p.Play(p.Random(r))
		}
		if err != nil {
			t.Fatalf("%s: %v", before, err)
		}
		if _, err := (Game{}).Parse("classic", p.String()); err != nil {
			t.Fatalf("%s leads to %s: %v", before, p, err)
		}
	}
}

// FuzzMove: no text makes Check panic; one that is no legal move is refused with
// a sentence; one that is legal is what its steps spell.
func FuzzMove(f *testing.F) {
	for i := range seedPositions {
		for _, move := range seedMoves {
			f.Add(i, move)
		}
	}
	f.Fuzz(func(t *testing.T, i int, move string) {
		p, err := Game{}.Parse("classic", seedPositions[uint(i)%uint(len(seedPositions)-1)])
		if err != nil {
			t.Fatal(err)
		}
		m := engine.Move(move)
		if err := p.Check(m); err != nil {
			if !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) == "" {
				t.Fatalf("%s: %q: %v", p, move, err)
			}
			return
		}
		steps, err := p.Steps(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, spelt := p.Continue(steps); spelt != m {
			t.Fatalf("%s: the steps of %q spell %q", p, move, spelt)
		}
	})
}

// FuzzContinue: no steps make Continue or Diagram panic, and what they spell is legal.
func FuzzContinue(f *testing.F) {
	for i := range seedPositions {
		for _, steps := range []string{"", "=4-4-2", "b1,a1,R22,R12", "d5,e6", "e1,d2,=one more space", "=nobody moves", ",", "=,a"} {
			f.Add(i, steps)
		}
	}
	f.Fuzz(func(t *testing.T, i int, steps string) {
		p, err := Game{}.Parse("classic", seedPositions[uint(i)%uint(len(seedPositions)-1)])
		if err != nil {
			t.Fatal(err)
		}
		done := engine.ParseSteps(steps)
		if _, m := p.Continue(done); m != "" {
			if err := p.Check(m); err != nil {
				t.Fatalf("%s: %q spell %q: %v", p, steps, m, err)
			}
		}
		p.Diagram(done...)
	})
}
