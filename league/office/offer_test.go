package office_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/transcript"
	"kickabout/store"
	"kickabout/store/storetest"
)

// signedUp makes a player who has an account and is found by his name.
func (c *club) signedUp(name string) league.Player {
	c.t.Helper()
	p, _, err := c.SignUp(c.t.Context(), members.Credentials{Name: name, Password: "four words without meaning"})
	if err != nil {
		c.t.Fatalf("signing %s up: %v", name, err)
	}
	return p
}

// propose makes an offer of a player; change alters what is asked for.
func (c *club) propose(p league.Player, change func(*playing.Proposal)) (league.Offer, error) {
	proposal := playing.Proposal{
		Reservation: c.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg",
		Message: "a quick one?", Contribution: "author's luck",
	}
	if change != nil {
		change(&proposal)
	}
	made, err := c.Propose(c.t.Context(), p, proposal)
	return made.Offer, err
}

func (c *club) mustPropose(p league.Player, change func(*playing.Proposal)) league.Offer {
	c.t.Helper()
	offer, err := c.propose(p, change)
	if err != nil || offer.ID == "" {
		c.t.Fatalf("proposing: %v, %v", offer, err)
	}
	return offer
}

func to(name string) func(*playing.Proposal) {
	return func(p *playing.Proposal) { p.Opponent = name }
}

func rated(p *playing.Proposal) { p.Rated = true }

// accept takes an offer at this moment.
func (c *club) accept(p league.Player, id string) (league.Match, error) {
	return c.Accept(context.Background(), p, id, "taker's luck", false, c.Now())
}

// ids lists offers by id.
func ids(offers []league.Offer) string {
	var list []string
	for _, o := range offers {
		list = append(list, o.ID)
	}
	return strings.Join(list, " ")
}

// noticed counts the notices of offers that a player has.
func (c *club) noticed(p league.Player) int {
	c.t.Helper()
	notices, err := c.Notices(c.t.Context(), p.ID, 0, 1000)
	if err != nil {
		c.t.Fatal(err)
	}
	n := 0
	for _, notice := range notices {
		if notice.Kind == league.OfferNotice {
			n++
		}
	}
	return n
}

// each is onDatabases with an office and two members.
func each(t *testing.T, test func(t *testing.T, c *club, ann, bob league.Player)) {
	t.Helper()
	onDatabases(t, withTwo(test))
}

// eachAtOnce is each on both databases whatever the size of the run, for what happens at the same moment.
func eachAtOnce(t *testing.T, test func(t *testing.T, c *club, ann, bob league.Player)) {
	t.Helper()
	storetest.Each(t, withTwo(test))
}

func withTwo(test func(t *testing.T, c *club, ann, bob league.Player)) func(t *testing.T, open func() *store.Store) {
	return func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		test(t, c, c.signedUp("Ann"), c.signedUp("Bob"))
	}
}

// refused checks the kind of an error and its sentence.
func refused(t *testing.T, err error, kind league.Kind, sentence string) {
	t.Helper()
	if league.KindOf(err) != kind || err == nil || !strings.Contains(err.Error(), sentence) {
		t.Errorf("got %q (%s), want %q (%s)", err, league.KindOf(err), sentence, kind)
	}
}

