package main

import (
	"testing"

	"kickabout/cmd/internal/browser"
)

// TestTheExampleGameIsPlayedOnItsBoard plays the game that CuFootball's rules show: step by step, forth and back, and to
// its end. Without the script it is read.
func TestTheExampleGameIsPlayedOnItsBoard(t *testing.T) {
	r, b := serve(t), browser.Start(t)
	const figure = "#walkthrough-1 "
	for _, path := range []string{"/rules/cufootball", "/rules/cufootball/chapters/an-example-game"} {
		p := b.NewPage(t, browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
		p.Open(r.address + path)
		p.Click(figure + "[data-replay]")
		p.WaitForText(figure+".caption", "Red sets up")
		first := p.Text(figure + ".caption")
		p.Click(figure + "[data-play=next]")
		p.WaitForText(figure+".caption", "Blue sets up")
		p.Click(figure + "[data-play=previous]")
		p.WaitForText(figure+".caption", first)
		browser.Eval[bool](p, `(s => { s.value = s.max - 1; return s.dispatchEvent(new Event("input", {bubbles: true})); })(document.querySelector("#walkthrough-1 [data-play=scrub]"))`)
		p.Click(figure + "[data-play=next]")
		p.WaitForText(figure+".caption", "Red kicks off")
		p.Click(figure + "[data-play=skip]")
		p.WaitGone(figure + ".player")
		if lines := p.ConsoleErrors(); len(lines) > 0 {
			t.Errorf("%s complains: %v", path, lines)
		}
	}
	p := b.NewPage(t, browser.Options{NoJavaScript: true, OwnCookies: true})
	p.Open(r.address + "/rules/cufootball")
	p.Click(figure + "summary")
	p.WaitForText(figure+"li:last-child", "Goal")
}
