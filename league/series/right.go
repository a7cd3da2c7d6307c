package series

import (
	"context"
	"errors"
	"fmt"

	"kickabout/league"
)

// LookAfterRight takes a player out of the editions of a competition that take entries and that they could no longer enter by
// themselves: by a corrected result they do not go on to there (R-CO-3).
func (s *Series) LookAfterRight(ctx context.Context, competition, player string) error {
	return s.takeOut(ctx, competition, player, textNoRight.Of())
}

// LookAfterUsedRight does the same with who has used their right to take over a seat (R-MC-3, R-UT-8).
func (s *Series) LookAfterUsedRight(ctx context.Context, competition, player string) error {
	return s.takeOut(ctx, competition, player, textUsed.Of())
}

// takeOut takes a player out of the editions that take entries and that they could no longer enter, for a reason.
func (s *Series) takeOut(ctx context.Context, competition, player, reason string) error {
	c, ok := league.ParseCompetition(competition)
	if !ok {
		return fmt.Errorf("there is no competition %q", competition)
	}
	gate, ok := series(c).(league.Gate)
	if !ok {
		return nil
	}
	editions, err := s.editions.recentEditions(ctx, c, player)
	if err != nil {
		return err
	}
	state, err := s.editions.stateOf(ctx, c, editions)
	if err != nil {
		return err
	}
	var problems []error
	for _, t := range editions {
		e, in := t.Entrant(player)
		if t.State != league.Registration || !in || league.KindOf(gate.May(state, t.Edition, e.Player)) != league.Forbidden {
			continue
		}
		err := s.tournaments.Decide(ctx, league.Site(), t.ID, func(p *league.TournamentProgress) error {
			return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActLeft, Player: e.Player, Text: reason})
		})
		if league.KindOf(err) != league.Stale { // they have left it, or play by now
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}
