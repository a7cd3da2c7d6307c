package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWhatThePackagesSetIsKnown finds variables and flags in the files of the packages and in the manuals that the
// program does not have.
func TestWhatThePackagesSetIsKnown(t *testing.T) {
	t.Parallel()
	parser, err := parserOf(t.Context(), &cli{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"KICKABOUT_TOKEN": true, "KICKABOUT_PASSPHRASE": true, "KICKABOUT_PASSWORD": true} // of no flag
	for _, leaf := range parser.Model.Leaves(true) {
		for _, group := range leaf.AllFlags(true) {
			for _, f := range group {
				known["--"+f.Name] = true
				for _, name := range f.Envs {
					known[name] = true
				}
			}
		}
	}
	files, err := filepath.Glob("../dev/package/*")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	manuals, err := filepath.Glob("../../views/help/*.md")
	if err != nil || len(manuals) < 7 {
		t.Fatalf("%d manuals, %v", len(manuals), err)
	}
	variable, flag := regexp.MustCompile(`KICKABOUT_[A-Z_]+`), regexp.MustCompile(`--[a-z][a-z-]+`)
	found := 0
	for _, name := range append(files, manuals...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			words := variable.FindAllString(line, -1)
			if strings.Contains(line, "kickabout --") {
				_, call, _ := strings.Cut(line, "kickabout --")
				words = append(words, flag.FindAllString("--"+call, -1)...)
			}
			for _, w := range words {
				if found++; !known[w] {
					t.Errorf("%s: there is no %s\n%s", name, w, line)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d were found", found)
	}
}
