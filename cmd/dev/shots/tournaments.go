package main

import (
	"context"
	"fmt"

	"kickabout/cmd/internal/browser"
)

// tournaments starts the program on a site on which organisers have been busy: tournaments.txtar
// says with what.
func (s *session) tournaments(ctx context.Context) string {
	return s.played(ctx, "tournaments", "cmd/dev/shots/tournaments.txtar")
}

// tournamentsTour takes pictures of tournaments of every format as their organiser sees them,
// over, running and waiting, of what he opens them with, and of his desk.
func tournamentsTour(c camera, address string) {
	c.signIn(address, "host")
	c.Open(address + "/tournaments/new")
	c.take("wizard")
	for _, format := range []string{"knockout", "groups", "swiss", "simultaneous", "teams"} {
		c.Click(fmt.Sprintf("[name=format][value=%s]", format))
		c.Click("details.more > summary")
		c.take("wizard-" + format)
		c.Open(address + "/tournaments/new")
	}
	c.Open(address + "/tournaments")
	c.take("tournaments")
	for path, name := range browser.Eval[map[string]string](c.Page, `Object.fromEntries([...document.querySelectorAll("a.cup")].map(
		cup => [cup.getAttribute("href"), cup.querySelector(".cup-name").textContent.replaceAll(" ", "-")]))`) {
		c.Open(address + path)
		c.take("tournament-" + name)
		if c.Exists(`a[href$="/desk"]`) {
			c.Open(address + path + "/desk")
			c.take("desk-" + name)
		}
	}
}
