package odds

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Decided is a match between people that is over, with what is known of the strengths of
// First and Second around it.
type Decided struct {
	Match   string    // id
	Ended   time.Time //
	Players [2]string // ids of First and Second
	Outcome engine.Outcome
	Counted bool             // it counts for ratings
	Before  [2]league.Rating // of a match that counts
	After   [2]league.Rating // likewise
}
