package league_test

import (
	"testing"
	"time"

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

func TestACloseWinPaysLessWhereItIsAskedFor(t *testing.T) { // R-PT-3
	target := func(first, second int) engine.Outcome {
		winner := engine.First
		if second > first {
			winner = engine.Second
		}
		return engine.Outcome{Ending: engine.Target, Winner: winner, Score: [2]int{first, second}}
	}
	fullTime := target(6, 5)
	fullTime.Ending = engine.FullTime
	resigned := target(6, 5)
	resigned.Ending = engine.Resignation
	adjudicated := engine.Outcome{Ending: engine.Adjudication, Winner: engine.Second, Score: [2]int{6, 6}}
	for _, c := range []struct {
		name          string
		outcome       engine.Outcome
		usual, closed [2]league.Points
	}{
		{"the loser had all goals but one", target(7, 6), [2]league.Points{50, 0}, [2]league.Points{40, 10}},
		{"so had First", target(6, 7), [2]league.Points{0, 50}, [2]league.Points{10, 40}},
		{"of five goals", target(5, 4), [2]league.Points{50, 0}, [2]league.Points{40, 10}},
		{"of one goal, which is all but one: none", target(0, 1), [2]league.Points{0, 50}, [2]league.Points{10, 40}},
		{"the loser had all goals but two", target(7, 5), [2]league.Points{50, 0}, [2]league.Points{50, 0}},
		{"the loser had none", target(0, 7), [2]league.Points{0, 50}, [2]league.Points{0, 50}},
		{"ahead by a goal when the time was up, where nobody had all goals", fullTime, [2]league.Points{50, 0}, [2]league.Points{50, 0}},
		{"given up at a lead of a goal", resigned, [2]league.Points{50, 0}, [2]league.Points{50, 0}},
		{"stopped where it was level", adjudicated, [2]league.Points{20, 30}, [2]league.Points{20, 30}},
		{"a void match", engine.Outcome{Ending: engine.Void}, [2]league.Points{}, [2]league.Points{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := (league.Match{}).Scoring().Points(c.outcome); !ok || got != c.usual {
				t.Errorf("usually it pays %v, %v; want %v", got, ok, c.usual)
			}
			if got, ok := (league.Match{Pays: league.CloseWinScoring}).Scoring().Points(c.outcome); !ok || got != c.closed {
				t.Errorf("it pays %v, %v; want %v", got, ok, c.closed)
			}
		})
	}
}

func TestTheMatchesOfATournamentArePaidAsItsTableCounts(t *testing.T) {
	closed := engine.Outcome{Ending: engine.Target, Winner: engine.First, Score: [2]int{3, 2}}
	for _, on := range league.Scorings() {
		terms := league.TournamentTerms{Pays: on}
		table, _ := league.Tournament{TournamentTerms: terms}.Sheet("", nil, time.Time{}).Scoring.Points(closed)
		match, _ := league.Match{Pays: on}.Scoring().Points(closed)
		if said, _ := terms.Scoring().Points(closed); table != match || said != match {
			t.Errorf("%q: the table counts %v, the match pays %v, the terms say %v", on, table, match, said)
		}
	}
}

func TestAnEndingWithoutAPriceIsSaid(t *testing.T) {
	if _, ok := league.Standard().Points(engine.Outcome{Ending: "rain"}); ok {
		t.Error("an unknown ending has a price")
	}
}

func TestAScoringThatThereIsNotPaysForNothing(t *testing.T) {
	if _, ok := (league.Match{Pays: "rain"}).Scoring().Points(engine.Outcome{Ending: engine.FullTime, Winner: engine.First}); ok {
		t.Error("an unknown scoring has a price")
	}
	league.ScoringByID(league.StandardScoring)[engine.FullTime] = league.Award{}
	if got, _ := league.ScoringByID(league.StandardScoring).Points(engine.Outcome{Ending: engine.FullTime, Winner: engine.First}); got != [2]league.Points{50, 0} {
		t.Errorf("who changed the copy that he was given has changed the scoring to %v", got)
	}
}
