package letters_test

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/members"
)

// securityScripts is how each event about a way into bob's account happens.
var securityScripts = map[league.EventName]script{
	league.SecurityBrowser: {text: "Somebody signed in to your account from a new browser.", play: func(s *stage) *webtest.Member {
		s.signsIn(s.Browser(), webtest.MemberWords)
		return s.bob
	}},
	league.SecurityGuessed: {text: "Somebody signed in to your account after 5 or more failed attempts.", play: func(s *stage) *webtest.Member {
		known := s.Browser()
		s.signsIn(known, webtest.MemberWords)
		for _, failures := range []int{4, 5, 0} { // after 4 nobody wonders
			s.Wait(time.Hour)
			for range failures {
				s.signsIn(s.Browser(), "a wrong guess")
			}
			s.Wait(time.Minute)
			s.signsIn(known, webtest.MemberWords)
		}
		return s.bob
	}},
	league.SecurityPassword: {text: "The password of your account was changed.", play: func(s *stage) *webtest.Member {
		s.bob.Post("/account/password", url.Values{"old": {"a wrong guess"}, "password": {"four small goats"}})
		return s.does("/account/password", "old", webtest.MemberWords, "password", "four small goats")
	}},
	league.SecurityCodes: {text: "New recovery codes were made for your account. Those before are void.", play: func(s *stage) *webtest.Member { return s.does("/account/codes") }},
	league.SecurityAsked: {text: "Somebody asked for a link to set a new password for your account.", play: func(s *stage) *webtest.Member {
		s.asks()
		return s.bob
	}},
	league.SecurityRecover: {text: "A new password was set for your account by recovery.", play: func(s *stage) *webtest.Member {
		code := regexp.MustCompile(`(?:[A-Z2-7]{5}-){4}[A-Z2-7]{6}`).FindString(s.bob.Post("/account/codes", nil).Body)
		s.Accepted(s.Browser().Post("/recover", url.Values{"name": {s.bob.Player.Name}, "code": {code}, "password": {"two tall ships"}}))
		return s.bob
	}},
	league.SecurityNotMe: {text: "Somebody said “This was not me” for your account, and everything that was signed in was ended.", play: func(s *stage) *webtest.Member { return s.does("/account/security/not-me") }},
	league.SecurityPasskey: {text: "A passkey was added to your account.", play: func(s *stage) *webtest.Member { // TestAPasskeyOpensTheAccount adds one
		s.must(s.Office.NoteSecurity(context.Background(), league.SecurityEvent{Act: "passkey added", Player: s.bob.Player.ID}, league.SecurityPasskey))
		return s.bob
	}},
	league.SecurityNoKey: {text: "A passkey was removed from your account.", play: func(s *stage) *webtest.Member { return s.does("/account/passkeys/end", "passkey", "abcd") }},
	members.SecurityCopied: {text: "A passkey of your account was refused: it counted fewer uses than before, so there may be a copy of it. Remove it, and add a new one.", play: func(s *stage) *webtest.Member {
		s.Office.Party = copied{}
		s.must(s.Store.AddPasskey(context.Background(), league.Passkey{ID: "k", Player: s.bob.Player.ID, Name: "phone", Record: "{}", Count: 7, Made: s.Clock()}, 10))
		thief := s.Browser()
		asked := thief.Post("/passkeys/challenge", url.Values{"for": {"signin"}})
		ticket := regexp.MustCompile(`"ticket":"([^"]+)"`).FindStringSubmatch(asked.Body)
		if ticket == nil {
			s.T.Fatalf("%d: %s", asked.Status, asked.Body)
		}
		thief.Post("/signin/passkey", url.Values{"ticket": {ticket[1]}, "answer": {"{}"}}).Want(s.T.(*testing.T), 422, "This passkey does not open the account.")
		return s.bob
	}},
	league.SecurityToken: {text: "A token was made for your account.", play: func(s *stage) *webtest.Member {
		return s.does("/account/tokens", "label", "my bot", "scopes", "play", "days", "90")
	}},
	league.SecurityNoToken: {text: "A token of your account was ended.", play: func(s *stage) *webtest.Member {
		return s.does("/account/tokens/end", "token", strings.Repeat("0", 64))
	}},
	league.SecurityWoken: {text: "A token of your account was woken.", play: func(s *stage) *webtest.Member {
		return s.does("/account/tokens/wake", "token", strings.Repeat("0", 64))
	}},
	league.SecurityApp: {text: "An app was allowed to act for your account.", play: func(s *stage) *webtest.Member { // an app asks in TestAnAppActsForWhoAllowsIt
		s.must(s.Office.NoteSecurity(context.Background(), league.SecurityEvent{Act: "app allowed", Player: s.bob.Player.ID}, league.SecurityApp))
		return s.bob
	}},
	league.SecurityNoApp: {text: "An app was ended: it can no longer act for your account.", play: func(s *stage) *webtest.Member {
		return s.does("/account/apps/end", "grant", "none")
	}},
	league.SecurityEnding: {text: "A token of your account ends in 7 days or less. Make another one if your program still needs it.", play: func(s *stage) *webtest.Member {
		_, err := s.Office.MakeToken(context.Background(), s.bob.Player, league.TokenOrder{Label: "bot", Days: 30})
		s.must(err)
		s.Wait(23 * 24 * time.Hour)
		s.must(s.Office.TellEndingTokens(context.Background())) // 7 days are not less than 7 days
		s.work()
		if len(s.recorder.got) != 0 {
			s.T.Error("it was told too early")
		}
		s.Wait(time.Hour)
		for range 3 { // once of each
			s.must(s.Office.TellEndingTokens(context.Background()))
		}
		return s.bob
	}},
	league.SecurityFeed:   {text: "A feed was made for your account.", play: func(s *stage) *webtest.Member { return s.does("/account/feeds", "label", "reader") }},
	league.SecurityNoFeed: {text: "A feed of your account was ended.", play: func(s *stage) *webtest.Member { return s.does("/account/feeds/end", "feed", strings.Repeat("0", 64)) }},
	league.SecurityHook: {text: "A webhook was added to your account.", play: func(s *stage) *webtest.Member {
		return s.does("/account/webhooks", "url", "https://hooks.example/x", "format", "json")
	}},
	league.SecurityNoHook: {text: "A webhook was removed from your account.", play: func(s *stage) *webtest.Member { return s.does("/account/webhooks/end", "hook", "none") }},
	league.SecurityMail: {text: "A mail address was settled for your account.", play: func(s *stage) *webtest.Member {
		s.sendsMail()
		s.reachable(s.bob, "bob@example.org")
		return s.bob
	}},
	league.SecurityNoMail: {text: "The mail address of your account was removed.", play: func(s *stage) *webtest.Member {
		s.sendsMail()
		s.reachable(s.bob, "bob@example.org")
		return s.does("/account/mail/removal")
	}},
	league.SecurityOperator: {text: "The operator of the site changed the ways into your account.", play: func(s *stage) *webtest.Member {
		s.must(s.Office.NoteOperator(context.Background(), s.bob.Player, "sessions"))
		return s.bob
	}},
}

