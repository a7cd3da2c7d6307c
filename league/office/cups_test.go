package office_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/store"
	"kickabout/store/storetest"
)

var (
	mini    = league.Competition{Format: "minicup", Game: "streetsoccer", Variant: "lg"}
	monthly = league.Competition{Format: "monthlycup", Game: "streetsoccer", Variant: "lg"}
)

// edition returns an edition of a competition.
func (c *club) edition(of league.Competition, name string) league.Tournament {
	c.t.Helper()
	list, err := c.Editions(context.Background(), league.Site(), of, time.Time{})
	c.must(err)
	i := slices.IndexFunc(list, func(t league.Tournament) bool { return t.Edition == name })
	if i < 0 {
		c.t.Fatalf("%s has no edition %s", of.ID(), name)
	}
	return list[i]
}

// allTo ends the matches of an edition: one player wins all of his.
func (c *club) allTo(winner league.Player, id string) {
	c.t.Helper()
	for _, m := range c.tournament(id).Matches {
		if m.State.ToMove == engine.NoSide {
			continue
		}
		loser := m.Seats[0].Player
		if loser.ID == winner.ID {
			loser = m.Seats[1].Player
		}
		_, err := c.Resign(context.Background(), loser, m.ID, c.Now())
		c.must(err)
	}
}

// nothingChanges sees that refusals leave an edition as it is.
func (c *club) nothingChanges(id string, refusals func()) {
	c.t.Helper()
	before := c.tournament(id)
	refusals()
	after := c.tournament(id)
	if diff := cmp.Diff(before.Tournament, after.Tournament) + cmp.Diff(before.Matches, after.Matches, cmpopts.IgnoreUnexported(league.Match{})); diff != "" {
		c.t.Errorf("refusals changed something:\n%s", diff)
	}
}

func TestAMiniCupIsPlayedFromLevelToLevel(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		c.must(c.AdvanceCompetitions(ctx))
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
		queue := c.edition(mini, "l0-0001")
		c.must(c.EnterTournament(ctx, ann, queue.ID))
		c.nothingChanges(queue.ID, func() {
			c.refused(c.EnterTournament(ctx, ann, queue.ID), league.Stale, "You are in this tournament already.")
			c.refused(c.LeaveTournament(ctx, bob, queue.ID), league.Stale, "You are not in this tournament.")
			c.refused(c.EnterTournament(ctx, c.guest(), queue.ID), league.Forbidden, "Sign up first")
			c.refused(c.AgreeToStart(ctx, ann, queue.ID), league.Stale, "both have waited for 30 days")
			c.refused(c.AgreeToStart(ctx, bob, queue.ID), league.Forbidden, "Only those who wait")
			c.refused(c.AgreeToStart(ctx, league.Player{}, queue.ID), league.Forbidden, "Sign up first")
			c.refused(c.StartTournament(ctx, ann, queue.ID), league.Forbidden, "Only Kickabout")
		})
		c.must(c.EnterTournament(ctx, bob, queue.ID))
		c.must(c.EnterTournament(ctx, cleo, queue.ID))
		if v := c.tournament(queue.ID); v.Tournament.State != league.Running || len(v.Matches) != 6 {
			t.Fatalf("with three the group is %s with %d matches", v.Tournament.State, len(v.Matches))
		}
		c.nothingChanges(queue.ID, func() {
			c.refused(c.LeaveTournament(ctx, ann, queue.ID), league.Stale, "This tournament has started")
			c.refused(c.EnterTournament(ctx, dan, queue.ID), league.Stale, "The next one takes entries already")
			c.refused(c.EnterTournament(ctx, ann, queue.ID), league.Stale, "You are in this tournament already.")
		})
		next := c.edition(mini, "l0-0002") // opened at once
		c.must(c.EnterTournament(ctx, dan, next.ID))
		c.must(c.EnterTournament(ctx, ann, next.ID))

		c.allTo(ann, queue.ID)
		up := c.edition(mini, "l1-0001")
		if e, in := up.Entrant(ann.ID); !in || e.Seq != 2 {
			t.Errorf("ann waits at level 1: %v, %+v", in, up.Entries)
		}
		if e, _ := c.edition(mini, "l0-0001").Entrant(ann.ID); e.Qualified.IsZero() || e.Note != "entered" {
			t.Errorf("below she is %+v", e)
		}
		c.nothingChanges(up.ID, func() {
			c.refused(c.EnterTournament(ctx, bob, up.ID), league.Forbidden, "Level 1 is for players who have gone up from level 0.")
		})
		c.must(c.LeaveTournament(ctx, ann, up.ID))
		c.must(c.AdvanceCompetitions(ctx))
		if n := len(c.edition(mini, "l1-0001").Entries); n != 0 {
			t.Errorf("who left is entered again: %d wait", n)
		}
		c.must(c.EnterTournament(ctx, ann, up.ID)) // her right is kept
		c.recounted()
	})
}

