package letters_test

import (
	"context"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/letters"
	"kickabout/cmd/internal/mail"
	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/play"
)

// post is a site with a mail server.
type post struct {
	*webtest.World
	server *mailtest.Server
}

func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{World: webtest.New(t)}
	p.sendsMail()
	p.Office.Reach.Use(&letters.Channel{Office: p.Office, URL: "https://kickabout.example"})
	return p
}

// sendsMail gives the site a mail server.
func (p *post) sendsMail() {
	p.T.Helper()
	p.server = mailtest.Start(p.T.(*testing.T), false)
	mailer, err := mail.Open("smtp://"+p.server.Address, "Kickabout <league@kickabout.example>", "", "kickabout.example")
	if err != nil {
		p.T.Fatal(err)
	}
	p.Office.Mailer = mailer
}

// reachable gives a member an address, and has them read that they have it.
func (p *post) reachable(m *webtest.Member, address string) {
	p.T.Helper()
	ctx := context.Background()
	if err := p.Office.Addresses.Want(ctx, m.Player, address, func(token string) string { return "https://kickabout.example/verify/" + token }); err != nil {
		p.T.Fatal(err)
	}
	all := p.server.Letters()
	token := regexp.MustCompile(`/verify/(\w+)`).FindStringSubmatch(plain(p.T, all[len(all)-1]))
	p.Browser().Post("/account/mail/links/"+token[1], nil).Want(p.T.(*testing.T), 200, "The address is confirmed")
	p.work()
	if err := p.Office.Reach.MarkRead(ctx, m.Player, "", 99); err != nil {
		p.T.Fatal(err)
	}
}

// invite invites a member to a game.
func (p *post) invite(from, to *webtest.Member) {
	p.T.Helper()
	_, err := p.Office.Propose(context.Background(), from.Player, play.Proposal{
		Reservation: p.Office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: to.Player.Name, Kickoff: league.KickoffMe, Control: "lg",
	})
	if err != nil {
		p.T.Fatal(err)
	}
}

// work does what the workers and jobs of a server do, until nothing is left.
func (p *post) work() {
	p.T.Helper()
	ctx := context.Background()
	if err := p.Office.SendDigests(ctx); err != nil {
		p.T.Fatal(err)
	}
	for _, step := range append(p.Office.Reach.Senders(), p.Office.Reach.FanOut) {
		for worked := true; worked; {
			var err error
			if worked, err = step(ctx); err != nil {
				p.T.Fatal(err)
			}
		}
	}
	for _, step := range p.Office.Reach.Senders() {
		if _, err := step(ctx); err != nil {
			p.T.Fatal(err)
		}
	}
}

// to lists the letters to an address, but for those by which it came to be one.
func (p *post) to(address string) (list []mailtest.Letter) {
	for _, l := range p.server.Letters() {
		if l.To == address && !strings.Contains(l.Header.Get("Subject"), "your address") && !strings.HasPrefix(l.Header.Get("Subject"), "A mail address was settled") {
			list = append(list, l)
		}
	}
	return list
}

// subject is what a letter is about.
func subject(l mailtest.Letter) string {
	text, err := new(mime.WordDecoder).DecodeHeader(l.Header.Get("Subject"))
	if err != nil {
		return err.Error()
	}
	return text
}

