package match_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kickabout/cmd/internal/listen"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/league/office"
	"kickabout/store"
)

func TestAStreamBringsWhatIsNewAndNothingElse(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	seq := webtest.Itoa(w.View(id).Record.Seq)
	s := bob.Follow("/matches/"+id+"/stream?after="+seq+".0", "")
	if s.StatusCode != 200 || s.Header.Get("Content-Type") != "text/event-stream" || s.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", s.StatusCode, s.Header)
	}
	ann.Say(id, "good luck")
	if e, _ := s.Next(); e.ID != seq+".1" || !strings.Contains(e.Data, "good luck") || strings.Contains(e.Data, `id="match"`) {
		t.Errorf("after a line came %+v", e)
	}
	ann.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther)
	now := webtest.Itoa(w.View(id).Record.Seq)
	if e, _ := s.Next(); e.ID != now+".1" || !strings.Contains(e.Data, `data-seq="`+now+`"`) || !strings.Contains(e.Data, `id="confirm"`) || strings.Contains(e.Data, "good luck") {
		t.Errorf("after a move came %+v", e)
	}
	if _, err := GiveTime(w.Working(), t.Context(), ann.Player, id, 1, "gift", w.Clock()); err != nil {
		t.Fatal(err)
	}
	if e, _ := s.Next(); e.ID != now+".1" || !strings.Contains(e.Data, `data-seq="`+now+`"`) { // R-TC-7
		t.Errorf("after a gift of time came %+v", e)
	}
	ann.Say(id, "your turn")
	if e, _ := s.Next(); e.ID != now+".2" || !strings.Contains(e.Data, "your turn") {
		t.Errorf("after another line came %+v", e)
	}
	bob.Post("/matches/"+id+"/resignation", nil).Want(t, http.StatusSeeOther)
	if e, _ := s.Next(); !strings.Contains(e.Data, "resigned") || strings.Contains(e.Data, "your turn") {
		t.Errorf("after the end came %+v", e)
	}
	ann.Say(id, "thank you")
	if e, _ := s.Next(); !strings.HasSuffix(e.ID, ".3") || !strings.Contains(e.Data, "thank you") {
		t.Errorf("after the last line came %+v", e)
	}
}

// served returns a world whose streams go at a pace of its own, on a server that
// buffers next to nothing of what its clients do not read.
func served(t *testing.T, pace web.Pace) *webtest.World {
	t.Helper()
	w := webtest.New(t)
	site, err := web.New(w.Office, web.Options{Log: slog.New(slog.DiscardHandler), Pace: pace})
	if err != nil {
		t.Fatal(err)
	}
	w.Echo, w.Server = site, httptest.NewUnstartedServer(listen.NewLasting(site, web.Lasts))
	w.Server.Listener = narrow{w.Server.Listener, func(net.Conn) {}}
	return w
}

// narrow is a listener whose connections buffer next to nothing of what is sent, and tell when they are closed.
type narrow struct {
	net.Listener
	closed func(net.Conn)
}

// Accept returns the next connection.
func (n narrow) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &narrowConn{c, n.closed}, c.(*net.TCPConn).SetWriteBuffer(4096)
}

type narrowConn struct {
	net.Conn
	closed func(net.Conn)
}

// Close hangs up.
func (c *narrowConn) Close() error {
	defer c.closed(c)
	return c.Conn.Close()
}

// quick is a pace at which a test need not wait long.
var quick = web.Pace{Poll: 50 * time.Millisecond, Beat: 100 * time.Millisecond, Send: 500 * time.Millisecond}

// slow is a pace at which nothing happens by itself during a test.
var slow = web.Pace{Poll: time.Hour, Beat: time.Hour, Send: time.Minute}

func TestAStreamWithNothingNewBeats(t *testing.T) {
	w := served(t, quick)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	b := w.Browser()
	id := b.Begin()
	s := b.Follow("/matches/"+id+"/stream?after="+webtest.Mark{World: w, ID: id}.String(), "")
	for range 3 {
		for s.Lines.Scan() && s.Lines.Text() != ": " {
			if strings.HasPrefix(s.Lines.Text(), "data") {
				t.Fatalf("the stream said %q", s.Lines.Text())
			}
		}
	}
	if err := s.Lines.Err(); err != nil {
		t.Error(err)
	}
}

