package office_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/store"
)

// TestASeasonThatIsDecidedComesToRest: of a small season one player leaves before their first match is over, and the others
// are done within the two weeks in which another one may take the seat.
func TestASeasonThatIsDecidedComesToRest(t *testing.T) { // R-CH-10, R-CH-11
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		const edition = "2027-05"
		c := newClub(t, open())
		c.deliver = func(*club) {} // below, so much at a time
		c.Runs = func(of league.Competition) bool { return of == streets }
		c.setTime(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC))
		c.must(c.AdvanceCompetitions(t.Context()))
		season := c.seasonAt(edition).Tournament
		for i := range 3 {
			c.must(c.EnterTournament(t.Context(), c.member(fmt.Sprintf("P%d", i)), season.ID))
		}
		c.setTime(season.Starts)
		c.must(c.AdvanceCompetitions(t.Context()))
		deliver := func() { c.must(c.Deliver(context.Background(), office.Budget{Facts: 20})) }
		c.must(c.WithdrawFrom(t.Context(), c.seasonAt(edition).Tournament.Entries[2].Player, season.ID))
		deliver()
		for range 3 { // the first matches, the second ones, none
			for _, m := range c.seasonAt(edition).Matches {
				if m.State.ToMove != engine.NoSide {
					_, err := c.Resign(t.Context(), m.Seats[0].Player, m.ID, c.clock())
					c.must(err)
				}
			}
			deliver()
		}
		v := c.seasonAt(edition).Tournament
		deliver()
		c.must(c.AdvanceCompetitions(t.Context()))
		if is := c.seasonAt(edition).Tournament; is.Last != v.Last || is.State != league.Finished {
			t.Errorf("it is %s with %d events, and there were %d a moment before", is.State, is.Last, v.Last)
		}
	})
}

// TestNobodyWaitsForTheGroupsOfASeason: whoever moves while it starts leaves the matches of its groups to a job.
func TestNobodyWaitsForTheGroupsOfASeason(t *testing.T) { // SPEED P7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		const edition = "2027-05"
		c := newClub(t, open())
		c.deliver = func(*club) {}
		c.Runs = func(of league.Competition) bool { return of == streets }
		c.setTime(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC))
		c.must(c.AdvanceCompetitions(t.Context()))
		season := c.seasonAt(edition).Tournament
		for i := range 20 {
			c.must(c.EnterTournament(t.Context(), c.member(fmt.Sprintf("P%02d", i)), season.ID))
		}
		c.must(c.Deliver(context.Background(), office.Budget{}))
		c.setTime(season.Starts)
		c.must(c.AdvanceCompetitions(t.Context()))
		c.must(c.Deliver(context.Background(), office.Budget{Facts: 32, Span: time.Minute}))
		if v := c.seasonAt(edition); v.Tournament.State != league.Running || len(v.Matches) > 0 {
			t.Errorf("it is %s, and whoever moved has begun %d of its matches", v.Tournament.State, len(v.Matches))
		}
		c.must(c.Deliver(context.Background(), office.Budget{}))
		playing := map[string]bool{}
		for _, m := range c.seasonAt(edition).Matches {
			playing[m.Seats[0].Player.ID], playing[m.Seats[1].Player.ID] = true, true
		}
		if len(playing) != 20 {
			t.Errorf("of 20 players %d have a match when the job has gone by", len(playing))
		}
	})
}
