package match

import (
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// RulingForm is where a player of a tournament asks for a ruling, or what somebody has asked.
type RulingForm struct {
	URL  string // where it is asked; "": somebody has
	Most string // how many letters it may have
	Asking
	Asked string // who has, and what they said; "": nobody
	Desk  string // where a director answers; "": the viewer is none

	Report string // where the viewer reports what somebody else said; "" if they cannot
}

// Asking is a request for a ruling that was refused: what was typed, and why.
type Asking struct{ Text, Error string }

// rulingForm returns what the viewer of a running match of a tournament may ask, or is asked; nil for others.
func rulingForm(in Input) *RulingForm {
	seated := in.Side != engine.NoSide
	switch w := in.Wanted; {
	case in.Cup == "" || in.Record.Next().Over() || !seated && !in.Directs:
		return nil
	case w != nil:
		f := &RulingForm{Asking: in.Asking, Asked: w.By.Name + " has asked for a ruling: “" + w.Text + "”"}
		switch {
		case w.Text == league.RemovedText:
			f.Asked = w.By.Name + " has asked for a ruling. The moderators have removed what they wrote."
		case w.Seq > 0 && in.Viewer.Kind == league.Member && in.Viewer.ID != w.By.ID:
			f.Report = ui.RequestURL(w.Tournament, w.Seq)
		}
		if in.Directs {
			f.Desk = ui.TournamentURL(w.Tournament) + "/desk#rulings"
		}
		return f
	case seated:
		return &RulingForm{URL: ui.MatchURL(in.Match.ID) + "/request", Most: strconv.Itoa(league.LongestRequest), Asking: in.Asking}
	}
	return nil
}
