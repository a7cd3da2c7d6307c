package desk

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// deskSubstitute gives the seat of a player of whom no match is over to one who waits; what
// they had begun is begun anew with the other one (R-CH-10).
func (s *Desk) deskSubstitute(ctx context.Context, p *league.TournamentProgress, by league.Player, f DeskForm) error {
	t := p.Tournament
	reason, err := tournaments.CleanReasonIn("text", f.Text)
	if err != nil {
		return err
	}
	old, err := tournaments.EntrantOf(t, f.Other, "other")
	if err != nil {
		return err
	}
	substitute, err := tournaments.EntrantOf(t, f.Player, "player")
	switch {
	case err != nil:
		return err
	case t.State != league.Running || t.Rolling:
		return league.Errorf(league.Stale, "Seats are taken over while a tournament is being played.")
	case t.Boards > 0:
		return league.Errorf(league.Invalid, "In a league of teams a reserve takes over a board (R-TE-3): the captain says so on the page of the team.")
	case !t.Waits(substitute):
		return league.FieldErrorf("player", "Choose somebody from the waiting list.")
	case t.Waits(old):
		return league.FieldErrorf("other", "%s has no seat.", old.Player.Name)
	case !s.core.Now().Before(league.LastDay(t.Started, substituteDays, t.Rests)):
		return league.Errorf(league.Stale, "Seats are taken over within %d days of the start (R-CH-10).", substituteDays)
	case old.Out != league.Stays:
		return league.FieldErrorf("other", "%s is out of this tournament. Undo that first.", old.Player.Name)
	}
	matches, err := s.store.GroupFixtures(ctx, league.Of(by), t.ID, old.Group)
	if err != nil {
		return err
	}
	var again []league.Match
	for _, m := range league.Latest(matches) {
		switch {
		case m.SideOf(old.Player.ID) == engine.NoSide:
		case m.State.ToMove != engine.NoSide:
			again = append(again, m)
		case m.State.Outcome.Ending != engine.Void:
			return league.FieldErrorf("other", "A game of %s is over, so nobody can take over this seat any more (R-CH-10).", old.Player.Name)
		}
	}
	decisions := []league.Decision{{By: by, Act: league.ActReplaced, Player: substitute.Player, Text: old.Player.ID + " " + textReplaced.Of(reason)}}
	if _, byRounds := tournaments.FormatByRounds(t); byRounds && old.Note != "" { // the rounds of the seat
		decisions = append(decisions, league.Decision{Act: league.ActNoted, Player: substitute.Player, Text: old.Note})
	}
	if err := s.tournaments.AppendDecisions(p, decisions...); err != nil {
		return err
	}
	p.Notices = append(p.Notices, league.Notice{Player: old.Player.ID, At: s.core.Now(), Kind: league.TournamentNotice, Subject: t.ID, Event: league.TournamentRuled})
	return s.tournaments.PlayAgain(ctx, p, again, old.Player.ID, substitute.Player.ID)
}

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
