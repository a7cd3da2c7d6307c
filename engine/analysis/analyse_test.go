package analysis_test

import (
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// luck throws dice.
type luck struct{ *rand.Rand }

func (l luck) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + l.IntN(sides), nil }

// ends are the ways in which the platform ends a match, for a side to move.
var ends = []func(r engine.Record) engine.Event{
	func(r engine.Record) engine.Event { return engine.Event{By: engine.First, Act: engine.ActResign} },
	func(r engine.Record) engine.Event { return engine.Event{By: engine.Second, Act: engine.ActResign} },
	func(r engine.Record) engine.Event {
		return engine.Event{Act: engine.ActTimeout, Text: r.Next().Side.String()}
	},
	func(engine.Record) engine.Event { return engine.Event{Act: engine.ActAdjudicate, Text: "first"} },
	func(engine.Record) engine.Event { return engine.Event{Act: engine.ActAdjudicate} },
	func(engine.Record) engine.Event { return engine.Event{Act: engine.ActAdjudicate, Text: "second slow"} },
	func(engine.Record) engine.Event { return engine.Event{Act: engine.ActForfeit, Text: "second"} },
	func(engine.Record) engine.Event { return engine.Event{Act: engine.ActForfeit, Text: "both"} },
	func(engine.Record) engine.Event { return engine.Event{Act: engine.ActVoid} },
}

// played returns a match of two bots that ends by the rules, or after so many moves by
// one of ends; most below 0: it is never broken off.
func played(t rapid.TB, g engine.Game, variant string, first, second bot.Bot, seed uint64, most, end int) engine.Record {
	t.Helper()
	dice, minds := luck{rand.New(rand.NewPCG(seed, 0))}, rand.New(rand.NewPCG(seed, 1))
	r, err := engine.Begin(g, variant, time.Time{}, 0, nil)
	for ; err == nil; most-- {
		if r, _, err = r.Drive(time.Time{}, dice); err != nil || r.Next().Over() {
			break
		}
		e := engine.Event{By: r.Next().Side, Act: engine.ActMove}
		switch {
		case most == 0:
			e = ends[end](r)
		case e.By == engine.First:
			e.Text = string(first.Move(r.Position, minds))
		default:
			e.Text = string(second.Move(r.Position, minds))
		}
		e.Seq = len(r.Log) + 1
		r, err = r.Add(e)
	}
	if err != nil {
		t.Fatalf("%s/%s, seed %d: %v", g.Info().ID, variant, seed, err)
	}
	return r
}

// paid are what tournaments pay First and Second for an outcome, in thousandths.
func paid(o engine.Outcome) [2]int {
	win := 5000
	switch o.Ending {
	case engine.SuddenDeath, engine.Adjudication, engine.SlowPlay:
		win = 4000
	case engine.LastGoal:
		win = 3000
	case engine.Void, engine.DoubleForfeit:
		return [2]int{}
	}
	switch o.Winner {
	case engine.First:
		return [2]int{win, 5000 - win}
	case engine.Second:
		return [2]int{5000 - win, win}
	}
	return [2]int{2000, 2000}
}

func byID(t rapid.TB, id string) bot.Bot {
	t.Helper()
	b, err := bot.ByID(id)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func analysed(t rapid.TB, r engine.Record) analysis.Analysis {
	t.Helper()
	a, err := analysis.Analyse(r, paid(r.Outcome()), nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestThePartsAddUpToTheResult looks at matches of every game and variant, by every
// ending, broken off ones too. In a check each variant has every third ending, so that of
// three all are seen, and one of each game is played to its end.
func TestThePartsAddUpToTheResult(t *testing.T) {
	type ruleset struct {
		game    engine.Game
		variant string
	}
	var rulesets []ruleset
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			rulesets = append(rulesets, ruleset{g, v.ID})
		}
	}
	endings := map[engine.Ending]int{}
	random, greedy := byID(t, "random"), byID(t, "greedy")
	look := func(rt rapid.TB, rules ruleset, mover bot.Bot, seed uint64, most, end int) {
		r := played(rt, rules.game, rules.variant, mover, mover, seed, most, end)
		endings[r.Outcome().Ending]++
		holds(rt, r, analysed(rt, r))
	}
	for i, rules := range rulesets {
		for end := range ends {
			if enginetest.Proving() || end%3 == i%3 {
				look(t, rules, random, uint64(i), 4, end)
			}
		}
		if enginetest.Proving() || i%3 == 1 {
			look(t, rules, greedy, uint64(i), -1, 0)
		}
	}
	checks := 6
	if enginetest.Proving() {
		checks = 400
	}
	for name, value := range map[string]string{"rapid.checks": strconv.Itoa(checks), "rapid.seed": "1"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		look(rt, rapid.SampledFrom(rulesets).Draw(rt, "rules"), rapid.SampledFrom([]bot.Bot{random, greedy}).Draw(rt, "bot"),
			rapid.Uint64().Draw(rt, "seed"), rapid.SampledFrom([]int{0, 1, 2, 3, 5, 10, 20, -1}).Draw(rt, "moves"), rapid.IntRange(0, len(ends)-1).Draw(rt, "end"))
	})
	t.Log(endings)
	for _, e := range append(engine.PlatformEndings(), engine.FullTime, engine.Target) {
		if endings[e] == 0 {
			t.Errorf("no match ended by %s", e)
		}
	}
}

