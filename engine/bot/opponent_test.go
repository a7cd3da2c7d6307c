package bot_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/engine/games/streetsoccer"
)

// newcomer has learnt the rules a minute ago. Where there are few moves it goes through them all, else it thinks of some;
// it sees which of them score, and takes the best of ten at first sight.
type newcomer struct{ bot.Bot }

// What a newcomer thinks of.
const (
	few     = 100
	choices = 10
)

func (n newcomer) Move(p engine.Position, r *rand.Rand) (best engine.Move) {
	side := p.Next().Side - engine.First
	if p.Count() <= few {
		for m := range p.Moves() {
			if after, err := p.Play(m); err == nil && after.Diagram().Score[side] > p.Diagram().Score[side] {
				return m
			}
		}
	}
	top := 0.0
	for range choices {
		m := p.Random(r)
		after, err := p.Play(m)
		if err != nil {
			continue
		}
		worth := after.(bot.Evaluator).Value()
		if side != 0 {
			worth = 5 - worth
		}
		if best == "" || worth > top {
			best, top = m, worth
		}
	}
	return best
}

// TestTheFirstOpponentLosesToANewcomer, in each game.
func TestTheFirstOpponentLosesToANewcomer(t *testing.T) {
	first := slices.DeleteFunc(bot.All(), bot.Retired)[0]
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(2026, 30))
			n, sum := enginetest.Size(400), 0.0
			for i := range n {
				p := begin(t, g, g.Info().Variants[0].ID)
				if i%2 == 0 {
					p, _ = play(t, p, newcomer{}, first, r)
					sum += points(t, p.Outcome())[0]
				} else {
					p, _ = play(t, p, first, newcomer{}, r)
					sum += points(t, p.Outcome())[1]
				}
			}
			t.Logf("a newcomer takes %.2f of 5 points from %s in %d matches", sum/float64(n), first.Name(), n)
			if sum/float64(n) < 3 {
				t.Errorf("a newcomer takes %.2f of 5 points from %s in %d matches", sum/float64(n), first.Name(), n)
			}
		})
	}
}

// TestGradesAscend: each opponent plays better than the one before, the last as well as it can, and none but that takes
// longer than a moment.
func TestGradesAscend(t *testing.T) {
	people := slices.DeleteFunc(bot.All(), bot.Retired)
	for _, g := range games.All() {
		gauged, ok := g.(bot.Gauged)
		if !ok {
			t.Errorf("nobody has measured the opponents in %s", g.Info().ID)
			continue
		}
		for _, v := range g.Info().Variants {
			grades := gauged.Grades(v.ID)
			for i, grade := range grades[1:] {
				if grade <= grades[i] {
					t.Errorf("%s/%s: %s has %.3f, after %.3f", g.Info().ID, v.ID, people[i+1].ID(), grade, grades[i])
				}
			}
			last := bot.Opponents - 1
			if grades[0] < 0 || grades[last] != bot.BestGrade {
				t.Errorf("%s/%s: the grades are %v", g.Info().ID, v.ID, grades)
			}
			if grades[last-1] > bot.BestGrade-1 {
				t.Errorf("%s/%s: %s now and then plays as slowly as %s", g.Info().ID, v.ID, people[last-1].ID(), people[last].ID())
			}
		}
	}
	for i, b := range people {
		if bot.Quick(b) != (i < len(people)-1) {
			t.Errorf("%s is quick: %t", b.ID(), bot.Quick(b))
		}
	}
}

