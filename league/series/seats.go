package series

import (
	"context"
	"slices"

	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Seat is where a player plays: a tournament with the entries of the group, and that as it stands.
type Seat struct {
	Tournament league.Tournament
	Group      tournaments.GroupView // without a table where the format has none
}

// Seats lists where a player plays now, the latest start first, in a few reads however many they are; no rolling
// tournaments. Matches have no more than a format may know.
func (s *Editions) Seats(ctx context.Context, viewer league.Viewer, player league.Player, limit int) ([]Seat, error) {
	if player.Kind != league.Member {
		return nil, nil
	}
	playing, err := s.store.PlayingGroups(ctx, viewer, player.ID, limit)
	if err != nil {
		return nil, err
	}
	matches, err := s.players.GroupsFixtures(ctx, playing)
	if err != nil {
		return nil, err
	}
	of := map[string][]league.Match{}
	for _, m := range matches {
		of[m.Tournament] = append(of[m.Tournament], m)
	}
	seats := make([]Seat, len(playing))
	for i, t := range playing {
		seats[i].Tournament = t
		format, err := play.FormatOf(t)
		if err != nil {
			return nil, err
		}
		groups, err := s.tournaments.Groups(t, format, of[t.ID], s.core.Now())
		if err != nil {
			return nil, err
		}
		for _, g := range groups { // of several stages the last one
			if slices.ContainsFunc(g.Rows, func(r league.Row) bool { return r.Player == player.ID }) {
				seats[i].Group = g
			}
		}
	}
	return seats, nil
}