func TestAnOfferBecomesTheMatchThatWasPromised(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		reservation := c.Reserve()
		offer := c.mustPropose(ann, func(p *playing.Proposal) { p.Reservation = reservation.ID; p.Rated = true })
		if offer.ID != reservation.ID || offer.GID != reservation.GID || offer.Head != reservation.Head {
			t.Errorf("the offer %+v is not of the reservation %+v", offer, reservation)
		}
		if got := offer.Expires.Sub(offer.Created); got != 30*24*time.Hour { // R-WR-1
			t.Errorf("it is open for %v", got)
		}
		room, err := c.Offers(t.Context(), bob)
		if err != nil || ids(room) != offer.ID {
			t.Fatalf("the waiting room holds %v, %v", room, err)
		}
		want := offer
		want.Contribution = ""
		if diff := cmp.Diff(want, room[0]); diff != "" {
			t.Errorf("who may take it sees it otherwise (-want +got):\n%s", diff)
		}
		m, err := c.accept(bob, offer.ID)
		if err != nil {
			t.Fatal(err)
		}
		if m.ID != offer.ID || m.GID != offer.GID || m.Head != offer.Head || !m.Rated || m.Control != "lg" {
			t.Errorf("the match %+v is not what was offered", m)
		}
		seats := [2]league.Seat{{Player: ann, Contribution: "author's luck"}, {Player: bob, Contribution: "taker's luck"}}
		if diff := cmp.Diff(seats, m.Seats); diff != "" {
			t.Errorf("the seats (-want +got):\n%s", diff)
		}
		v := c.mustMatch(m.ID)
		if proof, err := c.Proof(t.Context(), v); err != nil {
			t.Error(err)
		} else if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
			t.Errorf("the dice cannot be checked: %v", err)
		}
		if room, _ := c.Offers(t.Context(), bob); len(room) != 0 {
			t.Errorf("the offer is still there: %v", room)
		}
		if again, err := c.accept(bob, offer.ID); err != nil || again.ID != m.ID {
			t.Errorf("a double click got %v, %v", again.ID, err)
		}
		if c.noticed(ann) != 2 || c.noticed(bob) != 0 {
			t.Errorf("ann was told %d times of the offer, bob %d times", c.noticed(ann), c.noticed(bob))
		}
	})
}

func TestTheAuthorSaysWhoKicksOff(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		for kickoff, want := range map[string]engine.Side{league.KickoffMe: engine.First, league.KickoffYou: engine.Second} {
			offer := c.mustPropose(ann, func(p *playing.Proposal) { p.Kickoff = kickoff })
			m, err := c.accept(bob, offer.ID)
			if err != nil || m.SideOf(ann.ID) != want {
				t.Errorf("%s: the author is %v, %v", kickoff, m.SideOf(ann.ID), err)
			}
		}
		seen := map[engine.Side]bool{}
		for i := 0; len(seen) < 2; i++ {
			offer := c.mustPropose(ann, func(p *playing.Proposal) { p.Kickoff = league.KickoffLot })
			m, err := c.accept(bob, offer.ID)
			if err != nil || i > 50 {
				t.Fatalf("by lot: %v after %d", err, i)
			}
			first := m.Log[0].Draws
			if len(first) != 1 || first[0].Label != "seats" || first[0].Sides != 2 || first[0].K != 0 {
				t.Fatalf("the lot is %+v", first)
			}
			seen[m.SideOf(ann.ID)] = true
		}
	})
}

func TestAnInvitationIsSeenAndAnsweredByItsTwoPlayersAlone(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		cleo, guest := c.signedUp("Cleo"), c.guest()
		offer := c.mustPropose(ann, to("Bob"))
		if got := offer.Expires.Sub(offer.Created); got != 14*24*time.Hour { // R-WR-3
			t.Errorf("it is open for %v", got)
		}
		for _, p := range []league.Player{ann, bob} {
			if got, err := c.Offer(t.Context(), p, offer.ID); err != nil || got.Message != "a quick one?" {
				t.Errorf("%s sees %v, %v", p.Name, got, err)
			}
		}
		for _, p := range []league.Player{cleo, guest, {}} {
			_, err := c.Offer(t.Context(), p, offer.ID)
			refused(t, err, league.NotFound, "There is no such offer.")
			_, err = c.accept(p, offer.ID)
			refused(t, err, league.NotFound, "There is no such offer.")
			_, err = c.Decline(t.Context(), p, offer.ID, "")
			refused(t, err, league.NotFound, "There is no such offer.")
			_, err = c.Withdraw(t.Context(), p, offer.ID)
			refused(t, err, league.NotFound, "There is no such offer.")
			if room, err := c.Offers(t.Context(), p); err != nil || len(room) != 0 {
				t.Errorf("the waiting room shows %v, %v", room, err)
			}
		}
		_, err := c.accept(ann, offer.ID)
		refused(t, err, league.Forbidden, "This is your own offer")
		_, err = c.Decline(t.Context(), ann, offer.ID, "")
		refused(t, err, league.Forbidden, "Only the player who is invited")
		_, err = c.Withdraw(t.Context(), bob, offer.ID)
		refused(t, err, league.Forbidden, "Only the player who made an offer")
		toBob, _, err := c.Invitations(t.Context(), bob)
		if err != nil || ids(toBob) != offer.ID || toBob[0].Contribution != "" {
			t.Errorf("bob is invited to %v, %v", toBob, err)
		}
		_, fromAnn, err := c.Invitations(t.Context(), ann)
		if err != nil || ids(fromAnn) != offer.ID {
			t.Errorf("ann invites to %v, %v", fromAnn, err)
		}
		for range 2 { // a double click
			if got, err := c.Decline(t.Context(), bob, offer.ID, ""); err != nil || got.State != league.OfferDeclined {
				t.Fatalf("declined: %v, %v", got.State, err)
			}
		}
		_, err = c.accept(bob, offer.ID)
		refused(t, err, league.Stale, "This invitation has been declined.")
		_, err = c.Withdraw(t.Context(), ann, offer.ID)
		refused(t, err, league.Stale, "This invitation has been declined.")
		if c.noticed(ann) != 2 || c.noticed(bob) != 2 {
			t.Errorf("ann was told %d times, bob %d times", c.noticed(ann), c.noticed(bob))
		}
	})
}

