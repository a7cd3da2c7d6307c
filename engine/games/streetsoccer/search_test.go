package streetsoccer

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
)

// wholly returns the best successor by expect without a bound, and the nodes spent.
func wholly(s *search, p *position) (best int, nodes int) {
	s.nodes = 0
	s.look(p)
	top := float32(worst)
	for _, i := range s.order {
		if v := s.expect(&s.root[i], worst); v > top {
			best, top = i, v
		}
	}
	return best, s.nodes
}

// TestStar2ChoosesAsFullWidthDoes compares the search that leaves out what cannot
// matter with the one that leaves out nothing.
func TestStar2ChoosesAsFullWidthDoes(t *testing.T) {
	turns := someTurns(t)
	fast, slow := newSearch(embedded()), newSearch(embedded())
	n, spent, full := enginetest.Size(400), 0, 0
	for i := range n {
		p := &turns[i*len(turns)/n]
		fast.stakes = stakesOf(p)
		slow.stakes = fast.stakes
		want, nodes := wholly(slow, p)
		full += nodes
		fast.nodes = 0
		if got := fast.full(p, 1); fast.root[got] != slow.root[want] {
			t.Errorf("%s: star2 plays %s, full width %s", p, p.write(p.decisionTo(&fast.root[got])), p.write(p.decisionTo(&slow.root[want])))
		}
		spent += fast.nodes
	}
	share := float64(spent) / float64(full)
	t.Logf("%d positions: star2 spends %.1f %% of the nodes", n, 100*share)
	if share > 0.3 {
		t.Errorf("star2 spends %.1f %% of the nodes, which is hardly a gain", 100*share)
	}
}

// TestEverySuccessorHasItsDecision sees that the way back from a position to the move
// holds for all kinds of positions.
func TestEverySuccessorHasItsDecision(t *testing.T) {
	eachProfile(t, func(t *testing.T, rules uint8) {
		r := sampler{rand.New(rand.NewPCG(10, 10))}
		for range enginetest.Size(2000) {
			p := r.sample(rules).thrown([]int{1 + r.IntN(dieFaces)})
			for _, q := range p.successors(nil) {
				d := p.decisionTo(&q)
				if after, err := p.Play(p.write(d)); err != nil || after != engine.Position(q) {
					t.Fatalf("%s: %s leads to %v, %v; wanted %s", p, p.write(d), after, err, q)
				}
			}
		}
	})
}

// TestEveryLevelTakesAGoal looks at turns in which some move scores, while the match
// is young.
func TestEveryLevelTakesAGoal(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	met := 0
	for _, p := range someTurns(t) {
		os := p.options()
		goal := false
		for _, o := range os.all() {
			goal = goal || o.goal
		}
		if !goal || p.move > 20 || met >= enginetest.Size(300) {
			continue
		}
		met++
		for _, level := range []bot.Level{bot.Easy, bot.Medium, bot.Hard} {
			m, _ := p.Think(level, r)
			if after, err := p.Play(m); err != nil || after.Diagram().Score == p.Diagram().Score {
				t.Errorf("%s: level %d plays %s, %v", p, level, m, err)
			}
		}
	}
	if met < 10 {
		t.Errorf("only %d chances were met", met)
	}
}

func TestHardStaysWithinItsNodes(t *testing.T) {
	most := 0
	for _, p := range someTurns(t)[:enginetest.Size(500)] {
		s := newSearch(embedded())
		s.stakes = stakesOf(&p)
		s.deep(&p, hardMoves, hardReplies, hardNodes)
		most = max(most, s.nodes)
	}
	t.Logf("hard spends at most %d nodes", most)
	if most > 2*hardNodes { // it ends the move it is at
		t.Errorf("hard spends %d nodes, and its budget is %d", most, hardNodes)
	}
}

// A budget that is spent at once leaves the first of the moves that deep would look at.
func TestASpentBudgetEndsTheSearch(t *testing.T) {
	nodes := map[int]int{}
	for _, p := range someTurns(t)[:10] {
		for _, budget := range []int{1, 1 << 30} {
			s := newSearch(embedded())
			s.stakes = stakesOf(&p)
			s.deep(&p, hardMoves, hardReplies, budget)
			nodes[budget] += s.nodes
		}
	}
	if spent, all := nodes[1], nodes[1<<30]; 3*spent > 2*all {
		t.Errorf("%d nodes with a budget of one, %d with no end to it", spent, all)
	}
}

// foreseen is foresee without a bound, as its comment has it; scored counts the throws
// to which the reply is a goal.
func foreseen(s *search, p *position, m int) (value float32, scored int) {
	var sum float32
	for die := range dieFaces {
		q := *p
		q.die = uint8(die + 1)
		replies := q.successors(nil)
		if slices.ContainsFunc(replies, func(r position) bool { return r.ball == nowhere }) {
			sum += s.stakes[q.side]
			scored++
			continue
		}
		slices.SortStableFunc(replies, func(a, b position) int { return cmp.Compare(s.value(&b), s.value(&a)) })
		top := -s.stakes[q.side.other()]
		for i := range replies[:min(m, len(replies))] {
			top = max(top, s.expect(&replies[i], worst))
		}
		sum += top
	}
	return -sum / dieFaces, scored
}

