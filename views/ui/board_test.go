package ui

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/views/viewstest"
)

func TestSpotsSayWhatTheyAreAndWhatTouchingThemDoes(t *testing.T) {
	yellow, red := viewstest.Figure(engine.First, "3", "a1"), viewstest.Figure(engine.Second, "1", "c1")
	b := NewBoard(BoardInput{
		Diagram: viewstest.Strip(yellow, red),
		Touch:   map[engine.Step]Touch{{Cell: "a1"}: Back, {Cell: "b1"}: Legal, {Choice: "goal"}: Instead},
		Done:    []engine.Step{{Cell: "a1"}},
		Href:    func(s engine.Step, _ Touch) string { return "/to/" + s.String() },
	})
	for i, want := range []BoardSpot{
		{Step: "a1", Label: "a1, yellow figure 3, chosen, touch to go back", Href: "/to/a1", Class: "spot taken chosen back"},
		{Step: "b1", Label: "b1, empty, may be touched", Href: "/to/b1", Class: "spot next"},
		{Step: "c1", Label: "c1, red figure 1", Class: "spot taken"},
		{Step: "=goal", Label: "the goal, may be touched instead", Href: "/to/=goal", Class: "spot instead"},
	} {
		got := b.Spots[i]
		if got.Step != want.Step || got.Label != want.Label || got.Href != want.Href || got.Class != want.Class {
			t.Errorf("spot %d: %+v, want %+v", i, got, want)
		}
	}
	html := viewstest.Rendered(t, DrawBoard(b))
	if n := strings.Count(html, `role="img"`); n != 1 {
		t.Errorf("%d spots are pictures; only c1 cannot be touched", n)
	}
	if n := strings.Count(html, `href="/to/`); n != 3 {
		t.Errorf("%d spots are links, want 3", n)
	}
}

func TestSidesDifferInFormAndKeepersFromFigures(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range []engine.Piece{
		{Kind: "figure", Side: engine.First},
		{Kind: "figure", Side: engine.Second},
		{Kind: "keeper", Side: engine.First},
		{Kind: "keeper", Side: engine.Second},
		{Kind: "ball"},
		{Kind: "marker"},
	} {
		if s := shape([2]string{"Yellow", "Red"}, p); seen[s] {
			t.Errorf("%+v has the form of another", p)
		} else {
			seen[s] = true
		}
	}
}

func TestCoordinatesStandAtTheEdges(t *testing.T) {
	p, err := streetsoccer.Game{}.Start("lg")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, c := range coordinates(PlaneOf(p.Diagram(), false), p.Diagram()) {
		texts = append(texts, c.Text)
	}
	if got, want := strings.Join(texts, " "), "10 9 8 7 6 5 4 3 2 1 a b c d e f"; got != want {
		t.Errorf("coordinates %q, want %q", got, want)
	}
}

func TestABallSharesItsCellWithoutHidingTheFigure(t *testing.T) {
	ball := engine.Piece{Kind: "ball", Name: "ball", Cell: "a1", X: 0.8, Y: 0.8}
	alone := NewBoard(BoardInput{Diagram: viewstest.Strip(ball)}).Pieces[0]
	held := NewBoard(BoardInput{Diagram: viewstest.Strip(viewstest.Figure(engine.First, "1", "a1"), ball)}).Pieces[1]
	if alone.At != "translate(80 80)" || held.At != alone.At {
		t.Errorf("a ball alone is at %s, with a figure at %s", alone.At, held.At)
	}
	turned := NewBoard(BoardInput{Diagram: viewstest.Strip(viewstest.Figure(engine.First, "1", "a1"), ball), Turned: true}).Pieces[1]
	if turned.At != "translate(380 80)" {
		t.Errorf("on a board that is turned the ball is at %s", turned.At)
	}
}

func TestLengthsAreShort(t *testing.T) {
	for cells, want := range map[float64]string{0: "0", 1: "100", 0.125: "12.5", -0.0001: "0", 12.08: "1208"} {
		if got := (Plane{unit: wideCell}).Length(cells); got != want {
			t.Errorf("%v cells are %q, want %q", cells, got, want)
		}
	}
}

