package tiebreak_test

import (
	"fmt"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

// Three players have met once each, and the two in front are level on points: goal difference parts them.
func ExampleBreak() {
	players := []string{"Ann", "Bob", "Cleo"}
	cross := tiebreak.NewCross(len(players), 1, 50) // points are tenths, and the best win pays 5
	draw := engine.Outcome{Ending: "full time", Score: [2]int{1, 1}}
	narrow := engine.Outcome{Ending: "full time", Winner: engine.First, Score: [2]int{1, 0}}
	high := engine.Outcome{Ending: "full time", Winner: engine.First, Score: [2]int{3, 0}}
	cross.Add(0, 1, &draw, [2]league.Points{20, 20})
	cross.Add(0, 2, &narrow, [2]league.Points{40, 10})
	cross.Add(1, 2, &high, [2]league.Points{40, 10})
	for _, code := range []string{"TP", "GD"} {
		b, _ := tiebreak.ByCode(code)
		fmt.Printf("%s:", b.Name)
		for i, name := range players {
			fmt.Printf(" %s %s", name, b.Show(b.Count(cross, nil, i)))
		}
		fmt.Println()
	}
	// Output:
	// points: Ann 6 Bob 6 Cleo 2
	// goal difference: Ann +1 Bob +3 Cleo -4
}
