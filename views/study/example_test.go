package study

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// stateOf returns the state that an address of a rules page holds, as the site reads it.
func stateOf(t *testing.T, address string) ExampleState {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	q := u.Query()
	n := q.Get("example")
	if n == "" {
		n = u.Path[strings.LastIndex(u.Path, "/")+1:]
	}
	s := ExampleState{N: number(n), Ask: q.Get("ask") != "", Roll: number(q.Get("roll")), Play: number(q.Get("play"))}
	if q.Has("do") {
		s.Done = append([]engine.Step{}, engine.ParseSteps(q.Get("do"))...)
	}
	return s
}

// act follows the link of an example that says something.
func act(t *testing.T, g engine.Game, v ExampleView, text string) ExampleView {
	t.Helper()
	for _, l := range v.Acts {
		if l.Text == text {
			return NewExample(g, stateOf(t, l.Href))
		}
	}
	t.Fatalf("no %q among %v", text, v.Acts)
	return v
}

func texts(v ExampleView) string {
	var list []string
	for _, l := range v.Acts {
		list = append(list, l.Text)
	}
	return strings.Join(list, ", ")
}

func TestAnExampleIsTouchedStepByStepWithUndo(t *testing.T) {
	g := viewstest.Explained{}
	v := NewExample(g, ExampleState{N: 1})
	if got := texts(v); got != "Show where the ball may go" || v.Live {
		t.Fatalf("at first: %s", got)
	}
	v = act(t, g, v, "Show where the ball may go")
	if got := texts(v); got != "Undo, From the start" || !v.Live {
		t.Fatalf("asked: %s", got)
	}
	v = touch(t, g, v, "e7")
	v = touch(t, g, v, "=goal")
	if got := texts(v); got != "Play this move, Undo, From the start" || v.Says != "A whole move: e8 – e7 – the red goal." {
		t.Fatalf("a move entered: %s, %q", got, v.Says)
	}
	if back := texts(act(t, g, v, "Undo")); back != "Undo, From the start" {
		t.Errorf("taken back: %s", back)
	}
	v = act(t, g, v, "Play this move")
	if v.Says != "Played: e8 – e7 – the red goal. Red to move." || texts(v) != "Roll again, From the start" || len(v.Dice.Faces) != 1 {
		t.Errorf("played: %q, %s, %v", v.Says, texts(v), v.Dice)
	}
	if first := act(t, g, v, "From the start"); first.Live || texts(first) != "Show where the ball may go" {
		t.Errorf("from the start: %+v", first)
	}
}

// touch follows the link of a spot of an example's board.
func touch(t *testing.T, g engine.Game, v ExampleView, step string) ExampleView {
	t.Helper()
	for _, s := range v.Board.Spots {
		if s.Step == step && s.Href != "" {
			if a, b := stateOf(t, s.Href), stateOf(t, s.Get); engine.FormatSteps(a.Done) != engine.FormatSteps(b.Done) || a.N != b.N {
				t.Errorf("with the script %v, without %v", b, a)
			}
			return NewExample(g, stateOf(t, s.Href))
		}
	}
	t.Fatalf("%s cannot be touched", step)
	return v
}

func TestAnExampleThrowsFromASequenceThatTheAddressNames(t *testing.T) {
	g := viewstest.Explained{}
	v := NewExample(g, ExampleState{N: 2})
	if got := texts(v); got != "Roll" || v.Says != "A throw is due." || len(v.Dice.Faces) != 0 {
		t.Fatalf("at first: %s, %q", got, v.Says)
	}
	seen := map[int]bool{}
	for range 40 {
		text := "Roll again"
		if len(v.Dice.Faces) == 0 {
			text = "Roll"
		}
		v = act(t, g, v, text)
		if len(v.Dice.Faces) != 1 || texts(v) != "Show what may be touched, Roll again, From the start" {
			t.Fatalf("thrown: %v, %s", v.Dice, texts(v))
		}
		seen[v.Dice.Faces[0].N] = true
	}
	if len(seen) != 6 {
		t.Errorf("40 throws have shown %v", seen)
	}
	a, b := NewExample(g, ExampleState{N: 2, Roll: 7}), NewExample(g, ExampleState{N: 2, Roll: 7})
	if a.Dice.Faces[0] != b.Dice.Faces[0] {
		t.Error("one address shows two throws")
	}
}

