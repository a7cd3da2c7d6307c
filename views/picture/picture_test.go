package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
)

// Pictures wear the colours of the site's style sheet.
func TestInksAreThoseOfTheStyleSheet(t *testing.T) {
	data, err := os.ReadFile("../sheets/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	sheet := string(data)
	night := strings.Index(sheet, "prefers-color-scheme: dark")
	tokens := func(part string) map[string]string {
		found := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(part, -1) {
			if _, ok := found[m[1]]; !ok {
				found[m[1]] = m[2]
			}
		}
		return found
	}
	day, dark := tokens(sheet[:night]), tokens(sheet[night:])
	names := map[Ink]string{
		Paper: "paper", Text: "ink", Quiet: "quiet", Line: "line", Accent: "accent", Asphalt: "asphalt", Court: "court",
		Box: "box", Chalk: "chalk", Marker: "marker",
	}
	light, shade := colours([2]string{"Yellow", "Red"})
	written := func(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	for ink, name := range names {
		want := dark[name]
		if want == "" {
			want = day[name]
		}
		if written(light[ink]) != day[name] || written(shade[ink]) != want {
			t.Errorf("%s is %s and %s, in the style sheet %s and %s", name, written(light[ink]), written(shade[ink]), day[name], want)
		}
	}
	for _, k := range kits {
		if written(k.body) != day[k.name] {
			t.Errorf("%s is %s, in the style sheet %s", k.name, written(k.body), day[k.name])
		}
	}
}

func TestEveryMarkCanBeDrawn(t *testing.T) {
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			p, err := g.Start(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			d := p.Diagram()
			low, high := point{-0.2, -0.2}, point{d.Width + 0.2, d.Height + 0.2}
			for _, m := range d.Marks {
				path, err := parsePath(m.Path)
				if err != nil {
					t.Errorf("%s: %q: %v", v.ID, m.Path, err)
					continue
				}
				if a, b := path.bounds(); a.x < low.x || a.y < low.y || b.x > high.x || b.y > high.y {
					t.Errorf("%s: %q reaches from %v to %v", v.ID, m.Path, a, b)
				}
			}
		}
	}
}

func TestPathsThatAreNoneAreRefused(t *testing.T) {
	for _, text := range []string{"M1", "Q1 2 3 4", "M1 2L", "M1 x", "1 2", "M1 2 3", "m1 2"} {
		if p, err := parsePath(text); err == nil {
			t.Errorf("%q is read as %v", text, p)
		}
	}
	if p, err := parsePath(" M1 2L3.5 -4A1 1 0 0 1 2 2Z"); err != nil || p.String() != "M1 2L3.5 -4A1 1 0 0 1 2 2Z" {
		t.Errorf("%v, %v", p, err)
	}
}

// An arc turns the way that SVG says.
func TestArcsBendTheRightWay(t *testing.T) {
	for text, through := range map[string]point{
		"M0 0A1 1 0 0 1 2 0":     {1, -1},
		"M0 0A1 1 0 0 0 2 0":     {1, 1},
		"M0 1A1 1 0 0 1 1 0":     {1 - math.Sqrt(0.5), 1 - math.Sqrt(0.5)},
		"M0 1A1 1 0 1 0 1 0":     {1 + math.Sqrt(0.5), 1 + math.Sqrt(0.5)},
		"M0 1A1 1 0 1 1 1 0":     {-math.Sqrt(0.5), -math.Sqrt(0.5)},
		"M0 1A1 1 0 0 0 1 0":     {math.Sqrt(0.5), math.Sqrt(0.5)},
		"M-2 0A2 2 0 0 1 2 0Z":   {0, -2},
		"M10 10A5 5 0 0 0 20 10": {15, 15},
	} {
		nearest := math.Inf(1)
		for _, p := range mustPath(text).lines()[0] {
			nearest = min(nearest, p.distance(through))
		}
		if nearest > 0.3 {
			t.Errorf("%s passes %v at %.2f", text, through, nearest)
		}
	}
}

func TestDashesCoverTheirPart(t *testing.T) {
	line := [][]point{{{0, 0}, {10, 0}, {10, 10}}}
	sum := 0.0
	list := dashes(line, 2, 3)
	for _, dash := range list {
		for i := 1; i < len(dash); i++ {
			sum += dash[i-1].distance(dash[i])
		}
	}
	if len(list) != 4 || math.Abs(sum-8) > 1e-9 {
		t.Errorf("%d dashes of %v together: %v", len(list), sum, list)
	}
}

// kickedAbout is a film of a ball and a figure that go to and fro.
func kickedAbout(t testing.TB, moves int) Film {
	g := games.All()[0]
	p, err := g.Start(g.Info().Variants[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	d := p.Diagram()
	f := Film{Names: [2]string{"Ann", "Bob"}, Sides: g.Info().Sides, Rules: "Rules", End: "It is over."}
	for i := range moves + 1 {
		frame := Frame{Diagram: d, Caption: fmt.Sprintf("Move %d of %d: somebody went somewhere", i, moves)}
		x := 0.5 + float64(i%5)
		frame.Diagram.Pieces = []engine.Piece{
			{Kind: "figure", Side: engine.First, Label: "1", Cell: "a", X: 2.5, Y: x},
			{Kind: "ball", Cell: engine.Cell(fmt.Sprint("b", i)), X: x, Y: 3.5},
		}
		if i > 0 {
			before := 0.5 + float64((i-1)%5)
			frame.Paths = [][]Point{{{before, 3.5}, {2.5, 9.5}, {x, 3.5}}}
			frame.From = map[int]Point{1: {before, 3.5}}
		}
		f.Frames = append(f.Frames, frame)
	}
	return f
}

// However long a film is, it is small enough to be sent, and its end is kept.
func TestALongFilmIsToldShorter(t *testing.T) {
	for moves, captions := range map[int]bool{200: true, 1500: false, 12000: false} {
		f := kickedAbout(t, moves)
		svg := string(f.SVG())
		last := f.Frames[moves].Diagram.Pieces[1]
		if len(svg) >= MaxSVG {
			t.Errorf("%d moves: %d bytes", moves, len(svg))
		}
		if !strings.Contains(svg, `<g class="still">`) || !strings.Contains(svg[strings.Index(svg, `<g class="still">`):], "translate("+spot(place(last))+")") {
			t.Errorf("%d moves: the end is lost", moves)
		}
		if strings.Contains(svg, "Move 7 of") != captions {
			t.Errorf("%d moves: captions or none, against what was expected", moves)
		}
	}
}

// A piece follows the ways of its move, one after the other, and two that begin in one
// place are kept apart.
func TestPiecesGoTheirWays(t *testing.T) {
	f := kickedAbout(t, 1)
	f.Frames[0].Diagram.Pieces = []engine.Piece{
		{Kind: "figure", Side: engine.First, Label: "1", Cell: "a", X: 0.5, Y: 0.5},
		{Kind: "ball", Cell: "a", X: 0.8, Y: 0.8},
	}
	f.Frames[1].Diagram.Pieces = []engine.Piece{
		{Kind: "figure", Side: engine.First, Label: "1", Cell: "b", X: 1.5, Y: 0.5},
		{Kind: "ball", Cell: "c", X: 4.5, Y: 4.5},
	}
	f.Frames[1].Paths = [][]Point{{{0.5, 0.5}, {0.5, 3.5}}, {{0.5, 0.5}, {1.5, 0.5}}, {{0.5, 3.5}, {4.5, 4.5}}}
	f.Frames[1].From = map[int]Point{0: {0.5, 0.5}, 1: {0.8, 0.8}}
	for _, a := range f.cast() {
		var way []point
		for _, s := range a.stops {
			if len(way) == 0 || way[len(way)-1] != s.where {
				way = append(way, s.where)
			}
		}
		want := []point{{50, 50}, {150, 50}}
		if a.costume.kind == "ball" {
			want = []point{{80, 80}, {50, 350}, {450, 450}}
		}
		if !slices.Equal(way, want) {
			t.Errorf("the %s goes %v, not %v", a.costume.kind, way, want)
		}
	}
}

// Each picture of a GIF holds what is new in it: laid over each other they are the board,
// in the colours of the palette.
func TestTheLastPictureOfAGIFIsTheLastBoard(t *testing.T) {
	f := kickedAbout(t, 12)
	data, err := f.GIF()
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	lie := func(g *gif.GIF) *image.RGBA {
		laid := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
		for _, p := range g.Image {
			draw.Draw(laid, p.Bounds(), p, p.Bounds().Min, draw.Over)
		}
		return laid
	}
	alone := f
	alone.Frames = []Frame{f.Frames[12]}
	data, err = alone.GIF()
	if err != nil {
		t.Fatal(err)
	}
	single, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	whole, last := lie(g), lie(single)
	s := sheetOf(f.Frames[0].Diagram)
	bar := int(math.Floor((s.height - 0.3*s.unit) * float64(whole.Bounds().Dy()) / s.height)) // which is full at the end alone
	off, far := 0, 0
	for y := range bar - 2 {
		for x := range whole.Bounds().Dx() {
			if d := distance(whole.RGBAAt(x, y), last.RGBAAt(x, y)); d > 60 {
				off++
				far = max(far, d)
			}
		}
	}
	if off > 0 {
		t.Errorf("%d pixels are other ones, by up to %d", off, far)
	}
}

func TestTextsAreCutToTheirRoom(t *testing.T) {
	m := newMeasure()
	for _, text := range []string{"Ann", strings.Repeat("W", 60), strings.Repeat("i", 200), strings.Repeat("漢", 40), ""} {
		got := m.cut(text, 50, 500)
		if m.wide(got, 50) > 500 || got != text && !strings.HasSuffix(got, "…") || m.wide(text, 50) <= 500*slack && got != text {
			t.Errorf("%.20q becomes %q, %.0f wide", text, got, m.wide(got, 50))
		}
	}
	lines := m.wrap("Level at 2:2 to the end; Red wins because it scored the last goal.", 42, 500, 3)
	if len(lines) != 3 || strings.Join(lines, " ") != "Level at 2:2 to the end; Red wins because it scored the last goal." {
		t.Errorf("%q", lines)
	}
}
