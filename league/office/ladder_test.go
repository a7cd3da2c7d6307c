package office_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/ladders"
	"kickabout/league/series"
	"kickabout/store"
	"kickabout/store/storetest"
)

var street = league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "lg"}

// ladderOf opens the ladders and lets players enter one of them, who pick their opponents
// themselves.
func (c *club) ladderOf(names ...string) []league.Player {
	c.t.Helper()
	c.must(c.AdvanceCompetitions(c.t.Context()))
	people := c.members(names...)
	for _, p := range people {
		c.must(c.EnterTournament(c.t.Context(), p, c.ladder(league.Player{}).Tournament.ID))
		c.must(c.SetLadder(c.t.Context(), p, street, series.LadderManual))
	}
	return people
}

func (c *club) ladder(viewer league.Player) ladders.View {
	c.t.Helper()
	v, err := c.Ladder(context.Background(), viewer, street)
	c.must(err)
	return v
}

// places are the names on the ladder: "Ann Bob Cleo".
func (c *club) places() string {
	var all []string
	for _, r := range c.ladder(league.Player{}).Rows {
		all = append(all, r.Player.Name)
	}
	return strings.Join(all, " ")
}

func (c *club) challenged(p, opponent league.Player) league.Match {
	c.t.Helper()
	m, err := c.Challenge(c.t.Context(), p, street, opponent.ID)
	c.must(err)
	return m
}

func (c *club) resign(p league.Player, m league.Match) {
	c.t.Helper()
	_, err := c.Resign(c.t.Context(), p, m.ID, c.Now())
	c.must(err)
}

func TestALadderIsClimbedByChallenges(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.ladderOf("Ann", "Bob", "Cleo", "Dan")
		ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
		if got := c.places(); got != "Ann Bob Cleo Dan" {
			t.Fatalf("entered as %s", got)
		}
		_, err := c.Challenge(t.Context(), dan, street, ann.ID)
		c.refused(err, league.Stale, "too far above")
		_, err = c.Challenge(t.Context(), ann, street, bob.ID)
		c.refused(err, league.Stale, "below yours")
		_, err = c.Challenge(t.Context(), dan, street, dan.ID)
		c.refused(err, league.Forbidden, "This is you")
		_, err = c.Challenge(t.Context(), dan, street, "nobody")
		c.refused(err, league.Stale, "not on this ladder")

		m := c.challenged(dan, bob)
		if again := c.challenged(dan, bob); again.ID != m.ID {
			t.Errorf("challenged twice: %s and %s", m.ID, again.ID)
		}
		if m.Control != "lg" || !m.Rated || m.Tournament == "" || m.SideOf(dan.ID) == m.SideOf(bob.ID) {
			t.Errorf("the match is %+v", m)
		}
		_, err = c.Challenge(t.Context(), dan, street, cleo.ID)
		c.refused(err, league.Stale, "Your own challenge")
		_, err = c.Challenge(t.Context(), cleo, street, bob.ID)
		if err != nil {
			t.Errorf("a second challenge of Bob: %v", err)
		}
		c.wait(time.Hour)
		c.resign(bob, m)
		if got := c.places(); got != "Ann Dan Bob Cleo" {
			t.Errorf("after the win: %s", got)
		}
		v := c.ladder(bob)
		if v.Rows[1].Code != "recent" || v.Me.Place != 3 || len(v.Running) != 1 || v.Rows[2].Running != 1 {
			t.Errorf("Bob sees %+v, %+v", v.Rows, v.Me)
		}
		c.recounted()
		before := c.ladder(ann).Tournament.Last
		for range 2 {
			c.must(c.AdvanceCompetitions(t.Context()))
		}
		if got := c.ladder(ann).Tournament.Last; got != before {
			t.Errorf("two further runs wrote %d events", got-before)
		}
	})
}

func TestTheMatcherBeginsMatchesForThoseWhoLetItChoose(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.ladderOf("Ann", "Bob", "Cleo")
		c.must(c.SetLadder(t.Context(), people[2], street, series.LadderAutomatic))
		c.must(c.AdvanceCompetitions(t.Context()))
		c.must(c.AdvanceCompetitions(t.Context()))
		v := c.ladder(people[2])
		if len(v.Running) != 1 || v.Running[0].Opponent.ID != people[0].ID || v.Running[0].Challenger.ID != people[2].ID {
			t.Errorf("begun: %+v", v.Running)
		}
		if c.noticedOf(people[0], league.MatchNotice) != 1 || c.noticedOf(people[2], league.TournamentNotice) != 0 {
			t.Errorf("told: %d, %d", c.noticedOf(people[0], league.MatchNotice), c.noticedOf(people[2], league.TournamentNotice))
		}
		c.recounted()
	})
}

