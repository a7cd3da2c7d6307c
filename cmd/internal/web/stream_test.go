package web_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/engine/games"
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
	// What is waited for in vain ends the stream, and so fails the test.
	ctx, leave := context.WithTimeout(context.Background(), 30*time.Second)
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
	if _, err := w.office.GiveTime(t.Context(), ann.player, id, 1, "gift", w.clock()); err != nil {
		t.Fatal(err)
	}
	if e, _ := s.next(); e.id != now+".1" || !strings.Contains(e.data, `data-seq="`+now+`"`) { // R-TC-7
		t.Errorf("after a gift of time came %+v", e)
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

// served returns a world whose streams go at a pace of its own, on a server that
// buffers next to nothing of what its clients do not read.
func served(t *testing.T, pace web.Pace) *world {
	t.Helper()
	w := newWorld(t)
	site, err := web.New(w.office, web.Options{Log: slog.New(slog.DiscardHandler), Pace: pace})
	if err != nil {
		t.Fatal(err)
	}
	w.echo, w.server = site, httptest.NewUnstartedServer(site)
	w.server.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if err := c.(*net.TCPConn).SetWriteBuffer(4096); err != nil {
			t.Error(err)
		}
		return ctx
	}
	return w
}

// quick is a pace at which a test need not wait long.
var quick = web.Pace{Poll: 50 * time.Millisecond, Beat: 100 * time.Millisecond, Send: 500 * time.Millisecond}

// slow is a pace at which nothing happens by itself during a test.
var slow = web.Pace{Poll: time.Hour, Beat: time.Hour, Send: time.Minute}

func TestAStreamWithNothingNewBeats(t *testing.T) {
	w := served(t, quick)
	w.server.Start()
	t.Cleanup(w.server.Close)
	b := w.browser()
	id := b.begin()
	s := b.follow("/matches/"+id+"/stream?after="+mark{w, id}.String(), "")
	for range 3 {
		for s.lines.Scan() && s.lines.Text() != ": " {
			if strings.HasPrefix(s.lines.Text(), "data") {
				t.Fatalf("the stream said %q", s.lines.Text())
			}
		}
	}
	if err := s.lines.Err(); err != nil {
		t.Error(err)
	}
}

// mark is how far a match has come.
type mark struct {
	w  *world
	id string
}

func (m mark) String() string {
	_, line, err := m.w.office.Reached(context.Background(), m.id)
	if err != nil {
		m.w.t.Fatal(err)
	}
	return fmt.Sprintf("%d.%d", m.w.view(m.id).Record.Seq, line)
}

func TestAStreamShowsWhatAnotherProcessWrote(t *testing.T) {
	w := served(t, quick)
	w.server.Start()
	t.Cleanup(w.server.Close)
	ann, bob := w.member("Ann"), w.member("Bob")
	id := w.match(ann, bob)
	s := bob.follow("/matches/"+id+"/stream?after="+mark{w, id}.String(), "")
	other := office.New(w.store, w.dealer, w.hasher, games.All(), nil, w.clock, slog.New(slog.DiscardHandler))
	if err := other.Say(t.Context(), ann.player, office.Saying{Match: id, Text: "from elsewhere", Arrived: w.clock()}); err != nil {
		t.Fatal(err)
	}
	if e, _ := s.next(); !strings.Contains(e.data, "from elsewhere") {
		t.Errorf("the stream said %+v", e)
	}
}

func TestASlowReaderIsDroppedAndAQuickOneStays(t *testing.T) {
	w := served(t, quick)
	closed := make(chan string, 10)
	w.server.Config.ConnState = func(c net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			closed <- c.RemoteAddr().String()
		}
	}
	w.server.Start()
	t.Cleanup(w.server.Close)
	b := w.browser()
	id := b.begin()
	quickReader := b.follow("/matches/"+id+"/stream", "")

	// Before it connects: by then a line has promised to take more.
	small := net.Dialer{Control: func(_, _ string, c syscall.RawConn) (err error) {
		return errors.Join(c.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) }), err)
	}}
	line, err := small.Dial("tcp", w.server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	began := time.Now()
	fmt.Fprintf(line, "GET /matches/%s/stream HTTP/1.1\r\nHost: x\r\n\r\n", id)
	select {
	case who := <-closed:
		t.Logf("dropped after %v", time.Since(began))
		if who != line.LocalAddr().String() {
			t.Errorf("%s was dropped", who)
		}
	case <-time.After(time.Minute):
		t.Fatal("nobody was dropped")
	}
	if e, more := quickReader.next(); !more || !shownSeq.MatchString(e.data) {
		t.Errorf("the reader who reads got %+v, %t", e, more)
	}
	b.post("/matches/"+id+"/resignation", url.Values{}).want(t, http.StatusSeeOther)
	if e, more := quickReader.next(); !more || !strings.Contains(e.data, "resigned") {
		t.Errorf("and then %+v, %t", e, more)
	}
}

