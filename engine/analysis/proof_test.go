package analysis_test

import (
	"math"
	"testing"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/cufootball"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
)

// TestTheLuckOfManyMatchesIsNone lets a bot play itself: what is not luck varies far
// less than the points do.
func TestTheLuckOfManyMatchesIsNone(t *testing.T) {
	matches, mover := 4, byID(t, "medium")
	if enginetest.Proving() {
		matches, mover = 2000, byID(t, "hard")
	}
	var points, luck, adjusted spread
	for seed := range uint64(matches) {
		a := analysed(t, played(t, streetsoccer.Game{}, "lg", mover, mover, seed, -1, 0))
		points.add(a.Points[0] + a.Unpaid)
		luck.add(a.Luck(engine.First))
		adjusted.add(a.Points[0] + a.Unpaid - a.Luck(engine.First))
	}
	ratio := points.variance() / adjusted.variance()
	t.Logf("%d matches of %s: points %.3f, luck %.3f +- %.3f, variance of points %.3f, without luck %.3f, ratio %.2f",
		matches, mover.ID(), points.mean(), luck.mean(), luck.deviation(), points.variance(), adjusted.variance(), ratio)
	if math.Abs(luck.mean()) > 2*luck.deviation() {
		t.Errorf("the mean luck is %.3f, and its standard error %.3f", luck.mean(), luck.deviation())
	}
	if ratio < 3.5 {
		t.Errorf("without luck the points vary only %.2f times less", ratio)
	}
}

// TestTheLuckOfTheOtherGamesIsNone is the same for games that say what every position is
// worth. What their judges foresee is so much of what comes that without luck the points
// vary less, too.
func TestTheLuckOfTheOtherGamesIsNone(t *testing.T) {
	t.Parallel()
	mover := byID(t, "greedy")
	if enginetest.Proving() {
		mover = byID(t, "medium")
	}
	for _, c := range []struct {
		game    engine.Game
		variant string
		matches int     // to prove it
		few     int     // else, for seeds with which it holds
		ratio   float64 // of the variances, at least
	}{
		{cufootball.Game{}, "classic", 300, 3, 1.5},
		{onetwofun.Game{}, "basic", 400, 4, 1.5},
		{onetwofun.Game{}, "blocking", 600, 2, 1.5},
	} {
		t.Run(c.variant, func(t *testing.T) {
			t.Parallel()
			var points, luck, adjusted spread
			if !enginetest.Proving() {
				c.matches = c.few
			}
			for seed := range uint64(c.matches) {
				a := analysed(t, played(t, c.game, c.variant, mover, mover, seed, -1, 0))
				points.add(a.Points[0] + a.Unpaid)
				luck.add(a.Luck(engine.First))
				adjusted.add(a.Points[0] + a.Unpaid - a.Luck(engine.First))
			}
			ratio := points.variance() / adjusted.variance()
			t.Logf("%s/%s: %.0f matches: points %.3f, luck %.3f +- %.3f, variance of points %.3f, without luck %.3f, ratio %.2f", c.game.Info().ID, c.variant,
				points.n, points.mean(), luck.mean(), luck.deviation(), points.variance(), adjusted.variance(), ratio)
			if math.Abs(luck.mean()) > 2*luck.deviation() {
				t.Errorf("%s: the mean luck is %.3f, and its standard error %.3f", c.variant, luck.mean(), luck.deviation())
			}
			if ratio < c.ratio {
				t.Errorf("%s: without luck the points vary only %.2f times less", c.variant, ratio)
			}
		})
	}
}

// A spread gathers values in thousandths and says how they lie, in points.
type spread struct{ n, sum, squares float64 }

func (s *spread) add(thousandths int) {
	v := float64(thousandths) / 1000
	s.n, s.sum, s.squares = s.n+1, s.sum+v, s.squares+v*v
}

func (s *spread) mean() float64     { return s.sum / s.n }
func (s *spread) variance() float64 { return (s.squares - s.sum*s.sum/s.n) / (s.n - 1) }

// deviation is the standard error of the mean.
func (s *spread) deviation() float64 { return math.Sqrt(s.variance() / s.n) }

func TestTheWeakerBotPaysMore(t *testing.T) {
	matches, strong := 2, byID(t, "medium")
	if enginetest.Proving() {
		matches, strong = 100, byID(t, "hard")
	}
	greedy := byID(t, "greedy")
	var costs, decisions [2]int // of greedy and the other
	for n := range matches {
		players := [2]bot.Bot{greedy, strong}
		a := analysed(t, played(t, streetsoccer.Game{}, "lg", players[n%2], players[1-n%2], uint64(n), -1, 0))
		for who := range players {
			side := []engine.Side{engine.First, engine.Second}[(who+n)%2]
			costs[who] += a.Cost(side)
			decisions[who] += a.Decisions(side)
		}
	}
	weak, best := float64(costs[0])/float64(decisions[0]), float64(costs[1])/float64(decisions[1])
	t.Logf("%d matches: a decision costs greedy %.1f thousandths, %s %.1f", matches, weak, strong.ID(), best)
	if weak < 1.5*best {
		t.Errorf("greedy's decisions cost %.1f, those of %s %.1f", weak, strong.ID(), best)
	}
}

// added returns a record with one more event, and given up after it unless it is over.
func added(t *testing.T, r engine.Record, e engine.Event) engine.Record {
	t.Helper()
	for _, e := range []engine.Event{e, {By: engine.First, Act: engine.ActResign}} {
		if r.Next().Over() {
			break
		}
		e.Seq = len(r.Log) + 1
		next, err := r.Add(e)
		if err != nil {
			t.Fatal(err)
		}
		r = next
	}
	return r
}

