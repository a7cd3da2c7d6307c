package main

import "net/url"

// peopleTour takes pictures of what two people do together: one offers a seat, the
// other takes it, they play some turns and talk, and one gives up.
func peopleTour(cleo, dan camera) {
	cleo.join("Cleo")
	dan.join("Dan")
	cleo.all(picture{"front-member-new", "/"}, picture{"games-none", "/matches"}, picture{"offer-form", "/offers/new"})
	cleo.Type("#message", "A game over the week, anybody?")
	cleo.Click("input[name=rated]")
	cleo.send("/offers")
	offer := cleo.URL()
	cleo.take("offer-mine")
	dan.at("/offers")
	dan.take("waiting-room")
	dan.Open(offer)
	dan.take("offer")
	dan.Follow("text=Take the seat")
	match := dan.URL()
	for range 8 {
		for _, p := range []camera{cleo, dan} {
			if p.Open(match); p.Exists("#match[data-mine]") && p.ready() {
				p.choose()
				p.Follow(confirm)
			}
		}
	}
	cleo.Open(match)
	cleo.take("match-replaying") // or waiting, if Dan has not moved since
	cleo.say(match, "Good luck!")
	dan.say(match, "You too. I am away on Sunday, so do not wait for me then.")
	dan.take("chat")
	cleo.all(picture{"games", "/matches"}, picture{"front-member", "/"})
	cleo.Open(match)
	player := cleo.first(`.scoreboard a[href^="/players/"]`)
	cleo.at(player)
	cleo.take("player-new")
	dan.Open(match + "?resign=1")
	dan.Follow("#resign button")
	dan.take("match-people-over")
	dan.all(
		picture{"ratings", "/ratings"}, picture{"ratings-none", "/ratings?rules=cufootball/classic"},
		picture{"what-if", "/ratings/what-if?" + url.Values{"rules": {"streetsoccer/lg"}, "own": {"Cleo"}, "opponent": {"Dan"}}.Encode()},
		picture{"what-if-wrong", "/ratings/what-if?rules=streetsoccer/lg&own=9&opponent="},
		picture{"how-ratings-work", "/ratings/about"}, picture{"rating-drops", "/ratings/drops"},
	)
	cleo.signOut()
	dan.signOut()
}

// say writes a line beside a match.
func (c camera) say(match, text string) {
	c.Open(match)
	c.Type("#text", text)
	c.Click("#say button")
	c.WaitForText("#lines", text)
}
