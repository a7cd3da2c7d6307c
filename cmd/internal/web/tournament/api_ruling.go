package tournament

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	contests "kickabout/league/tournaments"
)

type strikeRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Player string `json:"player" maxLength:"100"`
		Reason string `json:"reason" maxLength:"1000" doc:"Everybody can read it."`
	}
}

// APIStrike takes a player out of a tournament that the caller directs and that is being played.
func (s *API) APIStrike(ctx context.Context, who api.Caller, in *strikeRequest) (*api.Reply[TournamentBody], error) {
	player, err := s.entrantNamed(ctx, league.Of(who.Player), in.ID, in.Body.Player)
	if err == nil {
		err = s.office.Strike(ctx, who.Player, in.ID, player, in.Body.Reason)
	}
	return s.AfterAct(ctx, who, in.ID, err)
}

// entrantNamed finds a player of a tournament by their name; "" is nobody.
func (s *API) entrantNamed(ctx context.Context, viewer league.Viewer, id, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	v, err := s.office.Tournament(ctx, viewer, id)
	if err != nil {
		return "", err
	}
	for _, e := range v.Tournament.Entries {
		if api.NameOf(e.Player) == name {
			return e.Player.ID, nil
		}
	}
	return "", league.FieldErrorf("player", "Nobody of this name plays in it.")
}

type grantRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Player string `json:"player,omitempty" maxLength:"100" doc:"Who gets it, in all games of that player; empty: everybody."`
		Other  string `json:"other,omitempty" maxLength:"100" doc:"Then both get it, in what the two play against each other."`
		Days   int    `json:"days" minimum:"1" maximum:"14"`
		Reason string `json:"reason" maxLength:"1000" doc:"Everybody can read it."`
		Seen   int    `json:"seen" minimum:"0" doc:"The number of the last event of the tournament that you have seen: sent twice with the same one, the time is given once."`
	}
}

type grantBody struct {
	Matches int `json:"matches" doc:"In how many matches somebody got time now."`
}

// APIGrant gives time in the running matches of a tournament that the caller directs.
func (s *API) APIGrant(ctx context.Context, who api.Caller, in *grantRequest) (*api.Reply[grantBody], error) {
	g := contests.TimeGrant{Days: in.Body.Days, Reason: in.Body.Reason, Seen: in.Body.Seen}
	var err error
	if g.Player, err = s.entrantNamed(ctx, league.Of(who.Player), in.ID, in.Body.Player); err != nil {
		return nil, err
	}
	if g.Other, err = s.entrantNamed(ctx, league.Of(who.Player), in.ID, in.Body.Other); err != nil {
		return nil, err
	}
	n, err := s.office.AddTime(ctx, who.Player, in.ID, g)
	if err != nil {
		return nil, err
	}
	return &api.Reply[grantBody]{Body: grantBody{n}}, nil
}
