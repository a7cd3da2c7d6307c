package tournaments

import (
	"context"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/teams"
	"kickabout/league/table"
)

// strikeTeam takes all of a team out of a tournament that is being played (R-FF-5): if less
// than half of its games are over, none of its results counts; else those that are not over
// are lost.
func (s *Strikes) strikeTeam(ctx context.Context, by league.Player, id, team, reason string) error {
	return s.tournaments.Decide(ctx, league.Of(by), id, func(p *league.TournamentProgress) error {
		if err := s.MustDirect(by, p.Tournament); err != nil {
			return err
		}
		reason, err := CleanReason(reason)
		if err != nil {
			return err
		}
		matches, err := s.store.Fixtures(ctx, league.Of(by), id)
		if err != nil {
			return err
		}
		l, err := s.tournaments.leagueOf(p.Tournament, matches)
		if err != nil {
			return err
		}
		if l == nil || p.Tournament.State != league.Running {
			return league.Errorf(league.Stale, "This tournament is not being played.")
		}
		struck := strikeDecisions(p.Tournament, by, team, string(l.Exit(team))+" "+textStruck.Of(reason))
		if len(struck) == 0 {
			return league.Errorf(league.Stale, "This team is out of the tournament already.")
		}
		return s.tournaments.AppendDecisions(p, struck...)
	})
}

// strikeDecisions is that everybody in a team who is not yet is out.
func strikeDecisions(t league.Tournament, by league.Player, team, text string) (all []league.Decision) {
	for _, e := range t.LineUp(team) {
		if e.Out == league.Stays {
			all = append(all, league.Decision{By: by, Act: league.ActStruck, Player: e.Player, Text: text})
		}
	}
	return all
}

// strikeInTeams is StrikeOf of a tournament of teams: of a team by both treatments, of a
// player by the one that there is. The rows are those of teams, with their match points.
func (s *Strikes) strikeInTeams(v TournamentView, who string) (table.Strike, error) {
	sheet := s.tournaments.SheetOf(v.Tournament, "", v.Matches, s.core.Now())
	strike := table.Strike{Prescribed: league.Forfeited, Before: teamRows(v.Teams)}
	out := func(e league.Entry) bool { return e.Player == who }
	if _, ok := v.Tournament.Team(who); ok {
		out = func(e league.Entry) bool { return e.Team == who }
		strike.Prescribed = v.Teams.Exit(who)
		strike.Finished, strike.Scheduled = v.Teams.Share(who)
	}
	if !slices.ContainsFunc(sheet.Entries, func(e league.Entry) bool { return out(e) && e.Out == league.Stays }) {
		return strike, league.Errorf(league.Stale, "This player is not in the tournament, or has been struck already.")
	}
	for exit, rows := range map[league.Exit]*[]league.Row{league.Voided: &strike.Voided, league.Forfeited: &strike.Forfeited} {
		if exit == league.Voided && strike.Scheduled == 0 {
			continue // a player alone is never voided
		}
		after, err := teams.Format{}.Standings(outSheet(sheet, exit, out))
		if err != nil {
			return strike, err
		}
		*rows = teamRows(after)
	}
	return strike, nil
}

// outSheet is a sheet after some have left: what they were playing is lost.
func outSheet(s league.Sheet, exit league.Exit, out func(league.Entry) bool) league.Sheet {
	s.Entries, s.Fixtures = slices.Clone(s.Entries), slices.Clone(s.Fixtures)
	gone := map[string]bool{}
	for i, e := range s.Entries {
		if out(e) && e.Out == league.Stays {
			s.Entries[i].Out, gone[e.Player] = exit, true
		}
	}
	for i := range s.Fixtures {
		f := &s.Fixtures[i]
		switch {
		case f.Outcome.Over() || !gone[f.First] && !gone[f.Second]:
		case gone[f.First]:
			f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second}
		default:
			f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}
		}
	}
	return s
}

// teamRows writes the table of teams as rows, whose players are the ids of teams and whose
// points are match points.
func teamRows(l *teams.League) (rows []league.Row) {
	for _, r := range l.Rows() {
		rows = append(rows, league.Row{Rank: r.Rank, Player: r.Team, Points: league.Points(10 * r.MatchPoints), Out: r.Out})
	}
	return rows
}
