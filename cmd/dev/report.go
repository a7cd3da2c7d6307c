package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// A testEvent is a line of go test -json.
type testEvent struct{ Action, Package, Test, Output string }

// A testReport says what go test -json says as go test says it, a line for each package that passes and all of what
// fails, and notes which tests were skipped and why: a check that leaves something out is to say so.
type testReport struct {
	out     io.Writer
	said    map[string]map[string]string // by package and test, until that has ended; of "" the package
	skipped []string
}

// read reads all that go test says.
func (r *testReport) read(in io.Reader) error {
	r.said = map[string]map[string]string{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e testEvent
			if json.Unmarshal([]byte(line), &e) != nil {
				e.Output = line // of something else
			}
			r.note(e)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// note notes an event.
func (r *testReport) note(e testEvent) {
	if e.Package == "" { // it is of what was built
		fmt.Fprint(r.out, e.Output)
		return
	}
	said := r.said[e.Package]
	if said == nil {
		said = map[string]string{}
		r.said[e.Package] = said
	}
	text := said[e.Test]
	switch e.Action {
	case "output":
		if !strings.HasPrefix(e.Output, "=== ") { // a test that begins or waits
			said[e.Test] = text + e.Output
		}
		return
	case "fail":
		if e.Test == "" {
			delete(said, "")
			for unfinished := range said { // the program was ended in the middle of them
				fmt.Fprint(r.out, said[unfinished])
			}
		}
		fmt.Fprint(r.out, text)
	case "pass":
		if e.Test == "" {
			fmt.Fprint(r.out, closing.FindString(text))
		}
	case "skip":
		if e.Test != "" {
			r.skipped = append(r.skipped, e.Test+": "+reason(text))
		}
	default:
		return
	}
	delete(said, e.Test)
}

// closing is the line by which go test says that a package has passed.
var closing = regexp.MustCompile(`(?m)^ok .*\n`)

// place is where a test says something, in front of what it says.
var place = regexp.MustCompile(`^\s*\w+\.go:\d+: `)

// reason finds in what a test has said why it was skipped.
func reason(said string) string {
	all := slices.DeleteFunc(lines(said), func(line string) bool { return !place.MatchString(line) })
	if len(all) == 0 {
		return "it does not say why"
	}
	return place.ReplaceAllString(all[len(all)-1], "")
}
