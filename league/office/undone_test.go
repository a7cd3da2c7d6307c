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
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// moved plays a few turns of a match, whoever is to move.
func (c *club) moved(match string, turns int) {
	c.t.Helper()
	play := paced(time.Minute)
	_, err := c.PlayOut(c.t.Context(), match, func(v playing.View) (engine.Event, bool) {
		turns--
		e, _ := play(v)
		return e, turns >= 0
	})
	c.must(err)
}

// TestAnUndoneStrikeLeavesTheRatingsAsTheyWere has matches end before, by and after a strike that
// is undone.
func TestAnUndoneStrikeLeavesTheRatingsAsTheyWere(t *testing.T) { // R-UT-7, R-RA-6
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		ann, bob, cleo := people[0], people[1], people[2]
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places, p.Cycles, p.Control = "4", "2", "lg" })
		c.wait(24 * time.Hour)
		for _, m := range c.running(id) {
			c.moved(m.ID, 20)
		}
		of := func(p, q league.Player) []league.Match {
			return slices.DeleteFunc(c.running(id), func(m league.Match) bool {
				return m.SideOf(p.ID) == engine.NoSide || m.SideOf(q.ID) == engine.NoSide
			})
		}
		ends := func(loser, other league.Player) {
			_, err := c.Resign(t.Context(), loser, of(loser, other)[0].ID, c.Now())
			c.must(err)
			c.wait(time.Hour)
		}
		ends(ann, bob)
		ends(ann, cleo)
		ends(bob, cleo)
		before := c.standings(people)
		c.must(c.Strike(t.Context(), ann, id, bob.ID, "was rude"))
		c.wait(time.Hour)
		if slices.Equal(c.standings(people), before) {
			t.Fatal("the strike has changed no rating")
		}
		ends(ann, cleo)
		c.desk(ann, id, deskleague.DeskForm{Act: "undo", Event: c.eventOf(id, league.ActStruck), Text: "it was a mistake"})
		log := lastText(c.tournament(id))
		if !strings.Contains(log, "it was a mistake; 4 games are begun anew, and ratings are as if the strike had not been") {
			t.Errorf("the log says %q", log)
		}
		after := c.standings(people)
		if after[1] != before[1] {
			t.Errorf("struck and back, Bob has %s, and had %s", after[1], before[1])
		}
		if lines := c.recheck(); len(lines) > 0 {
			t.Error(lines)
		}
		if len(of(ann, bob)) != 1 || len(of(bob, cleo)) != 1 {
			t.Error("his games are not begun anew")
		}
		for _, m := range c.running(id) { // R-FF-10: a ruling in a match that is played again
			if m.Fixture == string(league.Key(m.Fixture).Fixture()) || m.SideOf(cleo.ID) == engine.NoSide {
				continue
			}
			shown, err := c.MatchRulings(t.Context(), ann, m.ID)
			c.must(err)
			c.must(c.RuleMatch(t.Context(), ann, m.ID, league.RuleBoth, "a reason"))
			if got := pointsOf(c.tournament(id).Rows); len(shown.Effects) == 0 || !equalPoints(got, pointsOf(shown.Effects[3].Rows)) {
				t.Errorf("the table is %v", got)
			}
		}
		c.recounted()
		c.must(c.RateAgain(t.Context()))
		if lines := c.recheck(); len(lines) > 0 {
			t.Error(lines)
		}
	})
}

func equalPoints(a, b map[string]league.Points) bool {
	for player, points := range a {
		if b[player] != points {
			return false
		}
	}
	return len(a) == len(b)
}

// TestNobodyRulesInAGameOfHisOwn but who directs alone.
func TestNobodyRulesInAGameOfHisOwn(t *testing.T) { // R-FF-10
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo")
	ann, bob, cleo := people[0], people[1], people[2]
	id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "3" })
	between := func(p, q league.Player) string {
		for _, m := range c.tournament(id).Matches {
			if m.SideOf(p.ID) != engine.NoSide && m.SideOf(q.ID) != engine.NoSide {
				return m.ID
			}
		}
		t.Fatal("they have no game")
		return ""
	}
	c.must(c.RuleMatch(t.Context(), ann, between(ann, cleo), league.RuleBoth, "we agreed"))
	if got := lastText(c.tournament(id)); !strings.Contains(got, "who rules plays in it, and nobody else directs it") {
		t.Errorf("the log says %q", got)
	}
	c.desk(ann, id, deskleague.DeskForm{Act: "appoint", Player: "Cleo"})
	c.refused(c.RuleMatch(t.Context(), ann, between(ann, bob), league.RuleSecond, "he left"), league.Forbidden, "somebody else who directs the tournament rules in it: Cleo.")
	_, err := c.MatchRulings(t.Context(), ann, between(ann, bob))
	c.refused(err, league.Forbidden, "You play in this game yourself")
	if m := c.mustMatch(between(ann, bob)); m.Record.Next().Over() {
		t.Error("it was done")
	}
	c.must(c.RuleMatch(t.Context(), cleo, between(ann, bob), league.RuleSecond, "he left"))
	if got := lastText(c.tournament(id)); strings.Contains(got, "plays in it") {
		t.Errorf("the log says %q", got)
	}
	c.recounted()
}

// TestAPauseMovesTheLastDayOfARound pauses a knock-out for a week.
func TestAPauseMovesTheLastDayOfARound(t *testing.T) { // R-UT-4, R-UT-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		id := c.started(people, func(p *tournaments.TournamentProposal) {
			knockOut(p)
			p.Control = "lg"
			p.Set("round_days", "10")
		})
		c.wait(24 * time.Hour)
		c.desk(people[0], id, deskleague.DeskForm{Act: "pause", Text: "a flood"})
		c.wait(7 * 24 * time.Hour)
		c.must(c.Advance(t.Context()))
		c.desk(people[0], id, deskleague.DeskForm{Act: "resume"})
		c.wait(9*24*time.Hour - time.Minute)
		c.again(id)
		if n := len(c.running(id)); n != 4 {
			t.Errorf("before the last day %d games run", n)
		}
		if ends := c.tournament(id).Bracket.Rounds[0].Ties[0].Ends; !ends.Equal(c.Now().Add(time.Minute)) {
			t.Errorf("it ends %v, now is %v", ends, c.Now())
		}
		c.wait(time.Minute)
		c.must(c.Advance(t.Context()))
		for _, m := range c.tournament(id).Matches {
			if m.State.ToMove != engine.NoSide && !strings.HasSuffix(m.Fixture, "/b3") {
				t.Errorf("after it %s runs", m.Fixture)
			}
		}
		c.recounted()
	})
}

func TestASeatIsTakenOverForTwoWeeks(t *testing.T) { // R-CH-10
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
	id := c.opened(people[0], nil)
	c.enter(id, people...)
	c.must(c.StartTournament(t.Context(), people[0], id))
	c.sleep(14*24*time.Hour - time.Second)
	c.desk(people[0], id, deskleague.DeskForm{Act: "substitute", Player: people[4].ID, Other: people[1].ID, Text: "is ill"})
	c.wait(time.Second)
	c.refused(c.AtDesk(t.Context(), people[0], id, deskleague.DeskForm{Act: "substitute", Player: people[5].ID, Other: people[2].ID, Text: "is ill"}),
		league.Stale, "within 14 days of the start")
}
