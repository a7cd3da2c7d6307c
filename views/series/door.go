package series

import (
	"cmp"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views/ui"
)

// SeasonDoor is the way into the next season of a championship.
type SeasonDoor struct {
	URL     string
	Day     string // on which it starts
	Entered string // "42 players have entered."
}

// NewSeasonDoor finds among editions the season that takes entries and starts first, of several that with the most
// entries; nil if none does.
func NewSeasonDoor(f ui.Frame, editions []league.Tournament) *SeasonDoor {
	var next *league.Tournament
	for i, t := range editions {
		c, ok := league.ParseCompetition(t.Competition)
		if !ok || t.Format != championship.ID || t.State != league.Registration || !f.Now.Before(t.Closes) || !f.Site.Runs(c) {
			continue
		}
		if next == nil || cmp.Or(t.Starts.Compare(next.Starts), len(next.Entries)-len(t.Entries)) < 0 {
			next = &editions[i]
		}
	}
	if next == nil {
		return nil
	}
	d := &SeasonDoor{
		URL: ui.SeasonURL(*next), Day: ui.DayText(next.Starts),
		Entered: "Nobody has entered yet.",
	}
	if n := len(next.Entries); n > 0 {
		d.Entered = ui.CountText(n, "player has", "players have") + " entered."
	}
	return d
}
