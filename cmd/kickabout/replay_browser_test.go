package main

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine/games"
	"kickabout/league/transcript"
	"kickabout/views/picture"
)

// astray is how many of the pieces of a replay are elsewhere than where the match ended.
const astray = `[...document.querySelectorAll(".go g[transform]:has(animateTransform)")].filter(g => {
	const now = g.transform.animVal.getItem(0).matrix, end = g.transform.baseVal.getItem(0).matrix;
	return now.e !== end.e || now.f !== end.f }).length`

// replayFile draws a match into a file of its own.
func replayFile(t *testing.T, match string) string {
	t.Helper()
	svg, err := told(t, "replay", match)
	if err != nil {
		t.Fatal(err)
	}
	if len(svg) >= picture.MaxSVG {
		t.Errorf("%s: %d bytes", match, len(svg))
	}
	file := filepath.Join(t.TempDir(), "replay.svg")
	if err := os.WriteFile(file, []byte(svg), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A replay that was kept as a file plays by itself, stays at its end, plays again when it is
// touched, asks nobody for anything, and stands still for who wants that.
func TestAReplayPlaysFromAFile(t *testing.T) {
	file := replayFile(t, filepath.Join(goldenMatches, "streetsoccer-lg-greedy.txt"))
	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open("file://" + file)
	p.WaitUntil(astray + ` > 3`)
	p.WaitUntil(`document.documentElement.getCurrentTime() > 0`)
	if n := browser.Eval[int](p, `document.documentElement.setCurrentTime(100000), `+astray); n != 0 {
		t.Errorf("%d pieces are elsewhere at the end", n)
	}
	const shown = `[...document.querySelectorAll("text.c, text.e")].filter(t => t.getBoundingClientRect().width > 0 && getComputedStyle(t).visibility === "visible").map(t => t.textContent).join("|")`
	if got := browser.Eval[string](p, shown); got != "2|3|Red wins 3–2 in sudden death." {
		t.Errorf("the end says %q", got)
	}
	p.Click("text.n")
	p.WaitUntil(astray + ` > 3`)
	if n := browser.Eval[int](p, `performance.getEntriesByType("resource").length`); n != 0 {
		t.Errorf("it asks for %d things", n)
	}
	for _, calm := range []bool{true, false} {
		p.As(browser.Options{ReducedMotion: calm})
		if got := browser.Eval[bool](p, `document.querySelector(".still").getBoundingClientRect().width > 0 && document.querySelector(".go").getBoundingClientRect().width === 0`); got != calm {
			t.Errorf("less motion wanted: %v, the still board alone is seen: %v", calm, got)
		}
	}
	for _, e := range p.ConsoleErrors() {
		t.Error(e)
	}
}

// longest is the file of the longest match of a game among those that are kept.
func longest(t *testing.T, game string) (file string, moves int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(goldenMatches, game+"-*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m, err := transcript.Read(data, games.ByID)
		if err != nil {
			t.Fatal(err)
		}
		if n := m.Record.Moves(); n[0]+n[1] > moves {
			file, moves = f, n[0]+n[1]
		}
	}
	return file, moves
}

// The longest match of each game plays from a file to its end where there is no network, asks for nothing but
// the file, and ends as the board that stands still for who wants no motion.
func TestAReplayWithoutANetworkEndsWithTheFinalPosition(t *testing.T) {
	b := browser.Start(t)
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			match, moves := longest(t, g.Info().ID)
			file := replayFile(t, match)
			p := b.NewPage(t, browser.Options{Width: 600, Height: 900})
			p.Offline()
			p.Open("file://" + file)
			length := browser.Eval[float64](p, `document.querySelector("#m").getSimpleDuration()`)
			browser.Eval[bool](p, `document.documentElement.setCurrentTime(0.3 * document.querySelector("#m").getSimpleDuration()), true`)
			if browser.Eval[int](p, astray) == 0 {
				t.Errorf("after a third of %d moves all stands as at the end", moves)
			}
			browser.Eval[bool](p, `document.documentElement.setCurrentTime(document.querySelector("#m").getSimpleDuration() - 0.3), true`)
			p.WaitUntil(`document.documentElement.getCurrentTime() > document.querySelector("#m").getSimpleDuration() + 0.1`) // it plays by itself
			p.WaitUntil(astray + ` === 0`)                                                                                    // all pieces come to where they end
			bar := browser.Eval[int](p, `Math.floor(document.querySelector(".go rect").getBoundingClientRect().top)`)         // who sees no motion has none
			end := filepath.Join(t.TempDir(), "end.png")
			p.Screenshot(end)
			p.As(browser.Options{Width: 600, Height: 900, ReducedMotion: true})
			p.WaitUntil(`document.querySelector(".still").getBoundingClientRect().width > 0`)
			still := filepath.Join(t.TempDir(), "still.png")
			p.Screenshot(still)
			if n := unlike(t, end, still, bar); n > 0 {
				t.Errorf("the end of the film and the final position differ in %d pixels", n)
			}
			if asked := slices.DeleteFunc(p.Requests(), func(at string) bool { return strings.HasSuffix(at, file) }); len(asked) > 0 {
				t.Errorf("it asks for %v", asked)
			}
			for _, e := range p.ConsoleErrors() {
				t.Error(e)
			}
			t.Logf("%d moves, %.0f seconds", moves, length)
		})
	}
}

// unlike counts the pixels above a line in which two pictures differ, but for the rims of lines, which are not
// painted twice alike.
func unlike(t *testing.T, one, two string, above int) (n int) {
	t.Helper()
	a, b := decodedPNG(t, one), decodedPNG(t, two)
	if a.Bounds() != b.Bounds() || above < a.Bounds().Dy()/2 {
		t.Fatalf("one is %v, the other one %v, to be compared above %d", a.Bounds(), b.Bounds(), above)
	}
	const rim = 40 << 8
	far := func(x, y uint32) bool { return max(x, y)-min(x, y) > rim }
	for y := range above {
		for x := range a.Bounds().Dx() {
			r, g, u, _ := a.At(x, y).RGBA()
			s, h, v, _ := b.At(x, y).RGBA()
			if far(r, s) || far(g, h) || far(u, v) {
				n++
			}
		}
	}
	return n
}

func decodedPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
