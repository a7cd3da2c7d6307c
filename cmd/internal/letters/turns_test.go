package letters_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/enginetest"
	"kickabout/league/contact"
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
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 17, Ways: reach.Ways{reach.MailChannel: {reach.Turn: reach.AtOnce}}}); err != nil {
		t.Fatal(err) // who wants turns at once gets more than two mails a day
	}
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
	if state, err := p.Office.Reach.Outbox(t.Context()); err != nil || state != (contact.Outbox{Dead: 1, Waiting: state.Waiting}) {
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

// TestAtMostTwoMailsADay: the mail of the day is one of them, so that before it there is one at once.
func TestAtMostTwoMailsADay(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := p.Member("bob")
	p.reachable(bob, "bob@example.org")
	names := []string{"ann", "cleo", "dan", "eve"}
	invited := func(by string) {
		p.invite(p.Member(by), bob)
		p.work()
		p.Wait(20 * time.Minute)
		p.work()
	}
	for _, name := range names {
		invited(name)
	}
	if n := len(p.to("bob@example.org")); n != 1 {
		t.Fatalf("%d mails went before that of the day", n)
	}
	p.Wait(4 * time.Hour) // it is after five
	p.work()
	all := p.to("bob@example.org")
	if len(all) != reach.MostMails {
		t.Fatalf("%d mails with that of the day", len(all))
	}
	text := plain(t, all[1])
	for _, name := range names {
		if !strings.Contains(text, name+" invites you") {
			t.Errorf("the mail of the day does not say that %s invites: %s", name, text)
		}
	}
	invited("fay")
	if n := len(p.to("bob@example.org")); n != reach.MostMails {
		t.Errorf("after that of the day there were %d mails", n)
	}
	p.Wait(24 * time.Hour)
	p.work()
	if all = p.to("bob@example.org"); len(all) != reach.MostMails+1 || !strings.Contains(plain(t, all[2]), "fay invites you") {
		t.Errorf("%d mails with that of the next day", len(all))
	}
}

// TestHoweverMuchHappensTwoMailsADay: days on which much happens, and on which the mail server is away for hours or a day
// and more, with digests that nobody takes until the next one is due.
func TestHoweverMuchHappensTwoMailsADay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(enginetest.Size(4)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			p, r := newPost(t), rand.New(rand.NewPCG(seed, seed))
			p.server.Clock(p.Clock)
			ann, bob := p.Member("ann"), p.Member("bob")
			p.reachable(bob, "bob@example.org")
			var cups []string
			for range 3 {
				cup := ann.Cup(func(f url.Values) { f.Set("name", fmt.Sprintf("Cup %d", len(cups))) })
				p.Accepted(bob.Post(cup+"/entry", nil))
				cups = append(cups, cup)
			}
			const step = 20 * time.Minute
			away, days := time.Duration(0), map[string]int{}
			for range 9 * 24 * time.Hour / step {
				if away -= step; away <= 0 && r.IntN(40) == 0 {
					away = []time.Duration{2, 5, 30, 60}[r.IntN(4)] * time.Hour
				}
				p.server.Refuse(nil)
				if away > 0 {
					p.server.Refuse(func(string) error { return mailtest.Answer(451, 4, 3, 0, "busy") })
				}
				if r.IntN(4) == 0 {
					p.Accepted(ann.Post(cups[r.IntN(len(cups))]+"/desk", url.Values{"act": {"announce"}, "text": {"good luck to all"}}))
				}
				if r.IntN(20) == 0 {
					if err := p.Office.Reach.MarkRead(t.Context(), bob.Player, "", 1<<30); err != nil {
						t.Fatal(err)
					}
				}
				p.work()
				p.Wait(step)
			}
			for _, l := range p.to("bob@example.org") {
				days[l.At.Format(time.DateOnly)]++
			}
			full := 0
			for day, n := range days {
				if n > reach.MostMails {
					t.Errorf("%d mails on %s", n, day)
				}
				if n == reach.MostMails {
					full++
				}
			}
			if full < 2 {
				t.Errorf("hardly any day had two mails: %v", days)
			}
		})
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

