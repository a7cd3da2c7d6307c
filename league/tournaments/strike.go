package tournaments

import (
	"context"
	"errors"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/formats"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/table"
)

const (
	silentRule = "R-FF-7"
	LongReason = 200
)

// Directs says whether a player may rule in a tournament: its organiser, the directors whom
// they have appointed, and in the site's own ones those whom the operator has named.
func (s *Strikes) Directs(player league.Player, t league.Tournament) bool {
	if player.Kind != league.Member {
		return false
	}
	return player.ID == t.Organiser.ID || t.Has(player.ID, league.Director) || t.Organiser.Kind == league.SiteItself && slices.Contains(s.core.Directors, player.Name)
}

// MustDirect refuses who may not rule in a tournament.
func (s *Strikes) MustDirect(player league.Player, t league.Tournament) error {
	if s.Directs(player, t) {
		return nil
	}
	return league.Errorf(league.Forbidden, "Only who directs this tournament can do that.")
}

// Strike takes a player out of a tournament that is being played (R-FF-5): if less than half
// of their matches there are over, none of their results counts; else those that are not over
// are lost. Their running matches end at once. The id of a team strikes all of it.
func (s *Strikes) Strike(ctx context.Context, by league.Player, id, player, reason string) error {
	if t, err := s.store.Tournament(ctx, league.Of(by), id); err != nil {
		return err
	} else if _, ok := t.Team(player); ok {
		return s.strikeTeam(ctx, by, id, player, reason)
	}
	return s.strike(ctx, league.Of(by), id, player, func(t league.Tournament) (league.Player, string, error) {
		if err := s.MustDirect(by, t); err != nil {
			return by, "", err
		}
		reason, err := CleanReason(reason)
		return by, textStruck.Of(reason), err
	})
}

// WithdrawFrom takes a player out of a tournament that is being played at their own wish, with the
// same effect on the table as a strike (R-FF-7).
func (s *Strikes) WithdrawFrom(ctx context.Context, player league.Player, id string) error {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return err
	}
	return s.withdraw(ctx, player, id)
}

func (s *Strikes) withdraw(ctx context.Context, player league.Player, id string) error {
	return s.strike(ctx, league.Of(player), id, player.ID, func(league.Tournament) (league.Player, string, error) {
		return player, textWithdrew.Of(), nil
	})
}

// strike takes a player out. The one who does it and why are found when the tournament is known.
func (s *Strikes) strike(ctx context.Context, viewer league.Viewer, id, player string, who func(league.Tournament) (league.Player, string, error)) error {
	return s.strikeAs(ctx, viewer, id, player, "", who)
}

// strikeAs is strike with a given exit; "": the one that the rule says.
func (s *Strikes) strikeAs(ctx context.Context, viewer league.Viewer, id, player string, exit league.Exit, who func(league.Tournament) (league.Player, string, error)) error {
	return s.tournaments.Decide(ctx, viewer, id, func(p *league.TournamentProgress) error {
		by, reason, err := who(p.Tournament)
		if err != nil {
			return err
		}
		e, ok := p.Tournament.Entrant(player)
		if !ok || p.Tournament.Rolling || p.Tournament.Waits(e) {
			return league.Errorf(league.Invalid, "Choose one of the players.")
		}
		exit := exit
		if exit == "" {
			if exit, err = s.exit(ctx, p.Tournament, e); err != nil {
				return err
			}
		}
		return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActStruck, Player: e.Player, Text: string(exit) + " " + reason})
	})
}

// StrikeOf returns what it would do to a tournament's table if a player were out (R-FF-6). Of a
// knock-out, of a tournament that has come to one, and of one that is drawn round by round there
// is but one treatment: their matches that run are lost, and the table is that of the whole
// tournament.
func (s *Strikes) StrikeOf(v TournamentView, player string) (table.Strike, error) {
	if v.Teams != nil {
		return s.strikeInTeams(v, player)
	}
	e, ok := v.Tournament.Entrant(player)
	if !ok || v.Tournament.Waits(e) {
		return table.Strike{}, league.Errorf(league.Invalid, "Choose one of the players.")
	}
	if v.Bracket != nil || v.Drawing != nil {
		return s.outOf(v, player)
	}
	for _, g := range v.Groups {
		if g.Table != nil && slices.ContainsFunc(g.Rows, func(r league.Row) bool { return r.Player == player }) {
			strike, err := g.Table.Strike(player)
			if format, _ := formats.ByID(v.Tournament.Format); err == nil {
				if leaving, ok := format.(league.Leaving); ok {
					strike.Prescribed = leaving.Exit(s.tournaments.SheetOf(v.Tournament, "", v.Matches, s.core.Now()), player)
				}
			}
			return strike, err
		}
	}
	return table.Strike{}, league.Errorf(league.Invalid, "Choose one of the players.")
}

