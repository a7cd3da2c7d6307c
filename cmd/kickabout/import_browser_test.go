package main

import (
	"os"
	"testing"

	"kickabout/cmd/internal/browser"
)

// TestResultsOfAnotherLeagueAreImported has two people bring a tournament that was played elsewhere, one of them on a
// phone without JavaScript: what is wrong is said, the preview stores nothing, and the page stands for everybody.
func TestResultsOfAnotherLeagueAreImported(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	for name, o := range map[string]browser.Options{
		"Ann": {Width: 1280, Height: 900, ReducedMotion: true},
		"Bob": {NoJavaScript: true, Width: 390, Height: 844, Phone: true, ReducedMotion: true},
	} {
		v := r.member(b, name, o)
		v.Open(r.address + "/tournaments/archive")
		v.noDefects("the list")
		v.Follow(`.page-head a[href="/tournaments/import"]`)
		v.noDefects("the form")
		const wrong = "round,first,second,first_points,second_points\n1,Jane Doe,John Doe,one,0\n1,Li Wei,Zoe,0.5,0.5\n2,Jane Doe,Li Wei,0,1\n2,Zoe,John Doe,1,0\n"
		v.Type("#name", name+"’s Open")
		v.Type("#text", wrong)
		v.Type("#place", "Essen")
		browser.Eval[string](v.Page, `document.querySelector("#first").value = "2020-05-30"`)
		v.Follow("form.sheet .go button")
		v.WaitForText(".field-error", "Line 2, column 4 (first_points): there should be a number of points")
		v.noDefects("the form, refused")
		browser.Eval[string](v.Page, `document.querySelector("#text").value = document.querySelector("#text").value.replace("one", "1")`)
		v.Follow("form.sheet .go button")
		v.WaitForText("[role=status]", "4 results of 4 players read. Nothing is stored yet.")
		v.noDefects("the preview")
		if to := os.Getenv("SHOTS"); to != "" {
			v.ScreenshotWhole(to + "/preview-" + name + ".png")
		}
		v.Follow("button[value=import]")
		v.WaitForText("h1", name+"’s Open")
		v.WaitForText(".lead", "Played elsewhere: not rated, not checked by this site.")
		v.noDefects("the event")
		if to := os.Getenv("SHOTS"); to != "" {
			v.ScreenshotWhole(to + "/event-" + name + ".png")
		}
		v.Open(r.address + "/tournaments/archive")
		v.WaitForText(".cup-list", name+"’s Open")
		v.noDefects("the list with events")
		v.quiet("422")
	}
}
