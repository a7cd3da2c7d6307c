package desk

import (
	"context"
	"strings"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
	"kickabout/league/play"
	"kickabout/league/roster"
	"kickabout/league/tournaments"
)

// RosterForm is a list of players that a director brings along, as sent.
type RosterForm struct {
	Text    string // the file: see roster.Read
	Message string // to everybody who is invited
	Seed    bool   // entrants get the seeds of the file too, where seeds are given by hand
	Seen    int    // number of the last event that they have seen; 0: they do not say
}

// PreviewRoster says what a list of players would come to, and writes nothing.
func (s *Rosters) PreviewRoster(ctx context.Context, by league.Player, id, text string) (roster.Preview, error) {
	if err := core.MustBeMember(by, tournaments.TournamentsTake); err != nil {
		return roster.Preview{}, err
	}
	t, err := s.desk.tournaments.Tournament(ctx, league.Of(by), id)
	if err != nil {
		return roster.Preview{}, err
	}
	if err := s.desk.strikes.MustDirect(by, t.Tournament); err != nil {
		return roster.Preview{}, err
	}
	return s.look(ctx, text, t.Tournament)
}

// look finds the members of a list.
func (s *Rosters) look(ctx context.Context, text string, t league.Tournament) (p roster.Preview, problem error) {
	p = roster.Look([]byte(text), t, func(name string) (league.Player, bool) {
		if problem != nil {
			return league.Player{}, false
		}
		player, err := s.desk.tournaments.Named(ctx, name)
		if kind := league.KindOf(err); err != nil && kind != league.NotFound && kind != league.Invalid {
			problem = err
		}
		return player, err == nil
	})
	return p, problem
}

// InviteRoster invites the members of a list who can be invited, one by one as the order invite does: each enters by
// themselves or does not. Those whom nobody knows, who are in already or who may not enter are left out. A list in
// which something is wrong is refused whole; if it would change nothing the error is of kind league.Stale.
func (s *Rosters) InviteRoster(ctx context.Context, by league.Player, id string, f RosterForm) error {
	message, err := oneline.Clean("message", f.Message, longMessage)
	if err != nil {
		return err
	}
	return s.desk.tournaments.ActInTournament(ctx, by, id, func(p *league.TournamentProgress) error {
		if err := s.desk.strikes.MustDirect(by, p.Tournament); err != nil {
			return err
		}
		if err := s.desk.requireCurrent(ctx, by, p.Tournament, f.Seen); err != nil {
			return err
		}
		found, err := s.look(ctx, f.Text, p.Tournament)
		if err != nil {
			return err
		}
		if len(found.Problems) > 0 {
			return league.FieldErrorf("text", "%s", found.Problems[0])
		}
		return s.append(p, by, found, message, f.Seed)
	})
}

// append adds what a list comes to.
func (s *Rosters) append(p *league.TournamentProgress, by league.Player, found roster.Preview, message string, seed bool) error {
	format, err := play.FormatOf(p.Tournament)
	if err != nil {
		return err
	}
	was := p.Tournament
	var decisions []league.Decision
	for _, player := range found.New() {
		decisions = append(decisions, league.Decision{By: by, Act: league.ActInvited, Player: player, Text: message})
	}
	if len(decisions) > 0 {
		if err := s.desk.idle(p.Tournament, format.Info(), "invite"); err != nil {
			return err
		}
	}
	if seed && len(found.Seeds) > 0 {
		decisions = append(decisions, league.Decision{By: by, Act: league.ActSeeded, Text: strings.Join(found.Seeds, " ")})
	}
	if len(decisions) == 0 {
		return errUnchanged()
	}
	if err := s.desk.tournaments.AppendDecisions(p, decisions...); err != nil {
		return err
	}
	if unchanged(was, p.Tournament) {
		return errUnchanged()
	}
	return nil
}
