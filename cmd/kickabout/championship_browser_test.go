package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
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
// pyramid, their group and a game of it, with JavaScript and without.
func TestACompetitorFollowsHisChampionshipGroup(t *testing.T) {
	var now atomic.Int64
	now.Store(time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC).Unix())
	r := serveAt(t, &now)
	b := browser.Start(t)
	compete := func(at time.Time) {
		t.Helper()
		now.Store(at.Unix())
		if err := errors.Join(r.server.office.AdvanceCompetitions(t.Context()), r.server.office.Deliver(t.Context(), office.Budget{})); err != nil {
			t.Fatal(err)
		}
	}
	compete(time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC))
	readers := []*member{
		r.member(b, "Ann", browser.Options{NoJavaScript: true, Width: 1280, Height: 800}),
		r.member(b, "Bob", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true}),
	}
	for _, p := range readers {
		p.Open(r.address + "/championship")
		p.noDefects("the championships")
		p.Follow(`a.cup[href="/championship/streetsoccer/lg"]`)
		p.WaitForText(".now", "Open for entry")
		p.Follow(`form[action$="/entry"] button`)
		p.WaitForText(".now", "You are in.")
		p.noDefects("the championship, entered")
	}
	r.enterMany(31)
	compete(time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC))
	r.resignMany(20, readers[0].player.ID, readers[1].player.ID)
	r.analyseAll()
	for _, p := range readers {
		p.signInAgain()
		p.Open(r.address + "/championship/streetsoccer/lg")
		p.WaitForText("main", "This season: May 2027")
		p.noDefects("the championship, a season being played")
		p.Follow("text=The pyramid")
		if n := p.Count("a.tile"); n != 4 {
			t.Errorf("the pyramid has %d groups, want 4", n)
		}
		p.WaitForText(".tile.is-mine", "You are")
		p.noDefects("the pyramid")
		p.Follow("a.tile.is-mine")
		p.WaitForText("main", "All clocks change to fast")
		p.WaitForText(".needs", "first")
		p.noDefects("the group")
		p.Follow(`section[aria-labelledby="luck"] a[href*="luck=cost"]`)
		p.WaitForText(`section[aria-labelledby="luck"] th[aria-sort="ascending"]`, "Cost")
		p.noDefects("luck and skill in the group")
		p.Click("details.all-columns summary")
		p.Follow(".cross .sort")
		p.WaitForText(".standings", p.player.Name)
		p.Follow("a.result.playing")
		p.WaitFor(".scoreboard")
		if scroll := browser.Eval[bool](p.Page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); scroll {
			t.Error("the page scrolls sideways")
		}
		p.quiet()
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

// resignMany ends matches of the season: a game of each of these players, so that they have a rank, and n others.
func (r *running) resignMany(n int, players ...string) {
	r.t.Helper()
	v, err := r.server.office.Edition(r.t.Context(), league.Site(), streetChampionship, "2027-05")
	if err != nil {
		r.t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for i, m := range v.Matches {
		if m.State.ToMove == engine.NoSide {
			continue
		}
		if k := slices.IndexFunc(players, func(p string) bool { return p == m.Seats[0].Player.ID || p == m.Seats[1].Player.ID }); k >= 0 {
			players = slices.Delete(players, k, k+1)
		} else if i%2 == 1 || n == 0 {
			continue
		} else {
			n--
		}
		if _, err := resign(r.server.office, r.t.Context(), m.Seats[random.IntN(2)].Player, m.ID, r.server.office.Now()); err != nil {
			r.t.Fatal(err)
		}
	}
}
