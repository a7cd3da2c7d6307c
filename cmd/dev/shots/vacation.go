package main

import "kickabout/cmd/internal/browser"

// vacationTour takes pictures of what has to do with time off: two people play, one goes
// on vacation, the other sees it and gives time.
func vacationTour(c camera, other *browser.Page, address string) {
	emma, finn := camera{c.Page, c.height, c.look}, camera{other, c.height, c.look}
	for _, p := range []camera{emma, finn} {
		p.Open(address + "/account")
		p.Follow(`form[action="/signout"] button`)
	}
	emma.join(address, "Emma of "+c.look)
	finn.join(address, "Finn of "+c.look)
	emma.Open(address + "/offers/new?opponent=Finn+of+" + c.look)
	emma.Follow("text=Offer the game")
	finn.Open(emma.URL())
	finn.Follow("text=Accept and play")
	match := finn.URL()
	emma.Open(address + "/vacation")
	emma.take("vacation")
	emma.Type("#days", "30")
	emma.Follow("text=Plan the vacation")
	emma.take("vacation-wrong")
	browser.Eval[bool](emma.Page, `(document.querySelector("#days").value = "", true)`)
	emma.Type("#days", "2")
	emma.Follow("text=Plan the vacation")
	emma.take("vacation-on")
	emma.Open(match)
	emma.take("match-vacation-mine")
	finn.Open(match)
	finn.take("match-vacation")
	finn.Follow("text=Emma of " + c.look)
	finn.take("player-vacation")
	finn.Open(address + "/notices")
	finn.take("notices")
}