// TestAStreamOverHTTP2LastsBetweenItsPieces has more time between the pieces than one may take: with HTTP/2 a deadline that
// passes resets the stream, though nothing is being written.
func TestAStreamOverHTTP2LastsBetweenItsPieces(t *testing.T) {
	w := served(t, web.Pace{Poll: time.Hour, Rare: time.Hour, Beat: time.Second, Send: 300 * time.Millisecond})
	w.Server.EnableHTTP2 = true
	w.Server.StartTLS()
	t.Cleanup(w.Server.Close)
	id := w.Match(w.Member("Ann"), w.Member("Bob"))
	resp, err := w.Server.Client().Get(w.Server.URL + "/matches/" + id + "/stream?after=" + webtest.Mark{World: w, ID: id}.String())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.ProtoMajor != 2 || resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Proto, resp.Status)
	}
	lines := bufio.NewScanner(resp.Body)
	for n := range 3 {
		for lines.Scan() && lines.Text() != ": " {
			if strings.HasPrefix(lines.Text(), "data") {
				t.Fatalf("the stream said %q", lines.Text())
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatalf("after %d beats: %v", n, err)
		}
	}
}

func TestAStreamShowsWhatAnotherProcessWrote(t *testing.T) {
	w := served(t, quick)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	s := bob.Follow("/matches/"+id+"/stream?after="+webtest.Mark{World: w, ID: id}.String(), "")
	other := office.New(office.Over(w.Store), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, slog.New(slog.DiscardHandler))
	if err := other.Say(t.Context(), ann.Player, members.Saying{Match: id, Text: "from elsewhere", Arrived: w.Clock()}); err != nil {
		t.Fatal(err)
	}
	if e, _ := s.Next(); !strings.Contains(e.Data, "from elsewhere") {
		t.Errorf("the stream said %+v", e)
	}
}

// others is other nodes that may be heard or not.
type others struct{ up atomic.Bool }

func (o *others) Tell(...string) {}
func (o *others) TellAll()       {}
func (o *others) Up() bool       { return o.up.Load() }

// TestAStreamLooksRarelyWhileOthersWakeIt: until they are not heard any more.
func TestAStreamLooksRarelyWhileOthersWakeIt(t *testing.T) {
	w := served(t, web.Pace{Poll: 20 * time.Millisecond, Rare: time.Hour, Beat: 300 * time.Millisecond, Send: time.Minute})
	o := &others{}
	o.up.Store(true)
	w.Office.Hub.Others = o
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	s := bob.Follow("/matches/"+id+"/stream?after="+webtest.Mark{World: w, ID: id}.String(), "")
	other := office.New(office.Over(w.Store), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, slog.New(slog.DiscardHandler))
	if err := other.Say(t.Context(), ann.Player, members.Saying{Match: id, Text: "from elsewhere", Arrived: w.Clock()}); err != nil {
		t.Fatal(err)
	}
	for s.Lines.Scan() && s.Lines.Text() != ": " {
		if strings.HasPrefix(s.Lines.Text(), "data") {
			t.Fatalf("the stream has looked, and said %q", s.Lines.Text())
		}
	}
	o.up.Store(false)
	w.Office.HearAll() // so they are told
	if e, _ := s.Next(); !strings.Contains(e.Data, "from elsewhere") {
		t.Errorf("the stream said %+v", e)
	}
	if err := other.Say(t.Context(), ann.Player, members.Saying{Match: id, Text: "once more", Arrived: w.Clock()}); err != nil {
		t.Fatal(err)
	}
	if e, _ := s.Next(); !strings.Contains(e.Data, "once more") {
		t.Errorf("then it said %+v", e)
	}
}

func TestASlowReaderIsDroppedAndAQuickOneStays(t *testing.T) {
	w := served(t, quick)
	closed := make(chan string, 10)
	w.Server.Listener = narrow{w.Server.Listener.(narrow).Listener, func(c net.Conn) { closed <- c.RemoteAddr().String() }}
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	b := w.Browser()
	id := b.Begin()
	quickReader := b.Follow("/matches/"+id+"/stream", "")

	// Before it connects: by then a line has promised to take more.
	small := net.Dialer{Control: func(_, _ string, c syscall.RawConn) (err error) {
		return errors.Join(c.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) }), err)
	}}
	line, err := small.Dial("tcp", w.Server.Listener.Addr().String())
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
	if e, more := quickReader.Next(); !more || !webtest.ShownSeq.MatchString(e.Data) {
		t.Errorf("the reader who reads got %+v, %t", e, more)
	}
	b.Post("/matches/"+id+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	if e, more := quickReader.Next(); !more || !strings.Contains(e.Data, "resigned") {
		t.Errorf("and then %+v, %t", e, more)
	}
}

