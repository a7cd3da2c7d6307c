package record_test

import (
	"fmt"

	"kickabout/engine/games"
	"kickabout/engine/record"
)

// A whole match is a text that is read by the rules of its game: a move that is not legal is an error with its line.
func ExampleDecode() {
	match, err := record.Decode(`Game: streetsoccer/lg
Yellow: Ann
Red: Bob
Result: 0:0
Ending: resignation
Winner: Yellow

  1. Yellow [6 4] Pb7c3e8
  2. Red          Pb3d8e4
  3. Yellow       Bf5
     Red          R
`, games.ByID)
	if err != nil {
		panic(err)
	}
	outcome := match.Record.Outcome()
	fmt.Println(match.Headers["Yellow"], "v", match.Headers["Red"]+":", outcome.Ending, "by", outcome.Winner.Other())
	// Output: Ann v Bob: resignation by second
}
