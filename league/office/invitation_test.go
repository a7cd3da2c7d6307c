package office_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"kickabout/league"
	offering "kickabout/league/offers"
	playing "kickabout/league/play"
)

// linked makes an invitation by a link and returns the link.
func (c *club) linked(p league.Player, change func(*playing.Proposal)) (league.Offer, string) {
	c.t.Helper()
	offer := c.mustPropose(p, func(p *playing.Proposal) {
		p.Link = true
		if change != nil {
			change(p)
		}
	})
	return offer, c.Link(p, offer)
}

func TestALinkLetsTheFirstWhoComesIn(t *testing.T) { // R-WR-3
	eachAtOnce(t, func(t *testing.T, c *club, ann, bob league.Player) {
		offer, link := c.linked(ann, nil)
		if len(link) < 40 || c.Link(bob, offer) != "" || c.Link(league.Player{}, offer) != "" {
			t.Errorf("the link is %q; others get %q", link, c.Link(bob, offer))
		}
		_, err := c.Offer(t.Context(), bob, offer.ID)
		refused(t, err, league.NotFound, "There is no such offer.")
		_, err = c.accept(bob, offer.ID)
		refused(t, err, league.NotFound, "There is no such offer.")
		if room, err := c.Offers(t.Context(), bob); err != nil || len(room) != 0 {
			t.Errorf("it stands in the waiting room: %v, %v", room, err)
		}
		public := c.mustPropose(ann, nil)
		signature := link[strings.Index(link, "."):]
		for _, forged := range append(forgedLinks(link), public.ID+signature, public.ID+"."+signature, "", ".", offer.ID) {
			_, err := c.LinkedOffer(t.Context(), bob, forged)
			refused(t, err, league.NotFound, "There is no such invitation.")
			_, err = c.AcceptLink(t.Context(), bob, forged, "", false, c.Now())
			refused(t, err, league.NotFound, "There is no such invitation.")
		}
		seen, err := c.LinkedOffer(t.Context(), bob, link)
		if err != nil || seen.Message != "a quick one?" || seen.Contribution != "" {
			t.Errorf("bob sees %+v, %v", seen, err)
		}
		_, err = c.AcceptLink(t.Context(), ann, link, "", false, c.Now())
		refused(t, err, league.Forbidden, "This is your own offer")

		guests := []league.Player{c.guest(), c.guest(), bob}
		errs, got := make([]error, 3), make([]league.Match, 3)
		var done sync.WaitGroup
		for i, p := range guests {
			done.Go(func() { got[i], errs[i] = c.AcceptLink(context.Background(), p, link, "guest's luck", false, c.Now()) })
		}
		done.Wait()
		won := 0
		for i, err := range errs {
			if err != nil {
				refused(t, err, league.Stale, "Somebody else has taken this seat.")
				continue
			}
			won++
			m := c.verified(got[i].ID).Match
			if m.ID != offer.ID || m.Seats[1].Player.ID != guests[i].ID || m.Seats[1].Contribution != "guest's luck" {
				t.Errorf("the match is %+v", m)
			}
			if again, err := c.AcceptLink(t.Context(), guests[i], link, "", false, c.Now()); err != nil || again.ID != m.ID {
				t.Errorf("a double click: %v, %v", again.ID, err)
			}
		}
		if won != 1 {
			t.Errorf("%d got in", won)
		}
		if stored, err := c.Offer(t.Context(), ann, offer.ID); err != nil || c.Link(ann, stored) != "" {
			t.Errorf("the link is shown when it is of no use, %v", err)
		}
	})
}

func forgedLinks(link string) []string {
	id, signature, _ := strings.Cut(link, ".")
	return []string{id + "." + strings.Repeat("0", len(signature)), id + "." + signature[:len(signature)-1], link + "0", strings.ToUpper(link), "a" + link, id + ".", "." + signature}
}

func TestAGuestPlaysByALinkUnlessItIsRated(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		_, link := c.linked(ann, rated)
		_, err := c.AcceptLink(t.Context(), c.guest(), link, "", false, c.Now())
		refused(t, err, league.Forbidden, "Sign up first")
		if m, err := c.AcceptLink(t.Context(), bob, link, "", false, c.Now()); err != nil || !m.Rated {
			t.Errorf("a member: %+v, %v", m, err)
		}
		public := c.mustPropose(ann, nil)
		_, err = c.accept(c.guest(), public.ID)
		refused(t, err, league.Forbidden, "Sign up first")
		_, blocked := c.linked(ann, nil)
		c.must(c.Block(t.Context(), ann, bob))
		_, err = c.AcceptLink(t.Context(), bob, blocked, "", false, c.Now())
		refused(t, err, league.Forbidden, "This player does not take games from you.")
	})
}

// counter answers an invitation; the terms are other ones unless change makes them the same.
func (c *club) counter(p league.Player, id string, change func(*playing.Proposal)) (league.Offer, error) {
	proposal := playing.Proposal{Reservation: c.Reserve().ID, Rules: "streetsoccer/mastermove", Kickoff: league.KickoffLot, Control: "fast", Message: "rather so", Contribution: "luck of " + p.Name}
	if change != nil {
		change(&proposal)
	}
	return c.Counter(c.t.Context(), p, id, proposal)
}

