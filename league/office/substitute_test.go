package office_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	deskleague "kickabout/league/desk"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// unlisted opens a tournament the terms of which say nothing about a waiting list.
func (c *club) unlisted(organiser league.Player, change func(*league.TournamentTerms)) string {
	return c.opened(organiser, func(t *league.TournamentTerms) {
		if t.Waiting = false; change != nil {
			change(t)
		}
	})
}

// waiting lists who waits, in their order.
func (c *club) waiting(id string) []string {
	return names(league.WaitList(c.tournament(id).Tournament))
}

func TestWhoWaitsGetsThePlaceOfWhoLeavesBeforeTheStart(t *testing.T) { // R-UT-8, R-UT-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
		id := c.unlisted(people[0], nil)
		c.enter(id, people...)
		if got := c.waiting(id); !slices.Equal(got, []string{"Eve", "Fay"}) {
			t.Fatalf("%v wait", got)
		}
		before := len(c.toldOf(people[4], league.TournamentPlaced))
		c.must(c.LeaveTournament(t.Context(), people[1], id))
		if got := c.waiting(id); !slices.Equal(got, []string{"Fay"}) || len(c.toldOf(people[4], league.TournamentPlaced)) != before+1 {
			t.Errorf("%v wait, and Eve is told %v", got, c.toldOf(people[4], league.TournamentPlaced))
		}
		c.must(c.LeaveTournament(t.Context(), people[5], id))
		c.must(c.StartTournament(t.Context(), people[0], id))
		if e, in := c.tournament(id).Tournament.Entrant(people[4].ID); !in || e.Seed == 0 {
			t.Errorf("Eve plays as %+v", e)
		}
		c.recounted()
	})
}

func TestASubstituteTakesTheSeatOfWhoHasLeftEarly(t *testing.T) { // R-UT-8, R-CH-10, R-FF-5
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
		ann, bob, dan, eve, fay := people[0], people[1], people[3], people[4], people[5]
		id := c.unlisted(ann, nil)
		c.enter(id, people...)
		c.must(c.StartTournament(t.Context(), ann, id))
		c.wait(time.Hour)
		c.must(c.WithdrawFrom(t.Context(), dan, id))
		if len(c.running(id)) != 3 {
			t.Fatalf("%d of 6 games run after Dan has left", len(c.running(id)))
		}
		c.wait(time.Hour)
		c.desk(ann, id, deskleague.DeskForm{Act: "ban", Player: "Eve", Text: "was rude"}) // who waited first
		shown, err := c.Substitution(t.Context(), ann, id, dan.ID)
		if err != nil || shown.First == nil || shown.First.Player.ID != fay.ID || len(shown.Anew) != 3 || shown.Round != 0 {
			t.Fatalf("%+v, %v", shown, err)
		}
		c.refused(func() error { _, err := c.Substitution(t.Context(), bob, id, dan.ID); return err }(), league.Forbidden, "Only who directs")
		before := c.told(fay)
		c.desk(ann, id, deskleague.DeskForm{Act: "substitute", Other: dan.ID, Text: "is ill"})
		v := c.tournament(id)
		if _, in := v.Tournament.Entrant(dan.ID); in || c.exitOf(id, fay) != league.Stays || len(v.Rows) != 4 || len(c.running(id)) != 6 || c.told(fay) == before {
			t.Errorf("Dan is in: %v; %d rows, %d games run", in, len(v.Rows), len(c.running(id)))
		}
		for _, r := range v.Rows {
			if r.Out || r.Best != 1 || r.Worst != 4 || r.Open != 3 {
				t.Errorf("nothing is over, and a row is %+v", r)
			}
		}
		if !slices.Contains(c.toldOf(fay, league.TournamentPlaced), league.TournamentPlaced) {
			t.Error("Fay is not told that she plays")
		}
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "undo", Event: c.eventOf(id, league.ActStruck)}), league.Stale, "no longer in this tournament")
		c.resigned(bob, id, 1)
		c.must(c.Strike(t.Context(), ann, id, bob.ID, "was rude"))
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "substitute", Other: bob.ID, Text: "x"}), league.Invalid, "A game of Bob is over")
		for _, p := range []league.Player{ann, people[2]} {
			c.resigned(p, id, 3)
		}
		if v := c.tournament(id); v.Tournament.State != league.Finished || v.Tournament.Winners()[0].ID != fay.ID {
			t.Errorf("%s, won by %v", v.Tournament.State, v.Tournament.Winners())
		}
		_ = eve
		c.recounted()
	})
}

