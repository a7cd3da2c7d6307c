package series

import (
	"context"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Edition returns an edition of a competition by its name, as Tournament does.
func (s *Series) Edition(ctx context.Context, viewer league.Viewer, c league.Competition, edition string) (tournaments.TournamentView, error) {
	return s.tournaments.Tournament(ctx, viewer, tournaments.EditionID(c, edition))
}

// groupLog is how much of a season's log the view of a group holds at most.
const groupLog = 2000

// EditionGroup returns an edition with one of its groups alone: its entries, matches and
// table, and what its log says of its players and of all. Matches that are overdue are
// settled first. A group that there is not is league.NotFound.
func (s *Series) EditionGroup(ctx context.Context, viewer league.Viewer, c league.Competition, edition string, g league.Group) (tournaments.TournamentView, error) {
	id := tournaments.EditionID(c, edition)
	matches, err := s.matches.AsDue(ctx, viewer)(s.store.GroupFixtures(ctx, viewer, id, g))
	if err != nil {
		return tournaments.TournamentView{}, err
	}
	t, err := s.store.TournamentGroup(ctx, viewer, id, g) // after the settling, which may have decided it
	if err == nil && (len(t.Entries) == 0 || t.Started.IsZero()) {
		err = league.Errorf(league.NotFound, "There is no such group.")
	}
	if err != nil {
		return tournaments.TournamentView{}, err
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return tournaments.TournamentView{}, err
	}
	v := tournaments.TournamentView{Tournament: t, Format: format.Info(), Matches: league.Latest(matches)}
	if v.Groups, err = s.tournaments.Groups(t, format, matches, s.core.Now()); err != nil {
		return tournaments.TournamentView{}, err
	}
	v.Rows = v.Groups[0].Rows
	log, err := s.store.TournamentLog(ctx, viewer, id, max(0, t.Last-groupLog), groupLog)
	for _, d := range log {
		_, mine := t.Entrant(d.Player.ID)
		if all := d.Player.ID == "" && d.Act != league.ActCreated; all || mine {
			v.Tournament.Log = append(v.Tournament.Log, d)
		}
	}
	return v, err
}

// Confirm is that a player of a championship's next season stays (R-CH-4).
func (s *Series) Confirm(ctx context.Context, player league.Player, id string) error {
	return s.tournaments.ActInTournament(ctx, player, id, func(p *league.TournamentProgress) error {
		t := p.Tournament
		e, in := t.Entrant(player.ID)
		switch {
		case t.Format != championship.ID || t.State != league.Registration || !s.core.Now().Before(t.Closes):
			return league.Errorf(league.Stale, "It is too late: places for the next season have been given.")
		case !in:
			return league.Errorf(league.Stale, "You are not in the next season. You can enter it as long as entries are open.")
		case e.Note == championship.NoteConfirmed:
			return tournaments.ErrNothing
		}
		return s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActNoted, Player: e.Player, Text: championship.NoteConfirmed})
	})
}