func TestForesightIsTheMeanOfTheBestReplies(t *testing.T) {
	goals := 0
	for _, p := range someTurns(t)[:60] {
		s := newSearch(embedded())
		s.stakes = stakesOf(&p)
		after := p.successors(nil)[0]
		if after.phase != turn {
			continue
		}
		want, scored := foreseen(s, &after, hardReplies)
		goals += scored
		if got := s.foresee(&after, hardReplies, worst); math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("%s: %v, want %v", after, got, want)
		}
	}
	if goals < 10 {
		t.Errorf("only %d throws bring a goal", goals)
	}
}

// TestAJudgeKnowsTheSymmetries: the pitch turned round, and mirrored, is the same
// to a judge.
func TestAJudgeKnowsTheSymmetries(t *testing.T) {
	j := embedded()
	for _, p := range someTurns(t) {
		q := p.turnedRound()
		if a, b := j.chances(&p), j.chances(&q); a != b {
			t.Fatalf("%s has the chances %v, turned round %v", p, a, b)
		}
		m := p.mirrored()
		if a, b := j.chances(&p), j.chances(&m); a != b {
			t.Fatalf("%s has the chances %v, mirrored %v", p, a, b)
		}
	}
}

// mirrored returns the position with left and right swapped.
func (p position) mirrored() position {
	q := p
	swap := func(s square) square { return square((columns-1-s.column())*rows + s.row() - 1) }
	q.ball = swap(p.ball)
	for c := yellow; c <= red; c++ {
		q.keeper[c], q.outfielders[c] = swap(p.keeper[c]), 0
		for s := range p.outfielders[c].all() {
			q.outfielders[c] |= one(swap(s))
		}
	}
	return q
}

func TestStakes(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		yellow, red float32 // at least
	}{
		{"level and early, a goal counts nearly the same for both", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 5 0:0 -", 0.85, 0.85},
		{"level in sudden death, who scored last has less to win than to lose", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 71 1:1 Y", 0.5, 1.2},
		{"late and behind, only the own goal counts", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 51 0:1 R", 1.5, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, c.text)
			if st := stakesOf(&p); st[yellow] < c.yellow || st[red] < c.red || st[yellow]+st[red] < 1.99 || st[yellow]+st[red] > 2.01 {
				t.Errorf("%v, want %v and %v at least, 2 together", st, c.yellow, c.red)
			}
		})
	}
}

// TestAShortLessonBeatsGreedy lets a judge learn for a moment and meet greedy, both
// sides in turn.
func TestAShortLessonBeatsGreedy(t *testing.T) {
	j := learn(enginetest.Size(10_000), 7)
	greedy, err := bot.ByID("greedy")
	if err != nil {
		t.Fatal(err)
	}
	n, sum := enginetest.Size(1000), 0.0
	r := rand.New(rand.NewPCG(6, 6))
	for i := range n {
		pupil := colour(i % 2)
		points := meet(t, r, func(p position) engine.Move {
			if p.side != pupil {
				return greedy.Move(p, r)
			}
			s := newSearch(j)
			if p.phase == placing {
				set, _ := s.place(&p, r, quickPlacings, quickAnswers)
				return p.write(decision{set: set})
			}
			return p.write(p.decisionTo(&s.root[s.shallow(&p)]))
		})
		sum += points[pupil]
	}
	t.Logf("%.2f of 5 points in %d matches", sum/float64(n), n)
	if sum/float64(n) < 2.6 {
		t.Errorf("it takes %.2f of 5 points against greedy", sum/float64(n))
	}
}

// meet plays a match and returns its points.
func meet(t *testing.T, r *rand.Rand, move func(p position) engine.Move) [2]float64 {
	start, err := Game{}.Start("lg")
	if err != nil {
		t.Fatal(err)
	}
	p := start.(position)
	for p.phase != over {
		if dice := p.Next().Dice; dice.Count > 0 {
			p = p.thrown([]int{1 + r.IntN(dieFaces), 1 + r.IntN(dieFaces)}[:dice.Count])
			continue
		}
		after, err := p.Play(move(p))
		if err != nil {
			t.Fatal(err)
		}
		p = after.(position)
	}
	return map[engine.Side][2]float64{engine.First: {5, 0}, engine.Second: {0, 5}, engine.NoSide: {2.5, 2.5}}[p.Outcome().Winner]
}

func TestTheSameLessonTeachesTheSame(t *testing.T) {
	if !bytes.Equal(Learn(20, 3), Learn(20, 3)) || bytes.Equal(Learn(20, 3), Learn(20, 4)) {
		t.Error("the seed does not settle what is learnt")
	}
}

// TestTheEmbeddedJudgeIsWhatItsLessonTeaches has the whole lesson, which takes minutes.
func TestTheEmbeddedJudgeIsWhatItsLessonTeaches(t *testing.T) {
	if len(learnt) != 4*judgeSize {
		t.Fatalf("the file has %d bytes, want %d", len(learnt), 4*judgeSize)
	}
	if !enginetest.Proving() {
		return // only where the long proofs are run
	}
	if !bytes.Equal(Learn(LessonMatches, LessonSeed), learnt) {
		t.Error("go run ./cmd/dev learn gives another file")
	}
}

// BenchmarkThink has each level choose a move.
func BenchmarkThink(b *testing.B) {
	turns := someTurns(b)
	r := rand.New(rand.NewPCG(1, 1))
	for level, name := range []string{"easy", "medium", "hard"} {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				turns[n%len(turns)].Think(bot.Level(level), r)
				n++
			}
		})
	}
}
