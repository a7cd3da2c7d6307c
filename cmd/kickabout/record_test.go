package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goldenMatches = "../../testdata/matches"

// told returns what the program says, however much that is.
func told(t *testing.T, args ...string) (string, error) {
	t.Helper()
	out, complaint, code := kickabout(t, "", args...)
	if code != 0 {
		return out, errors.New(complaint)
	}
	return out, nil
}

func TestRecordsAreShownCheckedAndConverted(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(goldenMatches, "*"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if out, err := told(t, append([]string{"record", "check"}, files...)...); err != nil || strings.Count(out, "all by the rules.\n") != len(files) {
		t.Errorf("checked: %v\n%s", err, out)
	}
	for _, name := range []string{"streetsoccer-board-timeout", "onetwofun-blocking-random", "cufootball-classic-greedy"} {
		file := filepath.Join(goldenMatches, name+".txt")
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		asJSON, err := told(t, "record", "convert", "--to", "json", file)
		if err != nil || !strings.Contains(asJSON, `"format": "kickabout-record/1"`) {
			t.Fatalf("%s as JSON: %v\n%.200s", name, err, asJSON)
		}
		back, complaint, code := kickabout(t, asJSON, "record", "convert", "--to", "text", "-")
		if code != 0 || back != string(want) {
			t.Errorf("%s comes back with %d, %s\n%.200s", name, code, complaint, back)
		}
		show, err := told(t, "record", "show", file)
		if err != nil || !strings.Contains(show, "\n\nPosition: ") || !strings.Contains(show, "Bob Öberg") || strings.Contains(show, "@2027") {
			t.Errorf("%s is shown as\n%.400s", name, show)
		}
		if long, err := told(t, "record", "show", "--positions", file); err != nil || strings.Count(long, "\n") < 2*strings.Count(show, "\n")-25 {
			t.Errorf("%s with positions: %v, %d lines of %d", name, err, strings.Count(long, "\n"), strings.Count(show, "\n"))
		}
	}
	proof := filepath.Join(goldenMatches, "onetwofun-basic-resignation.dice.json")
	if text, err := told(t, "record", "convert", "--to", "text", proof); err != nil || !strings.Contains(text, "Ending: resignation\n") || !strings.Contains(text, "Contribution 1: ") {
		t.Errorf("a proof of dice as text: %v\n%s", err, text)
	}
}

// What is wrong is said with its line and column, and the program ends with 1.
func TestARecordThatIsWrongIsRefusedWithItsPlace(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(goldenMatches, "streetsoccer-lg-timeout.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "  4. ") {
			lines[i] = strings.Replace(l, "[", "[1 ", 1)
		}
	}
	wrong := strings.Join(lines, "")
	file := filepath.Join(t.TempDir(), "wrong.txt")
	if err := os.WriteFile(file, []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		input string
		args  []string
		says  string
	}{
		"a throw too many":         {"", []string{"check", file}, file + ": Line 23, column 16: No throw is due here."},
		"from the standard input":  {wrong, []string{"check", "-"}, "-: Line 23, column 16: "},
		"it is not shown":          {"", []string{"show", file}, "Line 23"},
		"it is not converted":      {"", []string{"convert", "--to", "json", file}, "Line 23"},
		"a file that is not there": {"", []string{"check", file + "x"}, "cannot read the file"},
		"too much":                 {strings.Repeat(" ", 1<<19), []string{"check", "-"}, "at most 262144"},
		"a form that there is not": {"", []string{"convert", "--to", "pgn", file}, "--to"},
	} {
		t.Run(name, func(t *testing.T) {
			out, complaint, code := kickabout(t, c.input, append([]string{"record"}, c.args...)...)
			want := 1
			if c.says == "--to" { // the command line itself is wrong
				want = misconfigured
			}
			if code != want || out != "" || !strings.Contains(complaint, c.says) {
				t.Errorf("exit code %d, %q, %q", code, out, complaint)
			}
		})
	}
}
