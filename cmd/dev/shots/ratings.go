package main

import "net/url"

// ratingsTour takes pictures of what has to do with ratings: of two players who have just
// finished a rated game, the match and a player's page among them.
func ratingsTour(c camera, address, match, own, opponent string) {
	c.Open(match)
	c.take("match-rated")
	c.Open(address + "/ratings")
	c.take("ratings")
	c.Follow(".rating-list tbody a")
	c.take("player-rated")
	c.Open(address + "/ratings?rules=cufootball/classic")
	c.take("ratings-none")
	c.Open(address + "/ratings/what-if?" + url.Values{"rules": {"streetsoccer/lg"}, "own": {own}, "opponent": {opponent}}.Encode())
	c.take("what-if")
	c.Open(address + "/ratings/what-if?rules=streetsoccer/lg&own=9&opponent=")
	c.take("what-if-wrong")
	c.Open(address + "/ratings/about")
	c.take("how-ratings-work")
}
