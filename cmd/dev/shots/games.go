package main

import (
	"fmt"
	"strings"

	"kickabout/cmd/internal/browser"
)

// gamesTour plays the first turns of the games that the tour of the front page does not.
func gamesTour(c camera, address string) {
	for _, rules := range []string{"streetsoccer/board", "onetwofun/basic", "onetwofun/blocking", "cufootball/classic"} {
		c.Open(address)
		c.Click(fmt.Sprintf("input[name=rules][value=%q]", rules))
		c.Follow(".hero button.main")
		name := strings.ReplaceAll(rules, "/", "-")
		for n := 1; n <= 4; n++ {
			c.take(fmt.Sprintf("%s-%d", name, n))
			c.touch()
			c.take(fmt.Sprintf("%s-%d-begun", name, n))
			c.choose()
			c.take(fmt.Sprintf("%s-%d-entered", name, n))
			c.Follow(confirm)
			c.WaitFor(mine + ", " + again)
			if c.Exists(again) { // the bot was quicker
				break
			}
		}
		c.Open(c.URL() + "?at=" + browser.Eval[string](c.Page, `document.querySelector("#match").dataset.seq - 1 + ""`))
		c.take(name + "-past")
	}
}
