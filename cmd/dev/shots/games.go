package main

import (
	"fmt"
	"strings"

	"kickabout/cmd/internal/browser"
)

// begin begins a game against a bot.
func (c camera) begin(rules string) {
	c.at("/play")
	c.Click(fmt.Sprintf("input[name=rules][value=%q]", rules))
	c.send("/matches")
}

// gamesTour plays the first turns of the games that the tour of a new player does not.
func gamesTour(c camera) {
	for _, rules := range []string{"streetsoccer/mastermove", "onetwofun/basic", "onetwofun/blocking", "cufootball/culica"} {
		c.begin(rules)
		name := strings.ReplaceAll(rules, "/", "-")
		for n := 1; n <= 4; n++ {
			c.take(fmt.Sprintf("%s-%d", name, n))
			c.touch()
			c.take(fmt.Sprintf("%s-%d-begun", name, n))
			c.choose()
			c.take(fmt.Sprintf("%s-%d-entered", name, n))
			if !c.turn() { // the bot was quicker
				break
			}
		}
		match := c.URL()
		c.Open(match + "?at=" + browser.Eval[string](c.Page, `document.querySelector("#match").dataset.seq - 1 + ""`))
		c.take(name + "-past")
		c.Open(match + "?resign=1")
		if c.Exists("#resign button") {
			c.Follow("#resign button")
			c.take(name + "-over")
		}
	}
}
