package office_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	playing "kickabout/league/play"
	"kickabout/league/transcript"
	"kickabout/store"
)

// heads lists the heads that are shown of an offer, in order.
func heads(o league.Offer) (all []string) {
	for slot := range o.Slots {
		for _, seal := range o.Seals(slot) {
			all = append(all, seal.Fingerprint())
		}
	}
	return all
}

// verified fails unless the dice of a match can be checked.
func (c *club) verified(id string) playing.View {
	c.t.Helper()
	v := c.mustMatch(id)
	if proof, err := c.Proof(c.t.Context(), v); err != nil {
		c.t.Error(err)
	} else if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
		c.t.Errorf("the dice of %s cannot be checked: %v", id, err)
	}
	return v
}

// TestAnOfferOfSeveralKeepsWhatItPromised takes every slot of an offer with two legs: each match has
// the dice that were shown before its author contributed, no two the same, and each player has
// one kick-off (R-WR-1, R-PT-4, SCHEME.md 12).
func TestAnOfferOfSeveralKeepsWhatItPromised(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		takers := []league.Player{bob, c.signedUp("Cleo"), c.signedUp("Dan")}
		for _, kickoff := range []string{league.KickoffMe, league.KickoffYou, league.KickoffLot} {
			reservation := c.Reserve()
			shown := []string{reservation.Sealed().Fingerprint()}
			for _, sealed := range c.FurtherSeals(reservation) {
				shown = append(shown, sealed.Fingerprint())
			}
			offer := c.mustPropose(ann, func(p *playing.Proposal) {
				p.Reservation, p.Kickoff, p.Slots, p.Legs = reservation.ID, kickoff, "3", "2"
			})
			if got, want := strings.Join(heads(offer), " "), strings.Join(shown[:6], " "); got != want {
				t.Fatalf("the form showed %s, the offer has %s", want, got)
			}
			var dealt []string
			for i, taker := range takers {
				for range 2 { // a double click
					m, err := c.accept(taker, offer.ID)
					c.must(err)
					if want := offer.Seals(i)[0].Match; m.ID != want {
						t.Fatalf("%s got match %s, want %s", taker.Name, m.ID, want)
					}
				}
				var first [2]engine.Side
				for leg, seal := range offer.Seals(i) {
					m := c.verified(seal.Match).Match
					if m.Seats[0].Player.ID != ann.ID || m.Seats[1].Player.ID != taker.ID || m.Seats[0].Contribution != "author's luck" {
						t.Errorf("the seats are %+v", m.Seats)
					}
					first[leg] = m.SideOf(ann.ID)
					dealt = append(dealt, m.Sealed().Fingerprint())
				}
				if first[0] == first[1] || kickoff == league.KickoffMe && first[0] != engine.First || kickoff == league.KickoffYou && first[0] != engine.Second {
					t.Errorf("kick-off %s: the author is %v", kickoff, first)
				}
			}
			if strings.Join(dealt, " ") != strings.Join(heads(offer), " ") {
				t.Errorf("other dice were dealt than were promised")
			}
			distinct := map[string]bool{}
			for _, head := range dealt {
				distinct[head] = true
			}
			if len(distinct) != 6 {
				t.Errorf("%d chains for 6 matches", len(distinct))
			}
			stored, err := c.Offer(t.Context(), ann, offer.ID)
			if err != nil || stored.State != league.OfferAccepted || stored.Left() != 0 {
				t.Errorf("the offer is %s with %d left, %v", stored.State, stored.Left(), err)
			}
			_, err = c.accept(c.signedUp("Late "+kickoff), offer.ID)
			refused(t, err, league.Stale, "All 3 seats of this offer are taken.")
		}
	})
}

func TestThoseWhoAcceptAtOnceGetASlotEachWhileThereAreSome(t *testing.T) {
	eachAtOnce(t, func(t *testing.T, c *club, ann, bob league.Player) {
		people := []league.Player{bob}
		for i := range 5 {
			people = append(people, c.signedUp(fmt.Sprintf("Taker %d", i)))
		}
		offer := c.mustPropose(ann, func(p *playing.Proposal) { p.Slots = "4" })
		errs, got := make([]error, len(people)), make([]string, len(people))
		var done sync.WaitGroup
		for i, p := range people {
			done.Go(func() {
				m, err := c.accept(p, offer.ID)
				errs[i], got[i] = err, m.ID
			})
		}
		done.Wait()
		won, ids := 0, map[string]bool{}
		for i, err := range errs {
			if err == nil {
				won++
				ids[got[i]] = true
				continue
			}
			refused(t, err, league.Stale, "All 4 seats of this offer are taken.")
		}
		if won != 4 || len(ids) != 4 {
			t.Errorf("%d of 6 got in, into %d matches", won, len(ids))
		}
	})
}