func TestTheSixthStreamEndsTheOldest(t *testing.T) {
	w := served(t, slow)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	var mine []*webtest.Streaming
	others := bob.Follow("/matches/"+id+"/stream?after="+webtest.Mark{World: w, ID: id}.String(), "")
	waiting := ann.Follow("/stream", "")
	for range 6 {
		mine = append(mine, ann.Follow("/matches/"+id+"/stream?after="+webtest.Mark{World: w, ID: id}.String(), ""))
	}
	if e, _ := mine[0].Next(); e.Name != "full" {
		t.Errorf("the oldest was told %+v", e)
	}
	if e, more := mine[0].Next(); more || mine[0].Lines.Err() != nil {
		t.Errorf("the oldest goes on with %+v", e)
	}
	bob.Say(id, "hello all")
	for i, s := range append(mine[1:], others) {
		if e, more := s.Next(); !more || !strings.Contains(e.Data, "hello all") {
			t.Errorf("stream %d: %+v, %t", i, e, more)
		}
	}
	if e, _ := waiting.Next(); e.Name != "waiting" || e.Data != "1\n" {
		t.Errorf("the stream of another kind says %+v", e)
	}
}

func TestStreamsEndAtOnceWhenTheSiteStops(t *testing.T) {
	w := served(t, slow)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	b := w.Browser()
	id := b.Begin()
	var open []*webtest.Streaming
	for range 4 {
		open = append(open, b.Follow("/matches/"+id+"/stream?after="+webtest.Mark{World: w, ID: id}.String(), ""))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	began := time.Now()
	if err := w.Server.Config.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	t.Logf("it took %v", time.Since(began))
	for _, s := range open {
		if e, more := s.Next(); more || s.Lines.Err() != nil {
			t.Errorf("a stream said %+v", e)
		}
	}
}

func TestNothingIsLeftOfTwoHundredStreams(t *testing.T) {
	w := served(t, slow)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	author := w.Browser()
	id := author.Begin()
	after := webtest.Mark{World: w, ID: id}.String()
	// settle waits until no goroutine has ended for a while.
	settle := func() (n int) {
		w.Server.CloseClientConnections()
		n = runtime.NumGoroutine()
		for still := 0; still < 30; still++ {
			time.Sleep(10 * time.Millisecond)
			if now := runtime.NumGoroutine(); now < n {
				n, still = now, 0
			}
		}
		return n
	}
	author.Follow("/matches/"+id+"/stream?after="+after, "").Leave()
	before := settle()
	var open []*webtest.Streaming
	for range 40 {
		b := w.Browser()
		b.Begin() // a guest of their own
		for range 5 {
			open = append(open, b.Follow("/matches/"+id+"/stream?after="+after, ""))
		}
	}
	during := runtime.NumGoroutine()
	for _, s := range open {
		s.Leave()
		s.Body.Close()
	}
	afterwards := settle()
	t.Logf("%d goroutines before, %d with 200 streams, %d afterwards", before, during, afterwards)
	if afterwards > before+10 || during < before+200 {
		t.Errorf("%d goroutines before, %d with 200 streams, %d afterwards", before, during, afterwards)
	}
}

// TestAnOpenStreamKeepsLittleMemory counts what the heap and the stacks hold, not what the system gave for it.
func TestAnOpenStreamKeepsLittleMemory(t *testing.T) { // RELIABILITY R18
	const streams, most = 500, 24 << 10 // bytes, each; what it takes of the system is a third more
	w := served(t, slow)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	id := w.Match(w.Member("Ann"), w.Member("Bob"))
	begun := []byte("data: ")
	open := func(i int) {
		from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i/20))}} // 20 may come from one address
		line, err := from.Dial("tcp", w.Server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { line.Close() })
		fmt.Fprintf(line, "GET /matches/%s/stream HTTP/1.1\r\nHost: x\r\n\r\n", id)
		for piece := make([]byte, 4096); !bytes.Contains(piece, begun); {
			if _, err := line.Read(piece); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept := func() uint64 {
		runtime.GC() // each halves a stack that is too large
		runtime.GC()
		runtime.GC()
		of := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
		metrics.Read(of)
		return of[0].Value.Uint64() + of[1].Value.Uint64()
	}
	for i := range 20 { // so that all is there that they share
		open(i)
	}
	before := kept()
	for i := range streams {
		open(20 + i)
	}
	each := int64(kept()-before) / streams
	t.Logf("%d bytes a stream", each)
	if each > most {
		t.Errorf("an open stream keeps %d bytes, more than %d", each, most)
	}
}

