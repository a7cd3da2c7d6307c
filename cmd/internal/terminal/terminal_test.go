package terminal_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/terminal"
)

// TestMain runs, as a child, what somebody may look at.
func TestMain(m *testing.M) {
	if os.Getenv("LOOKED_AT") != "1" {
		os.Exit(m.Run())
	}
	shown := terminal.Show("bytes read", 3)
	for range 3 {
		shown.Step()
		time.Sleep(150 * time.Millisecond) // it is not shown more often
	}
	shown.Done()
	os.Stdout.WriteString(terminal.Paint(os.Stdout, terminal.Green, "OK") + "\n")
}

// child is the program that does so.
func child(t *testing.T, name string, arguments ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, arguments...)
	c.Env = append(os.Environ(), "LOOKED_AT=1", "TERM=xterm", "NO_COLOR=")
	return c
}

func TestAProgramThatReadsSeesNeitherColoursNorBars(t *testing.T) {
	t.Parallel()
	var said, complaints bytes.Buffer
	c := child(t, os.Args[0])
	c.Stdout, c.Stderr = &said, &complaints
	if err := c.Run(); err != nil || said.String() != "OK\n" || complaints.Len() > 0 {
		t.Errorf("%v: %q, %q", err, &said, &complaints)
	}
}

func TestATerminalShowsHowFarWorkHasCome(t *testing.T) {
	t.Parallel()
	for _, look := range []struct {
		name, variable string
		coloured       bool
	}{{"a terminal", "NO_COLOR=", true}, {"without colours", "NO_COLOR=1", false}, {"a dumb one", "TERM=dumb", false}} {
		c := child(t, "script", "--quiet", "--command", os.Args[0], "/dev/null") // of util-linux, which every Debian has
		c.Env = append(c.Env, look.variable)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if coloured := strings.Contains(string(out), "\x1b[32mOK\x1b[0m"); coloured != look.coloured || !strings.Contains(string(out), "bytes read") || !strings.Contains(string(out), "2/3") {
			t.Errorf("%s: %q", look.name, out)
		}
	}
}
