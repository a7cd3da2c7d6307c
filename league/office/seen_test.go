package office_test

import (
	"testing"
	"time"

	"kickabout/league"
	deskleague "kickabout/league/desk"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// private makes a tournament private, or open again.
func (c *club) private(by league.Player, id string, private bool) {
	c.t.Helper()
	v, err := c.Tournament(c.t.Context(), league.Site(), id)
	c.must(err)
	form := league.TermsFormOf(v.Tournament.TournamentTerms)
	form.Tick("private", private)
	c.desk(by, id, deskleague.DeskForm{Act: "change", Terms: form})
}

// TestATournamentBecomesPrivateAndOpenAgainAtOnce looks at it as somebody who is not in it.
func TestATournamentBecomesPrivateAndOpenAgainAtOnce(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
		ann, bob, dan := people[0], people[1], people[3]
		id := c.opened(ann, func(t *league.TournamentTerms) { t.Places = 3 })
		c.enter(id, people[:3]...)
		c.must(c.StartTournament(t.Context(), ann, id))
		v, err := c.Tournament(t.Context(), league.Site(), id)
		c.must(err)
		match := v.Matches[0].ID
		looks := func(want bool) {
			t.Helper()
			_, err := c.Tournament(t.Context(), league.Of(dan), id)
			_, other := c.Match(t.Context(), league.Of(dan), match)
			running, _ := c.Running(t.Context(), league.Of(dan), 9)
			listed, _ := c.Tournaments(t.Context(), league.Of(dan), league.Running, 9)
			if (err == nil) != want || (other == nil) != want || (len(running) == 3) != want || (len(listed) == 1) != want {
				t.Errorf("a stranger: %v, %v, %d matches, %d tournaments", err, other, len(running), len(listed))
			}
			if !want {
				wantKind(t, err, league.NotFound)
				wantKind(t, other, league.NotFound)
			}
			_, err = c.Tournament(t.Context(), league.Of(bob), id)
			c.must(err)
			_, err = c.Match(t.Context(), league.Of(bob), match)
			c.must(err)
		}
		looks(true)
		for range 2 {
			c.private(ann, id, true)
			looks(false)
			c.private(ann, id, false)
			looks(true)
		}
	})
}

// TestMatchesOfAPrivateTournamentAreNotRated holds those that begin while it is private
// against those that begin while it is open.
func TestMatchesOfAPrivateTournamentAreNotRated(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
	for _, private := range []bool{false, true} {
		id := c.opened(people[0], func(t *league.TournamentTerms) { t.Places, t.Private = 4, private })
		for _, p := range people[1:] {
			c.desk(people[0], id, deskleague.DeskForm{Act: "invite", Player: p.Name})
		}
		c.enter(id, people...)
		c.must(c.StartTournament(t.Context(), people[0], id))
		v, err := c.Tournament(t.Context(), league.Site(), id)
		c.must(err)
		for _, m := range v.Matches {
			if m.Rated == private {
				t.Errorf("private %t: match %s is rated %t", private, m.Fixture, m.Rated)
			}
		}
	}
}

