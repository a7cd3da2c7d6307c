package league

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"kickabout/league/lot"
)

// Lot is the draw that seeds a tournament (R-FD-6).
type Lot = lot.Lot

// Drawn is a group as it was drawn: its players by seed.
type Drawn struct {
	Group   Group
	Players []string // ids
}

// DrawText writes the draw of a tournament of groups as the text of a started event:
// "d1/g1: ann bob cleo; d2/g1: dan eve fay".
func DrawText(draw []Drawn) string {
	groups := make([]string, len(draw))
	for i, g := range draw {
		groups[i] = string(g.Group) + ": " + strings.Join(g.Players, " ")
	}
	return strings.Join(groups, "; ")
}

// parseDraw reads the text of a started event: a draw of groups, or the lot of one table.
func parseDraw(text string) ([]Drawn, error) {
	if !strings.Contains(text, ": ") {
		l, err := lot.Parse(text)
		return []Drawn{{Players: l.Seeds}}, err
	}
	var draw []Drawn
	for part := range strings.SplitSeq(text, "; ") {
		group, players, _ := strings.Cut(part, ": ")
		draw = append(draw, Drawn{Group(group), strings.Fields(players)})
	}
	if DrawText(draw) != text {
		return nil, fmt.Errorf("%q is no draw", text)
	}
	return draw, nil
}

// ValueWithin is how long a tournament awaits its public value before whoever organises it may begin without.
const ValueWithin = 72 * time.Hour

// closeEntries binds what was given with the entries, before the draw. If the key of the dice is lost then, they are closed
// once more.
func closeEntries(t *ledger, d Decision) error {
	c, err := lot.ParseClosing(d.Text)
	t.Closed, t.Dice.Tour = d.At, c.Tour
	return errors.Join(err, t.byOrganiser(d.By, "start it"), t.beforeStart("be started"))
}

// value adds the public value that the draw hangs on, too. The office says who may bring it: the network has signed it.
func value(t *ledger, d Decision) error {
	p, err := lot.ParsePublic(d.Text)
	if err == nil && !t.AwaitsDraw() {
		err = Errorf(Stale, "This tournament awaits no public value.")
	}
	t.Dice.Tour, t.Valued = p.Tour, true
	return err
}
