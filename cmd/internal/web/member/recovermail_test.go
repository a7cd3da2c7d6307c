package member_test

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/core"
)

// letterbox keeps letters.
type letterbox struct {
	mu      sync.Mutex
	letters []core.Mail
}

func (l *letterbox) Send(_ context.Context, m core.Mail) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.letters = append(l.letters, m)
	return nil
}

// has waits until there are so many letters, and returns them.
func (l *letterbox) has(t *testing.T, n int) []core.Mail {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		l.mu.Lock()
		got := l.letters
		l.mu.Unlock()
		if len(got) >= n {
			return got
		}
		if time.Now().After(end) {
			t.Fatalf("%d letters came, want %d", len(got), n)
		}
	}
}

var linkIn = regexp.MustCompile(`http://[^/]+(/\S+)`)

func TestALetterOpensAnAccountOnceForHalfAnHour(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	box := &letterbox{}
	w.Office.Mailer = box
	ann := w.Member("Ann")
	settle := func(address string) {
		t.Helper()
		before := len(box.has(t, 0))
		var token string
		if err := w.Office.Addresses.Want(t.Context(), ann.Player, address, func(made string) string { token = made; return "http://x/" + made }); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Office.Addresses.Take(t.Context(), token); err != nil || len(box.has(t, before+1)) != before+1 {
			t.Fatal(err)
		}
	}
	settle("ann@example.org")
	thief := w.Browser()
	ask := func(who string) webtest.Answer { return thief.Post("/recover/mail", url.Values{"who": {who}}) }
	known, unknown := ask("Ann").Want(t, 303), ask("Nobody").Want(t, 303)
	if known.Body != unknown.Body || known.Header.Get("Location") != unknown.Header.Get("Location") {
		t.Error("the answers tell known from unknown")
	}
	thief.Get("/recover?done=mailed").Want(t, 200, "If there is such an account")
	ask("ANN@example.org").Want(t, 303)
	letters := box.has(t, 3)
	first, second := linkIn.FindStringSubmatch(letters[1].Text)[1], linkIn.FindStringSubmatch(letters[2].Text)[1]
	if letters[1].To != "ann@example.org" || !strings.HasPrefix(first, "/recover/") {
		t.Errorf("the letter is %+v", letters[1])
	}
	b := w.Browser()
	w.Wait(30*time.Minute - time.Second)
	b.Get(first).Want(t, 200, "A new password for <b>Ann</b>")
	settle("ann@example.net") // a link is bound to the address that it went to
	b.Get(first).Want(t, 404, "no longer valid")
	b.Post(second, url.Values{"password": {"two tall ships"}}).Want(t, 404)
	ask("Ann").Want(t, 303)
	third := linkIn.FindStringSubmatch(box.has(t, 5)[4].Text)[1]
	b.Post(third, url.Values{"password": {"two tall ships"}}).Want(t, 303)
	b.Post(third, url.Values{"password": {"three tall ships"}}).Want(t, 404)
	signIn(b, "Ann", "two tall ships").Want(t, 303)

	// Three letters an hour to an account, and ten tries of a neighbourhood.
	for range 10 {
		ask("Ann")
	}
	ask("Ann").Want(t, 429, "too often", `value="Ann"`)
	time.Sleep(50 * time.Millisecond)
	if n := len(box.has(t, 5)); n > 7 {
		t.Errorf("%d letters came", n)
	}
	late := linkIn.FindStringSubmatch(box.has(t, 6)[5].Text)[1]
	w.Wait(30 * time.Minute)
	b.Get(late).Want(t, 404)
}
