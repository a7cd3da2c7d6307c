package main

import (
	"kickabout/cmd/internal/browser"
)

// peopleTour takes pictures of what two people do together: one offers a seat, the
// other takes it, they play some turns and talk, and one gives up.
func peopleTour(c camera, other *browser.Page, address string) {
	cleo, dan := camera{c.Page, c.height, c.look}, camera{other, c.height, c.look}
	cleo.join(address, "Cleo of "+c.look)
	dan.join(address, "Dan of "+c.look)

	cleo.Open(address + "/matches")
	cleo.take("my-games-none")
	cleo.Open(address + "/offers/new")
	cleo.take("offer-form")
	cleo.Type("#message", "A game over the week, anybody?")
	cleo.Click("input[name=rated]")
	cleo.Follow("text=Offer the game")
	offer := cleo.URL()
	cleo.take("offer-mine")
	dan.Open(address + "/offers")
	dan.take("offers")
	dan.Open(offer)
	dan.take("offer")
	dan.Follow("text=Take the seat")
	match := dan.URL()
	for range 6 {
		for _, p := range []camera{cleo, dan} {
			if p.Open(match); p.Exists(mine) {
				p.choose()
				p.Follow(confirm)
			}
		}
	}
	cleo.say(match, "Good luck!")
	dan.say(match, "You too. I am away on Sunday, so do not wait for me then.")
	dan.take("chat")
	cleo.Open(address + "/matches")
	cleo.take("my-games")
	cleo.Open(match)
	cleo.Follow("text=Dan of " + c.look)
	cleo.take("player")
	dan.Open(match + "?resign=1#resign")
	dan.Follow("#resign button.danger")
	dan.take("match-people-over")
	ratingsTour(dan, address, match, "Cleo of "+c.look, "Dan of "+c.look)
}

// join signs a new player up.
func (c camera) join(address, name string) {
	c.Open(address + "/signup")
	c.Type("#name", name)
	c.Type("#password", "three small goats")
	c.Follow(".sign button")
}

// say writes a line beside a match.
func (c camera) say(match, text string) {
	c.Open(match)
	c.Type("#text", text)
	c.Click("#say button")
	c.WaitForText("#lines", text)
}
