package engine_test

import (
	"testing"

	"kickabout/engine"
)

func TestTheDeciderIsTheGoalAfterWhichNobodyCaughtUp(t *testing.T) {
	t.Parallel()
	goals := func(sides ...engine.Side) (list []engine.Goal, score [2]int) {
		for i, side := range sides {
			score[side-1]++
			list = append(list, engine.Goal{Seq: i + 1, Side: side, Score: score})
		}
		return list, score
	}
	for name, c := range map[string]struct {
		sides  []engine.Side
		winner engine.Side
		want   int // event; 0: none
	}{
		"the only one":                           {[]engine.Side{engine.First}, engine.First, 1},
		"the first of three":                     {[]engine.Side{engine.First, engine.First, engine.First}, engine.First, 1},
		"the last of those that led again":       {[]engine.Side{engine.First, engine.Second, engine.First, engine.First}, engine.First, 3},
		"from behind":                            {[]engine.Side{engine.Second, engine.First, engine.First, engine.Second, engine.First}, engine.First, 5},
		"of Second":                              {[]engine.Side{engine.First, engine.Second, engine.Second, engine.Second, engine.First}, engine.Second, 3},
		"the last of the winner where all level": {[]engine.Side{engine.First, engine.Second, engine.Second, engine.First}, engine.First, 4},
		"of who is level and scored first":       {[]engine.Side{engine.First, engine.Second}, engine.First, 1},
		"none":                                   {nil, engine.First, 0},
	} {
		list, score := goals(c.sides...)
		got, ok := engine.Outcome{Ending: engine.FullTime, Winner: c.winner, Score: score}.Decider(list)
		if ok != (c.want > 0) || got.Seq != c.want {
			t.Errorf("%s: goal %d, %t, want %d", name, got.Seq, ok, c.want)
		}
	}
	list, score := goals(engine.First, engine.Second, engine.First, engine.First)
	if got, ok := (engine.Outcome{Ending: engine.Target, Winner: engine.First, Score: score}).Decider(list); !ok || got.Seq != 4 {
		t.Errorf("the target is reached: goal %d, %t, want 4", got.Seq, ok)
	}
}
