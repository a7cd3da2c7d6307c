package games_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// TestEveryGameConforms plays a thousand matches of each variant when it is to be
// proved. In short it plays a few: their own packages hold the games to their rules.
func TestEveryGameConforms(t *testing.T) {
	matches := 1000
	if enginetest.Size(matches) < matches {
		matches = 4
	}
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			enginetest.Conform(t, g, matches)
		})
	}
}

// longestTask is what fits beside "Your turn." in two lines of a phone.
const longestTask = 64

func TestEveryTaskFitsTwoLines(t *testing.T) {
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			t.Run(g.Info().ID+"/"+v.ID, func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(17, 4))
				p, err := g.Start(v.ID)
				for turns := 0; turns < enginetest.Size(1000) && err == nil; {
					next := p.Next()
					switch {
					case next.Over():
						p, err = g.Start(v.ID)
					case next.Dice.Count > 0:
						faces := make([]int, next.Dice.Count)
						for i := range faces {
							faces[i] = 1 + r.IntN(next.Dice.Sides)
						}
						p, err = p.Roll(faces...)
					default:
						turns++
						m := p.Random(r)
						steps, _ := p.Steps(m)
						for n := range len(steps) + 1 {
							if task := p.Diagram(steps[:n]...).Task; len([]rune(task)) > longestTask {
								t.Errorf("%s after %v: %q has %d letters", p, steps[:n], task, len([]rune(task)))
							}
						}
						p, err = p.Play(m)
					}
				}
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

func TestByID(t *testing.T) {
	for _, g := range games.All() {
		if got, err := games.ByID(g.Info().ID); err != nil || got != g {
			t.Errorf("ByID(%q) = %v, %v", g.Info().ID, got, err)
		}
	}
	if _, err := games.ByID("no such game"); !errors.Is(err, engine.ErrUnknown) {
		t.Errorf("an unknown id gives %v, want ErrUnknown", err)
	}
}

func TestEveryGameHasALesson(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) { enginetest.Lesson(t, g) })
	}
}

// TestEachOptionSaysWhatItChanges has a sentence for who chooses and has not read the rules.
func TestEachOptionSaysWhatItChanges(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		for _, o := range g.Info().Options {
			if !strings.HasSuffix(o.Hint, ".") || strings.Count(o.Hint, ". ") > 0 || len(o.Hint) > 120 {
				t.Errorf("%s, %s: %q is not one short sentence", g.Info().ID, o.ID, o.Hint)
			}
		}
	}
}
