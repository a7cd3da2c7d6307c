package office_test

import (
	"context"
	"sync"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestTwoNodesDecideNothingTwice has two servers end the matches of knock-outs and look after what
// comes of that, both at once.
func TestTwoNodesDecideNothingTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		nodes := []*office.Office{c.Office, newRival(c, s)}
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
		var cups []string
		for range enginetest.Size(30) {
			cup := c.mustOpen(people[len(cups)%8], func(p *tournaments.TournamentProposal) {
				p.Format, p.Places, p.Start = "knockout", "8", tournaments.StartFull
			})
			for _, p := range people {
				if p.ID != cup.Organiser.ID {
					c.must(c.EnterTournament(t.Context(), p, cup.ID))
				}
			}
			cups = append(cups, cup.ID)
		}
		ctx := context.Background()
		for range 20 {
			running, err := c.store.Running(ctx, league.Site(), 1<<20)
			c.must(err)
			var all sync.WaitGroup
			for i, node := range nodes {
				all.Go(func() {
					for n, m := range running {
						if n%2 == i {
							if _, err := node.Resign(ctx, m.Seats[n/2%2].Player, m.ID, node.Now()); err != nil {
								t.Error(err)
							}
							if err := node.Deliver(ctx, office.Budget{}); err != nil {
								t.Error(err)
							}
						}
						if err := node.DeliverDue(ctx); err != nil {
							t.Error(err)
						}
					}
				})
			}
			all.Wait()
		}
		c.quiet()
		for _, id := range cups {
			v := c.tournament(id)
			acts, keys := map[league.TournamentAct]int{}, map[string]int{}
			for _, d := range v.Tournament.Log {
				acts[d.Act]++
			}
			for _, m := range v.Matches {
				keys[m.Fixture]++
				if m.State.ToMove != engine.NoSide || keys[m.Fixture] > 1 {
					t.Errorf("%s: %s runs, or is there %d times", id, m.Fixture, keys[m.Fixture])
				}
			}
			if v.Tournament.State != league.Finished || acts[league.ActFinished] != 1 || acts[league.ActStarted] != 1 || len(v.Matches) < 7 {
				t.Errorf("%s is %s with %d matches: %v", id, v.Tournament.State, len(v.Matches), acts)
			}
		}
		c.recounted()
	})
}
