package match

import (
	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// GiftForm is where a player gives their opponent time.
type GiftForm struct {
	URL, Key string
	Name     string // of the opponent
}

// giftForm returns the form for the viewer of a running match against a person; nil for
// others.
func giftForm(in Input) *GiftForm {
	if in.Side == engine.NoSide || in.Record.Next().Over() {
		return nil
	}
	other := in.Match.Seats[in.Record.SeatOf(in.Side.Other())].Player
	if other.Kind == league.Bot || other.ID == in.Viewer.ID {
		return nil
	}
	return &GiftForm{URL: ui.MatchURL(in.Match.ID) + "/time", Key: in.Key, Name: other.Name}
}
