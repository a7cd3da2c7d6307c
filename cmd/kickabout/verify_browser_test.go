package main

import (
	"os"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
)

// forged are what a forger changes in the file of a match, p, of the second scheme.
var forged = []string{
	`p.log.find(e => e.act === "roll").draws[0].face = 7`,
	`p.log.find(e => e.act === "roll").draws[0].k = 1`,
	`p.log.find(e => e.e === 3).link = p.log.find(e => e.e === 4).link`,
	`p.log.find(e => e.e === 3).e = 4`,
	`p.log.find(e => e.e === 3).next = p.runs[0].head`,
	`p.log.find(e => e.e === 3).players = []`,
	`p.log.at(-1).at++`,
	`p.log.at(-1).seat = 1 - p.log.at(-1).seat`,
	`p.log.at(-1).text = "x"`,
	`p.log.pop()`,
	`p.log.splice(4, 1)`,
	`p.runs[0].head = p.runs[0].seal`,
	`p.runs[0].seal = p.runs[0].head`,
	`p.runs[0].seats[1].contribution += "0"`,
	`p.runs[0].tour = p.runs[0].head`,
	`p.runs[0].beacon = {chain: p.runs[0].head, round: 1, signature: "00"}`,
	`p.runs.push(p.runs[0])`,
	`p.gid = "00" + p.gid.slice(2)`,
	`p.key = "c1/r1/b1"`,
	`p.key = ""`,
	`p.opened = [p.runs[0].head]`,
	`p.transcript = p.runs[0].head`,
	`p.scheme = "tbd3"`,
	`p.variant = "board"`,
}

// TestThePageChecksFilesOfBothSchemes has the script of the page read what kickabout verify reads.
func TestThePageChecksFilesOfBothSchemes(t *testing.T) {
	t.Parallel()
	r := serve(t)
	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open(r.address + "/dice")
	browser.Eval[bool](p, `(import("/static/proof.js").then(m => window.verify = m.verify), true)`)
	p.WaitUntil(`!!window.verify`)
	type found struct {
		OK       bool   `json:"ok"`
		Sentence string `json:"sentence"`
	}
	check := func(file, change string) found {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return browser.Eval[found](p, `(() => { const p = `+string(data)+`; `+change+`; return window.verify(p) })()`)
	}
	const faces = "from the value that was shown before the match began."
	if got := check(firstScheme, ""); !got.OK || !strings.HasSuffix(got.Sentence, faces) {
		t.Errorf("of the first scheme: %v", got)
	}
	if got := check(secondScheme, ""); !got.OK || !strings.Contains(got.Sentence, faces+" Label A: Nobody can change a throw") || !strings.Contains(got.Sentence, "The key is open: nothing was picked.") {
		t.Errorf("of the second scheme: %v", got)
	}
	if got := check(secondScheme, "p.opened = []"); !got.OK || strings.Contains(got.Sentence, "The key is open") {
		t.Errorf("before its key is open: %v", got)
	}
	for _, change := range forged {
		if got := check(secondScheme, change); got.OK || !strings.HasPrefix(got.Sentence, "This match does not hold. ") {
			t.Errorf("%s: %v", change, got)
		}
	}
	// The hash is its own: of each length about the end of a block it must be that of the browser.
	const differs = `(async () => { const n = [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000]; window.differs = "";
		const m = await import("/static/proof.js"); for (const size of n) { const b = new Uint8Array(size).fill(size);
		const want = [...new Uint8Array(await crypto.subtle.digest("SHA-256", b))].join(); if ([...m.sha256(b)].join() !== want) window.differs += " " + size }
		window.compared = true })()`
	browser.Eval[bool](p, `(`+differs+`, true)`)
	p.WaitUntil(`!!window.compared`)
	if sizes := browser.Eval[string](p, `window.differs`); sizes != "" {
		t.Errorf("SHA-256 differs for texts of these lengths:%s", sizes)
	}
}
