package match

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/transcript"
	"kickabout/views/picture"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// TestATraceGoesTheWayThatWasTold: step by step, from where the straight line begins to where it ends.
func TestATraceGoesTheWayThatWasTold(t *testing.T) {
	t.Parallel()
	bent := 0
	for _, name := range []string{"streetsoccer-lg-greedy", "onetwofun-basic-greedy", "cufootball-classic-greedy"} {
		all := study.NewReplay(keptMatches(t)[name], "")
		for i := 1; i < all.Last(); i++ {
			if !enginetest.Proving() && i%2 > 0 {
				continue
			}
			b := all.Show(i)
			d := b.Diagram()
			straight, told := b.Trace(d), b.TraceAsTold(b.Stage(), d)
			for n, path := range told.Paths {
				for j := 1; j < len(path) && len(path) > 2; j++ { // a marker that is put somewhere goes straight
					if far := max(math.Abs(path[j].X-path[j-1].X), math.Abs(path[j].Y-path[j-1].Y)); far > 1.01 {
						t.Errorf("%s, board %d: a step from %v to %v", name, i, path[j-1], path[j])
					}
				}
				if len(told.Paths) != len(straight.Paths) || len(path) < 3 {
					continue
				}
				if was := straight.Paths[n]; path[0] != was[0] || path[len(path)-1] != was[len(was)-1] {
					t.Errorf("%s, board %d: %v in the place of %v", name, i, path, was)
				}
				bent++
			}
		}
	}
	if bent < 20 {
		t.Errorf("only %d ways of more than a step", bent)
	}
}

// keptMatches returns the matches that are kept for tests, of each game, by the names of
// their files.
func keptMatches(t testing.TB) map[string]engine.Record {
	t.Helper()
	all, err := readMatches()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readMatches reads them once for all tests, which change none.
var readMatches = sync.OnceValues(func() (map[string]engine.Record, error) {
	files, err := filepath.Glob("../../testdata/matches/*.txt")
	if err != nil || len(files) < 20 {
		return nil, fmt.Errorf("%d matches, %v", len(files), err)
	}
	all := map[string]engine.Record{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m, err := transcript.Read(data, games.ByID)
		if err != nil {
			return nil, err
		}
		all[strings.TrimSuffix(filepath.Base(file), ".txt")] = m.Record
	}
	return all, nil
})

// An element is one of an SVG, with all that is in it.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Elements []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all lists an element and what is in it.
func (e element) all() []element {
	list := []element{e}
	for _, child := range e.Elements {
		list = append(list, child.all()...)
	}
	return list
}

// find returns the elements within that are of a name, or of a class behind a dot.
func (e element) find(what string) (found []element) {
	for _, one := range e.all() {
		class, byClass := strings.CutPrefix(what, ".")
		if byClass && slices.Contains(strings.Fields(one.attr("class")), class) || one.XMLName.Local == what {
			found = append(found, one)
		}
	}
	return found
}

func parseSVG(t *testing.T, data []byte) element {
	t.Helper()
	var svg element
	decoder := xml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&svg); err != nil {
		t.Fatal(err)
	}
	if _, err := decoder.Token(); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return svg
}

// standingPieces returns the pieces of a layer of an SVG as they stand: what they look like, their
// labels and places. A piece that moves stands where its motion ends.
func standingPieces(t *testing.T, layer element) (pieces []string) {
	t.Helper()
	for _, g := range layer.find("g") {
		uses := g.find("use")
		if len(uses) != 1 || len(g.find("g")) != 1 {
			continue // the board
		}
		place := strings.TrimSuffix(strings.TrimPrefix(g.attr("transform"), "translate("), ")")
		for _, way := range g.find("animateTransform") {
			if last := lastOf(t, way); last != place {
				t.Errorf("a piece that is drawn at %s ends at %s", place, last)
			}
		}
		if !strings.HasPrefix(place, "-90000") {
			label := ""
			for _, text := range g.find("text") {
				label = text.Text
			}
			pieces = append(pieces, uses[0].attr("href")+" "+label+" "+place)
		}
	}
	slices.Sort(pieces)
	return pieces
}

// lastOf checks the times of a motion and returns its last value.
func lastOf(t *testing.T, motion element) string {
	t.Helper()
	values, times := strings.Split(motion.attr("values"), ";"), strings.Split(motion.attr("keyTimes"), ";")
	before := 0.0
	for i, text := range times {
		at, err := strconv.ParseFloat(text, 64)
		if err != nil || at < before || at > 1 || i == 0 && at != 0 {
			t.Fatalf("time %d of a motion is %q after %v: %v", i, text, before, err)
		}
		before = at
	}
	if len(values) != len(times) || motion.attr("fill") != "freeze" || motion.attr("calcMode") == "" && before != 1 {
		t.Fatalf("a motion has %d values, %d times, ends at %v, fill %q", len(values), len(times), before, motion.attr("fill"))
	}
	return values[len(values)-1]
}