// What could not be done when a group started and ended is done later, though only what still
// matters of what has ended is read then.
func TestAMiniCupGoesOnAfterItStoodStill(t *testing.T) { // R-MC-1, R-MC-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		broken, s := false, &altered{Store: open()}
		s.createTournament = func(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice, facts ...league.Fact) error {
			if broken {
				return errors.New("the database is away")
			}
			return s.Store.CreateTournament(ctx, t, matches, notices, facts...)
		}
		c := newClubOver(t, s)
		c.fails = true
		ctx := t.Context()
		c.must(c.AdvanceCompetitions(ctx))
		people := c.members("Ann", "Bob", "Cleo")
		broken = true
		first := c.edition(mini, "l0-0001")
		for _, p := range people {
			c.must(c.EnterTournament(ctx, p, first.ID))
		}
		c.allTo(people[0], first.ID)
		broken = false
		c.wait(10 * 24 * time.Hour)
		c.must(c.AdvanceCompetitions(ctx))
		if e, _ := c.edition(mini, "l0-0001").Entrant(people[0].ID); e.Qualified.IsZero() || e.Note != "entered" {
			t.Errorf("who went up is %+v", e)
		}
		for edition, want := range map[string]int{"l0-0001": 3, "l0-0002": 0, "l1-0001": 1} {
			if n := len(c.edition(mini, edition).Entries); n != want {
				t.Errorf("%d are in %s, want %d", n, edition, want)
			}
		}
		c.recounted()
	})
}

func TestTwoOfAMiniCupAgreeToStart(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		c.must(c.AdvanceCompetitions(ctx))
		people := c.members("Ann", "Bob")
		queue := c.edition(mini, "l0-0001")
		for _, p := range people {
			c.must(c.EnterTournament(ctx, p, queue.ID))
		}
		c.wait(minicup.TwoAfter)
		c.must(c.AgreeToStart(ctx, people[0], queue.ID))
		last := c.tournament(queue.ID).Tournament.Last
		c.must(c.AgreeToStart(ctx, people[0], queue.ID))
		if v := c.tournament(queue.ID).Tournament; v.State != league.Registration || v.Last != last {
			t.Fatalf("one who agrees twice: %s, %d events after %d", v.State, v.Last, last)
		}
		c.must(c.AgreeToStart(ctx, people[1], queue.ID))
		if v := c.tournament(queue.ID); v.Tournament.State != league.Running || len(v.Matches) != 4 {
			t.Fatalf("both agreed: %s with %d matches", v.Tournament.State, len(v.Matches))
		}
		c.refused(c.AgreeToStart(ctx, people[0], queue.ID), league.Stale, "has started already")
		own := c.mustOpen(people[0], nil)
		c.refused(c.AgreeToStart(ctx, people[0], own.ID), league.Invalid, "only when all places are taken")
		c.refused(c.AgreeToStart(ctx, people[0], c.edition(monthly, "g0001").ID), league.Invalid, "only when all places are taken")
		c.refused(c.AgreeToStart(ctx, people[0], "nowhere"), league.NotFound, "no such tournament")
	})
}

// TestTheLastSeatOfAQueueIsGivenOnce lets two take the last place in the same instant:
// one has it, the other is told where the next queue is and enters it.
func TestTheLastSeatOfAQueueIsGivenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		c.must(c.AdvanceCompetitions(ctx))
		for n := range 4 {
			queue := c.edition(mini, minicup.Edition(0, n+1))
			people := c.members(fmt.Sprint("A", n), fmt.Sprint("B", n), fmt.Sprint("C", n), fmt.Sprint("D", n))
			for _, p := range people[:2] {
				c.must(c.EnterTournament(ctx, p, queue.ID))
			}
			var refused [2]error
			var all sync.WaitGroup
			begin := make(chan struct{})
			for i, p := range people[2:] {
				all.Go(func() {
					<-begin
					refused[i] = c.EnterTournament(ctx, p, queue.ID)
				})
			}
			close(begin)
			all.Wait()
			late := people[2]
			if refused[0] == nil {
				late, refused[0] = people[3], refused[1]
			} else if refused[1] != nil {
				t.Fatalf("nobody got the seat: %v", refused)
			}
			c.refused(refused[0], league.Stale, "The next one takes entries already")
			if v := c.tournament(queue.ID); len(v.Tournament.Entries) != 3 || len(v.Matches) != 6 || v.Tournament.State != league.Running {
				t.Errorf("%d entries, %d matches", len(v.Tournament.Entries), len(v.Matches))
			}
			next := c.edition(mini, minicup.Edition(0, n+2))
			c.must(c.EnterTournament(ctx, late, next.ID))
			c.must(c.LeaveTournament(ctx, late, next.ID))
		}
	})
}

