package office

import (
	"context"

	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/table"
)

// formatByRounds returns the format of a tournament if it is drawn round by round.
func formatByRounds(t league.Tournament) (league.ByRounds, bool) {
	format, _ := formats.ByID(t.Format)
	byRounds, ok := format.(league.ByRounds)
	return byRounds, ok
}

// joined gives who has entered while a tournament is played a seat at once, where its format has
// one (R-UT-6). With the format's reason why there is none he does not enter.
func (o *Office) joined(ctx context.Context, p *league.TournamentProgress, player league.Player) error {
	format, err := formatOf(p.Tournament)
	if err != nil {
		return err
	}
	joining, ok := format.(league.Joining)
	if !ok {
		return nil // he waits for the seat of another
	}
	return o.seated(ctx, p, joining, league.Decision{Act: league.ActSeated, Player: player, Text: "R-UT-6: entered late"})
}

// Rest is that a player asks to sit out the next round of a tournament, or plays after all
// (R-UT-6). Asked again, nothing changes.
func (o *Office) Rest(ctx context.Context, player league.Player, id string, rest bool) error {
	return o.actInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		t := p.Tournament
		format, err := formatOf(t)
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
		sheet, _, err := o.sheet(ctx, t, "")
		if err != nil {
			return err
		}
		note, err := resting.Rest(sheet, player.ID, rest)
		if err != nil {
			return err
		}
		if note == e.Note {
			return errNothing
		}
		return o.decided(p, league.Decision{By: player, Act: league.ActNoted, Player: player, Text: note})
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
// he may.
func (o *Office) Rests(v TournamentView, player string) (asked, may bool) {
	format, _ := formats.ByID(v.Tournament.Format)
	resting, ok := format.(league.Resting)
	if !ok || v.Tournament.State != league.Running {
		return false, false
	}
	return resting.Rests(o.sheetOf(v.Tournament, "", v.Matches, o.Now()), player)
}

// Reported is a format that can write a tournament for pairing programs.
type Reported interface {
	league.Format
	Report(s league.Sheet, before int, name func(player string) string) (string, error)
}

// PairingReport writes a tournament for pairing programs (TRF): its rounds before one of them,
// or all of them with 0.
func (o *Office) PairingReport(ctx context.Context, id string, before int) (string, error) {
	t, err := o.store.Tournament(ctx, id)
	if err != nil {
		return "", err
	}
	format, _ := formats.ByID(t.Format)
	reported, ok := format.(Reported)
	if !ok || t.Started.IsZero() {
		return "", league.Errorf(league.NotFound, "There is no such report: this tournament is not paired round by round, or has not started.")
	}
	sheet, _, err := o.sheet(ctx, t, "")
	if err != nil {
		return "", err
	}
	return reported.Report(sheet, before, func(player string) string {
		e, _ := t.Entrant(player)
		return e.Player.Name
	})
}
