package main

// offerTour takes pictures of the ways into a game with a person, as somebody who is
// signed in. Each look leaves an offer behind, which the next ones see.
func offerTour(c camera, address string) {
	c.Open(address + "/offers/new?opponent=Nobody")
	c.Type("#message", "Anybody for a slow game? I mostly move in the evening.")
	c.take("offer-form")
	c.Follow(".go button")
	c.take("offer-wrong")
	c.Click(`[name=opponent][value=anyone]`)
	c.Follow(".go button")
	c.take("offer-mine")
	c.Open(address + "/offers")
	c.take("waiting-room")
	if c.Exists("#open ~ .offers .button") {
		c.Follow("#open ~ .offers .button")
		c.take("offer-open")
	}
}
