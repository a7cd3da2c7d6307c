package web_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

// narrow serves a world's site by gates through which one goes at a time, while at most eight wait, and those not for
// long.
func narrow(t *testing.T, w *webtest.World) *admission.Gates {
	t.Helper()
	gate := func(class string) *admission.Gate {
		return admission.NewGate(class, admission.Limits{Running: 1, Queue: 8, Wait: 20 * time.Millisecond}, nil)
	}
	g := &admission.Gates{Writes: gate("write"), Pages: gate("page"), Visitors: gate("visitor"), Heavy: gate("heavy"), Hashes: gate("hash")}
	site, err := web.New(w.Office, web.Options{Log: w.Log, Gates: g})
	if err != nil {
		t.Fatal(err)
	}
	w.Echo, w.Server.Config.Handler = site, site
	return g
}

// taken takes the only place of a gate until the test is over, or until it is given back.
func taken(t *testing.T, g *admission.Gate) (giveBack func()) {
	t.Helper()
	leave, err := g.Enter(t.Context(), admission.Neighbourhood("203.0.113.1"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leave)
	return leave
}

// TestWhatWaitsForWhat takes the place of each class, and sees whose requests are sent away.
func TestWhatWaitsForWhat(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	program := w.Program("Pat")
	g := narrow(t, w)
	asked := []struct {
		name string
		ask  func() int
		gate *admission.Gate // nil: none
	}{
		{"a page of a member", func() int { return ann.Get("/matches/" + id).Status }, g.Pages},
		{"a page of a visitor", func() int { return w.Browser().Get("/matches/" + id).Status }, g.Visitors},
		{"a page of somebody with an invented cookie", func() int {
			return w.Browser().Do(http.MethodGet, "/matches/"+id, nil, http.Header{"Cookie": {"__Host-session=invented"}}).Status
		}, g.Visitors},
		{"a page that there is not", func() int { return w.Browser().Get("/nothing").Status }, g.Visitors},
		{"a stream of a member", func() int { return ann.Do(http.MethodHead, "/matches/"+id+"/stream", nil, nil).Status }, g.Pages},
		{"an answer to a program", func() int { return program.Get("/matches").Status }, g.Pages},
		{"an act", func() int { return bob.Post("/players/"+ann.Player.ID+"/mute", url.Values{}).Status }, g.Writes},
		{"a picture", func() int { return ann.Get("/matches/" + id + "/preview.png").Status }, g.Heavy},
		{"health", func() int { return w.Browser().Get("/healthz").Status }, nil},
		{"a style sheet", func() int { return w.Browser().Get("/static/site.css").Status }, nil},
	}
	ann.Get("/") // now they are known
	program.Get("/matches")
	for _, gate := range []*admission.Gate{g.Writes, g.Pages, g.Visitors, g.Heavy} {
		giveBack := taken(t, gate)
		for _, a := range asked {
			if got := a.ask(); (got == http.StatusServiceUnavailable) != (a.gate == gate) || got >= http.StatusInternalServerError && a.gate != gate {
				t.Errorf("%s is answered with %d", a.name, got)
			}
		}
		giveBack()
	}
}

// TestWhatCanBeDoneWithoutWaitsWhileTheDiskIsNearlyFull asks for what needs room and for what games need.
func TestWhatCanBeDoneWithoutWaitsWhileTheDiskIsNearlyFull(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	program := w.Program("Pat")
	var scarce atomic.Bool
	w.Office.Scarce = scarce.Load
	waits := func(answer webtest.Answer) {
		t.Helper()
		if answer.Want(t, http.StatusServiceUnavailable, "disk is nearly full"); answer.Header.Get("Retry-After") == "" {
			t.Error("it is not said when to try again")
		}
	}
	picture, own := "/matches/"+id+"/preview.png", "/account/download.jsonl"
	ann.Get(picture).Want(t, http.StatusOK)
	ann.Get(own).Want(t, http.StatusOK)
	scarce.Store(true)
	waits(ann.Get(picture))
	waits(w.Browser().Get(picture))
	waits(ann.Get(own))
	program.Get("/players/Pat/export").Want(t, http.StatusServiceUnavailable, "disk is nearly full")
	ann.Get("/matches/"+id).Want(t, http.StatusOK)
	ann.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther)
	ann.Get("/ratings/what-if").Want(t, http.StatusOK)
	scarce.Store(false)
	ann.Get(picture).Want(t, http.StatusOK)
}