// TestAnOpponentPlaysByItsGradeInTheVariant looks at one that has another there than in the first variant, if there is one.
func TestAnOpponentPlaysByItsGradeInTheVariant(t *testing.T) {
	people := slices.DeleteFunc(bot.All(), bot.Retired)
	eachRuleset(t, func(t *testing.T, g engine.Game, variant string) {
		r := seeded(t)
		grades, first := g.(bot.Gauged).Grades(variant), g.(bot.Gauged).Grades(g.Info().Variants[0].ID)
		n := 0
		for n < bot.Opponents-3 && grades[n] == first[n] {
			n++
		}
		p := begin(t, g, variant)
		for turn := 0; turn < 20 && !p.Next().Over(); {
			var err error
			if dice := p.Next().Dice; dice.Count > 0 {
				p, err = p.Roll(thrown(dice, r)...)
			} else {
				turn++
				for range 4 {
					seed := r.Uint64()
					m := people[n].Move(p, rand.New(rand.NewPCG(seed, 1)))
					if want := bot.OfGrade(grades[n]).Move(p, rand.New(rand.NewPCG(seed, 1))); m != want {
						t.Fatalf("%s plays %s in %s, a grade of %.3f %s", people[n].ID(), m, p, grades[n], want)
					}
				}
				p, err = p.Play(p.Random(r))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestAGradePlaysAsItsStyles: whole grades play as the bots of before, and those between as either.
func TestAGradePlaysAsItsStyles(t *testing.T) {
	for grade, id := range map[float64]string{0: "random", 3: "greedy", 4: "medium", 5: "hard"} {
		one := bot.OfGrade(grade)
		p, err := start(t).Roll(6, 4)
		for n := 0; err == nil && n < 60; n++ {
			if dice := p.Next().Dice; dice.Count > 0 {
				p, err = p.Roll(thrown(dice, rand.New(rand.NewPCG(uint64(n), 1)))...)
				continue
			}
			if p.Next().Over() {
				break
			}
			r := rand.New(rand.NewPCG(uint64(n), 2))
			r.Float64() // the lot between two styles
			want := byID(t, id).Move(p, r)
			if got := one.Move(p, rand.New(rand.NewPCG(uint64(n), 2))); got != want {
				t.Fatalf("grade %.0f plays %s in %s, %s %s", grade, got, p, id, want)
			}
			p, err = p.Play(want)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := start(t).Roll(6, 4)
	if err != nil {
		t.Fatal(err)
	}
	r, greedy := rand.New(rand.NewPCG(1, 1)), 0
	for range 400 {
		s := r.Uint64()
		m := bot.OfGrade(3.25).Move(p, rand.New(rand.NewPCG(s, 0)))
		twin := rand.New(rand.NewPCG(s, 0))
		twin.Float64()
		if m == byID(t, "greedy").Move(p, twin) {
			greedy++
		}
	}
	if greedy < 260 || greedy > 340 {
		t.Errorf("a grade of 3.25 plays %d of 400 moves as greedy does, want about 300", greedy)
	}
}

// TestAnOpponentExpectsWhatItsStyleDoes: the best of them as Hard does, by its search and not at first sight.
func TestAnOpponentExpectsWhatItsStyleDoes(t *testing.T) {
	p, err := streetsoccer.Game{}.Parse("lg", "turn Y c1b7d5e8f9 d0a9c6e4f2 f8 5 9 0:0 -")
	if err != nil {
		t.Fatal(err)
	}
	m, v := bot.Best(byID(t, "champion"), p, rand.New(rand.NewPCG(1, 1)))
	wantMove, want := bot.Best(byID(t, "hard"), p, rand.New(rand.NewPCG(1, 1)))
	if m != wantMove || v != want {
		t.Errorf("it plays %s and expects %.3f, Hard %s and %.3f", m, v, wantMove, want)
	}
}

func TestAMannerIsWhatAGradeDoes(t *testing.T) {
	for _, g := range games.All() {
		manners := bot.Manners(g, g.Info().Variants[0].ID)
		if len(manners) != bot.Opponents || manners[0] == "" || manners[len(manners)-1] != "thinks as far ahead as a few moments allow" {
			t.Errorf("%s: %q", g.Info().ID, manners)
		}
	}
	for grade, want := range map[float64]string{
		0.04: "makes any move",
		0.12: "makes any move; 1 time in 10 it looks at three moves and makes the best of them",
		2.8:  "makes the move that looks best at once; 2 times in 10 it just picks a good move, with a slip now and then",
		3.5:  "makes the move that looks best at once; 5 times in 10 it thinks of what you may do next",
		3.97: "thinks of what you may do next",
		5:    "thinks as far ahead as a few moments allow",
	} {
		if got := bot.Manners(one{grade: grade}, "")[0]; got != want {
			t.Errorf("a grade of %.2f %s, want: %s", grade, got, want)
		}
	}
}

// one is a game in which all opponents have one grade.
type one struct {
	engine.Game
	grade float64
}

func (g one) Grades(string) *[bot.Opponents]float64 {
	var list [bot.Opponents]float64
	for i := range list {
		list[i] = g.grade
	}
	return &list
}
