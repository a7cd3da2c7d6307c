package tournament_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

func TestATournamentIsFollowedWithoutATokenUntilItsEnd(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup := ann.Cup(func(f url.Values) { f.Set("start", "organiser") })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.Server.URL+"/api/v1"+cup+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.Body.Close() })
	lines := bufio.NewScanner(got.Body)
	lines.Buffer(nil, 1<<20)
	next := func() (id, state string, entries int) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() == "" {
				continue
			}
			var o struct {
				ID         string
				Tournament struct {
					State   string
					Entries []string
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
				t.Fatal(err)
			}
			return o.ID, o.Tournament.State, len(o.Tournament.Entries)
		}
		t.Fatalf("it has ended: %v", lines.Err())
		return "", "", 0
	}
	before, _, were := next()
	bob.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	if id, state, are := next(); id == before || state != "registration" || are != were+1 {
		t.Errorf("after an entry came %s, %s with %d entries", id, state, are)
	}
	ann.Post(cup+"/cancellation", url.Values{"reason": {"rain"}}).Want(t, http.StatusSeeOther)
	if _, state, _ := next(); state != "cancelled" {
		t.Errorf("after the end came %s", state)
	}
	for lines.Scan() {
		if lines.Text() != "" {
			t.Errorf("behind the end came %s", lines.Text())
		}
	}
}

// asked counts what streams ask the store about a tournament.
type asked struct {
	*store.Store
	heads, looks *atomic.Int32
}

// Tournament counts.
func (a asked) Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error) {
	a.heads.Add(1)
	return a.Store.Tournament(ctx, viewer, id)
}

// TournamentReached counts.
func (a asked) TournamentReached(ctx context.Context, viewer league.Viewer, id string) (last, over int, err error) {
	a.looks.Add(1)
	return a.Store.TournamentReached(ctx, viewer, id)
}

// TestVisitorsWhoFollowATournamentShareWhatIsRead: fifteen who have come as far cost as much as one.
func TestVisitorsWhoFollowATournamentShareWhatIsRead(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	var heads, looks atomic.Int32
	w.Office = office.New(office.Over(asked{w.Store, &heads, &looks}), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, w.Log)
	site, err := web.New(w.Office, web.Options{Log: w.Log, Share: time.Hour, Pace: web.Pace{Poll: time.Hour, Beat: time.Hour, Send: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	w.Echo, w.Server.Config.Handler = site, site
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup := ann.Cup(func(f url.Values) { f.Set("start", "organiser") })
	cost := func(do func()) [2]int32 {
		heads.Store(0)
		looks.Store(0)
		do()
		return [2]int32{heads.Load(), looks.Load()}
	}
	var streams []*webtest.Streaming
	follow := func(n int) [2]int32 {
		return cost(func() {
			for range n {
				s := w.Browser().Follow(cup+"/stream", "")
				if e, _ := s.Next(); !strings.Contains(e.Data, "Ann") {
					t.Fatalf("at the beginning came %+v", e)
				}
				streams = append(streams, s)
			}
		})
	}
	first, others := follow(1), follow(15)
	if first[0] == 0 || first[1] != 1 || others != [2]int32{} {
		t.Errorf("the first visitor costs %v, fifteen more %v", first, others)
	}
	alone := cost(func() { bob.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther) })
	told := cost(func() {
		for _, s := range streams {
			if e, _ := s.Next(); !strings.Contains(e.Data, "Bob") {
				t.Fatalf("after an entry came %+v", e)
			}
		}
	})
	if all := alone[1] + told[1]; all == 0 || all > 3 {
		t.Errorf("after an entry it was looked up %d times how far the tournament is, for %d visitors", all, len(streams))
	}
}
