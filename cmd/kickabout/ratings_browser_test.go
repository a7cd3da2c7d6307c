package main

import (
	"testing"

	"kickabout/cmd/internal/browser"
)

// TestAPlayerLooksAtRatings goes from a finished match to the list, its columns, the
// calculator with a slip, and the page that explains it all, by links and forms alone.
func TestAPlayerLooksAtRatings(t *testing.T) {
	for name, o := range someOf(t, map[string]browser.Options{
		"without JavaScript": {NoJavaScript: true},
		"on a phone":         {Width: 390, Height: 844, Phone: true, ReducedMotion: true},
	}) {
		t.Run(name, func(t *testing.T) {
			r := serve(t)
			m := ratedMatch(t, r.server.office)
			v := r.visitor(browser.Start(t), "random", o)
			v.Open(r.address + "/matches/" + m.ID)
			v.WaitForText(".moves", "+30.0")
			v.Follow(`.rated a[href^="/ratings"]`)
			v.WaitForText(".rating-list tbody tr:first-child", "1530.0")
			v.Follow(`.rating-list th a[href*="sort=games"]`)
			v.WaitForText(`th[aria-sort="descending"]`, "Games")
			v.Follow(`.rating-list tbody tr:first-child a`)
			v.Follow(`.seg a[href$="/ratings"]`)
			v.WaitForText(".rating-now", "1530.0")
			if n := v.Count(".curve svg title"); n != 1 {
				t.Errorf("%d curves", n)
			}
			v.Click(".curve summary")
			v.WaitForText(".curve td", "1530.0")
			v.Follow(".rating-view h3 a")
			v.Follow("text=What if I win?")
			v.Type("#own", "Ann")
			v.Type("#opponent", "9")
			v.Follow("text=Show")
			v.WaitForText("#opponent-error", "a number from 1000 to 4000")
			v.Open(r.address + "/ratings/what-if?own=Ann&opponent=Bob&rules=streetsoccer/lg")
			v.WaitForText(".forecast tbody tr:first-child", "Full time")
			v.Follow("text=How ratings work")
			v.WaitForText("h1", "How ratings work")
			if wide := browser.Eval[int](v.Page, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
				t.Errorf("%d pixels stick out to the right", wide)
			}
			v.quiet("422")
		})
	}
}

func TestNoRatingPageHasAccessibilityDefects(t *testing.T) {
	r := serve(t)
	m := ratedMatch(t, r.server.office)
	p := browser.Start(t).NewPage(t, browser.Options{OwnCookies: true})
	for _, screen := range screens {
		for name, path := range map[string]string{
			"the list": "/ratings", "an empty list": "/ratings?rules=cufootball/classic", "the calculator": "/ratings/what-if?rules=streetsoccer/lg&own=Ann&opponent=1500",
			"the calculator, refused": "/ratings/what-if?rules=x&own=9&opponent=", "how ratings work": "/ratings/about",
			"a player": "/players/" + m.Seats[0].Player.ID, "a player's record": "/players/" + m.Seats[0].Player.ID + "/record", "a rated match": "/matches/" + m.ID,
		} {
			p.Open(r.address + path)
			r.flawless(p, name, screen)
		}
	}
}