func TestAnOfferSaysWhoMayTakeItAndKeepsToIt(t *testing.T) { // R-WR-1, R-RA-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		c.Days = noneYet{} // else Bob could not win so much from Cleo alone
		ann, bob, cleo := c.signedUp("Ann"), c.signedUp("Bob"), c.signedUp("Cleo")
		n := 0
		beats := func(winner, loser league.Player, minutes int) {
			n += 2
			c.must(s.CreateMatch(t.Context(), c.ended(n, [2]league.Player{winner, loser}, "lg", minutes,
				engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, [2]int{9, 9})))
		}
		for i := range 6 {
			beats(bob, cleo, i)
		}
		c.must(c.Rate(t.Context()))
		peak := c.elo(bob)
		for i := range 6 { // what bob has now given away
			beats(cleo, bob, 10+i)
		}
		c.must(c.Rate(t.Context()))
		c.wait(30 * 24 * time.Hour)
		low := c.mustPropose(ann, func(p *playing.Proposal) { p.To = "1600" })
		near := c.mustPropose(ann, func(p *playing.Proposal) { p.Around = "100" })
		high := c.mustPropose(ann, func(p *playing.Proposal) { p.From = "1560" })
		_, err := c.accept(bob, low.ID)
		refused(t, err, league.Forbidden, "This is for ratings up to 1600.0, and yours has been "+peak+" within the last twelve months.")
		_, err = c.accept(bob, near.ID)
		refused(t, err, league.Forbidden, "ratings up to 1600.0")
		_, err = c.accept(bob, high.ID)
		refused(t, err, league.Forbidden, "This is for ratings of 1560.0 and more, and yours is "+c.elo(bob))
		for _, offer := range []league.Offer{low, near, high} { // what is shown is what is done
			why, err := c.Obstacle(t.Context(), bob, offer)
			_, refusal := c.accept(bob, offer.ID)
			if err != nil || refusal == nil || fmt.Sprint(why) != refusal.Error() {
				t.Errorf("shown %v, refused with %v, %v", why, refusal, err)
			}
		}
		dan := c.signedUp("Dan") // who has no rating counts as 1500
		if why, err := c.Obstacle(t.Context(), dan, high); err != nil || !strings.Contains(fmt.Sprint(why), "yours is 1500.0") {
			t.Errorf("without a rating: %v, %v", why, err)
		}
		if _, err := c.accept(dan, low.ID); err != nil {
			t.Error(err)
		}
		c.wait(2 * 365 * 24 * time.Hour) // when that peak is long ago
		again := c.mustPropose(ann, func(p *playing.Proposal) { p.To = "1600" })
		if _, err := c.accept(bob, again.ID); err != nil {
			t.Errorf("two years later: %v", err)
		}
		unlisted := c.mustPropose(ann, func(p *playing.Proposal) { p.To = "1600" })
		c.Days = s // nobody here is listed any more: offers are open to them, events with a limit are not
		if _, err := c.accept(dan, unlisted.ID); err != nil {
			t.Errorf("an offer to somebody who is not listed: %v", err)
		}
		cup := c.opened(ann, func(terms *league.TournamentTerms) { terms.Window.To = 1600 })
		refused(t, c.EnterTournament(t.Context(), dan, cup), league.Forbidden, "A rating counts once eight people have tested it")
	})
}

// noneYet is a site on which no changed rule holds yet.
type noneYet struct{}

func (noneYet) SiteNoticesOf(context.Context, league.SiteNoticeKind) ([]league.SiteNotice, error) {
	return nil, nil
}

func (noneYet) RuleDays(context.Context) (league.RuleDays, error) {
	return league.RuleDays{league.FairRatings: time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)}, nil
}