func TestASeatIsTakenOverWithin14Days(t *testing.T) { // R-UT-8, R-CH-10
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
	id := c.unlisted(people[0], func(t *league.TournamentTerms) { t.Control = "lg" })
	c.enter(id, people...)
	c.must(c.StartTournament(t.Context(), people[0], id))
	c.must(c.WithdrawFrom(t.Context(), people[3], id))
	c.wait(9 * 24 * time.Hour)
	for _, m := range c.running(id) { // so that they are still being played
		v := c.mustMatch(m.ID)
		mover, _ := v.Match.Mover()
		_, err := c.Play(t.Context(), mover, playing.Turn{Match: m.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.Now()})
		c.must(err)
	}
	c.wait(5*24*time.Hour - time.Minute)
	if _, err := c.Substitution(t.Context(), people[0], id, people[3].ID); err != nil {
		t.Fatal(err)
	}
	c.wait(48 * time.Hour)
	_, err := c.Substitution(t.Context(), people[0], id, people[3].ID)
	c.refused(err, league.Stale, "within 14 days")
}

func TestASubstitutePlaysOnInASwiss(t *testing.T) { // R-UT-8, R-UT-6
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		id := c.unlisted(people[0], func(t *league.TournamentTerms) {
			t.Format, t.Profile, t.RoundDays, t.Rounds = "swiss", "swiss", 28, 3
		})
		c.enter(id, people...)
		c.must(c.StartTournament(t.Context(), people[0], id))
		best := c.bySeeds(id)[0]
		c.bySeed(id)
		c.bySeed(id) // the second of three rounds: too late for R-UT-6
		c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "seat", Player: people[4].ID}), league.Stale, "rounds are drawn")
		c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "substitute", Other: best.ID, Text: "is ill"}), league.Invalid, "is over")
		if n := len(c.tournament(id).Drawing.Rounds); n != 3 {
			t.Fatalf("%d rounds", n)
		}
		c.must(c.WithdrawFrom(t.Context(), best, id))
		c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "substitute", Other: best.ID, Text: "is ill"}), league.Stale, "The last round is drawn")

		id = c.unlisted(people[0], func(t *league.TournamentTerms) {
			t.Format, t.Profile, t.RoundDays, t.Rounds = "swiss", "swiss", 28, 3
		})
		c.enter(id, people...)
		c.must(c.StartTournament(t.Context(), people[0], id))
		c.bySeed(id)
		best = c.bySeeds(id)[0]
		c.must(c.WithdrawFrom(t.Context(), best, id)) // in the second round
		points := c.pointsOf(id, best)
		c.desk(people[0], id, deskleague.DeskForm{Act: "substitute", Other: best.ID, Text: "is ill"})
		c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "undo", Event: c.eventOf(id, league.ActStruck)}), league.Stale, "too late to undo")
		c.again(id)
		c.bySeed(id)
		v := c.tournament(id)
		if got := c.spent(id)["Eve"]; got != "missed 0, missed 0, match" || len(v.Rows) != 5 || c.pointsOf(id, best) != points || points == 0 {
			t.Errorf("Eve spent the rounds as %q; %d rows; who left had %d points and has %d", got, len(v.Rows), points, c.pointsOf(id, best))
		}
		report, err := c.PairingReport(t.Context(), league.Site(), id, 0)
		if err != nil || !strings.Contains(report, "Eve") {
			t.Errorf("%v: %s", err, report)
		}
		for _, line := range strings.Split(report, "\n") {
			if strings.HasPrefix(line, "001") && strings.Contains(line, "Eve") && strings.Count(line, " Z") != 2 {
				t.Errorf("two rounds are zero-point byes: %s", line)
			}
		}
		c.bySeed(id)
		if v := c.tournament(id); v.Tournament.State != league.Finished {
			t.Errorf("it is %s", v.Tournament.State)
		}
		c.recounted()
	})
}

// pointsOf returns what a player has in the table of a whole tournament.
func (c *club) pointsOf(id string, p league.Player) league.Points {
	c.t.Helper()
	for _, r := range c.tournament(id).Rows {
		if r.Player == p.ID {
			return r.Points
		}
	}
	c.t.Fatalf("%s has no row", p.Name)
	return 0
}

// opponentOf returns against whom a player plays.
func opponentOf(m league.Match, p league.Player) league.Player {
	return m.Seats[m.SeatOf(m.SideOf(p.ID).Other())].Player
}