func TestTheSixthStreamEndsTheOldest(t *testing.T) {
	w := served(t, slow)
	w.server.Start()
	t.Cleanup(w.server.Close)
	ann, bob := w.member("Ann"), w.member("Bob")
	id := w.match(ann, bob)
	var mine []*streaming
	others := bob.follow("/matches/"+id+"/stream?after="+mark{w, id}.String(), "")
	waiting := ann.follow("/stream", "")
	for range 6 {
		mine = append(mine, ann.follow("/matches/"+id+"/stream?after="+mark{w, id}.String(), ""))
	}
	if e, _ := mine[0].next(); e.name != "full" {
		t.Errorf("the oldest was told %+v", e)
	}
	if e, more := mine[0].next(); more || mine[0].lines.Err() != nil {
		t.Errorf("the oldest goes on with %+v", e)
	}
	bob.say(id, "hello all")
	for i, s := range append(mine[1:], others) {
		if e, more := s.next(); !more || !strings.Contains(e.data, "hello all") {
			t.Errorf("stream %d: %+v, %t", i, e, more)
		}
	}
	if e, _ := waiting.next(); e.name != "waiting" || e.data != "1\n" {
		t.Errorf("the stream of another kind says %+v", e)
	}
}

func TestStreamsEndAtOnceWhenTheSiteStops(t *testing.T) {
	w := served(t, slow)
	w.server.Start()
	t.Cleanup(w.server.Close)
	b := w.browser()
	id := b.begin()
	var open []*streaming
	for range 4 {
		open = append(open, b.follow("/matches/"+id+"/stream?after="+mark{w, id}.String(), ""))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	began := time.Now()
	if err := w.server.Config.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	t.Logf("it took %v", time.Since(began))
	for _, s := range open {
		if e, more := s.next(); more || s.lines.Err() != nil {
			t.Errorf("a stream said %+v", e)
		}
	}
}

func TestNothingIsLeftOfTwoHundredStreams(t *testing.T) {
	w := served(t, slow)
	w.server.Start()
	t.Cleanup(w.server.Close)
	author := w.browser()
	id := author.begin()
	after := mark{w, id}.String()
	// settle waits until no goroutine has ended for a while.
	settle := func() (n int) {
		w.server.CloseClientConnections()
		n = runtime.NumGoroutine()
		for still := 0; still < 30; still++ {
			time.Sleep(10 * time.Millisecond)
			if now := runtime.NumGoroutine(); now < n {
				n, still = now, 0
			}
		}
		return n
	}
	author.follow("/matches/"+id+"/stream?after="+after, "").leave()
	before := settle()
	var open []*streaming
	for range 40 {
		b := w.browser()
		b.begin() // a guest of his own
		for range 5 {
			open = append(open, b.follow("/matches/"+id+"/stream?after="+after, ""))
		}
	}
	during := runtime.NumGoroutine()
	for _, s := range open {
		s.leave()
		s.Body.Close()
	}
	afterwards := settle()
	t.Logf("%d goroutines before, %d with 200 streams, %d afterwards", before, during, afterwards)
	if afterwards > before+10 || during < before+200 {
		t.Errorf("%d goroutines before, %d with 200 streams, %d afterwards", before, during, afterwards)
	}
}

func TestTheStreamOfWhatWaitsEndsWithTheSession(t *testing.T) {
	w := served(t, quick)
	w.server.Start()
	t.Cleanup(w.server.Close)
	ann, bob := w.member("Ann"), w.member("Bob")
	s := ann.follow("/stream", "")
	said := func(want string) {
		t.Helper()
		if e, more := s.next(); !more || e.data != want+"\n" {
			t.Errorf("the stream says %+v, want %s", e, want)
		}
	}
	said("0")
	id := w.match(ann, bob)
	said("1")
	ann.post("/matches/"+id+"/moves", w.turn(id)).want(t, http.StatusSeeOther)
	said("0")
	sessions, err := w.store.Sessions(t.Context(), ann.player.ID)
	if err != nil || len(sessions) != 1 {
		t.Fatal(sessions, err)
	}
	if err := w.store.EndSession(t.Context(), ann.player.ID, sessions[0].Hash); err != nil {
		t.Fatal(err)
	}
	if e, more := s.next(); more || s.lines.Err() != nil {
		t.Errorf("after the session the stream says %+v", e)
	}
	if got := ann.get("/stream"); got.Status != http.StatusNoContent {
		t.Errorf("who has no session gets %d", got.Status)
	}
}

func TestWhoHasMutedSomebodyHearsNothingOfHim(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	id := w.match(ann, bob)
	s := bob.follow("/matches/"+id+"/stream?after="+mark{w, id}.String(), "")
	bob.post("/players/"+ann.player.ID+"/mute", url.Values{"match": {id}}).want(t, http.StatusSeeOther)
	ann.say(id, "can you hear me")
	bob.say(id, "no")
	if e, _ := s.next(); !strings.Contains(e.data, ">no<") || !strings.HasSuffix(e.id, ".2") {
		t.Errorf("the stream says %+v", e)
	}
	bob.get("/matches/"+id).want(t, 200, "You have muted Ann")
	if strings.Contains(bob.get("/matches/"+id).Body, "can you hear me") {
		t.Error("the page shows what was muted")
	}
	notices, err := w.office.Notices(t.Context(), bob.player.ID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notices {
		if n.Kind == league.ChatNotice {
			t.Errorf("a notice of it: %+v", n)
		}
	}
	bob.post("/players/"+ann.player.ID+"/unmute", url.Values{"match": {id}}).want(t, http.StatusSeeOther)
	bob.get("/matches/"+id).want(t, 200, "can you hear me")
}