// TestWhatOrganisersDoComesOnceAnHour: of one tournament, however much they do; what is about another one does not wait.
func TestWhatOrganisersDoComesOnceAnHour(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 17, Ways: reach.Ways{reach.MailChannel: {reach.Turn: reach.AtOnce}}}); err != nil {
		t.Fatal(err) // who wants turns at once gets more than two mails a day
	}
	one, two := ann.Cup(nil), ann.Cup(func(f url.Values) { f.Set("name", "Autumn Cup") })
	for _, cup := range []string{one, two} {
		p.Accepted(bob.Post(cup+"/entry", nil))
	}
	announces := func(cup string) {
		t.Helper()
		p.Accepted(ann.Post(cup+"/desk", url.Values{"act": {"announce"}, "text": {"good luck to all"}}))
	}
	got := func(after time.Duration, want ...string) {
		t.Helper()
		p.Wait(after)
		p.work()
		var is []string
		for _, l := range p.to("bob@example.org") {
			if s := subject(l); strings.Contains(s, "announcement") {
				is = append(is, s)
			}
		}
		if !slices.Equal(is, want) {
			t.Errorf("there came %q, want %q", is, want)
		}
	}
	p.Wait(20 * time.Minute) // bob is not there
	announces(one)
	p.work()
	spring, autumn := "There is an announcement in Spring Cup.", "There is an announcement in Autumn Cup."
	got(4*time.Minute, spring)
	for range 3 {
		announces(one)
		p.work()
		got(10*time.Minute, spring)
	}
	announces(two)
	p.work()
	got(4*time.Minute, spring, autumn)
	got(27*time.Minute, spring, autumn, "There is an announcement in Spring Cup. (3)")
}

// TestALetterThatNobodyTakesIsGivenUp: for three days it is tried; then it is dead, and who runs the site sees that.
func TestALetterThatNobodyTakesIsGivenUp(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	var mu sync.Mutex
	var tried []time.Time
	p.server.Refuse(func(string) error {
		mu.Lock()
		defer mu.Unlock()
		tried = append(tried, p.Clock())
		return mailtest.Answer(451, 4, 3, 0, "busy for days")
	})
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 17, Ways: reach.Ways{reach.MailChannel: {reach.Offer: reach.AtOnce, reach.Turn: reach.AtOnce}}}); err != nil {
		t.Fatal(err) // who wants turns at once gets more than two mails a day
	}
	p.invite(ann, bob)
	began := p.Clock()
	p.work()
	for i := range 12 + 2*79 {
		if p.Wait(5 * time.Minute); i >= 12 {
			p.Wait(25 * time.Minute)
		}
		p.work()
		state, err := p.Office.Reach.Outbox(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if since := p.Clock().Sub(began); since < 57*time.Hour && state.Dead > 0 || since > 73*time.Hour && state.Dead == 0 {
			t.Fatalf("after %v: %+v", since, state)
		}
	}
	for i, want := range []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute} { // the job looks each 5 min
		if gap := tried[i+1].Sub(tried[i]); gap < want*8/10 || gap > want*12/10+5*time.Minute {
			t.Errorf("try %d came %v after the one before, want about %v", i+2, gap, want)
		}
	}
}

