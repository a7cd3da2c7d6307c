package enginetest

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
)

// onwards is how many plies and throws a position that a fuzzer found is played on.
const onwards = 30

// A Seed is a position of a game that fuzz targets start from.
type Seed struct{ Variant, Text string }

// Seeds returns positions of one variant.
func Seeds(variant string, texts ...string) []Seed {
	seeds := make([]Seed, len(texts))
	for i, text := range texts {
		seeds[i] = Seed{variant, text}
	}
	return seeds
}

// FuzzParse fuzzes a game's Parse: no text makes it panic; a text that it takes is
// what the position prints; and such a position can be played on. Each seed is tried
// with every variant.
func FuzzParse(f *testing.F, g engine.Game, seeds []Seed) {
	for _, seed := range append(slices.Clone(seeds), Seed{}) {
		f.Add(seed.Variant, seed.Text)
		for _, v := range g.Info().Variants {
			f.Add(v.ID, seed.Text)
		}
	}
	f.Fuzz(func(t *testing.T, variant, text string) {
		want := engine.ErrParse
		if _, err := g.Start(variant); err != nil {
			want = engine.ErrUnknown
		}
		p, err := g.Parse(variant, text)
		if err != nil {
			if !errors.Is(err, want) {
				t.Fatalf("%q: %v does not wrap %q", text, err, want)
			}
			return
		}
		if p.String() != text {
			t.Fatalf("%q is read as %q", text, p)
		}
		hash := fnv.New64()
		hash.Write([]byte(text))
		playOn(t, g, variant, p, rand.New(rand.NewPCG(hash.Sum64(), 0)))
	})
}

// playOn plays some plies at random and reads every position back.
func playOn(t *testing.T, g engine.Game, variant string, p engine.Position, r *rand.Rand) {
	t.Helper()
	for range onwards {
		next, before, err := p.Next(), p.String(), error(nil)
		if next.Over() {
			return
		}
		if next.Dice.Count > 0 {
			p, err = p.Roll(throw(next.Dice, r)...)
		} else {
			p, err = p.Play(p.Random(r))
		}
		if err != nil {
			t.Fatalf("%s: %v", before, err)
		}
		if _, err := g.Parse(variant, p.String()); err != nil {
			t.Fatalf("%s leads to %s: %v", before, p, err)
		}
	}
}

// FuzzMove fuzzes the moves of positions, each in its own variant: no text makes Check
// panic; one that is no legal move is refused with a sentence; one that is legal is
// what its steps spell.
func FuzzMove(f *testing.F, g engine.Game, seeds []Seed, moves []string) {
	for i := range seeds {
		for _, move := range moves {
			f.Add(i, move)
		}
	}
	f.Fuzz(func(t *testing.T, i int, move string) {
		seed := seeds[uint(i)%uint(len(seeds))]
		p, err := g.Parse(seed.Variant, seed.Text)
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
