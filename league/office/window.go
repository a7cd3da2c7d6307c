package office

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"kickabout/league"
)

// LegsPair asks for a duplicate pair: two matches with the same throws.
const LegsPair = "pair"

// size is how much is offered, for how long and to whom.
type size struct {
	legs, slots, days int
	pairs             bool // both legs have the same throws
	window            league.RatingWindow
}

// size reads the numbers of a proposal; what is wrong comes as field errors.
func (p Proposal) size() (size, error) {
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
	if p.invites() {
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
	if p.invites() && s.slots > 1 {
		problems = append(problems, league.FieldErrorf("slots", "An invitation is for one player. Leave this at 1, or make an open offer."))
	}
	if p.invites() && !s.window.Open() {
		problems = append(problems, league.FieldErrorf("from", "Bounds on ratings are for open offers. Whom you invite may play whatever the rating."))
	}
	if p.Link && p.Opponent != "" {
		problems = append(problems, league.FieldErrorf("opponent", "A link is for whoever gets it. Leave the name empty."))
	}
	return s, errors.Join(problems...)
}

// invites says that the proposal is not for the waiting room.
func (p Proposal) invites() bool { return p.Opponent != "" || p.Link }

// mayTake says whether a player may take a slot of an open offer, as far as its author's wishes
// and vacations go; what is counted between the two the store decides when it is taken.
func (o *Office) mayTake(ctx context.Context, player league.Player, offer league.Offer) error {
	if err := o.mayBegin(ctx, player, offer.Author); err != nil {
		return err
	}
	return o.fits(ctx, player, offer)
}

// fits is nil if a player is inside the window of an offer.
func (o *Office) fits(ctx context.Context, player league.Player, offer league.Offer) error {
	if offer.Window.Open() {
		return nil
	}
	own, err := o.peak(ctx, player, offer)
	if err != nil {
		return err
	}
	author := league.Peak{}
	if offer.Window.Around != 0 {
		if author, err = o.peak(ctx, offer.Author, offer); err != nil {
			return err
		}
	}
	if why := offer.Window.Refuse(own, author.Now); why != "" {
		return league.Errorf(league.Forbidden, "%s", why)
	}
	return nil
}

// peak returns a player's rating in the pool of an offer; who has none counts as one who is about
// to begin.
func (o *Office) peak(ctx context.Context, player league.Player, offer league.Offer) (league.Peak, error) {
	pool := league.Pool{Game: offer.Game, Variant: offer.Variant}
	peak, rated, err := o.store.PeakRating(ctx, player.ID, pool, o.Now().AddDate(-1, 0, 0))
	if err == nil && !rated {
		start := o.Ratings.Fresh().Elo
		peak = league.Peak{Now: start, Highest: start}
	}
	return peak, err
}

// Obstacle says why a viewer cannot take a slot of an open offer, in a sentence; "" if he
// can. It is what Accept would say.
func (o *Office) Obstacle(ctx context.Context, viewer league.Player, offer league.Offer) (string, error) {
	err := mayAnswer(viewer, offer)
	if err == nil {
		err = o.mayTake(ctx, viewer, offer)
	}
	if err == nil {
		err = o.store.MayMeet(ctx, viewer, offer.Author)
	}
	if err == nil && offer.Given > 0 {
		var mine bool
		if _, mine, err = o.takenBy(ctx, viewer, offer); mine {
			err = league.Errorf(league.Forbidden, "You have a seat of this offer already.")
		}
	}
	if err == nil && offer.Rated {
		var n int
		if n, err = o.store.RatedBetween(ctx, viewer.ID, offer.Author.ID, o.Now().Add(-league.PairSpan)); err == nil {
			err = o.Limits.MayPair(n, offer.Legs)
		}
	}
	if league.KindOf(err) == league.Forbidden {
		return err.Error(), nil
	}
	return "", err
}

// Room is what the waiting room shows to somebody.
type Room struct {
	Offers    []league.Offer    // the newest first; the viewer's own are all there
	Obstacles map[string]string // why a member cannot take one, by its id
	Hidden    int               // how many others do not pass the filter
}

// Room lists the waiting room as a viewer wants to see it. Who has no account may take nothing
// there, which is no obstacle of a single offer.
func (o *Office) Room(ctx context.Context, viewer league.Player, filter league.OfferFilter) (Room, error) {
	offers, err := o.Offers(ctx, viewer)
	if err != nil {
		return Room{}, err
	}
	room := Room{Obstacles: map[string]string{}}
	for _, offer := range offers {
		if own := viewer.ID != "" && offer.Author.ID == viewer.ID; own {
			room.Offers = append(room.Offers, offer)
			continue
		}
		why := ""
		if viewer.Kind == league.Member {
			if why, err = o.Obstacle(ctx, viewer, offer); err != nil {
				return Room{}, err
			}
		}
		if !filter.Passes(offer) || filter.Free && why != "" {
			room.Hidden++
			continue
		}
		if room.Offers = append(room.Offers, offer); why != "" {
			room.Obstacles[offer.ID] = why
		}
	}
	return room, nil
}

// MatchesOfOffer lists the matches that have come of an offer which somebody sees, in the order
// in which they began.
func (o *Office) MatchesOfOffer(ctx context.Context, offer league.Offer) ([]league.Match, error) {
	if offer.Given == 0 {
		return nil, nil
	}
	return o.store.MatchesOfOffer(ctx, offer.ID)
}