// TestWhoMayNotKnowOfATournamentHearsNothingOfIt: a ban tells a stranger nothing, and who was in it hears that he is out.
func TestWhoMayNotKnowOfATournamentHearsNothingOfIt(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Dan")
	ann, bob, dan := people[0], people[1], people[2]
	id := c.opened(ann, func(t *league.TournamentTerms) { t.Private = true })
	wantKind(t, c.EnterTournament(t.Context(), bob, id), league.NotFound)
	c.desk(ann, id, deskleague.DeskForm{Act: "invite", Player: "Bob", Text: "come"})
	c.must(c.EnterTournament(t.Context(), bob, id))
	was := c.told(bob)
	c.desk(ann, id, deskleague.DeskForm{Act: "ban", Player: "Dan", Text: "no"})
	if n := c.told(dan); n != 0 {
		t.Errorf("who was banned and never in it was told %d times", n)
	}
	c.desk(ann, id, deskleague.DeskForm{Act: "remove", Player: bob.ID, Text: "asked me"})
	if n := c.told(bob); n != was+1 {
		t.Errorf("who was taken out was told %d times, want %d", n, was+1)
	}
	c.desk(ann, id, deskleague.DeskForm{Act: "ban", Player: "Bob", Text: "no"})
	if n := c.told(bob); n != was+1 {
		t.Errorf("who is out was told %d times, want %d", n, was+1)
	}
	_, err := c.Tournament(t.Context(), league.Of(bob), id)
	wantKind(t, err, league.NotFound)

	id = c.opened(ann, nil)
	c.enter(id, bob)
	c.private(ann, id, true)
	was = c.told(bob)
	c.desk(ann, id, deskleague.DeskForm{Act: "remove", Player: bob.ID, Text: "asked me"})
	if n := c.told(bob); n != was+1 {
		t.Errorf("who was not invited and is taken out was told %d times, want %d", n, was+1)
	}
}

// TestWhoWasReplacedStillSeesHisMatch though he may no longer know of the tournament.
func TestWhoWasReplacedStillSeesHisMatch(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
	id := c.opened(people[0], func(t *league.TournamentTerms) { t.Places = 3 })
	c.enter(id, people...)
	c.must(c.StartTournament(t.Context(), people[0], id))
	v, err := c.Tournament(t.Context(), league.Site(), id)
	c.must(err)
	c.private(people[0], id, true)
	m := v.Matches[0]
	out := m.Seats[0].Player
	if out.ID == people[0].ID {
		out = m.Seats[1].Player
	}
	c.desk(people[0], id, deskleague.DeskForm{Act: "substitute", Player: people[3].ID, Other: out.ID, Text: "away"})
	_, err = c.Tournament(t.Context(), league.Of(out), id)
	wantKind(t, err, league.NotFound)
	seen, err := c.Match(t.Context(), league.Of(out), m.ID)
	c.must(err)
	if _, of, err := c.TournamentOf(t.Context(), league.Of(out), seen.Match); of || err != nil {
		t.Errorf("he reads the tournament: %t, %v", of, err)
	}
}

// TestWhatFollowsForOthersDoesNotHangOnWhoAsked: a stranger opens matches that somebody has let
// run out, and who did leaves everything by that, also what the stranger may not know of.
func TestWhatFollowsForOthersDoesNotHangOnWhoAsked(t *testing.T) { // R-FF-7
	d := storetest.SQLite(t)
	c := newClub(t, storetest.Open(t, d))
	// Games that are no competition's count here: the day of absences is still to come (R-TM-1).
	c.exec(d, "INSERT INTO rule_days (rule, from_ms) VALUES ('absences', "+millis(c.Now().AddDate(1, 0, 0))+")")
	people := c.signedUps("Ann", "Bob", "Dan", "Fay")
	ann, bob, dan, fay := people[0], people[1], people[2], people[3]
	id := c.opened(ann, func(t *league.TournamentTerms) { t.Private = true })
	c.desk(ann, id, deskleague.DeskForm{Act: "invite", Player: "Dan", Text: "come"})
	c.enter(id, dan)
	var waiting []string
	for len(waiting) < 3 {
		for _, kickoff := range []string{league.KickoffMe, league.KickoffYou} {
			o := c.mustPropose(bob, func(p *playing.Proposal) { p.Opponent, p.Kickoff = "Dan", kickoff })
			m, err := c.accept(dan, o.ID)
			c.must(err)
			if mover, _ := m.Mover(); mover.ID == dan.ID {
				waiting = append(waiting, m.ID)
			}
		}
	}
	c.wait(60 * 24 * time.Hour)
	for _, m := range waiting {
		_, err := c.Match(t.Context(), league.Of(fay), m)
		c.must(err)
	}
	v, err := c.Tournament(t.Context(), league.Site(), id)
	c.must(err)
	if _, in := v.Tournament.Entrant(dan.ID); in {
		t.Error("he is still in a private tournament")
	}
}
