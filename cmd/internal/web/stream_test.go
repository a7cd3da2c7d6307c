package web_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/office"
)

// member is a browser in which somebody with an account is signed in.
type member struct {
	*browser
	player league.Player
}

// member signs somebody up.
func (w *world) member(name string) *member {
	w.t.Helper()
	player, token, err := w.office.SignUp(context.Background(), office.Credentials{Name: name, Password: "a horse in the rain"})
	if err != nil {
		w.t.Fatal(err)
	}
	b := w.browser()
	b.setCookie(token)
	return &member{b, player}
}

// setCookie gives a browser a session.
func (b *browser) setCookie(token string) {
	b.w.t.Helper()
	r, err := http.NewRequest(http.MethodGet, b.w.server.URL, nil)
	if err != nil {
		b.w.t.Fatal(err)
	}
	b.client.Jar.SetCookies(r.URL, []*http.Cookie{{Name: "__Host-session", Value: token, Path: "/", Secure: true}})
}

// match begins a match of two members, the first of whom kicks off.
func (w *world) match(first, second *member) string {
	w.t.Helper()
	made, err := w.office.Propose(context.Background(), first.player, office.Proposal{
		Reservation: w.office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: second.player.Name, Kickoff: league.KickoffMe, Control: "lg",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	m, err := w.office.Accept(context.Background(), second.player, made.Offer.ID, "", w.clock())
	if err != nil {
		w.t.Fatal(err)
	}
	return m.ID
}

// say lets a member say something beside a match.
func (m *member) say(id, text string) {
	m.w.t.Helper()
	if err := m.w.office.Say(context.Background(), m.player, office.Saying{Match: id, Text: text, Arrived: m.w.clock()}); err != nil {
		m.w.t.Fatal(err)
	}
}

// An event is what a stream sent in one piece.
type event struct{ id, name, data string }

// streaming is an open stream.
type streaming struct {
	*http.Response
	lines *bufio.Scanner
	leave func()
}

// follow opens a stream, behind the event of an id if it has one.
func (b *browser) follow(path, lastID string) *streaming {
	b.w.t.Helper()
	ctx, leave := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.w.server.URL+path, nil)
	if err != nil {
		b.w.t.Fatal(err)
	}
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	resp, err := b.client.Do(req)
	if err != nil {
		b.w.t.Fatal(err)
	}
	b.w.t.Cleanup(func() { leave(); resp.Body.Close() })
	return &streaming{resp, newScanner(resp.Body), leave}
}

func newScanner(r io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	return lines
}

// next returns the next event that holds anything; false once the stream has ended.
func (s *streaming) next() (e event, more bool) {
	for s.lines.Scan() {
		name, value, _ := strings.Cut(s.lines.Text(), ": ")
		switch name {
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data += value + "\n"
		case "":
			if e.data != "" || e.name != "" {
				return e, true
			}
		}
	}
	return e, false
}

var shownSeq = regexp.MustCompile(`id="match"[^>]* data-seq="(\d+)"`)

func TestAStreamBringsWhatIsNewAndNothingElse(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	id := w.match(ann, bob)
	seq := itoa(w.view(id).Record.Seq)
	s := bob.follow("/matches/"+id+"/stream?after="+seq+".0", "")
	if s.StatusCode != 200 || s.Header.Get("Content-Type") != "text/event-stream" || s.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", s.StatusCode, s.Header)
	}
	ann.say(id, "good luck")
	if e, _ := s.next(); e.id != seq+".1" || !strings.Contains(e.data, "good luck") || strings.Contains(e.data, `id="match"`) {
		t.Errorf("after a line came %+v", e)
	}
	ann.post("/matches/"+id+"/moves", w.turn(id)).want(t, http.StatusSeeOther)
	now := itoa(w.view(id).Record.Seq)
	if e, _ := s.next(); e.id != now+".1" || !strings.Contains(e.data, `data-seq="`+now+`"`) || !strings.Contains(e.data, `id="confirm"`) || strings.Contains(e.data, "good luck") {
		t.Errorf("after a move came %+v", e)
	}
	ann.say(id, "your turn")
	if e, _ := s.next(); e.id != now+".2" || !strings.Contains(e.data, "your turn") {
		t.Errorf("after another line came %+v", e)
	}
	bob.post("/matches/"+id+"/resignation", nil).want(t, http.StatusSeeOther)
	if e, _ := s.next(); !strings.Contains(e.data, "resigned") || strings.Contains(e.data, "your turn") {
		t.Errorf("after the end came %+v", e)
	}
	ann.say(id, "thank you")
	if e, _ := s.next(); !strings.HasSuffix(e.id, ".3") || !strings.Contains(e.data, "thank you") {
		t.Errorf("after the last line came %+v", e)
	}
}

var _ = runtime.NumGoroutine
var _ = time.Second
