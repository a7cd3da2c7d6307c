package office_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	deskleague "kickabout/league/desk"
	"kickabout/league/formats/monthlycup"
	"kickabout/store"
	"kickabout/store/storetest"
)

// seasonOf starts the season of May 2027 with some players, and returns its id.
func (c *club) seasonOf(players ...league.Player) string {
	c.t.Helper()
	c.Runs = func(of league.Competition) bool { return of == streets }
	c.setTime(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC))
	c.must(c.AdvanceCompetitions(c.t.Context()))
	season := c.seasonAt("2027-05").Tournament
	c.enter(season.ID, players...)
	c.setTime(season.Starts)
	c.must(c.AdvanceCompetitions(c.t.Context()))
	return season.ID
}

// gamesRunning counts the running games of a player in a tournament that have begun since a moment.
func (c *club) gamesRunning(id string, p league.Player, since time.Time) (n int) {
	c.t.Helper()
	for _, m := range c.running(id) {
		if m.SideOf(p.ID) != engine.NoSide && !m.Created.Before(since) {
			n++
		}
	}
	return n
}

// met says that there is a game of two players in a tournament.
func (c *club) met(id string, a, b league.Player) bool {
	c.t.Helper()
	matches, err := c.store.Fixtures(c.t.Context(), league.Site(), id)
	c.must(err)
	return slices.ContainsFunc(matches, func(m league.Match) bool { return m.SideOf(a.ID) != engine.NoSide && m.SideOf(b.ID) != engine.NoSide })
}

// seated says that a player has a seat in a tournament.
func (c *club) seated(id string, p league.Player) bool {
	c.t.Helper()
	t := c.tournament(id).Tournament
	e, in := t.Entrant(p.ID)
	return in && !t.Waits(e)
}

func TestAPlayerIsAskedToPlayInASeason(t *testing.T) { // R-CH-10, R-UT-8, R-FF-10
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Dora")
		ann, bob, cleo, dan, fay, gus, hal, ida, dora := people[0], people[1], people[2], people[3], people[5], people[6], people[7], people[8], people[9]
		c.Directors = []string{"Dora", "Hal"}
		id := c.seasonOf(people[:5]...)
		c.wait(time.Hour)
		c.must(c.WithdrawFrom(ctx, bob, id))
		c.must(c.AdvanceCompetitions(ctx))
		ask := deskleague.DeskForm{Act: "seek", Player: "Fay", Other: bob.ID, Text: "is ill"}
		c.refused(c.AtDesk(ctx, ann, id, ask), league.Forbidden, "Only who directs")
		shown, err := c.Substitution(ctx, dora, id, bob.ID)
		if err != nil || shown.First != nil || len(shown.Anew) != 4 || shown.Round != 0 {
			t.Fatalf("%+v, %v", shown, err)
		}
		c.desk(dora, id, ask)
		if got := c.toldOf(fay, league.TournamentAsked); len(got) != 1 {
			t.Errorf("Fay is told %v", got)
		}

		c.enter(id, gus) // who waits gets another seat, and not that for which Fay is asked
		c.must(c.WithdrawFrom(ctx, cleo, id))
		c.must(c.AdvanceCompetitions(ctx))
		if !c.seated(id, bob) || c.seated(id, cleo) || !c.seated(id, gus) {
			t.Errorf("while Fay is asked for the seat of Bob, there are %v", names(c.tournament(id).Tournament.Entries))
		}
		c.wait(time.Hour)
		now := c.Now()
		c.must(c.AcceptSeat(ctx, fay, id))
		if c.met(id, fay, cleo) {
			t.Error("Fay plays Cleo, whose seat Gus has taken")
		}
		c.delivered()
		if c.seated(id, bob) || !c.seated(id, fay) || c.gamesRunning(id, fay, now) != 4 || len(c.running(id)) != 10 {
			t.Errorf("Fay has %d games, of %d that run", c.gamesRunning(id, fay, now), len(c.running(id)))
		}
		c.must(c.AdvanceCompetitions(ctx))
		if c.gamesRunning(id, fay, now) != 4 || len(c.running(id)) != 10 {
			t.Errorf("looked at again, Fay has %d games, of %d that run", c.gamesRunning(id, fay, now), len(c.running(id)))
		}
		answers := func(director league.Player, want int) {
			t.Helper()
			if got := c.toldOf(director, league.TournamentAnswered); len(got) != want {
				t.Errorf("%s is told of %d answers, of %d", director.Name, len(got), want)
			}
		}
		answers(dora, 1)
		answers(hal, 1)

		c.must(c.WithdrawFrom(ctx, dan, id))
		c.must(c.AdvanceCompetitions(ctx))
		ask.Player, ask.Other = "Hal", dan.ID
		c.desk(dora, id, ask)
		c.must(c.DeclineSeat(ctx, hal, id))
		answers(dora, 2)
		answers(hal, 1) // it was he himself
		c.desk(dora, id, ask)
		c.desk(dora, id, deskleague.DeskForm{Act: "take back", Player: hal.ID})
		answers(dora, 2) // that she took it back is no answer
		c.desk(dora, id, ask)
		c.wait(league.AnswerTime)
		c.must(c.Advance(ctx))
		answers(dora, 3)
		c.enter(id, ida)
		c.must(c.AdvanceCompetitions(ctx))
		if !c.seated(id, ida) || c.seated(id, dan) {
			t.Errorf("nobody is asked any more, and there are %v", names(c.tournament(id).Tournament.Entries))
		}
		c.recounted()
	})
}

