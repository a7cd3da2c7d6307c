package desk

import (
	"context"

	"kickabout/league"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// deskSeat gives who waits a seat of their own, where the format has one (R-UT-6).
func (s *Desk) deskSeat(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	e, err := tournaments.EntrantOf(t, f.Player, "player")
	if err != nil {
		return err
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return err
	}
	joining, ok := format.(league.Joining)
	if !ok {
		return league.Errorf(league.Invalid, "This format has no seats for those who come later; they can take over the seat of a player.")
	}
	reason, err := oneline.Clean("text", f.Text, tournaments.LongReason)
	if err != nil {
		return err
	}
	return s.tournaments.AssignSeat(ctx, p, joining, league.Decision{By: by, Act: league.ActSeated, Player: e.Player, Text: reason})
}
