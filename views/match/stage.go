package match

import (
	"slices"

	"kickabout/engine"
	"kickabout/views/study"
)

// mostEvents is how many throws and moves a page carries for the player in the browser; it
// fetches what came before.
const mostEvents = 60

// stageOf tells the latest part of a match: from the reader's last move on, from the last move
// for who watches.
func stageOf(r engine.Record, reader engine.Side, turned bool) *study.Stage {
	from, seen := 1, 0
	for _, e := range r.Log {
		if e.Act != engine.ActMove {
			continue
		}
		if e.By == reader {
			seen = e.Seq
		}
		if e.By == reader || reader == engine.NoSide {
			from = e.Seq
		}
	}
	s := study.NewStage(study.NewBeats(r, max(from, len(r.Log)-mostEvents+1), len(r.Log)), r.Position.Diagram(), r.Game.Info().Sides, turned)
	s.Seen = seen
	if len(s.Events) == 0 {
		return nil
	}
	if first := s.Events[0]; first.Seq == seen && scores(first) {
		s.Seen-- // a goal of one's own is worth seeing
	}
	return s
}

// scores says that an event brought a goal.
func scores(e study.BeatEvent) bool {
	return slices.ContainsFunc(e.Beats, func(b study.BeatBody) bool { return b.Kind == engine.BeatGoal })
}
