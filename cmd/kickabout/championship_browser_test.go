package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/web"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/formats/championship"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
)

// serveAt is the site at another time, with nothing that moves by itself: a season has its
// days.
func serveAt(t *testing.T, now *atomic.Int64) *running {
	t.Helper()
	r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true}}
	s, err := r.config.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.listener.Close()
	t.Cleanup(func() { s.store.Close() })
	s.office = office.New(office.Over(s.store), s.keys, games.All(), bot.All(), func() time.Time { return time.Unix(now.Load(), 0) }, s.log)
	if err := s.office.PutBots(t.Context()); err != nil {
		t.Fatal(err)
	}
	pages, err := web.New(s.office, web.Options{Log: s.log})
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(pages)
	t.Cleanup(site.Close)
	r.server, r.address = s, site.URL
	return r
}

// TestACompetitorFollowsHisChampionshipGroup enters a season by the form, and reads the
// pyramid, his group and a game of it, with JavaScript and without.
func TestACompetitorFollowsHisChampionshipGroup(t *testing.T) {
	for name, o := range map[string]browser.Options{
		"without JavaScript": {NoJavaScript: true, Width: 1280, Height: 800},
		"on a phone":         {Width: 390, Height: 844, Phone: true, ReducedMotion: true},
	} {
		t.Run(name, func(t *testing.T) {
			var now atomic.Int64
			now.Store(time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC).Unix())
			r := serveAt(t, &now)
			b := browser.Start(t)
			compete := func(at time.Time) {
				t.Helper()
				now.Store(at.Unix())
				if err := r.server.office.AdvanceCompetitions(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			compete(time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC))
			ann := r.member(b, "Ann", o)
			ann.Open(r.address + "/championship")
			ann.noDefects("the championships")
			ann.Follow(`a.cup[href="/championship/streetsoccer/lg"]`)
			ann.WaitForText(".now", "Open for entry")
			ann.Follow(`form[action$="/entry"] button`)
			ann.WaitForText(".now", "You are in.")
			ann.noDefects("the championship, entered")
			r.enterMany(32)
			compete(time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC))
			r.resignMany(60)
			r.analyseAll()
			ann.Open(r.address + "/championship/streetsoccer/lg")
			ann.WaitForText("main", "This season: May 2027")
			ann.noDefects("the championship, a season being played")
			ann.Follow("text=The pyramid")
			if n := ann.Count("a.tile"); n != 4 {
				t.Errorf("the pyramid has %d groups, want 4", n)
			}
			ann.WaitForText(".tile.is-mine", "You are")
			ann.noDefects("the pyramid")
			ann.Follow("a.tile.is-mine")
			ann.WaitForText("main", "All clocks change to fast")
			ann.WaitForText(".needs", "first")
			ann.noDefects("the group")
			ann.Follow(`section[aria-labelledby="luck"] a[href*="luck=cost"]`)
			ann.WaitForText(`section[aria-labelledby="luck"] th[aria-sort="ascending"]`, "Cost")
			ann.noDefects("luck and skill in the group")
			ann.Follow(".cross .sort")
			ann.WaitForText(".cross", "Ann")
			ann.Follow("a.result.playing")
			ann.WaitFor(".scoreboard")
			if scroll := browser.Eval[bool](ann.Page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); scroll {
				t.Error("the page scrolls sideways")
			}
			ann.quiet()
		})
	}
}

// streetChampionship is what the test plays.
var streetChampionship = league.Competition{Format: championship.ID, Game: "streetsoccer", Variant: "lg"}

// enterMany enters members into the next season.
func (r *running) enterMany(n int) {
	r.t.Helper()
	editions, err := r.server.office.Editions(context.Background(), league.Site(), streetChampionship, r.server.office.Now())
	if err != nil {
		r.t.Fatal(err)
	}
	for i := range n {
		p, _, err := r.server.office.SignUp(r.t.Context(), membersleague.Credentials{Name: fmt.Sprintf("%s %d", []string{"Bea", "Cem", "Dag", "Eli"}[i%4], i+1), Password: "a horse in the rain"})
		if err == nil {
			err = r.server.office.EnterTournament(r.t.Context(), p, editions[0].ID)
		}
		if err != nil {
			r.t.Fatal(err)
		}
	}
}

// analyseAll makes all analyses that are due.
func (r *running) analyseAll() {
	r.t.Helper()
	for worked := true; worked; {
		var err error
		if worked, err = r.server.office.AnalyseNext(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
	}
}

// resignMany ends matches of the season.
func (r *running) resignMany(n int) {
	r.t.Helper()
	v, err := r.server.office.Edition(r.t.Context(), league.Site(), streetChampionship, "2027-05")
	if err != nil {
		r.t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for i, m := range v.Matches {
		if m.State.ToMove == engine.NoSide || i%2 == 1 || n == 0 {
			continue
		}
		n--
		if _, err := resign(r.server.office, r.t.Context(), m.Seats[random.IntN(2)].Player, m.ID, r.server.office.Now()); err != nil {
			r.t.Fatal(err)
		}
	}
}
