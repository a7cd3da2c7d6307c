package web

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/league/office"
)

type beginRequest struct {
	Body struct {
		ID           string `json:"id" doc:"Of your reservation; it becomes the match's."`
		Game         string `json:"game" doc:"As in streetsoccer."`
		Variant      string `json:"variant" doc:"As in lg."`
		Clock        string `json:"clock" doc:"The time control: lg, slow, fast or live."`
		Rated        bool   `json:"rated,omitempty"`
		Kickoff      string `json:"kickoff" doc:"Who kicks off: me, you, or lot for the fair dice."`
		Contribution string `json:"contribution,omitempty" doc:"What you give to the dice, at most 64 bytes."`
		Opponent     string `json:"opponent,omitempty" doc:"A player's name, or a bot as in bot:greedy; without it the offer is open to all."`
	}
}

// begunBody is what comes of a proposal: a match against a bot, else an offer.
type begunBody struct{ match *matchBody }

// MarshalJSON writes the one that it is.
func (b begunBody) MarshalJSON() ([]byte, error) { return json.Marshal(b.match) }

// Schema says that it is one of the two.
func (begunBody) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[matchBody](), true, "")}}
}

// apiBegin begins a match against a bot, or makes an offer.
func (s *site) apiBegin(ctx context.Context, who caller, in *beginRequest) (*created[begunBody], error) {
	m, err := s.office.Begin(ctx, who.player, office.Proposal{
		Reservation: in.Body.ID, Rules: in.Body.Game + "/" + in.Body.Variant, Opponent: in.Body.Opponent,
		Kickoff: in.Body.Kickoff, Control: in.Body.Clock, Contribution: in.Body.Contribution,
	})
	if err != nil {
		return nil, err
	}
	v, err := s.office.Match(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	body := s.matchOf(v, who.player, m.Created)
	return &created[begunBody]{addressOf(m.ID), begunBody{&body}}, nil
}