func TestAMiniCupTakesASubstituteWithTheRight(t *testing.T) { // R-UT-8, R-MC-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Dora")
		ann, bob, dan, gus, dora := people[0], people[1], people[3], people[6], people[7]
		c.Directors = []string{"Dora"}
		c.Runs = func(of league.Competition) bool { return of == mini }
		c.must(c.AdvanceCompetitions(ctx))
		first := c.edition(mini, "l0-0001").ID
		c.enter(first, people[:3]...)
		c.allTo(ann, first)
		above := c.edition(mini, "l1-0001").ID
		c.must(c.LeaveTournament(ctx, ann, above))
		for _, p := range people[3:6] { // who may by other rights
			c.must(c.Decide(ctx, league.Site(), above, func(step *league.TournamentProgress) error {
				return c.AppendDecisions(step, league.Decision{Act: league.ActEntered, Player: p, Text: "R-MC-2: went up from elsewhere"})
			}))
		}
		c.must(c.AdvanceCompetitions(ctx))
		queue := c.edition(mini, "l1-0002").ID
		c.enter(queue, ann)
		c.wait(time.Hour)
		c.must(c.WithdrawFrom(ctx, dan, above))
		seek := func(player string, other league.Player) deskleague.DeskForm {
			return deskleague.DeskForm{Act: "seek", Player: player, Other: other.ID, Text: "is ill"}
		}
		c.refused(c.AtDesk(ctx, dora, above, seek("Bob", dan)), league.Invalid, "Bob does not meet the terms")
		c.desk(dora, above, seek("Ann", dan))
		if _, waits := c.edition(mini, "l1-0002").Entrant(ann.ID); !waits {
			t.Error("Ann has not answered, and waits at level 1 no longer")
		}
		now := c.Now()
		c.must(c.AcceptSeat(ctx, ann, above))
		c.delivered()
		if c.seated(above, dan) || !c.seated(above, ann) || c.gamesRunning(above, ann, now) != 4 || len(c.running(above)) != 6 {
			t.Errorf("Ann has %d games, of %d that run", c.gamesRunning(above, ann, now), len(c.running(above)))
		}
		if _, waits := c.edition(mini, "l1-0002").Entrant(ann.ID); waits {
			t.Error("Ann has used her right, and waits at level 1")
		}
		c.refused(c.EnterTournament(ctx, ann, queue), league.Forbidden, "Level 1 is for players")

		lowest := c.edition(mini, "l0-0002").ID // for which nobody needs a right
		c.enter(lowest, ann, people[2], gus)
		c.must(c.WithdrawFrom(ctx, gus, lowest))
		c.enter(c.edition(mini, "l0-0003").ID, bob)
		c.desk(dora, lowest, seek("Bob", gus))
		c.must(c.AcceptSeat(ctx, bob, lowest))
		c.delivered()
		if _, waits := c.edition(mini, "l0-0003").Entrant(bob.ID); !c.seated(lowest, bob) || !waits {
			t.Errorf("Bob plays: %v, and waits: %v", c.seated(lowest, bob), waits)
		}
		c.recounted()
	})
}

func TestAMonthlyCupTakesASubstituteUntilItIsCertainWhoGoesOn(t *testing.T) { // R-UT-8, R-MO-2
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ctx := t.Context()
	people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Dora")
	ann, bob, cleo, dan, eve, fay, dora := people[0], people[1], people[2], people[3], people[4], people[5], people[6]
	c.Directors = []string{"Dora"}
	c.Runs = func(of league.Competition) bool { return of == monthly }
	c.must(c.AdvanceCompetitions(ctx))
	month := monthlycup.MonthAt(c.Now())
	id, other := c.edition(monthly, "g0001").ID, ""
	c.enter(id, people[:5]...)
	other = c.edition(monthly, "g0002").ID
	c.enter(other, people[:5]...)
	c.wait(time.Minute)
	c.must(c.WithdrawFrom(ctx, bob, id))
	c.desk(dora, id, deskleague.DeskForm{Act: "seek", Player: "Fay", Other: bob.ID, Text: "is ill"})
	now := c.Now()
	c.must(c.AcceptSeat(ctx, fay, id))
	if c.seated(id, bob) || c.gamesRunning(id, fay, now) != 4 || len(c.running(id)) != 10 {
		t.Errorf("Fay has %d games, of %d that run", c.gamesRunning(id, fay, now), len(c.running(id)))
	}

	c.must(c.WithdrawFrom(ctx, dan, id))
	if _, err := c.Substitution(ctx, dora, id, dan.ID); err != nil {
		t.Fatal(err)
	}
	for _, p := range []league.Player{cleo, eve, fay} {
		c.beaten(id, ann, p)
	}
	if e, _ := c.tournament(id).Tournament.Entrant(ann.ID); e.Qualified.IsZero() || len(c.running(id)) != 3 {
		t.Fatalf("Ann is %+v, and %d games run", e, len(c.running(id)))
	}
	_, err := c.Substitution(ctx, dora, id, dan.ID)
	c.refused(err, league.Invalid, "It is certain who goes on")

	c.allTo(cleo, id)
	c.allTo(cleo, other)
	c.setTime(monthlycup.RoundStarts(month))
	c.must(c.AdvanceCompetitions(ctx))
	round := c.edition(monthly, monthlycup.Round(month, 2))
	if got := names(round.Entries); round.State != league.Running || !slices.Contains(got, "Ann") || !slices.Contains(got, "Cleo") {
		t.Fatalf("the second round is %s with %v", round.State, got)
	}
	c.refused(c.AtDesk(ctx, dora, round.ID, deskleague.DeskForm{Act: "seek", Player: "Eve", Other: cleo.ID, Text: "is ill"}), league.Invalid, "Eve does not meet the terms")
	c.recounted()
}
