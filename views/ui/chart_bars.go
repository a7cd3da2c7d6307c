package ui

import (
	"math"
	"strconv"
	"strings"
)

// Bars are shares of a whole by player: how likely it is what becomes of whom.
type Bars struct {
	ID   string // of the hatch of what is drawn with one
	Rows []BarRow
	Key  []BarKey
}

// BarRow is the bar of a player.
type BarRow struct {
	Name, URL string
	You       bool
	Parts     []BarPart
	Best      string // what the bar is read for: "58 %"
	Text      string // all parts in words
}

// BarPart is a part of a bar in percent of it.
type BarPart struct {
	Class    string // "a" to "e"
	From, To float64
}

// X and Width place it.
func (p BarPart) X() string     { return Short(p.From) + "%" }
func (p BarPart) Width() string { return Short(p.To-p.From) + "%" }

// fill is the hatch of a part that is drawn with one; its class has the others' colours.
func (b Bars) fill(class string) string {
	if class == hatched {
		return "url(#" + b.ID + ")"
	}
	return ""
}

// hatched is the class of what is told apart by more than its colour.
const hatched = "e"

// BarKey explains a class.
type BarKey struct{ Class, Text string }

// barsOf draws the odds of a group as bars; nil where none are published. What becomes of players is what the zones
// say; without zones it is the first place, or another one.
func (in GroupInput) barsOf() *Bars {
	if in.Odds == nil {
		return nil
	}
	b := &Bars{ID: "hatch" + idEnd(in.ID)}
	parts := in.barZones(len(in.Odds.Forecast.Chances))
	for _, z := range parts {
		b.Key = append(b.Key, BarKey{z.class, z.text})
	}
	for _, c := range in.Odds.Forecast.Chances {
		p := in.Player(c.Player)
		row := BarRow{Name: p.Name, URL: PlayerURL(p), You: in.Viewer != "" && p.ID == in.Viewer}
		said, at := []string{}, 0.0
		for _, z := range parts {
			share := c.UpTo(z.last) - c.UpTo(z.first-1)
			cell := oddsCell(share, c.Worst >= z.first && c.Best <= z.last, z.first <= c.Best && c.Worst <= z.last)
			said = append(said, z.text+" "+percentWords(cell))
			if to := at + 100*share; math.Round(10*to) > math.Round(10*at) {
				row.Parts = append(row.Parts, BarPart{z.class, at, min(100, to)})
				at = to
			}
		}
		row.Best = percentText(oddsCell(c.UpTo(in.barCut()), c.Best <= in.barCut(), c.Worst <= in.barCut()))
		row.Text = p.Name + ": " + strings.Join(said, ", ")
		b.Rows = append(b.Rows, row)
	}
	return b
}

// barZone is what becomes of the places from one to another.
type barZone struct {
	first, last int
	class, text string
}

// barZones parts the places of a table of n. The first place of a zone that goes up is told apart: it is won.
func (in GroupInput) barZones(n int) []barZone {
	zones := []barZone{{1, 1, "a", "first place"}}
	if len(in.Ends) == 0 {
		return append(zones, barZone{2, n, "c", "another place"})
	}
	for _, z := range in.Ends {
		first, last := max(2, z.First), min(n, z.Last)
		if first > last {
			continue
		}
		class := map[string]string{"up": "b", "down": hatched}[z.Class]
		if class == "" {
			class = "c"
		}
		zones = append(zones, barZone{first, last, class, z.Text})
	}
	return zones
}

// barCut is the last place of what is played for, else the first one.
func (in GroupInput) barCut() int {
	if z, ok := in.playedFor(); ok {
		return z.Last
	}
	return 1
}

// percentText writes odds with their sign: "58 %".
func percentText(c OddsCell) string {
	if c.Text == "–" {
		return "0 %"
	}
	return c.Text + " %"
}

func percentWords(c OddsCell) string {
	if _, err := strconv.Atoi(c.Text); err == nil {
		return c.Text + " %"
	}
	return c.Label
}

// chanceWord names what barCut is the last place of: "promotion".
func (in GroupInput) chanceWord() string {
	if z, ok := in.playedFor(); ok {
		return z.Chance
	}
	return "the first place"
}
