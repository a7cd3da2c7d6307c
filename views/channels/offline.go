package channels

import (
	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/match"
	"kickabout/views/ui"
)

// OfflineInput is what the page for when there is no connection is built from. The matches come without logs, and are
// those that everybody may know of.
type OfflineInput struct {
	ui.Frame
	Games        []engine.Game
	Mine, Theirs []league.Match // by whose turn it is
}

// OfflinePage is the page of a member's games that their browser keeps.
type OfflinePage struct {
	ui.Frame
	At, AtText   string // when it was made
	Mine, Theirs []match.Card
}

// NewOfflinePage builds the page.
func NewOfflinePage(in OfflineInput) OfflinePage {
	p := OfflinePage{Frame: in.Frame, At: ui.Datetime(in.Now), AtText: ui.Moment(in.Now)}
	p.Title = "My games, without a connection"
	p.Description = "What is kept of your games for when there is no connection."
	for _, m := range in.Mine {
		p.Mine = append(p.Mine, match.NewCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	for _, m := range in.Theirs {
		p.Theirs = append(p.Theirs, match.NewCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	return p
}
