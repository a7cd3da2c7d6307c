package tournaments

import (
	"context"

	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/play"
	"kickabout/league/table"
)

// FormatByRounds returns the format of a tournament if it is drawn round by round.
func FormatByRounds(t league.Tournament) (league.ByRounds, bool) {
	format, _ := formats.ByID(t.Format)
	byRounds, ok := format.(league.ByRounds)
	return byRounds, ok
}

// drawnByJob says that rounds of a tournament are not drawn while somebody waits.
func (s *Rounds) drawnByJob(t league.Tournament) bool {
	_, byRounds := FormatByRounds(t)
	return byRounds && len(t.Entries) > s.AtOnce
}

// Rest is that a player asks to sit out the next round of a tournament, or plays after all
// (R-UT-6). Asked again, nothing changes.
func (s *Entries) Rest(ctx context.Context, player league.Player, id string, rest bool) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		t := p.Tournament
		format, err := play.FormatOf(t)
		if err != nil {
			return err
		}
		resting, ok := format.(league.Resting)
		e, in := t.Entrant(player.ID)
		switch {
		case !ok:
			return league.Errorf(league.Invalid, "In this format nobody sits out a round.")
		case !in:
			return league.Errorf(league.Stale, "You are not in this tournament.")
		case t.State != league.Running || t.Waits(e):
			return league.Errorf(league.Stale, "Rounds can be sat out while you play in this tournament.")
		}
		sheet, _, err := s.tournaments.Sheet(ctx, t, "")
		if err != nil {
			return err
		}
		note, err := resting.Rest(sheet, player.ID, rest)
		if err != nil {
			return err
		}
		if note == e.Note {
			return ErrNothing
		}
		return s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActNoted, Player: player, Text: note})
	})
}

// inRounds adds the rounds of a tournament, and its table.
func (v *TournamentView) inRounds(format league.ByRounds, sheet league.Sheet) error {
	drawing, err := format.Drawing(sheet)
	if err != nil {
		return err
	}
	v.Drawing = &drawing
	if joining, ok := format.(league.Joining); ok && v.Tournament.Joining && v.Tournament.State == league.Running && !v.Tournament.Full() {
		_, err := joining.Joins(sheet)
		v.Joins = err == nil
	}
	if ranked, ok := format.(table.Ranked); ok {
		v.Table, err = ranked.Standings(sheet)
	}
	return err
}

// Rests says whether a player has asked to sit out the next round of a tournament, and whether
// they may.
func (s *Entries) Rests(v TournamentView, player string) (asked, may bool) {
	format, _ := formats.ByID(v.Tournament.Format)
	resting, ok := format.(league.Resting)
	if !ok || v.Tournament.State != league.Running {
		return false, false
	}
	return resting.Rests(s.tournaments.SheetOf(v.Tournament, "", v.Matches, s.core.Now()), player)
}

// reported is a format that can write a tournament for pairing programs.
type reported interface {
	league.Format
	Report(s league.Sheet, before int, name func(player string) string) (string, error)
}

// PairingReport writes a tournament for pairing programs (TRF): its rounds before one of them,
// or all of them with 0.
func (s *Entries) PairingReport(ctx context.Context, viewer league.Viewer, id string, before int) (string, error) {
	t, err := s.store.Tournament(ctx, viewer, id)
	if err != nil {
		return "", err
	}
	format, _ := formats.ByID(t.Format)
	reported, ok := format.(reported)
	if !ok || t.Started.IsZero() {
		return "", league.Errorf(league.NotFound, "There is no such report: this tournament is not paired round by round, or has not started.")
	}
	sheet, _, err := s.tournaments.Sheet(ctx, t, "")
	if err != nil {
		return "", err
	}
	return reported.Report(sheet, before, func(player string) string {
		e, _ := t.Entrant(player)
		return e.Player.Name
	})
}
