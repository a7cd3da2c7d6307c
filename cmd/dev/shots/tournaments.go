package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"kickabout/cmd/internal/browser"
)

// tournaments starts the program on a site on which organisers have been busy: tournaments.txtar
// says with what.
func (s *session) tournaments(ctx context.Context) string {
	return s.played(ctx, "tournaments", "cmd/dev/shots/tournaments.txtar")
}

// tournamentsTour takes pictures of tournaments of every format as their organiser sees them,
// over, running and waiting, of what they open them with, and of their pages of decisions.
func tournamentsTour(c, guest camera) {
	c.signIn("host")
	c.at("/tournaments/new")
	c.take("wizard")
	for _, format := range []string{"knockout", "groups", "swiss", "simultaneous", "teams"} {
		c.Click(fmt.Sprintf("[name=format][value=%s]", format))
		c.Click("text=More choices")
		c.take("wizard-" + format)
		c.at("/tournaments/new")
	}
	c.at("/tournaments")
	c.take("tournaments")
	paths := browser.Eval[map[string]string](c.Page, `Object.fromEntries([...document.querySelectorAll("main a[href^='/tournaments/']:not([href$=new])")].map(
		a => [a.querySelector("b")?.textContent.replaceAll(" ", "-") ?? "", a.getAttribute("href")]))`)
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		path := paths[name]
		c.at(path)
		c.take("tournament-" + name)
		for _, link := range []struct{ name, selector string }{{"team", `a[href*="/teams/"]`}, {"team-match", `a[href*="/team-matches/"]`}} {
			if c.at(path); c.Exists(link.selector) {
				c.at(c.first(link.selector))
				c.take(link.name + "-" + name)
			}
		}
		if c.at(path); c.Exists(`a[href$="/desk"]`) {
			c.at(path + "/desk")
			c.take("desk-" + name)
			if c.Exists(`a[href$="/strike"]`) {
				c.all(picture{"strike-" + name, path + "/strike"}, picture{"substitute-" + name, path + "/substitute"}, picture{"time-" + name, path + "/time"})
			}
		}
		if name == "Winter-Swiss" {
			guest.signIn("Ann")
			guest.all(picture{"tournament-player", path}, picture{"withdrawal", path + "/withdrawal"}, picture{"desk-forbidden", path + "/desk"})
			guest.at("/matches")
			match := guest.first(`main a[href^="/matches/"]`)
			c.at(match)
			c.take("match-directed")
			c.all(picture{"ruling", match + "/ruling"})
		}
	}
}
