package league_test

import (
	"testing"

	"kickabout/engine"
	"kickabout/league"
)

func TestStandardScoringPaysWhatRule21Says(t *testing.T) {
	score := [2]int{2, 1}
	for _, c := range []struct {
		name    string
		outcome engine.Outcome
		want    [2]league.Points
	}{
		{"a leader after normal time gets 5:0", engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: score}, [2]league.Points{50, 0}},
		{"so does Second", engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: score}, [2]league.Points{0, 50}},
		{"the goals that were played for are 5:0", engine.Outcome{Ending: engine.Target, Winner: engine.First, Score: score}, [2]league.Points{50, 0}},
		{"a goal in sudden death is 4:1", engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.Second, Score: score}, [2]league.Points{10, 40}},
		{"the last scorer gets 3:2", engine.Outcome{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}}, [2]league.Points{30, 20}},
		{"no goal at all is 2:2", engine.Outcome{Ending: engine.Goalless}, [2]league.Points{20, 20}},
		{"a resignation is 5:0 in every phase", engine.Outcome{Ending: engine.Resignation, Winner: engine.Second}, [2]league.Points{0, 50}},
		{"so is a time-out", engine.Outcome{Ending: engine.Timeout, Winner: engine.First}, [2]league.Points{50, 0}},
		{"and a forfeit", engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}, [2]league.Points{50, 0}},
		{"both sides at fault get nothing", engine.Outcome{Ending: engine.DoubleForfeit}, [2]league.Points{0, 0}},
		{"an adjudicated leader gets 4:1", engine.Outcome{Ending: engine.Adjudication, Winner: engine.First, Score: score}, [2]league.Points{40, 10}},
		{"an adjudicated last scorer gets 3:2", engine.Outcome{Ending: engine.Adjudication, Winner: engine.Second, Score: [2]int{1, 1}}, [2]league.Points{20, 30}},
		{"an adjudicated match without goals is 2:2", engine.Outcome{Ending: engine.Adjudication}, [2]league.Points{20, 20}},
		{"who played too slowly loses 1:4 even if he leads", engine.Outcome{Ending: engine.SlowPlay, Winner: engine.Second, Score: score}, [2]league.Points{10, 40}},
		{"a void match pays nothing", engine.Outcome{Ending: engine.Void}, [2]league.Points{0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := league.Standard().Points(c.outcome)
			if !ok || got != c.want {
				t.Errorf("got %v, %v; want %v", got, ok, c.want)
			}
		})
	}
}

func TestAnEndingWithoutAPriceIsSaid(t *testing.T) {
	if _, ok := league.Standard().Points(engine.Outcome{Ending: "rain"}); ok {
		t.Error("an unknown ending has a price")
	}
}
