package office_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	deskleague "kickabout/league/desk"
	"kickabout/store"
	"kickabout/store/storetest"
)

// acts lists what the log of a tournament says the site did: "told", "left Bob".
func (c *club) siteDid(id string) (acts []string) {
	for _, d := range c.tournament(id).Tournament.Log {
		if d.By.ID == "" {
			acts = append(acts, strings.TrimSpace(string(d.Act)+" "+d.Player.Name))
		}
	}
	return acts
}

func TestATournamentStartsOnItsDay(t *testing.T) { // R-UT-1, R-JB-1
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
		ann, bob, cleo, dan, eve, fay := people[0], people[1], people[2], people[3], people[4], people[5]
		starts := c.Now().Add(72 * time.Hour)
		id := c.opened(ann, func(t *league.TournamentTerms) { t.Starts, t.CheckIn = starts, 6*time.Hour })
		c.enter(id, ann, bob, cleo, dan, eve) // Eve waits
		run := func() {
			t.Helper()
			c.must(c.Advance(ctx))
			last := c.tournament(id).Tournament.Last
			c.must(c.Advance(ctx)) // R-JB-2
			if got := c.tournament(id).Tournament.Last; got != last {
				t.Errorf("a second run wrote %d events", got-last)
			}
		}
		run()
		if got := c.siteDid(id); len(got) != 0 {
			t.Errorf("three days before: %v", got)
		}
		c.wait(48 * time.Hour)
		before := c.told(bob)
		run()
		if got := c.siteDid(id); !slices.Equal(got, []string{"told"}) || c.told(bob) != before+1 || !strings.Contains(lastText(c.tournament(id)), "starts on 4 May 12:00 UTC") {
			t.Errorf("a day before: %v, %q; Bob was told %d times", got, lastText(c.tournament(id)), c.told(bob)-before)
		}
		c.refused(c.CheckIn(ctx, bob, id), league.Stale, "not open")
		c.wait(18 * time.Hour)
		run()
		if got := c.siteDid(id); !slices.Equal(got, []string{"told", "told"}) || !strings.Contains(lastText(c.tournament(id)), "check-in is open") {
			t.Errorf("six hours before: %v, %q", got, lastText(c.tournament(id)))
		}
		if got := c.toldOf(bob, league.TournamentTold, league.TournamentCheckIn); !slices.Equal(got, []league.EventName{league.TournamentTold, league.TournamentCheckIn}) {
			t.Errorf("Bob is told of the day and the check-in by %v", got)
		}
		c.must(c.CheckIn(ctx, ann, id))
		c.must(c.CheckIn(ctx, bob, id))
		c.must(c.CheckIn(ctx, bob, id))
		c.refused(c.CheckIn(ctx, fay, id), league.Stale, "You are not in")
		c.desk(ann, id, deskleague.DeskForm{Act: "check-in", Player: eve.ID})
		c.must(c.InviteBot(ctx, ann, id, "bot:random")) // the sixth, who is there
		c.wait(7 * time.Hour)                           // the site was down for an hour
		run()
		v := c.tournament(id).Tournament
		in := names(v.Entries)
		slices.Sort(in)
		if got := c.siteDid(id); v.State != league.Running || !slices.Equal(in, []string{"Ann", "Bob", "Eve", "Random"}) ||
			!slices.Equal(got, []string{"told", "told", "left Cleo", "left Dan", "started"}) {
			t.Errorf("%s with %v: %v", v.State, in, got)
		}
		c.recounted()
	})
}

func TestWhoEntersDuringTheCheckInIsThere(t *testing.T) { // R-UT-1
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo")
	id := c.opened(people[0], func(t *league.TournamentTerms) { t.Starts, t.CheckIn = c.Now().Add(time.Hour), time.Hour })
	c.enter(id, people...)
	c.must(c.Advance(t.Context()))
	if got := c.siteDid(id); len(got) != 0 {
		t.Errorf("opened within its last day: %v", got)
	}
	c.wait(time.Hour)
	c.must(c.Advance(t.Context()))
	if v := c.tournament(id).Tournament; v.State != league.Running || len(v.Entries) != 3 {
		t.Errorf("%s with %v", v.State, names(v.Entries))
	}
}

