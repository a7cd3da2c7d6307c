package scene

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
)

// load plays a scene, which must be possible.
func load(t *testing.T, n int, moves ...engine.Move) Play {
	t.Helper()
	p, err := Load(streetsoccer.Game{}, n, moves)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// goalOf returns a move of a position that scores, "" if there is none; plainOf one that does not.
func goalOf(p engine.Position) engine.Move  { return moveOf(p, true) }
func plainOf(p engine.Position) engine.Move { return moveOf(p, false) }

func moveOf(p engine.Position, scores bool) engine.Move {
	for m := range p.Moves() {
		if strings.HasSuffix(string(m), "B##") == scores {
			return m
		}
	}
	return ""
}

func TestEverySceneBeginsWithAGoalInReach(t *testing.T) {
	t.Parallel()
	faces := map[int]bool{}
	for n := 1; n <= Count(); n++ {
		p := load(t, n)
		d := p.Record.Position.Diagram()
		if p.Over() || p.Record.Next().Side != Side || len(d.Throw) != 1 || p.Record.Score() != [2]int{} {
			t.Fatalf("scene %d begins with %s", n, p.Record.Position)
		}
		faces[d.Throw[0]] = true
		if count := p.Record.Position.Count(); count > 300 {
			t.Errorf("scene %d has %d moves, too many to look at", n, count)
		}
		goal := goalOf(p.Record.Position)
		if goal == "" {
			t.Fatalf("nobody can score in scene %d: %s", n, p.Record.Position)
		}
		after := load(t, n, goal)
		if !after.Over() || after.Scored() != Side || after.Record.Log[len(after.Record.Log)-1].By != Side {
			t.Errorf("scene %d goes on behind a goal: %s", n, after.Record.Position)
		}
	}
	if len(faces) < 3 {
		t.Errorf("the scenes show the faces %v alone", faces)
	}
}

func TestASceneEndsWithAGoalOrAfterItsTurns(t *testing.T) {
	t.Parallel()
	ends := map[engine.Side]int{}
	for n := 1; n <= Count(); n++ {
		for seed := range uint64(40) {
			p, r := load(t, n), rand.New(rand.NewPCG(seed, 1))
			for !p.Over() {
				if p.Record.Next().Side != Side {
					t.Fatalf("scene %d waits for %v", n, p.Record.Next())
				}
				before := p
				var err error
				if p, err = p.Move(p.Record.Position.Random(r)); err != nil {
					t.Fatal(err)
				}
				if again := load(t, n, p.Moves...); again.Record.Position.String() != p.Record.Position.String() {
					t.Fatalf("the same moves led to %s and to %s", p.Record.Position, again.Record.Position)
				}
				if len(before.Moves) != len(p.Moves)-1 {
					t.Fatal("a move changed the play before it")
				}
			}
			ends[p.Scored()]++
			if p.Scored() == engine.NoSide && len(p.Moves) != Turns || len(p.Moves) > Turns {
				t.Errorf("scene %d ended after %d turns", n, len(p.Moves))
			}
			if _, err := p.Move(plainOf(p.Record.Position)); !errors.Is(err, engine.ErrIllegal) {
				t.Errorf("a scene that is over goes on: %v", err)
			}
		}
	}
	if ends[Side] == 0 || ends[engine.NoSide] == 0 || ends[Side.Other()] == 0 {
		t.Errorf("random play ended by %v", ends)
	}
}

func TestWhatIsNoSceneIsRefused(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, Count() + 1} {
		if _, err := Load(streetsoccer.Game{}, n, nil); !errors.Is(err, engine.ErrUnknown) {
			t.Errorf("scene %d: %v", n, err)
		}
	}
	plain := plainOf(load(t, 1).Record.Position)
	for _, moves := range [][]engine.Move{{""}, {"x"}, {"Ma1a1"}, {plain, plain, plain, plain, plain, plain}, {goalOf(load(t, 1).Record.Position), plain}} {
		if _, err := Load(streetsoccer.Game{}, 1, moves); !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) == "" {
			t.Errorf("%q: %v", moves, err)
		}
	}
}