// drawn writes a length in cells as films do.
func drawn(cells float64) string { return ui.Num(math.Round(cells*1000) / 10) }

// The pieces of a diagram, written as standingPieces does but for their looks.
func standOn(d engine.Diagram) (pieces []string) {
	for _, p := range d.Pieces {
		pieces = append(pieces, fmt.Sprintf("%s %s %s", p.Label, drawn(p.X), drawn(p.Y)))
	}
	slices.Sort(pieces)
	return pieces
}

func withoutLooks(pieces []string) []string {
	var list []string
	for _, p := range pieces {
		_, rest, _ := strings.Cut(p, " ")
		list = append(list, rest)
	}
	slices.Sort(list)
	return list
}

// Every match that is kept for tests becomes a film that ends where the match did, whoever
// looks at it, and is small enough to be sent about.
func TestAReplayEndsWithTheFinalPosition(t *testing.T) {
	greatest := 0
	for name, r := range keptMatches(t) {
		if !enginetest.Proving() && strings.HasSuffix(name, "-random") && name != "onetwofun-blocking-random" {
			continue // in a check a single match of the long ones
		}
		film := NewFilm(r, [2]string{"Ann", "Bob"})
		data := film.SVG()
		greatest = max(greatest, len(data))
		if len(data) >= picture.MaxSVG {
			t.Errorf("%s: %d bytes", name, len(data))
		}
		svg := parseSVG(t, data)
		moving, still := svg.find(".go")[0], svg.find(".still")[0]
		want := standOn(study.NewReplay(r, "").Diagram())
		for layer, pieces := range map[string][]string{"with motion": standingPieces(t, moving), "without": standingPieces(t, still)} {
			if got := withoutLooks(pieces); !slices.Equal(got, want) {
				t.Errorf("%s ends %s with\n%q\nnot\n%q", name, layer, got, want)
			}
		}
		if a, b := standingPieces(t, moving), standingPieces(t, still); !slices.Equal(a, b) {
			t.Errorf("%s: the pieces look different with motion and without", name)
		}
		moves := r.Moves()
		if n := len(film.Frames); n != moves[0]+moves[1]+1 || len(moving.find(".c")) != n+1 {
			t.Errorf("%s: %d boards, %d lines of %d moves", name, n, len(moving.find(".c")), moves)
		}
		for _, layer := range []element{moving, still} {
			var shown []string
			for _, text := range layer.find(".e") {
				if !slices.Contains(strings.Fields(text.attr("class")), "w") {
					shown = append(shown, text.Text)
				}
			}
			if score := r.Score(); !slices.Equal(shown, []string{strconv.Itoa(score[0]), strconv.Itoa(score[1])}) {
				t.Errorf("%s: the goals at the end are %q, not %v", name, shown, score)
			}
		}
		for _, e := range svg.find("animate") {
			if e.attr("attributeName") == "d" {
				lastOf(t, e)
			}
		}
	}
	t.Logf("the greatest has %d bytes", greatest)
}

// A piece goes in its own moves alone and is where it should be after each of them: a film
// that is cut off behind any move ends with that move's board.
func TestAReplayPassesEveryBoard(t *testing.T) {
	all := keptMatches(t)
	for _, name := range []string{"streetsoccer-lg-greedy", "onetwofun-basic-greedy", "cufootball-classic-greedy"} {
		film := NewFilm(all[name], [2]string{"Ann", "Bob"})
		for n := 1; n < len(film.Frames); n++ {
			goal := n > 1 && film.Frames[n-1].Diagram.Score != film.Frames[n-2].Diagram.Score
			if !enginetest.Proving() && n%3 > 0 && !goal {
				continue
			}
			if n%7 != 0 && !goal && film.Frames[0].Diagram.Width > 6 { // all of the smallest one
				continue
			}
			cut := film
			cut.Frames = film.Frames[:n]
			if got, want := withoutLooks(standingPieces(t, parseSVG(t, cut.SVG()).find(".go")[0])), standOn(film.Frames[n-1].Diagram); !slices.Equal(got, want) {
				t.Errorf("%s after %d moves:\n%q\nnot\n%q", name, n-1, got, want)
			}
		}
	}
}

// hostile are names as nobody has them.
var hostile = []string{
	"</title><script>alert(1)</script>", `"><image href="http://x/"/>`, "]]>&amp;&#0;", "a\x00b\x1b\u0085\u2028", "\xff\xfe", "\u202eevil\u2066", "漢字かな한글", "😀👩‍👩‍👧", "",
	strings.Repeat("W", 500), strings.Repeat("\u0301", 300), "{}<!--", "'; DROP TABLE", "%s%d%!", "ﷺ", "\U000e0001\ufeff",
}

