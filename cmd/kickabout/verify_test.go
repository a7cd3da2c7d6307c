package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kickabout/engine/dice/tbd2"
)

const (
	firstScheme  = "../../testdata/matches/onetwofun-basic-resignation.dice.json"
	secondScheme = "../../engine/dice/tbd2/testdata/match.json"
)

// TestEachFileIsVerifiedLineByLine checks what the program prints and ends with, of files of both schemes.
func TestEachFileIsVerifiedLineByLine(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(secondScheme)
	if err != nil {
		t.Fatal(err)
	}
	var p tbd2.Proof
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file := func(name string, text []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	changed := p
	changed.Log = append([]tbd2.ProofEvent{}, p.Log...)
	changed.Log[len(p.Log)-1].At++
	cut := p
	cut.Log = p.Log[:len(p.Log)-1]
	var tight bytes.Buffer
	if err := json.Compact(&tight, data); err != nil {
		t.Fatal(err)
	}
	wrong, old := file("wrong.json", changed.Encode()), file("cut.json", cut.Encode())
	receipt, checkpoint := file("receipt", []byte(p.Receipt)), file("checkpoint", []byte(p.Anchors[0].Checkpoint))
	none := file("none.json", []byte("{}"))
	const cannotSay = "this file cannot say"
	for name, c := range map[string]struct {
		stdin     string
		args      []string
		code      int
		says, not string
	}{
		"a match of the first scheme":    {"", []string{firstScheme}, 0, "not proved: Moves and times are not anchored", "WRONG"},
		"one of the second":              {"", []string{secondScheme}, 0, "proved: Key of run 0 opened: nothing was picked.\n", "WRONG"},
		"with a checkpoint of its end":   {"", []string{"--checkpoint", checkpoint, secondScheme}, 0, "proved: ", cannotSay},
		"with a receipt":                 {"", []string{"--receipt", receipt, secondScheme}, 0, "are signed by the key that is named in the file itself", "WRONG"},
		"from standard input":            {tight.String(), []string{"-"}, 0, cannotSay, "WRONG"},
		"a time that was changed":        {"", []string{wrong}, 1, "WRONG: The transcript is not that of this log", "cannot be read"},
		"an end that was cut off":        {"", []string{old}, 1, "WRONG: ", "cannot be read"},
		"several, of which one is wrong": {"", []string{secondScheme, wrong, firstScheme}, 1, wrong + ": WRONG: ", firstScheme + ": WRONG"},
		"no match at all":                {"", []string{none}, 2, "", "proved"},
		"several, of which one is none":  {"", []string{wrong, none}, 2, "WRONG", none + ": "},
		"the key of another site":        {"", []string{"--key", "league.example+027a09ad+AX5nHV8AjvIHF9YP4FbOSD6Dd2+02nXouyPuEpJMDDsS", secondScheme}, 1, "WRONG: 3 of 3 leaves", "are signed by"},
		"evidence that is not there":     {"", []string{"--receipt", none + "x", secondScheme}, 2, "", "proved"},
	} {
		t.Run(name, func(t *testing.T) {
			out, complaint, code := kickabout(t, c.stdin, append([]string{"verify"}, c.args...)...)
			if code != c.code || !strings.Contains(out, c.says) || strings.Contains(out, c.not) || (complaint == "") != (code == 0) {
				t.Errorf("exit code %d, want %d, complaint %q:\n%s", code, c.code, complaint, out)
			}
		})
	}
}

// TestAMatchOfTheSecondSchemeIsARecord reads its file where records are read.
func TestAMatchOfTheSecondSchemeIsARecord(t *testing.T) {
	t.Parallel()
	if text, err := told(t, "record", "convert", "--to", "text", secondScheme); err != nil || !strings.Contains(text, "Contribution 2: 4711") {
		t.Errorf("as text: %v\n%s", err, text)
	}
}
