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
	return s.pageOf(ctx, viewer, matches, league.PartList{Part: part, After: after, Limit: limit})
}

// PartsOf is PartOf of several parts, none of which has a match of another.
func (s *Entries) PartsOf(ctx context.Context, viewer league.Viewer, player string, lists ...league.PartList) (parts [][]league.Match, next []league.Place, err error) {
	more := slices.Clone(lists)
	for i := range more {
		more[i].Limit++
	}
	if parts, err = s.store.PartsOf(ctx, viewer, player, more...); err != nil {
		return nil, nil, err
	}
	next = make([]league.Place, len(lists))
	for i, list := range lists {
		if parts[i], next[i], err = s.pageOf(ctx, viewer, parts[i], list); err != nil {
			return nil, nil, err
		}
	}
	return parts, next, nil
}

// pageOf makes a page of a list of what was read for it, which is one match more where something follows.
func (s *Entries) pageOf(ctx context.Context, viewer league.Viewer, matches []league.Match, list league.PartList) (_ []league.Match, next league.Place, err error) {
	if len(matches) > list.Limit {
		matches = matches[:list.Limit]
		next = matches[list.Limit-1].Place()
	}
	if matches, err = s.matches.ListAsDue(ctx, viewer, matches); err != nil {
		return nil, league.Place{}, err
	}
	over := list.Part == league.Over
	return slices.DeleteFunc(matches, func(m league.Match) bool { return over != (m.State.ToMove == engine.NoSide) }), next, nil
}

// SeesPrivate says whether a player may know of some tournament that the public may not.
func (s *Entries) SeesPrivate(ctx context.Context, player string) (bool, error) {
	return s.store.SeesPrivate(ctx, player)
}
