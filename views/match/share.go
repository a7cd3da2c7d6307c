package match

import (
	"kickabout/engine"
	"kickabout/views/ui"
)

// Share is what somebody needs to show others a match that is over.
type Share struct {
	Address string // of the match's page
	Line    string // how it ended, in one line, with the address
	SVG     string // paths of the replay
	GIF     string
	Code    string // HTML with which another site shows it
}

// shareOf returns how a match is shared; nil while it goes on.
func shareOf(in Input) *Share {
	outcome := in.Record.Outcome()
	if !outcome.Over() {
		return nil
	}
	s := Share{
		Address: in.Address + ui.MatchURL(in.Match.ID),
		SVG:     ui.MatchURL(in.Match.ID) + "/replay.svg",
		GIF:     ui.MatchURL(in.Match.ID) + "/replay.gif",
	}
	names := playerNames(in.Match, in.Record)
	s.Line = matchLine(in.Record, names) + " " + s.Address
	s.Code = ui.EmbedCode(in.Address, ui.MatchURL(in.Match.ID), names[0]+" v "+names[1], ui.EmbedWidth, ui.EmbedHeight)
	return &s
}

// matchLine tells a match in one line: "Ann 2:3 Bob, StreetSoccer. Red wins 3:2 in sudden death."
func matchLine(r engine.Record, names [2]string) string {
	info, o := r.Game.Info(), r.Outcome()
	return names[0] + " " + ui.ScoreText(o.Score) + " " + names[1] + ", " + info.Name + ". " + ui.OutcomeText(o, info.Sides)
}
