package league

import (
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
)

// Halt is until when the clocks of both sides rest in the matches of a tournament that is
// paused: nobody knows yet when it goes on, and then they run again.
var Halt = time.Date(2200, time.January, 1, 0, 0, 0, 0, time.UTC)

// Halted says that the clock of a side stands still because its tournament is paused.
func Halted(c clock.Clocks, side engine.Side) bool { return c.Rest[side-1].Equal(Halt) }