// plain is the first plain text of a letter.
func plain(t testing.TB, l mailtest.Letter) string {
	t.Helper()
	_, body, _ := strings.Cut(l.Raw, "\r\n\r\n")
	kind, parameters, err := mime.ParseMediaType(l.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	for strings.HasPrefix(kind, "multipart/") {
		part, err := multipart.NewReader(strings.NewReader(body), parameters["boundary"]).NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		body = string(raw)
		if kind, parameters, err = mime.ParseMediaType(part.Header.Get("Content-Type")); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func TestAnInvitationComesByMail(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	ann, bob := p.Member("ann"), p.Member("bob")
	p.reachable(bob, "Bob@Example.org")
	p.invite(ann, bob)
	p.work()
	if n := len(p.to("bob@example.org")); n != 0 {
		t.Fatalf("%d letters went before anything else could follow", n)
	}
	p.Wait(4 * time.Minute)
	p.work()
	got := p.to("bob@example.org")
	if len(got) != 1 {
		t.Fatalf("%d letters arrived", len(got))
	}
	if s := subject(got[0]); !strings.HasPrefix(s, ann.Player.Name+" invites you: StreetSoccer") {
		t.Errorf("it is about %q", s)
	}
	if text := plain(t, got[0]); !strings.Contains(text, "https://kickabout.example/offers/") || !strings.Contains(text, "https://kickabout.example/unsubscribe/") {
		t.Errorf("it says %s", text)
	}
	id, _, _ := strings.Cut(strings.Trim(got[0].Header.Get("Message-Id"), "<>"), "@")
	for _, forged := range [][2]string{{"bob@example.org", strings.Repeat("0", 64)}, {"ann@example.org", id}} {
		if n, err := p.Office.Reach.Bounced(t.Context(), forged[0], forged[1], "5.1.1", ""); n != 0 || err != nil {
			t.Errorf("anybody can say that %s takes no letters: %d, %v", forged[0], n, err)
		}
	}
	if n, err := p.Office.Reach.Bounced(t.Context(), "BOB@example.org", id, "5.1.1", "nobody"); n != 1 || err != nil {
		t.Errorf("a letter that came back is not noted: %d, %v", n, err)
	}
	if a, err := p.Office.Addresses.Address(t.Context(), bob.Player.ID); err != nil || a.Open() {
		t.Errorf("%+v, %v", a, err)
	}
	p.Wait(24 * time.Hour)
	p.work()
	if n := len(p.to("ann@example.org")); n != 0 {
		t.Error("ann was told of what she did herself")
	}
	if state, err := p.Office.Reach.Outbox(t.Context()); err != nil || state.Dead != 0 || !state.Oldest.IsZero() {
		t.Errorf("%+v, %v", state, err)
	}
}

// TestALetterIsTriedOften: it is not given up after its days where there were but a few tries in them.
func TestALetterIsTriedOften(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := p.Member("bob")
	p.reachable(bob, "bob@example.org")
	p.server.Refuse(func(string) error { return mailtest.Answer(451, 4, 3, 0, "busy just now") })
	if _, err := p.Office.Moderation.Impose(t.Context(), conduct.Operator(), moderation.Order{Kind: league.SanctionWarn, Player: bob.Player.ID, Reason: "a reason"}); err != nil {
		t.Fatal(err)
	}
	p.work()
	for range 8 {
		p.Wait(15 * time.Hour)
		p.work()
	}
	p.server.Refuse(nil)
	p.Wait(15 * time.Hour)
	p.work()
	alone := 0 // and not in a digest, which tells it too
	for _, l := range p.to("bob@example.org") {
		if text := plain(t, l); strings.Contains(text, "The moderators have decided something") && !strings.Contains(text, ".digest.") {
			alone++
		}
	}
	if alone != 1 {
		t.Errorf("after 5 days it came %d times", alone)
	}
}

// TestNobodyWaitsForWhatIsTheirs: however much somebody was told at once while nothing was sent, all of it goes by now.
func TestNobodyWaitsForWhatIsTheirs(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	bob := p.Member("bob")
	p.reachable(bob, "bob@example.org")
	const warnings = 230
	for range warnings {
		if _, err := p.Office.Moderation.Impose(t.Context(), conduct.Operator(), moderation.Order{Kind: league.SanctionWarn, Player: bob.Player.ID, Reason: "a reason"}); err != nil {
			t.Fatal(err)
		}
	}
	p.Wait(5 * time.Minute)
	for range 2 { // letters are made, and go
		p.work()
	}
	if n := len(p.to("bob@example.org")); n != warnings {
		t.Errorf("%d letters of %d went", n, warnings)
	}
}
