package main

import (
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
)

// A position is set up by dragging, with a mouse and with a finger: from square to square, off the
// board, and from beside it; the address is that of the position, and the way back takes a change back.
func TestAPositionIsSetUpByDragging(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	for _, c := range []struct {
		finger bool
		o      browser.Options
	}{
		{false, browser.Options{Width: 1280, Height: 900, OwnCookies: true}},
		{true, browser.Options{Width: 390, Height: 844, Phone: true, OwnCookies: true}},
	} {
		p := b.NewPage(t, c.o)
		p.Open(r.address + "/try?" + url.Values{"rules": {"streetsoccer/lg"}, "position": {"turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"}, "edit": {"1"}}.Encode())
		browser.Eval[bool](p, `(window.here = true, document.querySelector(".editor .board").scrollIntoView({block: "start", behavior: "instant"}), true)`)
		is := func(position string) {
			t.Helper()
			p.WaitUntil(`document.querySelector("#text").value === "` + position + `" && !document.querySelector(".held")`)
			if address, err := url.Parse(p.URL()); err != nil || address.Query().Get("position") != position {
				t.Errorf("the address is %s, the position %s", p.URL(), position)
			}
		}
		spot := func(name string) string { return `a.spot[data-step="` + name + `"]` }
		p.Drag(spot("b7"), spot("a2"), c.finger)
		is("turn Y c1a2c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
		p.Drag(spot("a2"), ".spares", c.finger)
		is("turn Y c1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
		p.WaitForText(".verdict", "The yellow side has 4 outfielders here, not 3.")
		p.Drag(".spare-piece", spot("b8"), c.finger)
		is("turn Y c1b8c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
		p.Drag(spot("e7"), spot("f7"), c.finger)
		is("turn Y c1b8c3d5e8 d0b3c6d8e4 f7 4 5 0:0 -")
		p.WaitForText(".verdict", "This position can occur.")
		if !browser.Eval[bool](p, `window.here`) || browser.Eval[float64](p, `scrollX`) != 0 {
			t.Error("the page was left or scrolled")
		}
		browser.Eval[bool](p, `(history.back(), true)`)
		is("turn Y c1b8c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
		if c.finger {
			continue
		}
		browser.Eval[bool](p, `(document.querySelector('`+spot("b8")+`').focus(), true)`)
		p.Press("Enter")
		p.WaitForText(".says", "Yellow figure on b8: touch its new place.")
		p.Press("ArrowLeft")
		if at := browser.Eval[string](p, `document.activeElement.dataset.step`); at != "a8" {
			t.Errorf("left of b8 is %q", at)
		}
		p.Press("Escape")
		p.WaitForText(".says", "Drag pieces")
		p.Click(spot("b8"))
		p.WaitForText(".says", "Yellow figure on b8")
		p.Click(spot("a8"))
		is("turn Y c1a8c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
		p.Click("text=Red")
		is("turn R c1a8c3d5e8 d0b3c6d8e4 e7 4 6 0:0 -")
		if wrong := p.Axe(); len(wrong) > 0 {
			t.Error(strings.Join(wrong, "\n"))
		}
		if lines := p.ConsoleErrors(); len(lines) > 0 {
			t.Errorf("the page complains: %v", lines)
		}
	}
}
