package web

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/league"
	"kickabout/league/office"
)

type reservationBody struct {
	ID   string `json:"id" doc:"Of the match to be: send it with POST /matches."`
	GID  string `json:"gid" doc:"Names the match to its dice."`
	Head string `json:"head" doc:"Of the chain that the dice come from."`
}

// apiReserve fixes the dice of a match before anybody contributes to them.
func (s *site) apiReserve(context.Context, caller, *struct{}) (*reply[reservationBody], error) {
	r := s.office.Reserve()
	return &reply[reservationBody]{reservationBody{r.ID, hex.EncodeToString(r.GID[:]), hex.EncodeToString(r.Head[:])}}, nil
}

type beginRequest struct {
	Body struct {
		ID           string `json:"id" doc:"Of your reservation; it becomes the match's."`
		Game         string `json:"game" doc:"As in streetsoccer; see /games."`
		Variant      string `json:"variant" doc:"As in lg, or with options as in basic,goals=3."`
		Clock        string `json:"clock" doc:"The time control: lg, slow, fast or live."`
		Rated        bool   `json:"rated,omitempty" doc:"Counts for ratings; never against bots."`
		Kickoff      string `json:"kickoff" doc:"Who is first: me, you, or lot for the fair dice."`
		Contribution string `json:"contribution,omitempty" doc:"What you give to the dice, at most 64 bytes."`
		Opponent     string `json:"opponent,omitempty" doc:"A player's name, or a bot as in bot:greedy; without it the offer is open to all."`
		Message      string `json:"message,omitempty" doc:"To the opponent, one line."`
	}
}

// begunBody is what comes of a proposal: a match, or an offer that waits for somebody.
type begunBody struct {
	match *matchBody
	offer *offerBody
}

// MarshalJSON writes the one that it is.
func (b begunBody) MarshalJSON() ([]byte, error) {
	if b.match != nil {
		return json.Marshal(b.match)
	}
	return json.Marshal(b.offer)
}

// Schema says that it is one of the two.
func (begunBody) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[matchBody](), true, ""), r.Schema(reflect.TypeFor[offerBody](), true, "")}}
}

// apiBegin begins a match against a bot, invites a player, or makes an open offer.
func (s *site) apiBegin(ctx context.Context, who caller, in *beginRequest) (*created[begunBody], error) {
	proposed, err := s.office.Propose(ctx, who.player, office.Proposal{
		Reservation: in.Body.ID, Rules: in.Body.Game + "/" + in.Body.Variant, Opponent: in.Body.Opponent, Kickoff: in.Body.Kickoff,
		Control: in.Body.Clock, Rated: in.Body.Rated, Message: in.Body.Message, Contribution: in.Body.Contribution,
	})
	if err != nil {
		return nil, err
	}
	if proposed.Match.ID == "" {
		offer := offerOf(proposed.Offer)
		return &created[begunBody]{apiRoot + "/offers/" + offer.ID, begunBody{offer: &offer}}, nil
	}
	match, err := s.begunMatch(ctx, who, proposed.Match.ID)
	if err != nil {
		return nil, err
	}
	return &created[begunBody]{match.Location, begunBody{match: &match.Body}}, nil
}

// begunMatch answers with a match that has just begun.
func (s *site) begunMatch(ctx context.Context, who caller, id string) (*created[matchBody], error) {
	v, err := s.office.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.made(v, who), nil
}

// offerBody is an offer as programs see it.
type offerBody struct {
	ID           string    `json:"id" doc:"The match gets the same."`
	State        string    `json:"state" enum:"offered,accepted,declined,withdrawn,expired"`
	Author       string    `json:"author"`
	Opponent     string    `json:"opponent,omitempty" doc:"Who is invited; missing if it is open to all."`
	Game         string    `json:"game"`
	Variant      string    `json:"variant"`
	Clock        string    `json:"clock"`
	Rated        bool      `json:"rated"`
	Kickoff      string    `json:"kickoff" enum:"me,you,lot" doc:"As the author says it: me is the author."`
	Message      string    `json:"message,omitempty"`
	Contribution string    `json:"contribution,omitempty" doc:"The author's to the dice; shown to him alone before the match begins."`
	GID          string    `json:"gid"`
	Head         string    `json:"head"`
	Created      time.Time `json:"created"`
	Expires      time.Time `json:"expires"`
}

func offerOf(o league.Offer) offerBody {
	b := offerBody{
		ID: o.ID, State: string(o.State), Author: nameOf(o.Author), Opponent: nameOf(o.Invited), Game: o.Game, Variant: o.Variant, Clock: o.Control,
		Rated: o.Rated, Kickoff: o.Kickoff, Message: o.Message, Contribution: o.Contribution,
		GID: hex.EncodeToString(o.GID[:]), Head: hex.EncodeToString(o.Head[:]), Created: o.Created, Expires: o.Expires,
	}
	if o.State == league.OfferOpen {
		b.State = "offered"
	}
	return b
}

type offersBody struct {
	Offers []offerBody `json:"offers" doc:"Invitations to you, then your own, then open offers; the newest of each first."`
}

// apiOffers lists what the caller may accept, and what he has offered himself.
func (s *site) apiOffers(ctx context.Context, who caller, _ *struct{}) (*reply[offersBody], error) {
	to, from, err := s.office.Invitations(ctx, who.player)
	if err != nil {
		return nil, err
	}
	open, err := s.office.Offers(ctx, who.player)
	if err != nil {
		return nil, err
	}
	list := offersBody{Offers: []offerBody{}}
	for _, o := range slices.Concat(to, from, open) {
		list.Offers = append(list.Offers, offerOf(o))
	}
	return &reply[offersBody]{list}, nil
}

type offerPath struct {
	ID string `path:"id" maxLength:"64"`
}

// apiOffer shows an offer.
func (s *site) apiOffer(ctx context.Context, who caller, in *offerPath) (*reply[offerBody], error) {
	o, err := s.office.Offer(ctx, who.player, in.ID)
	if err != nil {
		return nil, err
	}
	return &reply[offerBody]{offerOf(o)}, nil
}

// apiEndOffer ends an offer: its author withdraws it, who is invited declines it.
func (s *site) apiEndOffer(ctx context.Context, who caller, in *offerPath) (*struct{}, error) {
	o, err := s.office.Offer(ctx, who.player, in.ID)
	if err != nil {
		return nil, err
	}
	end := s.office.Decline
	if o.Author.ID == who.player.ID {
		end = s.office.Withdraw
	}
	_, err = end(ctx, who.player, in.ID)
	return nil, err
}

type acceptRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body *struct {
		Contribution string `json:"contribution,omitempty" doc:"What you give to the dice, at most 64 bytes."`
	}
}

// apiAccept takes the open seat of an offer: its match begins.
func (s *site) apiAccept(ctx context.Context, who caller, in *acceptRequest) (*created[matchBody], error) {
	contribution := ""
	if in.Body != nil {
		contribution = in.Body.Contribution
	}
	m, err := s.office.Accept(ctx, who.player, in.ID, contribution, who.arrived)
	if err != nil {
		return nil, err
	}
	return s.begunMatch(ctx, who, m.ID)
}
