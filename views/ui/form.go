package ui

import (
	"cmp"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// formShown is how many games a player's form goes back.
const formShown = 5

// FormTile is a game of a player's form.
type FormTile struct {
	Points string // "5"
	Class  string // "p5" to "p0"
}

// Form is what a player's latest games of a table paid, the latest one last.
type Form []FormTile

// Text says the same in words.
func (f Form) Text() string {
	if len(f) == 0 {
		return "No game is over yet"
	}
	points := make([]string, len(f))
	for i, t := range f {
		points[i] = t.Points
	}
	return "Points of the last " + CountText(len(f), "game", "games") + ", the latest last: " + strings.Join(points, ", ")
}

// FormOf returns the form of a player by matches, in whatever order they come.
func FormOf(matches []league.Match, player string) Form {
	var over []league.Match
	for _, m := range matches {
		if m.State.Outcome.Over() && m.State.Outcome.Ending != engine.Void && m.SideOf(player) != engine.NoSide {
			over = append(over, m)
		}
	}
	slices.SortStableFunc(over, func(a, b league.Match) int {
		return cmp.Or(a.State.Moved.Compare(b.State.Moved), cmp.Compare(a.Fixture, b.Fixture))
	})
	var form Form
	for _, m := range over[max(0, len(over)-formShown):] {
		if paid, ok := m.Scoring().Points(m.State.Outcome); ok {
			form = append(form, newFormTile(paid[m.SideOf(player)-1]))
		}
	}
	return form
}

// newFormTile writes points. Where there are other prices than the usual ones, a tile looks like the next lower one.
func newFormTile(p league.Points) FormTile {
	return FormTile{PointsText(p), "p" + string(rune('0'+min(5, max(0, int(p)/10))))}
}
