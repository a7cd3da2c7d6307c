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
	const seen = (e, where) => {
		const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height * where);
		return at !== null && (e.contains(at) || at.contains(e));
	};
	if (![0.1, 0.5, 0.9].every(where => seen(document.querySelector("#match #confirm button"), where))) list.push("something lies over Confirm");
	if (innerWidth === 390 || innerWidth >= 960) for (const post of document.querySelectorAll("#match .post")) {
		const r = post.getBoundingClientRect();
		if (r.top < stage.top - 1 || r.bottom > stage.bottom + 1 || innerWidth === 390 && r.bottom > bar.top) list.push("a goal lies from " + r.top + " to " + r.bottom);
	}
	for (const name of document.querySelectorAll(".team bdi")) name.textContent = "W".repeat(20);
	const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
	if (wide > 0) list.push(wide + " pixels stick out to the right");
	for (const panel of document.querySelectorAll("#match details, .rest > *, .moves")) {
		const was = panel.open;
		panel.open = true;
		const last = [...panel.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")].filter(e => e.checkVisibility()).pop();
		if (last !== undefined) {
			last.scrollIntoView({block: "center", behavior: "instant"}); // the page scrolls, and what in it does
			if (!seen(last, 0.5)) list.push("the last of " + (panel.getAttribute("aria-label") || panel.id || panel.className) + ", " + last.outerHTML.slice(0, 80) + ", is not to be reached");
			const sticks = document.documentElement.scrollWidth - document.documentElement.clientWidth;
			if (sticks > wide) list.push(sticks + " pixels stick out to the right once " + panel.className + " is open");
		}
		panel.open = was;
	}
	scrollTo(0, 0);
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
		{Width: 390, Height: 664, Phone: true, ReducedMotion: true},
		{Width: 640, Height: 450, Phone: true, ReducedMotion: true},
		{Width: 768, Height: 1024, Phone: true, ReducedMotion: true},
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
			v.tapped(view, fmt.Sprintf("%s on %d x %d", rules, screen.Width, screen.Height), &taps)
			if turn == 0 { // whole and not sent, on every screen
				for _, o := range others {
					v.As(o)
					v.faultless(fmt.Sprintf("%s entered on %d x %d", rules, o.Width, o.Height))
				}
				v.As(screen)
			}
			v.Follow("#confirm button")
			view = r.settledTurn(v.id)
		}
	}
	t.Logf("%d taps", taps)
}

// tapped enters a turn tap by tap and looks at the rows of the page after each.
func (v *visitor) tapped(view play.View, name string, taps *int) {
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
	v.faultless(name)
}

// faultless looks at a match page on which a turn can be confirmed.
func (v *visitor) faultless(name string) {
	v.r.t.Helper()
	for _, fault := range browser.Eval[[]string](v.Page, faults) {
		v.r.t.Errorf("%s: %s", name, fault)
	}
}
