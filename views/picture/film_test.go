package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

// A film that is told shorter still begins with the first board and ends with the last one.
func TestEveryOtherBoardKeepsTheFirstAndTheLast(t *testing.T) {
	for n := 2; n < 12; n++ {
		var frames []Frame
		for i := range n {
			frames = append(frames, Frame{Caption: fmt.Sprint(i)})
		}
		got := everyOther(frames)
		if got[0].Caption != "0" || got[len(got)-1].Caption != fmt.Sprint(n-1) || len(got) > n/2+1 {
			t.Errorf("of %d there are %d left, from %s to %s", n, len(got), got[0].Caption, got[len(got)-1].Caption)
		}
	}
}

// shot is a film in which First scores with the first of two moves: the ball goes along two ways into the goal,
// and comes back to another place while a figure is put elsewhere.
func shot(t *testing.T) Film {
	f := kickedAbout(t, 2)
	figure := func(x float64) engine.Piece {
		return engine.Piece{Kind: "figure", Side: engine.First, Label: "1", Cell: "a", X: x, Y: 0.5}
	}
	ball := func(x, y float64) engine.Piece { return engine.Piece{Kind: "ball", Cell: "b", X: x, Y: y} }
	for i, pieces := range [][]engine.Piece{{ball(1.5, 1.5), figure(0.5)}, {ball(2.5, 3.5), figure(4.5)}, {ball(2.5, 4.5), figure(4.5)}} {
		f.Frames[i].Diagram.Pieces, f.Frames[i].Paths, f.Frames[i].From = pieces, nil, nil
		f.Frames[i].Diagram.Score = [2]int{min(i, 1), 0}
	}
	f.Frames[1].Paths = [][]Point{{{1.5, 1.5}, {1.5, 3.5}}, {{1.5, 3.5}, {2.5, 9.5}}}
	return f
}

// A move is made in its time: one way after the other, then the goal counts, then all goes on from where the board says.
func TestAGoalTakesItsTime(t *testing.T) {
	want := map[string][]stop{
		"ball": {
			{0, point{150, 150}},
			{1, point{150, 150}},
			{1.3, point{150, 350}},
			{1.3, point{150, 350}},
			{1.6, point{250, 950}},
			{1.85, point{250, 950}},
			{1.85, point{250, 350}},
			{2, point{250, 350}},
			{2.6, point{250, 450}},
			{3, point{250, 450}},
		},
		"figure": {{0, point{50, 50}}, {1.85, point{50, 50}}, {1.95, point{450, 50}}, {3, point{450, 50}}},
	}
	cast := shot(t).cast()
	for _, a := range cast {
		if got, want := fmt.Sprintf("%.2f", a.stops), fmt.Sprintf("%.2f", want[a.costume.kind]); got != want {
			t.Errorf("the %s goes\n%s\nnot\n%s", a.costume.kind, got, want)
		}
	}
	if last := cast[len(cast)-1].costume.kind; last != "ball" {
		t.Errorf("the %s lies on top", last)
	}
}

// A ball that is not put back on the board after a goal is in the goal until then.
func TestTheLastBallStaysInTheGoalForAWhile(t *testing.T) {
	f := shot(t)
	f.Frames = f.Frames[:2]
	f.Frames[1].Diagram.Pieces = f.Frames[1].Diagram.Pieces[1:]
	for _, a := range f.cast() {
		if a.costume.kind != "ball" {
			continue
		}
		if i := slices.Index(a.stops, stop{1 + goalUntil, point{250, 950}}); i < 0 || a.stops[i+1] != (stop{1 + goalUntil, away}) {
			t.Errorf("it goes %.2f", a.stops)
		}
	}
}

// Who leaves the board and who comes on does so when the move has been made.
func TestPiecesComeAndGoAfterTheirMove(t *testing.T) {
	for goal, when := range map[bool][2]string{false: {"1.60", "1.85"}, true: {"1.95", "1.85"}} {
		f := kickedAbout(t, 1)
		f.Frames[0].Diagram.Pieces = []engine.Piece{{Kind: "figure", Side: engine.First, Label: "1", Cell: "a", X: 0.5, Y: 0.5}}
		f.Frames[1].Diagram.Pieces = []engine.Piece{{Kind: "figure", Side: engine.Second, Label: "2", Cell: "b", X: 1.5, Y: 0.5}}
		f.Frames[1].Paths, f.Frames[1].From = nil, nil
		if goal {
			f.Frames[1].Diagram.Score = [2]int{1, 0}
		}
		for _, a := range f.cast() {
			jump := slices.IndexFunc(a.stops, func(s stop) bool { return (s.where == away) != (a.label == "2") })
			if jump < 0 {
				t.Fatalf("goal %v: %s never comes or goes: %v", goal, a.label, a.stops)
			}
			if got := fmt.Sprintf("%.2f", a.stops[jump].at); got != when[map[string]int{"2": 0, "1": 1}[a.label]] {
				t.Errorf("goal %v: %s comes or goes at %s", goal, a.label, got)
			}
		}
	}
}

// Captions, goals and the end are seen in their time, the film begins by itself and again when it is touched, and who
// wants no motion sees none.
func TestAFilmTellsEverythingInItsTime(t *testing.T) {
	f := shot(t)
	svg := string(f.SVG())
	for _, want := range []string{
		`>Move 0 of 2: somebody went somewhere<set attributeName="visibility" to="visible" begin="m.begin+0s" dur="1.6s"/>`,
		`>Move 2 of 2: somebody went somewhere<set attributeName="visibility" to="visible" begin="m.begin+3.2s" dur="1.6s"/>`,
		`>It is over.<set attributeName="visibility" to="hidden" begin="m.begin" dur="4.8s"/>`,
		`>0<set attributeName="visibility" to="visible" begin="m.begin+0s" dur="2.56s"/>`, // until the goal of the first move
		`>1<set attributeName="visibility" to="hidden" begin="m.begin" dur="2.56s"/>`,
		`>0</text>`, // the other side has none from beginning to end
		`begin="0s;v.click" dur="4.8s" fill="freeze"/></rect>`,
		`keyTimes=".00000;.33333;.66667"`, // of what a move leaves to be seen
		"@media(prefers-reduced-motion:reduce){.go{display:none}.still{display:inline}}",
		".still{display:none}", "@media(prefers-color-scheme:dark){.f",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("it does not hold %s", want)
		}
	}
	if strings.Contains(svg, `dur="0s"`) {
		t.Error("something is hidden or shown for no time")
	}
	long := kickedAbout(t, 599)
	if svg := string(long.SVG()); !strings.Contains(svg, `dur="300s" fill="freeze"/></rect>`) {
		t.Error("600 boards are not shown for half a second each")
	}
}

// A GIF ends with what the match came to, and holds it longest.
func TestAGIFEndsWithItsEnd(t *testing.T) {
	draw := func(other int) []byte {
		f := kickedAbout(t, 3)
		if other >= 0 {
			f.Frames[other].Caption = "Something else"
		}
		data, err := f.GIF()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	plain := draw(-1)
	for i := range 4 {
		if told := !bytes.Equal(plain, draw(i)); told != (i < 3) {
			t.Errorf("the move of picture %d is told: %v", i, told)
		}
	}
	one, err := gif.DecodeAll(bytes.NewReader(plain))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(one.Delay, []int{110, 110, 110, 600}) {
		t.Errorf("the pictures are shown for %v", one.Delay)
	}
	if alike := image.NewRGBA(image.Rect(0, 0, 4, 4)); changed(alike, alike).Empty() {
		t.Error("a picture that is like the one before has no part at all")
	}
}