// outOf is StrikeOf where there is one treatment.
func (s *Strikes) outOf(v TournamentView, player string) (table.Strike, error) {
	strike := table.Strike{Prescribed: league.Forfeited, Before: v.Rows}
	format, err := play.FormatOf(v.Tournament)
	if err != nil {
		return strike, err
	}
	sheet := s.tournaments.SheetOf(v.Tournament, "", v.Matches, s.core.Now())
	at := slices.IndexFunc(sheet.Entries, func(e league.Entry) bool { return e.Player == player })
	if sheet.Entries[at].Out != league.Stays {
		return strike, league.Errorf(league.Stale, "This player is not in the tournament, or has been struck already.")
	}
	sheet.Entries[at].Out = league.Forfeited
	for i := range sheet.Fixtures {
		f := &sheet.Fixtures[i]
		if f.First != player && f.Second != player {
			continue
		}
		if strike.Scheduled++; f.Outcome.Over() {
			strike.Finished++
			continue
		}
		f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}
		if f.First == player {
			f.Outcome.Winner = engine.Second
		}
	}
	strike.Forfeited, err = format.Table(sheet, "")
	return strike, err
}

// exit says how a player leaves a tournament by the number of their matches that are over.
func (s *Strikes) exit(ctx context.Context, t league.Tournament, e league.Entrant) (league.Exit, error) {
	sheet, _, err := s.tournaments.Sheet(ctx, t, e.Group)
	if format, ok := formats.ByID(t.Format); ok && err == nil {
		if leaving, ok := format.(league.Leaving); ok {
			return leaving.Exit(sheet, e.Player.ID), nil
		}
	}
	return league.ExitOf(sheet.Share(e.Player.ID)), err
}

// CleanReason reads the reason of an act against somebody, which everybody may read.
func CleanReason(reason string) (string, error) {
	reason, err := oneline.Clean("reason", reason, LongReason)
	if err == nil && reason == "" {
		err = league.FieldErrorf("reason", "Say why: everybody in the tournament can read it.")
	}
	return reason, err
}

// removeSilent takes a player who lets match after match run out of time out of everything: R-FF-7 as it was before
// absences (R-TM-1). It is counted again at each of their time-outs.
func (s *Strikes) removeSilent(ctx context.Context, id string) error {
	player, err := s.store.Player(ctx, id)
	if err != nil || player.Kind != league.Member {
		return err
	}
	n, err := s.store.Silence(ctx, id)
	if err != nil || n < conduct.SilentAfter {
		return err
	}
	return s.RemoveFromAll(ctx, player, "", textSilent.Of(n))
}

// RemoveFromAll takes a player out of all tournaments, by the site; exit as strikeAs has it.
func (s *Strikes) RemoveFromAll(ctx context.Context, player league.Player, exit league.Exit, reason string) error {
	return s.removeFrom(ctx, player, exit, reason, func(league.Tournament) bool { return true })
}

// removeFrom is RemoveFromAll from some tournaments.
func (s *Strikes) removeFrom(ctx context.Context, player league.Player, exit league.Exit, reason string, which func(league.Tournament) bool) error {
	entries, err := s.store.EntriesOf(ctx, league.Site(), player.ID, entriesAtOnce)
	if err != nil {
		return err
	}
	var problems []error
	for _, t := range entries {
		switch {
		case !which(t):
			continue
		case t.State == league.Registration || t.State == league.Running && t.Rolling:
			err = s.tournaments.Decide(ctx, league.Site(), t.ID, func(p *league.TournamentProgress) error {
				return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActLeft, Player: player, Text: reason})
			})
		case t.State == league.Running:
			err = s.strikeAs(ctx, league.Site(), t.ID, player.ID, exit, func(league.Tournament) (league.Player, string, error) {
				return league.Player{}, reason, nil
			})
		default:
			continue
		}
		if league.KindOf(err) != league.Stale { // they are out of it already
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// entriesAtOnce is how many of a player's tournaments are looked at: more than they can
// play in at once.
const entriesAtOnce = 500

// MayBegin refuses who may begin no new games for a while, nor enter what brings some.
func (s *Strikes) MayBegin(ctx context.Context, player league.Player) error {
	list, err := s.store.SanctionsOf(ctx, player.ID)
	if err != nil {
		return err
	}
	return conduct.MayBegin(list, s.core.Now())
}

// MayEnter is MayBegin; it also refuses who may enter no new event because of an absence (R-FF-11), and before the day of
// that rule who was taken out for being silent less than 180 days ago.
func (s *Strikes) MayEnter(ctx context.Context, player league.Player) error {
	days, err := s.core.RuleDays(ctx)
	if err != nil {
		return err
	}
	if days.Hold(league.Absences, s.core.Now()) {
		return s.mayEnter(ctx, player, days[league.Absences])
	}
	if err := s.MayBegin(ctx, player); err != nil {
		return err
	}
	at, err := s.store.Banned(ctx, player.ID, silentRule)
	if err != nil || at.IsZero() || !s.core.Now().Before(at.Add(conduct.SilentBan)) {
		return err
	}
	return league.Errorf(league.Forbidden,
		"You let %d games in a row run out of time, so you can enter again from %s on.", conduct.SilentAfter, at.Add(conduct.SilentBan).Format("2 January 2006"))
}
