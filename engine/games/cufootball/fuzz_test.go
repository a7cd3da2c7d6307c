package cufootball

import (
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// seedPositions are where the fuzz targets start from: every phase, and chains
// that wait for every kind of draw.
var seedPositions = enginetest.Seeds("classic",
	firstSetUp, secondSetUp, attack, defend, aKick, aShot, aDribble, aThrow, aGoalKick,
	"setup B - - 22,22 - free/B - 12 1:0 R "+setUps,
	"move R "+teams+" 22,22 e5 free/R 4 10 0:0 - "+setUps,
	"move B "+teams+" 22,22 kR keeper/R ? 89 2:1 R "+redMen+","+blueMen+";L",
	"kickoff R "+teams+" 22,22 f3 free/R ? 0 0:0 - "+setUps+"|O/?/?/kick/-/-",
	"kick R "+teams+" 22,22 e5 free/R ? 10 0:0 - "+setUps+"|Kd5>N/?/?/kick/-/-",
	"kick R "+teams+" 22,22 e6 free/R ? 10 0:0 - "+setUps+"|Kd5>N/2/1/pass/-/-",
	"kick R "+teams+" 22,22 e6 free/R ? 10 0:0 - "+setUps+"|Kd5>N/2/1/save/f6,d6/-",
	"over R "+teams+" 22,22 - free/R - 80 3:0 R -",
)

var seedMoves = []string{
	"S" + redMen + ";R", "S" + blueMen, "M", "M> G21", "Mb1>a1", "Mb1b3>a1a3", "Kd5>N", "Kd5>NE", "D>N", "D-", "TNE2", "Q6,-1,+", "R", "-", "", "S", "Q", "T", "K>", "M>",
}

func FuzzParse(f *testing.F) { enginetest.FuzzParse(f, Game{}, seedPositions) }

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, Game{}, seedPositions, seedMoves) }

// FuzzContinue: no steps make Continue or Diagram panic, and what they spell is legal.
func FuzzContinue(f *testing.F) {
	for i := range seedPositions {
		for _, steps := range []string{"", "=4-4-2", "b1,a1,R22,R12", "d5,e6", "e1,d2,=one more space", "=nobody moves", ",", "=,a"} {
			f.Add(i, steps)
		}
	}
	f.Fuzz(func(t *testing.T, i int, steps string) {
		p, err := Game{}.Parse("classic", seedPositions[uint(i)%uint(len(seedPositions))].Text)
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
