package league

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
