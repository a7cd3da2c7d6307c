package views

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
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
		From: countText(in.Odds.Fit.Matches, "game", "games") + " that ended before " + monthText(in.Odds.Fit.Month),
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

// ModelView is a model of results as the page about ratings shows it.
type ModelView struct {
	Rules   string // "StreetSoccer, Little Golem"
	From    string // "1234 rated games that ended before May 2027"
	Enough  bool   // else it is not published
	Missing string // "12 games more"
	Slope   string // "0.0058"
	Loss    string // "1.234"
	Base    string // "1.345"
	Better  bool   // than the base rates
	Cuts    string // "−0.58, −0.20, −0.04, 0.04, 0.20 and 0.58"
	Ways    []WayView
}

// WayView is a way in which a match ends, with its odds in percent.
type WayView struct {
	Name  string // "5–0"
	Equal string // between equals
	Ahead string // where who goes first is 200 points ahead
}

// modelViews shows the models of pools.
func modelViews(games []engine.Game, fits []league.ModelFit) (views []ModelView) {
	for _, f := range fits {
		kind := "rated games"
		if !f.Rated {
			kind = "games between people, rated or not,"
		}
		v := ModelView{
			Rules: cupRules(games, f.Pool.Game, f.Pool.Variant), From: fmt.Sprintf("%d %s that ended before %s", f.Matches, kind, monthText(f.Month)),
			Enough: odds.Publishable(f), Missing: countText(max(0, odds.Enough-f.Matches), "game", "games"),
			Slope: signed(f.Slope, 4), Loss: fixedText(f.LogLoss, 3), Base: fixedText(f.Base, 3), Better: cmp.Less(f.LogLoss, f.Base),
		}
		m := odds.ModelOf(f)
		var cuts []string
		for _, c := range f.Cuts {
			cuts = append(cuts, signed(c, 2))
		}
		v.Cuts = strings.Join(cuts[:len(cuts)-1], ", ") + " and " + cuts[len(cuts)-1]
		equal, ahead := m.Odds(0), m.Odds(200)
		for way := range odds.Ways {
			v.Ways = append(v.Ways, WayView{strings.Replace(odds.Name(way), "-", "–", 1), fixedText(100*equal[way], 1), fixedText(100*ahead[way], 1)})
		}
		views = append(views, v)
	}
	return views
}

func fixedText(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// signed is fixedText with a minus that is as wide as a digit.
func signed(x float64, decimals int) string {
	return strings.Replace(fixedText(x, decimals), "-", "−", 1)
}
