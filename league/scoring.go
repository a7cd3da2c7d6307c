package league

import (
	"fmt"
	"maps"
	"slices"

	"kickabout/engine"
)

// Points is what a tournament pays, in tenths of a point.
type Points int

// OnePoint is what winning takes at least (R-TB-6).
const OnePoint Points = 10

// Award is what an ending pays. Without a winner both sides get Draw.
type Award struct {
	Win, Loss, Draw Points
}

// Scoring is the price of every ending.
type Scoring map[engine.Ending]Award

// Standard is the 5/4/3/2 scoring of league rules 1.
func Standard() Scoring {
	return Scoring{
		engine.FullTime:      {Win: 50},
		engine.Target:        {Win: 50},
		engine.SuddenDeath:   {Win: 40, Loss: 10},
		engine.LastGoal:      {Win: 30, Loss: 20},
		engine.Goalless:      {Draw: 20},
		engine.Resignation:   {Win: 50}, // R-PT-1
		engine.Timeout:       {Win: 50},
		engine.Forfeit:       {Win: 50},
		engine.DoubleForfeit: {},
		engine.SlowPlay:      {Win: 40, Loss: 10}, // R-CH-9
		engine.Void:          {},
	}
}

// The ids of scorings. A tournament's terms and a match name theirs by one of them.
const (
	StandardScoring = ""          // league rules 1
	CloseWinScoring = "close_win" // pays 4-1 for a win against all goals but one (R-PT-3), where the game has such wins
)

// scorings are the scorings that a tournament may choose from.
var scorings = map[string]Scoring{
	StandardScoring: Standard(),
	CloseWinScoring: Standard().WithCloseWin(),
}

// Scorings lists their ids.
func Scorings() []string { return slices.Sorted(maps.Keys(scorings)) }

// ScoringByID returns the scoring of an id, which has no price for anything if there is none of that id.
func ScoringByID(id string) Scoring { return maps.Clone(scorings[id]) }

// closeWin is the price of a win by the last goal that was played for, against a side that had all of them
// but one. No match ends so: its ending is engine.Target.
const closeWin engine.Ending = "close win"

// WithCloseWin returns the scoring with a price of 4-1 for wins against a side that reached all goals but
// one (R-PT-3).
func (s Scoring) WithCloseWin() Scoring {
	s = maps.Clone(s)
	s[closeWin] = Award{Win: 40, Loss: 10}
	return s
}

// Points returns what First and Second get for an outcome; ok is false if the
// scoring has no price for its ending. An adjudication is priced by the board:
// a leader 4:1, level with goals 3:2 for the winner named (the last scorer),
// goalless 2:2 (R-CH-9).
func (s Scoring) Points(o engine.Outcome) (points [2]Points, ok bool) {
	award, ok := s.award(o)
	switch o.Winner {
	case engine.First:
		return [2]Points{award.Win, award.Loss}, ok
	case engine.Second:
		return [2]Points{award.Loss, award.Win}, ok
	}
	return [2]Points{award.Draw, award.Draw}, ok
}

// award finds the price of an outcome. Who won by the goals that were played for has all of them, and
// no more.
func (s Scoring) award(o engine.Outcome) (award Award, ok bool) {
	switch lead := o.Score[0] - o.Score[1]; {
	case o.Ending == engine.Adjudication:
		return s.adjudicated(o)
	case o.Ending == engine.Target && (lead == 1 || lead == -1):
		if award, ok = s[closeWin]; ok {
			return award, true
		}
	}
	award, ok = s[o.Ending]
	return award, ok
}

// adjudicated finds the ending on the board that an adjudication pays like.
func (s Scoring) adjudicated(o engine.Outcome) (Award, bool) {
	like := engine.SuddenDeath
	switch {
	case o.Winner == engine.NoSide:
		like = engine.Goalless
	case o.Score[0] == o.Score[1]:
		like = engine.LastGoal
	}
	award, ok := s[like]
	return award, ok
}

// String returns points as people write them: "3", or "2.5" where there are tenths.
func (p Points) String() string {
	if p%10 == 0 {
		return fmt.Sprint(int(p) / 10)
	}
	return fmt.Sprintf("%d.%d", int(p)/10, int(p)%10)
}
