package ranking

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

func TestPaceIsTheMedianOfMovesAndTheShareOfGamesPlayed(t *testing.T) {
	start := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	at := func(hours int, by engine.Side, act engine.Act) engine.Event {
		return engine.Event{At: start.Add(time.Duration(hours) * time.Hour), By: by, Act: act}
	}
	first := league.MoveLog{Side: engine.First, Log: []engine.Event{
		at(0, engine.NoSide, engine.ActSeats), at(0, engine.NoSide, engine.ActRoll),
		at(2, engine.First, engine.ActMove), at(2, engine.NoSide, engine.ActRoll),
		at(9, engine.Second, engine.ActMove), at(10, engine.First, engine.ActOrder), at(11, engine.NoSide, engine.ActTime),
		at(13, engine.First, engine.ActMove), at(13, engine.First, engine.ActMove), // of a standing order
		at(20, engine.NoSide, engine.ActTimeout),
	}}
	other := first
	other.Side = engine.Second
	tallies := []league.Tally{{Ending: engine.FullTime, Won: 5, Lost: 2}, {Ending: engine.Timeout, Won: 1, Lost: 2}}
	for _, c := range []struct {
		name    string
		logs    []league.MoveLog
		tallies []league.Tally
		want    league.Pace
	}{
		{"of an even number the middle of both", []league.MoveLog{first}, tallies, league.Pace{Median: 3 * time.Hour, Moves: 2, Finished: 10, Flagged: 2}},
		{"each side has its own", []league.MoveLog{other}, nil, league.Pace{Median: 7 * time.Hour, Moves: 1}},
		{"over all logs", []league.MoveLog{first, other}, nil, league.Pace{Median: 4 * time.Hour, Moves: 3}},
		{"of nothing", nil, nil, league.Pace{}},
	} {
		if got := paceOf(c.logs, c.tallies); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if share, ok := (league.Pace{Finished: 10, Flagged: 2}).Share(); !ok || share != .8 {
		t.Errorf("%v, %v", share, ok)
	}
	if _, ok := (league.Pace{}).Share(); ok {
		t.Error("there is a share of nothing")
	}
}
