package cufootball

import (
	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A scoreboard says how a match stands, and what it ends with.
type scoreboard struct {
	clock  uint8
	score  [2]uint8
	scorer pitch.Colour // who scored last, or nobody
	rules  rules
}

// goals returns the score as the engine has it.
func (s *scoreboard) goals() [2]int { return [2]int{int(s.score[pitch.Red]), int(s.score[pitch.Blue])} }

// ground returns where a side is set up by the rules of the match.
func (s *scoreboard) ground(c pitch.Colour) team.Ground {
	return team.Ground{Side: c, Half: s.rules.half}
}

// kicksOff returns the side of the kick-off that is being prepared or was made
// last: the one that conceded, Red at first (DECISIONS C4, C5).
func (s *scoreboard) kicksOff() pitch.Colour {
	if s.scorer == pitch.Nobody {
		return pitch.Red
	}
	return s.scorer.Other()
}

// count adds one to the clock, and says whether that was the last (rules 3.10).
func (s *scoreboard) count() bool {
	s.clock++
	return s.clock == s.rules.clock
}

// add counts a goal of a side, and says whether it ends the match (rules 3.10).
func (s *scoreboard) add(c pitch.Colour) bool {
	s.score[c]++
	s.scorer = c
	late := s.count()
	return late || s.won(c)
}

// won says whether a side has the goals that win; never where the clock alone ends a match.
func (s *scoreboard) won(c pitch.Colour) bool {
	return s.rules.goals != noTarget && s.score[c] == s.rules.goals
}

// outcome is how a match has ended that stands like that (rules 3.10).
func (s *scoreboard) outcome() engine.Outcome {
	o := engine.Outcome{Score: s.goals()}
	switch ahead := int(s.score[pitch.Red]) - int(s.score[pitch.Blue]); {
	case ahead != 0:
		o.Ending = engine.FullTime
		if s.won(pitch.Red) || s.won(pitch.Blue) {
			o.Ending = engine.Target
		}
		o.Winner = engine.First
		if ahead < 0 {
			o.Winner = engine.Second
		}
	case s.scorer != pitch.Nobody:
		o.Ending = engine.LastGoal
		o.Winner = s.scorer.Side()
	default:
		o.Ending = engine.Goalless
	}
	return o
}
