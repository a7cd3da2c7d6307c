package record

import (
	"fmt"
	"strings"
)

// Print writes a match for people: who played, the moves with the score where it
// changed, how it ended, and the position that came of it; with positions, the one
// after each line as well.
func Print(m Match, positions bool) string {
	var b strings.Builder
	info := m.Record.Game.Info()
	fmt.Fprintf(&b, "%s, %s\n", info.Name, m.Record.Rules.Title())
	derived := m.derived()
	for _, name := range m.order() {
		switch value := m.Headers[name] + derived[name]; {
		case value == "", name == game, name == GID, name == Head, name == Gave0, name == Gave1, name == begun:
		default:
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	b.WriteString("\n")
	w := writer{sides: info.Sides, timeless: true}
	for _, l := range Lines(m.Record) {
		b.WriteString(w.line(l) + "\n")
		if positions {
			fmt.Fprintf(&b, "%*s %s\n", numberWidth, "", l.Board)
		}
	}
	fmt.Fprintf(&b, "\nPosition: %s\n", m.Record.Position)
	return b.String()
}
