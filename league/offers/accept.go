package offers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/contribution"
	"kickabout/league/core"
	"kickabout/league/oneline"
	"kickabout/league/play"
)

// Accept takes a slot of an offer and begins its matches; it returns the first of them. The
// errors, in the order in which they are looked for: not found; no account, or one's own offer
// (forbidden); gone (stale; no error if the player has a slot of it, but their match
// again); a contribution that cannot be (invalid); away, outside the window, blocked, or
// enough rated matches of the two (forbidden). helps is what they ticked of an offer of a BOT account (R-BO-4).
func (s *Offers) Accept(ctx context.Context, player league.Player, id, contribution string, helps bool, arrived time.Time) (league.Match, error) {
	offer, err := s.visibleOffer(ctx, player, id)
	if err != nil {
		return league.Match{}, err
	}
	return s.take(ctx, player, offer, contribution, helps, arrived)
}

// Take is Accept of an offer that was found. Another one may get in first, and then the next
// slot is tried: its seal was shown with all the others.
func (s *Offers) take(ctx context.Context, player league.Player, offer league.Offer, given string, helps bool, arrived time.Time) (league.Match, error) {
	if err := mayAnswer(player, offer); err != nil {
		return league.Match{}, err
	}
	for range league.MostSlots {
		m, mine, err := s.matchTakenBy(ctx, player, offer)
		if err != nil || mine {
			return m, err
		}
		if offer = offer.At(arrived); offer.State != league.OfferOpen {
			break
		}
		if why := contribution.Problem(given); why != "" {
			return league.Match{}, league.FieldErrorf("contribution", "%s", why)
		}
		m, err = s.accept(ctx, player, offer, given, helps, arrived)
		if league.KindOf(err) != league.Stale {
			return m, err
		}
		if offer, err = s.store.Offer(ctx, offer.ID); err != nil {
			return league.Match{}, err
		}
	}
	m, mine, err := s.matchTakenBy(ctx, player, offer)
	if err == nil && !mine {
		err = errGone(offer.At(arrived), arrived)
	}
	return m, err
}

// matchTakenBy returns the first match that a player has from an offer; false if they have none.
func (s *Offers) matchTakenBy(ctx context.Context, player league.Player, offer league.Offer) (league.Match, bool, error) {
	if offer.Given == 0 {
		return league.Match{}, false, nil
	}
	matches, err := s.store.MatchesOfOffer(ctx, league.Of(player), offer.ID)
	if err != nil {
		return league.Match{}, false, err
	}
	for slot := range offer.Given {
		first := offer.Seals(slot)[0].Match
		for _, m := range matches {
			if m.ID == first && m.Seats[1].Player.ID == player.ID {
				m, err := s.store.Match(ctx, league.Of(player), m.ID)
				return m, err == nil, err
			}
		}
	}
	return league.Match{}, false, nil
}

// mayAnswer is the policy of answering an offer that one can see. A guest may who has the link
// to an unrated one.
func mayAnswer(player league.Player, offer league.Offer) error {
	if !guestMay(player, offer) {
		if err := core.MustAgree(player); err != nil {
			return err
		}
	}
	if offer.Author.ID == player.ID {
		return league.Errorf(league.Forbidden, "This is your own offer. Somebody else has to take it.")
	}
	if offer.Rated && !league.MayRate(player, offer.Author) {
		return league.Errorf(league.Forbidden, "This game would be rated, and games with bots are not.")
	}
	return nil
}

func guestMay(player league.Player, offer league.Offer) bool {
	return player.Kind == league.Guest && offer.Linked && !offer.Rated
}

