package web_test

import (
	"bytes"
	"database/sql"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"kickabout/engine"
	"kickabout/league/office"
	"kickabout/views"
)

// ask sends one request straight to the handler, as the visitor of a browser.
func (b *browser) ask(method, path string, form url.Values) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	at, err := url.Parse(b.w.server.URL)
	if err != nil {
		b.w.t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(at) {
		req.AddCookie(c)
	}
	rec := httptest.NewRecorder()
	b.w.echo.ServeHTTP(rec, req)
	return rec
}

// played brings a match so far that its page shows an ordinary turn after 20 moves.
func (b *browser) played(id string) office.View {
	r := rand.New(rand.NewPCG(1, 1))
	for {
		v := b.w.view(id)
		if v.Record.Next().Over() {
			b.w.t.Fatal("the match is over before its twentieth move")
		}
		if v.Record.SeatOf(v.Record.Next().Side) != 0 {
			b.w.botMoves()
			continue
		}
		if len(v.Record.Log) > 40 && strings.HasPrefix(v.Record.Position.String(), "turn") {
			return v
		}
		form := url.Values{"seq": {itoa(v.Record.Seq)}, "move": {string(v.Record.Position.Random(r))}}
		if got := b.ask(http.MethodPost, "/matches/"+id+"/moves", form); got.Code != http.StatusSeeOther {
			b.w.t.Fatalf("a move was answered with %d", got.Code)
		}
	}
}

// BenchmarkMatchPage is the page of one's own turn from the request to the last
// byte, beside the bare template with all values at hand.
func BenchmarkMatchPage(b *testing.B) {
	w := newWorld(b)
	visitor := w.browser()
	id := visitor.begin()
	v := visitor.played(id)
	b.Run("request", func(b *testing.B) {
		for b.Loop() {
			if got := visitor.ask(http.MethodGet, "/matches/"+id, nil); got.Code != http.StatusOK {
				b.Fatal(got.Code)
			}
		}
	})
	in := views.MatchInput{
		Frame: views.Frame{Viewer: v.Match.Seats[0].Player, Now: w.clock()},
		Match: v.Match, Record: v.Record, Clocks: v.Clocks, Side: v.Match.SideOf(v.Match.Seats[0].Player.ID), Key: "key",
	}
	b.Run("view", func(b *testing.B) {
		for b.Loop() {
			views.NewMatchPage(in)
		}
	})
	page := views.Match(views.NewMatchPage(in))
	b.Run("template", func(b *testing.B) {
		var out bytes.Buffer
		for b.Loop() {
			out.Reset()
			if err := page.Render(b.Context(), &out); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(out.Len()), "bytes")
	})
}

// BenchmarkMove is a move from the request to the commit, beside a commit of one
// row on the same disk with the same safety.
func BenchmarkMove(b *testing.B) {
	b.Run("request", func(b *testing.B) {
		w := newWorld(b)
		visitor := w.browser()
		r := rand.New(rand.NewPCG(1, 1))
		id, view := "", office.View{}
		for b.Loop() {
			b.StopTimer()
			for id == "" || view.Record.Next().Over() || view.Record.Next().Side != engine.First {
				if id == "" || view.Record.Next().Over() {
					id = visitor.begin()
				} else {
					w.botMoves()
				}
				view = w.view(id)
			}
			form := url.Values{"seq": {itoa(view.Record.Seq)}, "move": {string(view.Record.Position.Random(r))}, "key": {itoa(b.N) + itoa(view.Record.Seq) + id}}
			b.StartTimer()
			got := visitor.ask(http.MethodPost, "/matches/"+id+"/moves", form)
			b.StopTimer()
			if got.Code != http.StatusSeeOther {
				b.Fatal(got.Code)
			}
			view = w.view(id)
			b.StartTimer()
		}
	})
	b.Run("bare commit", func(b *testing.B) {
		db, err := sql.Open("sqlite3", "file:"+filepath.Join(b.TempDir(), "bare.db")+"?_journal_mode=WAL&_synchronous=FULL&_txlock=immediate")
		if err != nil {
			b.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.Exec("CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)"); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := db.Exec("INSERT INTO rows (text) VALUES (?)", "Mc2c5|Be7"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
