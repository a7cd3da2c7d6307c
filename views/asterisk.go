package views

import "kickabout/league"

// starred writes a name that a tournament gives an honour to, with its asterisk if it has one.
func starred(name string, t league.Tournament) string {
	if name == "" || len(t.Asterisk()) == 0 {
		return name
	}
	return name + "*"
}
