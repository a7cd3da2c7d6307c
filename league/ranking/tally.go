package ranking

import (
	"context"
	"slices"

	"kickabout/league"
)

// Player returns a player by their id; league.NotFound if there is none.
func (s *Tallies) Player(ctx context.Context, id string) (league.Player, error) {
	return s.store.Player(ctx, id)
}

// Tallies counts a player's finished matches by their ending, against one opponent
// or against all ("").
func (s *Tallies) Tallies(ctx context.Context, viewer league.Viewer, player, opponent string) ([]league.Tally, error) {
	return s.store.Tallies(ctx, viewer, player, opponent)
}

// paceRead is how many matches a pace is read from.
const paceRead = 20

// Pace returns how fast a player plays, and whether their matches are played to the end; the zero value of bots.
func (s *Tallies) Pace(ctx context.Context, viewer league.Viewer, player league.Player) (league.Pace, error) {
	if player.Kind == league.Bot || player.ID == "" {
		return league.Pace{}, nil
	}
	paces, err := s.paces(ctx, viewer, player.ID)
	return paces[player.ID], err
}

// pacesRead is of how many players a list tells the pace: each is read from logs.
const pacesRead = 30

// Paces returns the paces of the authors of offers, by their ids: of the first of a long list.
func (s *Tallies) Paces(ctx context.Context, viewer league.Viewer, offers ...league.Offer) (map[string]league.Pace, error) {
	var authors []string
	for _, o := range offers {
		if o.Author.Kind != league.Bot && len(authors) < pacesRead && !slices.Contains(authors, o.Author.ID) {
			authors = append(authors, o.Author.ID)
		}
	}
	return s.paces(ctx, viewer, authors...)
}

// paces returns the paces of some players, by their ids, in two reads however many they are.
func (s *Tallies) paces(ctx context.Context, viewer league.Viewer, players ...string) (map[string]league.Pace, error) {
	if len(players) == 0 {
		return nil, nil
	}
	logs, err := s.store.MoveLogs(ctx, viewer, players, paceRead)
	if err != nil {
		return nil, err
	}
	tallies, err := s.store.TalliesOf(ctx, viewer, players)
	if err != nil {
		return nil, err
	}
	paces := map[string]league.Pace{}
	for _, id := range players {
		paces[id] = paceOf(logs[id], tallies[id])
	}
	return paces, nil
}

// Waiting counts the running matches in which it is a player's turn.
func (s *Tallies) Waiting(ctx context.Context, player string) (int, error) {
	if player == "" {
		return 0, nil
	}
	return s.store.Waiting(ctx, player)
}

// GameTallies counts a player's finished matches by game, against one opponent or against all ("").
func (s *Tallies) GameTallies(ctx context.Context, viewer league.Viewer, player, opponent string) (map[string]league.Tally, error) {
	return s.store.GameTallies(ctx, viewer, player, opponent)
}

// MatchesBetween lists the finished matches of two players, the latest first, at most limit of them.
func (s *Tallies) MatchesBetween(ctx context.Context, viewer league.Viewer, player, opponent string, limit int) ([]league.Match, error) {
	return s.store.MatchesBetween(ctx, viewer, player, opponent, limit)
}

// MostMet lists whom a player has finished most matches with, and counts these, at most
// limit of them.
func (s *Tallies) MostMet(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Met, error) {
	players, err := s.store.MostMet(ctx, viewer, player, limit)
	if err != nil {
		return nil, err
	}
	met := make([]league.Met, len(players))
	for i, p := range players {
		tallies, err := s.store.Tallies(ctx, viewer, player, p.ID)
		if err != nil {
			return nil, err
		}
		met[i] = league.Met{Player: p, Tally: league.Sum(tallies)}
	}
	return met, nil
}
