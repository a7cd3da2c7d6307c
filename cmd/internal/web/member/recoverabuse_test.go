package member_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"kickabout/cmd/internal/passkey"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/core"
)

// TestFiftyWithOneLink is the race for a link, and for the password that it replaces.
func TestFiftyWithOneLink(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	w.Member("Ann")
	secret, _, err := w.Office.MakeLink(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	won := make(chan string, 50)
	for i := range 50 {
		password := "ships of all sizes " + webtest.Itoa(i)
		all.Go(func() {
			if b := w.Browser(); b.Ask(http.MethodPost, "/recover/"+secret, url.Values{"password": {password}}).Code == http.StatusSeeOther {
				won <- password
			}
		})
	}
	all.Wait()
	if len(won) != 1 {
		t.Fatalf("%d of 50 won", len(won))
	}
	signIn(w.Browser(), "Ann", <-won).Want(t, 303)
}

// TestNoRecoveryGetsAroundAPasskey: where there is one, a code alone does nothing, and a link takes a code as well, of this
// very account, once.
func TestNoRecoveryGetsAroundAPasskey(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	party, err := passkey.New("kickabout.example", "https://kickabout.example")
	if err != nil {
		t.Fatal(err)
	}
	w.Office.Party = party
	ann, bob := w.Member("Ann"), w.Member("Bob")
	codes, others := codesOf(ann.Browser), codesOf(bob.Browser)
	if err := w.Store.AddPasskey(t.Context(), league.Passkey{ID: "k", Player: ann.Player.ID, Name: "my key", Record: "{}", Made: w.Clock()}, 10); err != nil {
		t.Fatal(err)
	}
	b := w.Browser()
	recovers(b, "Ann", codes[0], "two tall ships").Want(t, 422, "This account has passkeys")
	link := func() string {
		t.Helper()
		secret, _, err := w.Office.MakeLink(t.Context(), "Ann")
		if err != nil {
			t.Fatal(err)
		}
		return "/recover/" + secret
	}
	set := func(link, code, password string) webtest.Answer {
		return b.Post(link, url.Values{"password": {password}, "code": {code}})
	}
	first := link()
	b.Get(first).Want(t, 200, `name="code"`)
	for _, code := range []string{"", others[0], "ABCDE-FGHIJ-KLMNO-PQRST-UVWXYZ"} {
		set(first, code, "two tall ships").Want(t, 422, "The code is wrong, or has been used.")
	}
	ann.Get("/account").Want(t, 200) // nothing has ended
	set(first, codes[0], "two tall ships").Want(t, 303)
	set(link(), codes[0], "three tall ships").Want(t, 422, "The code is wrong, or has been used.")
	if got := signIn(b, "Ann", "two tall ships"); got.Status == http.StatusSeeOther || !strings.Contains(got.Body, "One thing more") {
		t.Errorf("the password alone opens the account: %d", got.Status)
	}
	recovers(b, "Bob", others[0], "two tall ships").Want(t, 303) // who has none
}

// gate keeps letters back until it is opened.
type gate struct {
	open chan bool
	sent chan core.Mail
}

func (g *gate) Send(_ context.Context, m core.Mail) error {
	<-g.open
	g.sent <- m
	return nil
}

// TestWhoAsksForALinkLearnsNothing: not by the answer, and not by the time that it takes: nobody waits for a letter.
func TestWhoAsksForALinkLearnsNothing(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	g := &gate{make(chan bool), make(chan core.Mail, 9)}
	w.Office.Mailer = g
	ann := w.Member("Ann")
	w.Member("Bob") // has no address
	if err := w.Office.Addresses.PutAddress(t.Context(), ann.Player, "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	var answers []string
	for _, who := range []string{"Ann", "ann@example.org", "Bob", "Nobody", "nobody@example.org", "", strings.Repeat("x", 5000)} {
		got := w.Browser().Post("/recover/mail", url.Values{"who": {who}})
		answers = append(answers, http.StatusText(got.Status)+got.Header.Get("Location")+got.Body)
	}
	for i, a := range answers {
		if a != answers[0] {
			t.Errorf("answer %d is another one: %s", i, a)
		}
	}
	if len(g.sent) != 0 {
		t.Error("a letter went before the gate was opened")
	}
	close(g.open)
	for range 2 {
		if m := <-g.sent; m.To != "ann@example.org" {
			t.Errorf("a letter goes to %s", m.To)
		}
	}
}