func TestAnOfferThatIsGoneIsRefusedWithItsReason(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		cleo := c.signedUp("Cleo")
		taken := c.mustPropose(ann, nil)
		if _, err := c.accept(cleo, taken.ID); err != nil {
			t.Fatal(err)
		}
		_, err := c.accept(bob, taken.ID)
		refused(t, err, league.Stale, "Somebody else has taken this seat")
		_, err = c.Withdraw(t.Context(), ann, taken.ID)
		refused(t, err, league.Stale, "Somebody else has taken this seat")

		withdrawn := c.mustPropose(ann, nil)
		for range 2 {
			if got, err := c.Withdraw(t.Context(), ann, withdrawn.ID); err != nil || got.State != league.OfferWithdrawn {
				t.Fatalf("withdrawn: %v, %v", got.State, err)
			}
		}
		_, err = c.accept(bob, withdrawn.ID)
		refused(t, err, league.Stale, "This offer has been withdrawn.")
		_, err = c.accept(bob, "nosuchoffer")
		refused(t, err, league.NotFound, "There is no such offer.")
	})
}

func TestAnOfferRunsOutByItsTimeAlone(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		seat, invitation := c.mustPropose(ann, nil), c.mustPropose(ann, to("Bob"))
		c.setTime(invitation.Expires.Add(-time.Millisecond))
		if toBob, _, _ := c.Invitations(t.Context(), bob); len(toBob) != 1 {
			t.Error("it is gone too early")
		}
		c.setTime(invitation.Expires)
		toBob, _, _ := c.Invitations(t.Context(), bob)
		_, fromAnn, _ := c.Invitations(t.Context(), ann)
		if len(toBob)+len(fromAnn) != 0 {
			t.Errorf("still there: %v, %v", toBob, fromAnn)
		}
		_, err := c.accept(bob, invitation.ID)
		refused(t, err, league.Stale, "This invitation has run out.")
		_, err = c.Decline(t.Context(), bob, invitation.ID, "")
		refused(t, err, league.Stale, "This invitation has run out.")
		_, err = c.Withdraw(t.Context(), ann, invitation.ID)
		refused(t, err, league.Stale, "This invitation has run out.")
		if got, err := c.Offer(t.Context(), bob, invitation.ID); err != nil || got.State != league.OfferExpired {
			t.Errorf("it shows as %v, %v", got.State, err)
		}

		annBefore, bobBefore := c.noticed(ann), c.noticed(bob)
		for range 2 { // the second finds nothing to do
			if err := c.Expire(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if c.noticed(ann) != annBefore+1 || c.noticed(bob) != bobBefore+1 { // R-WR-3: a notice to both
			t.Errorf("ann was told %d times, bob %d times", c.noticed(ann)-annBefore, c.noticed(bob)-bobBefore)
		}

		c.setTime(seat.Expires)
		if room, _ := c.Offers(t.Context(), bob); len(room) != 0 {
			t.Errorf("still there: %v", room)
		}
		// Who sent it in time is not punished for the queue.
		if _, err := c.Accept(t.Context(), bob, seat.ID, "", false, seat.Expires.Add(-time.Millisecond)); err != nil {
			t.Errorf("what came in time was refused: %v", err)
		}
	})
}