func TestWhoLeavesALadderPlaysHisMatchesFirst(t *testing.T) { // R-LA-9, R-LA-6
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.ladderOf("Ann", "Bob", "Cleo")
		ann, bob := people[0], people[1]
		id := c.ladder(ann).Tournament.ID
		m := c.challenged(bob, ann)
		c.must(c.LeaveTournament(t.Context(), ann, id))
		c.must(c.LeaveTournament(t.Context(), ann, id))
		if got := c.places(); got != "Ann Bob Cleo" || !c.ladder(ann).Me.Leaving || !c.ladder(bob).Rows[0].Leaving {
			t.Errorf("leaving: %s, %+v", got, c.ladder(ann).Me)
		}
		_, err := c.Challenge(t.Context(), people[2], street, ann.ID)
		c.refused(err, league.Stale, "away or leaving")
		c.must(c.EnterTournament(t.Context(), ann, id)) // changes his mind
		if c.ladder(ann).Me.Leaving {
			t.Error("still leaving")
		}
		c.refused(c.EnterTournament(t.Context(), ann, id), league.Stale, "already")
		c.must(c.LeaveTournament(t.Context(), ann, id))
		c.wait(time.Minute)
		c.resign(bob, m)
		if got := c.places(); got != "Bob Cleo" {
			t.Errorf("left: %s", got)
		}
		c.refused(c.SetLadder(t.Context(), ann, street, series.LadderManual), league.Stale, "not on this ladder")
		c.must(c.LeaveTournament(t.Context(), bob, id)) // has no match: at once
		c.must(c.EnterTournament(t.Context(), bob, id))
		if got := c.places(); got != "Cleo Bob" {
			t.Errorf("came back: %s", got)
		}
		c.recounted()
	})
}

func TestAPlaceIsHeldForThirtyDaysAYear(t *testing.T) { // R-LA-10
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.ladderOf("Ann", "Bob")
	ann, bob := people[0], people[1]
	c.must(c.SetLadder(t.Context(), ann, street, series.LadderHold))
	c.must(c.SetLadder(t.Context(), ann, street, series.LadderHold))
	_, err := c.Challenge(t.Context(), bob, street, ann.ID)
	c.refused(err, league.Stale, "away")
	c.wait(10 * 24 * time.Hour)
	c.must(c.SetLadder(t.Context(), ann, street, series.LadderResume))
	if got := c.ladder(ann).Me; got.HoldLeft != 20*24*time.Hour || !got.Hold.IsZero() {
		t.Errorf("after ten days: %+v", got)
	}
	c.refused(c.SetLadder(t.Context(), ann, street, series.LadderHold), league.Stale, "The next hold can begin 14 days after")
	c.wait(14 * 24 * time.Hour)
	c.must(c.SetLadder(t.Context(), ann, street, series.LadderHold))
	c.refused(c.SetLadder(t.Context(), ann, street, series.LadderResume), league.Stale, "A hold lasts at least 7 days")
	c.wait(21 * 24 * time.Hour)
	c.must(c.AdvanceCompetitions(t.Context()))
	if got := c.ladder(ann).Me; got.HoldLeft != 0 || !got.Hold.IsZero() {
		t.Errorf("after thirty: %+v", got)
	}
	c.refused(c.SetLadder(t.Context(), ann, street, series.LadderHold), league.Forbidden, "30 days")
	c.refused(c.SetLadder(t.Context(), ann, street, "sleep"), league.Invalid, "one of the settings")
	c.recounted()
}