func TestTheStreamOfWhatWaitsEndsWithTheSession(t *testing.T) {
	w := served(t, quick)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	s := ann.Follow("/stream", "")
	said := func(name, want string) {
		t.Helper()
		if e, more := s.Next(); !more || e.Name != name || e.Data != want+"\n" {
			t.Errorf("the stream says %+v, want %s of %s", e, want, name)
		}
	}
	said("waiting", "0")
	said("bell", "0")
	id := w.Match(ann, bob)
	said("waiting", "1")
	ann.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther)
	said("waiting", "0")
	sessions, err := w.Store.Sessions(t.Context(), ann.Player.ID)
	if err != nil || len(sessions) != 1 {
		t.Fatal(sessions, err)
	}
	if err := w.Store.EndSession(t.Context(), ann.Player.ID, sessions[0].Hash); err != nil {
		t.Fatal(err)
	}
	if e, more := s.Next(); more || s.Lines.Err() != nil {
		t.Errorf("after the session the stream says %+v", e)
	}
	if got := ann.Get("/stream"); got.Status != http.StatusNoContent {
		t.Errorf("who has no session gets %d", got.Status)
	}
}

func TestWhoHasMutedSomebodyHearsNothingOfHim(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	s := bob.Follow("/matches/"+id+"/stream?after="+webtest.Mark{World: w, ID: id}.String(), "")
	bob.Post("/players/"+ann.Player.ID+"/mute", url.Values{"match": {id}}).Want(t, http.StatusSeeOther)
	ann.Say(id, "can you hear me")
	bob.Say(id, "no")
	if e, _ := s.Next(); !strings.Contains(e.Data, ">no<") || !strings.HasSuffix(e.ID, ".2") {
		t.Errorf("the stream says %+v", e)
	}
	bob.Get("/matches/"+id).Want(t, 200, "You have muted Ann")
	if strings.Contains(bob.Get("/matches/"+id).Body, "can you hear me") {
		t.Error("the page shows what was muted")
	}
	notices, err := w.Office.Notices(t.Context(), bob.Player.ID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notices {
		if n.Kind == league.ChatNotice {
			t.Errorf("a notice of it: %+v", n)
		}
	}
	bob.Post("/players/"+ann.Player.ID+"/unmute", url.Values{"match": {id}}).Want(t, http.StatusSeeOther)
	bob.Get("/matches/"+id).Want(t, 200, "can you hear me")
}

// counting is a store that counts what streams read of a match.
type counting struct {
	*store.Store
	reads *atomic.Int64
}

func (c counting) Head(ctx context.Context, viewer league.Viewer, id string) (league.Head, error) {
	c.reads.Add(1)
	return c.Store.Head(ctx, viewer, id)
}

func (c counting) Lines(ctx context.Context, viewer league.Viewer, match string, after, limit int) ([]league.Line, error) {
	c.reads.Add(1)
	return c.Store.Lines(ctx, viewer, match, after, limit)
}

// TestVisitorsWhoFollowAMatchShareWhatIsRead: at the beginning, after a line and after a move one reads for all; who
// has a cookie reads for themselves.
func TestVisitorsWhoFollowAMatchShareWhatIsRead(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	var reads atomic.Int64
	o := office.New(office.Over(counting{w.Store, &reads}), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, w.Log)
	site, err := web.New(o, web.Options{Log: w.Log, Share: time.Hour, Pace: slow})
	if err != nil {
		t.Fatal(err)
	}
	w.Office, w.Echo, w.Server.Config.Handler = o, site, site
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	following := func(browsers ...*webtest.Browser) (streams []*webtest.Streaming, read int64) {
		before := reads.Load()
		for _, b := range browsers {
			streams = append(streams, b.Follow("/matches/"+id+"/stream", ""))
		}
		for _, s := range streams {
			if e, _ := s.Next(); !strings.Contains(e.Data, `id="match"`) {
				t.Fatalf("at the beginning came %+v", e)
			}
		}
		return streams, reads.Load() - before
	}
	_, alone := following(w.Browser())
	visitors := make([]*webtest.Browser, 15)
	for i := range visitors {
		visitors[i] = w.Browser()
	}
	streams, more := following(visitors...)
	if alone == 0 || more != 0 {
		t.Errorf("for a first visitor %d times was read, for fifteen who came then %d times", alone, more)
	}
	if _, own := following(bob.Browser, bob.Browser); own < 2*alone {
		t.Errorf("for two pages of a member was read %d times", own)
	}
	for what, act := range map[string]func(){
		"what Ann says": func() { ann.Say(id, "what Ann says") },
		`data-seq="` + webtest.Itoa(w.View(id).Record.Seq+1) + `"`: func() { ann.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther) },
	} {
		before := reads.Load()
		act()
		for _, s := range streams {
			if e, _ := s.Next(); !strings.Contains(e.Data, what) {
				t.Fatalf("want %s, there came %+v", what, e)
			}
		}
		if n := reads.Load() - before; n > 10 {
			t.Errorf("%s: for %d visitors and two pages of a member was read %d times", what, len(streams)+1, n)
		}
	}
}