func TestASubstitutePlaysOnInAKnockOut(t *testing.T) { // R-UT-8, R-UT-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
		id := c.unlisted(people[0], func(t *league.TournamentTerms) { t.Format, t.Places = "knockout", 8 })
		c.enter(id, people...)
		c.must(c.StartTournament(t.Context(), people[0], id))
		seeds, ida := c.bySeeds(id), people[8]
		first := c.running(id)
		for _, m := range first { // the best seed wins their first tie; the others are still being played
			if m.SideOf(seeds[0].ID) != engine.NoSide {
				_, err := c.Resign(t.Context(), opponentOf(m, seeds[0]), m.ID, c.Now())
				c.must(err)
			}
		}
		c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "substitute", Other: seeds[0].ID, Text: "x"}), league.Invalid, "is over")
		c.wait(time.Minute)
		c.must(c.WithdrawFrom(t.Context(), seeds[0], id))
		c.must(c.WithdrawFrom(t.Context(), seeds[7], id)) // who lost
		_, err := c.Substitution(t.Context(), people[0], id, seeds[7].ID)
		c.refused(err, league.Stale, "The tie has begun")
		shown, err := c.Substitution(t.Context(), people[0], id, seeds[0].ID)
		if err != nil || shown.Round != 2 || shown.First.Player.ID != ida.ID {
			t.Fatalf("%+v, %v", shown, err)
		}
		c.desk(people[0], id, deskleague.DeskForm{Act: "substitute", Other: seeds[0].ID, Text: "is ill"})
		c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "substitute", Other: seeds[0].ID, Text: "is ill"}), league.Invalid, "plays on in the place of")
		bounds := map[string][2]int{}
		look := func() {
			for _, r := range c.tournament(id).Rows {
				if was, ok := bounds[r.Player]; ok && (r.Best < was[0] || r.Worst > was[1]) {
					t.Errorf("the bounds of %s widen from %v to %d and %d", r.Player, was, r.Best, r.Worst)
				}
				bounds[r.Player] = [2]int{r.Best, r.Worst}
			}
		}
		look()
		c.bySeed(id)
		look()
		if playing := c.running(id); len(playing) != 2 || playing[0].SideOf(ida.ID) == engine.NoSide {
			t.Fatalf("the second round is %v", c.fixtures(id))
		}
		c.again(id)
		for range 2 { // Ida wins
			for _, m := range c.running(id) {
				loser := m.Seats[0].Player
				if m.SideOf(ida.ID) != engine.NoSide {
					loser = opponentOf(m, ida)
				}
				_, err := c.Resign(t.Context(), loser, m.ID, c.Now())
				c.must(err)
			}
			look()
		}
		v := c.tournament(id)
		if v.Tournament.State != league.Finished || len(v.Rows) != 9 || v.Tournament.Winners()[0].ID != ida.ID {
			t.Fatalf("%s, %d rows, won by %v", v.Tournament.State, len(v.Rows), v.Tournament.Winners())
		}
		for _, r := range v.Rows {
			if want := map[string]int{ida.ID: 1, seeds[0].ID: 5, seeds[7].ID: 6}[r.Player]; want > 0 && r.Rank != want || r.Best != r.Rank || r.Worst != r.Rank {
				t.Errorf("%s has rank %d, at best %d, at worst %d, and wants %d", r.Player, r.Rank, r.Best, r.Worst, want)
			}
		}
		c.recounted()
	})
}

