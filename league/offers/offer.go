package offers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
	"kickabout/league/play"
)

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
func (s *Offers) Propose(ctx context.Context, player league.Player, p play.Proposal) (Proposed, error) {
	if strings.HasPrefix(p.Opponent, core.BotPrefix) {
		m, err := s.reservations.Begin(ctx, player, p)
		return Proposed{Match: m}, err
	}
	if err := core.MustAgree(player); err != nil {
		return Proposed{}, err
	}
	if err := s.vacations.MayBegin(ctx, player); err != nil {
		return Proposed{}, err
	}
	offer, err := s.offer(ctx, player, p)
	if err != nil {
		return Proposed{}, err
	}
	notices := offerNotices(offer, league.OfferInvited, player.ID, s.core.Now())
	err = s.store.PutOffer(ctx, offer, s.Limits, notices...)
	if league.KindOf(err) == league.Stale {
		return s.findProposed(ctx, player, offer.ID)
	}
	if err != nil {
		return Proposed{}, err
	}
	s.core.Notify(notices)
	return Proposed{Offer: offer}, nil
}

// findProposed returns what has come of a reservation that is used up.
func (s *Offers) findProposed(ctx context.Context, player league.Player, id string) (Proposed, error) {
	offer, err := s.store.Offer(ctx, id)
	if league.KindOf(err) == league.NotFound {
		m, err := s.reservations.FindByReservation(ctx, player, id)
		return Proposed{Match: m}, err
	}
	if err != nil {
		return Proposed{}, err
	}
	if offer.Author.ID != player.ID {
		return Proposed{}, play.ErrUsed()
	}
	return Proposed{Offer: offer.At(s.core.Now())}, nil
}

// offer checks every field of a proposal that is not for a bot.
func (s *Offers) offer(ctx context.Context, player league.Player, p play.Proposal) (league.Offer, error) {
	invited, opponentErr := s.findInvited(ctx, player, p.Opponent)
	if opponentErr != nil && league.Fields(opponentErr) == nil {
		return league.Offer{}, opponentErr
	}
	message, messageErr := oneline.Clean("message", p.Message, league.MessageLength)
	t, err := s.reservations.Understand(ctx, p)
	size, sizeErr := sizeOf(p)
	if err := errors.Join(opponentErr, messageErr, err, sizeErr); err != nil {
		return league.Offer{}, err
	}
	if err := s.mayRate(ctx, player, invited, p.Rated, size.legs); err != nil {
		return league.Offer{}, err
	}
	if size.pairs {
		if err := league.MustPair(t.Control.ID); err != nil {
			return league.Offer{}, err
		}
	}
	if size.pairs && t.Kickoff == league.KickoffLot {
		t.Kickoff = league.KickoffMe // a lot would be a throw that the other match does not have
	}
	now := s.core.Now()
	return league.Offer{
		ID: t.Reservation.ID, Author: player, Invited: invited,
		Game: t.Game.Info().ID, Variant: t.Variant, Control: t.Control.ID, Rated: p.Rated, Kickoff: t.Kickoff,
		Message: message, Contribution: p.Contribution, GID: t.Reservation.GID, Head: t.Reservation.Head, Dice: t.Reservation.Dice,
		Created: now, Expires: now.AddDate(0, 0, size.days), State: league.OfferOpen,
		Legs: size.legs, Pairs: size.pairs, Slots: size.slots, Further: s.reservations.Further(t.Reservation, size.legs*size.slots-1), Window: size.window, Linked: p.Link, Helps: p.Helps && player.Kind == league.Member,
	}, nil
}

// findInvited finds out whom a proposal invites; the zero player if nobody by name.
func (s *Offers) findInvited(ctx context.Context, author league.Player, typed string) (league.Player, error) {
	if typed == "" {
		return league.Player{}, nil
	}
	name := strings.TrimSpace(typed)
	if name == "" {
		return league.Player{}, league.FieldErrorf("opponent", "Type the name of the player whom you invite.")
	}
	p, err := s.accounts.PlayerByName(ctx, name)
	called := func(b bot.Bot) bool { return strings.EqualFold(b.Name(), name) } // a member may have been called so before the bot was
	switch i := slices.IndexFunc(s.core.Bots, called); {
	case league.KindOf(err) == league.NotFound && i >= 0:
		return p, league.FieldErrorf("opponent", "%s is a bot. Choose it from the list of bots: the game begins at once.", s.core.Bots[i].Name())
	case league.KindOf(err) == league.NotFound:
		return p, league.FieldErrorf("opponent", "There is no player of this name. Guests have to sign up first.")
	case err == nil && p.ID == author.ID:
		return p, league.FieldErrorf("opponent", "This is you. Invite somebody else, or play a bot.")
	}
	return p, err
}

// mayRate refuses a rated offer that could not be accepted now (R-WR-2).
func (s *Offers) mayRate(ctx context.Context, author, invited league.Player, rated bool, legs int) error {
	if !rated {
		return nil
	}
	if !league.MayRate(author, invited) {
		return league.FieldErrorf("rated", "Games with bots are not rated. Make this one unrated.")
	}
	if legs > s.Limits.Pair {
		return league.FieldErrorf("rated", "Two players may begin only %d rated games within seven days.", s.Limits.Pair)
	}
	if invited.ID == "" {
		return nil
	}
	counts, err := s.between.RatedBetween(ctx, author.ID, []string{invited.ID}, s.core.Now().Add(-league.PairSpan))
	n := counts[invited.ID]
	switch {
	case err != nil:
	case n >= s.Limits.Pair:
		err = league.FieldErrorf("rated", "You two have begun %d rated games within seven days, which is the most. Make this one unrated.", n)
	case n+legs > s.Limits.Pair:
		err = league.FieldErrorf("rated", "You two may begin only %d rated games within seven days, and have begun %d. Make this one unrated, or one game.", s.Limits.Pair, n)
	}
	return err
}

