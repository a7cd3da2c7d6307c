package tournament

import (
	"strings"

	"kickabout/league"
	"kickabout/league/conduct"
)

// Starred writes a name that a tournament gives an honour to, with its asterisk if it has one.
func Starred(name string, t league.Tournament) string {
	if name == "" || len(conduct.Asterisk(t)) == 0 {
		return name
	}
	return name + "*"
}

// AsteriskText explains the asterisk of a tournament in a sentence or two; "" if it has none.
func AsteriskText(t league.Tournament) string {
	expelled := conduct.Asterisk(t)
	if len(expelled) == 0 {
		return ""
	}
	names := make([]string, len(expelled))
	for i, p := range expelled {
		names[i] = p.Name
	}
	was := " was"
	if len(names) > 1 {
		was = " were"
	}
	return strings.Join(names, ", ") + was + " expelled for cheating after it had ended. Its results stand as they were (R-FF-9)."
}
