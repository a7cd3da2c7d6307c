package streetsoccer

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kickabout/engine/enginetest"
)

var update = flag.Bool("update", false, "rewrite the positions of the golden matches")

func TestGoldenMatches(t *testing.T) {
	enginetest.Golden(t, Game{}, "testdata", *update)
}

func TestGoldenMatchesAgreeWithSlow(t *testing.T) {
	files, err := filepath.Glob("testdata/*.game")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden matches", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := modelOf("place Y c1d5 d0c6 d5 ? 1 0:0 -")
		for line := range strings.Lines(string(text)) {
			switch word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word {
			case "roll":
				var faces []int
				for _, face := range strings.Fields(rest) {
					faces = append(faces, int(face[0]-'0'))
				}
				m = m.roll(faces...)
			case "move":
				m = m.play(rest)
			case "position":
				if m.text() != rest {
					t.Errorf("%s: %q, but by the slow rules %q", file, rest, m.text())
				}
			}
		}
	}
}

func TestPerft(t *testing.T) {
	enginetest.PerftFile(t, Game{}, "lg", "testdata/perft.txt")
}

func TestPerftAgreesWithSlow(t *testing.T) {
	cases, err := enginetest.PerftCases("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := modelOf(c.Position).perft(c.Depth); got != c.Count {
			t.Errorf("%s: perft %d is %d by the slow rules, %d in the file", c.Position, c.Depth, got, c.Count)
		}
	}
}
