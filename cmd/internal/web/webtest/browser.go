package webtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/members"
	"kickabout/league/play"
)

// SecretWords is the password of those who sign up here.
const SecretWords = "three small goats"

// NewName returns a name that nobody has yet.
func (w *World) NewName() string {
	w.names++
	name := ""
	for n := w.names; n > 0; n /= 20 {
		name += string("abdefghjknopqrstuxyz"[n%20]) // none that looks like another
	}
	return "Pat " + name + "z"
}

// SignUp makes the visitor a member.
func (b *Browser) SignUp(name string) {
	b.World.T.Helper()
	got := b.Post("/signup", url.Values{"name": {name}, "password": {SecretWords}, "stay": {"1"}})
	if got.Status != http.StatusCreated {
		b.World.T.Fatalf("signing up as %q: %d\n%s", name, got.Status, Excerpt(got.Body))
	}
}

// AccountForm fills in the form of a route about accounts as it should be; nil for
// other routes.
func (w *World) AccountForm(path string) url.Values {
	switch path {
	case "/signup":
		return url.Values{"name": {w.NewName()}, "password": {SecretWords}}
	case "/signin":
		name := w.NewName()
		w.Browser().SignUp(name)
		return url.Values{"name": {name}, "password": {SecretWords}}
	case "/signout", "/account/codes", "/account/security/later", "/account/security/not-me", "/not-me/:link", "/account/passkeys", "/account/passkeys/end", "/signin/passkey", "/signin/second", "/passkeys/challenge":
		return url.Values{}
	case "/recover", "/recover/:link", "/recover/mail":
		return url.Values{"name": {"Nobody"}, "code": {"none"}, "password": {SecretWords}}
	case "/account/password":
		return url.Values{"old": {SecretWords}, "password": {"four small goats"}}
	case "/account/sessions/end":
		return url.Values{"session": {"others"}}
	case "/account/confirm":
		return url.Values{"proof": {SecretWords}}
	case "/account/tokens":
		return url.Values{"label": {"my bot"}, "scopes": {"play"}, "days": {"90"}}
	case "/account/tokens/end", "/account/tokens/wake":
		return url.Values{"token": {strings.Repeat("0", 64)}}
	case "/account/feeds/end":
		return url.Values{"feed": {strings.Repeat("0", 64)}}
	case "/account/webhooks":
		return url.Values{"url": {"https://hooks.example/x"}, "format": {"json"}}
	case "/account/bots":
		return url.Values{"name": {w.NewName()}, "plays": {"A program"}}
	case "/account/apps":
		return url.Values{"name": {"An app"}, "site": {"https://app.example/"}, "redirects": {"https://app.example/back"}}
	case "/account/webhooks/end", "/account/webhooks/test":
		return url.Values{"hook": {"none"}}
	case "/account/devices/end", "/account/devices/test":
		return url.Values{"device": {strings.Repeat("0", 64)}}
	case "/account/deletion":
		return url.Values{"gone": {SecretWords}}
	}
	return nil
}

// Plant gives the browser a session cookie from somewhere else.
func (b *Browser) Plant(session string) {
	u, err := url.Parse(b.World.Server.URL)
	if err != nil {
		b.World.T.Fatal(err)
	}
	b.Client.Jar.SetCookies(u, []*http.Cookie{{Name: "__Host-session", Value: session, Path: "/", Secure: true}})
}

// SignedUp returns the browser of somebody who has an account, and who that is.
func (w *World) SignedUp(name string) (*Browser, league.Player) {
	w.T.Helper()
	p, token, err := w.Office.SignUp(w.T.Context(), members.Credentials{Name: name, Password: "four words without meaning"})
	if err != nil {
		w.T.Fatalf("signing %s up: %v", name, err)
	}
	b := w.Browser()
	at, err := url.Parse(w.Server.URL)
	if err != nil {
		w.T.Fatal(err)
	}
	b.Client.Jar.SetCookies(at, []*http.Cookie{{Name: "__Host-session", Value: token, Path: "/", Secure: true}})
	return b, p
}

// OfferForm fills the form of an offer.
func (b *Browser) OfferForm(opponent, name string) url.Values {
	return url.Values{
		"reservation": {b.World.Office.Reserve().ID}, "rules": {"streetsoccer/lg"}, "opponent": {opponent}, "name": {name},
		"kickoff": {"me"}, "control": {"lg"}, "message": {"a quick one?"}, "contribution": {"for luck"},
	}
}

// Offers makes an offer and returns its address.
func (b *Browser) Offers(opponent, name string) string {
	b.World.T.Helper()
	got := b.Post("/offers", b.OfferForm(opponent, name))
	if got.Status != http.StatusSeeOther {
		b.World.T.Fatalf("making an offer: %d\n%s", got.Status, Excerpt(got.Body))
	}
	return got.Header.Get("Location")
}

