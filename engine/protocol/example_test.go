package protocol_test

import (
	"os"
	"strings"

	"kickabout/engine/games"
	"kickabout/engine/protocol"
)

// A program in another language writes a line and reads one.
func ExampleServe() {
	requests := strings.NewReader(`{"game":"streetsoccer","variant":"lg"}
{"game":"streetsoccer","position":"turn Y e8b7c3d5f2 d0b3c6d8e4 e7 4 5 0:0 -","best":"greedy","seed":1}
{"game":"chess"}
`)
	if err := protocol.Serve(requests, os.Stdout, games.All()); err != nil {
		panic(err)
	}
	// Output:
	// {"position":"place Y c1d5 d0c6 d5 ? 1 0:0 -","next":{"dice":{"label":"kickoff","count":2,"sides":6}}}
	// {"move":"Me8e7|B##","value":3.75}
	// {"error":{"kind":"unknown","message":"There is no game \"chess\"; the games are streetsoccer, onetwofun, cufootball."}}
}