// holds sees that an analysis keeps its promises.
func holds(t rapid.TB, r engine.Record, a analysis.Analysis) {
	points := paid(r.Outcome())
	if a.Sum() != points[0]+a.Unpaid || analysis.Whole-a.Sum() != points[1]+a.Unpaid {
		t.Fatalf("start and parts add up to %d, paid are %v, unpaid %d", a.Sum(), points, a.Unpaid)
	}
	at, seq := a.Start, 0
	for _, p := range a.Parts {
		if p.Before != at || p.Seq <= seq || p.Cost < 0 {
			t.Fatalf("after %d at event %d comes %+v", at, seq, p)
		}
		at, seq = p.After, p.Seq
		if p.Forced && p.Cost != 0 || p.Cost == 0 && p.Best != p.Move || p.Cost > 0 && p.Best == p.Move {
			t.Fatalf("%+v", p)
		}
		if p.Kind != analysis.Decision && p.Cost != 0 || p.Kind != analysis.Throw && p.Luck != 0 || p.Kind != analysis.End && p.Given != 0 {
			t.Fatalf("a part is of more than one kind: %+v", p)
		}
		if p.Kind == analysis.End && p.Drift != 0 {
			t.Fatalf("the judge had no say in it: %+v", p)
		}
		if p.Kind != analysis.End && p.Side == engine.NoSide {
			t.Fatalf("nobody's: %+v", p)
		}
		if p.Before < 0 || p.Before > analysis.Whole {
			t.Fatalf("no position is worth that: %+v", p)
		}
	}
	for side := engine.First; side <= engine.Second; side++ {
		if a.Adjusted(side)+a.Luck(side)+a.Given(side) != points[side-1] || a.Luck(side) != -a.Luck(side.Other()) {
			t.Fatalf("%d adjusted, %d luck, %d paid", a.Adjusted(side), a.Luck(side), points[side-1])
		}
	}
}

func TestARunningMatchIsRefused(t *testing.T) {
	r := played(t, games.All()[0], "lg", byID(t, "random"), byID(t, "random"), 1, 20, 0)
	running, err := engine.Replay(r.Game, r.Variant, r.Log[:len(r.Log)-1])
	if err != nil {
		t.Fatal(err)
	}
	if a, err := analysis.Analyse(running, [2]int{}, nil); !errors.Is(err, analysis.ErrUnfinished) || len(a.Parts) != 0 {
		t.Errorf("%v, %v", a, err)
	}
	if _, err := analysis.Analyse(r, [2]int{1, 0}, nil); err == nil {
		t.Error("points are shared out that cannot be")
	}
}

func TestTheSameMatchHasTheSameAnalysis(t *testing.T) {
	for _, g := range games.All() {
		r := played(t, g, g.Info().Variants[0].ID, byID(t, "greedy"), byID(t, "random"), 3, -1, 0)
		a := analysed(t, r)
		if !reflect.DeepEqual(a, analysed(t, r)) {
			t.Errorf("%s: two analyses differ", a.Judge)
		}
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var back analysis.Analysis
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(a, back) {
			t.Errorf("read back from JSON it is another one: %v", err)
		}
	}
}

// BenchmarkAnalyse analyses matches of greedy against itself.
func BenchmarkAnalyse(b *testing.B) {
	greedy := byID(b, "greedy")
	for _, g := range games.All() {
		b.Run(g.Info().ID, func(b *testing.B) {
			var records []engine.Record
			for seed := range uint64(enginetest.Size(40)) {
				records = append(records, played(b, g, g.Info().Variants[0].ID, greedy, greedy, seed, -1, 0))
			}
			most, n := time.Duration(0), 0
			for b.Loop() {
				before := time.Now()
				analysed(b, records[n%len(records)])
				most = max(most, time.Since(before))
				n++
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(n), "ms/match")
			b.ReportMetric(float64(most.Milliseconds()), "ms-most")
		})
	}
}

// TestWhatIsGivenUpIsNeitherLuckNorSkill: whoever resigns gives up what the last position was still worth to them.
func TestWhatIsGivenUpIsNeitherLuckNorSkill(t *testing.T) { // R-PT-5
	a := analysis.Analysis{Start: 2500, Points: [2]int{5000, 0}, Parts: []analysis.Part{
		{Kind: analysis.Throw, Side: engine.First, Before: 2500, After: 3500, Luck: 1000},
		{Kind: analysis.End, Side: engine.Second, Before: 3500, After: 5000, Given: 1500}, // the loser's value is 1.5
	}}
	if a.Given(engine.First) != 1500 || a.Adjusted(engine.First) != 2500 || a.Given(engine.Second) != -1500 || a.Adjusted(engine.Second) != 2500 || a.Sum() != 5000 {
		t.Errorf("of the winner's 5 points %d are given up, %d adjusted; of the loser %d and %d; all are %d", a.Given(engine.First), a.Adjusted(engine.First), a.Given(engine.Second), a.Adjusted(engine.Second), a.Sum())
	}
	given := map[bool]int{}
	seeds := uint64(12)
	if enginetest.Proving() {
		seeds = 40
	}
	for seed := range seeds {
		r := played(t, games.All()[0], games.All()[0].Info().Variants[0].ID, byID(t, "random"), byID(t, "greedy"), seed, 8, int(seed)%len(ends))
		a := analysed(t, r)
		for _, side := range []engine.Side{engine.First, engine.Second} {
			if got := a.Luck(side) + a.Given(side) + a.Adjusted(side); got != a.Points[side-1] {
				t.Errorf("luck, what was given up and the rest are %d of %d", got, a.Points[side-1])
			}
		}
		last := a.Parts[len(a.Parts)-1]
		off := last.Kind == analysis.End
		given[off]++
		if want := a.Points[0] + a.Unpaid - last.Before; off && a.Given(engine.First) != want || !off && a.Given(engine.First) != 0 {
			t.Errorf("given up is %d of %d", a.Given(engine.First), want)
		}
	}
	if given[true] < 10 {
		t.Errorf("%d matches ended off the board", given[true])
	}
}