// TestAPageThatHadNoRoomIsTriedAgain asks for a game while nobody is let in.
func TestAPageThatHadNoRoomIsTriedAgain(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	g := narrow(t, w)
	defer taken(t, g.Visitors)()
	w.Browser().Get("/matches/"+id+"?flip=1").Want(t, http.StatusServiceUnavailable, `href="/matches/`+id+`?flip=1">Try again`)
	w.Browser().Get("//elsewhere.example/").Want(t, http.StatusServiceUnavailable, `href="/">To the front page`)
}

// TestWhoIsSentAwayKeepsWhatTheyTyped fills the queue of those who write, and that of their network alone.
func TestWhoIsSentAwayKeepsWhatTheyTyped(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	program := w.Program("Pat")
	g := narrow(t, w)
	giveBack := taken(t, g.Writes)
	form := url.Values{"text": {"well played & \"so on\""}}
	got := ann.Post("/matches/"+id+"/chat", form)
	got.Want(t, http.StatusServiceUnavailable, "Back in a moment", "more to do than it can manage", `action="/matches/`+id+`/chat"`, `name="text" value="well played &amp; &#34;so on&#34;"`)
	if got.Header.Get("Retry-After") != "5" || !strings.Contains(got.Header.Get("Content-Type"), "text/html") {
		t.Errorf("its headers are %v", got.Header)
	}
	said := program.Post("/matches/reservations", nil)
	if said.Status != http.StatusServiceUnavailable || said.Header.Get("Retry-After") != "5" || !strings.Contains(said.Header.Get("Content-Type"), "application/problem+json") {
		t.Errorf("a program is told %d with %v", said.Status, said.Header)
	}
	giveBack()
	g.Writes = admission.NewGate("write", admission.Limits{Running: 1, Queue: 8, Wait: time.Hour}, nil)
	giveBack = taken(t, g.Writes)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	for range 2 { // a quarter of eight
		go g.Writes.Enter(ctx, admission.Neighbourhood("127.0.0.1"))
	}
	for g.Writes.Queued() < 2 {
		time.Sleep(time.Millisecond)
	}
	ann.Post("/matches/"+id+"/chat", form).Want(t, http.StatusTooManyRequests, "Too many requests", "your network", `name="text" value="well played`)
	for leave(); g.Writes.Queued() > 0; {
		time.Sleep(time.Millisecond)
	}
	giveBack()
	defer taken(t, g.Hashes)()
	in := w.Browser().Post("/signin", url.Values{"name": {"Ann"}, "password": {webtest.SecretWords}})
	in.Want(t, http.StatusServiceUnavailable, `name="name" value="Ann"`, `name="password" type="password"`)
	if strings.Contains(in.Body, webtest.SecretWords) {
		t.Error("the password is sent back")
	}
}

// TestWhoReadsOrSendsSlowlyKeepsNoPlace has clients that do not read the page they asked for, and one that sends its
// form a byte at a time, where one place is all there is.
func TestWhoReadsOrSendsSlowlyKeepsNoPlace(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	g := narrow(t, w)
	dial := func(text string) net.Conn {
		conn, err := net.Dial("tcp", w.Server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
			t.Fatal(err)
		}
		go io.WriteString(conn, text)
		return conn
	}
	dial(strings.Repeat("GET /rules HTTP/1.1\r\nHost: x\r\n\r\n", 1000))
	dial("POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nname=")
	ann.Follow("/matches/"+id+"/stream", "")
	time.Sleep(200 * time.Millisecond) // the first one does not take any more then, or soon
	for _, gate := range []*admission.Gate{g.Visitors, g.Writes, g.Pages} {
		// Nothing here cuts slow clients off: a place that is kept is kept for good, so waiting longer hides nothing.
		var leave func()
		var err error
		for end := time.Now().Add(time.Minute); time.Now().Before(end); {
			if leave, err = gate.Enter(t.Context(), admission.Neighbourhood("203.0.113.1")); err == nil {
				leave()
				break
			}
		}
		if err != nil {
			t.Errorf("the place is kept: %v", err)
		}
	}
}

// TestAPanicIsAnsweredWhole has a handler write half of an answer and panic.
func TestAPanicIsAnsweredWhole(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	w.Echo.GET("/half", func(c echo.Context) error {
		c.Response().Write([]byte("half of an "))
		panic("no more")
	})
	rec := httptest.NewRecorder()
	w.Echo.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/half", nil))
	if rec.Code != http.StatusInternalServerError || strings.Contains(rec.Body.String(), "half of") {
		t.Errorf("%d %s", rec.Code, webtest.Excerpt(rec.Body.String()))
	}
}

