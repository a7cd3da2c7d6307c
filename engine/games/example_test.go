package games_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"kickabout/engine"
	"kickabout/engine/games"
)

// die throws by itself. A site throws dice that can be checked, see package dice.
type die struct{ *rand.Rand }

// Draw throws one die.
func (d die) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + d.IntN(sides), nil }

// A whole match of One-Two-Fun, played at random and read back from its log: the log and the rules are all there is
// to a match.
func Example() {
	game, err := games.ByID("onetwofun")
	if err != nil {
		panic(err)
	}
	variant, r := game.Info().Variants[0].ID, rand.New(rand.NewPCG(1, 1))
	now := time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	record, err := engine.Begin(game, variant, now, 0, nil)
	for err == nil {
		if record, _, err = record.Drive(now, die{r}); err != nil || record.Next().Over() {
			break
		}
		side := record.Next().Side
		record, err = record.Add(engine.Event{Seq: len(record.Log) + 1, At: now, By: side, Act: engine.ActMove, Text: string(record.Position.Random(r))})
	}
	if err != nil {
		panic(err)
	}
	again, err := engine.Replay(game, variant, record.Log)
	fmt.Println(again.Outcome() == record.Outcome(), again.Outcome().Over(), err)
	// Output: true true <nil>
}
