package offer

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/match"
	"kickabout/league"
	"kickabout/league/offers"
	"kickabout/league/play"
	"kickabout/views/ui"
)

type reservationBody struct {
	ID   string `json:"id" doc:"Of the match to be: send it with POST /matches."`
	GID  string `json:"gid" doc:"Names the match to its dice."`
	Head string `json:"head" doc:"Of the chain that the dice come from."`
	Seal string `json:"seal,omitempty" doc:"The commitment to the key of the match; missing under the scheme tbd1."`

	Further      []string `json:"further" doc:"The fingerprints of further matches in order, if the reservation is used for an offer of several."`
	FurtherSeals []string `json:"further_seals" doc:"Their commitments, likewise."`
}

// APIReserve fixes the dice of a match before anybody contributes to them.
func (s *Handlers) APIReserve(context.Context, api.Caller, *struct{}) (*api.Reply[reservationBody], error) {
	r := s.office.Reserve()
	body := reservationBody{ID: r.ID, GID: hex.EncodeToString(r.GID[:]), Head: hex.EncodeToString(r.Head[:]), Seal: sealOf(r.Dice)}
	for _, sealed := range s.office.FurtherSeals(r) {
		body.Further = append(body.Further, hex.EncodeToString(sealed.Head[:]))
		body.FurtherSeals = append(body.FurtherSeals, sealOf(sealed.Dice))
	}
	return &api.Reply[reservationBody]{Body: body}, nil
}

type beginRequest struct {
	Body struct {
		ID           string `json:"id" doc:"Of your reservation; it becomes the match's."`
		Game         string `json:"game" doc:"As in streetsoccer; see /games."`
		Variant      string `json:"variant" doc:"As in lg, or with options as in basic,goals=3."`
		Clock        string `json:"clock" doc:"The time control: lg, slow, fast or live."`
		Rated        bool   `json:"rated,omitempty" doc:"Counts for ratings; never against bots."`
		Helps        bool   `json:"helps,omitempty" doc:"If a BOT account plays, the match helps to rate it; it never moves your rating."`
		Kickoff      string `json:"kickoff" doc:"Who is first: me, you, or lot for the fair dice."`
		Contribution string `json:"contribution,omitempty" doc:"What you give to the dice, at most 64 bytes."`
		Opponent     string `json:"opponent,omitempty" doc:"A player's name, or a bot as in bot:greedy; without it the offer is open to all."`
		Message      string `json:"message,omitempty" doc:"To the opponent, one line."`
		Legs         int    `json:"legs,omitempty" doc:"Matches of each acceptance: 1, or 2 with a kick-off each. Of offers alone, as all that follows."`
		Duplicate    bool   `json:"duplicate,omitempty" doc:"Two matches that have the same throws, kept in step; then legs need not be given."`
		Slots        int    `json:"slots,omitempty" doc:"How many players may accept an open offer, 1 to 10."`
		Days         int    `json:"days,omitempty" doc:"How long it is open, 1 to 30; else 30, an invitation 14."`
		Link         bool   `json:"link,omitempty" doc:"An invitation for whoever gets its link, without an opponent."`

		Window *windowBody `json:"window,omitempty" doc:"Whom an open offer is for; missing: everybody."`
	}
}

// windowBody is whom an offer is for, by rating in whole points.
type windowBody struct {
	From   int `json:"from,omitempty" doc:"At least this rating now."`
	To     int `json:"to,omitempty" doc:"At most this rating within the last twelve months."`
	Around int `json:"around,omitempty" doc:"So many points more or less than the author, instead of bounds."`
}

func windowOf(w league.RatingWindow) *windowBody {
	if w.Open() {
		return nil
	}
	return &windowBody{w.From, w.To, w.Around}
}

// typed writes a number as a form has it; "" if it is missing.
func typed(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// begunBody is what comes of a proposal: a match, or an offer that waits for somebody.
type begunBody struct {
	match *match.MatchBody
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
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[match.MatchBody](), true, ""), r.Schema(reflect.TypeFor[offerBody](), true, "")}}
}

// APIBegin begins a match against a bot, invites a player, or makes an open offer.
func (s *Handlers) APIBegin(ctx context.Context, who api.Caller, in *beginRequest) (*api.Created[begunBody], error) {
	p := play.Proposal{
		Reservation: in.Body.ID, Rules: in.Body.Game + "/" + in.Body.Variant, Opponent: in.Body.Opponent, Kickoff: in.Body.Kickoff,
		Control: in.Body.Clock, Rated: in.Body.Rated, Helps: in.Body.Helps, Message: in.Body.Message, Contribution: in.Body.Contribution,
		Legs: typed(in.Body.Legs), Slots: typed(in.Body.Slots), Days: typed(in.Body.Days), Link: in.Body.Link,
	}
	if in.Body.Duplicate {
		p.Legs = offers.LegsPair
	}
	if w := in.Body.Window; w != nil {
		p.From, p.To, p.Around = typed(w.From), typed(w.To), typed(w.Around)
	}
	proposed, err := s.office.Propose(ctx, who.Player, p)
	if err != nil {
		return nil, err
	}
	if proposed.Match.ID == "" {
		offer := s.ownOffer(who, proposed.Offer)
		return &api.Created[begunBody]{Location: api.Root + "/offers/" + offer.ID, Body: begunBody{offer: &offer}}, nil
	}
	match, err := s.begunMatch(ctx, who, proposed.Match.ID)
	if err != nil {
		return nil, err
	}
	return &api.Created[begunBody]{Location: match.Location, Body: begunBody{match: &match.Body}}, nil
}

