package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
)

// TestTheBrowserHoldsTheSiteToItsReceipts plays against a bot, and has the browser remember another game than the one it is shown.
func TestTheBrowserHoldsTheSiteToItsReceipts(t *testing.T) {
	t.Parallel()
	r := serve(t)
	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open(r.address + "/play")
	browser.Eval[bool](p, `([...document.forms].find(f => f.action.endsWith("/matches")).requestSubmit(), true)`)
	const kept = `Object.keys(localStorage).find(k => k.startsWith("receipt "))`
	p.WaitUntil(`!!document.getElementById("throws")?.dataset.receiptText && !!` + kept)
	if same := browser.Eval[bool](p, `JSON.parse(localStorage[`+kept+`]).note === document.getElementById("throws").dataset.receiptText`); !same {
		t.Error("the browser keeps another receipt than the page has")
	}
	result := `document.querySelector("#dice [data-dice-result]").textContent`
	said := func() string {
		t.Helper()
		browser.Eval[bool](p, `(document.querySelector("#dice [data-dice-result]").textContent = "", document.querySelector("[data-dice-check]").click(), true)`)
		p.WaitUntil(result + `.length > 20`)
		return browser.Eval[string](p, result)
	}
	if got := said(); !strings.Contains(got, "It is the game that the receipts kept in this browser are of.") {
		t.Errorf("an honest game: %s", got)
	}
	remember := func(change string) {
		t.Helper()
		browser.Eval[bool](p, `(() => { const k = `+kept+`, v = JSON.parse(localStorage[k]); `+change+`; localStorage[k] = JSON.stringify(v); return true })()`)
	}
	remember(`v.t[v.n] = "ab".repeat(32)`)
	if got := said(); !strings.HasPrefix(got, "This match does not hold. The site has signed another event") {
		t.Errorf("a game that was rewritten: %s", got)
	}
	remember(`v.t = { 999: "ab".repeat(32) }`)
	if got := said(); !strings.HasPrefix(got, "This match does not hold. The site has signed event 999") {
		t.Errorf("a game that was cut: %s", got)
	}
	remember(`v.n = 999`)
	p.Open(browser.Eval[string](p, `location.href`))
	p.WaitUntil(result + `.startsWith("This game has gone back")`)
}
