package main

import (
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
)

// A reader asks an example where the marker may go, touches it to a whole move, takes a
// touch back and plays it: by the script without leaving the page, else by links.
func TestAnExampleOfTheRulesIsTouched(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	for _, noScript := range []bool{false, true} {
		p := b.NewPage(t, browser.Options{NoJavaScript: noScript, OwnCookies: true})
		p.Open(r.address + "/rules/streetsoccer")
		follow := p.Follow
		if !noScript {
			follow = p.Click
			browser.Eval[bool](p, `window.here = true`)
		}
		const kick = "#example-3 "
		follow(kick + ".acts a.main")
		p.WaitFor(kick + "a.spot.next[href]")
		if p.Count("a.spot[href]") != p.Count(kick+"a.spot[href]") {
			t.Error("other examples can be touched too")
		}
		follow(kick + "a.spot.next[href]")
		p.WaitForText(kick+".says", "A whole move")
		follow(kick + ".acts a:not(.main)") // undo
		p.WaitForText(kick+".says", "Kick off")
		follow(kick + "a.spot.next[href]")
		p.WaitForText(kick+".acts a.main", "Play this move")
		follow(kick + ".acts a.main")
		p.WaitForText(kick+".says", "Played")
		if !noScript { // the move is shown beat by beat
			p.Click(kick + "[data-replay]")
			p.WaitForText(kick+".caption", "kicks off")
			p.Click(kick + "[data-play=skip]")
			p.WaitGone(kick + ".player")
		}
		if noScript {
			if at := p.URL(); !strings.Contains(at, "example=3") || !strings.HasSuffix(at, "#example-3") {
				t.Errorf("the links have led to %s", at)
			}
		} else if !browser.Eval[bool](p, `window.here === true && location.search === ""`) {
			t.Errorf("the script has left the page for %s", p.URL())
		}
		p.Follow(kick + "a.try")
		p.WaitForText("h2", "Red to move")
		if lines := p.ConsoleErrors(); len(lines) > 0 {
			t.Errorf("the page complains: %v", lines)
		}
	}
}

// A position is typed, thrown and moved in; what was wrong is said and kept.
func TestAPositionIsTried(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	for _, noScript := range []bool{false, true} {
		p := b.NewPage(t, browser.Options{NoJavaScript: noScript, OwnCookies: true})
		p.Open(r.address + "/try")
		p.Click("#rules-onetwofun-basic")
		p.Type("#position", "play W nonsense")
		p.Follow(".try-form button.main")
		p.WaitForText("#position-error", "A position")
		p.Open(r.address + "/try?" + url.Values{"rules": {"onetwofun/basic"}, "position": {"play W e8,f8,g8 ? 0:0 1 - - -"}}.Encode())
		p.Follow(`a.throw[aria-label="Throw 2 and 3: 20 moves"]`)
		p.WaitForText("h2", "White to move")
		for range 4 {
			p.Follow("a.spot.next[href]")
		}
		p.WaitForText(".tried-words .main", "Play this move")
		p.Follow(".tried-words .acts a.main")
		p.WaitForText("h2", "A throw is due")
		if !noScript {
			p.Click("button[data-copy]")
			p.WaitUntil(`document.querySelector("output[data-copied]").textContent !== ""`)
		} else if browser.Eval[bool](p, `document.querySelector("button[data-copy]").checkVisibility()`) {
			t.Error("a button that needs the script shows without it")
		}
		p.Open(r.address + "/learn/streetsoccer/2")
		p.Click(`a.spot[data-step="c8"]`)
		p.WaitForText(".lesson .says", "only a figure that steps on the ball kicks")
		p.Click(`a.spot[data-step="d8"]`)
		p.WaitForText(".lesson .acts .main", "Next")
		p.Click(".lesson .acts .main")
		p.WaitForText(".lesson .tell", "What is left becomes the kick")
		p.Open(r.address + "/rules/streetsoccer/chapters/the-pitch")
		p.Click(".chapter-acts .main")
		p.WaitForText("h1", "Before the kick-off")
		const remembers = `document.querySelector(".course .done") !== null`
		if !noScript {
			p.WaitUntil(remembers)
		} else if browser.Eval[bool](p, remembers) {
			t.Error("without an account and a script a chapter is remembered")
		}
	}
}

func TestPagesOfRulesAndPositionsHaveNoAccessibilityDefects(t *testing.T) {
	r := serve(t)
	p := browser.Start(t).NewPage(t, browser.Options{OwnCookies: true})
	for _, screen := range screens {
		for name, path := range map[string]string{
			"all rules": "/rules", "One-Two-Fun": "/rules/onetwofun?example=2&ask=1#example-2", "CuFootball": "/rules/cufootball?example=1&ask=1",
			"a throw": "/try?rules=onetwofun/basic&position=play+W+e8,f8,g8+%3F+0:0+1+-+-+-", "a move": "/try?rules=streetsoccer/board", "too many moves": "/try?rules=cufootball/classic",
			"the league": "/rules/league#R-CH-6", "the dice": "/rules/dice", "to the letter": "/rules/streetsoccer/full",
			"wrong": "/try?rules=onetwofun/basic,goals=4&position=x", "bots": "/bots",
			"what there is to learn": "/learn", "a card": "/learn/onetwofun/2", "a wrong touch": "/learn/cufootball/2?touch=e4", "the way shown": "/learn/streetsoccer/6?show=1",
			"a chapter": "/rules/streetsoccer/chapters/walking", "no puzzle": "/puzzle",
			"a hint": "/try?rules=streetsoccer/lg&position=turn+Y+c1b7c3d5e8+d0b3c6d8e4+e7+4+5+0:0+-&bot=bot:hard",
		} {
			p.Open(r.address + path)
			r.flawless(p, name, screen)
		}
	}
}
