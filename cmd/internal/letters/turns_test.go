package letters_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/reach"
)

// turnOf brings a match so far that a member is to move, by moves of the other.
func (p *post) turnOf(id string, member *webtest.Member) {
	p.T.Helper()
	for range 20 {
		v := p.MustMatch(id)
		mover, _ := v.Match.Mover()
		if mover.ID == member.Player.ID {
			return
		}
		p.Moves(id, 1)
	}
	p.T.Fatal("it never is their turn")
}

func TestTurnsWaitForTheMailOfTheDay(t *testing.T) {
	t.Parallel()
	p := newPost(t) // it is noon
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	first, second := p.Match(ann, bob), p.Match(ann, bob)
	p.turnOf(first, bob)
	p.Wait(24 * time.Hour)
	p.turnOf(second, bob)
	p.work()
	if n := len(p.to("bob@example.org")); n != 1 { // yesterday's was not due while the site slept; today's is not yet
		t.Logf("%d letters so far", n)
	}
	before := len(p.to("bob@example.org"))
	p.Wait(5*time.Hour + time.Minute)
	p.work()
	got := p.to("bob@example.org")[before:]
	if len(got) != 1 {
		t.Fatalf("%d mails of the day", len(got))
	}
	if s := subject(got[0]); s != "2 games wait for you. The first has 8 d 18 h left." {
		t.Errorf("it is about %q", s)
	}
	text := plain(t, got[0])
	if at, then := strings.Index(text, "/matches/"+first), strings.Index(text, "/matches/"+second); at < 0 || then < at {
		t.Errorf("the game with less time is not first:\n%s", text)
	}
	if !strings.Contains(got[0].Raw, "image/png") {
		t.Error("no board comes with it")
	}
	p.Wait(24 * time.Hour)
	p.work()
	if n := len(p.to("bob@example.org")) - before; n != 1 {
		t.Errorf("the same was said again the next day: %d", n)
	}
}

func TestTimeThatRunsOutIsTold(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	id := p.Match(ann, bob)
	p.turnOf(id, bob)
	p.work()
	var told []mailtest.Letter
	for range 11 * 24 { // ten days, hour by hour
		p.Wait(time.Hour)
		p.work()
		told = nil
		for _, l := range p.to("bob@example.org") {
			if strings.Contains(subject(l), "left against ann") {
				told = append(told, l)
			}
		}
	}
	var subjects []string
	for _, l := range told {
		subjects = append(subjects, subject(l))
	}
	if len(told) != 3 || !strings.HasPrefix(subjects[0], "1 d") && !strings.HasPrefix(subjects[0], "2 d") {
		t.Errorf("alarms: %q", subjects)
	}
}

func TestWhoMovesIsToldNoMore(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 17, Ways: reach.Ways{reach.MailChannel: {reach.Turn: reach.AtOnce}}}); err != nil {
		t.Fatal(err)
	}
	id := p.Match(ann, bob)
	p.turnOf(id, bob)
	p.work()
	p.turnOf(id, ann) // before the letter is due
	p.Wait(10 * time.Minute)
	p.work()
	if got := p.to("bob@example.org"); len(got) != 0 {
		t.Errorf("%q", subject(got[0]))
	}
	p.turnOf(id, bob)
	p.work()
	p.Wait(4 * time.Minute)
	bob.Get("/") // is there
	p.work()
	if got := p.to("bob@example.org"); len(got) != 0 {
		t.Errorf("to somebody who is there: %q", subject(got[0]))
	}
	p.Wait(11 * time.Minute)
	p.work()
	if got := p.to("bob@example.org"); len(got) != 1 || !strings.HasPrefix(subject(got[0]), "Your turn against ann") {
		t.Errorf("%d letters", len(got))
	}
	if state, err := p.Office.Reach.Outbox(t.Context()); err != nil || state.Dead != 0 {
		t.Errorf("%+v, %v", state, err)
	}
}

