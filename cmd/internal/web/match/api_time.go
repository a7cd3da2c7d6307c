package match

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
)

type timeRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Key  string `header:"Idempotency-Key" required:"true" doc:"Names this request, at most 64 bytes: sent again under the same key it gives nothing more."`
	Body struct {
		Days int `json:"days" enum:"1,3"`
	}
}

// APIGiveTime gives the opponent time.
func (s *Handlers) APIGiveTime(ctx context.Context, who api.Caller, in *timeRequest) (*api.Reply[MatchBody], error) {
	if err := request.CheckKey(in.Key); err != nil {
		return nil, err
	}
	v, err := s.office.GiveTime(ctx, who.Player, in.ID, in.Body.Days, in.Key, who.Arrived)
	if err != nil {
		return nil, err
	}
	return &api.Reply[MatchBody]{Body: s.matchOf(v, who.Player, s.office.Now())}, nil
}
