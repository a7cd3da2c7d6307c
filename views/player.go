package views

import (
	"net/url"

	"kickabout/league"
)

// playerURL is the address of a player's page. It holds his id, so that it outlives
// a change of his name.
func playerURL(p league.Player) string { return "/players/" + url.PathEscape(p.ID) }
