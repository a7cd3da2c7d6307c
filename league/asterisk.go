package league

import "strings"

// Asterisk lists those who were expelled for cheating after a tournament in which they played had
// ended: its table stands, with an asterisk (R-FF-9).
func (t Tournament) Asterisk() []Player {
	if t.State != Finished {
		return nil
	}
	var expelled []Player
	for _, e := range t.Entries {
		if e.Player.Kind == Expelled && e.Out != Cheated && !t.Waits(e) {
			expelled = append(expelled, e.Player)
		}
	}
	return expelled
}

// AsteriskText explains the asterisk of a tournament in a sentence or two; "" if it has none.
func (t Tournament) AsteriskText() string {
	expelled := t.Asterisk()
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
