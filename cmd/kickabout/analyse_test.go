package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/analysis"
)

// What is printed of saved matches, for people and for programs, is in testdata.
func TestWhatAMatchWasWorthIsPrinted(t *testing.T) {
	for _, name := range []string{"streetsoccer-lg-greedy.txt", "streetsoccer-board-timeout.txt", "streetsoccer-lg-resignation.dice.json"} {
		file := filepath.Join(goldenMatches, name)
		for form, args := range map[string][]string{".txt": {"analyse", file}, ".json": {"analyse", "--json", file}} {
			out, err := told(t, args...)
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "analyse", strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".txt"), ".json"), ".dice")+form)
			if *update {
				if err := os.WriteFile(golden, []byte(out), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out); diff != "" {
				t.Errorf("%s: run with -update and read the difference\n%s", golden, diff)
			}
		}
	}
}

// Other games are weighed too, and the sums of the JSON are those of its parts.
func TestEveryGameIsAnalysed(t *testing.T) {
	for _, name := range []string{"onetwofun-basic-resignation.dice.json", "cufootball-classic-timeout.txt", "streetsoccer-lg-random.txt"} {
		text, err := os.ReadFile(filepath.Join(goldenMatches, name))
		if err != nil {
			t.Fatal(err)
		}
		out, complaint, code := kickabout(t, string(text), "analyse", "--json", "-")
		var got struct {
			Format        string
			First, Second sums
			Analysis      analysis.Analysis
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || got.Format != studyFormat {
			t.Fatalf("%s: exit code %d, %s: %v", name, code, complaint, err)
		}
		a := got.Analysis
		for i, s := range []sums{got.First, got.Second} {
			if want := (study{Analysis: a}).sums(engine.Side(i + 1)); s != want {
				t.Errorf("%s: the sums are %+v, want %+v", name, s, want)
			}
		}
		if len(a.Parts) < 10 || a.Sum() != a.Points[0]+a.Unpaid {
			t.Errorf("%s: %d parts, which add up to %d for %v", name, len(a.Parts), a.Sum(), a.Points)
		}
	}
}

// A match that goes on, or a file that is wrong, is refused.
func TestOnlyFinishedMatchesAreAnalysed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(goldenMatches, "streetsoccer-lg-greedy.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var running []string
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "Result: "):
			line = "Result: *\n"
		case strings.HasPrefix(line, "Ending: "), strings.HasPrefix(line, "Winner: "), strings.HasPrefix(line, "Points: "):
			continue
		}
		running = append(running, line)
		if strings.HasPrefix(line, "  8. ") {
			break
		}
	}
	for name, c := range map[string]struct{ input, says string }{
		"it goes on":                 {strings.Join(running, ""), "-: the game is still going on; what it was worth can be said when it is over"},
		"a move is not by the rules": {strings.Replace(string(text), "Pa1a0d3", "Pa1a0a0", 1), "Line 20, column 19: A placing names"},
	} {
		t.Run(name, func(t *testing.T) {
			out, complaint, code := kickabout(t, c.input, "analyse", "-")
			if code != 1 || out != "" || !strings.Contains(complaint, c.says) {
				t.Errorf("exit code %d, %q, %q", code, out, complaint)
			}
		})
	}
}
