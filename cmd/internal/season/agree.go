package season

import (
	"context"

	"kickabout/league"
	"kickabout/league/offers"
	"kickabout/league/play"
)

// AgreeOn begins a rated game of two who want one.
func (s *Site) AgreeOn(ctx context.Context, a, b league.Player, rules string) error {
	made, err := s.office.Propose(ctx, a, play.Proposal{
		Reservation: s.office.Reserve().ID, Rules: rules, Opponent: b.Name, Kickoff: league.KickoffMe, Control: "live", Rated: true,
	})
	if err == nil {
		_, err = s.office.Accept(ctx, b, made.Offer.ID, "", false, s.Now())
	}
	return err
}

// agreeOnPair begins a duplicate pair of two, which counts for no ratings.
func (s *Site) agreeOnPair(ctx context.Context, a, b league.Player, rules string) error {
	made, err := s.office.Propose(ctx, a, play.Proposal{
		Reservation: s.office.Reserve().ID, Rules: rules, Opponent: b.Name, Kickoff: league.KickoffMe, Control: "live", Legs: offers.LegsPair,
	})
	if err == nil {
		_, err = s.office.Accept(ctx, b, made.Offer.ID, "", false, s.Now())
	}
	return err
}
