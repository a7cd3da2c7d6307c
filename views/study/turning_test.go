package study

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/views/viewstest"
)

// swung is the finished match of the scenes in which nothing is worth anything but what change says of a part by its number among
// those of its kind, from 1 on: the value of the position to First after it.
func swung(t *testing.T, viewer league.Player, change func(kind analysis.Kind, n int, p *analysis.Part) (after int)) []TurningPoint {
	t.Helper()
	in := weighed(t, viewer)
	value, counts := 2500, map[analysis.Kind]int{}
	var parts []analysis.Part
	for _, p := range in.Found.Parts {
		counts[p.Kind]++
		p.Luck, p.Cost, p.Given, p.Before = 0, 0, 0, value
		if after := change(p.Kind, counts[p.Kind], &p); after > 0 {
			value = after
		}
		p.After = value
		parts = append(parts, p)
	}
	in.Found.Parts = parts
	return NewAnalysisPage(in).Turning
}

func TestTurningPointsAreToldInWords(t *testing.T) {
	story := func(kind analysis.Kind, n int, p *analysis.Part) int {
		switch {
		case kind == analysis.Decision && n == 5:
			p.Side, p.Cost = engine.First, 800
			return 1700
		case kind == analysis.Throw && n == 8:
			p.Side, p.Luck, p.Throw = engine.First, 1500, "6 4"
			return 3200
		case kind == analysis.Throw && n == 9:
			p.Side, p.Luck = engine.Second, 499 // too little
		case kind == analysis.Throw && n == 10:
			p.Side, p.Luck, p.Throw = engine.Second, 600, "1"
			return 3800
		case kind == analysis.End:
			p.Given = 1200
			return 5000
		}
		return 0
	}
	read := func(viewer league.Player) string {
		var lines []string
		for _, p := range swung(t, viewer, story) {
			if (p.Number == 0) != (p.URL == "") {
				t.Errorf("move %d leads to %q", p.Number, p.URL)
			}
			lines = append(lines, p.Text)
		}
		return strings.Join(lines, "\n")
	}
	in := weighed(t, league.Player{})
	first, second := in.Match.Seats[in.Record.SeatOf(engine.First)].Player, in.Match.Seats[in.Record.SeatOf(engine.Second)].Player
	words := NewAnalysisPage(in).Turns[4].Words
	for _, c := range []struct {
		viewer league.Player
		want   []string
	}{
		{league.Player{}, []string{
			"FIRST’s move " + words + " cost them 0.8 points; after it they stood at 1.7\u00a0of\u00a05.",
			"FIRST’s throw of 6 and 4 brought them 1.5 points; after it they stood at 3.2\u00a0of\u00a05. From then on FIRST was ahead.",
			"SECOND’s throw of 1 cost them 0.6 points; after it they stood at 1.2\u00a0of\u00a05.",
			"It gave FIRST 1.2 points more than the board had promised.",
		}},
		{first, []string{
			"Your move " + words + " cost you 0.8 points; after it you stood at 1.7\u00a0of\u00a05.",
			"Your throw of 6 and 4 brought you 1.5 points; after it you stood at 3.2\u00a0of\u00a05. From then on you were ahead.",
			"SECOND’s throw of 1 cost them 0.6 points; after it they stood at 1.2\u00a0of\u00a05.",
			"It gave you 1.2 points more than the board had promised.",
		}},
	} {
		want := strings.NewReplacer("FIRST", first.Name, "SECOND", second.Name).Replace(strings.Join(c.want, "\n"))
		if diff := cmp.Diff(want, read(c.viewer)); diff != "" {
			t.Errorf("%q reads (-want +is):\n%s", c.viewer.Name, diff)
		}
	}
}

func TestTheFourLargestTurningPointsAreNamed(t *testing.T) {
	got := swung(t, viewstest.Ann, func(kind analysis.Kind, n int, p *analysis.Part) int {
		if kind == analysis.Decision && n <= 8 {
			p.Cost = 400 + 50*n // from the second one on enough, and later ones cost more
		}
		return 0
	})
	var numbers []int
	for _, p := range got {
		numbers = append(numbers, p.Number)
	}
	if diff := cmp.Diff([]int{5, 6, 7, 8}, numbers); diff != "" {
		t.Errorf("moves (-want +named):\n%s", diff)
	}
	for cost, want := range map[int]int{0: 0, turningLeast - 1: 0, turningLeast: 1} {
		got := swung(t, viewstest.Ann, func(kind analysis.Kind, n int, p *analysis.Part) int {
			if kind == analysis.Decision && n == 3 {
				p.Cost = cost
			}
			return 0
		})
		if len(got) != want {
			t.Errorf("a cost of %d makes %v", cost, got)
		}
	}
}

func TestAPegIsDrawn(t *testing.T) {
	log := []engine.Event{{Seq: 7, Act: engine.ActRoll, Text: "2", Draws: []engine.Draw{{Sides: 2, Face: 2}}}, {Seq: 8, Act: engine.ActRoll, Text: "2 5", Draws: []engine.Draw{{Sides: 6, Face: 2}, {Sides: 6, Face: 5}}}}
	b := analysisBuilder{Replay: Replay{Info: engine.Info{Pegs: []string{"white", "green"}}}, in: AnalysisInput{Record: engine.Record{Log: log}}}
	for seq, want := range map[int]string{7: "draw of green", 8: "throw of 2 and 5"} {
		if got := b.thrown(analysis.Part{Kind: analysis.Throw, Seq: seq, Throw: log[seq-7].Text}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
