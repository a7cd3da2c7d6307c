package main

import "kickabout/cmd/internal/browser"

// vacationTour takes pictures of what has to do with time off: two people play, one goes
// on vacation, the other sees it and gives time.
func vacationTour(emma, finn camera) {
	emma.join("Emma")
	finn.join("Finn")
	emma.at("/offers/new?opponent=Finn")
	emma.send("/offers")
	finn.Open(emma.URL())
	finn.take("invitation")
	finn.Follow("text=Accept and play")
	match := finn.URL()
	emma.at("/vacation")
	emma.take("vacation")
	emma.Type("#days", "30")
	emma.send("/vacation")
	emma.take("vacation-wrong")
	browser.Eval[bool](emma.Page, `(document.querySelector("#days").value = "", true)`)
	emma.Type("#days", "2")
	emma.send("/vacation")
	emma.take("vacation-on")
	emma.Open(match)
	emma.take("match-vacation-mine")
	player := emma.first(`.scoreboard a[href^="/players/"]`)
	finn.Open(match)
	finn.take("match-vacation")
	finn.all(picture{"player-vacation", player}, picture{"notices", "/notices"})
}
