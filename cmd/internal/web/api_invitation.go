package web

import (
	"context"

	"kickabout/league/office"
)

type refusalRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Message string `json:"message" doc:"To the author, one line; may be empty."`
	}
}

// apiDecline declines an invitation with a message.
func (s *site) apiDecline(ctx context.Context, who caller, in *refusalRequest) (*reply[offerBody], error) {
	o, err := s.office.Decline(ctx, who.player, in.ID, in.Body.Message)
	if err != nil {
		return nil, err
	}
	return &reply[offerBody]{offerOf(o)}, nil
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

// apiCounter answers an invitation with other terms.
func (s *site) apiCounter(ctx context.Context, who caller, in *counterRequest) (*created[offerBody], error) {
	p := office.Proposal{
		Reservation: in.Body.ID, Rules: in.Body.Game + "/" + in.Body.Variant, Kickoff: in.Body.Kickoff, Control: in.Body.Clock,
		Rated: in.Body.Rated, Message: in.Body.Message, Contribution: in.Body.Contribution, Legs: typed(in.Body.Legs), Days: typed(in.Body.Days),
	}
	if in.Body.Duplicate {
		p.Legs = office.LegsPair
	}
	o, err := s.office.Counter(ctx, who.player, in.ID, p)
	if err != nil {
		return nil, err
	}
	return &created[offerBody]{apiRoot + "/offers/" + o.ID, offerOf(o)}, nil
}

type linkPathInput struct {
	Link string `path:"link" maxLength:"128"`
}

// apiInvitation shows the invitation of a link.
func (s *site) apiInvitation(ctx context.Context, who caller, in *linkPathInput) (*reply[offerBody], error) {
	o, err := s.office.LinkedOffer(ctx, who.player, in.Link)
	if err != nil {
		return nil, err
	}
	return s.lookedAt(ctx, who, o)
}

type acceptLinkRequest struct {
	Link string `path:"link" maxLength:"128"`
	Body *contributionBody
}

// apiAcceptLink takes the seat that a link leads to: its match begins.
func (s *site) apiAcceptLink(ctx context.Context, who caller, in *acceptLinkRequest) (*created[matchBody], error) {
	m, err := s.office.AcceptLink(ctx, who.player, in.Link, in.Body.given(), who.arrived)
	if err != nil {
		return nil, err
	}
	return s.begunMatch(ctx, who, m.ID)
}
