package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// proposed is what the program tells a shell that asks what could come behind what was typed.
func proposed(t *testing.T, typed string) []string {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), childVariable+"=real", "COMP_LINE="+typed)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v", typed, err)
	}
	return strings.Fields(string(out))
}

func TestAShellIsToldWhatCanComeNext(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][]string{
		"kickabout ver":              {"verify", "version"},
		"kickabout backup ":          {"take", "verify", "drill"},
		"kickabout verify --rec":     {"--receipt"},
		"kickabout nosuchcommand --": nil,
	} {
		got := proposed(t, typed)
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %q is not among %q", typed, w, got)
			}
		}
		if slices.Contains(got, "serve") {
			t.Errorf("%q: %q", typed, got)
		}
	}
}

// TestABashThatReadsTheScriptCompletes has a bash look up by what kickabout is completed.
func TestABashThatReadsTheScriptCompletes(t *testing.T) {
	t.Parallel()
	script, _, _ := kickabout(t, "", "completion", "bash")
	out, err := exec.CommandContext(t.Context(), "bash", "-c", script+"complete -p kickabout").CombinedOutput()
	if err != nil || !strings.Contains(string(out), os.Args[0]) {
		t.Errorf("%v: %s", err, out)
	}
	for _, shell := range []string{"zsh", "fish"} {
		if got, complaint, _ := kickabout(t, "", "completion", shell); !strings.Contains(got, os.Args[0]) {
			t.Errorf("%s: %s%s", shell, got, complaint)
		}
	}
}

func TestThePageOfTheManualHasEveryCommand(t *testing.T) {
	t.Parallel()
	page, _, _ := kickabout(t, "", "help", "--man")
	parser, err := parserOf(t.Context(), &cli{})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(true) {
		if line := `\fB` + strings.ReplaceAll(leaf.Summary(), ".", `\&.`) + `\fP`; !strings.Contains(page, line) {
			t.Errorf("%s is not there", line)
		}
	}
	if !strings.HasPrefix(page, ".TH KICKABOUT 1 ") {
		t.Errorf("it begins %.40q", page)
	}
}
