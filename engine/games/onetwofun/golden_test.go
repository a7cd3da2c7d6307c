package onetwofun

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
				m = modelStart(strings.TrimPrefix(rest, "onetwofun/"))
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

// The variants whose counts are kept, with the names of their files.
var perftVariants = map[string]string{
	"basic": "basic", "professional": "professional", "blocking": "blocking",
	"professional,step=1,roam=1": "keepers", "blocking,dice=1": "dice",
}

func TestPerft(t *testing.T) {
	for variant, file := range perftVariants {
		enginetest.PerftFile(t, Game{}, variant, "testdata/perft-"+file+".txt")
	}
}

func TestPerftFilesAgreeWithSlow(t *testing.T) {
	for variant, file := range perftVariants {
		cases, err := enginetest.PerftCases("testdata/perft-" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			if got := modelOf(variant, c.Position).perft(c.Depth); got != c.Count {
				t.Errorf("%s: %s: perft %d is %d by the slow rules, %d in the file", variant, c.Position, c.Depth, got, c.Count)
			}
		}
	}
}