// Member is a browser in which somebody with an account is signed in.
type Member struct {
	*Browser
	Player league.Player
}

// MemberWords is the password of those whom Member signs up.
const MemberWords = "a horse in the rain"

// Officer signs somebody up with a role.
func (w *World) Officer(name string, role league.SiteRole) *Member {
	w.T.Helper()
	m := w.Member(name)
	if err := w.Office.Moderation.SetRole(context.Background(), conduct.Operator(), name, role, "trusted"); err != nil {
		w.T.Fatal(err)
	}
	m.SignIn() // a role begins with a new session
	return m
}

// SignIn signs a member in anew.
func (m *Member) SignIn() {
	m.World.T.Helper()
	_, token, err := m.World.Office.SignIn(context.Background(), members.Credentials{Name: m.Player.Name, Password: MemberWords})
	if err != nil {
		m.World.T.Fatal(err)
	}
	m.setCookie(token)
}

// AnyToken orders a token that may do everything.
var AnyToken = league.TokenOrder{Label: "test", Scopes: league.AllScopes, Days: 365}

// Member signs somebody up.
func (w *World) Member(name string) *Member {
	w.T.Helper()
	player, token, err := w.Office.SignUp(context.Background(), members.Credentials{Name: name, Password: MemberWords})
	if err != nil {
		w.T.Fatal(err)
	}
	b := w.Browser()
	b.setCookie(token)
	m := &Member{b, player}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.members = append(w.members, m)
	return m
}

// setCookie gives a browser a session.
func (b *Browser) setCookie(token string) {
	b.World.T.Helper()
	r, err := http.NewRequest(http.MethodGet, b.World.Server.URL, nil)
	if err != nil {
		b.World.T.Fatal(err)
	}
	b.Client.Jar.SetCookies(r.URL, []*http.Cookie{{Name: "__Host-session", Value: token, Path: "/", Secure: true}})
}

// Match begins a match of two members, the first of whom kicks off.
func (w *World) Match(first, second *Member) string {
	w.T.Helper()
	made, err := w.Office.Propose(context.Background(), first.Player, play.Proposal{
		Reservation: w.Office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: second.Player.Name, Kickoff: league.KickoffMe, Control: "lg",
	})
	if err != nil {
		w.T.Fatal(err)
	}
	m, err := w.Office.Accept(context.Background(), second.Player, made.Offer.ID, "", false, w.Clock())
	if err != nil {
		w.T.Fatal(err)
	}
	return m.ID
}

// Say lets a member say something beside a match.
func (m *Member) Say(id, text string) {
	m.World.T.Helper()
	if err := m.World.Office.Say(context.Background(), m.Player, members.Saying{Match: id, Text: text, Arrived: m.World.Clock()}); err != nil {
		m.World.T.Fatal(err)
	}
}

// An event is what a stream sent in one piece.
type event struct{ ID, Name, Data string }

// Streaming is an open stream.
type Streaming struct {
	*http.Response
	Lines *bufio.Scanner
	Leave func()
}

// Follow opens a stream, behind the event of an id if it has one.
func (b *Browser) Follow(path, lastID string) *Streaming {
	b.World.T.Helper()
	// What is waited for in vain ends the stream, and so fails the test.
	ctx, leave := context.WithTimeout(context.Background(), 30*time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.World.Server.URL+path, nil)
	if err != nil {
		b.World.T.Fatal(err)
	}
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	resp, err := b.Client.Do(req)
	if err != nil {
		b.World.T.Fatal(err)
	}
	b.World.T.Cleanup(func() { leave(); resp.Body.Close() })
	return &Streaming{resp, newScanner(resp.Body), leave}
}

func newScanner(r io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	return lines
}

// Next returns the next event that holds anything; false once the stream has ended.
func (s *Streaming) Next() (e event, more bool) {
	for s.Lines.Scan() {
		name, value, _ := strings.Cut(s.Lines.Text(), ": ")
		switch name {
		case "id":
			e.ID = value
		case "event":
			e.Name = value
		case "data":
			e.Data += value + "\n"
		case "":
			if e.Data != "" || e.Name != "" {
				return e, true
			}
		}
	}
	return e, false
}

// ShownSeq finds what a page says of how far its match is.
var ShownSeq = regexp.MustCompile(`id="match"[^>]* data-seq="(\d+)"`)

// Mark is how far a match has come.
type Mark struct {
	World *World
	ID    string
}

// String writes it as the id of an event.
func (m Mark) String() string {
	_, line, err := m.World.Office.Reached(context.Background(), league.Site(), m.ID)
	if err != nil {
		m.World.T.Fatal(err)
	}
	return fmt.Sprintf("%d.%d", m.World.View(m.ID).Record.Seq, line)
}