// counting is a store that counts what pages read for everybody alike.
type counting struct {
	*store.Store
	reads *atomic.Int64
}

// Latest is read by the front page.
func (c counting) Latest(ctx context.Context, viewer league.Viewer, running, finished int) ([]league.Match, error) {
	c.reads.Add(1)
	return c.Store.Latest(ctx, viewer, running, finished)
}

// TournamentsOf is read by the list of tournaments, once for all states.
func (c counting) TournamentsOf(ctx context.Context, viewer league.Viewer, lists ...league.TournamentList) ([]league.Tournament, error) {
	c.reads.Add(1)
	return c.Store.TournamentsOf(ctx, viewer, lists...)
}

// LuckIn is read by the pages of tournaments and ladders.
func (c counting) LuckIn(ctx context.Context, viewer league.Viewer, of assessment.LuckScope) ([]assessment.PlayerLuck, error) {
	c.reads.Add(1)
	return c.Store.LuckIn(ctx, viewer, of)
}

// TestVisitorsShareWhatAPageShows has a hundred of them come in the same moment, and one later on; each finds a cookie
// and dice of their own. Who has a cookie shares pieces of pages alone.
func TestVisitorsShareWhatAPageShows(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ladder, cup := w.NewLadderScene().Ladder, w.NewCupScene("running").ID
	var reads atomic.Int64
	o := office.New(office.Over(counting{w.Store, &reads}), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), bot.All(), w.Clock, w.Log)
	wide := admission.NewGate("visitor", admission.Limits{Running: 100}, nil)
	site, err := web.New(o, web.Options{Log: w.Log, Share: 2 * time.Second, Gates: &admission.Gates{Pages: wide, Visitors: wide, Writes: wide, Heavy: wide, Hashes: wide}})
	if err != nil {
		t.Fatal(err)
	}
	w.Echo, w.Server.Config.Handler = site, site
	ann := w.Member("Ann")
	for _, page := range []struct {
		path          string
		reads, member int64
	}{{"/", 1, 0}, {"/tournaments", 1, 1}, {"/tournaments/" + cup, 1, 1}, {ladder, 1, 0}} {
		reads.Store(0)
		var mu sync.Mutex
		var all sync.WaitGroup
		own := map[string]int{}
		for range 100 {
			all.Go(func() {
				rec := httptest.NewRecorder()
				site.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, page.path, nil))
				mu.Lock()
				defer mu.Unlock()
				own[rec.Header().Get("Set-Cookie")]++
				if found := webtest.ReservationField.FindStringSubmatch(rec.Body.String()); found != nil {
					own[found[1]]++
				}
				own[fmt.Sprint(rec.Code)]++
			})
		}
		all.Wait()
		want := 101
		if page.path == "/" {
			want = 201 // the dice too
		}
		if reads.Load() != page.reads || own["200"] != 100 || len(own) != want {
			t.Errorf("%s: for a hundred visitors it was read %d times, %d found it, with %d things of their own; want %d, 100 and %d", page.path, reads.Load(), own["200"], len(own)-1, page.reads, want-1)
		}
		ann.Get(page.path).Want(t, http.StatusOK, "Ann")
		if reads.Load() != page.reads+page.member {
			t.Errorf("%s: for a member it was read %d times, want %d", page.path, reads.Load()-page.reads, page.member)
		}
		w.Wait(2 * time.Second)
		w.Browser().Get(page.path).Want(t, http.StatusOK)
		if reads.Load() != 2*page.reads+page.member {
			t.Errorf("%s: later it was read %d times", page.path, reads.Load()-page.reads-page.member)
		}
	}
}

// TestTheLogTellsOfACrowdInFewLines turns away ten, and two more later on.
func TestTheLogTellsOfACrowdInFewLines(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	g := narrow(t, w)
	l := listening(t, w, web.Options{Gates: g})
	taken(t, g.Visitors)
	for _, some := range []int{10, 2} {
		for range some {
			w.Browser().Get("/").Want(t, http.StatusServiceUnavailable)
		}
		w.Wait(time.Minute)
	}
	lines := l.lines(t, "requests turned away")
	if len(lines) != 2 || lines[0]["times"] != 1. || lines[1]["times"] != 10. || lines[0]["security"] != true {
		t.Errorf("of a crowd the log says %v", lines)
	}
	for _, line := range l.lines(t, "request") {
		if line["level"] != "DEBUG" {
			t.Errorf("a line each is %v", line)
		}
	}
}
