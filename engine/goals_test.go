package engine

import "testing"

func TestTheDeciderIsTheGoalAfterWhichNobodyCaughtUp(t *testing.T) {
	t.Parallel()
	goals := func(sides ...Side) (list []Goal, score [2]int) {
		for i, side := range sides {
			score[side-1]++
			list = append(list, Goal{Seq: i + 1, Side: side, Score: score})
		}
		return list, score
	}
	for name, c := range map[string]struct {
		sides  []Side
		winner Side
		want   int // event; 0: none
	}{
		"the only one":                           {[]Side{First}, First, 1},
		"the first of three":                     {[]Side{First, First, First}, First, 1},
		"the last of those that led again":       {[]Side{First, Second, First, First}, First, 3},
		"from behind":                            {[]Side{Second, First, First, Second, First}, First, 5},
		"of Second":                              {[]Side{First, Second, Second, Second, First}, Second, 3},
		"the last of the winner where all level": {[]Side{First, Second, Second, First}, First, 4},
		"of who is level and scored first":       {[]Side{First, Second}, First, 1},
		"none":                                   {nil, First, 0},
	} {
		list, score := goals(c.sides...)
		got, ok := decider(list, Outcome{Ending: FullTime, Winner: c.winner, Score: score})
		if ok != (c.want > 0) || got.Seq != c.want {
			t.Errorf("%s: goal %d, %t, want %d", name, got.Seq, ok, c.want)
		}
	}
	list, score := goals(First, Second, First, First)
	if got, ok := decider(list, Outcome{Ending: Target, Winner: First, Score: score}); !ok || got.Seq != 4 {
		t.Errorf("the target is reached: goal %d, %t, want 4", got.Seq, ok)
	}
}