func TestManyOffersRunOutAtOnce(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, _ league.Player) {
		c.Limits.Open, c.Limits.Site = 1000, 1000
		for range 120 { // more than one look takes up
			c.mustPropose(ann, nil)
		}
		before := c.noticed(ann)
		c.wait(31 * 24 * time.Hour)
		if err := c.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if told := c.noticed(ann) - before; told != 120 {
			t.Errorf("ann was told %d times", told)
		}
	})
}

func TestOffersTakeAnAccount(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, _ league.Player) {
		guest := c.guest()
		_, err := c.propose(guest, nil)
		refused(t, err, league.Forbidden, "Sign up first: ")
		offer := c.mustPropose(ann, nil)
		if room, err := c.Offers(t.Context(), league.Player{}); err != nil || ids(room) != offer.ID {
			t.Errorf("a visitor sees %v, %v", room, err)
		}
		for _, p := range []league.Player{guest, {}} {
			_, err := c.accept(p, offer.ID)
			refused(t, err, league.Forbidden, "Sign up first: ")
			refused(t, c.Block(t.Context(), p, ann), league.Forbidden, "Sign up first: ")
		}
		if toMe, fromMe, err := c.Invitations(t.Context(), guest); err != nil || toMe != nil || fromMe != nil {
			t.Errorf("a guest has invitations: %v, %v, %v", toMe, fromMe, err)
		}
	})
}

func TestAWrongProposalIsSaidBesideItsFieldAndChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		gone := league.Player{ID: "gone", Name: "deleted-1", Kind: league.Deleted, Created: c.Now()}
		if _, err := c.store.Admit(t.Context(), league.Session{Hash: sha256.Sum256([]byte("gone")), Player: gone.ID, Created: c.Now()}, gone); err != nil {
			t.Fatal(err)
		}
		bots := c.Opponents()
		for _, w := range []struct {
			name, field, sentence string
			change                func(*playing.Proposal)
		}{
			{"an unknown name", "opponent", "There is no player of this name", to("Nobody")},
			{"no name", "opponent", "Type the name", to("  ")},
			{"oneself", "opponent", "This is you", to("Ann")},
			{"a guest", "opponent", "There is no player of this name", to(c.guest().Name)},
			{"a deleted account", "opponent", "There is no player of this name", to("deleted-1")},
			{"a bot by its shown name", "opponent", "is a bot. Choose it from the list", to(bots[0].Player.Name)},
			{"an unknown bot", "opponent", "There is no such opponent", to("bot:deep")},
			{"other rules", "rules", "There is no game with these rules", func(p *playing.Proposal) { p.Rules = "chess" }},
			{"no kick-off", "kickoff", "Choose who goes first", func(p *playing.Proposal) { p.Kickoff = "" }},
			{"no clock", "control", "There is no such clock", func(p *playing.Proposal) { p.Control = "x" }},
			{"a message that is too long", "message", "At most 200 letters", func(p *playing.Proposal) { p.Message = strings.Repeat("é", 201) }},
			{"a message that is no text", "message", "letters, digits and signs", func(p *playing.Proposal) { p.Message = "\xff" }},
			{"a contribution that is too long", "contribution", "At most 64", func(p *playing.Proposal) { p.Contribution = strings.Repeat("x", 65) }},
			{"a reservation of one's own making", "reservation", "out of date", func(p *playing.Proposal) { p.Reservation = "abcdefghijklmnop" }},
		} {
			_, err := c.propose(ann, w.change)
			if got := league.Fields(err)[w.field]; !strings.Contains(fmt.Sprint(got), w.sentence) {
				t.Errorf("%s: %v", w.name, err)
			}
		}
		_, err := c.propose(ann, func(p *playing.Proposal) { *p = playing.Proposal{Opponent: "Nobody", Message: "\xff"} })
		if got := league.Fields(err); len(got) != 6 {
			t.Errorf("not all at once: %v", got)
		}
		room, _ := c.Offers(t.Context(), ann)
		_, fromAnn, _ := c.Invitations(t.Context(), ann)
		if len(room)+len(fromAnn)+c.noticed(ann) != 0 {
			t.Errorf("something has changed: %v, %v", room, fromAnn)
		}

		offer := c.mustPropose(ann, nil)
		_, err = c.Accept(t.Context(), bob, offer.ID, "a\x00b", false, c.Now())
		if got := league.Fields(err)["contribution"]; !strings.Contains(fmt.Sprint(got), "letters, digits and signs") {
			t.Errorf("a contribution that is none: %v", err)
		}
	})
}

