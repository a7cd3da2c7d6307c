package rating_test

import (
	"fmt"

	"kickabout/league"
	"kickabout/league/rating"
)

// The worked example of Glickman's “Example of the Glicko-2 system”: a win against a weaker player, and two losses.
func ExampleGlickoSystem_Period() {
	player := func(r league.Rating, d league.Deviation) league.Strength {
		return league.Strength{Rating: r, Deviation: d, Volatility: 0.06}
	}
	after := rating.Standard().Glicko.Period(player(1500, 200), 1,
		rating.Meeting{Opponent: player(1400, 30), Share: 1},
		rating.Meeting{Opponent: player(1550, 100), Share: 0},
		rating.Meeting{Opponent: player(1700, 300), Share: 0})
	fmt.Printf("%.0f, give or take %.0f\n", after.Rating, after.Deviation)
	// Output: 1464, give or take 152
}
