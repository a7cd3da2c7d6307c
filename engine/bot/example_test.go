package bot_test

import (
	"fmt"
	"math/rand/v2"

	"kickabout/engine/bot"
	"kickabout/engine/games/streetsoccer"
)

// A bot moves in any position of any game. The same position and the same randomness give the same move.
func ExampleByID() {
	position, err := streetsoccer.Game{}.Parse("lg", "turn Y e8b7c3d5f2 d0b3c6d8e4 e7 4 5 0:0 -")
	if err != nil {
		panic(err)
	}
	greedy, err := bot.ByID("greedy")
	if err != nil {
		panic(err)
	}
	move := greedy.Move(position, rand.New(rand.NewPCG(1, 2)))
	again := greedy.Move(position, rand.New(rand.NewPCG(1, 2)))
	next, err := position.Play(move)
	if err != nil {
		panic(err)
	}
	fmt.Println(move, move == again)
	fmt.Println(next)
	// Output:
	// Me8e7|B## true
	// restart R e7b7c3d5f2 d0b3c6d8e4 - ? 6 1:0 Y
}