// Two challenges of one player and three of one opponent in the same instant: the server
// looks again, and never more than one and two begin.
func TestChallengesInTheSameInstantKeepTheLimits(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.ladderOf("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
		var wait sync.WaitGroup
		for _, pair := range [][2]int{{4, 3}, {4, 2}, {4, 1}, {5, 3}, {6, 3}, {5, 2}, {6, 3}, {6, 5}} {
			wait.Go(func() {
				_, err := c.Challenge(context.Background(), people[pair[0]], street, people[pair[1]].ID)
				if err != nil && league.KindOf(err) != league.Stale {
					t.Errorf("%v: %v", pair, err)
				}
			})
		}
		wait.Wait()
		outgoing, incoming := map[string]int{}, map[string]int{}
		for _, r := range c.ladder(league.Player{}).Rows {
			outgoing[r.Player.Name], incoming[r.Player.Name] = r.Running-r.Incoming, r.Incoming
		}
		for _, p := range people {
			if outgoing[p.Name] > 1 || incoming[p.Name] > 2 {
				t.Errorf("%s: %d and %d", p.Name, outgoing[p.Name], incoming[p.Name])
			}
		}
		if outgoing["Eve"]+outgoing["Fay"]+outgoing["Gus"] != 3 {
			t.Errorf("each of three challenges somebody: %v", outgoing)
		}
		c.recounted()
	})
}

// Results that come in the same second, from several servers at once, have their effect
// once each, and the ladder is what its log comes to.
func TestResultsInTheSameSecondCountOnceEach(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.ladderOf("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
		var matches []league.Match
		for _, pair := range [][2]int{{1, 0}, {2, 0}, {3, 1}, {4, 2}, {5, 2}} {
			matches = append(matches, c.challenged(people[pair[0]], people[pair[1]]))
		}
		c.wait(time.Hour)
		var wait sync.WaitGroup
		for i, m := range matches {
			wait.Go(func() {
				loser := people[[]int{0, 0, 1, 2, 2}[i]]
				if _, err := c.Resign(context.Background(), loser, m.ID, c.Now()); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		c.must(c.AdvanceCompetitions(t.Context()))
		log, err := c.store.TournamentLog(t.Context(), league.Site(), c.ladder(league.Player{}).Tournament.ID, 0, 1000)
		c.must(err)
		counted := map[string]int{}
		for _, d := range log {
			if d.Act == league.ActCounted {
				key, _, _ := strings.Cut(d.Text, " ")
				counted[key]++
			}
		}
		if len(counted) != len(matches) {
			t.Errorf("counted: %v", counted)
		}
		for key, n := range counted {
			if n != 1 {
				t.Errorf("%s was counted %d times", key, n)
			}
		}
		v := c.ladder(league.Player{})
		var all []string
		for _, r := range v.Rows {
			all = append(all, r.Player.Name)
			if r.Running != 0 {
				t.Errorf("%s has %d matches", r.Player.Name, r.Running)
			}
		}
		slices.Sort(all)
		if strings.Join(all, " ") != "Ann Bob Cleo Dan Eve Fay" {
			t.Errorf("places: %s", c.places())
		}
		c.recounted()
	})
}

func TestTheHistoryOfALadderIsTold(t *testing.T) { // R-LA-12
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.ladderOf("Ann", "Bob", "Cleo")
		ann, bob, cleo := people[0], people[1], people[2]
		c.wait(10 * 24 * time.Hour) // 11 May
		c.resign(ann, c.challenged(bob, ann))
		c.setTime(time.Date(2026, 7, 2, 0, 0, 0, 0, time.UTC))
		c.resign(bob, c.challenged(cleo, bob))
		v := c.ladder(ann)
		var was []int
		for _, r := range v.Rows {
			was = append(was, r.Was)
		}
		if c.places() != "Cleo Bob Ann" || fmt.Sprint(was) != "[3 1 2]" || len(v.Months) != 2 {
			t.Errorf("in July: %s, were %v, months %v", c.places(), was, v.Months)
		}
		if len(v.Reigns) != 3 || v.Reigns[0].Player.Name != "Bob" || v.Reigns[1].Player.Name != "Ann" || v.Reigns[1].Length != 10*24*time.Hour || !v.Reigns[2].To.IsZero() {
			t.Errorf("on top: %+v", v.Reigns)
		}
		path, err := c.LadderPath(t.Context(), league.Site(), street, ann.ID)
		c.must(err)
		var places []int
		for _, s := range path.Steps {
			places = append(places, s.Place)
		}
		if fmt.Sprint(places) != "[1 2 3]" || path.Player.Name != "Ann" || path.Players != 3 {
			t.Errorf("Ann went %v, %+v", places, path)
		}
		may, err := c.LadderMonth(t.Context(), league.Site(), street, time.Date(2026, 5, 17, 1, 2, 3, 0, time.UTC))
		c.must(err)
		if len(may.Players) != 3 || may.Players[0].Name != "Bob" || may.Players[2].Name != "Cleo" {
			t.Errorf("May ended with %+v", may.Players)
		}
		for _, month := range []time.Time{time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 4, 30, 0, 0, 0, 0, time.UTC)} {
			_, err = c.LadderMonth(t.Context(), league.Site(), street, month)
			c.refused(err, league.NotFound, "no table of this month")
		}
		_, err = c.LadderPath(t.Context(), league.Site(), street, c.member("Zoe").ID)
		c.refused(err, league.NotFound, "never been")
	})
}

