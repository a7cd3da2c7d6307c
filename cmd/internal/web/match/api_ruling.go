package match

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
)

type rulingRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Ruling league.Ruling `json:"ruling" enum:"void,first,second,both,adjudicate" doc:"void: it counts for nobody. first, second, both: who loses it by forfeit. adjudicate: the board decides as it stands."`
		Reason string        `json:"reason" maxLength:"1000" doc:"Everybody can read it."`
	}
}

// APIRule ends a running match of a tournament that the caller directs.
func (s *Handlers) APIRule(ctx context.Context, who api.Caller, in *rulingRequest) (*api.Reply[MatchBody], error) {
	if err := s.office.RuleMatch(ctx, who.Player, in.ID, in.Body.Ruling, in.Body.Reason); err != nil {
		return nil, err
	}
	s.Delivered(ctx)
	v, err := s.office.Match(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	return &api.Reply[MatchBody]{Body: s.matchOf(v, who.Player, s.office.Now())}, nil
}
