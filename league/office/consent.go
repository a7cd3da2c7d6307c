package office

import (
	"context"
	"fmt"

	"kickabout/league"
)

// letIn asks the series of an edition whether a player may enter it by himself.
func (o *Office) letIn(ctx context.Context, t league.Tournament, player league.Player) error {
	c, ok := league.ParseCompetition(t.Competition)
	if !ok {
		return nil
	}
	gate, ok := series(c).(league.Gate)
	if !ok {
		return nil
	}
	editions, err := o.lately(ctx, c, player.ID)
	if err != nil {
		return fmt.Errorf("reading competition %s: %w", c.ID(), err)
	}
	chronicle, err := o.chronicleOf(ctx, c, editions)
	if err != nil {
		return fmt.Errorf("reading competition %s: %w", c.ID(), err)
	}
	return gate.May(chronicle, t.Edition, player)
}

// elsewhere tells who comes too late for an edition that starts when it is full where to
// find the next one.
func elsewhere(t league.Tournament, player league.Player, err error) error {
	if _, in := t.Entrant(player.ID); in || t.Competition == "" || !t.WhenFull || league.KindOf(err) != league.Stale {
		return err
	}
	return league.Errorf(league.Stale, "%s The next one takes entries already: you find it on the page of the competition.", err)
}

// AgreeToStart is the consent of a player who waits in an edition that may start with those
// who are there (R-MC-5). With the last consent it starts. Given twice it counts once.
func (o *Office) AgreeToStart(ctx context.Context, player league.Player, id string) error {
	if err := mustBeMember(player, tournamentsTake); err != nil {
		return err
	}
	var competition league.Competition
	err := o.decide(ctx, id, func(p *league.TournamentProgress) error {
		c, ok := league.ParseCompetition(p.Tournament.Competition)
		if !ok {
			return errNoPact()
		}
		pact, ok := series(c).(league.Pact)
		if !ok {
			return errNoPact()
		}
		competition = c
		d, err := pact.Agree(p.Tournament, player, o.Now())
		if err != nil {
			return err
		}
		if e, _ := p.Tournament.Entrant(player.ID); e.Note == d.Text {
			return errNothing
		}
		return o.decided(p, d)
	})
	if err == nil {
		err = o.compete(ctx, competition, false)
	}
	return err
}

func errNoPact() error {
	return league.Errorf(league.Invalid, "This tournament starts only when all places are taken or its organiser says so.")
}
