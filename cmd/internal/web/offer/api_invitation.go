package offer

import (
	"context"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/match"
	"kickabout/league/offers"
	"kickabout/league/play"
)

type refusalRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Message string `json:"message" doc:"To the author, one line; may be empty."`
	}
}

// APIDecline declines an invitation with a message.
func (s *Handlers) APIDecline(ctx context.Context, who api.Caller, in *refusalRequest) (*api.Reply[offerBody], error) {
	o, err := s.office.Decline(ctx, who.Player, in.ID, in.Body.Message)
	if err != nil {
		return nil, err
	}
	return &api.Reply[offerBody]{Body: offerOf(o)}, nil
}

type counterRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ID           string `json:"id" doc:"Of your reservation; it becomes the match's."`
		Game         string `json:"game" doc:"As in streetsoccer; see /games."`
		Variant      string `json:"variant" doc:"As in lg, or with options as in basic,goals=3."`
		Clock        string `json:"clock" doc:"The time control: lg, slow, fast or live."`
		Rated        bool   `json:"rated,omitempty" doc:"Counts for ratings."`
		Kickoff      string `json:"kickoff" doc:"Who is first: me, you, or lot for the fair dice. You are the author now."`
		Legs         int    `json:"legs,omitempty" doc:"1, or 2 with a kick-off each."`
		Duplicate    bool   `json:"duplicate,omitempty" doc:"Two matches that have the same throws, kept in step; then legs need not be given."`
		Days         int    `json:"days,omitempty" doc:"How long it is open, 1 to 30; else 14."`
		Contribution string `json:"contribution,omitempty" doc:"What you give to the dice, at most 64 bytes."`
		Message      string `json:"message,omitempty" doc:"To the opponent, one line."`
	}
}

// APICounter answers an invitation with other terms.
func (s *Handlers) APICounter(ctx context.Context, who api.Caller, in *counterRequest) (*api.Created[offerBody], error) {
	p := play.Proposal{
		Reservation: in.Body.ID, Rules: in.Body.Game + "/" + in.Body.Variant, Kickoff: in.Body.Kickoff, Control: in.Body.Clock,
		Rated: in.Body.Rated, Message: in.Body.Message, Contribution: in.Body.Contribution, Legs: typed(in.Body.Legs), Days: typed(in.Body.Days),
	}
	if in.Body.Duplicate {
		p.Legs = offers.LegsPair
	}
	o, err := s.office.Counter(ctx, who.Player, in.ID, p)
	if err != nil {
		return nil, err
	}
	return &api.Created[offerBody]{Location: api.Root + "/offers/" + o.ID, Body: offerOf(o)}, nil
}

type linkPathInput struct {
	Link string `path:"link" maxLength:"128"`
}

// APIInvitation shows the invitation of a link.
func (s *Handlers) APIInvitation(ctx context.Context, who api.Caller, in *linkPathInput) (*api.Reply[offerBody], error) {
	o, err := s.office.LinkedOffer(ctx, who.Player, in.Link)
	if err != nil {
		return nil, err
	}
	return s.lookedAt(ctx, who, o)
}

type acceptLinkRequest struct {
	Link string `path:"link" maxLength:"128"`
	Body *contributionBody
}

// APIAcceptLink takes the seat that a link leads to: its match begins.
func (s *Handlers) APIAcceptLink(ctx context.Context, who api.Caller, in *acceptLinkRequest) (*api.Created[match.MatchBody], error) {
	m, err := s.office.AcceptLink(ctx, who.Player, in.Link, in.Body.given(), in.Body.ticked(), who.Arrived)
	if err != nil {
		return nil, err
	}
	return s.begunMatch(ctx, who, m.ID)
}
