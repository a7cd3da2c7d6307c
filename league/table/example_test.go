package table_test

import (
	"fmt"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// Three players meet once each; the last of the three games is still being played.
func ExampleNew() {
	sheet := league.Sheet{
		Terms:   league.TournamentTerms{Cycles: 1, Profile: "std"},
		Scoring: league.Standard(),
		Entries: []league.Entry{{Player: "Ann"}, {Player: "Bob"}, {Player: "Cleo"}},
		Fixtures: []league.Fixture{
			{Key: "1", First: "Ann", Second: "Bob", Outcome: engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{3, 1}}},
			{Key: "2", First: "Cleo", Second: "Ann", Outcome: engine.Outcome{Ending: engine.Resignation, Winner: engine.Second, Score: [2]int{0, 2}}},
			{Key: "3", First: "Bob", Second: "Cleo"},
		},
	}
	standings, err := table.New(sheet, 1) // a title for the first
	if err != nil {
		panic(err)
	}
	for _, row := range standings.Rows() {
		fmt.Printf("%d. %s: %d points, at best %d, at worst %d\n", row.Rank, row.Player, row.Points/10, row.Best, row.Worst)
	}
	// Output:
	// 1. Ann: 10 points, at best 1, at worst 1
	// 2. Bob: 0 points, at best 2, at worst 3
	// 3. Cleo: 0 points, at best 2, at worst 3
}