func TestATournamentOfTooFewIsCalledOff(t *testing.T) { // R-UT-1
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		for least, entered := range map[int]int{0: 2, 4: 3} {
			id := c.opened(people[0], func(t *league.TournamentTerms) { t.Starts, t.Least = c.Now().Add(time.Hour), least })
			c.enter(id, people[:entered]...)
			c.wait(2 * time.Hour)
			before := c.told(people[1])
			c.must(c.Advance(t.Context()))
			c.must(c.Advance(t.Context()))
			if v := c.tournament(id); v.Tournament.State != league.Cancelled || !strings.Contains(lastText(v), "on its day there were") || c.told(people[1]) != before+1 {
				t.Errorf("%s: %q", v.Tournament.State, lastText(v))
			}
		}
		enough := c.opened(people[0], func(t *league.TournamentTerms) { t.Starts, t.Least = c.Now().Add(time.Hour), 4 })
		c.enter(enough, people...)
		c.wait(59 * time.Minute)
		c.must(c.Advance(t.Context()))
		if v := c.tournament(enough); v.Tournament.State != league.Registration {
			t.Errorf("a minute early: %s", v.Tournament.State)
		}
		c.wait(time.Minute)
		c.must(c.Advance(t.Context()))
		if v := c.tournament(enough); v.Tournament.State != league.Running {
			t.Errorf("on its day: %s", v.Tournament.State)
		}
		c.recounted()
	})
}

// TestTheSeedsAreAsTheTermsSay has Dan rated above Bob, and the others not at all.
func TestTheSeedsAreAsTheTermsSay(t *testing.T) { // R-UT-2, R-FD-6
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
	c.must(c.store.CreateMatch(t.Context(), c.ended(1, [2]league.Player{people[3], people[1]}, "lg", 1, engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 3}}, [2]int{20, 20})))
	c.must(c.Rate(t.Context()))
	for seeding, want := range map[string]string{league.SeedRating: "Dan Bob Ann Cleo Eve", league.SeedHand: "Cleo Ann Dan Bob Eve"} {
		id := c.opened(people[0], func(t *league.TournamentTerms) { t.Seeding = seeding })
		c.enter(id, people...)
		if seeding == league.SeedHand {
			c.desk(people[0], id, deskleague.DeskForm{Act: "seed", Seeds: map[string]string{people[2].ID: "1", people[0].ID: "7"}})
		}
		c.must(c.StartTournament(t.Context(), people[0], id))
		v := c.tournament(id)
		if got := strings.Join(names(v.Tournament.Entries), " "); got != want || !v.Tournament.Waits(v.Tournament.Entries[4]) {
			t.Errorf("%s: %s, want %s", seeding, got, want)
		}
		if _, lot := c.Seeding(v.Tournament); lot {
			t.Errorf("%s: there was a lot", seeding)
		}
		c.recounted()
	}
	id := c.opened(people[0], func(t *league.TournamentTerms) { t.Seeding = league.SeedLot })
	c.enter(id, people[:4]...)
	c.must(c.StartTournament(t.Context(), people[0], id))
	seeding, ok := c.Seeding(c.tournament(id).Tournament)
	if !ok {
		t.Fatal("there was no lot")
	}
	if _, err := dice.VerifySeeding(seeding.Encode()); err != nil {
		t.Error(err)
	}
}

// TestWhoDirectsIsToldThatTooFewHaveEntered on the day on which entries close.
func TestWhoDirectsIsToldThatTooFewHaveEntered(t *testing.T) { // R-UT-1
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve")
		closes := c.Now().Add(48 * time.Hour)
		few := c.opened(people[0], func(t *league.TournamentTerms) { t.Closes = closes })
		enough := c.opened(people[0], func(t *league.TournamentTerms) { t.Closes = closes })
		started := c.opened(people[0], func(t *league.TournamentTerms) { t.Closes = closes; t.Starts = closes.Add(time.Hour) })
		c.enter(few, people[1], people[2])
		c.enter(started, people[1], people[2])
		c.enter(enough, people[1:4]...)
		c.desk(people[0], few, deskleague.DeskForm{Act: "appoint", Player: "Eve"})
		c.wait(48*time.Hour - time.Second)
		c.must(c.Advance(t.Context()))
		ann, bob, eve := c.told(people[0]), c.told(people[1]), c.told(people[4])
		c.wait(time.Second)
		for range 2 {
			c.must(c.Advance(t.Context()))
		}
		if got := lastText(c.tournament(few)); got != "R-UT-1: entries have closed with 2 of at least 3 players" {
			t.Errorf("the log ends with %q", got)
		}
		if c.tournament(few).Tournament.State != league.Registration || c.tournament(started).Tournament.State != league.Registration {
			t.Error("it is no longer open")
		}
		// Ann is told of two tournaments, one of which Eve directs too.
		if a, b, e := c.told(people[0])-ann, c.told(people[1])-bob, c.told(people[4])-eve; a != 2 || b != 2 || e != 1 {
			t.Errorf("told were Ann %d times, Bob %d, Eve %d", a, b, e)
		}
		if v := c.tournament(enough); v.Tournament.State != league.Registration || strings.Contains(lastText(v), "R-UT-1") {
			t.Errorf("with enough the log ends with %q", lastText(v))
		}
		c.wait(time.Hour)
		c.must(c.Advance(t.Context()))
		if v := c.tournament(started); v.Tournament.State != league.Cancelled {
			t.Errorf("on its day it is %s", v.Tournament.State)
		}
		c.recounted()
	})
}