// TestAMonthlyCupFromItsGroupsToItsFinal plays two months and the final of the year.
func TestAMonthlyCupFromItsGroupsToItsFinal(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		var people []league.Player
		for i := range 9 {
			people = append(people, c.member(fmt.Sprint("P", i)))
		}
		at := func(month, day int) {
			c.setTime(time.Date(2027, time.Month(month), day, 0, 0, 0, 0, time.UTC))
			c.must(c.AdvanceCompetitions(ctx))
		}
		group := func(n int, five ...league.Player) string {
			g := c.edition(monthly, monthlycup.Group(n))
			for _, p := range five {
				c.must(c.EnterTournament(ctx, p, g.ID))
			}
			if v := c.tournament(g.ID); v.Tournament.State != league.Running || len(v.Matches) != 10 || v.Tournament.Control != "fast" {
				t.Fatalf("group %d: %s, %d matches", n, v.Tournament.State, len(v.Matches))
			}
			return g.ID
		}
		at(3, 2)
		first := group(1, people[:5]...)
		c.refused(c.EnterTournament(ctx, people[5], first), league.Stale, "The next one takes entries already")
		second := group(2, people[4:]...)
		c.allTo(people[0], first)
		c.allTo(people[8], second)
		at(4, 1)
		c.must(c.AdvanceCompetitions(ctx))
		round := c.edition(monthly, "2027-03-r2")
		if len(round.Entries) != 2 || round.State != league.Running {
			t.Fatalf("the second round: %+v", round)
		}
		c.refused(c.EnterTournament(ctx, people[1], round.ID), league.Stale, "is full")
		c.allTo(people[8], round.ID)
		third := group(3, people[:5]...)
		c.allTo(people[2], third)
		at(5, 1)
		if e, _ := c.edition(monthly, "g0003").Entrant(people[2].ID); monthlycup.ParseNote(e.Note).Month != "2027-04" {
			t.Errorf("April: %+v", e)
		}
		if got := c.toldOf(people[2], league.SeriesQualified, league.SeriesWon); !slices.Equal(got, []league.EventName{league.SeriesQualified, league.SeriesWon}) {
			t.Errorf("who has won April is told %v", got)
		}
		c.setTime(time.Date(2028, 2, 1, 0, 0, 0, 0, time.UTC))
		c.must(c.AdvanceCompetitions(ctx))
		final := c.edition(monthly, "2027-final")
		if v := c.tournament(final.ID); len(v.Matches) != 2 || !slices.Equal(names(v.Tournament.Entries), names(final.Entries)) {
			t.Errorf("the final: %v", v.Tournament.Entries)
		}
		in, err := c.PlayingIn(ctx, league.Site(), people[2], 10)
		if c.must(err); len(in) != 1 || in[0].ID != final.ID || len(in[0].Entries) != 1 || in[0].Entries[0].Player.ID != people[2].ID {
			t.Errorf("he plays in %+v", in)
		}
		c.allTo(people[2], final.ID)
		if in, err := c.PlayingIn(ctx, league.Site(), people[2], 10); len(in) != 0 || err != nil {
			t.Errorf("after the end he plays in %+v, %v", in, err)
		}
		if w := c.edition(monthly, "2027-final").Winners(); len(w) != 1 || w[0].ID != people[2].ID {
			t.Errorf("the year is won by %v", w)
		}
		c.must(c.AdvanceCompetitions(ctx))
		list, err := c.EntriesOf(ctx, league.Site(), people[2].ID, 10)
		if c.must(err); len(list) != 3 {
			t.Errorf("he was in %d tournaments", len(list))
		}
		c.recounted()
	})
}
