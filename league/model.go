package league

import (
	"time"

	"kickabout/engine"
)

// Decided is a match between people that is over, with what is known of the strengths of
// First and Second around it.
type Decided struct {
	Match   string    // id
	Ended   time.Time //
	Players [2]string // ids of First and Second
	Outcome engine.Outcome
	Counted bool      // it counts for ratings
	Before  [2]Rating // of a match that counts
	After   [2]Rating // likewise
}

// ModelFit is a model of results that was fitted to the matches of a pool that ended before a
// month (R-RA-5). There is one for each pool and month at most.
type ModelFit struct {
	Pool    Pool
	Month   string // "2027-05"
	Matches int    // it was fitted to
	Rated   bool   // these are matches that counted for ratings; else all between people
	Cuts    [6]float64
	Slope   float64
	LogLoss float64 // of the model on a match, judged by what was fitted to others
	Base    float64 // of the base rates, likewise
	Fitted  time.Time
}
