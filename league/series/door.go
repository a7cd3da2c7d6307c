package series

import (
	"context"
	"strings"

	"kickabout/league"
	"kickabout/league/tournaments"
)

// door is what the site's own competitions ask of who enters or leaves one of their editions.
func (s *Series) door() tournaments.Door {
	return tournaments.Door{CheckEntry: s.CheckEntry, CancelLeave: s.ladders.cancelLeave, RequestLeave: s.ladders.requestLeave}
}

// EnterTournament takes a place in a tournament, of the site or of an organiser. The last free place of a
// tournament that starts when it is full starts it.
func (s *Series) EnterTournament(ctx context.Context, player league.Player, id string) error {
	return s.EnterWith(ctx, player, id, "")
}

// EnterWith is EnterTournament of one that opens with a word.
func (s *Series) EnterWith(ctx context.Context, player league.Player, id, word string) error {
	return s.entries.Enter(ctx, player, id, word, s.door())
}

// LeaveTournament gives a place back, before the start; on a ladder as soon as the player's
// running matches are over (R-LA-9).
func (s *Series) LeaveTournament(ctx context.Context, player league.Player, id string) error {
	return s.entries.Leave(ctx, player, id, s.door())
}

// RemoveLeft takes who has left out of all tournaments.
func (s *Series) RemoveLeft(ctx context.Context, id, part string) error {
	player, err := s.store.Player(ctx, id)
	if err != nil {
		return err
	}
	switch player.Kind {
	case league.Deleted:
		return s.strikes.WithdrawAll(ctx, player, s.door())
	case league.Expelled:
		_, reason, _ := strings.Cut(part, " ")
		return s.strikes.RemoveFromAll(ctx, player, league.Cheated, textExpelled.Of(reason))
	}
	return nil
}
