// Package webtest is what the tests of all areas share: a whole site on a real database, browsers and programs that
// use it, and what tells whether a page carries anything that it should not.
package webtest

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/dump"
	"kickabout/cmd/internal/listen"
	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/web"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/clock"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/setting"
	"kickabout/store"
	"kickabout/store/storetest"
)

// Ask sends one request straight to the handler, as the visitor of a browser.
func (b *Browser) Ask(method, path string, form url.Values) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	at, err := url.Parse(b.World.Server.URL)
	if err != nil {
		b.World.T.Fatal(err)
	}
	for _, c := range b.Client.Jar.Cookies(at) {
		req.AddCookie(c)
	}
	rec := httptest.NewRecorder()
	b.World.Echo.ServeHTTP(rec, req)
	return rec
}

// Played brings a match so far that its page shows an ordinary turn after 20 moves.
func (b *Browser) Played(id string) play.View {
	r := rand.New(rand.NewPCG(1, 1))
	for {
		v := b.World.View(id)
		if v.Record.Next().Over() {
			b.World.T.Fatal("the match is over before its twentieth move")
		}
		if v.Record.SeatOf(v.Record.Next().Side) != 0 {
			b.World.BotMoves()
			continue
		}
		if len(v.Record.Log) > 40 && strings.HasPrefix(v.Record.Position.String(), "turn") {
			return v
		}
		form := url.Values{"seq": {Itoa(v.Record.Seq)}, "move": {string(v.Record.Position.Random(r))}}
		if got := b.Ask(http.MethodPost, "/matches/"+id+"/moves", form); got.Code != http.StatusSeeOther {
			b.World.T.Fatalf("a move was answered with %d", got.Code)
		}
	}
}

// Itoa writes a number.
func Itoa(n int) string { return strconv.Itoa(n) }

// Want checks a status and words that the page must have.
func (a Answer) Want(t *testing.T, status int, words ...string) Answer {
	t.Helper()
	if a.Status != status {
		t.Errorf("status %d, want %d", a.Status, status)
	}
	for _, w := range words {
		if !strings.Contains(a.Body, w) {
			t.Errorf("the page does not say %q:\n%s", w, Excerpt(a.Body))
		}
	}
	return a
}

// Excerpt is the part of a page that a failure shows.
func Excerpt(page string) string {
	if i := strings.Index(page, "<main"); i >= 0 {
		page = page[i:]
	}
	return page[:min(len(page), 1500)]
}

// World is a whole site on a real database, whose clock the test turns.
type World struct {
	T       testing.TB
	Echo    *echo.Echo
	Office  *office.Office
	Store   *store.Store
	Dealer  *secret.Dealer
	Site    *secret.Site
	Hasher  *secret.Passwords
	Signers *tbd2.Signers
	Log     *slog.Logger
	Server  *httptest.Server
	HangUp  func() // closes all connections
	Dump    dump.Folder

	described *document // by itself, once read
	Knocks    int       // of programs so far, for names of their own
	Knockers  map[string]*Program
	Scenes    map[string]any // what they knock at, see kept
	Kept      time.Time      // when those were made
	names     int            // given by newName so far
	Rules     string         // game and variant of the matches that seat begins; "": of StreetSoccer

	mu      sync.Mutex
	now     time.Time
	members []*Member // so far
}

// New returns a world on an SQLite database.
func New(t testing.TB) *World {
	t.Helper()
	return NewOn(t, storetest.SQLite(t))
}

