package ui

import (
	"fmt"
	"math"
	"strconv"
)

// OddsTable is how a group will probably end.
type OddsTable struct {
	From  string   // "1234 games up to the end of October 2026"
	Off   string   // the most that a number may be off by chance: "1.4"
	Ends  []string // what becomes of the players, as "goes up", besides their places
	Heads []string // the places
	Rows  []OddsRow
}

// OddsRow is a player's odds in percent.
type OddsRow struct {
	Rank   string
	Name   string
	You    bool
	Ends   []OddsCell
	Places []OddsCell
}

// OddsCell is a probability.
type OddsCell struct {
	Text  string // "12", "<1", ">99"; "–" where it cannot be, "100" where it is certain
	Label string // the same in words
	Shade string // class: "shade-0" to "shade-5"
}

// odds returns the odds of the group; nil where none are published.
func (in GroupInput) odds() *OddsTable {
	if in.Odds == nil {
		return nil
	}
	f, rows := in.Odds.Forecast, in.Table.Rows()
	t := OddsTable{
		From: CountText(in.Odds.Fit.Matches, "game", "games") + " that ended before " + MonthText(in.Odds.Fit.Month),
		Off:  strconv.FormatFloat(200*f.Error(0.5), 'f', 1, 64),
	}
	var ends []Zone
	for _, z := range in.Ends {
		if z.First <= len(f.Chances) {
			ends, t.Ends = append(ends, z), append(t.Ends, z.Text)
		}
	}
	for place := range f.Chances {
		t.Heads = append(t.Heads, strconv.Itoa(place+1))
	}
	for i, c := range f.Chances {
		p := in.Player(c.Player)
		row := OddsRow{Rank: strconv.Itoa(rows[i].Rank), Name: p.Name, You: in.Viewer != "" && p.ID == in.Viewer}
		for _, z := range ends {
			row.Ends = append(row.Ends, oddsCell(c.UpTo(z.Last)-c.UpTo(z.First-1), c.Worst >= z.First && c.Best <= z.Last, z.First <= c.Best && c.Worst <= z.Last))
		}
		for place, share := range c.Places {
			n := place + 1
			row.Places = append(row.Places, oddsCell(share, c.Best <= n && n <= c.Worst, c.Best == n && c.Worst == n))
		}
		t.Rows = append(t.Rows, row)
	}
	return &t
}

// oddsCell writes a probability. What the runs did not show may still happen, unless it is
// impossible.
func oddsCell(share float64, possible, certain bool) OddsCell {
	percent := math.Round(100 * share)
	c := OddsCell{Text: strconv.Itoa(int(percent)), Shade: fmt.Sprintf("shade-%d", int(math.Round(5*share)))}
	c.Label = c.Text + " percent"
	switch {
	case certain:
		c.Text, c.Label, c.Shade = "100", "certain", "shade-5"
	case !possible:
		c.Text, c.Label, c.Shade = "–", "impossible", "shade-0"
	case percent < 1:
		c.Text, c.Label = "<1", "less than 1 percent"
	case percent > 99:
		c.Text, c.Label = ">99", "more than 99 percent"
	}
	return c
}