// begunMatch answers with a match that has just begun.
func (s *Handlers) begunMatch(ctx context.Context, who api.Caller, id string) (*api.Created[match.MatchBody], error) {
	v, err := s.office.Match(ctx, league.Of(who.Player), id)
	if err != nil {
		return nil, err
	}
	return s.matches.Made(v, who), nil
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
	Helps        bool      `json:"helps,omitempty" doc:"If a BOT account plays, the match helps to rate it."`
	Kickoff      string    `json:"kickoff" enum:"me,you,lot" doc:"As the author says it: me is the author."`
	Message      string    `json:"message,omitempty"`
	Contribution string    `json:"contribution,omitempty" doc:"The author's to the dice; shown to nobody else before the match begins."`
	GID          string    `json:"gid"`
	Head         string    `json:"head"`
	Seal         string    `json:"seal,omitempty" doc:"The commitment to the key of the match; missing under the scheme tbd1."`
	Created      time.Time `json:"created"`
	Expires      time.Time `json:"expires"`
	Legs         int       `json:"legs" doc:"Matches of each acceptance, 1 or 2 with a kick-off each."`
	Duplicate    bool      `json:"duplicate,omitempty" doc:"The two matches have the same throws and are kept in step."`
	Slots        int       `json:"slots" doc:"How many players may accept."`
	Given        int       `json:"given" doc:"How many have."`
	Linked       bool      `json:"linked,omitempty" doc:"An invitation for whoever has its link."`
	Link         string    `json:"link,omitempty" doc:"To pass on, for /invitations; shown to its author alone, while it is open."`
	Obstacle     string    `json:"obstacle,omitempty" doc:"Why you cannot accept it; missing if you can, and where offers are not looked at one by one."`
	Turn         int       `json:"turn,omitempty" doc:"How often these two have answered each other with other terms before."`
	Counters     string    `json:"counters,omitempty" doc:"The invitation that this answers with other terms."`
	Counter      string    `json:"counter,omitempty" doc:"The other terms that answer this."`
	Answer       string    `json:"answer,omitempty" doc:"What who declined wrote."`
	Matches      []string  `json:"matches,omitempty" doc:"What has come of it, where offers are looked at one by one."`

	Window  *windowBody `json:"window,omitempty" doc:"Whom it is for, by rating; missing: everybody."`
	Further []sealBody  `json:"further,omitempty" doc:"What is fixed of the dice of further matches: for each slot, each leg."`
}

// sealBody is what is fixed of the dice of a match.
type sealBody struct {
	GID  string `json:"gid"`
	Head string `json:"head"`
	Seal string `json:"seal,omitempty"`
}

// sealOf returns a commitment as the API shows it.
func sealOf(c league.Commitment) string {
	if !c.Second() {
		return ""
	}
	return hex.EncodeToString(c.Seal[:])
}

func offerOf(o league.Offer) offerBody {
	b := offerBody{
		ID: o.ID, State: string(o.State), Author: api.NameOf(o.Author), Opponent: api.NameOf(o.Invited), Game: o.Game, Variant: o.Variant, Clock: o.Control,
		Rated: o.Rated, Helps: o.Helps, Kickoff: o.Kickoff, Message: o.Message, Contribution: o.Contribution,
		GID: hex.EncodeToString(o.GID[:]), Head: hex.EncodeToString(o.Head[:]), Seal: sealOf(o.Dice), Created: o.Created, Expires: o.Expires,
		Legs: o.Legs, Duplicate: o.Pairs, Slots: o.Slots, Given: o.Given, Linked: o.Linked, Turn: o.Turn, Counters: o.Counters, Counter: o.Counter, Answer: o.Answer,
		Window: windowOf(o.Window),
	}
	for slot := range o.Slots {
		for _, f := range o.Seals(slot) {
			b.Further = append(b.Further, sealBody{hex.EncodeToString(f.GID[:]), hex.EncodeToString(f.Head[:]), sealOf(f.Dice)})
		}
	}
	b.Further = b.Further[1:] // the first is the offer's own
	if o.State == league.OfferOpen {
		b.State = "offered"
	}
	return b
}