func TestATurnedBoardLaysEverythingTheOtherWayRound(t *testing.T) {
	d := engine.Diagram{Width: 4, Height: 2}
	for path, want := range map[string]string{
		"M0 0H4V2Z":                      "M400 200H0V0Z",
		"M1 1L2 0.5":                     "M300 100L200 150",
		"M2 1A1 0.5 0 0 1 4 1":           "M200 100A100 50 0 0 1 0 100",
		"M1 1C1 1 2 2 3 3":               "", // no mark has curves of that kind
		"M1":                             "",
		"M0 0L1 1 2 2M3 2A1 1 0 1 0 3 0": "M400 200L300 100 200 0M100 0A100 100 0 1 0 100 200",
	} {
		if got := PlaneOf(d, true).path(path); got != want {
			t.Errorf("%q becomes %q, want %q", path, got, want)
		}
	}
	p, err := streetsoccer.Game{}.Parse("lg", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 5 0:0 -")
	if err != nil {
		t.Fatal(err)
	}
	straight, turned := NewBoard(BoardInput{Diagram: p.Diagram()}), NewBoard(BoardInput{Diagram: p.Diagram(), Turned: true})
	for i, s := range straight.Spots {
		if got := turned.Spots[len(turned.Spots)-1-i]; got.Name != s.Name || got.Step != s.Step || got.Label != s.Label {
			t.Fatalf("spot %d is %+v, turned %+v", i, s, got)
		}
	}
	if got := turned.Pieces[0].At; got != "translate(350 90)" || straight.Pieces[0].At != "translate(250 990)" {
		t.Errorf("the keeper stands at %s, turned at %s", straight.Pieces[0].At, got)
	}
	var letters []string
	for _, c := range turned.Coordinates {
		letters = append(letters, c.Text)
	}
	if got := strings.Join(letters, " "); got != "1 2 3 4 5 6 7 8 9 10 f e d c b a" {
		t.Errorf("the coordinates of the turned board are %q", got)
	}
}

func TestABoardOfPointsHasARoundPlaceForEach(t *testing.T) {
	d := viewstest.Strip(engine.Piece{Kind: "marker", Name: "marker a1", Cell: "a1", X: 0.5, Y: 0.5})
	d.Points = true
	d.Marks = []engine.Mark{{Path: "M0 0H3", Kind: "lattice"}, {Path: "M1 1H2", Kind: "aim"}}
	html := viewstest.Rendered(t, DrawBoard(NewBoard(BoardInput{
		Diagram: d, Sides: [2]string{"White", "Black"}, Trace: MoveTrace{Spots: d.Spots[:1]}, Done: []engine.Step{{Cell: "b1"}},
	})))
	for what, want := range map[string]string{
		"the colours of the sides":     `class="board first-white second-black points"`,
		"the lattice":                  `class="mark lattice"`,
		"what is to be crossed":        `<path class="aim" d="M100 100H200">`,
		"a marker, which is no side's": `class="piece marker"`,
		"letters below their points":   `>b</text>`,
		"a mark of the chosen points":  `class="spot chosen"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is missing: %s", what, want)
		}
	}
	if n := strings.Count(html, `d="M100 100H200"`); n != 1 {
		t.Errorf("the aim is drawn %d times", n)
	}
}

func TestPegsHaveTheirNumberAndTheirName(t *testing.T) {
	info := engine.Info{Pegs: []string{"red", "yellow", "green", "blue"}}
	throw := ThrowOf(info, engine.Diagram{Throw: []int{3}, ThrowSides: 4}, nil)
	html := viewstest.Rendered(t, DrawDice(throw))
	if !strings.Contains(html, `aria-label="Peg: green, 3"`) || !strings.Contains(html, ">3</text>") || !strings.Contains(html, `class="die peg green"`) {
		t.Errorf("a green peg: %s", html)
	}
	if got := SaidFaces(throw.Faces); got != "drawn green" {
		t.Errorf("a green peg is said as %q", got)
	}
	if got := SaidFaces(ThrowOf(info, engine.Diagram{Throw: []int{3}, ThrowSides: 6}, nil).Faces); got != "thrown 3" {
		t.Errorf("a die of six faces is said as %q", got)
	}
}