func TestAMessageIsKeptClean(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		offer := c.mustPropose(ann, func(p *playing.Proposal) { p.Message = " one\r\n two\u202e " })
		if got, err := c.Offer(t.Context(), bob, offer.ID); err != nil || got.Message != "one two" {
			t.Errorf("got %q, %v", got.Message, err)
		}
	})
}

func TestAReservationServesOnce(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		offer := c.mustPropose(ann, nil)
		same := func(p *playing.Proposal) { p.Reservation = offer.ID }
		if again := c.mustPropose(ann, same); again.ID != offer.ID || again.Contribution != offer.Contribution {
			t.Errorf("sent again it became %v", again)
		}
		if _, err := c.propose(bob, same); league.KindOf(err) != league.Stale {
			t.Errorf("somebody else got %v", err)
		}
		room, _ := c.Offers(t.Context(), bob)
		if ids(room) != offer.ID || c.noticed(ann) != 1 {
			t.Errorf("the room holds %v; ann was told %d times", room, c.noticed(ann))
		}
		// Nor does it serve for a bot as well, nor the other way round.
		_, err := c.begin(ann, same)
		refused(t, err, league.Stale, "already begun")
		m, err := c.begin(ann, nil)
		if err != nil {
			t.Fatal(err)
		}
		made, err := c.Propose(t.Context(), ann, playing.Proposal{Reservation: m.ID, Rules: "streetsoccer/lg", Kickoff: "me", Control: "lg"})
		if err != nil || made.Match.ID != m.ID || made.Offer.ID != "" {
			t.Errorf("an offer of a match: %v, %v", made, err)
		}
	})
}

func TestBotsPlayUnrated(t *testing.T) { // R-RA-8
	each(t, func(t *testing.T, c *club, ann, _ league.Player) {
		made, err := c.Propose(t.Context(), ann, playing.Proposal{
			Reservation: c.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:greedy", Kickoff: "me", Control: "lg", Rated: true,
		})
		if err != nil || made.Match.ID == "" || made.Match.Rated || made.Offer.ID != "" {
			t.Errorf("got %v, %v", made, err)
		}
	})
}

func TestTheNumberOfOpenOffersIsLimited(t *testing.T) { // R-WR-2
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		var last league.Offer
		for range 5 {
			last = c.mustPropose(ann, nil)
		}
		_, err := c.propose(ann, nil)
		refused(t, err, league.Forbidden, "You have 5 open offers")
		c.mustPropose(ann, to("Bob")) // invitations are counted apart
		if _, err := c.Withdraw(t.Context(), ann, last.ID); err != nil {
			t.Fatal(err)
		}
		c.mustPropose(ann, nil)

		c.Limits.Invited = 1
		_, err = c.propose(ann, to("Bob"))
		refused(t, err, league.Forbidden, "You have 1 open invitations")

		for _, name := range []string{"Cleo", "Dora", "Emma"} {
			p := c.signedUp(name)
			for range 5 {
				c.mustPropose(p, nil)
			}
		}
		_, err = c.propose(bob, nil)
		refused(t, err, league.Forbidden, "There are 20 open offers")
		if room, _ := c.Offers(t.Context(), bob); len(room) != 20 {
			t.Errorf("the room holds %d", len(room))
		}
		c.wait(31 * 24 * time.Hour) // what has run out does not count, marked or not
		c.mustPropose(ann, nil)
	})
}

