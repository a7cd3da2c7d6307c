package tournaments

import (
	"context"
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// PartOf lists a part of a player's matches behind a place, at most limit of them,
// and the place behind which it goes on; the zero place if nothing follows. A
// match that turns out to be overdue is settled and left out of where it no longer belongs.
func (s *Entries) PartOf(ctx context.Context, viewer league.Viewer, player string, part league.Part, after league.Place, limit int) ([]league.Match, league.Place, error) {
	matches, err := s.store.PartOf(ctx, viewer, player, part, after, limit+1)
	if err != nil {
		return nil, league.Place{}, err
	}
	var next league.Place
	if len(matches) > limit {
		matches = matches[:limit]
		next = matches[limit-1].Place()
	}
	if matches, err = s.matches.ListAsDue(ctx, viewer, matches); err != nil {
		return nil, league.Place{}, err
	}
	over := part == league.Over
	return slices.DeleteFunc(matches, func(m league.Match) bool { return over != (m.State.ToMove == engine.NoSide) }), next, nil
}
