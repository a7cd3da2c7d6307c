package views

import (
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// MineInput is what the page of a player's own matches is built from. The matches come
// without logs.
type MineInput struct {
	Frame
	Games   []engine.Game
	Mine    []league.Match      // in which it is the viewer's turn, by time left
	Theirs  []league.Match      // in which it is not
	Playing []league.Tournament // being played, in which the viewer has a seat, with his entry
	ToMe    []league.Offer      // invitations
	FromMe  []league.Offer
	Used    league.VacationDay // that was used lately because the viewer's time ran out; zero: none was
	Over    []league.Match     // finished ones, the latest first
	Older   bool               // Over is not the beginning of that list
	OverEnd league.Place       // behind which the list of finished ones goes on; zero: nowhere
}

// MinePage is the page of a player's own matches.
type MinePage struct {
	Frame
	Known       bool // the viewer is somebody
	Member      bool
	Mine        []Card
	Theirs      []Card
	Invitations InvitationsView
	Groups      []GroupLink // in which the viewer plays
	Used        *DayUsed    // nil: no day of vacation was used lately
	Over        []ResultLine
	Newest      string // where the finished ones begin; "" here
	Next        string // where they go on; "" if nowhere
}

// DayUsed is a day of vacation that was used because time ran out.
type DayUsed struct {
	At  time.Time
	URL string // of the match
}

// NewMinePage builds the page of a player's own matches.
func NewMinePage(in MineInput) MinePage {
	p := MinePage{Frame: in.Frame, Known: in.Viewer.ID != "", Member: in.Viewer.Kind == league.Member}
	p.Title = "My games"
	p.Groups = groupLinks(in.Playing, in.Viewer.ID)
	if in.Used.Match != "" {
		p.Used = &DayUsed{At: in.Used.At, URL: matchURL(in.Used.Match)}
	}
	for _, m := range in.Mine {
		p.Mine = append(p.Mine, newCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	for _, m := range in.Theirs {
		p.Theirs = append(p.Theirs, newCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	p.Invitations = NewInvitations(in.Games, in.ToMe, in.FromMe, in.Viewer, in.Now)
	for _, m := range in.Over {
		p.Over = append(p.Over, newResult(in.Games, m))
	}
	p.Newest, p.Next = pages("/matches", in.Older, in.OverEnd)
	return p
}

// pages are where a list of finished matches begins and goes on: "" if that is where
// the reader is, or nowhere.
func pages(url string, older bool, end league.Place) (newest, next string) {
	if older {
		newest = url + "#over"
	}
	if end != (league.Place{}) {
		next = url + "?over=" + strconv.FormatInt(end.At, 10) + "." + end.ID + "#over"
	}
	return newest, next
}
