package letters_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/reach"
)

// TestNobodyIsAskedForAnAddressWhereNoMailIsSent: no page has a field for one, and all else works.
func TestNobodyIsAskedForAnAddressWhereNoMailIsSent(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	bob := w.Member("bob")
	for _, path := range []string{"/account", "/account/mail", "/account/security", "/account/notifications", "/inbox"} {
		bob.Get(path).Want(t, 200).Without(t, `type="email"`, `name="address"`, `name="mail-turn"`)
	}
	w.Browser().Get("/signup").Want(t, 200).Without(t, `type="email"`, `name="address"`)
	bob.Post("/account/mail", url.Values{"address": {"bob@example.org"}}).Want(t, 403, "This site sends no mail.")
	bob.Post("/account/notifications", url.Values{"zone": {"Asia/Kathmandu"}, "digest": {"17"}, "from": {"22"}, "to": {"7"}}).Want(t, 303)
}

// TestAMemberChoosesHowTheyAreTold: hours, a zone, which the browser names where there is none, and each kind; and sees by a
// test what the mail server says.
func TestAMemberChoosesHowTheyAreTold(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := p.Member("bob")
	wishes := func() reach.Wishes {
		t.Helper()
		w, err := p.Office.Reach.Wishes(t.Context(), bob.Player)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if w := wishes(); w.Digest != 17 || w.QuietFrom != 22 || w.QuietUntil != 7 || w.Zone != "" {
		t.Errorf("who has chosen nothing is told %+v", w)
	}
	wants := func(address, zone string) {
		t.Helper()
		p.Wait(3 * time.Minute)
		bob.Post("/account/mail", url.Values{"address": {address}, "zone": {zone}}).Want(t, 303)
	}
	wants("bob@example.org", "no zone")
	wants("bob@example.org", "Europe/Berlin")
	wants("bob@example.org", "Asia/Tokyo") // it is on a journey
	if zone := wishes().Zone; zone != "Europe/Berlin" {
		t.Errorf("the zone is %q", zone)
	}
	p.Wait(3 * time.Minute)
	p.reachable(bob, "bob@example.org")

	const path = "/account/notifications"
	form := url.Values{"zone": {"Asia/Kathmandu"}, "digest": {"8"}, "from": {"23"}, "to": {"6"}, "mail-chat": {"now"}, "mail-turn": {"off"}, "mail-security": {"off"}}
	with := func(field, value string) url.Values {
		changed := url.Values{}
		for name, values := range form {
			changed[name] = values
		}
		changed.Set(field, value)
		return changed
	}
	bob.Post(path, with("zone", "Nowhere/City")).Want(t, 422, "There is no such time zone.", `id="zone-error"`, `value="Nowhere/City"`)
	bob.Post(path, with("digest", "24")).Want(t, 422, "An hour is a number from 0 to 23.")
	bob.Post(path, with("mail-chat", "hourly")).Want(t, 422, "Mail comes never, once a day, or at once")
	bob.Post(path, form).Want(t, 303)
	bob.Get(path+"?done=saved").Want(t, 200, "Saved.", `value="Asia/Kathmandu"`, `<select name="mail-turn"><option value="off" selected>`, "Mail: always", "It is 17:5") // 12:12 in UTC
	w := wishes()
	if ways := w.Ways[reach.MailChannel]; w.Digest != 8 || w.QuietFrom != 23 || w.QuietUntil != 6 || ways[reach.Chat] != reach.AtOnce || ways[reach.Turn] != reach.Off || ways[reach.Security] != reach.AtOnce {
		t.Errorf("kept is %+v", w)
	}

	bob.Post(path+"/test", nil).Want(t, 200, "The mail server took it at ")
	if got := p.to("bob@example.org"); len(got) != 1 || subject(got[0]) != "A test" {
		t.Errorf("%d mails came", len(got))
	}
	p.server.Refuse(func(string) error { return mailtest.Answer(550, 5, 1, 1, "nobody of this name") })
	bob.Post(path+"/test", nil).Want(t, 200, "The mail server refused it: 550 5.1.1.")
	bob.Post(path+"/test", nil).Want(t, 200, "refused it")
	bob.Post(path+"/test", nil).Want(t, 429, "Three test mails were sent")
}

// TestTheLastMailSaysThatItIsTheLast: nobody has seen bob for 60 days. After it none comes, until they do.
func TestTheLastMailSaysThatItIsTheLast(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	bob.Get("/")
	const last = "Nobody has seen you at Kickabout for 60 days, so this is the last mail until you come back."
	day := func() (said bool, came int) {
		t.Helper()
		before := len(p.to("bob@example.org"))
		for range 24 {
			p.Wait(time.Hour)
			p.work()
		}
		got := p.to("bob@example.org")[before:]
		for _, l := range got {
			said = said || strings.Contains(plain(t, l), last)
		}
		return said, len(got)
	}
	for n := range 70 {
		if n%5 == 0 { // something is new
			p.invite(ann, bob)
		}
		switch said, came := day(); {
		case said && n != 58 && n != 59:
			t.Fatalf("on day %d a mail says that it is the last", n+1)
		case said:
			for range 10 {
				p.invite(ann, bob)
				if _, came := day(); came != 0 {
					t.Fatal("after the last mail there came another one")
				}
			}
			bob.Post("/signin", url.Values{"name": {"bob"}, "password": {webtest.MemberWords}}).Want(t, 303) // the session before is over
			bob.Get("/")
			if _, came := day(); came == 0 {
				t.Error("who has come back gets no mail")
			}
			return
		case n == 0 && came == 0:
			t.Fatal("no mail came on the first day")
		}
	}
	t.Error("no mail says that it is the last")
}