func TestAWrongNumberOfAnOfferIsSaidBesideItsField(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		for name, w := range map[string]struct {
			change func(*playing.Proposal)
			field  string
		}{
			"no seats":                    {func(p *playing.Proposal) { p.Slots = "0" }, "slots"},
			"eleven seats":                {func(p *playing.Proposal) { p.Slots = "11" }, "slots"},
			"no number":                   {func(p *playing.Proposal) { p.Slots = "two" }, "slots"},
			"three legs":                  {func(p *playing.Proposal) { p.Legs = "3" }, "legs"},
			"31 days":                     {func(p *playing.Proposal) { p.Days = "31" }, "days"},
			"no days":                     {func(p *playing.Proposal) { p.Days = "0" }, "days"},
			"a window of no rating":       {func(p *playing.Proposal) { p.From = "12" }, "from"},
			"a window upside down":        {func(p *playing.Proposal) { p.From, p.To = "1600", "1500" }, "to"},
			"two kinds of window":         {func(p *playing.Proposal) { p.To, p.Around = "1600", "100" }, "around"},
			"an invitation for several":   {func(p *playing.Proposal) { p.Opponent, p.Slots = "Bob", "2" }, "slots"},
			"a link for several":          {func(p *playing.Proposal) { p.Link, p.Slots = true, "2" }, "slots"},
			"an invitation with a window": {func(p *playing.Proposal) { p.Opponent, p.To = "Bob", "1600" }, "from"},
			"a link for a name":           {func(p *playing.Proposal) { p.Opponent, p.Link = "Bob", true }, "opponent"},
		} {
			_, err := c.propose(ann, w.change)
			if fields := league.Fields(err); fields[w.field] == nil || len(fields) != 1 {
				t.Errorf("%s: %v", name, err)
			}
		}
		if room, err := c.Offers(t.Context(), bob); err != nil || len(room) != 0 {
			t.Errorf("something was offered: %v, %v", room, err)
		}
	})
}

func TestAnOfferIsOpenAsLongAsItsAuthorSays(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		day := func(p *playing.Proposal) { p.Days = "1" }
		seat := c.mustPropose(ann, func(p *playing.Proposal) { day(p); p.Slots = "3" })
		invitation := c.mustPropose(ann, func(p *playing.Proposal) { day(p); p.Opponent = "Bob" })
		linked := c.mustPropose(ann, func(p *playing.Proposal) { day(p); p.Link = true })
		link := c.Link(ann, linked)
		_, err := c.accept(bob, seat.ID)
		c.must(err)
		before, beforeBob := c.noticed(ann), c.noticed(bob)
		c.wait(24 * time.Hour)
		_, err = c.accept(c.signedUp("Cleo"), seat.ID)
		refused(t, err, league.Stale, "This offer has run out.")
		_, err = c.AcceptLink(t.Context(), bob, link, "", false, c.Now())
		refused(t, err, league.Stale, "has run out.")
		for range 2 { // the notice comes once
			c.must(c.Expire(t.Context()))
		}
		if a, b := c.noticed(ann)-before, c.noticed(bob)-beforeBob; a != 3 || b != 1 {
			t.Errorf("the author was told %d times, who is invited %d times", a, b)
		}
		if got, err := c.Offer(t.Context(), ann, invitation.ID); err != nil || got.State != league.OfferExpired {
			t.Errorf("%s, %v", got.State, err)
		}
	})
}

func TestTheWaitingRoomShowsWhatIsLookedForAndWhyItIsNotToBeHad(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		free := c.mustPropose(ann, nil)
		strong := c.mustPropose(ann, func(p *playing.Proposal) { p.From, p.Control = "2000", "fast" })
		several := c.mustPropose(ann, func(p *playing.Proposal) { p.Slots, p.Rated = "2", true })
		own := c.mustPropose(bob, func(p *playing.Proposal) { p.Control = "slow" })
		_, err := c.accept(bob, several.ID)
		c.must(err)
		for name, w := range map[string]struct {
			filter league.OfferFilter
			ids    string
			hidden int
		}{
			"everything":        {league.OfferFilter{}, ids([]league.Offer{own, several, strong, free}), 0},
			"a clock":           {league.OfferFilter{Control: "fast"}, ids([]league.Offer{own, strong}), 2},
			"rated":             {league.OfferFilter{Rated: league.RatedOnly}, ids([]league.Offer{own, several}), 2},
			"what he may take":  {league.OfferFilter{Free: true}, ids([]league.Offer{own, free}), 2},
			"both":              {league.OfferFilter{Free: true, Control: "fast"}, ids([]league.Offer{own}), 3},
			"what nobody plays": {league.OfferFilter{Rules: "onetwofun"}, ids([]league.Offer{own}), 3},
		} {
			room, err := c.Room(t.Context(), bob, w.filter)
			if err != nil || sortedIDs(ids(room.Offers)) != sortedIDs(w.ids) || room.Hidden != w.hidden {
				t.Errorf("%s: %s, %d hidden, %v; want %s, %d", name, ids(room.Offers), room.Hidden, err, w.ids, w.hidden)
			}
		}
		room, err := c.Room(t.Context(), bob, league.OfferFilter{})
		c.must(err)
		if len(room.Obstacles) != 2 || !strings.Contains(fmt.Sprint(room.Obstacles[strong.ID]), "2000.0 and more") || fmt.Sprint(room.Obstacles[several.ID]) != "You have a seat of this offer already." {
			t.Errorf("the obstacles are %v", room.Obstacles)
		}
		if room, err := c.Room(t.Context(), c.guest(), league.OfferFilter{}); err != nil || len(room.Offers) != 4 || len(room.Obstacles) != 0 {
			t.Errorf("a guest sees %v, %v", room, err)
		}
	})
}