func TestAPlayerIsAskedToPlayForAnother(t *testing.T) { // R-UT-8
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
		ann, bob, dan, eve, fay, gus := people[0], people[1], people[3], people[4], people[5], people[6]
		id := c.unlisted(ann, func(t *league.TournamentTerms) { t.Private, t.ByInvite, t.Control = true, true, "lg" })
		for _, p := range people[1:5] {
			c.desk(ann, id, deskleague.DeskForm{Act: "invite", Player: p.Name})
		}
		c.enter(id, people[:5]...)
		c.must(c.StartTournament(t.Context(), ann, id))
		c.wait(time.Hour)
		c.must(c.WithdrawFrom(t.Context(), dan, id))
		ask := deskleague.DeskForm{Act: "seek", Player: "Fay", Other: dan.ID, Text: "is ill"}
		c.refused(c.AtDesk(t.Context(), ann, id, ask), league.Invalid, "Eve waits for a seat")
		c.must(c.LeaveTournament(t.Context(), eve, id))
		c.refused(c.AtDesk(t.Context(), bob, id, ask), league.Forbidden, "Only who directs")
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "seek", Player: "Fay", Other: dan.ID}), league.Invalid, "Say why")
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "seek", Player: "Bob", Other: dan.ID, Text: "x"}), league.Stale, "in this tournament already")
		_, err := c.Tournament(t.Context(), league.Of(fay), id)
		c.refused(err, league.NotFound, "")
		c.refused(c.AcceptSeat(t.Context(), fay, id), league.NotFound, "")
		c.desk(ann, id, ask)
		if got := c.toldOf(fay, league.TournamentAsked); len(got) != 1 {
			t.Errorf("Fay is told %v", got)
		}
		_, err = c.Tournament(t.Context(), league.Of(fay), id)
		c.must(err) // who is asked may see it, and nobody else
		_, err = c.Tournament(t.Context(), league.Of(gus), id)
		c.refused(err, league.NotFound, "")
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "seek", Player: "Gus", Other: dan.ID, Text: "x"}), league.Stale, "Fay is asked for this seat already")
		c.must(c.DeclineSeat(t.Context(), fay, id))
		c.refused(c.DeclineSeat(t.Context(), fay, id), league.NotFound, "")
		if got := c.toldOf(ann, league.TournamentAnswered); len(got) != 1 {
			t.Errorf("Ann is told %v", got)
		}
		ask.Player = "Gus"
		c.desk(ann, id, ask)
		c.wait(league.AnswerTime - time.Minute)
		c.must(c.Advance(t.Context()))
		last := c.tournament(id).Tournament.Last
		c.wait(time.Minute)
		c.refused(c.AcceptSeat(t.Context(), gus, id), league.Stale, "was over on")
		c.must(c.Advance(t.Context()))
		c.must(c.Advance(t.Context()))
		if v := c.tournament(id).Tournament; v.Last != last+1 || v.Log[last].Act != league.ActDeclined || v.Log[last].By.ID != "" || len(v.Calls()) != 0 {
			t.Errorf("after 72 hours the log has %+v", v.Log[last:])
		}
		if got := c.toldOf(ann, league.TournamentAnswered); len(got) != 2 {
			t.Errorf("Ann is told %v", got)
		}
		ask.Player = "Fay"
		c.desk(ann, id, ask)
		c.desk(ann, id, deskleague.DeskForm{Act: "take back", Player: fay.ID})
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "take back", Player: fay.ID}), league.Invalid, "Choose somebody who is asked")
		c.desk(ann, id, ask)
		c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "undo", Event: c.eventOf(id, league.ActStruck)}), league.Stale, "Fay is asked")
		c.must(c.AcceptSeat(t.Context(), fay, id))
		v := c.tournament(id)
		if e, in := v.Tournament.Entrant(fay.ID); !in || e.Seed == 0 || len(v.Rows) != 4 || len(v.Tournament.Calls()) != 0 || len(c.running(id)) != 6 {
			t.Errorf("Fay plays as %+v; %d rows, %d games run", e, len(v.Rows), len(c.running(id)))
		}
		c.refused(c.AcceptSeat(t.Context(), fay, id), league.Stale, "not asked")
		c.recounted()
	})
}

func TestWhoIsAskedMeetsTheTerms(t *testing.T) { // R-UT-8, R-UT-2
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo", "Dan", "Fay")
	ann, dan := people[0], people[3]
	id := c.unlisted(ann, nil)
	c.enter(id, people[:4]...)
	c.must(c.StartTournament(t.Context(), ann, id))
	c.must(c.WithdrawFrom(t.Context(), dan, id))
	c.desk(ann, id, deskleague.DeskForm{Act: "seek", Player: "Fay", Other: dan.ID, Text: "is ill"})
	c.desk(ann, id, deskleague.DeskForm{Act: "ban", Player: "Fay", Text: "was rude"})
	c.refused(c.AcceptSeat(t.Context(), people[4], id), league.Stale, "not asked")
	c.refused(c.AtDesk(t.Context(), ann, id, deskleague.DeskForm{Act: "seek", Player: "Fay", Other: dan.ID, Text: "is ill"}), league.Invalid, "does not meet the terms")
	hard := c.unlisted(ann, func(t *league.TournamentTerms) { t.Finished = 5 })
	c.desk(ann, hard, deskleague.DeskForm{Act: "invite", Player: "Bob"})
	c.desk(ann, hard, deskleague.DeskForm{Act: "invite", Player: "Cleo"})
	c.desk(ann, hard, deskleague.DeskForm{Act: "invite", Player: "Dan"})
	c.enter(hard, people[:4]...)
	c.must(c.StartTournament(t.Context(), ann, hard))
	c.refused(c.AtDesk(t.Context(), ann, hard, deskleague.DeskForm{Act: "seek", Player: "Fay", Other: dan.ID, Text: "is ill"}), league.Invalid, "does not meet the terms")
}
