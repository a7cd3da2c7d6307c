package offers

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/setting"
)

// LegsPair asks for a duplicate pair: two matches with the same throws.
const LegsPair = "pair"

// size is how much is offered, for how long and to whom.
type size struct {
	legs, slots, days int
	pairs             bool // both legs have the same throws
	window            league.RatingWindow
}

// sizeOf reads the numbers of a proposal; what is wrong comes as field errors.
func sizeOf(p play.Proposal) (size, error) {
	var problems []error
	number := func(field, typed string, usual, least, most int) int {
		typed = strings.TrimSpace(typed)
		if typed == "" {
			return usual
		}
		n, err := strconv.Atoi(typed)
		if err != nil || n < least || n > most {
			problems = append(problems, league.FieldErrorf(field, "Give a number from %d to %d.", least, most))
			return usual
		}
		return n
	}
	days := offerDays
	if invites(p) {
		days = invitationDays
	}
	pairs := strings.TrimSpace(p.Legs) == LegsPair
	if pairs {
		p.Legs = "2"
	}
	s := size{
		pairs: pairs,
		legs:  number("legs", p.Legs, 1, 1, league.MostLegs),
		slots: number("slots", p.Slots, 1, 1, league.MostSlots),
		days:  number("days", p.Days, days, 1, league.MostDays),
		window: league.RatingWindow{
			From:   number("from", p.From, 0, league.LowestWindow, league.HighestWindow),
			To:     number("to", p.To, 0, league.LowestWindow, league.HighestWindow),
			Around: number("around", p.Around, 0, league.LeastAround, league.MostAround),
		},
	}
	problems = append(problems, s.window.Check())
	if invites(p) && s.slots > 1 {
		problems = append(problems, league.FieldErrorf("slots", "An invitation is for one player. Leave this at 1, or make an open offer."))
	}
	if invites(p) && !s.window.Open() {
		problems = append(problems, league.FieldErrorf("from", "Bounds on ratings are for open offers. Whom you invite may play whatever the rating."))
	}
	if p.Link && p.Opponent != "" {
		problems = append(problems, league.FieldErrorf("opponent", "A link is for whoever gets it. Leave the name empty."))
	}
	return s, errors.Join(problems...)
}

// invites says that a proposal is not for the waiting room.
func invites(p play.Proposal) bool { return p.Opponent != "" || p.Link }

// mayTake says whether a player may take a slot of an open offer, as far as the site, its author's wishes
// and vacations go; what is counted between the two the store decides when it is taken.
func (s *Offers) mayTake(ctx context.Context, player league.Player, offer league.Offer) error {
	if err := s.site.MayBegin(ctx, offer.Game, offer.Variant, setting.Offers); err != nil {
		return err
	}
	if err := s.vacations.MayBegin(ctx, player, offer.Author); err != nil {
		return err
	}
	return s.fits(ctx, player, offer)
}

// fits is nil if a player is inside the window of an offer.
func (s *Offers) fits(ctx context.Context, player league.Player, offer league.Offer) error {
	if offer.Window.Open() {
		return nil
	}
	own, err := s.ranking.Peak(ctx, player, offer)
	if err != nil {
		return err
	}
	author := league.Peak{}
	if offer.Window.Around != 0 {
		if author, err = s.ranking.Peak(ctx, offer.Author, offer); err != nil {
			return err
		}
	}
	if why := offer.Window.Refuse(own, author.Now); why != "" {
		return league.Errorf(league.Forbidden, "%s", why)
	}
	return nil
}

// Obstacle says why a viewer cannot take a slot of an open offer; nil if they can. It is what
// Accept would say.
func (s *Offers) Obstacle(ctx context.Context, viewer league.Player, offer league.Offer) (why, err error) {
	err = mayAnswer(viewer, offer)
	if err == nil {
		err = s.mayTake(ctx, viewer, offer)
	}
	if err == nil {
		err = s.blocks.MayMeet(ctx, viewer, offer.Author)
	}
	if err == nil && offer.Given > 0 {
		var mine bool
		if _, mine, err = s.matchTakenBy(ctx, viewer, offer); mine {
			err = league.Errorf(league.Forbidden, "You have a seat of this offer already.")
		}
	}
	if err == nil && offer.Rated {
		var n int
		if n, err = s.store.RatedBetween(ctx, viewer.ID, offer.Author.ID, s.core.Now().Add(-league.PairSpan)); err == nil {
			err = s.Limits.MayPair(n, offer.Legs)
		}
	}
	if league.KindOf(err) == league.Forbidden {
		return err, nil
	}
	return nil, err
}

// Room is what the waiting room shows to somebody.
type Room struct {
	Offers    []league.Offer   // the newest first; the viewer's own are all there
	Obstacles map[string]error // why a member cannot take one, by its id
	Hidden    int              // how many others do not pass the filter
}

// Room lists the waiting room as a viewer wants to see it. Who has no account may take nothing
// there, which is no obstacle of a single offer.
func (s *Offers) Room(ctx context.Context, viewer league.Player, filter league.OfferFilter) (Room, error) {
	offers, err := s.Offers(ctx, viewer)
	if err != nil {
		return Room{}, err
	}
	room := Room{Obstacles: map[string]error{}}
	for _, offer := range offers {
		if own := viewer.ID != "" && offer.Author.ID == viewer.ID; own {
			room.Offers = append(room.Offers, offer)
			continue
		}
		var why error
		if viewer.Kind == league.Member {
			if why, err = s.Obstacle(ctx, viewer, offer); err != nil {
				return Room{}, err
			}
		}
		if !filter.Passes(offer) || filter.Free && why != nil {
			room.Hidden++
			continue
		}
		if room.Offers = append(room.Offers, offer); why != nil {
			room.Obstacles[offer.ID] = why
		}
	}
	return room, nil
}

// MatchesOfOffer lists the matches that have come of an offer which somebody sees, in the order
// in which they began.
func (s *Offers) MatchesOfOffer(ctx context.Context, viewer league.Viewer, offer league.Offer) ([]league.Match, error) {
	if offer.Given == 0 {
		return nil, nil
	}
	return s.store.MatchesOfOffer(ctx, viewer, offer.ID)
}