// TestALetterAboutTurnsOutlivesTheFirstDeadline: the mail server is busy until the time of one of two games has run out, and the
// letter tells of the other one.
func TestALetterAboutTurnsOutlivesTheFirstDeadline(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	ways := map[reach.Kind]reach.How{reach.Turn: reach.AtOnce, reach.Alarm: reach.Off, reach.Offer: reach.Off}
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 17, QuietFrom: 1, QuietUntil: 1, Ways: reach.Ways{reach.MailChannel: ways}}); err != nil {
		t.Fatal(err)
	}
	first := p.Match(ann, bob)
	p.turnOf(first, bob)
	p.work()
	p.Wait(p.MustMatch(first).Clocks.Deadline().Sub(p.Clock()) - 20*time.Minute)
	p.work()
	second := p.Match(ann, bob)
	p.turnOf(second, bob)
	p.work()
	before := len(p.to("bob@example.org"))
	tries := 0
	p.server.Refuse(func(string) error { tries++; return mailtest.Answer(451, 4, 3, 0, "busy just now") })
	for range 24 { // until four minutes after it
		p.Wait(time.Minute)
		p.work()
	}
	p.server.Refuse(nil)
	if tries < 3 {
		t.Fatalf("it was tried %d times before the first game ran out", tries)
	}
	if _, err := p.Office.Resign(t.Context(), bob.Player, first, p.Clock()); err != nil {
		t.Fatal(err)
	}
	p.Wait(80 * time.Minute) // an hour and a fifth is the longest pause after four tries
	p.work()
	if o, err := p.Office.Reach.Outbox(t.Context()); err != nil || o.Dead != 0 {
		t.Errorf("%+v, %v", o, err)
	}
	got := p.to("bob@example.org")[before:]
	if len(got) != 1 || !strings.Contains(plain(t, got[0]), "/matches/"+second) || strings.Contains(plain(t, got[0]), "/matches/"+first) {
		t.Errorf("%d letters came", len(got))
	}
}

// TestAnAlarmIsTriedUntilItsDeadline: the mail server comes to itself a quarter of an hour before time runs out.
func TestAnAlarmIsTriedUntilItsDeadline(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	id := p.Match(ann, bob)
	p.turnOf(id, bob)
	p.work()
	p.Wait(p.MustMatch(id).Clocks.Deadline().Sub(p.Clock()) - 4*time.Hour) // that of 24 h comes now
	p.work()
	p.server.Refuse(func(string) error { return mailtest.Answer(451, 4, 3, 0, "busy") })
	var deadline time.Time
	for range 300 {
		p.Wait(time.Minute)
		if deadline = p.MustMatch(id).Clocks.Deadline(); deadline.Sub(p.Clock()) < 15*time.Minute {
			break
		}
		p.work()
	}
	p.server.Refuse(nil)
	before := len(p.to("bob@example.org"))
	for p.Clock().Before(deadline.Add(-time.Minute)) {
		p.Wait(time.Minute)
		p.work()
	}
	got := p.to("bob@example.org")[before:]
	if len(got) != 1 || !strings.Contains(subject(got[0]), "left against ann") {
		t.Errorf("%d letters came at last", len(got))
	}
}

// TestAnAlarmThatComesLateIsEnoughForAnHour: the site was asleep when a day was left, and says so when 3 hours are; that 2
// are left an hour later is nothing new.
func TestAnAlarmThatComesLateIsEnoughForAnHour(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "bob@example.org")
	if err := p.Office.Reach.Settle(t.Context(), bob.Player, reach.Wishes{Digest: 17, Ways: reach.Ways{reach.MailChannel: {reach.Turn: reach.Off}}}); err != nil {
		t.Fatal(err)
	}
	id := p.Match(ann, bob)
	p.turnOf(id, bob)
	p.work()
	deadline := p.MustMatch(id).Clocks.Deadline()
	p.Wait(deadline.Sub(p.Clock()) - 3*time.Hour)
	for p.Clock().Before(deadline.Add(-time.Minute)) {
		p.work()
		p.Wait(time.Minute)
	}
	var came []string
	for _, l := range p.to("bob@example.org") {
		came = append(came, subject(l))
	}
	if len(came) != 1 || !strings.HasPrefix(came[0], "3 h left against ann") {
		t.Errorf("there came %q", came)
	}
}