func TestACounterOfferTurnsTheInvitationAround(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		offer := c.mustPropose(ann, to("Bob"))
		reservation := c.Reserve()
		var back league.Offer
		for range 2 { // a double click
			var err error
			back, err = c.counter(bob, offer.ID, func(p *playing.Proposal) {
				p.Reservation, p.Legs, p.Slots, p.To, p.Opponent = reservation.ID, "2", "5", "1600", "Nobody"
			})
			c.must(err)
		}
		if back.ID != reservation.ID || back.Author.ID != bob.ID || back.Invited.ID != ann.ID || back.Legs != 2 || back.Slots != 1 || !back.Window.Open() ||
			back.Turn != 1 || back.Counters != offer.ID || back.Message != "rather so" || back.Head != reservation.Head {
			t.Errorf("the other terms are %+v", back)
		}
		old, err := c.Offer(t.Context(), ann, offer.ID)
		if err != nil || old.State != league.OfferDeclined || old.Counter != back.ID {
			t.Errorf("the invitation is %+v, %v", old, err)
		}
		_, err = c.accept(bob, offer.ID)
		refused(t, err, league.Stale, "This invitation has been answered with other terms.")
		_, err = c.counter(bob, offer.ID, nil)
		refused(t, err, league.Stale, "This invitation has been answered with other terms.")
		m, err := c.accept(ann, back.ID)
		c.must(err)
		if m.Variant != "mastermove" || m.Seats[0].Player.ID != bob.ID || m.Seats[0].Contribution != "luck of Bob" {
			t.Errorf("the match is %+v", m)
		}
		for _, seal := range back.Seals(0) {
			c.verified(seal.Match)
		}
		if c.noticed(ann) != 3 || c.noticed(bob) != 3 {
			t.Errorf("ann was told %d times, bob %d times", c.noticed(ann), c.noticed(bob))
		}
	})
}

func TestWhoMayAnswerWithOtherTerms(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		offer, seat := c.mustPropose(ann, to("Bob")), c.mustPropose(ann, nil)
		_, err := c.counter(ann, offer.ID, nil)
		refused(t, err, league.Forbidden, "Only the player who is invited can propose other terms.")
		_, err = c.counter(c.signedUp("Cleo"), offer.ID, nil)
		refused(t, err, league.NotFound, "There is no such offer.")
		_, err = c.counter(bob, seat.ID, nil)
		refused(t, err, league.Forbidden, "Only the player who is invited can propose other terms.")
		_, err = c.counter(bob, offer.ID, func(p *playing.Proposal) {
			terms := offering.Terms(offer)
			p.Rules, p.Kickoff, p.Control = terms.Rules, terms.Kickoff, terms.Control
		})
		refused(t, err, league.Invalid, "These are the terms that Ann proposes.")
		_, err = c.counter(bob, offer.ID, func(p *playing.Proposal) { p.Control = "never" })
		if league.Fields(err)["control"] == nil {
			t.Errorf("a clock that there is not: %v", err)
		}
		used := c.mustPropose(bob, nil)
		_, err = c.counter(bob, offer.ID, func(p *playing.Proposal) { p.Reservation = used.ID })
		refused(t, err, league.Stale, "already begun")
		c.must(c.Block(t.Context(), ann, bob))
		_, err = c.counter(bob, offer.ID, nil)
		refused(t, err, league.Forbidden, "This player does not take games from you.")
		c.must(c.Unblock(t.Context(), ann, bob))
		if stored, err := c.Offer(t.Context(), bob, offer.ID); err != nil || stored.State != league.OfferOpen || stored.Counter != "" {
			t.Errorf("what was refused has changed it: %+v, %v", stored, err)
		}
		two := []league.Player{bob, ann}
		clocks := []string{"fast", "slow"}
		for turn := range league.MostTurns {
			if offer, err = c.counter(two[turn%2], offer.ID, func(p *playing.Proposal) { p.Control = clocks[turn%2] }); err != nil || offer.Turn != turn+1 {
				t.Fatalf("turn %d: %d, %v", turn, offer.Turn, err)
			}
		}
		_, err = c.counter(two[league.MostTurns%2], offer.ID, nil)
		refused(t, err, league.Forbidden, "You two have answered each other 6 times.")
		if _, err := c.accept(two[league.MostTurns%2], offer.ID); err != nil {
			t.Error(err)
		}
	})
}

func TestWhoDeclinesMaySayWhy(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		offer := c.mustPropose(ann, to("Bob"))
		_, err := c.Decline(t.Context(), bob, offer.ID, strings.Repeat("x", 201))
		if league.Fields(err)["answer"] == nil {
			t.Errorf("too long: %v", err)
		}
		for _, text := range []string{"  not this week  ", "something else"} { // a double click changes nothing
			if got, err := c.Decline(t.Context(), bob, offer.ID, text); err != nil || got.Answer != "not this week" {
				t.Errorf("%q, %v", got.Answer, err)
			}
		}
		if got, err := c.Offer(t.Context(), ann, offer.ID); err != nil || got.Answer != "not this week" || got.State != league.OfferDeclined {
			t.Errorf("the author reads %q, %v", got.Answer, err)
		}
	})
}
