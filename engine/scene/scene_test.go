package scene

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games/cufootball"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
)

// games are those that have scenes.
var games = []engine.Game{streetsoccer.Game{}, onetwofun.Game{}, cufootball.Game{}}

// load plays a scene, which must be possible.
func load(t *testing.T, g engine.Game, n int, moves ...engine.Move) Play {
	t.Helper()
	p, err := Load(g, n, moves)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// moveOf returns a move of a scene with which Side scores at once, or with which it does not; "" if there is none.
func moveOf(t *testing.T, p Play, scores bool) engine.Move {
	t.Helper()
	for m := range p.Record.Position.Moves() {
		after, err := p.Move(m)
		if err != nil {
			t.Fatal(err)
		}
		if (after.Scored() == Side) == scores {
			return m
		}
	}
	return ""
}

// eachScene tests every scene of every game.
func eachScene(t *testing.T, test func(t *testing.T, g engine.Game, n int)) {
	for _, g := range games {
		id := g.Info().ID
		if Count(id) < 3 {
			t.Errorf("%s has %d scenes", id, Count(id))
		}
		for n := 1; n <= Count(id); n++ {
			t.Run(fmt.Sprint(id, n), func(t *testing.T) {
				t.Parallel()
				test(t, g, n)
			})
		}
	}
}

func TestEverySceneBeginsWithAGoalInReach(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, g engine.Game, n int) {
		p := load(t, g, n)
		if p.Over() || p.Record.Next().Side != Side || p.Record.Score() != [2]int{} {
			t.Fatalf("it begins with %s", p.Record.Position)
		}
		if count := p.Record.Position.Count(); count < 5 || count > 600 {
			t.Errorf("it has %d moves, too many to look at or no choice", count)
		}
		goal := moveOf(t, p, true)
		if goal == "" || moveOf(t, p, false) == "" {
			t.Fatalf("there is no choice between a goal and none: %s", p.Record.Position)
		}
		after := load(t, g, n, goal)
		goals := after.Record.Goals()
		if !after.Over() || after.Scored() != Side || len(goals) != 1 || goals[0].Seq != len(after.Record.Log) {
			t.Errorf("it goes on behind %v: %s", goals, after.Record.Position)
		}
	})
}

// TestEveryGameShowsSeveralThrows: who comes back on another day finds another die.
func TestEveryGameShowsSeveralThrows(t *testing.T) {
	t.Parallel()
	for _, g := range games {
		begun := map[string]bool{}
		for n := 1; n <= Count(g.Info().ID); n++ {
			d := load(t, g, n).Record.Position.Diagram()
			what := fmt.Sprint(d.Throw)
			if len(d.Throw) == 0 { // pegs are drawn for the move
				what = d.Pieces[len(d.Pieces)-1].Name + string(d.Pieces[len(d.Pieces)-1].Cell)
			}
			begun[what] = true
		}
		if len(begun) < 3 {
			t.Errorf("%s begins with %v alone", g.Info().ID, begun)
		}
	}
}

func TestASceneEndsWithAGoalOrAfterItsTurns(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, g engine.Game, n int) {
		for seed := range uint64(12) {
			p, r := load(t, g, n), rand.New(rand.NewPCG(seed, 1))
			for !p.Over() {
				if p.Record.Next().Side != Side {
					t.Fatalf("it waits for %v", p.Record.Next())
				}
				before := p
				var err error
				if p, err = p.Move(p.Record.Position.Random(r)); err != nil {
					t.Fatal(err)
				}
				if len(before.Moves) != len(p.Moves)-1 {
					t.Fatal("a move changed the play before it")
				}
			}
			if again := load(t, g, n, p.Moves...); again.Record.Position.String() != p.Record.Position.String() {
				t.Fatalf("the same moves led to %s and to %s", p.Record.Position, again.Record.Position)
			}
			if p.Scored() == engine.NoSide && len(p.Moves) != Turns || len(p.Moves) > Turns {
				t.Errorf("it ended after %d turns", len(p.Moves))
			}
			if _, err := p.Move("x"); !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) != "This scene is over." {
				t.Errorf("what is over goes on: %v", err)
			}
		}
	})
}

// TestScenesEndInEveryWay: by a goal of either side, and without one.
func TestScenesEndInEveryWay(t *testing.T) {
	t.Parallel()
	for _, g := range games {
		ends := map[engine.Side]int{}
		for n := 1; n <= Count(g.Info().ID); n++ {
			for seed := range uint64(40) {
				p, r := load(t, g, n), rand.New(rand.NewPCG(seed, 1))
				for !p.Over() {
					var err error
					if p, err = p.Move(p.Record.Position.Random(r)); err != nil {
						t.Fatal(err)
					}
				}
				ends[p.Scored()]++
			}
		}
		if ends[Side] == 0 || ends[engine.NoSide] == 0 {
			t.Errorf("random play of %s ended by %v", g.Info().ID, ends)
		}
	}
}

func TestWhatIsNoSceneIsRefused(t *testing.T) {
	t.Parallel()
	for _, g := range games {
		for _, n := range []int{-1, 0, Count(g.Info().ID) + 1} {
			if _, err := Load(g, n, nil); !errors.Is(err, engine.ErrUnknown) {
				t.Errorf("scene %d: %v", n, err)
			}
		}
	}
	street := games[0]
	goal, plain := moveOf(t, load(t, street, 1), true), moveOf(t, load(t, street, 1), false)
	for _, moves := range [][]engine.Move{{""}, {"x"}, {"Ma1a1"}, {plain, plain, plain, plain, plain, plain}, {goal, plain}} {
		if _, err := Load(street, 1, moves); !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) == "" {
			t.Errorf("%q: %v", moves, err)
		}
	}
}