// TestTheObstaclesOfAllOffersAreThoseOfEach has an offer of each kind by several authors, and asks for all at once and for
// each alone, by the words in which it is refused.
func TestTheObstaclesOfAllOffersAreThoseOfEach(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		var offers []league.Offer
		others := []league.Player{ann, c.signedUp("Cleo"), c.signedUp("Dan"), c.signedUp("Eve")}
		for i, author := range others {
			for _, change := range []func(*playing.Proposal){
				nil, rated,
				func(p *playing.Proposal) { p.From = strconv.Itoa(1400 + 200*(i%2)) },
				func(p *playing.Proposal) { p.Around = "100" },
				func(p *playing.Proposal) { p.Slots, p.Rated, p.Legs = "2", i < 2, "2" },
			} {
				offers = append(offers, c.mustPropose(author, change))
			}
		}
		for _, n := range []int{4, 9, 14} { // a seat of several, with rated games or without
			_, err := c.accept(bob, offers[n].ID)
			c.must(err)
			again, err := c.Offer(t.Context(), bob, offers[n].ID)
			c.must(err)
			offers[n] = again
		}
		c.must(c.Block(t.Context(), bob, others[1]))
		c.must(c.PlanVacation(t.Context(), others[3], playing.VacationPlan{N: "1", Days: "3"}, c.Now()))
		seen := map[string]bool{}
		for _, viewer := range append([]league.Player{bob, c.guest(), c.signedUp("Fay")}, others...) {
			together, err := c.Obstacles(t.Context(), viewer, offers...)
			c.must(err)
			for _, o := range offers {
				alone, err := c.Obstacle(t.Context(), viewer, o)
				if err != nil || fmt.Sprint(alone) != fmt.Sprint(together[o.ID]) {
					t.Errorf("%s and an offer of %s: %v among all, %v alone, %v", viewer.Name, o.Author.Name, together[o.ID], alone, err)
				}
				seen[fmt.Sprint(alone)] = true
			}
		}
		for _, part := range []string{
			"<nil>", "Sign up first", "your own offer", "You have blocked Cleo", "You are on vacation until", "Eve is on vacation until",
			"This is for ratings of 1600", "You have a seat of this offer already", "begun 2 rated games within seven days",
		} {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(seen)), func(s string) bool { return strings.Contains(s, part) }) {
				t.Errorf("nobody is told %q", part)
			}
		}
		if len(seen) < 8 { // nothing, own, no account, blocked, away, the window, a seat, enough rated games
			t.Errorf("only %v", seen)
		}
	})
}

func sortedIDs(list string) string {
	return strings.Join(slices.Sorted(slices.Values(strings.Fields(list))), " ")
}

func TestEveryObstacleIsShownAsItIsRefused(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		same := func(name string, viewer league.Player, offer league.Offer, sentence string) {
			t.Helper()
			why, err := c.Obstacle(t.Context(), viewer, offer)
			_, refusal := c.accept(viewer, offer.ID)
			if err != nil || refusal == nil || fmt.Sprint(why) != refusal.Error() || !strings.Contains(why.Error(), sentence) {
				t.Errorf("%s: shown %v, refused with %v, %v", name, why, refusal, err)
			}
		}
		offer := c.mustPropose(ann, nil)
		same("his own", ann, offer, "This is your own offer")
		same("no account", c.guest(), offer, "Sign up first")
		c.must(c.Block(t.Context(), ann, bob))
		same("blocked", bob, offer, "This player does not take games from you.")
		c.must(c.Unblock(t.Context(), ann, bob))
		if why, err := c.Obstacle(t.Context(), bob, offer); why != nil || err != nil {
			t.Errorf("nothing stands in the way, and yet %v, %v", why, err)
		}
		first := c.mustPropose(ann, rated)
		_, err := c.accept(bob, first.ID)
		c.must(err)
		legs := c.mustPropose(ann, func(p *playing.Proposal) { p.Rated, p.Legs = true, "2" })
		same("two legs after one game", bob, legs, "This is for 2 rated games at once")
		second := c.mustPropose(ann, rated)
		_, err = c.accept(bob, second.ID)
		c.must(err)
		third := c.mustPropose(ann, rated)
		same("enough rated games", bob, third, "You two have begun 2 rated games within seven days")
		c.must(c.PlanVacation(t.Context(), bob, playing.VacationPlan{N: "1", Days: "3"}, c.Now()))
		same("away", bob, offer, "You are on vacation")
	})
}
