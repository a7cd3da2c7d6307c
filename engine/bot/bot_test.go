package bot_test

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/streetsoccer"
)

func start(t testing.TB) engine.Position {
	t.Helper()
	p, err := streetsoccer.Game{}.Start("lg")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play plays a match to its end and returns how it came out, and how many moves
// it took. A bot that makes an illegal move fails the test.
func play(t testing.TB, p engine.Position, first, second bot.Bot, r *rand.Rand) (engine.Position, int) {
	t.Helper()
	for moves := 0; ; {
		var err error
		switch next := p.Next(); {
		case next.Dice.Count > 0:
			p, err = p.Roll(thrown(next.Dice, r)...)
		case next.Side == engine.First:
			p, err = p.Play(first.Move(p, r))
			moves++
		case next.Side == engine.Second:
			p, err = p.Play(second.Move(p, r))
			moves++
		default:
			return p, moves
		}
		if err != nil {
			t.Fatalf("in %s: %v", p, err)
		}
	}
}

// points are what a tournament pays First and Second for the endings of the games.
func points(t testing.TB, o engine.Outcome) [2]float64 {
	t.Helper()
	win := map[engine.Ending]float64{engine.FullTime: 5, engine.Target: 5, engine.SuddenDeath: 4, engine.LastGoal: 3}[o.Ending]
	switch o.Winner {
	case engine.First:
		return [2]float64{win, 5 - win}
	case engine.Second:
		return [2]float64{5 - win, win}
	}
	return [2]float64{2, 2}
}

func byID(t testing.TB, id string) bot.Bot {
	t.Helper()
	b, err := bot.ByID(id)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGreedyBeatsRandom(t *testing.T) {
	greedy, random := byID(t, "greedy"), byID(t, "random")
	r := rand.New(rand.NewPCG(2026, 1))
	n, sum := enginetest.Size(400), 0.0
	for i := range n {
		if i%2 == 0 {
			p, _ := play(t, start(t), greedy, random, r)
			sum += points(t, p.Outcome())[0]
		} else {
			p, _ := play(t, start(t), random, greedy, r)
			sum += points(t, p.Outcome())[1]
		}
	}
	t.Logf("greedy takes %.3f of 5 points against random in %d matches", sum/float64(n), n)
	if sum/float64(n) < 4.95 {
		t.Errorf("greedy takes %.3f of 5 points against random, want nearly all", sum/float64(n))
	}
}

func TestGreedyMatchesLookLikeMatches(t *testing.T) {
	greedy := byID(t, "greedy")
	r := rand.New(rand.NewPCG(2026, 2))
	n := enginetest.Size(400)
	var goals, moves, level, first float64
	for range n {
		p, m := play(t, start(t), greedy, greedy, r)
		o := p.Outcome()
		goals += float64(o.Score[0] + o.Score[1])
		moves += float64(m)
		first += points(t, o)[0]
		if o.Ending != engine.FullTime {
			level++
		}
	}
	goals, moves, level = goals/float64(n), moves/float64(n), level/float64(n)
	t.Logf("%d matches: %.2f goals, %.1f moves, %.1f %% to sudden death, First takes %.2f points", n, goals, moves, 100*level, first/float64(n))
	if goals < 3 || goals > 10 || level < 0.03 || level > 0.4 {
		t.Errorf("%.2f goals a match and %.0f %% beyond normal time: that is no match of this game", goals, 100*level)
	}
}

func TestABotMakesTheSameMoveOfTheSameRandomness(t *testing.T) {
	for _, b := range bot.All() {
		t.Run(b.ID(), func(t *testing.T) {
			one, n := play(t, start(t), b, b, rand.New(rand.NewPCG(7, 7)))
			two, _ := play(t, start(t), b, b, rand.New(rand.NewPCG(7, 7)))
			if one.String() != two.String() {
				t.Errorf("after %d moves %s and %s", n, one, two)
			}
		})
	}
}

func TestNobodyMovesWhereNoSideMust(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	over, _ := play(t, start(t), byID(t, "random"), byID(t, "random"), r)
	for _, b := range bot.All() {
		for _, p := range []engine.Position{start(t), over} {
			if m := b.Move(p, r); m != "" {
				t.Errorf("%s moves %q in %s", b.ID(), m, p)
			}
		}
	}
}

func TestCatalogue(t *testing.T) {
	for _, b := range bot.All() {
		if found := byID(t, b.ID()); found.Name() != b.Name() || b.Name() == "" || b.Summary() == "" {
			t.Errorf("%q is found as %q", b.ID(), found.Name())
		}
	}
	if _, err := bot.ByID("nobody"); !errors.Is(err, engine.ErrUnknown) {
		t.Errorf("error %v, want one that wraps ErrUnknown", err)
	}
}

// countless is a position whose list of moves must not be asked for.
type countless struct{ engine.Position }

func (countless) Count() int { return 1 << 30 }

func (countless) Moves() iter.Seq[engine.Move] { panic("listed") }

func TestGreedyListsNoMovesWhereTheyAreTooMany(t *testing.T) {
	p, err := start(t).Roll(6, 4)
	if err != nil {
		t.Fatal(err)
	}
	m := byID(t, "greedy").Move(countless{p}, rand.New(rand.NewPCG(1, 1)))
	if err := p.Check(m); err != nil {
		t.Error(err)
	}
}

// blind is a position that cannot judge itself.
type blind struct{ engine.Position }

func (b blind) Play(m engine.Move) (engine.Position, error) {
	p, err := b.Position.Play(m)
	return blind{p}, err
}

func TestGreedyTakesAGoal(t *testing.T) {
	for _, text := range []string{
		"turn Y c1b7d5e8f9 d0a9c6e4f2 f8 5 9 0:0 -",
		"turn R c1a9b7d5f2 d0a2b3c6e4 a3 5 10 0:0 -",
	} {
		p, err := streetsoccer.Game{}.Parse("lg", text)
		if err != nil {
			t.Fatal(err)
		}
		if n := goals(t, p, slices.Collect(p.Moves())); n == 0 || n == p.Count() {
			t.Fatalf("%d of %d moves score in %s: greedy has no choice", n, p.Count(), text)
		}
		for _, q := range []engine.Position{p, blind{p}} {
			m := byID(t, "greedy").Move(q, rand.New(rand.NewPCG(1, 1)))
			if goals(t, p, []engine.Move{m}) != 1 {
				t.Errorf("%T: %s scores no goal in %s", q, m, text)
			}
		}
	}
}

// goals counts the moves that score.
func goals(t *testing.T, p engine.Position, moves []engine.Move) (n int) {
	t.Helper()
	for _, m := range moves {
		after, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if after.Diagram().Score != p.Diagram().Score {
			n++
		}
	}
	return n
}

func BenchmarkGreedyMatch(b *testing.B) {
	greedy := byID(b, "greedy")
	r := rand.New(rand.NewPCG(1, 1))
	moves := 0
	for b.Loop() {
		_, m := play(b, start(b), greedy, greedy, r)
		moves += m
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(moves), "µs/move")
}