func TestPicturesBearAnyName(t *testing.T) {
	r := keptMatches(t)["streetsoccer-lg-resignation"]
	for _, name := range hostile {
		for _, names := range [][2]string{{name, "Bob"}, {"Ann", name}} {
			for _, e := range parseSVG(t, NewFilm(r, names).SVG()).all() {
				if !slices.Contains(strings.Fields("svg title desc style defs g path rect use text set animate animateTransform"), e.XMLName.Local) {
					t.Errorf("%q: there is a %s", name, e.XMLName.Local)
				}
				for _, a := range e.Attrs {
					if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || strings.Contains(a.Value, "url(") || a.Name.Local != "xmlns" && strings.Contains(a.Value, "://") {
						t.Errorf("%q: %s has %s=%q", name, e.XMLName.Local, a.Name.Local, a.Value)
					}
				}
			}
		}
		var m league.Match
		m.Seats[0].Player.Name, m.Seats[1].Player.Name = name, name
		card, err := PictureCard(m, r).PNG()
		if err != nil {
			t.Fatal(err)
		}
		if c, err := png.DecodeConfig(bytes.NewReader(card)); err != nil || c.Width != 1200 || c.Height != 630 {
			t.Errorf("%q: a card of %d x %d, %v", name, c.Width, c.Height, err)
		}
	}
}

// A name is read, and what the fonts lack is a box, which is no empty place.
func TestACardShowsNamesAndBoxes(t *testing.T) {
	r := keptMatches(t)["streetsoccer-lg-resignation"]
	card := func(name string) []byte {
		var m league.Match
		m.Seats[0].Player.Name, m.Seats[1].Player.Name = name, "Bob"
		data, err := PictureCard(m, r).PNG()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	seen := map[string]string{}
	for _, name := range []string{"", "Ann", "Anna", "漢", "漢字", "Ωλ"} {
		data := string(card(name))
		if other, ok := seen[data]; ok {
			t.Errorf("%q looks like %q", name, other)
		}
		seen[data] = name
	}
	if string(card("An\u202en")) != string(card("Ann")) {
		t.Error("a sign that turns the writing is drawn")
	}
}

// A card says who is to move while a match goes on, and how it ended after.
func TestACardSaysHowItStands(t *testing.T) {
	r := keptMatches(t)["streetsoccer-lg-resignation"]
	if c := PictureCard(league.Match{}, r); c.Now != "Yellow wins: Red resigned at 1–0." && !strings.Contains(c.Now, "resigned") || c.Turn != "" {
		t.Errorf("at the end: %q, %q", c.Now, c.Turn)
	}
	var err error
	if r, err = engine.Replay(r.Game, r.Variant, r.Log[:len(r.Log)-1]); err != nil {
		t.Fatal(err)
	}
	if c := PictureCard(league.Match{}, r); !strings.HasSuffix(c.Now, " to move") || !strings.HasPrefix(c.Turn, "Normal time, turn ") {
		t.Errorf("before it: %q, %q", c.Now, c.Turn)
	}
	if film := NewFilm(r, [2]string{}); !strings.HasSuffix(film.End, "it goes on.") {
		t.Errorf("a film of it ends with %q", film.End)
	}
}

// A GIF has a picture for every board, and ends with one that stays longest. Long matches are
// for the long proof.
func TestAGIFHasEveryBoard(t *testing.T) {
	names := []string{"streetsoccer-board-resignation", "onetwofun-basic-resignation", "onetwofun-blocking-timeout", "cufootball-classic-timeout"}
	if enginetest.Proving() {
		names = append(names, "onetwofun-blocking-random", "cufootball-classic-clock120-random", "streetsoccer-lg-random")
	}
	all := keptMatches(t)
	for _, name := range names {
		film := NewFilm(all[name], [2]string{"Ann", "Bob"})
		data, err := film.GIF()
		if err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d boards, %d bytes", name, len(film.Frames), len(data))
		if len(g.Image) != len(film.Frames) || slices.Max(g.Delay) != g.Delay[len(g.Delay)-1] || g.Delay[0] < 20 {
			t.Errorf("%s: %d pictures of %d boards, shown for %d", name, len(g.Image), len(film.Frames), g.Delay)
		}
		if g.Config.Width > 420 || g.Config.Height > 700 || len(data) > 2_000_000 {
			t.Errorf("%s: %d x %d, %d bytes", name, g.Config.Width, g.Config.Height, len(data))
		}
		used := map[color.Color]bool{}
		for _, c := range g.Image[0].Pix {
			used[g.Image[0].Palette[c]] = true
		}
		if len(used) < 8 {
			t.Errorf("%s begins in %d colours", name, len(used))
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	film := NewFilm(keptMatches(b)["onetwofun-blocking-random"], [2]string{"Ann", "Bob"})
	b.Run("svg", func(b *testing.B) {
		for b.Loop() {
			film.SVG()
		}
	})
	b.Run("gif", func(b *testing.B) {
		for b.Loop() {
			if _, err := film.GIF(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("card", func(b *testing.B) {
		r := keptMatches(b)["streetsoccer-lg-resignation"]
		for b.Loop() {
			if _, err := PictureCard(league.Match{}, r).PNG(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
