package office

import (
	"context"
	"errors"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Offers keeps what players offer to each other, and whom they block. Open means
// open and not expired, by the moment that is given.
type Offers interface {
	// PutOffer stores a new offer and notices of it. If its id or GID is taken, by an offer
	// or by a match, the error is of kind league.Stale; if its author has too many, or one of
	// the two players has blocked the other, of kind league.Forbidden.
	PutOffer(ctx context.Context, o league.Offer, limits league.OfferLimits, notices ...league.Notice) error
	// Offer returns an offer as it is stored.
	Offer(ctx context.Context, id string) (league.Offer, error)
	// AcceptOffer gives the next slot of an open offer, and stores the matches that come of it. If
	// the offer is no longer open, if another slot is next, or if the player has a slot of
	// it already, the error is of kind league.Stale; if one of the two has blocked the other, or
	// they have begun too many rated matches, of kind league.Forbidden; nothing is written then.
	AcceptOffer(ctx context.Context, a league.Acceptance) error
	// CloseOffer gives an offer that is marked as open another state: league.OfferExpired
	// if it has expired by then, any other one if it has not. Else the error is of kind
	// league.Stale.
	CloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error
	// DeclineOffer is CloseOffer for an invitation that is declined with a message.
	DeclineOffer(ctx context.Context, id, answer string, at time.Time, notices ...league.Notice) error
	// CounterOffer declines the open offer that another one answers, and stores that. The
	// errors are those of CloseOffer and PutOffer.
	CounterOffer(ctx context.Context, o league.Offer, limits league.OfferLimits, notices ...league.Notice) error
	// MatchesOfOffer lists the matches that have come of an offer, without logs, in the order of
	// its slots and legs.
	MatchesOfOffer(ctx context.Context, offer string) ([]league.Match, error)
	// PeakRating returns a player's Elo in a pool now, and the highest that he has had since a
	// moment; false if no match of his there has been rated.
	PeakRating(ctx context.Context, player string, pool league.Pool, since time.Time) (league.Peak, bool, error)
	// MayMeet is nil if neither of two players has blocked the other; else it says which, and
	// is of kind league.Forbidden.
	MayMeet(ctx context.Context, player, other league.Player) error
	// OpenOffers lists open offers to anybody, the newest first: those of a player himself
	// and those of others, without players who have blocked him or whom he has.
	OpenOffers(ctx context.Context, viewer string, at time.Time, limit int) ([]league.Offer, error)
	// OpenInvitations lists open invitations of a player, to him and from him, the newest
	// first; none to him from players whom he has blocked.
	OpenInvitations(ctx context.Context, player string, at time.Time, limit int) (to, from []league.Offer, err error)
	// LapsedOffers lists offers that are still marked as open and are so no longer, since their
	// time has run out or one of their players has no account any more.
	LapsedOffers(ctx context.Context, at time.Time, limit int) ([]league.Offer, error)
	// RatedBetween counts the rated matches that two players have begun with each other since
	// a moment, those of tournaments apart.
	RatedBetween(ctx context.Context, player, other string, since time.Time) (int, error)

	// Block notes that a player has blocked another. Unblock undoes it. Both may be done twice.
	Block(ctx context.Context, b league.Block) error
	Unblock(ctx context.Context, player, other string) error
	// Blocks lists whom a player has blocked, by name.
	Blocks(ctx context.Context, player string) ([]league.Block, error)
}

// How many days offers are open, unless their author says otherwise (R-WR-1, R-WR-3).
const (
	offerDays      = 30
	invitationDays = 14
)

// offerLimits are those of R-WR-2; for invitations it names none, so these are ours.
var offerLimits = league.OfferLimits{Open: 5, Site: 20, Invited: 20, Pair: 2}

// offersShown is the most offers that a list holds.
const offersShown = 200

// Proposed is what came of a proposal: a match that has begun, or an offer that
// waits for somebody. The other one is zero.
type Proposed struct {
	Match league.Match
	Offer league.Offer
}

// Propose begins a match against a bot, or makes an offer: to the player named, or to
// whoever comes first. What is wrong with the proposal comes as field errors, all at
// once. The same reservation serves once: sent again by its author, Propose returns
// what came of it; by somebody else, the error is of kind league.Stale. An offer
// takes an account, else the error is of kind league.Forbidden.
func (o *Office) Propose(ctx context.Context, player league.Player, p Proposal) (Proposed, error) {
	if strings.HasPrefix(p.Opponent, botPrefix) {
		m, err := o.Begin(ctx, player, p)
		return Proposed{Match: m}, err
	}
	if err := mustBeMember(player, "games between people need an account."); err != nil {
		return Proposed{}, err
	}
	if err := o.mayBegin(ctx, player); err != nil {
		return Proposed{}, err
	}
	offer, err := o.offer(ctx, player, p)
	if err != nil {
		return Proposed{}, err
	}
	notices := offerNotices(offer, o.Now())
	err = o.store.PutOffer(ctx, offer, o.Limits, notices...)
	if league.KindOf(err) == league.Stale {
		return o.proposed(ctx, player, offer.ID)
	}
	if err != nil {
		return Proposed{}, err
	}
	o.tell(notices)
	return Proposed{Offer: offer}, nil
}

// proposed returns what has come of a reservation that is used up.
func (o *Office) proposed(ctx context.Context, player league.Player, id string) (Proposed, error) {
	offer, err := o.store.Offer(ctx, id)
	if league.KindOf(err) == league.NotFound {
		m, err := o.begun(ctx, player, id)
		return Proposed{Match: m}, err
	}
	if err != nil {
		return Proposed{}, err
	}
	if offer.Author.ID != player.ID {
		return Proposed{}, errUsed()
	}
	return Proposed{Offer: offer.At(o.Now())}, nil
}

// offer checks every field of a proposal that is not for a bot.
func (o *Office) offer(ctx context.Context, player league.Player, p Proposal) (league.Offer, error) {
	invited, opponentErr := o.invited(ctx, player, p.Opponent)
	if opponentErr != nil && league.Fields(opponentErr) == nil {
		return league.Offer{}, opponentErr
	}
	message, messageErr := league.CleanText("message", p.Message, league.MessageLength)
	t, err := o.understand(p)
	s, sizeErr := p.size()
	if err := errors.Join(opponentErr, messageErr, err, sizeErr); err != nil {
		return league.Offer{}, err
	}
	if err := o.mayRate(ctx, player, invited, p.Rated, s.legs); err != nil {
		return league.Offer{}, err
	}
	if s.pairs && t.kickoff == league.KickoffLot {
		t.kickoff = league.KickoffMe // a lot would be a throw that the other match does not have
	}
	now := o.Now()
	return league.Offer{
		ID: t.reservation.ID, Author: player, Invited: invited,
		Game: t.game.Info().ID, Variant: t.variant, Control: t.control.ID, Rated: p.Rated, Kickoff: t.kickoff,
		Message: message, Contribution: p.Contribution, GID: t.reservation.GID, Head: t.reservation.Head,
		Created: now, Expires: now.AddDate(0, 0, s.days), State: league.OfferOpen,
		Legs: s.legs, Pairs: s.pairs, Slots: s.slots, Further: o.further(t.reservation, s.legs*s.slots-1), Window: s.window, Linked: p.Link,
	}, nil
}

// invited finds out whom a proposal invites; the zero player if nobody by name.
func (o *Office) invited(ctx context.Context, author league.Player, typed string) (league.Player, error) {
	if typed == "" {
		return league.Player{}, nil
	}
	name := strings.TrimSpace(typed)
	if name == "" {
		return league.Player{}, league.FieldErrorf("opponent", "Type the name of the player whom you invite.")
	}
	for _, b := range o.bots {
		if strings.EqualFold(b.Name(), name) {
			return league.Player{}, league.FieldErrorf("opponent", "%s is a bot. Choose it from the list of bots: the game begins at once.", b.Name())
		}
	}
	p, err := o.PlayerByName(ctx, name)
	switch {
	case league.KindOf(err) == league.NotFound:
		return p, league.FieldErrorf("opponent", "There is no player of this name. Guests have to sign up first.")
	case err == nil && p.ID == author.ID:
		return p, league.FieldErrorf("opponent", "This is you. Invite somebody else, or play a bot.")
	}
	return p, err
}

// mayRate refuses a rated offer that could not be accepted now (R-WR-2).
func (o *Office) mayRate(ctx context.Context, author, invited league.Player, rated bool, legs int) error {
	if !rated {
		return nil
	}
	if legs > o.Limits.Pair {
		return league.FieldErrorf("rated", "Two players may begin only %d rated games within seven days.", o.Limits.Pair)
	}
	if invited.ID == "" {
		return nil
	}
	n, err := o.store.RatedBetween(ctx, author.ID, invited.ID, o.Now().Add(-league.PairSpan))
	switch {
	case err != nil:
	case n >= o.Limits.Pair:
		err = league.FieldErrorf("rated", "You two have begun %d rated games within seven days, which is the most. Make this one unrated.", n)
	case n+legs > o.Limits.Pair:
		err = league.FieldErrorf("rated", "You two may begin only %d rated games within seven days, and have begun %d. Make this one unrated, or one game.", o.Limits.Pair, n)
	}
	return err
}

// Offer returns an offer as it stands. An invitation is not found by others than
// its two players. What the author gave to the dice he alone is shown.
func (o *Office) Offer(ctx context.Context, viewer league.Player, id string) (league.Offer, error) {
	offer, err := o.visibleOffer(ctx, viewer, id)
	if err != nil {
		return league.Offer{}, err
	}
	return o.shown(viewer, offer), nil
}

// visibleOffer returns an offer as it is stored, if a player may see it.
func (o *Office) visibleOffer(ctx context.Context, viewer league.Player, id string) (league.Offer, error) {
	offer, err := o.store.Offer(ctx, id)
	if err == nil && !offer.Visible(viewer.ID) {
		err = league.Errorf(league.NotFound, "There is no such offer.")
	}
	return offer, err
}

// shown returns an offer as a viewer may see it now.
func (o *Office) shown(viewer league.Player, offer league.Offer) league.Offer {
	if offer.Author.ID != viewer.ID {
		offer.Contribution = ""
	}
	return offer.At(o.Now())
}

func (o *Office) allShown(viewer league.Player, offers []league.Offer) []league.Offer {
	for i := range offers {
		offers[i] = o.shown(viewer, offers[i])
	}
	return offers
}

// Offers lists the waiting room, the newest offer first: those that a viewer may take, and
// his own. Who has no account sees them too.
func (o *Office) Offers(ctx context.Context, viewer league.Player) ([]league.Offer, error) {
	offers, err := o.store.OpenOffers(ctx, viewer.ID, o.Now(), offersShown)
	return o.allShown(viewer, offers), err
}

// Invitations lists the open invitations to a player and from him, the newest first.
func (o *Office) Invitations(ctx context.Context, player league.Player) (toMe, fromMe []league.Offer, err error) {
	if player.Kind != league.Member {
		return nil, nil, nil
	}
	toMe, fromMe, err = o.store.OpenInvitations(ctx, player.ID, o.Now(), offersShown)
	return o.allShown(player, toMe), o.allShown(player, fromMe), err
}

// Block notes that a player does not want games with another: neither invites the
// other then, nor takes his offers. Done twice it is done.
func (o *Office) Block(ctx context.Context, player, other league.Player) error {
	if err := mustBeMember(player, "blocking somebody needs an account."); err != nil {
		return err
	}
	if player.ID == other.ID {
		return league.Errorf(league.Invalid, "You cannot block yourself.")
	}
	return o.store.Block(ctx, league.Block{Player: player, Other: other, At: o.Now()})
}

// Unblock undoes Block.
func (o *Office) Unblock(ctx context.Context, player, other league.Player) error {
	if err := mustBeMember(player, "blocking somebody needs an account."); err != nil {
		return err
	}
	return o.store.Unblock(ctx, player.ID, other.ID)
}

// Blocks lists whom a player has blocked, by name.
func (o *Office) Blocks(ctx context.Context, player league.Player) ([]league.Block, error) {
	return o.store.Blocks(ctx, player.ID)
}

// Rematch returns what a player would type to play a match once more: all as it was,
// with the kick-off for the other one. It is forbidden to who did not play in it.
func (o *Office) Rematch(ctx context.Context, player league.Player, id string) (Proposal, error) {
	v, err := o.Match(ctx, id)
	if err != nil {
		return Proposal{}, err
	}
	m := v.Match
	side := m.SideOf(player.ID)
	if side == engine.NoSide {
		return Proposal{}, errNotYours()
	}
	p := Proposal{Rules: m.Game + "/" + m.Variant, Control: m.Control, Rated: m.Rated, Kickoff: league.KickoffMe}
	if side == engine.First {
		p.Kickoff = league.KickoffYou
	}
	switch other := m.Seats[m.SeatOf(side.Other())].Player; other.Kind {
	case league.Bot:
		p.Opponent = other.ID
	case league.Member:
		p.Opponent = other.Name
	}
	return p, nil
}