// Whatever an address says, the example shows as much of it as is legal.
func TestAnExampleShowsAsMuchOfItsAddressAsIsLegal(t *testing.T) {
	g := viewstest.Explained{}
	v := NewExample(g, ExampleState{N: 1, Ask: true, Done: engine.ParseSteps("e8,a1,=goal"), Play: 3})
	if !strings.Contains(v.Try, "do=e8") || strings.Contains(v.Try, "a1") {
		t.Errorf("it is tried at %s", v.Try)
	}
}

var figureID = regexp.MustCompile(`id="example-\d+"`)

// Every example can be asked, touched to a whole move and played, by the links it shows.
func TestEveryExampleOfEveryGameCanBeTouched(t *testing.T) {
	for _, g := range games.All() {
		examples := ui.ExamplesOf(g.Rules())
		if len(examples) == 0 {
			t.Errorf("the rules of %s have no example", g.Info().ID)
		}
		for i, example := range examples {
			t.Run(g.Info().ID+"/"+strconv.Itoa(i+1), func(t *testing.T) {
				touchThrough(t, g, example, NewExample(g, ExampleState{N: i + 1}))
			})
		}
	}
}

// touchThrough goes on with an example as far as its links lead to new ground.
func touchThrough(t *testing.T, g engine.Game, example engine.Example, v ExampleView) {
	if v.Board.Box == "" {
		t.Fatalf("%s shows no board: %s", example.Position, v.Says)
	}
	if got := figureID.FindAllString(viewstest.Rendered(t, Example(v)), -1); len(got) != 1 {
		t.Fatalf("the figure has the ids %v", got)
	}
	main := func() string {
		for _, l := range v.Acts {
			if l.Main {
				return l.Text
			}
		}
		return ""
	}
	if texts(v) == "Roll" {
		v = act(t, g, v, "Roll")
	}
	if main() == "" { // nothing to decide: it shows how a match ends, or a throw that needs no decision
		return
	}
	v = act(t, g, v, main())
	for range 40 {
		if main() == "Play this move" {
			break
		}
		next := ""
		for _, s := range v.Board.Spots {
			if s.Touch == ui.Legal {
				next = s.Href
				break
			}
		}
		if next == "" && len(v.Choices) > 0 {
			next = v.Choices[0].Href
		}
		if next == "" {
			t.Fatalf("nothing can be touched in %s: %q", example.Position, v.Says)
		}
		v = NewExample(g, stateOf(t, next))
	}
	if v = act(t, g, v, "Play this move"); v.Says == "" {
		t.Errorf("%s: a move played says nothing", example.Position)
	}
	viewstest.Tree(t, viewstest.Rendered(t, Example(v)))
}

func TestAnExampleShowsWhatItsMoveMustCross(t *testing.T) {
	shown := 0
	for _, g := range games.All() {
		for n, e := range ui.ExamplesOf(g.Rules()) {
			p, err := g.Parse(e.Variant, e.Position)
			if err != nil {
				t.Fatal(err)
			}
			d := p.Diagram(e.Done...)
			path := ui.PlaneOf(d, false).Aim(d)
			if path == "" {
				continue
			}
			shown++
			if html := viewstest.Rendered(t, Example(NewExample(g, ExampleState{N: n + 1}))); !strings.Contains(html, path) {
				t.Errorf("%s does not show %s", e.Position, path)
			}
		}
	}
	if shown == 0 {
		t.Error("no example has anything to cross")
	}
}

func TestRulebooksStressWords(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "a *keeper* square": "a <b>keeper</b> square", "*Two.*": "<b>Two.</b>", "1 < 2": "1 &lt; 2", "": "",
		"e13-**": "e13-*", "*goal* e13-**": "<b>goal</b> e13-*", "*e13-***": "<b>e13-*</b>",
	} {
		if got := strings.TrimSpace(viewstest.Rendered(t, stressed(text))); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
		words := strings.NewReplacer("<b>", "", "</b>", "", "&lt;", "<").Replace(want)
		if got := plain(text); got != words {
			t.Errorf("%q is read out as %q, want %q", text, got, words)
		}
	}
}

func TestTheTableOfPointsPricesEveryEndingOnce(t *testing.T) {
	for _, g := range games.All() {
		html := viewstest.Rendered(t, pointsTable(NewRulesPage(RulesInput{Game: g}).Points))
		for _, e := range append(g.Info().Endings, engine.PlatformEndings()...) {
			text := endingTexts[e]
			if e == engine.Adjudication {
				text = adjudications[0].text
			}
			if text == "" || strings.Count(html, "<td>"+text+"</td>") != 1 {
				t.Errorf("%s: the table of points has no row for %q", g.Info().ID, e)
			}
		}
	}
}