func TestAPairBeginsTwoRatedMatchesInSevenDays(t *testing.T) { // R-WR-2
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		cleo := c.signedUp("Cleo")
		waiting := c.mustPropose(ann, rated)
		late := c.mustPropose(ann, rated)
		for _, author := range []league.Player{ann, bob} { // whoever makes the offer
			taker := map[league.Player]league.Player{ann: bob, bob: ann}[author]
			if _, err := c.accept(taker, c.mustPropose(author, rated).ID); err != nil {
				t.Fatal(err)
			}
		}
		_, err := c.accept(bob, waiting.ID)
		refused(t, err, league.Forbidden, "You two have begun 2 rated games")
		_, err = c.propose(bob, func(p *playing.Proposal) { p.Opponent, p.Rated = "Ann", true })
		if got := league.Fields(err)["rated"]; !strings.Contains(fmt.Sprint(got), "You two have begun 2 rated games") {
			t.Errorf("an invitation that cannot be accepted: %v", err)
		}
		if _, err := c.accept(bob, c.mustPropose(ann, nil).ID); err != nil {
			t.Errorf("an unrated one: %v", err)
		}
		if _, err := c.accept(cleo, waiting.ID); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		c.wait(7*24*time.Hour + time.Millisecond)
		if _, err := c.accept(bob, late.ID); err != nil {
			t.Errorf("after seven days: %v", err)
		}
	})
}

func TestBlockedPlayersGetNoGames(t *testing.T) { // R-WR-3
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		cleo := c.signedUp("Cleo")
		seat, invitation := c.mustPropose(ann, nil), c.mustPropose(bob, to("Ann"))
		theirs := c.mustPropose(bob, nil)
		for range 2 { // twice is once
			if err := c.Block(t.Context(), ann, bob); err != nil {
				t.Fatal(err)
			}
		}
		blocks, err := c.Blocks(t.Context(), ann)
		if err != nil || len(blocks) != 1 || blocks[0].Other != bob || blocks[0].Player != ann {
			t.Errorf("ann blocks %v, %v", blocks, err)
		}
		const gently = "This player does not take games from you."
		_, err = c.accept(bob, seat.ID)
		refused(t, err, league.Forbidden, gently)
		_, err = c.propose(bob, to("Ann"))
		refused(t, err, league.Forbidden, gently)
		if fmt.Sprint(league.Fields(err)["opponent"]) != gently {
			t.Errorf("it does not stand beside the name: %v", league.Fields(err))
		}
		_, err = c.accept(ann, invitation.ID)
		refused(t, err, league.Forbidden, "You have blocked Bob.")
		_, err = c.accept(ann, theirs.ID)
		refused(t, err, league.Forbidden, "You have blocked Bob.")
		_, err = c.propose(ann, to("Bob"))
		refused(t, err, league.Forbidden, "You have blocked Bob.")
		for p, want := range map[league.Player]string{ann: seat.ID, bob: theirs.ID} {
			if room, _ := c.Offers(t.Context(), p); ids(room) != want {
				t.Errorf("%s sees %v", p.Name, ids(room))
			}
		}
		if room, _ := c.Offers(t.Context(), cleo); len(room) != 2 {
			t.Errorf("a third player sees %v", ids(room))
		}
		toAnn, _, _ := c.Invitations(t.Context(), ann)
		_, fromBob, _ := c.Invitations(t.Context(), bob)
		if len(toAnn) != 0 || len(fromBob) != 1 {
			t.Errorf("ann is invited to %v, bob invites to %v", toAnn, fromBob)
		}
		refused(t, c.Block(t.Context(), ann, ann), league.Invalid, "You cannot block yourself")
		for range 2 {
			if err := c.Unblock(t.Context(), ann, bob); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.accept(bob, seat.ID); err != nil {
			t.Errorf("unblocked: %v", err)
		}
	})
}

