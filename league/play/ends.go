package play

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/core"
)

// Ends lists what has ended, for those who want to miss nothing and be told nothing twice.
type Ends struct {
	core  *core.Core
	store EndsStore
}

// EndIsKnown is how long after its end a match is in the list of EndedAfter at the latest. A flag has fallen at its
// deadline, and is written down with that time when it is next swept (the job runs each minute); and what ended first on one node may be
// written behind what ended a moment later on another.
const EndIsKnown = 3 * time.Minute

// EndedAfter lists finished matches behind a place in the order of their ends, those alone before which no other one
// can come any more: it never changes but at its end.
func (s *Ends) EndedAfter(ctx context.Context, viewer league.Viewer, after league.Place, limit int) ([]league.Match, error) {
	return s.store.EndedAfter(ctx, viewer, after, s.core.Now().Add(-EndIsKnown), limit)
}