func TestALadderThatHasNotOpenedIsEmpty(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	if v := c.ladder(league.Player{}); v.Tournament.ID != "" || len(v.Rows) != 0 || v.Title == "" {
		t.Errorf("got %+v", v)
	}
	lines, err := c.Ladders(t.Context(), league.Player{})
	c.must(err)
	if len(lines) < 4 || lines[0].ID != "" || lines[0].Title == "" {
		t.Errorf("got %+v", lines)
	}
	people := c.ladderOf("Ann", "Bob")
	lines, err = c.Ladders(t.Context(), people[1])
	c.must(err)
	if lines[0].Players != 2 || lines[0].Top.Name != "Ann" || lines[0].Mine != 2 {
		t.Errorf("got %+v", lines[0])
	}
}

// BenchmarkLadder is one result in a ladder of 1,000 players whose log has 50,000 lines,
// and its page; the ladder has a running match for everybody.
func BenchmarkLadder(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		s := storetest.Open(b, d)
		c := newClub(b, s)
		c.must(c.AdvanceCompetitions(b.Context()))
		var names []string
		for i := range 1000 {
			names = append(names, fmt.Sprintf("p%04d", i))
		}
		people := c.members(names...)
		edition := c.ladder(league.Player{}).Tournament
		p := league.TournamentProgress{Tournament: edition, Seen: edition.Last}
		p.Tournament.Log = nil
		for _, player := range people {
			after, err := p.Tournament.Add(league.Decision{Seq: p.Tournament.Last + 1, At: c.Now(), By: player, Act: league.ActEntered, Player: player})
			c.must(err)
			p.Tournament = after
		}
		for p.Tournament.Last < 50_000 {
			p.Tournament.Last++
			p.Tournament.Log = append(p.Tournament.Log, league.Decision{Seq: p.Tournament.Last, At: c.Now(), Act: league.ActCounted, Player: people[7], Text: "k 5-0"})
		}
		for i := range 10_000 { // long over
			m := c.ended(i, [2]league.Player{people[i%1000], people[(i+1)%1000]}, "lg", -60*24*30-i, engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, [2]int{20, 20})
			m.Tournament, m.Fixture, m.Counted, m.Created = edition.ID, fmt.Sprintf("c.%d/2026-01-01/first", i), true, m.State.Moved
			p.Matches = append(p.Matches, m)
		}
		c.must(s.AppendTournament(b.Context(), p))
		c.must(c.Rate(b.Context()))
		c.must(c.AdvanceCompetitions(b.Context()))
		storetest.Analyze(b, d)
		v := c.ladder(people[500])
		b.Run("page", func(b *testing.B) {
			for b.Loop() {
				v = c.ladder(people[500])
			}
		})
		b.Run("history read anew", func(b *testing.B) {
			for b.Loop() {
				fresh := newClub(b, s)
				_, err := fresh.LadderPath(b.Context(), league.Site(), street, people[500].ID)
				fresh.must(err)
			}
		})
		b.Run("result", func(b *testing.B) {
			next := 0
			for b.Loop() {
				if next == len(v.Running) {
					b.StopTimer()
					c.wait(15 * 24 * time.Hour)
					c.must(c.AdvanceCompetitions(b.Context()))
					v, next = c.ladder(people[500]), 0
					b.StartTimer()
				}
				m := v.Running[next].Match
				next++
				mover, _ := m.Mover()
				c.resign(mover, m)
			}
		})
	})
}
