package web_test

import (
	"bytes"
	"database/sql"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/league/play"
	"kickabout/views/match"
	"kickabout/views/ui"
)

// BenchmarkMatchPage is the page of one's own turn from the request to the last
// byte, beside the bare template with all values at hand.
func BenchmarkMatchPage(b *testing.B) {
	w := webtest.New(b)
	visitor := w.Browser()
	id := visitor.Begin()
	v := visitor.Played(id)
	b.Run("request", func(b *testing.B) {
		for b.Loop() {
			if got := visitor.Ask(http.MethodGet, "/matches/"+id, nil); got.Code != http.StatusOK {
				b.Fatal(got.Code)
			}
		}
	})
	in := match.Input{
		Frame: ui.Frame{Viewer: v.Match.Seats[0].Player, Now: w.Clock()},
		Match: v.Match, Record: v.Record, Clocks: v.Clocks, Side: v.Match.SideOf(v.Match.Seats[0].Player.ID), Key: "key",
	}
	b.Run("view", func(b *testing.B) {
		for b.Loop() {
			match.NewPage(in)
		}
	})
	page := match.View(match.NewPage(in))
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

// BenchmarkPages are pages of a member on a site where something of each kind is there.
func BenchmarkPages(b *testing.B) {
	ann, _, pages := busy(b, 5)
	for _, name := range []string{"front", "my matches", "match", "player", "offers", "ladder", "tournament"} {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			for b.Loop() {
				if got := ann.Ask(http.MethodGet, pages[name], nil); got.Code != http.StatusOK {
					b.Fatal(got.Code)
				}
			}
		})
	}
}

// BenchmarkMove is a move from the request to the commit, beside a commit of one
// row on the same disk with the same safety.
func BenchmarkMove(b *testing.B) {
	b.Run("request", func(b *testing.B) {
		w := webtest.New(b)
		visitor := w.Browser()
		r := rand.New(rand.NewPCG(1, 1))
		id, view := "", play.View{}
		for b.Loop() {
			b.StopTimer()
			for id == "" || view.Record.Next().Over() || view.Record.Next().Side != engine.First {
				if id == "" || view.Record.Next().Over() {
					id = visitor.Begin()
				} else {
					w.BotMoves()
				}
				view = w.View(id)
			}
			form := url.Values{"seq": {webtest.Itoa(view.Record.Seq)}, "move": {string(view.Record.Position.Random(r))}, "key": {webtest.Itoa(b.N) + webtest.Itoa(view.Record.Seq) + id}}
			b.StartTimer()
			got := visitor.Ask(http.MethodPost, "/matches/"+id+"/moves", form)
			b.StopTimer()
			if got.Code != http.StatusSeeOther {
				b.Fatal(got.Code)
			}
			view = w.View(id)
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
