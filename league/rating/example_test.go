package rating_test

import (
	"fmt"
	"time"

	"kickabout/engine"
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

// A book keeps what matches come to: here one between two players whom nobody knows yet.
func ExampleBook() {
	book := rating.NewBook(rating.Standard())
	match := league.Match{
		ID: "first", Game: "streetsoccer", Variant: "lg",
		Seats: [2]league.Seat{{Player: league.Player{ID: "ann", Kind: league.Member}}, {Player: league.Player{ID: "bob", Kind: league.Member}}},
		State: league.State{
			Moved: time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC), Moves: [2]int{20, 20},
			Outcome: engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}}, Score: [2]int{2, 1},
		},
	}
	book.Add(&match)
	for _, player := range []string{"ann", "bob"} {
		s := book.Standing(match.Pool(), player)
		fmt.Printf("%s: Elo %.0f, %s, strength %.0f ± %.0f\n", player, float64(s.Elo)/float64(league.EloPoint), s.Grade, s.Strength.Rating, s.Strength.Deviation)
	}
	// Output:
	// ann: Elo 1530, 20 kyu, strength 1662 ± 290
	// bob: Elo 1470, 20 kyu, strength 1338 ± 290
}
