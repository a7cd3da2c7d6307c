package series

import (
	"context"
	"fmt"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/setting"
	"kickabout/league/tournaments"
)

// awarding is a series with editions in which a place can only be won. Unlike what a league.Gate says, it is nothing for
// which who has such a place could lose it.
type awarding interface {
	// Awarded returns why nobody enters an edition by themselves, of kind league.Forbidden; nil if they do.
	Awarded(edition string) error
}

// CheckEntry asks the site whether an edition that has not begun takes entries still, and the series of an edition
// whether a player may come into it: before the start by themselves, later to take over a seat. The error is of kind
// league.Forbidden if they may not.
func (s *Series) CheckEntry(ctx context.Context, t league.Tournament, player league.Player) error {
	c, ok := league.ParseCompetition(t.Competition)
	if !ok {
		return nil
	}
	if t.State == league.Registration || t.Rolling {
		if err := s.site.MayBegin(ctx, c.Game, c.Variant, setting.Part(c.Format)); err != nil {
			return err
		}
	}
	if a, ok := series(c).(awarding); ok {
		if err := a.Awarded(t.Edition); err != nil {
			return err
		}
	}
	gate, ok := series(c).(league.Gate)
	if !ok {
		return nil
	}
	editions, err := s.editions.recentEditions(ctx, c, player.ID)
	if err != nil {
		return fmt.Errorf("reading competition %s: %w", c.ID(), err)
	}
	state, err := s.editions.stateOf(ctx, c, editions)
	if err != nil {
		return fmt.Errorf("reading competition %s: %w", c.ID(), err)
	}
	return gate.May(state, t.Edition, player)
}

// AgreeToStart is the consent of a player who waits in an edition that may start with those
// who are there (R-MC-5). With the last consent it starts. Given twice it counts once.
func (s *Series) AgreeToStart(ctx context.Context, player league.Player, id string) error {
	if err := core.MustBeMember(player, tournaments.TournamentsTake); err != nil {
		return err
	}
	return s.tournaments.Decide(ctx, league.Of(player), id, func(p *league.TournamentProgress) error {
		c, ok := league.ParseCompetition(p.Tournament.Competition)
		if !ok {
			return errNoPact()
		}
		pact, ok := series(c).(league.Pact)
		if !ok {
			return errNoPact()
		}
		d, err := pact.Agree(p.Tournament, player, s.core.Now())
		if err != nil {
			return err
		}
		if e, _ := p.Tournament.Entrant(player.ID); e.Note == d.Text {
			return tournaments.ErrNothing
		}
		p.Facts = append(p.Facts, tournaments.EditionMoved(c.ID()))
		return s.tournaments.AppendDecisions(p, d)
	})
}

func errNoPact() error {
	return league.Errorf(league.Invalid, "This tournament starts only when all places are taken or its organiser says so.")
}
