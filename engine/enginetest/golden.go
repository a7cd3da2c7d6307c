package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kickabout/engine"
)

// Golden replays the matches of a folder, files *.game, and compares what they
// come to. A file is whole lines:
//
//	match streetsoccer/lg
//	roll 6 4
//	move Pb7c3e8
//	position turn R …
//	outcome full time, first, 3:1
//
// The first line says the game and variant, roll and move are what happens, and
// position and outcome are what is compared; with update they are rewritten. Empty
// lines and lines behind # are left alone.
func Golden(t *testing.T, g engine.Game, folder string, update bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.game"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no matches in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".game"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := replayGolden(g, string(text))
			if err != nil {
				t.Fatal(err)
			}
			if update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			compareLines(t, got, string(text))
		})
	}
}

// replayGolden returns the text of a golden match with the positions and the
// outcome that the game gives.
func replayGolden(g engine.Game, text string) (string, error) {
	var p engine.Position
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		var err error
		switch {
		case word == "" || strings.HasPrefix(word, "#"):
		case word == "match":
			id, variant, _ := strings.Cut(rest, "/")
			if id != g.Info().ID {
				return "", fmt.Errorf("line %d: a match of %q", i+1, id)
			}
			p, err = g.Start(variant)
		case p == nil:
			err = fmt.Errorf("%q before the match begins", word)
		case word == "roll":
			p, err = p.Roll(faces(rest)...)
		case word == "move":
			p, err = p.Play(engine.Move(rest))
		case word == "position":
			lines[i] = "position " + p.String()
		case word == "outcome":
			lines[i] = "outcome " + outcomeText(p.Outcome())
		default:
			err = fmt.Errorf("%q is no word of a golden match", word)
		}
		if err != nil {
			return "", fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return strings.Join(lines, "\n"), nil
}

// faces reads numbers parted by blanks; what is none becomes 0, which no die has.
func faces(text string) []int {
	var throw []int
	for word := range strings.FieldsSeq(text) {
		face, err := strconv.Atoi(word)
		if err != nil {
			face = 0
		}
		throw = append(throw, face)
	}
	return throw
}

// outcomeText writes an outcome as golden matches have it.
func outcomeText(o engine.Outcome) string {
	if !o.Over() {
		return "none"
	}
	winner := o.Winner.String()
	if o.Winner == engine.NoSide {
		winner = "nobody"
	}
	return fmt.Sprintf("%s, %s, %d:%d", o.Ending, winner, o.Score[0], o.Score[1])
}

// compareLines names the lines that differ.
func compareLines(t *testing.T, got, want string) {
	t.Helper()
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range gotLines {
		if gotLines[i] != wantLines[i] {
			t.Errorf("line %d\n got %s\nwant %s", i+1, gotLines[i], wantLines[i])
		}
	}
}

// PerftFile compares engine.Perft with a file of counts: a depth, a count and a
// position on each line, parted by one blank. Empty lines and lines behind # are
// left alone.
func PerftFile(t *testing.T, g engine.Game, variant, file string) {
	t.Helper()
	cases, err := PerftCases(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		p, err := g.Parse(variant, c.Position)
		if err != nil {
			t.Errorf("%s: %v", c.Position, err)
			continue
		}
		if got, err := engine.Perft(p, c.Depth); err != nil || got != c.Count {
			t.Errorf("%s: perft %d is %d, %v, want %d", c.Position, c.Depth, got, err, c.Count)
		}
	}
}

// A PerftCase is a line of a file of counts.
type PerftCase struct {
	Depth    int
	Count    uint64
	Position string
}

// PerftCases reads a file of counts.
func PerftCases(file string) ([]PerftCase, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var cases []PerftCase
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		depth, rest, _ := strings.Cut(line, " ")
		count, position, _ := strings.Cut(rest, " ")
		c := PerftCase{Position: position}
		if c.Depth, err = strconv.Atoi(depth); err != nil {
			return nil, fmt.Errorf("reading %s: %w", file, err)
		}
		if c.Count, err = strconv.ParseUint(count, 10, 64); err != nil {
			return nil, fmt.Errorf("reading %s: %w", file, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}
