package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
)

func TestARecordIsPastedAndWalkedThrough(t *testing.T) {
	testAnalysis(t, browser.Options{})
}

func TestARecordIsPastedAndWalkedThroughWithoutJavaScript(t *testing.T) {
	testAnalysis(t, browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
}

// testAnalysis pastes a record with a mistake, then the right one, steps through it, and
// looks at its pages small and large, light and dark.
func testAnalysis(t *testing.T, o browser.Options) {
	text, err := os.ReadFile(filepath.Join(goldenMatches, "streetsoccer-lg-timeout.txt"))
	if err != nil {
		t.Fatal(err)
	}
	r := serve(t)
	b := browser.Start(t)
	v := r.visitor(b, "random", o)
	v.Open(r.address + "/analysis")
	v.Type("#text", "Game: streetsoccer/xx")
	v.Follow(`form.fields button`)
	v.WaitForText("#text-error", "Line 1, column 7: StreetSoccer has no variant")
	for _, screen := range screens {
		r.flawless(v.Page, "a record that is wrong", screen)
	}
	v.As(o)
	paste(v.Page, "#text", string(text))
	v.Follow(`form.fields button`)
	v.WaitForText("#now", "Before the first move")
	step := func(button, now string) {
		v.Click(button)
		v.WaitForText("#now", now)
	}
	step("#step-next", "After move 1 of 24: ")
	step("#step-next", "After move 2 of 24: ")
	step("#step-last", "After move 24 of 24: ")
	step("#step-previous", "After move 23 of 24: ")
	step(`.plies li:nth-child(5) button`, "After move 5 of 24: ")
	if position := v.Text(".position code"); !strings.Contains(position, " 6 0:0 ") {
		t.Errorf("the position after move 5 is %q", position)
	}
	for _, screen := range screens {
		r.flawless(v.Page, "the boards of a record", screen)
	}
	v.As(o)
	step("#step-first", "Before the first move")
	for _, e := range v.ConsoleErrors() {
		if !strings.Contains(e, "422") { // what the browser itself says of a refusal
			t.Errorf("a page complained: %s", e)
		}
	}
}

// paste puts a text into a field at once, as the clipboard does.
func paste(p *browser.Page, place, text string) {
	browser.Eval[bool](p, fmt.Sprintf(`(() => { document.querySelector(%q).value = %s; return true })()`, place, strconv.Quote(text)))
}
