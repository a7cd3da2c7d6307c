package swiss_test

import (
	"fmt"

	"kickabout/engine"
	"kickabout/league/pairing/swiss"
)

// Four players after their first round, the winners of which meet in the second.
func ExampleNext() {
	played := func(opponent int, side engine.Side, points int) swiss.Player {
		return swiss.Player{Past: []swiss.Past{{Kind: swiss.Played, Opponent: opponent, Side: side, Points: points}}}
	}
	round, err := swiss.Next(swiss.Tournament{Rounds: 3, Players: []swiss.Player{
		played(2, engine.First, 2), played(3, engine.Second, 2), played(0, engine.Second, 0), played(1, engine.First, 0),
	}})
	if err != nil {
		panic(err)
	}
	for board, p := range round.Pairs {
		fmt.Printf("board %d: seed %d kicks off against seed %d\n", board+1, p.First+1, p.Second+1)
	}
	fmt.Println("rules given up:", len(round.Breaches))
	// Output:
	// board 1: seed 2 kicks off against seed 1
	// board 2: seed 3 kicks off against seed 4
	// rules given up: 0
}