// accept makes the matches of the next slot of an offer.
func (s *Offers) accept(ctx context.Context, player league.Player, offer league.Offer, contribution string, helps bool, arrived time.Time) (league.Match, error) {
	k, err := s.know(ctx, player, offer)
	if err == nil {
		err = s.mayTake(k, player, offer)
	}
	if err != nil {
		return league.Match{}, err
	}
	t, err := s.agreedTerms(offer)
	if err != nil {
		return league.Match{}, err
	}
	if t.Helps = offer.Helps; offer.Author.Kind == league.Program { // then it is for who takes it to say
		t.Helps = helps
	}
	now := s.core.Now()
	seats := [2]league.Seat{{Player: offer.Author, Contribution: offer.Contribution}, {Player: player, Contribution: contribution}}
	a := league.Acceptance{Offer: offer.ID, Slot: offer.Given, Guest: guestMay(player, offer), Arrived: arrived, Limits: s.Limits}
	seals := offer.Seals(offer.Given)
	for leg, seal := range seals {
		if offer.Pairs {
			t.Twin, t.Sealing = seals[1-leg].Match, league.MayPair(t.Control.ID) // others were offered before the rule
		}
		t.Reservation = play.ReservationOf(seal)
		m, seq, err := s.reservations.NewMatch(t, seats, now)
		if err != nil {
			return league.Match{}, err
		}
		a.Matches, a.Notices = append(a.Matches, m), append(a.Notices, core.NoticesOf(m, league.MatchBegan, "", now, seq)...)
		t.Kickoff = otherKickoff(m) // each has it once (R-PT-4)
	}
	a.Notices = append(a.Notices, offerNotices(offer, league.OfferTaken, player.ID, now)...)
	if err := s.store.AcceptOffer(ctx, a); err != nil {
		return league.Match{}, err
	}
	for _, m := range a.Matches {
		s.core.NotifyMatch(m, a.Notices)
	}
	return a.Matches[0], nil
}

// otherKickoff says who goes first in the second leg.
func otherKickoff(first league.Match) string {
	if first.State.First == 0 {
		return league.KickoffYou
	}
	return league.KickoffMe
}

// agreedTerms turns an offer back into terms.
func (s *Offers) agreedTerms(offer league.Offer) (play.Terms, error) {
	game, err := s.core.Game(offer.Game)
	if err != nil {
		return play.Terms{}, fmt.Errorf("offer %s: %w", offer.ID, err)
	}
	control, err := clock.ByID(offer.Control)
	if err != nil {
		return play.Terms{}, fmt.Errorf("offer %s: %w", offer.ID, err)
	}
	return play.Terms{
		Reservation: play.ReservationOf(offer.Sealed()),
		Game:        game, Variant: offer.Variant, Rated: offer.Rated, Kickoff: offer.Kickoff, Control: control,
	}, nil
}

// errGone says why an offer cannot be answered any more.
func errGone(offer league.Offer, now time.Time) error {
	thing := "offer"
	if offer.Personal() {
		thing = "invitation"
	}
	switch offer.State {
	case league.OfferAccepted:
		if offer.Personal() {
			return league.Errorf(league.Stale, "This invitation has been accepted, and the game has begun.")
		}
		if offer.Slots > 1 {
			return league.Errorf(league.Stale, "All %d seats of this offer are taken. Look for another offer, or make one.", offer.Slots)
		}
		return league.Errorf(league.Stale, "Somebody else has taken this seat. Look for another offer, or make one.")
	case league.OfferDeclined:
		if offer.Counter != "" {
			return league.Errorf(league.Stale, "This invitation has been answered with other terms.")
		}
		return league.Errorf(league.Stale, "This invitation has been declined.")
	case league.OfferWithdrawn:
		return league.Errorf(league.Stale, "This %s has been withdrawn.", thing)
	}
	if offer.Lapsed(now) {
		return league.Errorf(league.Stale, "This %s has lapsed: its rules are retired, and nothing new begins by them.", thing)
	}
	return league.Errorf(league.Stale, "This %s has run out.", thing)
}

// Decline refuses an invitation, with a message or without. Only the player who was invited may;
// who has declined already may do it again, which changes nothing.
func (s *Offers) Decline(ctx context.Context, player league.Player, id, message string) (league.Offer, error) {
	message, messageErr := oneline.Clean("answer", message, league.MessageLength)
	return s.close(ctx, player, id, league.OfferDeclined, message, func(offer league.Offer) error {
		if offer.Invited.ID != player.ID || player.ID == "" {
			return league.Errorf(league.Forbidden, "Only the player who is invited can decline.")
		}
		return messageErr
	})
}

