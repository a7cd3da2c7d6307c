package office_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

var lgCup = league.Competition{Format: "minicup", Game: "streetsoccer", Variant: "lg"}

// editions lists the editions of a competition, ended ones too.
func (c *club) editions(of league.Competition) []league.Tournament {
	c.t.Helper()
	all, err := c.Editions(c.t.Context(), league.Site(), of, time.Time{}.AddDate(1969, 0, 1))
	c.must(err)
	return all
}

func TestTwoServersRunTheCompetitionsAsOne(t *testing.T) { // R-JB-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		nodes := []*club{newClub(t, s), newClub(t, s)}
		for _, n := range nodes {
			n.fails = true // a delivery that loses every race is due again, and the job finds what it meant
		}
		players := nodes[0].members(crowd(enginetest.Size(120))...)
		var wg sync.WaitGroup
		for i, n := range nodes { // both open what is to be opened
			wg.Go(func() { n.must(n.AdvanceCompetitions(t.Context())) })
			for k, p := range players {
				if k%2 != i {
					continue
				}
				wg.Go(func() { n.enterOpen(p) })
			}
		}
		wg.Wait()
		c := nodes[0]
		c.must(c.AdvanceCompetitions(t.Context()))
		in := map[string]int{}
		running := 0
		names := map[string]bool{}
		for _, e := range c.editions(lgCup) {
			if names[e.Edition] {
				t.Errorf("%s was opened twice", e.Edition)
			}
			names[e.Edition] = true
			for _, p := range e.Entries {
				in[p.Player.ID]++
			}
			if e.State == league.Running {
				running++
				if v := c.tournament(e.ID); len(e.Entries) != 3 || len(v.Matches) != 6 {
					t.Errorf("%s started with %d players and %d matches", e.Edition, len(e.Entries), len(v.Matches))
				}
			}
		}
		if running != len(players)/3 || len(in) != len(players) {
			t.Errorf("%d players make %d groups of 3; %d are in", len(players), running, len(in))
		}
		for p, n := range in {
			if n != 1 {
				t.Errorf("%s is in %d queues", p, n)
			}
		}
		before := c.editions(lgCup)
		for _, n := range nodes { // all over again changes nothing
			n.must(n.AdvanceCompetitions(t.Context()))
		}
		if after := c.editions(lgCup); !slices.EqualFunc(before, after, func(a, b league.Tournament) bool { return a.Last == b.Last && a.ID == b.ID }) {
			t.Errorf("%d editions have become %d, or have new events", len(before), len(after))
		}
		c.recounted()
	})
}

// enterOpen has a player enter whatever edition takes entries, and look again if others
// were first.
func (c *club) enterOpen(p league.Player) {
	for i := range 1000 {
		if i%100 == 99 { // as the job does each minute
			c.must(c.AdvanceCompetitions(c.t.Context()))
		}
		for _, e := range c.editions(lgCup) {
			if e.State != league.Registration || e.Edition[:2] != "l0" {
				continue
			}
			switch err := c.EnterTournament(c.t.Context(), p, e.ID); league.KindOf(err) {
			case league.Stale: // the last place has just been taken
			default:
				if err != nil {
					c.t.Error(err)
				}
				return
			}
		}
		time.Sleep(time.Millisecond)
	}
	c.t.Errorf("%s found no queue", p.Name)
}

// crowd makes the names of n people.
func crowd(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("Player%c%d", 'A'+i%26, i/26))
	}
	return names
}
