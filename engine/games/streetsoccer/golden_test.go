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
		var m model
		for line := range strings.Lines(string(text)) {
			switch word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word {
			case "match":
				m = modelOf("lg", "place Y c1d5 d0c6 d5 ? 1 0:0 -")
				if rest == "streetsoccer/lg,back=1" {
					m.back = true
				}
				if rest == "streetsoccer/mastermove" {
					m = modelOf("mastermove", "place Y - - - - 1 0:0 -")
				}
				if rest == "streetsoccer/board" {
					m = modelOf("board", "place Y c1d5 d0c6 - ? 1 0:0 -")
				}
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
	for variant, file := range perftFiles {
		enginetest.PerftFile(t, Game{}, variant, file)
	}
}

// perftFiles are the counts of each variant.
var perftFiles = map[string]string{"lg": "testdata/perft.txt", "lg,back=1": "testdata/perft-back.txt", "mastermove": "testdata/perft-mastermove.txt", "board": "testdata/perft-board.txt"}

// TestPerftAgreesWithSlow counts by the slow rules what TestPerft counts by the fast ones, in a check where they are not many.
func TestPerftAgreesWithSlow(t *testing.T) {
	most := uint64(enginetest.Sized(60_000, 1_000_000))
	for variant, file := range perftFiles {
		cases, err := enginetest.PerftCases(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			if c.Count > most {
				continue
			}
			if got := modelOf(variant, c.Position).perft(c.Depth); got != c.Count {
				t.Errorf("%s: %s: perft %d is %d by the slow rules, %d in the file", variant, c.Position, c.Depth, got, c.Count)
			}
		}
	}
}