func TestOneClickEndsMails(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	p.invite(ann, bob)
	p.work()
	p.Wait(4 * time.Minute)
	p.work()
	got := p.to("bob@example.org")
	if len(got) != 1 {
		t.Fatalf("%d letters", len(got))
	}
	at := strings.Trim(got[0].Header.Get("List-Unsubscribe"), "<>")
	path := strings.TrimPrefix(at, "https://kickabout.example")
	stranger := p.Browser()
	stranger.Get(path).Want(t, 200, "End mails of this kind: Invitations")
	p.invite(ann, bob)
	p.work()
	p.Wait(4 * time.Minute)
	for range 2 { // twice is fine
		if a := stranger.Send("POST", path, "List-Unsubscribe=One-Click", nil); a.Status != 200 || a.Header.Get("Location") != "" {
			t.Errorf("status %d", a.Status)
		}
	}
	stranger.Post(path[:len(path)-1]+"x", nil).Want(t, 404)
	p.work()
	if n := len(p.to("bob@example.org")); n != 1 {
		t.Errorf("%d letters after the mails were ended", n)
	}
}

func TestAnAddressThatRefusesIsLeftAlone(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	p.server.Refuse(func(string) error { return mailtest.Answer(550, 5, 1, 1, "nobody of this name") })
	p.invite(ann, bob)
	p.work()
	p.Wait(4 * time.Minute)
	p.work()
	a, err := p.Office.Addresses.Address(t.Context(), bob.Player.ID)
	if err != nil || a.Open() || !strings.Contains(a.Problem, "5.1.1") {
		t.Errorf("%+v, %v", a, err)
	}
	if state, err := p.Office.Reach.Outbox(t.Context()); err != nil || state != (league.Outbox{Dead: 1, Waiting: state.Waiting}) {
		t.Errorf("%+v, %v", state, err)
	}
	bob.Get("/account/mail").Want(t, 200, "Letters to this address come back")
	for _, path := range []string{"/", "/matches", "/rules/streetsoccer", "/matches/" + p.Match(ann, bob)} {
		bob.Get(path).Want(t, 200, "Letters to your address come back")
		ann.Get(path).Want(t, 200).Without(t, "Letters to your address come back")
	}
	p.server.Refuse(nil)
	p.invite(p.Member("cleo"), bob)
	p.work()
	p.Wait(20 * time.Minute)
	p.work()
	if state, err := p.Office.Reach.Outbox(t.Context()); err != nil || state.Dead != 1 || len(p.to("bob@example.org")) != 0 {
		t.Errorf("letters are written to an address that takes none: %+v, %v", state, err)
	}
	p.reachable(bob, "bob@example.org") // it is shown to be theirs again
	bob.Get("/").Want(t, 200).Without(t, "Letters to your address come back")
}

func TestAtMostTwoMailsADay(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := p.Member("bob")
	p.reachable(bob, "bob@example.org")
	for _, name := range []string{"ann", "cleo", "dan", "eve"} {
		p.invite(p.Member(name), bob)
		p.work()
		p.Wait(20 * time.Minute)
		p.work()
	}
	if n := len(p.to("bob@example.org")); n != reach.MostMails {
		t.Fatalf("%d mails went", n)
	}
	p.Wait(4 * time.Hour) // it is after five
	p.work()
	all := p.to("bob@example.org")
	if len(all) != reach.MostMails+1 {
		t.Fatalf("%d mails with that of the day", len(all))
	}
	text := plain(t, all[2])
	for _, name := range []string{"ann", "cleo", "dan", "eve"} {
		if !strings.Contains(text, name+" invites you") {
			t.Errorf("the mail of the day does not say that %s invites: %s", name, text)
		}
	}
}

func TestWhatWasReadIsNotSent(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 17, Ways: reach.Ways{reach.MailChannel: {reach.Chat: reach.AtOnce, reach.Turn: reach.Off}}}); err != nil {
		t.Fatal(err)
	}
	id := p.Match(ann, bob)
	ann.Say(id, "hello")
	p.work()
	if n, err := p.Office.Reach.Bell(t.Context(), bob.Player); n != 1 || err != nil {
		t.Fatalf("the bell shows %d, %v", n, err)
	}
	bob.Post("/inbox/read", url.Values{"topic": {"chat:" + id}, "next": {"/matches/" + id}}).Want(t, 303)
	if n, err := p.Office.Reach.Bell(t.Context(), bob.Player); n != 0 || err != nil {
		t.Errorf("the bell shows %d, %v", n, err)
	}
	p.Wait(time.Hour)
	p.work()
	if got := p.to("bob@example.org"); len(got) != 0 {
		t.Errorf("%q", subject(got[0]))
	}
	ann.Say(id, "are you there?")
	p.work()
	p.Wait(time.Hour)
	p.work()
	if got := p.to("bob@example.org"); len(got) != 1 {
		t.Errorf("%d letters about what was not read", len(got))
	}
}
