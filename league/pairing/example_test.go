package pairing_test

import (
	"fmt"

	"kickabout/league/pairing"
)

// Four players meet each other once in three rounds, and start about equally often.
func ExampleCircle() {
	for i, round := range pairing.Circle(4) {
		fmt.Print("round ", i+1, ":")
		for _, p := range round {
			fmt.Printf(" %d-%d", p.First+1, p.Second+1)
		}
		fmt.Println()
	}
	// Output:
	// round 1: 1-4 2-3
	// round 2: 4-2 3-1
	// round 3: 3-4 1-2
}
