package study

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// parsed is a position of a game of the catalogue.
func parsed(t *testing.T, rules, text string) engine.Position {
	t.Helper()
	id, variant, _ := strings.Cut(rules, "/")
	g, err := games.ByID(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(variant, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The positions are those of vectors OT-10, OT-13 and CF-18, and like them.
func TestAMoveIsToldByWhatMoves(t *testing.T) {
	const (
		two  = "play W e8,f8,g8 1-2 0:0 1 - - -"
		goal = "play W c14,e13,h14 1-3 0:0 1 - - -"
		foul = "penalty W a7,h10,h13 1-1 0:0 1 - - -"
		men  = "move R a3b1b3c5d1e3f5g3h5i5 b2b4c4d3e2e4f6g6h4i6 22,22 c3 free/R 4 1 0:0 - a3b1b3c5d1e3f5g3h5i5;L,a4b2c2c4e2e4f6g6i4i6"
	)
	for _, c := range []struct {
		name, rules, position string
		move                  engine.Move
		words                 string
		paths                 string // how many points each way has
	}{
		{"two markers", "onetwofun/basic", two, "e8-d9 f8-h10", "e8 – d9, f8 – h10", "2 2"},
		{"a goal", "onetwofun/basic", goal, "c14-b15 e13-*", "c14 – b15, e13 – Black's goal", "2 2"},
		{"a penalty", "onetwofun/basic", foul, "P a7>f13 h13>j12", "a7 – f13, h13 – j12", "2 2"},
		{"nobody moves", "cufootball/classic", men, "M", "nobody moves", ""},
		{"a restart", "streetsoccer/lg", "restart Y c1b7c3d5e7 d0b3c6d8e4 - 4 7 0:1 R", "Pd1|Bf5", "c1 – d1 – f5", "2 3"},
		{"several men", "cufootball/classic", men, "Ma3d1>a5d2", "a3 – a4 – a5, d1 – d2", "3 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, c.rules, c.position)
			steps, err := p.Steps(c.move)
			if err != nil {
				t.Fatal(err)
			}
			s := told(p, p.Diagram(), steps)
			if s.words() != c.words {
				t.Errorf("%v is told as %q, want %q", steps, s.words(), c.words)
			}
			var lengths []string
			for _, path := range slices.Concat(s.walks(), s.flights()) {
				lengths = append(lengths, ui.Num(float64(len(path))))
			}
			if got := strings.Join(lengths, " "); got != c.paths {
				t.Errorf("the ways have %q points, want %q", got, c.paths)
			}
		})
	}
}

// everywhere calls f with decisions of random matches of every game and variant.
func everywhere(t *testing.T, matches int, f func(p engine.Position, r *rand.Rand)) {
	t.Helper()
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			for seed := range uint64(matches) {
				r := rand.New(rand.NewPCG(seed, 9))
				p, err := g.Start(v.ID)
				for n := 0; err == nil && !p.Next().Over() && n < 300; n++ {
					if dice := p.Next().Dice; dice.Count > 0 {
						faces := make([]int, dice.Count)
						for i := range faces {
							faces[i] = 1 + r.IntN(dice.Sides)
						}
						p, err = p.Roll(faces...)
						continue
					}
					if n%5 == 0 {
						f(p, r)
					}
					p, err = p.Play(p.Random(r))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// apply is what the script does with what a step changes.
func apply(before page, s Show) page {
	after := before
	after.words, after.walk, after.flight, after.task = before.words+s.Say, before.walk+s.Walk, before.flight+s.Flight, cmp.Or(s.Task, before.task)
	if s.Aim != nil {
		after.aim = *s.Aim
	}
	if s.Hint != nil {
		after.hint = *s.Hint
	}
	if s.Kicks != nil {
		after.kicks = *s.Kicks
	}
	if s.Notes != nil {
		after.notes = *s.Notes
	}
	after.pieces = append(slices.Clone(before.pieces), s.Come...)
	for _, put := range s.Put {
		p := &after.pieces[put.N]
		p.At, p.Cell, p.Name, p.Label = cmp.Or(put.At, p.At), cmp.Or(put.Cell, p.Cell), cmp.Or(put.Name, p.Name), cmp.Or(put.Label, p.Label)
	}
	for _, n := range s.Gone {
		after.pieces[n] = ui.BoardPiece{}
	}
	return after
}

// page is what the script keeps of a page.
type page struct {
	words, walk, flight, aim, task, hint string
	kicks                                bool
	notes                                []ui.BoardNote
	pieces                               []ui.BoardPiece
}

// same says that two pages are alike but for their pieces.
func (p page) same(q page) bool {
	return p.words == q.words && p.walk == q.walk && p.flight == q.flight && p.aim == q.aim && p.task == q.task &&
		p.hint == q.hint && p.kicks == q.kicks && slices.Equal(p.notes, q.notes)
}

// standing lists the pieces in any order.
func (p page) standing() []string {
	var list []string
	for _, b := range p.pieces {
		if b.Class != "" {
			list = append(list, strings.Join([]string{b.Class, b.At, b.Label, b.Cell, b.Name}, "|"))
		}
	}
	slices.Sort(list)
	return list
}

// What a page carries for the script, or the server answers it step by step, comes to the
// page that a reader without it gets.
func TestTheScriptIsToldThePageThatTheServerDraws(t *testing.T) {
	trees, asked := map[bool]int{}, 0
	everywhere(t, max(1, enginetest.Size(20)), func(p engine.Position, r *rand.Rand) {
		board := p.Diagram()
		steps, err := p.Steps(p.Random(r))
		if err != nil {
			t.Fatal(err)
		}
		look := Look{Sides: [2]string{"Red", "White"}, Turned: asked%2 == 1}
		d := newDecision(p, board, look)
		tree := d.choices()
		trees[tree != nil]++
		now := page{aim: d.begin.aim, task: board.Task, hint: board.Hint, kicks: board.Kicks, notes: d.begin.notes, pieces: d.begin.pieces}
		for n, step := range steps {
			show := newScene(told(p, board, steps[:n]), look).show(newScene(told(p, board, steps[:n+1]), look))
			if tree != nil {
				i := slices.IndexFunc(tree, func(c Choice) bool { return c.Step == step.String() })
				show, tree = tree[i].Show, tree[i].Next
			} else {
				asked++
			}
			now = apply(now, show)
			e := NewEntry(EntryInput{Position: p, Board: board, Sides: look.Sides, Turned: look.Turned, Done: steps[:n+1], Href: func([]engine.Step) string { return "" }})
			want := page{words: e.Words, walk: e.Board.Walk, flight: e.Board.Flight, aim: e.Board.Aim, task: e.Task, hint: e.Hint, kicks: strings.Contains(e.Board.Class, " kicking"), notes: e.Board.Notes, pieces: e.Board.Pieces}
			if pieces := now.standing(); !now.same(want) || !slices.Equal(pieces, want.standing()) {
				t.Fatalf("%s: after %v the script is told\n%+v, the page has\n%+v", p, steps[:n+1], now, want)
			}
			if tree == nil && n+1 < len(steps) && trees[true] > 0 && asked == 0 {
				t.Fatalf("%s: the tree ends after %v", p, steps[:n+1])
			}
		}
	})
	if trees[true] == 0 || asked == 0 {
		t.Errorf("%v trees, %d steps asked for", trees, asked)
	}
}

func TestChoicesWithoutAPlaceAreButtonsInTheirOrder(t *testing.T) {
	p := parsed(t, "onetwofun/basic", "play W b10,b11,h11 1-1 0:0 1 - - -")
	href := func(done []engine.Step) string { return engine.FormatSteps(done) }
	entry := func(done string) string {
		var texts []string
		for _, c := range NewEntry(EntryInput{Position: p, Board: p.Diagram(), Done: engine.ParseSteps(done), Href: href}).Spare {
			texts = append(texts, c.Text+" "+string(c.Touch)+" "+c.Href)
		}
		return strings.Join(texts, "; ")
	}
	for done, want := range map[string]string{
		"":                      "Direct free kick next =direct free kick; Indirect free kick next =indirect free kick",
		"=indirect free kick":   "Direct free kick instead =direct free kick; Indirect free kick back ",
		"=direct free kick,b10": "Direct free kick back =direct free kick; Indirect free kick instead =indirect free kick",
	} {
		if got := entry(done); got != want {
			t.Errorf("after %q the buttons are %q, want %q", done, got, want)
		}
	}
}

// Once a formation is chosen the ball's side comes before the 15 formations, of which a few are in sight.
func TestTheChoicesOfTheNextStepComeFirst(t *testing.T) {
	p := parsed(t, "cufootball/classic", "setup R - - 22,22 - free/R - 0 0:0 - -")
	list := spareSteps(p, p.Diagram(), engine.ParseSteps("=3-3-4"))
	if len(list) != 17 || list[0].Choice != "left" || list[1].Choice != "right" {
		t.Errorf("the choices are %v", list)
	}
}

func TestAFormationIsOfferedOnceWhileATeamIsSetUp(t *testing.T) {
	p := parsed(t, "cufootball/classic", "setup R - - 22,22 - free/R - 0 0:0 - -")
	for _, done := range []string{"", "a1", "a1,c1"} {
		seen := map[string]bool{}
		for _, step := range spareSteps(p, p.Diagram(), engine.ParseSteps(done)) {
			if seen[step.Choice] {
				t.Errorf("after %q %q is offered twice", done, step.Choice)
			}
			seen[step.Choice] = true
		}
		if len(seen) == 0 {
			t.Errorf("after %q there is no formation to choose", done)
		}
	}
}

// What is put back for the next kick-off has not gone there in play.
func TestAGoalEndsTheStory(t *testing.T) {
	begin, end := viewstest.Strip(viewstest.Figure(engine.First, "1", "a1")), viewstest.Strip(viewstest.Figure(engine.First, "1", "c1"))
	s := story{spots: begin.Spots, diagram: begin, numbers: []int{0}, most: 1}
	if got := len(s.then(end).walks()); got != 1 {
		t.Fatalf("a figure that walked has %d ways", got)
	}
	end.Score[0]++
	if got := s.then(end); len(got.walks()) != 0 || len(got.then(begin).walks()) != 0 {
		t.Errorf("after a goal there are the ways %v", got.walks())
	}
}

func BenchmarkStations(b *testing.B) {
	for _, g := range games.All() {
		info := g.Info()
		b.Run(info.ID, func(b *testing.B) {
			rec := long(b, g, info.Variants[0].ID)
			for b.Loop() {
				_ = tell(rec)
			}
			b.ReportMetric(float64(len(tell(rec).stops)-1), "moves")
		})
	}
}

// long is a random match of about a hundred moves.
func long(t testing.TB, g engine.Game, variant string) engine.Record {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	rec, err := engine.Begin(g, variant, viewstest.KickedOff, 0, nil)
	for n := 0; err == nil && n <= 100; n++ {
		if rec, _, err = rec.Drive(viewstest.KickedOff, lots{r}); err != nil || rec.Next().Over() {
			break
		}
		rec, err = rec.Add(engine.Event{Seq: len(rec.Log) + 1, At: viewstest.KickedOff, By: rec.Next().Side, Act: engine.ActMove, Text: string(rec.Position.Random(r))})
	}
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// lots throws what a generator gives.
type lots struct{ *rand.Rand }

func (l lots) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + l.IntN(sides), nil }

// insistent is a position that offers the same choice at every point.
type insistent struct{ engine.Position }

func (insistent) Continue([]engine.Step) ([]engine.Step, engine.Move) {
	return []engine.Step{{Choice: "more"}}, "m"
}

func TestAChoiceThatComesUpAgainIsOneButton(t *testing.T) {
	if got := spareSteps(insistent{}, viewstest.Strip(), engine.ParseSteps("=more,=more")); len(got) != 1 {
		t.Errorf("the buttons are %v", got)
	}
}
