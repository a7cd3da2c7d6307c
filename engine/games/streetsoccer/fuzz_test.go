package streetsoccer

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
)

// seedPositions are where the fuzz targets start from: every phase, and what is
// rare in play.
var seedPositions = []string{
	"place Y c1d5 d0c6 d5 ? 1 0:0 -",
	"place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -",
	"kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -",
	"turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -",
	"turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 71 1:1 R",
	"turn Y b2a3a4b3c2 d0c6d5e4f3 a1 1 31 1:1 R",
	"turn Y a1a2a0b1b2 b0a3a9b3c2 f5 ? 5 0:0 -",
	"turn R d1c1c0d0f2 d9b3c6e1e4 d8 6 50 3:3 R",
	"restart Y f9b1b2c2e8 e1c1d1d2e2 - 3 5 0:1 R",
	blockedRestart,
	"over R c1b7c3d5e8 d0b3c6d8e4 - - 72 1:2 R",
	"place Y c1d5 d0c6 - ? 1 0:0 -",
	"kickoff R c1b7c3d5e8 d0b3c6d8e4 c6 2 3 0:0 -",
	"turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 4 0:0 -",
	"",
}

var seedMoves = []string{"Pb7c3e8", "Bf5", "B##", "Me4f5|Be4", "Me8e7|B##", "Me4e4", "Pc1|Bd3", "Pd1|B##", "R", "-", "", "M", "Pc1|B", "Me4f5|"}

// FuzzParse: no text makes Parse panic; a text it takes is what the position
// prints; and such a position can be played on.
func FuzzParse(f *testing.F) {
	for _, text := range seedPositions {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		hash := fnv.New64()
		hash.Write([]byte(text))
		for _, profile := range profiles {
			p, err := Game{}.Parse(profile.variant.ID, text)
			if err != nil {
				if !errors.Is(err, engine.ErrParse) {
					t.Fatalf("%q: %v does not wrap ErrParse", text, err)
				}
				continue
			}
			if p.String() != text {
				t.Fatalf("%q is read as %q", text, p)
			}
			playOn(t, profile.variant.ID, p, rand.New(rand.NewPCG(hash.Sum64(), 0)))
		}
	})
}

// playOn plays some plies at random and reads every position back.
func playOn(t *testing.T, variant string, p engine.Position, r *rand.Rand) {
	t.Helper()
	for range 12 {
		var err error
		before := p.String()
		next := p.Next()
		if next.Over() {
			return
		}
		if next.Dice.Count > 0 {
			p, err = p.Roll([]int{1 + r.IntN(6), 1 + r.IntN(6)}[:next.Dice.Count]...)
		} else {
			p, err = p.Play(p.Random(r))
		}
		if err != nil {
			t.Fatalf("%s: %v", before, err)
		}
		if _, err := (Game{}).Parse(variant, p.String()); err != nil {
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
		text := seedPositions[uint(i)%uint(len(seedPositions)-1)]
		p, err := Game{}.Parse("lg", text)
		if err != nil {
			p, err = Game{}.Parse("board", text)
		}
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
