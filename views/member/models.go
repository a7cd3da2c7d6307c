package member

import (
	"cmp"
	"fmt"
	"strings"

	"kickabout/engine"
	"kickabout/league/odds"
	"kickabout/views/ui"
)

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
func modelViews(games []engine.Game, fits []odds.ModelFit) (views []ModelView) {
	for _, f := range fits {
		kind := "rated games"
		if !f.Rated {
			kind = "games between people, rated or not,"
		}
		v := ModelView{
			Rules: ui.GameRules(games, f.Pool.Game, f.Pool.Variant), From: fmt.Sprintf("%d %s that ended before %s", f.Matches, kind, ui.MonthText(f.Month)),
			Enough: odds.Publishable(f), Missing: ui.CountText(max(0, odds.Enough-f.Matches), "game", "games"),
			Slope: ui.Signed(f.Slope, 4), Loss: ui.FixedText(f.LogLoss, 3), Base: ui.FixedText(f.Base, 3), Better: cmp.Less(f.LogLoss, f.Base),
		}
		m := odds.ModelOf(f)
		var cuts []string
		for _, c := range f.Cuts {
			cuts = append(cuts, ui.Signed(c, 2))
		}
		v.Cuts = strings.Join(cuts[:len(cuts)-1], ", ") + " and " + cuts[len(cuts)-1]
		equal, ahead := m.Odds(0), m.Odds(200)
		for way := range odds.Ways {
			v.Ways = append(v.Ways, WayView{strings.Replace(odds.Name(way), "-", "–", 1), ui.FixedText(100*equal[way], 1), ui.FixedText(100*ahead[way], 1)})
		}
		views = append(views, v)
	}
	return views
}
