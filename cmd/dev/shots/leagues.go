package main

import (
	"context"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/season"
)

// leagues starts the program on a site whose players have played for a year, up to now.
func (s *session) leagues(ctx context.Context) string {
	return s.played(ctx, "leagues", "--players", "24", "--years", "1", "--step", "12h", "--kills", "0")
}

// leaguesTour takes pictures of the site's competitions as one of the players sees them: who
// plays in all of them.
func leaguesTour(c camera, address string) {
	c.signIn(address, "Player 1")
	for _, p := range []struct{ path, name string }{
		{"/", "front-leagues"},
		{"/competitions", "competitions"},
		{"/calendar", "calendar"},
		{"/matches", "my-games-leagues"},
		{"/vacation", "vacation-statement"},
		{"/championship", "championships-played"},
		{"/championship/streetsoccer/lg", "championship-played"},
		{"/ladder", "ladders"},
		{"/ladder/streetsoccer/lg", "ladder"},
		{"/minicup", "minicups"},
		{"/minicup/streetsoccer/lg", "minicup"},
		{"/monthlycup", "monthlycups"},
		{"/monthlycup/streetsoccer/lg", "monthlycup"},
	} {
		c.Open(address + p.path)
		c.take(p.name)
	}
	c.Open(address + "/championship/streetsoccer/lg")
	c.Follow("text=The pyramid")
	c.take("championship-pyramid")
	c.Follow("a.tile")
	c.take("championship-group")
	c.Open(address + "/ladder/streetsoccer/lg")
	for _, p := range []struct{ link, name string }{{`a[href*="/months/"]`, "ladder-month"}, {`a[href*="/ladder/streetsoccer/lg/players/"]`, "ladder-path"}} {
		if c.Exists(p.link) {
			c.Open(browser.Eval[string](c.Page, `document.querySelector(`+"`"+p.link+"`"+`).href`))
			c.take(p.name)
			c.Open(address + "/ladder/streetsoccer/lg")
		}
	}
}

// signIn signs in a player of a season.
func (c camera) signIn(address, name string) {
	c.Open(address + "/signin")
	c.Type("#name", name)
	c.Type("#password", season.Password)
	c.Follow(".sign button")
}
