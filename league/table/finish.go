package table

import (
	"fmt"

	"kickabout/engine"
)

// Open returns the players of the matches that are not over, First's id before Second's; those
// that count for nobody are left out.
func (t *Table) Open() [][2]string {
	open := make([][2]string, len(t.open))
	for k, pair := range t.open {
		open[k] = [2]string{t.players[pair[0]], t.players[pair[1]]}
	}
	return open
}

// Finish returns the table as it would be if the open matches ended in these ways, in the
// order of Open. No lot is drawn in it: who is level on everything else shares the rank.
func (t *Table) Finish(outcomes []engine.Outcome) (*Table, error) {
	if len(outcomes) != len(t.open) {
		return nil, fmt.Errorf("%d matches are open, and %d are to end", len(t.open), len(outcomes))
	}
	then := &Table{sheet: t.sheet, order: t.order, cuts: t.cuts, down: t.down, full: t.full, players: t.players, struck: t.struck, drawing: t.drawing, undrawn: t.undrawn}
	then.cross = t.cross.Closed(len(outcomes))
	for k, pair := range t.open {
		points, ok := t.sheet.Scoring.Points(outcomes[k])
		if !ok {
			return nil, fmt.Errorf("the ending %q has no price", outcomes[k].Ending)
		}
		then.cross.Add(pair[0], pair[1], &outcomes[k], points)
	}
	then.rank()
	then.bound()
	return then, nil
}
