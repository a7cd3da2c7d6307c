package office_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestAWrongRightGoesIfUnused: who went up from a mini cup by a wrong result waits at the next level no longer; undone they do
// again; and who has played for it keeps it.
func TestAWrongRightGoesIfUnused(t *testing.T) { // R-CO-3, R-MC-3
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		c.must(c.AdvanceCompetitions(ctx))
		people, ada := c.members("Ann", "Bob", "Cleo"), c.officer("Ada", league.Admin)
		queue := c.edition(mini, "l0-0001")
		for _, p := range people {
			c.must(c.EnterTournament(ctx, p, queue.ID))
		}
		ann, cleo := people[0], people[2]
		for _, won := range [][2]league.Player{{ann, people[1]}, {people[1], ann}, {ann, cleo}, {cleo, people[1]}, {people[1], cleo}} {
			c.beaten(queue.ID, won[0], won[1])
		}
		last := c.running(queue.ID)
		if len(last) != 1 || last[0].SideOf(ann.ID) == engine.NoSide {
			t.Fatalf("%d games are left", len(last))
		}
		c.beaten(queue.ID, ann, cleo) // 15 of 20
		waits := func() bool {
			t.Helper()
			c.delivered()
			_, in := c.edition(mini, "l1-0001").Entrant(ann.ID)
			return in
		}
		went := func() bool {
			e, _ := c.edition(mini, "l0-0001").Entrant(ann.ID)
			return !e.Qualified.IsZero()
		}
		if !waits() || !went() {
			t.Fatal("ann has not gone up")
		}
		wrong := putRight(engine.Outcome{Ending: engine.Resignation, Winner: last[0].SideOf(cleo.ID)})
		shown, err := c.Correction(ctx, ada, last[0].ID, &wrong)
		c.must(err)
		if e := shown.Effect; len(e.Gone) != 1 || e.Gone[0] != ann.ID || len(e.Keep) != 0 {
			t.Errorf("shown as gone %v, as kept %v", e.Gone, e.Keep)
		}
		c.must(c.Correct(ctx, ada, last[0].ID, wrong))
		if waits() || went() {
			t.Errorf("her right is gone, and she waits: %t, went up: %t", waits(), went())
		}
		c.refused(c.EnterTournament(ctx, ann, c.edition(mini, "l1-0001").ID), league.Forbidden, "Level 1 is for players")
		c.consistent(people)
		c.must(c.UndoCorrection(ctx, ada, last[0].ID, c.eventOf(queue.ID, league.ActCorrected), ""))
		if !waits() || !went() {
			t.Errorf("undone she waits: %t, went up: %t", waits(), went())
		}
		c.consistent(people)

		up := c.edition(mini, "l1-0001")
		for _, p := range c.members("Dan", "Eve") { // who may by other rights
			c.must(c.Decide(ctx, league.Site(), up.ID, func(step *league.TournamentProgress) error {
				return c.AppendDecisions(step, league.Decision{Act: league.ActEntered, Player: p, Text: "R-MC-2: went up from elsewhere"})
			}))
		}
		c.wait(time.Minute)
		c.must(c.AdvanceCompetitions(ctx))
		if got := c.edition(mini, "l1-0001"); got.State != league.Running {
			t.Fatalf("the next level is %s", got.State)
		}
		shown, err = c.Correction(ctx, ada, last[0].ID, &wrong)
		c.must(err)
		if e := shown.Effect; len(e.Gone) != 0 || len(e.Keep) != 1 || len(e.GoOn[1]) != 1 || e.GoOn[1][0] != ann.ID {
			t.Errorf("shown as gone %v, as kept %v, and %v go on", e.Gone, e.Keep, e.GoOn[1])
		}
		c.must(c.Correct(ctx, ada, last[0].ID, wrong))
		if !waits() || !went() {
			t.Errorf("she has played for it, and waits: %t, went up: %t", waits(), went())
		}
		c.consistent(people)
	})
}
