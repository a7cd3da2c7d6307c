package ui

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// what lists the matches that are being played with the ways in which each can end,
// the viewer's first.
func (in GroupInput) what() []WhatMatch {
	var list []WhatMatch
	for _, m := range in.Matches {
		if m.State.ToMove == engine.NoSide {
			continue
		}
		first, second := m.Seats[m.SeatOf(engine.First)].Player, m.Seats[m.SeatOf(engine.Second)].Player
		w := WhatMatch{
			Name: first.Name + " v " + second.Name, URL: MatchURL(m.ID), Mine: in.Viewer != "" && (first.ID == in.Viewer || second.ID == in.Viewer),
		}
		for _, way := range in.Table.Ways(m.State.Score) {
			ask := m.ID + ":" + way.Name
			w.Ways = append(w.Ways, WhatWay{
				URL: in.address(in.Ask.Sort, ask), Text: dashed(way.Name), Label: wayText(first, second, way), Now: ask == in.Ask.If,
			})
		}
		list = append(list, w)
	}
	slices.SortStableFunc(list, func(a, b WhatMatch) int {
		switch {
		case a.Mine == b.Mine:
			return 0
		case a.Mine:
			return -1
		}
		return 1
	})
	return list
}

// dashed writes points as they are printed: "4–1".
func dashed(name string) string { return strings.ReplaceAll(name, "-", "–") }

// wayText says how a match would end: "Ann beats Bob 4–1".
func wayText(first, second league.Player, w table.Way) string {
	switch w.Outcome.Winner {
	case engine.First:
		return fmt.Sprintf("%s beats %s %s", first.Name, second.Name, dashed(w.Name))
	case engine.Second:
		return fmt.Sprintf("%s beats %s %s–%s", second.Name, first.Name, w.Points[1], w.Points[0])
	}
	return fmt.Sprintf("%s and %s part %s", first.Name, second.Name, dashed(w.Name))
}

// branch finds the table that is asked for. What cannot be is said in the table's
// Refused.
func (in GroupInput) branch(g *GroupTable) (table.Branch, bool) {
	if in.Ask.If == "" {
		return table.Branch{}, false
	}
	id, name, _ := strings.Cut(in.Ask.If, ":")
	at := slices.IndexFunc(in.Matches, func(m league.Match) bool { return m.ID == id })
	if at < 0 {
		g.Refused = "There is no such game in this table. This is the table as it stands."
		return table.Branch{}, false
	}
	m := in.Matches[at]
	ways := in.Table.Ways(m.State.Score)
	way := slices.IndexFunc(ways, func(w table.Way) bool { return w.Name == name })
	if way < 0 {
		g.Refused = "That game can no longer end so. This is the table as it stands."
		return table.Branch{}, false
	}
	b, err := in.Table.If(league.Key(m.Fixture).Fixture(), ways[way])
	if err != nil {
		g.Refused = "That game is over. This is the table as it stands."
		return table.Branch{}, false
	}
	g.If = wayText(m.Seats[m.SeatOf(engine.First)].Player, m.Seats[m.SeatOf(engine.Second)].Player, ways[way])
	return b, true
}
