package series

import (
	"context"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Standing returns the tournament of a match and the group that it counts in, with its table. The table is nil where there
// is none: outside of tournaments, in a rolling one, in a knock-out.
func (s *Series) Standing(ctx context.Context, viewer league.Viewer, m league.Match) (league.Tournament, tournaments.GroupView, error) {
	if m.Tournament == "" {
		return league.Tournament{}, tournaments.GroupView{}, nil
	}
	g := league.Key(m.Fixture).Group()
	t, err := s.store.TournamentGroup(ctx, viewer, m.Tournament, g)
	if err != nil || t.Rolling {
		return t, tournaments.GroupView{}, err
	}
	var groups []tournaments.GroupView
	if t.Format == championship.ID { // of a season its group alone is read
		groups, err = s.groupOf(ctx, viewer, t, g)
	} else {
		var v tournaments.TournamentView
		v, err = s.tournaments.Tournament(ctx, viewer, t.ID)
		t, groups = v.Tournament, v.Groups
	}
	for _, of := range groups {
		if of.Group == g {
			return t, of, err
		}
	}
	return t, tournaments.GroupView{}, err
}

// groupOf returns a group of a season, which is the only one in a list.
func (s *Series) groupOf(ctx context.Context, viewer league.Viewer, t league.Tournament, g league.Group) ([]tournaments.GroupView, error) {
	matches, err := s.store.GroupFixtures(ctx, viewer, t.ID, g)
	if err != nil {
		return nil, err
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return nil, err
	}
	return s.tournaments.Groups(t, format, matches, s.core.Now())
}