// NewOn is New on a database of the test's.
func NewOn(t testing.TB, d storetest.Database) *World {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	w := &World{T: t, Log: log, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	w.Store = storetest.Open(t, d)
	keys, err := secret.Preparation{Folder: t.TempDir(), Effort: secret.Effort{Memory: 64, Passes: 1, Threads: 1}, Now: w.Clock}.Prepare(t.Context(), w.Store)
	if err != nil {
		t.Fatal(err)
	}
	w.Dealer, w.Site, w.Hasher = keys.Dice, keys.Site, keys.Password
	origin, err := w.Store.LogOrigin(t.Context(), "league.example")
	if err != nil {
		t.Fatal(err)
	}
	if w.Signers, err = keys.Sign.As(origin); err != nil {
		t.Fatal(err)
	}
	w.Office = office.New(office.Over(w.Store), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher, Signers: w.Signers}, games.All(), bot.All(), w.Clock, log)
	w.Office.Site.Locked = setting.AllGames()
	if err := w.Office.PutBots(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Dump = dump.Folder(t.TempDir())
	if w.Echo, err = web.New(w.Office, web.Options{Log: log, Dump: w.Dump}); err != nil {
		t.Fatal(err)
	}
	w.Server = httptest.NewUnstartedServer(listen.NewLasting(w.Echo, web.Lasts))
	all := &lines{Listener: w.Server.Listener, open: map[net.Conn]bool{}}
	w.Server.Listener, w.HangUp = all, all.hangUp
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	return w
}

// Clock says what time it is.
func (w *World) Clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// Wait turns the clock on.
func (w *World) Wait(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// Browser is a client with its own cookies that shows redirects as they are.
type Browser struct {
	World  *World
	Client *http.Client
}

// Browser is one that nobody has used yet.
func (w *World) Browser() *Browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.T.Fatal(err)
	}
	return &Browser{w, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Do sends a request.
func (b *Browser) Do(method, path string, form url.Values, header http.Header) Answer {
	b.World.T.Helper()
	if form == nil {
		return b.Send(method, path, "", header)
	}
	with := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	maps.Copy(with, header)
	return b.Send(method, path, form.Encode(), with)
}

// Send sends a request with a body; "" is none.
func (b *Browser) Send(method, path, form string, header http.Header) Answer {
	b.World.T.Helper()
	var body io.Reader
	if form != "" {
		body = strings.NewReader(form)
	}
	req, err := http.NewRequest(method, b.World.Server.URL+path, body)
	if err != nil {
		b.World.T.Fatal(err)
	}
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := b.Client.Do(req)
	if err != nil {
		b.World.T.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.World.T.Fatal(err)
	}
	b.World.settle(method)
	return Answer{resp.StatusCode, resp.Header, string(text)}
}

// settle does what a change has left for later: a request gives that a quarter of a second, which is not
// much on a busy machine.
func (w *World) settle(method string) {
	if method != http.MethodGet && method != http.MethodHead {
		w.Working().Delivered()
	}
}

// Get opens a page.
func (b *Browser) Get(path string) Answer { return b.Do(http.MethodGet, path, nil, nil) }

// Post sends a form.
func (b *Browser) Post(path string, form url.Values) Answer {
	return b.Do(http.MethodPost, path, form, nil)
}

// ReservationField finds the reservation in a form.
var ReservationField = regexp.MustCompile(`name="reservation"[^>]*value="([^"]+)"`)

// StartForm is foundForm without a look at the front page.
func (b *Browser) StartForm() url.Values {
	return url.Values{
		"reservation": {b.World.Office.Reserve().ID}, "rules": {"streetsoccer/lg"}, "opponent": {"bot:greedy"},
		"kickoff": {"me"}, "control": {"lg"}, "contribution": {"for luck"},
	}
}

// Begin starts a match and returns its id.
func (b *Browser) Begin() string {
	b.World.T.Helper()
	got := b.Post("/matches", b.StartForm())
	id, ok := strings.CutPrefix(got.Header.Get("Location"), "/matches/")
	if got.Status != http.StatusSeeOther || !ok {
		b.World.T.Fatalf("starting a match: %d %s", got.Status, got.Header.Get("Location"))
	}
	return id
}

// View returns a match as the office sees it.
func (w *World) View(id string) play.View {
	w.T.Helper()
	v, err := w.Office.Match(context.Background(), league.Site(), id)
	if err != nil {
		w.T.Fatal(err)
	}
	return v
}

// Turn is the form of a legal move of a match as it stands.
func (w *World) Turn(id string) url.Values {
	w.T.Helper()
	v := w.View(id)
	var first engine.Move
	for m := range v.Record.Position.Moves() {
		first = m
		break
	}
	return url.Values{"seq": {Itoa(v.Record.Seq)}, "move": {string(first)}}
}

// BotMoves lets the bots make what moves are due.
func (w *World) BotMoves() {
	w.T.Helper()
	if err := w.Working().MoveBots(context.Background()); err != nil {
		w.T.Fatal(err)
	}
}

// Between puts two visitors at one board, the first of them to move first.
func (w *World) Between(first, second *Browser) string {
	w.T.Helper()
	own, other := w.View(first.Begin()).Match.Seats[0], w.View(second.Begin()).Match.Seats[0]
	return w.seat(own, league.Seat{Player: other.Player})
}

// seat begins a match between two players, the first of them to move first.
func (w *World) seat(first, second league.Seat) string {
	w.T.Helper()
	reserved := w.Office.Reserve()
	now := w.Clock()
	id, variant, _ := strings.Cut(cmp.Or(w.Rules, "streetsoccer/lg"), "/")
	g, err := games.ByID(id)
	if err != nil {
		w.T.Fatal(err)
	}
	m := league.Match{
		ID: reserved.ID, Game: id, Variant: variant, Control: clock.Controls()[0].ID,
		GID: reserved.GID, Head: reserved.Head, Dice: reserved.Dice, Seats: [2]league.Seat{first, second}, Created: now,
	}
	r, err := engine.Begin(g, m.Variant, now, 0, nil)
	if err != nil {
		w.T.Fatal(err)
	}
	if r, _, err = r.Drive(now, w.Dealer.Throws(m.Dice, league.Given(m))); err != nil {
		w.T.Fatal(err)
	}
	m.Log = r.Log
	m.State = league.State{Last: len(r.Log), Position: r.Position.String(), ToMove: r.Next().Side, Deadline: now.Add(clock.Controls()[0].Bank), Moved: now}
	if err := w.Store.CreateMatch(context.Background(), m); err != nil {
		w.T.Fatal(err)
	}
	return m.ID
}