// copied takes each answer for that of a copy of bob's passkey.
type copied struct{ members.RelyingParty }

func (copied) Ask(league.Player, []league.Passkey) (options, state []byte, err error) {
	return []byte("{}"), []byte("asked"), nil
}

func (copied) Answered(_, _ []byte, find func(string) (league.Passkey, league.Player, error)) (league.Passkey, league.Player, error) {
	key, who, err := find("k")
	if err == nil {
		err = members.ErrCopied
	}
	return key, who, err
}

// signsIn has somebody try to sign in as bob.
func (s *stage) signsIn(b *webtest.Browser, words string) {
	b.Post("/signin", url.Values{"name": {s.bob.Player.Name}, "password": {words}, "stay": {"1"}})
}

// does has bob send a form.
func (s *stage) does(path string, fields ...string) *webtest.Member {
	s.T.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	if got := s.bob.Post(path, form); got.Status >= 400 {
		s.T.Fatalf("%s: %d\n%s", path, got.Status, webtest.Excerpt(got.Body))
	}
	return s.bob
}

// asks has somebody ask for a link to set a password for bob, who gets mail.
func (s *stage) asks() {
	s.T.Helper()
	s.sendsMail()
	s.reachable(s.bob, "bob@example.org")
	s.Browser().Post("/recover/mail", url.Values{"who": {s.bob.Player.Name}})
	s.until("the link came", func() bool { return letterOf(s.to("bob@example.org"), "Set a new password") != nil })
}

// until waits for what is done while nobody waits for it.
func (p *post) until(what string, done func() bool) {
	p.T.Helper()
	for range 500 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.T.Fatal("it never happened that " + what)
}

// letterOf finds the letter with a subject.
func letterOf(list []mailtest.Letter, about string) *mailtest.Letter {
	i := slices.IndexFunc(list, func(l mailtest.Letter) bool { return subject(l) == about })
	if i < 0 {
		return nil
	}
	return &list[i]
}

var notMeLink = regexp.MustCompile(`https?://[^/\s]+(/not-me/\S+)`)

