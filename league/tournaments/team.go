package tournaments

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"kickabout/league"
	"kickabout/league/formats/teams"
)

// TeamForm is what a player asks for in a tournament of teams, as typed. Which fields an act
// takes stands beside it.
type TeamForm struct {
	Act    string            // one of the acts of a tournament of teams
	Team   string            // id
	Player string            // name of whom to invite; else an id
	Name   string            // of a new team
	Word   string            // that the tournament opens with
	Boards map[string]string // numbers of boards by the ids of players
	Board  string            // that a reserve takes over
	Text   string            // reason
}

const (
	ShortestTeam = 3
	LongestTeam  = 40
	// Apart is by how much a player at a higher board may be rated lower (R-TE-3).
	BoardTolerance = 100
	// unrated is the rating of who has none: what everybody starts with (R-RA-4).
	unrated = 1500
)

// LineUpDecision is that the boards of a team are set.
func LineUpDecision(by league.Player, team league.Team, order []league.Entrant) league.Decision {
	text := team.ID
	for _, e := range order {
		text += " " + e.Player.ID
	}
	return league.Decision{By: by, Act: league.ActLined, Text: text}
}

// TooLow finds a player who is rated too low to stand above another one.
func TooLow(order []league.Entrant, ratings map[string]int) (above, below league.Player, found bool) {
	for i, a := range order {
		for _, b := range order[i+1:] {
			if ratings[a.Player.ID] < ratings[b.Player.ID]-BoardTolerance {
				return a.Player, b.Player, true
			}
		}
	}
	return league.Player{}, league.Player{}, false
}

// TeamStrengths returns the ratings of a tournament's players, as shown: whole points.
func (s *Entries) TeamStrengths(ctx context.Context, t league.Tournament) (map[string]int, error) {
	rated, err := s.store.RatedPlayers(ctx, league.Pool{Game: t.Game, Variant: t.Variant})
	if err != nil {
		return nil, err
	}
	ratings := map[string]int{}
	for _, e := range t.Entries {
		ratings[e.Player.ID] = unrated
	}
	for _, r := range rated {
		if _, in := ratings[r.Player.ID]; in {
			ratings[r.Player.ID] = int(r.Standing.Strength.Rating)
		}
	}
	return ratings, nil
}

// prepareTeams makes a tournament of teams ready for its start: players without a complete team are
// left out, and boards that the ratings do not allow are set by rating (R-TE-3).
func (s *Entries) prepareTeams(ctx context.Context, p *league.TournamentProgress) error {
	t := p.Tournament
	if t.Boards == 0 {
		return nil
	}
	complete := t.Complete()
	var decisions []league.Decision
	for _, e := range t.Entries {
		if !slices.ContainsFunc(complete, func(team league.Team) bool { return team.ID == e.Team }) {
			decisions = append(decisions, league.Decision{Act: league.ActLeft, Player: e.Player, Text: leftOut(t, e)})
		}
	}
	ratings, err := s.TeamStrengths(ctx, t)
	if err != nil {
		return err
	}
	for _, team := range complete {
		order := t.LineUp(team.ID)
		if _, _, wrong := TooLow(order, ratings); !wrong {
			continue
		}
		slices.SortStableFunc(order, func(a, b league.Entrant) int { return cmp.Compare(ratings[b.Player.ID], ratings[a.Player.ID]) })
		decisions = append(decisions, LineUpDecision(league.Player{}, team, order))
	}
	return s.tournaments.AppendDecisions(p, decisions...)
}

// leftOut says why a player is not in a tournament of teams when it starts.
func leftOut(t league.Tournament, e league.Entrant) string {
	team, ok := t.Team(e.Team)
	if !ok {
		return textNoTeam.Of()
	}
	return textShortTeam.Of(team.Name, len(t.LineUp(team.ID)), t.Boards)
}

// counted returns how many entries a tournament has, and what they are: teams, or players.
func counted(t league.Tournament) (n int, what string) {
	if t.Boards > 0 {
		return len(t.Complete()), "complete teams"
	}
	return len(t.Entries), "players"
}

// leagueOf returns the table of a tournament of teams with all that can be asked of it; nil
// of any other, and before the start.
func (s *Tournaments) leagueOf(t league.Tournament, matches []league.Match) (*teams.League, error) {
	if t.Boards == 0 || t.Started.IsZero() {
		return nil, nil
	}
	return teams.Format{}.Standings(s.SheetOf(t, "", matches, s.core.Now()))
}

// involvesAbsent says that a fixture is one of a player who is out.
func involvesAbsent(t league.Tournament, f league.Fixture) bool {
	for _, player := range []string{f.First, f.Second} {
		if e, ok := t.Entrant(player); ok && e.Out != league.Stays {
			return true
		}
	}
	return false
}

// inTeam lists those of a team whom a decision about it concerns: its captain, or all.
func inTeam(t league.Tournament, d league.Decision) []league.Player {
	id, _, _ := strings.Cut(d.Text, " ")
	switch d.Act {
	case league.ActAsked, league.ActJoined, league.ActReleased:
		team, _ := t.Team(id)
		captain, _ := t.Entrant(team.Captain)
		return []league.Player{captain.Player}
	case league.ActFielded:
		e, _ := t.Entrant(d.Player.ID)
		id = e.Team
	case league.ActLined:
	default:
		return nil
	}
	var players []league.Player
	for _, e := range t.LineUp(id) {
		players = append(players, e.Player)
	}
	return players
}
