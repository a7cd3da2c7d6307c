package match

import (
	"slices"

	"kickabout/engine"
	"kickabout/views/study"
)

// mostEvents is how many throws and moves a page carries for the player in the browser; it
// fetches what came before.
const mostEvents = 30

// NewStage tells the latest part of a match: from the reader's last move on, from the last move
// for who watches; what standing orders have moved since belongs to it. Shown is up to which event the reader has been
// shown it; nil if nothing has happened since.
func NewStage(r engine.Record, reader engine.Side, turned bool, shown int) *study.Stage {
	return newStage(r, reader, turned, shown, func(from int) study.Beats { return study.NewBeats(r, from, len(r.Log)) })
}

// newStage is NewStage with what tells the events of the record from one on.
func newStage(r engine.Record, reader engine.Side, turned bool, shown int, beats func(from int) study.Beats) *study.Stage {
	made, from := 0, max(r.Chosen[0], r.Chosen[1], 1)
	if reader != engine.NoSide {
		made = r.Chosen[reader-1]
		from = max(made, 1)
	}
	carried := max(from, len(r.Log)-mostEvents+1)
	s := study.NewStage(beats(carried), r.Position.Diagram(), r.Game.Info().Sides, turned)
	s.Since = from
	if len(s.Events) == 0 {
		return nil
	}
	if carried == from { // what comes before the first of them, if anything, shows nothing
		s.Since = s.Events[0].Seq
	}
	s.Seen = max(made, shown)
	if first := s.Events[0]; first.Seq == made && scores(first) && shown < made {
		s.Seen-- // a goal of one's own is worth seeing
	}
	switch {
	case reader == engine.NoSide:
		s.Title = "The last move"
	case s.Seen > made:
		s.Title = "Since you last looked"
	case made > 0:
		s.Title = "Since your last move"
	default:
		s.Title = "So far"
	}
	return s
}

// scores says that an event brought a goal.
func scores(e study.BeatEvent) bool {
	return slices.ContainsFunc(e.Beats, func(b study.BeatBody) bool { return b.Kind == engine.BeatGoal })
}
