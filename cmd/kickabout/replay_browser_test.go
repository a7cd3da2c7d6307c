package main

import (
	"os"
	"path/filepath"
	"testing"

	"kickabout/cmd/internal/browser"
)

// A replay that was kept as a file plays by itself, stays at its end, plays again when it is
// touched, asks nobody for anything, and stands still for who wants that.
func TestAReplayPlaysFromAFile(t *testing.T) {
	svg, err := told(t, "replay", filepath.Join(goldenMatches, "streetsoccer-lg-greedy.txt"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "replay.svg")
	if err := os.WriteFile(file, []byte(svg), 0o600); err != nil {
		t.Fatal(err)
	}
	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open("file://" + file)
	// How many of the pieces are elsewhere than where the match ended.
	const elsewhere = `[...document.querySelectorAll(".go g[transform]:has(animateTransform)")].filter(g => {
		const now = g.transform.animVal.getItem(0).matrix, end = g.transform.baseVal.getItem(0).matrix;
		return now.e !== end.e || now.f !== end.f }).length`
	p.WaitUntil(elsewhere + ` > 3`)
	p.WaitUntil(`document.documentElement.getCurrentTime() > 0`)
	if n := browser.Eval[int](p, `document.documentElement.setCurrentTime(100000), `+elsewhere); n != 0 {
		t.Errorf("%d pieces are elsewhere at the end", n)
	}
	const shown = `[...document.querySelectorAll("text.c, text.e")].filter(t => t.getBoundingClientRect().width > 0 && getComputedStyle(t).visibility === "visible").map(t => t.textContent).join("|")`
	if got := browser.Eval[string](p, shown); got != "2|3|Red wins 3:2 in sudden death." {
		t.Errorf("the end says %q", got)
	}
	p.Click("text.n")
	p.WaitUntil(elsewhere + ` > 3`)
	if n := browser.Eval[int](p, `performance.getEntriesByType("resource").length`); n != 0 {
		t.Errorf("it asks for %d things", n)
	}
	for _, calm := range []bool{true, false} {
		p.As(browser.Options{ReducedMotion: calm})
		if got := browser.Eval[bool](p, `document.querySelector(".still").getBoundingClientRect().width > 0 && document.querySelector(".go").getBoundingClientRect().width === 0`); got != calm {
			t.Errorf("less motion wanted: %v, the still board alone is seen: %v", calm, got)
		}
	}
	for _, e := range p.ConsoleErrors() {
		t.Error(e)
	}
}
