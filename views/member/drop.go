package member

import (
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league/rating"
	"kickabout/views/ui"
)

// DropsPage is the page of sudden rating drops, for the site's directors.
type DropsPage struct {
	ui.Frame
	Moves, Matches, Lost, Days string // of the rule
	Lines                      []DropLine
}

// DropLine is what a player lost by giving games up early.
type DropLine struct {
	Player      PlayerLink
	Rules       string
	Lost        string
	Games       []GameLink
	First, Last time.Time
}

// NewDropsPage builds the page of sudden rating drops.
func NewDropsPage(f ui.Frame, games []engine.Game, drops []rating.Drop) DropsPage {
	f.Title = "Sudden rating drops"
	rule := rating.StandardDrop()
	p := DropsPage{
		Frame: f, Moves: strconv.Itoa(rule.Moves), Matches: strconv.Itoa(rule.Matches), Lost: rule.Lost.String(),
		Days: strconv.Itoa(int(rule.Span / (24 * time.Hour))),
	}
	for _, d := range drops {
		line := DropLine{
			Player: PlayerLink{d.Player.Name, ui.PlayerURL(d.Player)}, Rules: ui.GameRules(games, d.Pool.Game, d.Pool.Variant),
			Lost: d.Lost.String(), First: d.First, Last: d.Last,
		}
		for i, id := range d.Matches {
			line.Games = append(line.Games, GameLink{"Game " + strconv.Itoa(i+1), ui.MatchURL(id)})
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}
