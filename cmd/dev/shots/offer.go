package main

// offerTour takes a picture of an offer that did not work, as somebody who is signed in.
func offerTour(c camera, address string) {
	c.Open(address + "/offers/new?opponent=Nobody")
	c.Type("#message", "Anybody for a slow game? I mostly move in the evening.")
	c.Follow(".go button")
	c.take("offer-wrong")
}
