package main

import (
	"testing"

	"kickabout/cmd/internal/browser"
)

// TestTheLastSetUpIsEnteredByOneTouch has a player of each game set up a second match by what they
// did in the first: nothing on the page moves, Confirm is ready, and going back offers it again.
func TestTheLastSetUpIsEnteredByOneTouch(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	for _, rules := range []string{"streetsoccer/lg", "onetwofun/basic", "cufootball/culica"} {
		v.beginWith(rules)
		view := r.settledTurn(v.id)
		made := view.Record.Position.Random(v.rand)
		v.sends(view, made)
		v.beginWith(rules)
		r.settledTurn(v.id)
		v.Open(r.address + "/matches/" + v.id)
		caughtUp(v.Page)
		v.WaitForText("#spare a[data-recall]", "Last set-up")
		before := browser.Eval[string](v.Page, stageRows)
		v.Click("#spare a[data-recall]")
		v.WaitUntil(`document.querySelector("#confirm [name=move]").value === "` + string(made) + `" && !document.querySelector("#confirm button").disabled`)
		if after := browser.Eval[string](v.Page, stageRows); after != before {
			t.Errorf("%s: before the touch\n%s, after it\n%s", rules, before, after)
		}
		if v.Exists("#spare a[data-recall]") {
			t.Errorf("%s: what has been entered is offered still", rules)
		}
		for v.Exists("#undo[href]") {
			steps := v.Attribute("#match", "data-steps")
			v.Click("#undo")
			v.WaitUntil(`document.querySelector("#match").dataset.steps !== "` + steps + `"`)
		}
		v.WaitForText("#spare a[data-recall]", "Last set-up")
	}
	v.quiet()
}

// TestAFormationIsChosenWhereTheThumbIs has the side of the ball asked for in the place of the formations, and
// nothing of the page goes away for it.
func TestAFormationIsChosenWhereTheThumbIs(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	v.beginWith("cufootball/culica")
	r.settledTurn(v.id)
	v.Open(r.address + "/matches/" + v.id)
	caughtUp(v.Page)
	touch := func(step string) { // Click would scroll to it by itself
		browser.Eval[bool](v.Page, `(e => (e.focus({preventScroll: true}), e.click(), true))(document.querySelector('#spare [data-step="`+step+`"]'))`)
	}
	for _, step := range []string{"=2-4-4", "=left"} {
		touch(step)
		v.WaitUntil(`document.querySelector('#spare [data-step="` + step + `"]').hasAttribute("aria-current")`)
		if y := browser.Eval[int](v.Page, `scrollY`); y != 0 {
			t.Errorf("after %s the page lies %d lower", step, y)
		}
	}
	if !browser.Eval[bool](v.Page, `!document.querySelector("#confirm button").disabled`) {
		t.Error("the set-up cannot be confirmed")
	}
	v.quiet()

	// Without a network a touch says so, and what was chosen before it stays.
	v.Offline()
	touch("=2-3-5")
	v.WaitForText("#task", "The site does not answer. Touch again.")
	if got := v.Attribute("#match", "data-steps"); got != "=2-4-4,=left" {
		t.Errorf("without a network %q is chosen", got)
	}
}