// ownOffer is an offer with the link that its author alone sees.
func (s *Handlers) ownOffer(who api.Caller, o league.Offer) offerBody {
	b := offerOf(o)
	b.Link = s.office.Link(who.Player, o)
	return b
}

// lookedAt is an offer with all that is known of it to one who may see it.
func (s *Handlers) lookedAt(ctx context.Context, who api.Caller, o league.Offer) (*api.Reply[offerBody], error) {
	b := s.ownOffer(who, o)
	matches, err := s.office.MatchesOfOffer(ctx, league.Of(who.Player), o)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		b.Matches = append(b.Matches, m.ID)
	}
	if o.State == league.OfferOpen && who.Player.ID != "" && o.Author.ID != who.Player.ID {
		var why error
		why, err = s.office.Obstacle(ctx, who.Player, o)
		b.Obstacle = ui.Sentence(why)
	}
	return &api.Reply[offerBody]{Body: b}, err
}

type offersRequest struct {
	api.Page
	Game    string `query:"game" maxLength:"100" doc:"Open offers of this game alone, as in streetsoccer."`
	Variant string `query:"variant" maxLength:"100" doc:"With a game: of this variant alone."`
	Clock   string `query:"clock" maxLength:"100" doc:"Open offers with this time control alone."`
	Rated   string `query:"rated" enum:"rated,unrated" doc:"Open offers that are rated, or are not."`
	Free    bool   `query:"free" doc:"Only open offers that you may accept."`
}

type offersBody struct {
	Offers []offerBody `json:"offers" doc:"Invitations to you, then your own, then open offers; the newest of each first. Without a token: the open ones alone."`
	Next   string      `json:"next,omitempty" doc:"The cursor of the next page, if there is one."`
}

// APIOffers lists what the caller is invited to, what they have offered themselves, and the waiting room.
func (s *Handlers) APIOffers(ctx context.Context, who api.Caller, in *offersRequest) (*api.Reply[offersBody], error) {
	filter := league.OfferFilter{Rules: in.Game, Control: in.Clock, Rated: in.Rated, Free: in.Free}
	if in.Variant != "" {
		filter.Rules += "/" + in.Variant
	}
	to, from, err := s.office.Invitations(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	room, err := s.office.Room(ctx, who.Player, filter)
	if err != nil {
		return nil, err
	}
	offers, next, err := api.Part(slices.Concat(to, from, room.Offers), in.Page, func(o league.Offer) string { return o.ID })
	if err != nil {
		return nil, err
	}
	list := offersBody{Offers: []offerBody{}, Next: next}
	for _, o := range offers {
		b := s.ownOffer(who, o)
		b.Obstacle = ui.Sentence(room.Obstacles[o.ID])
		list.Offers = append(list.Offers, b)
	}
	return &api.Reply[offersBody]{Body: list}, nil
}

type offerPath struct {
	ID string `path:"id" maxLength:"64"`
}

// APIOffer shows an offer.
func (s *Handlers) APIOffer(ctx context.Context, who api.Caller, in *offerPath) (*api.Reply[offerBody], error) {
	o, err := s.office.Offer(ctx, who.Player, in.ID)
	if err != nil {
		return nil, err
	}
	return s.lookedAt(ctx, who, o)
}

// APIEndOffer ends an offer: its author withdraws it, who is invited declines it.
func (s *Handlers) APIEndOffer(ctx context.Context, who api.Caller, in *offerPath) (*struct{}, error) {
	o, err := s.office.Offer(ctx, who.Player, in.ID)
	if err != nil {
		return nil, err
	}
	if o.Author.ID == who.Player.ID {
		_, err = s.office.Withdraw(ctx, who.Player, in.ID)
	} else {
		_, err = s.office.Decline(ctx, who.Player, in.ID, "")
	}
	return nil, err
}

// contributionBody is what comes with an acceptance; all of it may be missing.
type contributionBody struct {
	Contribution string `json:"contribution,omitempty" doc:"What you give to the dice, at most 64 bytes."`
	Helps        bool   `json:"helps,omitempty" doc:"Of an offer by a BOT account: the match helps to rate it, and never moves your rating."`
}

func (b *contributionBody) ticked() bool { return b != nil && b.Helps }

func (b *contributionBody) given() string {
	if b == nil {
		return ""
	}
	return b.Contribution
}

type acceptRequest struct {
	ID   string `path:"id" maxLength:"64"`
	Body *contributionBody
}

// APIAccept takes a slot of an offer: its matches begin. It answers with the first.
func (s *Handlers) APIAccept(ctx context.Context, who api.Caller, in *acceptRequest) (*api.Created[match.MatchBody], error) {
	m, err := s.office.Accept(ctx, who.Player, in.ID, in.Body.given(), in.Body.ticked(), who.Arrived)
	if err != nil {
		return nil, err
	}
	return s.begunMatch(ctx, who, m.ID)
}
