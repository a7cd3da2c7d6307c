package league

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// Lot is the draw that seeds a tournament (R-FD-6).
type Lot struct {
	Seeds []string // ids of the players by seed
	Draws []engine.Draw
	Link  dice.Link // what the draws follow from; shown with them
}

// String writes the lot as the text of a started event: the ids by seed, the
// faces in the order of the throws, the link: "bob ann cleo; 2 2; 0f…".
func (l Lot) String() string {
	faces := make([]string, len(l.Draws))
	for i, d := range l.Draws {
		faces[i] = strconv.Itoa(d.Face)
	}
	return fmt.Sprintf("%s; %s; %x", strings.Join(l.Seeds, " "), strings.Join(faces, " "), l.Link[:])
}

// ParseLot undoes String: what is not understood comes out otherwise when it is written again.
func ParseLot(text string) (Lot, error) {
	parts := strings.Split(text, "; ")
	if len(parts) != 3 {
		return Lot{}, fmt.Errorf("%q is no lot", text)
	}
	l := Lot{Seeds: strings.Fields(parts[0])}
	for k, face := range strings.Fields(parts[1]) {
		n, _ := strconv.Atoi(face)
		l.Draws = append(l.Draws, dice.SeedDraw(len(l.Seeds), k, n))
	}
	link, _ := hex.DecodeString(parts[2])
	if copy(l.Link[:], link); l.String() != text {
		return Lot{}, fmt.Errorf("%q is no lot", text)
	}
	return l, nil
}

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
		lot, err := ParseLot(text)
		return []Drawn{{Players: lot.Seeds}}, err
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
