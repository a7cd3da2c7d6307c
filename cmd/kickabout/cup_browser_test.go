package main

import (
	"testing"

	"kickabout/cmd/internal/browser"
)

// TestAMonthlyCupIsEnteredFromTheFrontPageWithAClick goes from the front page into a group
// of a monthly cup, with and without JavaScript, on a phone and at a desk.
func TestAMonthlyCupIsEnteredFromTheFrontPageWithAClick(t *testing.T) {
	r := serve(t)
	if err := r.server.office.AdvanceCompetitions(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := browser.Start(t)
	for name, o := range map[string]browser.Options{
		"Ann": {NoJavaScript: true, Width: 390, Height: 844, Phone: true},
		"Bob": {Width: 1280, Height: 900, Dark: true},
	} {
		v := r.signedUp(b, name, o)
		v.Open(r.address + "/")
		v.noDefects("the front page, " + name)
		v.Follow(`form[action$="/entry"] button[aria-label^="Enter: Monthly cup"]`)
		v.WaitForText("#tournament", name)
		v.WaitForText("#tournament form", "Leave")
		v.Follow(`.trail a[href^="/monthlycup/"]`)
		v.WaitForText(".queue", name)
		for _, page := range []string{"", "/competitions", "/calendar", "/minicup/streetsoccer/lg", "/monthlycup"} {
			if page != "" {
				v.Open(r.address + page)
			}
			v.noDefects("the page " + v.URL() + ", " + name)
		}
	}
}
