package tournament

import "kickabout/league"

// Starred writes a name that a tournament gives an honour to, with its asterisk if it has one.
func Starred(name string, t league.Tournament) string {
	if name == "" || len(t.Asterisk()) == 0 {
		return name
	}
	return name + "*"
}