// eachMoment calls back before every event of a match.
func eachMoment(t *testing.T, r engine.Record, look func(sofar engine.Record)) {
	t.Helper()
	for n := 1; n < len(r.Log); n++ {
		sofar, err := engine.Replay(r.Game, r.Variant, r.Log[:n])
		if err != nil {
			t.Fatal(err)
		}
		look(sofar)
	}
}

// partOf returns the part of an event.
func partOf(t *testing.T, r engine.Record, seq int) analysis.Part {
	t.Helper()
	for _, p := range analysed(t, r).Parts {
		if p.Seq == seq {
			return p
		}
	}
	t.Fatalf("event %d has no part", seq)
	return analysis.Part{}
}

// worstMove returns the move after which its side stands worst at first sight: the ball
// lies before its own goal.
func worstMove(t *testing.T, p engine.Position) (worst engine.Move) {
	t.Helper()
	low := math.Inf(1)
	for m := range p.Moves() {
		after, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		v := after.(bot.Evaluator).Value()
		if p.Next().Side == engine.Second {
			v = 5 - v
		}
		if v < low {
			worst, low = m, v
		}
	}
	return worst
}

// scores says that a move brings a goal.
func scores(t *testing.T, p engine.Position, m engine.Move) bool {
	t.Helper()
	after, err := p.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	return (engine.Record{Position: after}).Score() != (engine.Record{Position: p}).Score()
}

// TestBlundersAreFound plants them into a match: a goal that is not taken, and a ball
// that is brought before the own goal.
func TestBlundersAreFound(t *testing.T) {
	medium := byID(t, "medium")
	open, gifts := 0, 0
	r := played(t, streetsoccer.Game{}, "lg", medium, medium, 4, -1, 0)
	eachMoment(t, r, func(sofar engine.Record) {
		p := sofar.Position
		seq := len(sofar.Log) + 1
		played := engine.Move(r.Log[seq-1].Text)
		if p.Next().Side == engine.NoSide || seq < 10 || seq > 50 || r.Log[seq-1].Act != engine.ActMove {
			return
		}
		goal := scores(t, p, played)
		if !goal && gifts >= 3 {
			return
		}
		m := worstMove(t, p)
		if goal {
			open++
		} else if p.Count() < 60 {
			return // small throws hardly blunder
		} else {
			gifts++
		}
		part := partOf(t, added(t, sofar, engine.Event{By: p.Next().Side, Act: engine.ActMove, Text: string(m)}), seq)
		t.Logf("%s: %s costs %d: %s", p, m, part.Cost, part.Mark)
		if part.Mark != analysis.Blunder && part.Mark != analysis.Mistake {
			t.Errorf("in %s %s costs %d and is marked %q", p, m, part.Cost, part.Mark)
		}
		if goal && !scores(t, p, part.Best) {
			t.Errorf("in %s the best is said to be %s, which is no goal", p, part.Best)
		}
		best := partOf(t, added(t, sofar, engine.Event{By: p.Next().Side, Act: engine.ActMove, Text: string(part.Best)}), seq)
		if best.Cost != 0 || best.Best != part.Best || best.Mark != "" {
			t.Errorf("in %s the best move is weighed as %+v", p, best)
		}
	})
	if open == 0 || gifts == 0 {
		t.Errorf("%d goals were left out and %d gifts made: that is no proof", open, gifts)
	}
}

// TestNoMoveIsBetterThanTheBest weighs every move of some positions.
func TestNoMoveIsBetterThanTheBest(t *testing.T) {
	for _, text := range []string{"turn Y c1b7c3d5e8 d0b3c6d8e4 f5 2 9 0:0 -", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 3 50 1:0 Y", "restart Y c1b7c3d5e8 d0b3c6d8e4 - 3 11 0:1 R"} {
		p, err := streetsoccer.Game{}.Parse("lg", text)
		if err != nil {
			t.Fatal(err)
		}
		top := p.(bot.Judge).Weigh("")
		for m := range p.Moves() {
			w := p.(bot.Judge).Weigh(m)
			above := w.Played - top.Top
			if p.Next().Side == engine.Second {
				above = -above
			}
			if w.Top != top.Top || above > 1e-6 || m == top.Best && above != 0 {
				t.Errorf("%s: %s is weighed as %+v, the best as %+v", p, m, w, top)
			}
		}
	}
}

// TestTheLuckOfAllThrowsIsNone tries every throw wherever one is due in a match. What is
// thrown again is no luck.
func TestTheLuckOfAllThrowsIsNone(t *testing.T) {
	greedy := byID(t, "greedy")
	again, looked := 0, 0
	match := played(t, streetsoccer.Game{}, "lg", greedy, greedy, 8, -1, 0)
	eachMoment(t, match, func(sofar engine.Record) {
		due := sofar.Next().Dice
		restart := due.Label == "restart"
		if due.Count != 1 || restart && again == 1 || !restart && (looked >= 2 || len(sofar.Log) < 8) {
			return
		}
		looked++
		sum := 0
		for face := 1; face <= due.Sides; face++ {
			e, err := sofar.Throw(always(face))
			if err != nil {
				t.Fatal(err)
			}
			r := added(t, sofar, e)
			part := partOf(t, r, e.Seq)
			sum += part.Luck
			if restart && face == 1 {
				again++
				if part.Luck != 0 || part.Drift != 0 {
					t.Errorf("a throw that is made again is luck: %+v", part)
				}
			}
		}
		if sum < -due.Sides || sum > due.Sides { // each is rounded
			t.Errorf("in %s the luck of all throws adds up to %d", sofar.Position, sum)
		}
	})
	if again == 0 || looked < 2 {
		t.Errorf("%d restarts in %d positions: that is no proof", again, looked)
	}
}

// always throws the same face.
type always int

func (a always) Draw(uint32, string, int, int) (int, error) { return int(a), nil }
