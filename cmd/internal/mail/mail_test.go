package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/mail/mailtest"
	"kickabout/league/core"
)

// to returns a client of a test's server, whose name is mail.test; near says whether that is a place where letters may go
// in the clear.
func to(t *testing.T, s *mailtest.Server, near bool) *Server {
	t.Helper()
	_, port, _ := strings.Cut(s.Address, ":")
	c, err := Open("smtp://mail.test:"+port, "Kickabout <league@kickabout.example>", "", "kickabout.example")
	if err != nil {
		t.Fatal(err)
	}
	c.patience = 5 * time.Second
	c.resolve = func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}
	c.near = func(netip.Addr) bool { return near }
	if s.Roots != nil {
		c.roots = &tls.Config{RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
	}
	return c
}

func aLetter() core.Mail {
	return core.Mail{
		To: "bob@example.org", Key: "mail:bob:7", Subject: "Your turn against Zoë, 2–1", Text: "Your turn.\n", HTML: "<p>Your turn.</p><img src=\"cid:board\">",
		Board: []byte("\x89PNG"), Leave: "https://kickabout.example/unsubscribe/x",
	}
}

func TestLettersArriveWithTheirHeaders(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, true)
	c := to(t, server, false)
	for range 2 {
		if err := c.Send(t.Context(), aLetter()); err != nil {
			t.Fatal(err)
		}
	}
	got := server.Letters()
	if len(got) != 2 {
		t.Fatalf("%d letters arrived", len(got))
	}
	if !got[0].Secure {
		t.Error("it came in the clear")
	}
	for name, want := range map[string]string{
		"Message-Id": "<" + MessageID("mail:bob:7", "kickabout.example") + ">", "Auto-Submitted": "auto-generated", "List-Id": "<notices.kickabout.example>",
		"List-Unsubscribe": "<https://kickabout.example/unsubscribe/x>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "To": "<bob@example.org>",
		"From": `"Kickabout" <league@kickabout.example>`,
	} {
		for i, l := range got {
			if have := l.Header.Get(name); have != want {
				t.Errorf("letter %d: %s is %q, want %q", i+1, name, have, want)
			}
		}
	}
	for _, part := range []string{"text/plain", "text/html", "multipart/alternative", "multipart/related", "Content-Id: <board>", "image/png"} {
		if !strings.Contains(strings.ToLower(got[0].Raw), strings.ToLower(part)) {
			t.Errorf("there is no %s", part)
		}
	}
}

func TestALetterGoesInTheClearNearbyAlone(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, false)
	if err := to(t, server, false).Send(t.Context(), aLetter()); err == nil || !strings.Contains(err.Error(), "STARTTLS") {
		t.Errorf("far away: %v", err)
	}
	if n := len(server.Letters()); n != 0 {
		t.Fatalf("%d letters went in the clear", n)
	}
	if err := to(t, server, true).Send(t.Context(), aLetter()); err != nil || len(server.Letters()) != 1 {
		t.Errorf("nearby: %v", err)
	}
	unknown := to(t, mailtest.Start(t, true), false)
	unknown.roots = nil
	if err := unknown.Send(t.Context(), aLetter()); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("whose certificate nobody knows: %v", err)
	}
}

func TestWhatTheServerAnswersIsARefusal(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, true)
	c := to(t, server, false)
	for _, w := range []struct {
		answer error
		want   core.Refusal
		later  bool
	}{
		{mailtest.Answer(550, 5, 1, 1, "nobody"), core.Refusal{Code: 550, Sub: "5.1.1"}, false},
		{mailtest.Answer(451, 4, 3, 0, "busy"), core.Refusal{Code: 451, Sub: "4.3.0"}, true},
	} {
		server.Refuse(func(string) error { return w.answer })
		err := c.Send(t.Context(), aLetter())
		var got *core.Refusal
		if !errors.As(err, &got) || got.Code != w.want.Code || got.Sub != w.want.Sub || got.Later() != w.later {
			t.Errorf("%v: %v", w.answer, err)
		}
	}
	gone := to(t, server, false)
	gone.port = 1
	if err := gone.Send(t.Context(), aLetter()); err == nil || errors.As(err, new(*core.Refusal)) {
		t.Errorf("nobody there: %v", err)
	}
}

func TestOnlyWhatCanWorkOpens(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ address, from, file, want string }{
		{"smtp://user@mail.example.org", "a@example.org", secret, ""},
		{"smtps://mail.example.org", "Kickabout <a@example.org>", "", ""},
		{"http://mail.example.org", "a@example.org", "", "neither smtp"},
		{"smtp://", "a@example.org", "", "is not an address"},
		{"smtp://user:word@mail.example.org", "a@example.org", secret, "password has no place"},
		{"smtp://user@mail.example.org", "a@example.org", "", "belong together"},
		{"smtp://mail.example.org", "a@example.org", secret, "belong together"},
		{"smtp://mail.example.org", "nobody", "", "--mail-from"},
	} {
		s, err := Open(c.address, c.from, c.file, "localhost")
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.address, err, c.want)
		case c.want == "" && c.file != "" && s.password != "s3cret":
			t.Errorf("the password is %q", s.password)
		}
	}
}

func TestAServerThatHangsIsLeft(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, true)
	c := to(t, server, false)
	c.patience = 200 * time.Millisecond
	answer := make(chan bool)
	defer close(answer)
	server.After(func() { <-answer })
	began := time.Now()
	if err := c.Send(t.Context(), aLetter()); err == nil || errors.As(err, new(*core.Refusal)) || time.Since(began) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

// TestWhatWasTakenIsTaken: a connection that breaks after the answer is no reason to send a letter again.
func TestWhatWasTakenIsTaken(t *testing.T) {
	t.Parallel()
	for _, secure := range []bool{true, false} {
		server := mailtest.Start(t, secure)
		c := to(t, server, !secure)
		server.Mishaps(func(string) mailtest.Mishap { return mailtest.Cuts })
		for range 3 {
			if err := c.Send(t.Context(), aLetter()); err != nil {
				t.Errorf("with TLS %v: %v", secure, err)
			}
		}
		if n := len(server.Letters()); n != 3 {
			t.Errorf("with TLS %v %d letters were taken", secure, n)
		}
		c.Within(200 * time.Millisecond)
		server.Mishaps(func(string) mailtest.Mishap { return mailtest.Hangs })
		if err := c.Send(t.Context(), aLetter()); err == nil || errors.As(err, new(*core.Refusal)) || len(server.Letters()) != 3 {
			t.Errorf("a server that hangs with TLS %v: %v", secure, err)
		}
	}
}
