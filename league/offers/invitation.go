package offers

import (
	"context"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/play"
)

// linkPurpose is what links to invitations are signed for.
const linkPurpose = "offer link"

// Link returns what makes the link of an invitation that has one: whoever knows it may take the
// seat. Only its author is shown it, while the invitation is open; "" else. It is not kept, but
// follows from the offer's id, so that who reads the database does not have it.
func (s *Links) Link(viewer league.Player, offer league.Offer) string {
	if !offer.Linked || offer.State != league.OfferOpen || viewer.ID == "" || viewer.ID != offer.Author.ID {
		return ""
	}
	return offer.ID + "." + s.core.Sign(linkPurpose, offer.ID)
}

// linkedOffer finds the invitation of a link. Links are signed for those that have one alone.
func (s *Links) linkedOffer(ctx context.Context, link string) (league.Offer, error) {
	id, signature, _ := strings.Cut(link, ".")
	none := league.Errorf(league.NotFound, "There is no such invitation. Ask whoever sent you the link for the whole of it.")
	if !s.core.Signed(linkPurpose, id, signature) {
		return league.Offer{}, none
	}
	offer, err := s.store.Offer(ctx, id)
	if league.KindOf(err) == league.NotFound {
		err = none
	}
	return offer, err
}

// LinkedOffer returns the invitation of a link as it stands, for whoever has the link.
func (s *Links) LinkedOffer(ctx context.Context, viewer league.Player, link string) (league.Offer, error) {
	offer, err := s.linkedOffer(ctx, link)
	if err != nil {
		return league.Offer{}, err
	}
	return s.offers.redactFor(viewer, offer), nil
}

// AcceptLink is Accept by a link. The first who comes gets the seat; a guest may, if the
// invitation is not rated.
func (s *Links) AcceptLink(ctx context.Context, player league.Player, link, contribution string, helps bool, arrived time.Time) (league.Match, error) {
	offer, err := s.linkedOffer(ctx, link)
	if err != nil {
		return league.Match{}, err
	}
	return s.offers.take(ctx, player, offer, contribution, helps, arrived)
}

// Terms returns what the player who is invited would type to propose the same terms back: the
// form of a counter-offer begins with it.
func Terms(offer league.Offer) play.Proposal {
	p := play.Proposal{Rules: offer.Game + "/" + offer.Variant, Opponent: offer.Author.Name, Control: offer.Control, Rated: offer.Rated, Kickoff: offer.Kickoff}
	switch offer.Kickoff {
	case league.KickoffMe:
		p.Kickoff = league.KickoffYou
	case league.KickoffYou:
		p.Kickoff = league.KickoffMe
	}
	if offer.Legs > 1 {
		p.Legs = "2"
	}
	if offer.Pairs {
		p.Legs = LegsPair
	}
	return p
}

// Counter answers an open invitation with other terms: it is declined, and its author is invited
// in turn. Only the player who was invited may, and the two only so often in a row. Sent again
// with the same reservation it returns what came of it.
func (s *Links) Counter(ctx context.Context, player league.Player, id string, p play.Proposal) (league.Offer, error) {
	old, err := s.offers.Offer(ctx, player, id)
	if err != nil {
		return league.Offer{}, err
	}
	if old.Counter != "" && old.Counter == p.Reservation && player.ID == old.Invited.ID { // a double click
		return s.offers.Offer(ctx, player, old.Counter)
	}
	if err := MayCounter(player, old); err != nil {
		return league.Offer{}, err
	}
	p.Opponent, p.Link, p.Slots, p.From, p.To, p.Around = old.Author.Name, false, "", "", "", ""
	if err := s.vacations.MayBegin(ctx, player); err != nil {
		return league.Offer{}, err
	}
	offer, err := s.offers.offer(ctx, player, p)
	if err != nil {
		return league.Offer{}, err
	}
	if sameTerms(offer, old) {
		return league.Offer{}, league.Errorf(league.Invalid, "These are the terms that %s proposes. Change something, or accept the invitation.", old.Author.Name)
	}
	offer.Counters, offer.Turn = old.ID, old.Turn+1
	notices := offerNotices(offer, league.OfferCounter, player.ID, s.core.Now())
	err = s.store.CounterOffer(ctx, offer, s.offers.Limits, notices...)
	if league.KindOf(err) == league.Stale {
		return s.findCounter(ctx, player, id, p.Reservation)
	}
	if err != nil {
		return league.Offer{}, err
	}
	s.core.Notify(notices)
	return offer, nil
}

// findCounter returns what has come of an invitation that somebody was quicker to answer.
func (s *Links) findCounter(ctx context.Context, player league.Player, id, reservation string) (league.Offer, error) {
	old, err := s.offers.Offer(ctx, player, id)
	if err != nil {
		return league.Offer{}, err
	}
	switch {
	case old.State == league.OfferOpen: // the reservation was used for something else
		return league.Offer{}, play.ErrUsed()
	case old.Counter != reservation:
		return league.Offer{}, errGone(old, s.core.Now())
	}
	return s.offers.Offer(ctx, player, old.Counter)
}

// MayCounter is the policy of answering an invitation with other terms.
func MayCounter(player league.Player, old league.Offer) error {
	switch {
	case player.ID == "" || old.Invited.ID != player.ID:
		return league.Errorf(league.Forbidden, "Only the player who is invited can propose other terms.")
	case old.State != league.OfferOpen:
		return errGone(old, old.Expires)
	case old.Turn >= league.MostTurns:
		return league.Errorf(league.Forbidden, "You two have answered each other %d times. Accept or decline this one.", old.Turn)
	}
	return nil
}

// sameTerms says that an offer in answer to another proposes what that did.
func sameTerms(offer, old league.Offer) bool {
	back := Terms(old)
	return offer.Game == old.Game && offer.Variant == old.Variant && offer.Control == old.Control &&
		offer.Rated == old.Rated && offer.Legs == old.Legs && offer.Pairs == old.Pairs && offer.Kickoff == back.Kickoff
}
