package web

import (
	"context"

	"kickabout/league"
	"kickabout/league/office"
)

type rulingRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Ruling league.Ruling `json:"ruling" enum:"void,first,second,both,adjudicate" doc:"void: it counts for nobody. first, second, both: who loses it by forfeit. adjudicate: the board decides as it stands."`
		Reason string        `json:"reason" maxLength:"1000" doc:"Everybody can read it."`
	}
}

// apiRule ends a running match of a tournament that the caller directs.
func (s *site) apiRule(ctx context.Context, who caller, in *rulingRequest) (*reply[matchBody], error) {
	if err := s.office.RuleMatch(ctx, who.player, in.ID, in.Body.Ruling, in.Body.Reason); err != nil {
		return nil, err
	}
	v, err := s.office.Match(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &reply[matchBody]{s.matchOf(v, who.player, s.office.Now())}, nil
}

type strikeRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Player string `json:"player" maxLength:"100"`
		Reason string `json:"reason" maxLength:"1000" doc:"Everybody can read it."`
	}
}

// apiStrike takes a player out of a tournament that the caller directs and that is being played.
func (s *site) apiStrike(ctx context.Context, who caller, in *strikeRequest) (*reply[tournamentBody], error) {
	player, err := s.entrantNamed(ctx, in.ID, in.Body.Player)
	if err == nil {
		err = s.office.Strike(ctx, who.player, in.ID, player, in.Body.Reason)
	}
	return s.afterAct(ctx, who, in.ID, err)
}

// entrantNamed finds a player of a tournament by his name; "" is nobody.
func (s *site) entrantNamed(ctx context.Context, id, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	v, err := s.office.Tournament(ctx, id)
	if err != nil {
		return "", err
	}
	for _, e := range v.Tournament.Entries {
		if nameOf(e.Player) == name {
			return e.Player.ID, nil
		}
	}
	return "", league.FieldErrorf("player", "Nobody of this name plays in it.")
}

type grantRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Player string `json:"player,omitempty" maxLength:"100" doc:"Who gets it in all of his games; empty: everybody."`
		Other  string `json:"other,omitempty" maxLength:"100" doc:"Then both get it, in what the two play against each other."`
		Days   int    `json:"days" minimum:"1" maximum:"14"`
		Reason string `json:"reason" maxLength:"1000" doc:"Everybody can read it."`
		Seen   int    `json:"seen" minimum:"0" doc:"The number of the last event of the tournament that you have seen: sent twice with the same one, the time is given once."`
	}
}

type grantBody struct {
	Matches int `json:"matches" doc:"In how many matches somebody got time now."`
}

// apiGrant gives time in the running matches of a tournament that the caller directs.
func (s *site) apiGrant(ctx context.Context, who caller, in *grantRequest) (*reply[grantBody], error) {
	g := office.TimeGrant{Days: in.Body.Days, Reason: in.Body.Reason, Seen: in.Body.Seen}
	var err error
	if g.Player, err = s.entrantNamed(ctx, in.ID, in.Body.Player); err != nil {
		return nil, err
	}
	if g.Other, err = s.entrantNamed(ctx, in.ID, in.Body.Other); err != nil {
		return nil, err
	}
	n, err := s.office.AddTime(ctx, who.player, in.ID, g)
	if err != nil {
		return nil, err
	}
	return &reply[grantBody]{grantBody{n}}, nil
}
