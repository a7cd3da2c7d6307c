package ranking

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/correction"
)

// RatedAs returns what a finished match would do to the ratings of its players, by seat, at its place in the order and by
// another result (R-RA-6); nothing if it is not rated.
func (s *Previews) RatedAs(ctx context.Context, viewer league.Viewer, m league.Match, result engine.Outcome) ([]league.Change, error) {
	w, err := s.store.WeighingOf(ctx, viewer, m.Moment(), s.core.Ratings.LateSpan)
	if err != nil || len(w.Matches) == 0 {
		return nil, err
	}
	system, err := s.core.System(ctx)
	if err != nil {
		return nil, err
	}
	w.Matches[0].State = correction.Counting(w.Matches[0].State, result)
	return weigh(system, w).Changes, nil
}
