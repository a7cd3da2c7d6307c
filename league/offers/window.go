package offers

import (
	"context"
	"errors"
	"slices"
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

// known is what decides whether a player may take one of some offers: the answer is computed from it alone.
type known struct {
	games      setting.Games
	restraints play.Restraints
	peaks      map[league.Pool]map[string]league.Peak
	blocks     []league.Block
	taken      []string       // ids of the offers of which they have a slot
	rated      map[string]int // how many rated matches they have begun lately, by with whom
}

// know reads what mayTake asks about a player and some offers, all at once.
func (s *Offers) know(ctx context.Context, player league.Player, offers ...league.Offer) (k known, err error) {
	players, windows := []string{player.ID}, map[league.Pool][]string{}
	for _, o := range offers {
		players = append(players, o.Author.ID)
		pool := o.Pool()
		if !o.Window.Open() {
			windows[pool] = append(windows[pool], player.ID)
		}
		if o.Window.Around != 0 {
			windows[pool] = append(windows[pool], o.Author.ID)
		}
	}
	if k.games, err = s.site.Games(ctx); err != nil {
		return known{}, err
	}
	if k.restraints, err = s.vacations.Restraints(ctx, each(players)...); err != nil {
		return known{}, err
	}
	k.peaks, err = s.ranking.Peaks(ctx, windows)
	return k, err
}

// knowAll is know with what obstacle asks besides, but for blocks.
func (s *Offers) knowAll(ctx context.Context, player league.Player, offers ...league.Offer) (known, error) {
	k, err := s.know(ctx, player, offers...)
	if err != nil {
		return known{}, err
	}
	var given, rated []string
	for _, o := range offers {
		if o.Given > 0 {
			given = append(given, o.ID)
		}
		if o.Rated {
			rated = append(rated, o.Author.ID)
		}
	}
	if len(given) > 0 {
		if k.taken, err = s.between.TakenBy(ctx, player.ID, given); err != nil {
			return known{}, err
		}
	}
	if len(rated) > 0 {
		k.rated, err = s.between.RatedBetween(ctx, player.ID, each(rated), s.core.Now().Add(-league.PairSpan))
	}
	return k, err
}

// each returns every one of some ids once, in order.
func each(ids []string) []string { return slices.Compact(slices.Sorted(slices.Values(ids))) }

// mayTake says whether a player may take a slot of an open offer, as far as the site, its author's wishes
// and vacations go; what is counted between the two the store decides when it is taken.
func (s *Offers) mayTake(k known, player league.Player, offer league.Offer) error {
	if err := s.site.Closed(k.games, offer.Game, offer.Variant, setting.Offers); err != nil {
		return err
	}
	if err := k.restraints.MayBegin(player, offer.Author); err != nil {
		return err
	}
	return fits(k.peaks[offer.Pool()], player, offer)
}

// fits is nil if a player is inside the window of an offer, by the ratings in its pool.
func fits(peaks map[string]league.Peak, player league.Player, offer league.Offer) error {
	if offer.Window.Open() {
		return nil
	}
	if why := offer.Window.Refuse(peaks[player.ID], peaks[offer.Author.ID].Now); why != "" {
		return league.Errorf(league.Forbidden, "%s", why)
	}
	return nil
}

// obstacle refuses what Accept would refuse a player.
func (s *Offers) obstacle(k known, player league.Player, offer league.Offer) error {
	if err := mayAnswer(player, offer); err != nil {
		return err
	}
	if err := s.mayTake(k, player, offer); err != nil {
		return err
	}
	if err := league.MayMeet(k.blocks, player, offer.Author, ""); err != nil {
		return err
	}
	if slices.Contains(k.taken, offer.ID) {
		return league.Errorf(league.Forbidden, "You have a seat of this offer already.")
	}
	if offer.Rated {
		return s.Limits.MayPair(k.rated[offer.Author.ID], offer.Legs)
	}
	return nil
}

// Obstacles says which of some open offers a viewer cannot take a slot of, and why, by their ids. It is what
// Accept would say.
func (s *Offers) Obstacles(ctx context.Context, viewer league.Player, offers ...league.Offer) (map[string]error, error) {
	k, err := s.knowAll(ctx, viewer, offers...)
	if err != nil {
		return nil, err
	}
	authors := make([]string, len(offers))
	for i, o := range offers {
		authors[i] = o.Author.ID
	}
	if k.blocks, err = s.between.BlocksBetween(ctx, viewer.ID, each(authors)); err != nil {
		return nil, err
	}
	return s.obstacles(k, viewer, offers)
}

// obstacles is Obstacles of what is known.
func (s *Offers) obstacles(k known, viewer league.Player, offers []league.Offer) (map[string]error, error) {
	obstacles := map[string]error{}
	for _, o := range offers {
		switch why := s.obstacle(k, viewer, o); {
		case league.KindOf(why) == league.Forbidden:
			obstacles[o.ID] = why
		case why != nil:
			return nil, why
		}
	}
	return obstacles, nil
}

// Obstacle is Obstacles of one offer; nil if the viewer can take it.
func (s *Offers) Obstacle(ctx context.Context, viewer league.Player, offer league.Offer) (why, err error) {
	obstacles, err := s.Obstacles(ctx, viewer, offer)
	return obstacles[offer.ID], err
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
	own := func(o league.Offer) bool { return viewer.ID != "" && o.Author.ID == viewer.ID }
	obstacles := map[string]error{}
	if others := slices.DeleteFunc(slices.Clone(offers), own); viewer.Agrees() && len(others) > 0 {
		k, err := s.knowAll(ctx, viewer, others...)
		if err != nil {
			return Room{}, err
		}
		if obstacles, err = s.obstacles(k, viewer, others); err != nil { // blocks stand between none of them
			return Room{}, err
		}
	}
	room := Room{Obstacles: map[string]error{}}
	for _, offer := range offers {
		why := obstacles[offer.ID]
		if !own(offer) && (!filter.Passes(offer) || filter.Free && why != nil) {
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
