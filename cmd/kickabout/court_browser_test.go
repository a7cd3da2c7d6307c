package main

import (
	"fmt"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league/play"
)

// rows are where the parts of a match page lie that may never move, from the top of the page
// on, once what the browser counts as shifted is added to window.shifted.
const rows = `(() => {
	if (window.shifted === undefined) {
		window.shifted = 0;
		new PerformanceObserver(l => l.getEntries().forEach(e => window.shifted += e.value)).observe({type: "layout-shift"});
	}
	scrollTo(0, 0);
	return JSON.stringify([".scoreboard", ".turn", ".stage", ".bar", ".bar form"].map(s => {
		const r = document.querySelector("#match " + s).getBoundingClientRect();
		return [s, r.x, r.y, r.width, r.height];
	}));
})()`

// faults are what is wrong with a match page on a screen of its size.
const faults = `(() => {
	scrollTo(0, 0);
	const box = s => document.querySelector("#match " + s).getBoundingClientRect(), list = [];
	const stage = box(".stage"), bar = box(".bar"), confirm = box("#confirm button");
	if (innerWidth < 640 && stage.width < 0.92 * innerWidth) list.push("the stage is " + stage.width + " wide");
	if (innerWidth < 640 && confirm.top < innerHeight * 2 / 3) list.push("Confirm is " + confirm.top + " from the top");
	if (confirm.bottom > innerHeight + 1) list.push("Confirm ends at " + confirm.bottom);
	if (innerWidth === 390 || innerWidth >= 960) for (const post of document.querySelectorAll("#match .post")) {
		const r = post.getBoundingClientRect();
		if (r.top < stage.top - 1 || r.bottom > stage.bottom + 1 || innerWidth === 390 && r.bottom > bar.top) list.push("a goal lies from " + r.top + " to " + r.bottom);
	}
	for (const name of document.querySelectorAll(".team bdi")) name.textContent = "W".repeat(20);
	const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
	if (wide > 0) list.push(wide + " pixels stick out to the right");
	return list;
})()`

// TestNothingMovesWhileATurnIsEntered taps whole turns of each game: the rows of the page stay where
// they are to the pixel, on every screen, with the longest names.
func TestNothingMovesWhileATurnIsEntered(t *testing.T) {
	r := serve(t)
	phone := browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true}
	others := []browser.Options{
		{Width: 320, Height: 568, Phone: true, ReducedMotion: true},
		{Width: 844, Height: 390, Phone: true, ReducedMotion: true},
		{Width: 1280, Height: 900, ReducedMotion: true},
	}
	v := r.visitor(browser.Start(t), "random", phone)
	taps := 0
	for _, rules := range []string{"streetsoccer/lg", "onetwofun/basic", "cufootball/culica"} {
		v.beginWith(rules)
		view := r.settledTurn(v.id)
		for turn := range enginetest.Size(50) {
			if view.Record.Next().Over() {
				break
			}
			screen := phone
			if n := turn - 2; n >= 0 && n < len(others) {
				screen = others[n]
			}
			v.As(screen)
			v.Open(r.address + "/matches/" + v.id)
			view = v.tapped(view, fmt.Sprintf("%s on %d x %d", rules, screen.Width, screen.Height), &taps)
		}
	}
	t.Logf("%d taps", taps)
}

// tapped plays a turn tap by tap and looks at the rows of the page after each.
func (v *visitor) tapped(view play.View, name string, taps *int) play.View {
	v.r.t.Helper()
	m := v.thinks.Move(view.Record.Position, v.rand)
	steps, err := view.Record.Position.Steps(m)
	if err != nil {
		v.r.t.Fatal(err)
	}
	caughtUp(v.Page)
	before := browser.Eval[string](v.Page, rows)
	for i, s := range steps {
		v.Click(fmt.Sprintf("[data-step=%q][href]", s.String()))
		v.entered(steps[:i+1])
		*taps++
		if now := browser.Eval[string](v.Page, rows); now != before {
			v.r.t.Errorf("%s: after %s the rows lie at\n%s, before at\n%s", name, engine.FormatSteps(steps[:i+1]), now, before)
		}
	}
	if shifted := browser.Eval[float64](v.Page, `window.shifted`); shifted > 0 {
		v.r.t.Errorf("%s: the page shifted by %g", name, shifted)
	}
	for _, fault := range browser.Eval[[]string](v.Page, faults) {
		v.r.t.Errorf("%s: %s", name, fault)
	}
	v.Follow("#confirm button")
	return v.r.settledTurn(v.id)
}
