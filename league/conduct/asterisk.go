package conduct

import "kickabout/league"

// Asterisk lists those who were expelled for cheating after a tournament in which they played had
// ended: its table stands, with an asterisk (R-FF-9).
func Asterisk(t league.Tournament) []league.Player {
	if t.State != league.Finished {
		return nil
	}
	var expelled []league.Player
	for _, e := range t.Entries {
		if e.Player.Kind == league.Expelled && e.Out != league.Cheated && !t.Waits(e) {
			expelled = append(expelled, e.Player)
		}
	}
	return expelled
}