// opening is a store that counts what it is asked when somebody opens a stream, until that has its first byte: others that are
// open look for themselves meanwhile.
type opening struct{ *store.Store }

// asked is what a store is asked for a request.
type asked struct {
	http.ResponseWriter
	sessions, looks, reads atomic.Int64
	answered               atomic.Bool
}

type askedKey struct{}

// with counts what is asked for a request of a handler, and hands it to told.
func (opening) with(h http.Handler, told func(*asked)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &asked{ResponseWriter: w}
		told(a)
		h.ServeHTTP(a, r.WithContext(context.WithValue(r.Context(), askedKey{}, a)))
	})
}

// Unwrap lets what is written be sent at once.
func (a *asked) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Write is the answer.
func (a *asked) Write(b []byte) (int, error) {
	a.answered.Store(true)
	return a.ResponseWriter.Write(b)
}

// count adds one to what a request has asked.
func count(ctx context.Context, of func(*asked) *atomic.Int64) {
	if a, ok := ctx.Value(askedKey{}).(*asked); ok && !a.answered.Load() {
		of(a).Add(1)
	}
}

// Session counts.
func (o opening) Session(ctx context.Context, hash [32]byte) (league.Session, league.Player, error) {
	count(ctx, func(a *asked) *atomic.Int64 { return &a.sessions })
	return o.Store.Session(ctx, hash)
}

// Reached counts.
func (o opening) Reached(ctx context.Context, viewer league.Viewer, id string) (league.Reached, error) {
	count(ctx, func(a *asked) *atomic.Int64 { return &a.looks })
	return o.Store.Reached(ctx, viewer, id)
}

// Head counts.
func (o opening) Head(ctx context.Context, viewer league.Viewer, id string) (league.Head, error) {
	count(ctx, func(a *asked) *atomic.Int64 { return &a.reads })
	return o.Store.Head(ctx, viewer, id)
}

// TestWhoComesBackAndHasMissedNothingCostsOneLook: nothing of the match is read for them, and their session once. What comes
// then comes to them whole: a line, with the name of who says it, and time that was given.
func TestWhoComesBackAndHasMissedNothingCostsOneLook(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	var latest atomic.Pointer[asked]
	counting := opening{w.Store}
	o := office.New(office.Over(counting), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, w.Log)
	site, err := web.New(o, web.Options{Log: w.Log, Pace: slow})
	if err != nil {
		t.Fatal(err)
	}
	w.Office, w.Echo, w.Server.Config.Handler = o, site, counting.with(site, latest.Store)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	mark := webtest.Mark{World: w, ID: id}.String()
	var all []*webtest.Streaming
	opened := func(who *webtest.Browser, session int64) *webtest.Streaming {
		t.Helper()
		s := who.Follow("/matches/"+id+"/stream?after="+mark, "")
		for s.Lines.Scan() && !strings.HasPrefix(s.Lines.Text(), "retry: ") {
			t.Errorf("at first came %q", s.Lines.Text())
		}
		a := latest.Load()
		if got := [3]int64{a.sessions.Load(), a.looks.Load(), a.reads.Load()}; got != [3]int64{session, 1, 0} {
			t.Errorf("sessions, looks and matches that were read: %v, want %d, 1 and 0", got, session)
		}
		if s.Header.Get("Set-Cookie") != "" && session == 0 {
			t.Error("a visitor is given a cookie by a stream")
		}
		all = append(all, s)
		return s
	}
	opened(bob.Browser, 1)
	opened(w.Browser(), 0)
	ann.Say(id, "good luck")
	for _, s := range all {
		if e, _ := s.Next(); !strings.Contains(e.Data, "good luck") || !strings.Contains(e.Data, "Ann") || strings.Contains(e.Data, `id="match"`) {
			t.Errorf("after a line came %+v", e)
		}
	}
	mark = webtest.Mark{World: w, ID: id}.String()
	opened(bob.Browser, 1)
	if _, err := GiveTime(w.Working(), t.Context(), ann.Player, id, 1, "gift", w.Clock()); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if e, _ := s.Next(); !strings.Contains(e.Data, `id="match"`) {
			t.Errorf("after a gift of time came %+v", e)
		}
	}
}
