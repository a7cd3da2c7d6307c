package league

import (
	"time"

	"kickabout/engine"
)

// A Formation is a set-up that a member has saved under a name.
type Formation struct {
	Player  string // id
	Game    string
	Name    string // one of its own among the player's of the game
	Variant string // with its options, as a match has it
	Side    engine.Side
	Move    engine.Move // by which the side is set up
	Made    time.Time
}
