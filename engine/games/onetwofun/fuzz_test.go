package onetwofun

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
)

// seedPositions are where the fuzz targets start from, each with its variant:
// every phase, every wait, and what is rare in play.
var seedPositions = []struct{ variant, text string }{
	{"basic", "kickoff W - - 0:0 1 - - -"},
	{"basic", "play W e8,f8,g8 ? 0:0 1 - - -"},
	{"basic", "play W e8,f8,g8 1-2 0:0 1 - - -"},
	{"basic", "play W c14,e13,h14 1-3 6:6 199 - B -"},
	{"basic", "play W a15,f15,k15 2-5 0:0 1 - - -"},
	{"basic", "play B b5,b6,h5 6-6 0:0 2 - - -"},
	{"basic", "penalty W c12,f13,g14 1-1 0:0 1 - - -"},
	{"basic", "penalty B a8,b1,f3 1-1 1:2 6 - W pen"},
	{"basic", "over B e8,f8,g8 - 2:2 200 - W -"},
	{"basic,goals=3", "over W - - 3:0 5 - W -"},
	{"professional", "kickoff B - - 1:0 2 e1,g14 W -"},
	{"professional", "keeper B e8,f8,g8 ? 0:0 1 f1,f15 - -"},
	{"professional", "penalty B a8,b1,f3 1-1 0:0 2 f1,i12 - pen:5"},
	{"blocking", "keeper W b13,d11,f14 ? 0:0 2 f1,f14 - -"},
	{"blocking", "play W c14,e13,h14 1-3 0:0 1 f1,g15 - block:e13-*:3"},
	{"blocking", "play W b10,b11,h11 6-6 0:0 1 f1,f14 - block:b10-*:12"},
}

var seedMoves = []string{
	"K d8,f8,g8", "K d8,d8,g8", "e8-d9 f8-h10", "c14-b14 e13-*", "D b6-*", "D b6-d4", "I", "C a15-c13", "C a15-a10",
	"P f13>f13 c12>b11 g14>j12", "P c12>f13", "G f15-e15", "G f1-f1", "R", "-", "", "e8", "e8-", "e8-d9 f8-h10 g8-g9", "K d8,f8",
	"P", "P f12>*", "G f15-*", "e08-d9 f8-h10", "e16-d9 f8-h10", "II", "I ", "D", "C",
}

// FuzzParse: no text makes Parse panic; a text it takes is what the position
// prints; and such a position can be played on.
func FuzzParse(f *testing.F) {
	for _, seed := range seedPositions {
		f.Add(seed.variant, seed.text)
	}
	f.Add("blocking", "")
	f.Fuzz(func(t *testing.T, variant, text string) {
		p, err := Game{}.Parse(variant, text)
		if err != nil {
			if !errors.Is(err, engine.ErrParse) && !errors.Is(err, engine.ErrUnknown) {
				t.Fatalf("%q: %v wraps neither ErrParse nor ErrUnknown", text, err)
			}
			return
		}
		if p.String() != text {
			t.Fatalf("%q is read as %q", text, p)
		}
		hash := fnv.New64()
		hash.Write([]byte(text))
		playOn(t, variant, p, rand.New(rand.NewPCG(hash.Sum64(), 0)))
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
		seed := seedPositions[uint(i)%uint(len(seedPositions))]
		p, err := Game{}.Parse(seed.variant, seed.text)
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

// FuzzMoveText: a text that is read as a move is written the same again.
func FuzzMoveText(f *testing.F) {
	for _, move := range seedMoves {
		f.Add(move)
	}
	f.Fuzz(func(t *testing.T, move string) {
		if d, ok := parseMove(engine.Move(move)); ok && string(d.text()) != move {
			t.Fatalf("%q is read as %q", move, d.text())
		}
	})
}