// Withdraw takes back an offer. Only its author may; who has withdrawn it already may
// do it again.
func (s *Offers) Withdraw(ctx context.Context, player league.Player, id string) (league.Offer, error) {
	return s.close(ctx, player, id, league.OfferWithdrawn, "", func(offer league.Offer) error {
		if offer.Author.ID != player.ID || player.ID == "" {
			return league.Errorf(league.Forbidden, "Only the player who made an offer can withdraw it.")
		}
		return nil
	})
}

// close ends an open offer by an act of one of its players.
func (s *Offers) close(ctx context.Context, player league.Player, id string, state league.OfferState, answer string, policy func(league.Offer) error) (league.Offer, error) {
	offer, err := s.Offer(ctx, player, id)
	if err != nil {
		return league.Offer{}, err
	}
	if err := policy(offer); err != nil {
		return offer, err
	}
	if offer.State == league.OfferOpen {
		err := s.shut(ctx, offer, state, answer)
		if league.KindOf(err) != league.Stale {
			offer.State, offer.Answer = state, answer
			return offer, err
		}
		if offer, err = s.Offer(ctx, player, id); err != nil {
			return league.Offer{}, err
		}
	}
	if offer.State != state {
		return offer, errGone(offer, s.core.Now())
	}
	return offer, nil
}

// shut writes down the end of an open offer, and tells those whom it concerns.
func (s *Offers) shut(ctx context.Context, offer league.Offer, state league.OfferState, answer string) error {
	now := s.core.Now()
	event, by := league.OfferLapsed, ""
	switch state {
	case league.OfferDeclined:
		event, by = league.OfferRefused, offer.Invited.ID
	case league.OfferWithdrawn:
		event, by = league.OfferGone, offer.Author.ID
	}
	notices := offerNotices(offer, event, by, now)
	var err error
	switch state {
	case league.OfferDeclined:
		err = s.store.DeclineOffer(ctx, offer.ID, answer, now, notices...)
	case league.OfferExpired: // by its time, or before it
		err = s.store.CloseOffer(ctx, offer.ID, state, offer.Expires, notices...)
	default:
		err = s.store.CloseOffer(ctx, offer.ID, state, now, notices...)
	}
	if err != nil {
		return err
	}
	s.core.Notify(notices)
	return nil
}

// expireAtOnce is how many expired offers one look at the database takes up.
const expireAtOnce = 100

// Expire marks the offers whose time has run out, or whose rules are retired, and tells their players. It is
// level-triggered, and nothing waits for it: an offer that has run out is refused
// by its time alone, and one by retired rules by these.
func (s *Offers) Expire(ctx context.Context) error {
	retired := slices.Sorted(maps.Keys(s.core.Retired()))
	for {
		now := s.core.Now()
		lapsed, err := s.store.LapsedOffers(ctx, now, retired, expireAtOnce)
		if err != nil {
			return fmt.Errorf("looking for offers that have run out: %w", err)
		}
		var problems []error
		for _, offer := range lapsed {
			state := offer.At(now).State
			if state == league.OfferOpen {
				state = league.OfferExpired // before its time: see Offer.Lapsed
			}
			if err := s.shut(ctx, offer, state, ""); err != nil && league.KindOf(err) != league.Stale {
				problems = append(problems, err)
			}
		}
		if len(problems) > 0 || len(lapsed) < expireAtOnce {
			return errors.Join(problems...)
		}
	}
}

// offerNotices tells the players of an offer what somebody, "" if it was nobody, did about it.
func offerNotices(offer league.Offer, event league.EventName, by string, at time.Time) []league.Notice {
	var notices []league.Notice
	for _, p := range []league.Player{offer.Author, offer.Invited} {
		if p.Agrees() {
			notices = append(notices, league.Notice{Player: p.ID, At: at, Kind: league.OfferNotice, Subject: offer.ID, Event: event})
		}
	}
	return core.But(by, notices)
}
