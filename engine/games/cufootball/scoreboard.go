package cufootball

import "kickabout/engine"

// A scoreboard says how a match stands, and what it ends with.
type scoreboard struct {
	clock  uint8
	score  [2]uint8
	scorer colour // who scored last, or nobody
	rules  rules
}

// goals returns the score as the engine has it.
func (s *scoreboard) goals() [2]int { return [2]int{int(s.score[red]), int(s.score[blue])} }

// kicksOff returns the side of the kick-off that is being prepared or was made
// last: the one that conceded, Red at first (DECISIONS C4, C5).
func (s *scoreboard) kicksOff() colour {
	if s.scorer == nobody {
		return red
	}
	return s.scorer.other()
}

// count adds one to the clock, and says whether that was the last (rules 3.10).
func (s *scoreboard) count() bool {
	s.clock++
	return s.clock == s.rules.clock
}

// add counts a goal of a side, and says whether it ends the match (rules 3.10).
func (s *scoreboard) add(c colour) bool {
	s.score[c]++
	s.scorer = c
	late := s.count()
	return late || s.score[c] == s.rules.goals
}

// outcome is how a match has ended that stands like that (rules 3.10).
func (s *scoreboard) outcome() engine.Outcome {
	o := engine.Outcome{Score: s.goals()}
	switch ahead := int(s.score[red]) - int(s.score[blue]); {
	case ahead != 0:
		o.Ending = engine.FullTime
		if max(s.score[red], s.score[blue]) == s.rules.goals {
			o.Ending = engine.Target
		}
		o.Winner = engine.First
		if ahead < 0 {
			o.Winner = engine.Second
		}
	case s.scorer != nobody:
		o.Ending = engine.LastGoal
		o.Winner = s.scorer.side()
	default:
		o.Ending = engine.Goalless
	}
	return o
}