func TestARematchTurnsTheKickoffRound(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		m, err := c.accept(bob, c.mustPropose(ann, func(p *playing.Proposal) { p.Rated, p.Control = true, "live" }).ID)
		if err != nil {
			t.Fatal(err)
		}
		for p, want := range map[league.Player]playing.Proposal{
			ann: {Rules: "streetsoccer/lg", Control: "live", Rated: true, Opponent: "Bob", Kickoff: league.KickoffYou},
			bob: {Rules: "streetsoccer/lg", Control: "live", Rated: true, Opponent: "Ann", Kickoff: league.KickoffMe},
		} {
			if got, err := c.Rematch(t.Context(), p, m.ID); err != nil || got != want {
				t.Errorf("%s gets %+v, %v", p.Name, got, err)
			}
		}
		_, err = c.Rematch(t.Context(), c.signedUp("Cleo"), m.ID)
		refused(t, err, league.Forbidden, "You do not play in this game")
		v := c.mustBegin(c.guest())
		if got, err := c.Rematch(t.Context(), v.Match.Seats[0].Player, v.Match.ID); err != nil || got.Opponent != "bot:random" || got.Kickoff != league.KickoffYou {
			t.Errorf("against a bot: %+v, %v", got, err)
		}
	})
}

func TestNoticesWakeWhomTheyConcern(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		annHears, stop := c.ListenPlayer(ann.ID)
		defer stop()
		bobHears, stop := c.ListenPlayer(bob.ID)
		defer stop()
		heard := func(what string, all ...<-chan struct{}) {
			t.Helper()
			for _, hears := range all {
				select {
				case <-hears:
				default:
					t.Errorf("%s: somebody was not woken", what)
				}
			}
			select {
			case <-c.Core.Told:
			default:
				t.Errorf("%s: who makes news of it was not woken", what)
			}
		}
		offer := c.mustPropose(ann, to("Bob"))
		heard("an invitation", annHears, bobHears)
		if _, err := c.accept(bob, offer.ID); err != nil {
			t.Fatal(err)
		}
		heard("its acceptance", annHears, bobHears)
		offer = c.mustPropose(ann, to("Bob"))
		heard("another one", annHears, bobHears)
		if _, err := c.Decline(t.Context(), bob, offer.ID, ""); err != nil {
			t.Fatal(err)
		}
		heard("its refusal", annHears, bobHears)
	})
}

// TestTheLastSeatIsGivenOnce lets twenty players take one offer at once, on two nodes (R-WR-1).
func TestTheLastSeatIsGivenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		c.Limits.Open = 1000
		ann := c.signedUp("Ann")
		var takers []league.Player
		for i := range 20 {
			takers = append(takers, c.signedUp(fmt.Sprintf("Taker %d", i)))
		}
		nodes := []*office.Office{c.Office, newRival(c, s)}
		for range 20 {
			offer := c.mustPropose(ann, nil)
			errs := make([]error, len(takers))
			atOnce(len(takers), func(i int) {
				_, errs[i] = nodes[i%2].Accept(context.Background(), takers[i], offer.ID, "", false, c.Now())
			})
			won := 0
			for i, err := range errs {
				switch {
				case err == nil:
					won++
					if m := c.mustMatch(offer.ID).Match; m.Seats[1].Player.ID != takers[i].ID {
						t.Errorf("%s was told that the seat is his, it is %s's", takers[i].Name, m.Seats[1].Player.Name)
					}
				case league.KindOf(err) != league.Stale || !strings.Contains(err.Error(), "Somebody else has taken this seat"):
					t.Errorf("a loser was told %v", err)
				}
			}
			if won != 1 {
				t.Fatalf("%d got the seat", won)
			}
		}
	})
}

// atOnce lets n goroutines loose in the same instant.
func atOnce(n int, act func(i int)) {
	barrier := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-barrier
			act(i)
		})
	}
	close(barrier)
	all.Wait()
}
