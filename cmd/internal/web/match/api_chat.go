package match

import (
	"context"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/members"
)

type chatQuery struct {
	ID    string `path:"id" maxLength:"64"`
	After int    `query:"after" minimum:"0" maximum:"2147483647" doc:"The number of the last line that you have seen."`
}

type chatBody struct {
	Lines []lineBody `json:"lines" doc:"At most 100 in one answer."`
	Last  int        `json:"last" doc:"The number of the last line that was looked at: ask for what comes after it until nothing comes."`
}

type lineBody struct {
	N      int       `json:"n"`
	At     time.Time `json:"at"`
	Author string    `json:"author"`
	Text   string    `json:"text" doc:"Empty if the operator took it away."`
}

// APIChat lists what was said beside a match.
func (s *Handlers) APIChat(ctx context.Context, who api.Caller, in *chatQuery) (*api.Reply[chatBody], error) {
	v, err := s.office.Match(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	lines, last, err := s.office.Lines(ctx, league.Of(who.Player), in.ID, in.After)
	if err != nil {
		return nil, err
	}
	chat := chatBody{Lines: make([]lineBody, len(lines)), Last: last}
	for i, l := range lines {
		chat.Lines[i] = lineBody{N: l.N, At: l.At, Text: l.Text}
		for _, seat := range v.Match.Seats {
			if seat.Player.ID == l.Author {
				chat.Lines[i].Author = api.NameOf(seat.Player)
			}
		}
	}
	return &api.Reply[chatBody]{Body: chat}, nil
}

type sayRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Key  string `header:"Idempotency-Key" doc:"Names this request, at most 64 bytes: sent again under the same key it says nothing more."`
	Body struct {
		Text string `json:"text" doc:"One line."`
	}
}

// APISay says something beside a match.
func (s *Handlers) APISay(ctx context.Context, who api.Caller, in *sayRequest) (*struct{}, error) {
	if err := request.CheckKey(in.Key); err != nil {
		return nil, err
	}
	return nil, s.office.Say(ctx, who.Player, members.Saying{Match: in.ID, Text: in.Body.Text, Key: in.Key, Arrived: who.Arrived})
}