// TestALetterAboutSecurityLeadsOut: it comes though a thief has read the news, and by its link everything is ended.
func TestALetterAboutSecurityLeadsOut(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob, thief := p.Member("bob"), p.Browser()
	p.reachable(bob, "bob@example.org")
	p.work()
	thief.Post("/signin", url.Values{"name": {bob.Player.Name}, "password": {webtest.MemberWords}, "stay": {"1"}}).Want(t, 303)
	if _, err := p.Office.Reach.FanOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	thief.Get("/inbox").Want(t, 200, "Somebody signed in to your account from a new browser.", "/account/security")
	thief.Post("/inbox/read", url.Values{}).Want(t, 303)
	p.work()
	l := letterOf(p.to("bob@example.org"), "Somebody signed in to your account from a new browser.")
	if l == nil {
		t.Fatal("no letter came at once")
	}
	text := plain(t, *l)
	for _, s := range []string{"https://kickabout.example/account/security", "This was not me", bob.Player.Name} {
		if !strings.Contains(text, s) {
			t.Errorf("%q is not in %s", s, text)
		}
	}
	if strings.Contains(text, "/unsubscribe/") {
		t.Error("letters about security can be left")
	}
	link := notMeLink.FindStringSubmatch(text)
	if link == nil {
		t.Fatalf("no link in %s", text)
	}
	p.Browser().Post(link[1], url.Values{}).Want(t, 200, "closed to everybody")
	thief.Get("/account").Want(t, 303)
}

// TestTheAddressBeforeUndoesAChange: for 7 days, with all that a thief has.
func TestTheAddressBeforeUndoesAChange(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := p.Member("bob")
	p.reachable(bob, "bob@example.org")
	p.Wait(5 * time.Minute)
	p.reachable(bob, "thief@example.org")
	told := func() *mailtest.Letter {
		return letterOf(p.to("bob@example.org"), "Mail no longer comes to this address")
	}
	p.until("the address before is told", func() bool { return told() != nil })
	text := plain(t, *told())
	link := notMeLink.FindStringSubmatch(text)
	if link == nil || strings.Contains(text, "thief@") {
		t.Fatalf("it says %s", text)
	}
	p.Browser().Get(link[1]).Want(t, 200, "bob@example.org", "Send it there again")
	at := func() string {
		a, err := p.Office.Addresses.Address(t.Context(), bob.Player.ID)
		if err != nil {
			t.Fatal(err)
		}
		return a.Address
	}
	if at() != "thief@example.org" {
		t.Error("looking at the link changes something")
	}
	p.Browser().Post(link[1][:len(link[1])-1], url.Values{}).Want(t, 404)
	p.Browser().Post(link[1], url.Values{}).Want(t, 200, "closed to everybody")
	if at() != "bob@example.org" {
		t.Errorf("mail goes to %s", at())
	}
	bob.Get("/account").Want(t, 303)
	p.Wait(7 * 24 * time.Hour)
	p.Browser().Post(link[1], url.Values{}).Want(t, 404)
}

// TestAnAddressIsUndoneAlone: for 7 days, and nothing ends with it.
func TestAnAddressIsUndoneAlone(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := p.Member("bob")
	at := func() string {
		t.Helper()
		a, err := p.Office.Addresses.Address(t.Context(), bob.Player.ID)
		if err != nil {
			t.Fatal(err)
		}
		return a.Address
	}
	p.reachable(bob, "bob@example.org")
	p.Wait(5 * time.Minute)
	p.reachable(bob, "mistyped@example.org")
	var told *mailtest.Letter
	p.until("the address before is told", func() bool {
		told = letterOf(p.to("bob@example.org"), "Mail no longer comes to this address")
		return told != nil
	})
	link := notMeLink.FindStringSubmatch(plain(t, *told))[1]
	token, err := p.Office.MakeToken(t.Context(), bob.Player, webtest.AnyToken)
	if err != nil {
		t.Fatal(err)
	}
	only := url.Values{"only": {"mail"}}
	stranger := p.Browser()
	stranger.Post(link[:len(link)-1], only).Want(t, 404)
	stranger.Post("/not-me/"+p.Office.NotMeLink(bob.Player.ID, ""), only).Want(t, 404) // of a letter about no address
	if at() != "mistyped@example.org" {
		t.Errorf("mail goes to %s", at())
	}
	for range 2 { // twice is fine
		stranger.Post(link, only).Want(t, 200, "goes to <b>bob@example.org</b> again", "Nothing else has changed.")
		if at() != "bob@example.org" {
			t.Errorf("mail goes to %s", at())
		}
	}
	bob.Get("/account").Want(t, 200)
	if _, err := p.Office.PlayerByToken(t.Context(), token, league.ScopeRead); err != nil {
		t.Errorf("a token has ended: %v", err)
	}
	bob.Get("/account/security").Want(t, 200, "Mail address settled")
	p.reachable(bob, "later@example.org")
	p.Wait(7 * 24 * time.Hour)
	stranger.Post(link, only).Want(t, 404)
	if at() != "later@example.org" {
		t.Errorf("a link that is over sends mail to %s", at())
	}
}