// Offer returns an offer as it stands. An invitation is not found by others than
// its two players. What the author gave to the dice they alone are shown.
func (s *Offers) Offer(ctx context.Context, viewer league.Player, id string) (league.Offer, error) {
	offer, err := s.visibleOffer(ctx, viewer, id)
	if err != nil {
		return league.Offer{}, err
	}
	return s.redactFor(viewer, offer), nil
}

// visibleOffer returns an offer as it is stored, if a player may see it.
func (s *Offers) visibleOffer(ctx context.Context, viewer league.Player, id string) (league.Offer, error) {
	offer, err := s.store.Offer(ctx, id)
	if err == nil && !offer.Visible(viewer.ID) {
		err = league.Errorf(league.NotFound, "There is no such offer.")
	}
	return offer, err
}

// redactFor returns an offer as a viewer may see it now.
func (s *Offers) redactFor(viewer league.Player, offer league.Offer) league.Offer {
	if offer.Author.ID != viewer.ID {
		offer.Contribution = ""
	}
	return offer.At(s.core.Now())
}

func (s *Offers) redactAllFor(viewer league.Player, offers []league.Offer) []league.Offer {
	for i := range offers {
		offers[i] = s.redactFor(viewer, offers[i])
	}
	return offers
}

// Offers lists the waiting room, the newest offer first: those that a viewer may take, and
// their own. Who has no account sees them too.
func (s *Offers) Offers(ctx context.Context, viewer league.Player) ([]league.Offer, error) {
	offers, err := s.store.OpenOffers(ctx, viewer.ID, s.core.Now(), offersShown)
	return s.redactAllFor(viewer, offers), err
}

// Invitations lists the open invitations to a player and from them, the newest first.
func (s *Offers) Invitations(ctx context.Context, player league.Player) (toMe, fromMe []league.Offer, err error) {
	if !player.Agrees() {
		return nil, nil, nil
	}
	toMe, fromMe, err = s.store.OpenInvitations(ctx, player.ID, s.core.Now(), offersShown)
	return s.redactAllFor(player, toMe), s.redactAllFor(player, fromMe), err
}

// InvitationsTo lists the open invitations of a player that are for them to answer, the newest first.
func (s *Offers) InvitationsTo(ctx context.Context, player league.Player) ([]league.Offer, error) {
	if !player.Agrees() {
		return nil, nil
	}
	list, err := s.store.OpenInvitationsTo(ctx, player.ID, s.core.Now(), offersShown)
	return s.redactAllFor(player, list), err
}

// Block notes that a player does not want games with another: neither invites the
// other then, nor takes their offers. Done twice it is done.
func (s *Offers) Block(ctx context.Context, player, other league.Player) error {
	if err := core.MustBeMember(player, "blocking somebody needs an account."); err != nil {
		return err
	}
	if player.ID == other.ID {
		return league.Errorf(league.Invalid, "You cannot block yourself.")
	}
	return s.blocks.Block(ctx, league.Block{Player: player, Other: other, At: s.core.Now()})
}

// Unblock undoes Block.
func (s *Offers) Unblock(ctx context.Context, player, other league.Player) error {
	if err := core.MustBeMember(player, "blocking somebody needs an account."); err != nil {
		return err
	}
	return s.blocks.Unblock(ctx, player.ID, other.ID)
}

// Avoids says whether a player has muted another one, and whether they have blocked them.
func (s *Offers) Avoids(ctx context.Context, player, other league.Player) (muted, blocked bool, err error) {
	return s.blocks.Avoids(ctx, player.ID, other.ID)
}

// Blocks lists whom a player has blocked, by name.
func (s *Offers) Blocks(ctx context.Context, player league.Player) ([]league.Block, error) {
	return s.blocks.Blocks(ctx, player.ID)
}

// Rematch returns what a player would type to play a match once more: all as it was,
// with the kick-off for the other one. It is forbidden to who did not play in it.
func (s *Offers) Rematch(ctx context.Context, player league.Player, id string) (play.Proposal, error) {
	v, err := s.matches.Match(ctx, league.Of(player), id)
	if err != nil {
		return play.Proposal{}, err
	}
	m := v.Match
	side := m.SideOf(player.ID)
	if side == engine.NoSide {
		return play.Proposal{}, play.ErrNotYours()
	}
	p := play.Proposal{Rules: m.Game + "/" + m.Variant, Control: m.Control, Rated: m.Rated, Helps: m.Helps, Kickoff: league.KickoffMe}
	if side == engine.First {
		p.Kickoff = league.KickoffYou
	}
	switch other := m.Seats[m.SeatOf(side.Other())].Player; other.Kind {
	case league.Bot:
		p.Opponent = other.ID
	case league.Member, league.Program:
		p.Opponent, p.Rated = other.Name, p.Rated && league.MayRate(player, other)
	}
	return p, nil
}
