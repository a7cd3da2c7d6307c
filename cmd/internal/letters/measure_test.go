package letters_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/contact"
	"kickabout/league/reach"
)

// otherNode is what another node that sends letters has taken, at a moment at which two letters to bob were due: one of
// them, while the other one waits.
func otherNode(t *testing.T, p *post, last bool) *webtest.Member {
	t.Helper()
	bob := p.Member("bob")
	p.reachable(bob, "bob@example.org")
	for _, name := range []string{"ann", "cleo"} {
		p.invite(p.Member(name), bob)
	}
	p.fansOut()
	p.Wait(20 * time.Minute)
	taken, err := p.Store.ClaimLetters(t.Context(), reach.MailChannel, "other", p.Clock(), 10*time.Minute, 10)
	if err != nil || len(taken) != 2 {
		t.Fatalf("%d letters, %v", len(taken), err)
	}
	back := taken[1]
	if last {
		back = taken[0]
	}
	if err := p.Store.DelayLetter(t.Context(), back, p.Clock(), false, ""); err != nil {
		t.Fatal(err)
	}
	return bob
}

// fansOut makes letters of what was noticed.
func (p *post) fansOut() {
	p.T.Helper()
	for more := true; more; {
		var err error
		if more, err = p.Office.Reach.FanOut(p.T.Context()); err != nil {
			p.T.Fatal(err)
		}
	}
}

// came counts the letters to bob, and says what each was about.
func (p *post) came(t *testing.T, want int, when string) {
	t.Helper()
	got := p.to("bob@example.org")
	if len(got) == want {
		return
	}
	t.Errorf("%s %d letters came:", when, len(got))
	for _, l := range got {
		t.Log(l.At, subject(l))
	}
}

// TestALetterOnItsWayHasItsPlace: a node that took a letter may have brought it before it died. As long as nobody knows no
// other one goes that would be one too many if it did, whichever of the two was noticed first.
func TestALetterOnItsWayHasItsPlace(t *testing.T) {
	t.Parallel()
	for _, last := range []bool{false, true} {
		t.Run(fmt.Sprintf("last=%t", last), func(t *testing.T) {
			t.Parallel()
			p := newPost(t)
			otherNode(t, p, last)
			p.work()
			p.came(t, 0, "while the other node may have sent one")
			p.Wait(11 * time.Minute)
			p.work()
			p.came(t, 1, "once the other node is known to be gone")
			p.Wait(time.Hour)
			p.work()
			p.came(t, 1, "with the mail of the day still to come")
		})
	}
}

// TestALetterThatWasTriedKeepsItsPlace: of one whose sender died, and then of a server that was busy, nobody knows whether
// it came.
func TestALetterThatWasTriedKeepsItsPlace(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	otherNode(t, p, true)
	var busy sync.Once
	p.server.Refuse(func(string) (err error) {
		busy.Do(func() { err = mailtest.Answer(451, 4, 3, 0, "busy just now") })
		return err
	})
	p.Wait(11 * time.Minute)
	p.work()
	p.came(t, 0, "before the one that was tried is due again")
	p.Wait(time.Hour)
	p.work()
	p.came(t, 1, "once it is")
}

// TestALetterThatMayHaveComeCounts: also where it has come to nothing before it could be tried again.
func TestALetterThatMayHaveComeCounts(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := otherNode(t, p, true)
	held, err := p.Office.InvitationsTo(t.Context(), bob.Player)
	if err != nil || len(held) != 2 {
		t.Fatalf("%d invitations, %v", len(held), err)
	}
	for _, o := range held {
		if o.Author.Name != "cleo" {
			continue
		}
		if _, err := p.Office.Withdraw(t.Context(), o.Author, o.ID); err != nil {
			t.Fatal(err)
		}
	}
	p.Wait(11 * time.Minute)
	p.work()
	p.came(t, 0, "after the other one may have come")
}

// TestTheMailOfYesterdayIsExpectedToday: a site that was away when a mail of the day was due writes it later, and nobody
// gets three because it comes on the date of the next one.
func TestTheMailOfYesterdayIsExpectedToday(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.server.Clock(p.Clock)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 22, QuietFrom: 1, QuietUntil: 1}); err != nil {
		t.Fatal(err)
	}
	for p.Clock().Hour() != 21 {
		p.Wait(time.Hour)
	}
	p.Wait(10 * time.Hour) // nobody looked whose digest was due
	p.invite(ann, bob)
	p.fansOut()
	p.Wait(20 * time.Minute)
	for _, step := range p.Office.Reach.Senders() {
		if _, err := step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p.came(t, 0, "with two mails of the day to come")
	p.work()
	p.came(t, 1, "with that of yesterday")
	p.invite(p.Member("dan"), bob)
	for range 16 {
		p.Wait(time.Hour)
		p.work()
	}
	p.came(t, 2, "on that date")
	if o, err := p.Office.Reach.Outbox(t.Context()); err != nil || o != (contact.Outbox{Waiting: o.Waiting}) {
		t.Errorf("%+v, %v", o, err)
	}
}

// TestTheMailOfTheDayWaitsForABusyServer: one that was not taken for more than a day says what that of the next day would
// have said, once; the day after has its own.
func TestTheMailOfTheDayWaitsForABusyServer(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.server.Clock(p.Clock)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	daily := reach.Wishes{Digest: 17, QuietFrom: 1, QuietUntil: 1, Ways: reach.Ways{reach.MailChannel: {reach.Offer: reach.Daily}}}
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, daily); err != nil {
		t.Fatal(err)
	}
	for p.Clock().Hour() != 16 {
		p.Wait(time.Hour)
	}
	hours := func(n int) {
		for range n {
			p.work()
			p.Wait(time.Hour)
		}
	}
	p.server.Refuse(func(string) error { return mailtest.Answer(451, 4, 3, 0, "busy") })
	p.invite(ann, bob)
	hours(20)
	p.invite(p.Member("cleo"), bob)
	hours(10) // 10 p.m., five hours after that of the next day was due
	p.came(t, 0, "while the server takes nothing")
	p.server.Refuse(nil)
	hours(5)
	p.came(t, 1, "for two days, some hours after the server was back")
	hours(9)
	p.came(t, 1, "for two days")
	for _, name := range []string{"ann", "cleo"} {
		if all := p.to("bob@example.org"); len(all) == 1 && !strings.Contains(plain(t, all[0]), name+" invites you") {
			t.Errorf("it says nothing of %s:\n%s", name, plain(t, all[0]))
		}
	}
	p.invite(p.Member("dan"), bob)
	hours(6)
	p.came(t, 2, "with that of the third day")
	if o, err := p.Office.Reach.Outbox(t.Context()); err != nil || o != (contact.Outbox{}) {
		t.Errorf("%+v, %v", o, err)
	}
	p.server.Refuse(func(string) error { return mailtest.Answer(451, 4, 3, 0, "busy for days") })
	p.invite(p.Member("eve"), bob)
	hours(4 * 24)
	if o, err := p.Office.Reach.Outbox(t.Context()); err != nil || o.Dead != 1 {
		t.Errorf("who runs the site is to see that nobody took it for three days: %+v, %v", o, err)
	}
}
