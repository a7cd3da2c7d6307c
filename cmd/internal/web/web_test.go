package web_test

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/web"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/clock"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/storetest"
)

// world is a whole site on a real database, whose clock the test turns.
type world struct {
	t      testing.TB
	echo   *echo.Echo
	office *office.Office
	store  *store.Store
	dealer *secret.Dealer
	hasher *secret.Passwords
	log    *slog.Logger
	server *httptest.Server

	described *document // by itself, once read
	knocks    int       // of programs so far, for names of their own
	knockers  map[string]*program
	scenes    map[string]any // what they knock at, see kept
	kept      time.Time      // when those were made
	names     int            // given by newName so far
	rules     string         // game and variant of the matches that seat begins; "": of StreetSoccer

	mu  sync.Mutex
	now time.Time
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return newWorldOn(t, storetest.SQLite(t))
}

// newWorldOn is newWorld on a database of the test's.
func newWorldOn(t testing.TB, d storetest.Database) *world {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	w := &world{t: t, log: log, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	folder := t.TempDir()
	var err error
	if w.dealer, err = secret.Open(filepath.Join(folder, "dice.key")); err != nil {
		t.Fatal(err)
	}
	if w.hasher, err = secret.OpenPasswords(filepath.Join(folder, "password.key"), secret.Effort{Memory: 64, Passes: 1, Threads: 1}); err != nil {
		t.Fatal(err)
	}
	w.store = storetest.Open(t, d)
	w.office = office.New(w.store, w.dealer, w.hasher, games.All(), bot.All(), w.clock, log)
	if err := w.office.PutBots(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.echo, err = web.New(w.office, web.Options{Log: log}); err != nil {
		t.Fatal(err)
	}
	w.server = httptest.NewServer(w.echo)
	t.Cleanup(w.server.Close)
	return w
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// wait turns the clock on.
func (w *world) wait(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// browser is a client with its own cookies that shows redirects as they are.
type browser struct {
	w      *world
	client *http.Client
}

func (w *world) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{w, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// answer is what came back.
type answer struct {
	Status int
	Header http.Header
	Body   string
}

func (b *browser) do(method, path string, form url.Values, header http.Header) answer {
	b.w.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequest(method, b.w.server.URL+path, body)
	if err != nil {
		b.w.t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := b.client.Do(req)
	if err != nil {
		b.w.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.w.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(text)}
}

func (b *browser) get(path string) answer { return b.do(http.MethodGet, path, nil, nil) }
func (b *browser) post(path string, form url.Values) answer {
	return b.do(http.MethodPost, path, form, nil)
}

var reservationField = regexp.MustCompile(`name="reservation"[^>]*value="([^"]+)"`)

// foundForm fills the form of the front page as a visitor finds it.
func (b *browser) foundForm() url.Values {
	b.w.t.Helper()
	found := reservationField.FindStringSubmatch(b.get("/").Body)
	if found == nil {
		b.w.t.Fatal("the front page has no reservation")
	}
	form := b.startForm()
	form.Set("reservation", found[1])
	return form
}

// startForm is foundForm without a look at the front page.
func (b *browser) startForm() url.Values {
	return url.Values{
		"reservation": {b.w.office.Reserve().ID}, "rules": {"streetsoccer/lg"}, "opponent": {"bot:greedy"},
		"kickoff": {"me"}, "control": {"lg"}, "contribution": {"for luck"},
	}
}

// begin starts a match and returns its id.
func (b *browser) begin() string {
	b.w.t.Helper()
	got := b.post("/matches", b.startForm())
	id, ok := strings.CutPrefix(got.Header.Get("Location"), "/matches/")
	if got.Status != http.StatusSeeOther || !ok {
		b.w.t.Fatalf("starting a match: %d %s", got.Status, got.Header.Get("Location"))
	}
	return id
}

// view returns a match as the office sees it.
func (w *world) view(id string) office.View {
	w.t.Helper()
	v, err := w.office.Match(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return v
}

// turn is the form of a legal move of a match as it stands.
func (w *world) turn(id string) url.Values {
	w.t.Helper()
	v := w.view(id)
	var first engine.Move
	for m := range v.Record.Position.Moves() {
		first = m
		break
	}
	return url.Values{"seq": {itoa(v.Record.Seq)}, "move": {string(first)}}
}

// botMoves lets the bots make what moves are due.
func (w *world) botMoves() {
	w.t.Helper()
	if err := w.office.MoveBots(context.Background()); err != nil {
		w.t.Fatal(err)
	}
}

// between puts two visitors at one board, the first of them to move first.
func (w *world) between(first, second *browser) string {
	w.t.Helper()
	own, other := w.view(first.begin()).Match.Seats[0], w.view(second.begin()).Match.Seats[0]
	return w.seat(own, league.Seat{Player: other.Player})
}

// seat begins a match between two players, the first of them to move first.
func (w *world) seat(first, second league.Seat) string {
	w.t.Helper()
	reserved := w.office.Reserve()
	now := w.clock()
	id, variant, _ := strings.Cut(cmp.Or(w.rules, "streetsoccer/lg"), "/")
	g, err := games.ByID(id)
	if err != nil {
		w.t.Fatal(err)
	}
	m := league.Match{
		ID: reserved.ID, Game: id, Variant: variant, Control: clock.Controls()[0].ID,
		GID: reserved.GID, Head: reserved.Head, Seats: [2]league.Seat{first, second}, Created: now,
	}
	r, err := engine.Begin(g, m.Variant, now, 0, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if r, _, err = r.Drive(now, w.dealer.Source(m.GID, [2]string{first.Contribution, second.Contribution})); err != nil {
		w.t.Fatal(err)
	}
	m.Log = r.Log
	m.State = league.State{Last: len(r.Log), Position: r.Position.String(), ToMove: r.Next().Side, Deadline: now.Add(clock.Controls()[0].Bank), Moved: now}
	if err := w.store.CreateMatch(context.Background(), m); err != nil {
		w.t.Fatal(err)
	}
	return m.ID
}

func TestMain(m *testing.M) { os.Exit(m.Run()) }
