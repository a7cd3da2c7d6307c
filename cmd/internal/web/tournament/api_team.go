package tournament

import (
	"context"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/team"
	contests "kickabout/league/tournaments"
)

// teamRequest is what a player asks for in a tournament of teams.
type teamRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Act    teamAct  `json:"act" doc:"found: enter with a team of your own. ask: to play for one. call: invite a player. join: the one that invites you. take: in who asks. release: a player, or end that somebody asks or is invited. line-up: set the boards. field: let a reserve take over a board. Done twice it changes nothing more."`
		Team   string   `json:"team,omitempty" maxLength:"64" doc:"Its id. None for found."`
		Player string   `json:"player,omitempty" maxLength:"100" doc:"The name of whom it concerns; for release, if you say nothing: yourself."`
		Name   string   `json:"name,omitempty" doc:"Of a new team."`
		Word   string   `json:"word,omitempty" doc:"That the tournament opens with, if it has one."`
		Boards []string `json:"boards,omitempty" maxItems:"64" doc:"For line-up: the names of all players of the team, from board 1 on, reserves last."`
		Board  int      `json:"board,omitempty" doc:"For field: that the reserve takes over."`
		Reason string   `json:"reason,omitempty" doc:"For field. Everybody can read it."`
	}
}

// teamAct is one of the acts of a tournament of teams.
type teamAct string

// TransformSchema lists them.
func (teamAct) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return oneOf(s, team.Acts())
}

// APITeam does something in a tournament of teams (R-TE-1 to R-TE-4).
func (s *API) APITeam(ctx context.Context, who api.Caller, in *teamRequest) (*api.Reply[TournamentBody], error) {
	b := in.Body
	before, err := s.office.Tournament(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	t := before.Tournament
	form := contests.TeamForm{Act: string(b.Act), Team: b.Team, Name: b.Name, Word: b.Word, Board: someNumber(b.Board), Text: b.Reason}
	if form.Player = playerInTeams(t, b.Player); b.Act == "call" {
		form.Player = b.Player
	} else if b.Act == "release" && b.Player == "" {
		form.Player = who.Player.ID
	}
	if b.Act == "line-up" {
		if form.Boards, err = boardsOf(t, b.Team, b.Boards); err != nil {
			return nil, err
		}
	}
	done, err := s.AfterAct(ctx, who, in.ID, s.office.InTeam(ctx, who.Player, in.ID, form))
	if league.KindOf(err) == league.NotFound && b.Act == "release" && form.Player == who.Player.ID {
		return s.noLongerThere(ctx, league.Of(who.Player), t, err)
	}
	return done, err
}

// noLongerThere answers who has said no to a team of a private tournament, which they no longer
// know of, with what they knew; any other tournament is there, and the error stands.
func (s *API) noLongerThere(ctx context.Context, viewer league.Viewer, t league.Tournament, err error) (*api.Reply[TournamentBody], error) {
	if _, gone := s.office.Tournament(ctx, viewer, t.ID); league.KindOf(gone) != league.NotFound {
		return nil, err
	}
	return &api.Reply[TournamentBody]{Body: tournamentOf(t)}, nil
}

// playerInTeams finds who plays in a tournament, asks to or is invited, by their name; "" is nobody.
func playerInTeams(t league.Tournament, name string) string {
	for _, e := range t.Entries {
		if api.NameOf(e.Player) == name {
			return e.Player.ID
		}
	}
	for _, a := range t.Roles {
		if a.Role.IsWish() && api.NameOf(a.Player) == name {
			return a.Player.ID
		}
	}
	return ""
}

// boardsOf numbers the players of a team as they are named.
func boardsOf(t league.Tournament, team string, names []string) (map[string]string, error) {
	players, boards := t.LineUp(team), map[string]string{}
	for n, name := range names {
		at := slices.IndexFunc(players, func(e league.Entrant) bool { return api.NameOf(e.Player) == name })
		if at < 0 {
			return nil, league.FieldErrorf("boards", "%s does not play for this team.", name)
		}
		if _, twice := boards[players[at].Player.ID]; twice {
			return nil, league.FieldErrorf("boards", "%s is named twice. Give each player one board.", name)
		}
		boards[players[at].Player.ID] = strconv.Itoa(n + 1)
	}
	return boards, nil
}
