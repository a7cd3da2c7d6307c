package office

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
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
	// AcceptOffer closes the open offer that a match comes of, and stores the match. If
	// the offer is no longer open the error is of kind league.Stale; if one of the two has
	// blocked the other, or they have begun too many rated matches, of kind
	// league.Forbidden; nothing is written then.
	AcceptOffer(ctx context.Context, a league.Acceptance) error
	// CloseOffer gives an offer that is marked as open another state: league.OfferExpired
	// if it has expired by then, any other one if it has not. Else the error is of kind
	// league.Stale.
	CloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error
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

// How long offers are open (R-WR-1, R-WR-3).
const (
	offerAge      = 30 * 24 * time.Hour
	invitationAge = 14 * 24 * time.Hour
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
	if err := errors.Join(opponentErr, messageErr, err); err != nil {
		return league.Offer{}, err
	}
	if err := o.mayRate(ctx, player, invited, p.Rated); err != nil {
		return league.Offer{}, err
	}
	now := o.Now()
	offer := league.Offer{
		ID: t.reservation.ID, Author: player, Invited: invited,
		Game: t.game.Info().ID, Variant: t.variant, Control: t.control.ID, Rated: p.Rated, Kickoff: t.kickoff,
		Message: message, Contribution: p.Contribution, GID: t.reservation.GID, Head: t.reservation.Head,
		Created: now, Expires: now.Add(offerAge), State: league.OfferOpen,
	}
	if offer.Personal() {
		offer.Expires = now.Add(invitationAge)
	}
	return offer, nil
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

// mayRate refuses a rated invitation that could not be accepted now (R-WR-2).
func (o *Office) mayRate(ctx context.Context, author, invited league.Player, rated bool) error {
	if !rated || invited.ID == "" {
		return nil
	}
	n, err := o.store.RatedBetween(ctx, author.ID, invited.ID, o.Now().Add(-league.PairSpan))
	if err == nil && n >= o.Limits.Pair {
		err = league.FieldErrorf("rated", "You two have begun %d rated games within seven days, which is the most. Make this one unrated.", n)
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

// Accept takes the open seat of an offer and begins its match. The errors, in the
// order in which they are looked for: not found; no account, or one's own offer
// (forbidden); gone (stale; no error if the player himself has taken it, but its match
// again); a contribution that cannot be (invalid); blocked, or enough rated matches of
// the two (forbidden).
func (o *Office) Accept(ctx context.Context, player league.Player, id, contribution string, arrived time.Time) (league.Match, error) {
	offer, err := o.visibleOffer(ctx, player, id)
	if err != nil {
		return league.Match{}, err
	}
	if err := mayAnswer(player, offer); err != nil {
		return league.Match{}, err
	}
	if offer = offer.At(arrived); offer.State != league.OfferOpen {
		return o.taken(ctx, player, offer)
	}
	if why := badContribution(contribution); why != "" {
		return league.Match{}, league.FieldErrorf("contribution", "%s", why)
	}
	m, err := o.accept(ctx, player, offer, contribution, arrived)
	if league.KindOf(err) != league.Stale {
		return m, err
	}
	if offer, err = o.visibleOffer(ctx, player, id); err != nil {
		return league.Match{}, err
	}
	return o.taken(ctx, player, offer.At(arrived))
}

// mayAnswer is the policy of answering an offer that one can see.
func mayAnswer(player league.Player, offer league.Offer) error {
	if err := mustBeMember(player, "games between people need an account."); err != nil {
		return err
	}
	if offer.Author.ID == player.ID {
		return league.Errorf(league.Forbidden, "This is your own offer. Somebody else has to take it.")
	}
	return nil
}

// accept makes the match of an offer.
func (o *Office) accept(ctx context.Context, player league.Player, offer league.Offer, contribution string, arrived time.Time) (league.Match, error) {
	if err := o.mayBegin(ctx, player, offer.Author); err != nil {
		return league.Match{}, err
	}
	t, err := o.agreed(offer)
	if err != nil {
		return league.Match{}, err
	}
	seats := [2]league.Seat{{Player: offer.Author, Contribution: offer.Contribution}, {Player: player, Contribution: contribution}}
	m, seq, err := o.made(t, seats, o.Now())
	if err != nil {
		return league.Match{}, err
	}
	notices := append(noticesOf(m, league.MatchNotice, m.Created, seq), offerNotices(offer, m.Created)...)
	if err := o.store.AcceptOffer(ctx, league.Acceptance{Match: m, Arrived: arrived, Limits: o.Limits, Notices: notices}); err != nil {
		return league.Match{}, err
	}
	o.spread(m, notices)
	return m, nil
}

// agreed turns an offer back into terms.
func (o *Office) agreed(offer league.Offer) (terms, error) {
	game, err := o.Game(offer.Game)
	if err != nil {
		return terms{}, fmt.Errorf("offer %s: %w", offer.ID, err)
	}
	control, err := clock.ByID(offer.Control)
	if err != nil {
		return terms{}, fmt.Errorf("offer %s: %w", offer.ID, err)
	}
	return terms{
		reservation: Reservation{ID: offer.ID, GID: offer.GID, Head: offer.Head},
		game:        game, variant: offer.Variant, rated: offer.Rated, kickoff: offer.Kickoff, control: control,
	}, nil
}

// taken answers somebody who comes too late for an offer, or a second time.
func (o *Office) taken(ctx context.Context, player league.Player, offer league.Offer) (league.Match, error) {
	if offer.State == league.OfferAccepted {
		m, err := o.store.Match(ctx, offer.ID)
		if err != nil || m.Seats[1].Player.ID == player.ID {
			return m, err
		}
	}
	return league.Match{}, errGone(offer)
}

// errGone says why an offer cannot be answered any more.
func errGone(offer league.Offer) error {
	thing := "offer"
	if offer.Personal() {
		thing = "invitation"
	}
	switch offer.State {
	case league.OfferAccepted:
		if offer.Personal() {
			return league.Errorf(league.Stale, "This invitation has been accepted, and the game has begun.")
		}
		return league.Errorf(league.Stale, "Somebody else has taken this seat. Look for another offer, or make one.")
	case league.OfferDeclined:
		return league.Errorf(league.Stale, "This invitation has been declined.")
	case league.OfferWithdrawn:
		return league.Errorf(league.Stale, "This %s has been withdrawn.", thing)
	}
	return league.Errorf(league.Stale, "This %s has run out.", thing)
}

// Decline refuses an invitation. Only the player who was invited may; who has declined
// already may do it again.
func (o *Office) Decline(ctx context.Context, player league.Player, id string) (league.Offer, error) {
	return o.close(ctx, player, id, league.OfferDeclined, func(offer league.Offer) error {
		if offer.Invited.ID != player.ID || player.ID == "" {
			return league.Errorf(league.Forbidden, "Only the player who is invited can decline.")
		}
		return nil
	})
}

// Withdraw takes back an offer. Only its author may; who has withdrawn it already may
// do it again.
func (o *Office) Withdraw(ctx context.Context, player league.Player, id string) (league.Offer, error) {
	return o.close(ctx, player, id, league.OfferWithdrawn, func(offer league.Offer) error {
		if offer.Author.ID != player.ID || player.ID == "" {
			return league.Errorf(league.Forbidden, "Only the player who made an offer can withdraw it.")
		}
		return nil
	})
}

// close ends an open offer by an act of one of its players.
func (o *Office) close(ctx context.Context, player league.Player, id string, state league.OfferState, policy func(league.Offer) error) (league.Offer, error) {
	offer, err := o.Offer(ctx, player, id)
	if err != nil {
		return league.Offer{}, err
	}
	if err := policy(offer); err != nil {
		return offer, err
	}
	if offer.State == league.OfferOpen {
		err := o.shut(ctx, offer, state)
		if league.KindOf(err) != league.Stale {
			offer.State = state
			return offer, err
		}
		if offer, err = o.Offer(ctx, player, id); err != nil {
			return league.Offer{}, err
		}
	}
	if offer.State != state {
		return offer, errGone(offer)
	}
	return offer, nil
}

// shut writes down the end of an open offer, and tells those whom it concerns.
func (o *Office) shut(ctx context.Context, offer league.Offer, state league.OfferState) error {
	now := o.Now()
	notices := offerNotices(offer, now)
	if err := o.store.CloseOffer(ctx, offer.ID, state, now, notices...); err != nil {
		return err
	}
	o.tell(notices)
	return nil
}

// expireAtOnce is how many expired offers one look at the database takes up.
const expireAtOnce = 100

// Expire marks the offers whose time has run out and tells their players. It is
// level-triggered, and nothing waits for it: an offer that has run out is refused
// by its time alone.
func (o *Office) Expire(ctx context.Context) error {
	for {
		now := o.Now()
		lapsed, err := o.store.LapsedOffers(ctx, now, expireAtOnce)
		if err != nil {
			return fmt.Errorf("looking for offers that have run out: %w", err)
		}
		var problems []error
		for _, offer := range lapsed {
			if err := o.shut(ctx, offer, offer.At(now).State); err != nil && league.KindOf(err) != league.Stale {
				problems = append(problems, err)
			}
		}
		if len(problems) > 0 || len(lapsed) < expireAtOnce {
			return errors.Join(problems...)
		}
	}
}

// offerNotices tells the players of an offer about it.
func offerNotices(offer league.Offer, at time.Time) []league.Notice {
	var notices []league.Notice
	for _, p := range []league.Player{offer.Author, offer.Invited} {
		if p.Kind == league.Member {
			notices = append(notices, league.Notice{Player: p.ID, At: at, Kind: league.OfferNotice, Subject: offer.ID})
		}
	}
	return notices
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
