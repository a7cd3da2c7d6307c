package front

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/views/match"
	"kickabout/views/offer"
	"kickabout/views/series"
	"kickabout/views/ui"
)

// MineInput is what the page of a player's own matches is built from. The matches come
// without logs.
type MineInput struct {
	ui.Frame
	Games   []engine.Game
	Mine    []league.Match      // in which it is the viewer's turn, by time left
	Theirs  []league.Match      // in which it is not
	Playing []league.Tournament // being played, in which the viewer has a seat, with their entry
	ToMe    []league.Offer      // invitations
	FromMe  []league.Offer
	Paces   map[string]league.Pace // of who invites, by their ids
	Chats   map[string]bool        // of matches beside which something is said that the viewer has not read, by their ids
	Used    vacation.Day           // that was used lately because the viewer's time ran out; zero: none was
	Over    []league.Match         // finished ones, the latest first
	Older   bool                   // Over is not the beginning of that list
	OverEnd league.Place           // behind which the list of finished ones goes on; zero: nowhere
}

// MinePage is the page of a player's own matches.
type MinePage struct {
	ui.Frame
	Known       bool // the viewer is somebody
	Member      bool
	Headline    string // "8 games wait for you"
	Mine        match.Waits
	Theirs      []match.Card
	Invitations offer.InvitationsView
	Groups      []series.GroupLink // in which the viewer plays
	Used        *DayUsed           // nil: no day of vacation was used lately
	Over        []match.ResultLine
	Newest      string // where the finished ones begin; "" here
	Next        string // where they go on; "" if nowhere
}

// DayUsed is a day of vacation that was used because time ran out.
type DayUsed struct {
	At  time.Time
	URL string // of the match
}

// NewMinePage builds the page of a player's own matches. Invitations stand before all but the matches in which it is the
// player's turn: of those a clock runs.
func NewMinePage(in MineInput) MinePage {
	p := MinePage{Frame: in.Frame, Known: in.Viewer.ID != "", Member: in.Viewer.Kind == league.Member}
	p.Title = "My games"
	p.Groups = series.GroupLinks(in.Playing, in.Viewer.ID)
	if in.Used.Match != "" {
		p.Used = &DayUsed{At: in.Used.At, URL: ui.MatchURL(in.Used.Match)}
	}
	p.Headline = waitingText(len(in.Mine))
	p.Mine = match.NewWaits(in.Games, in.Mine, in.Viewer.ID, series.SeatNames(in.Playing, in.Viewer.ID), in.Now)
	p.Mine.MarkChats(in.Chats)
	for _, m := range in.Theirs {
		c := match.NewCard(in.Games, m, in.Viewer.ID, in.Now)
		c.Chat = in.Chats[m.ID]
		p.Theirs = append(p.Theirs, c)
	}
	p.Invitations = offer.NewInvitations(in.Games, in.ToMe, in.FromMe, in.Paces, in.Viewer, in.Now)
	for _, m := range in.Over {
		p.Over = append(p.Over, match.NewResult(in.Games, m))
	}
	p.Newest, p.Next = match.Pages("/matches", in.Older, in.OverEnd)
	return p
}
