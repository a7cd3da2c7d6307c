package office_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tournaments"
	"kickabout/store"
)

// TestEveryRulingDoesWhatWasShownBefore carries out each ruling in a tournament of its own.
func TestEveryRulingDoesWhatWasShownBefore(t *testing.T) { // R-FF-6, R-FF-10
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		for _, ruling := range league.Rulings() {
			id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "3" })
			match := c.tournament(id).Matches[0].ID
			_, err := c.MatchRulings(t.Context(), people[1], match)
			c.refused(err, league.Forbidden, "Only who directs")
			shown, err := c.MatchRulings(t.Context(), people[0], match)
			c.must(err)
			if len(shown.Effects) != len(league.Rulings()) || len(shown.Before) != 3 {
				t.Fatalf("%s: shown is %+v", ruling, shown)
			}
			at := slices.IndexFunc(shown.Effects, func(e league.RulingEffect) bool { return e.Ruling == ruling })
			c.must(c.RuleMatch(t.Context(), people[0], match, ruling, "a reason"))
			v := c.tournament(id)
			if got, want := v.Matches[0].State.Outcome, shown.Effects[at].Outcome; got != want {
				t.Errorf("%s: it ended by %+v, shown was %+v", ruling, got, want)
			}
			for i, r := range v.Rows {
				if want := shown.Effects[at].Rows[i]; r.Player != want.Player || r.Rank != want.Rank || r.Points != want.Points || r.Won != want.Won {
					t.Errorf("%s: row %d is %+v, shown was %+v", ruling, i+1, r, want)
				}
			}
			_, err = c.MatchRulings(t.Context(), people[0], match)
			c.refused(err, league.Stale, "result stands")
			if last := v.Tournament.Log[len(v.Tournament.Log)-1]; !strings.HasPrefix(last.Text, "R-FF-10: ") || !strings.Contains(last.Text, ": a reason") {
				t.Errorf("%s: the log ends with %q", ruling, last.Text)
			}
			c.recounted()
		}
	})
}

// banks returns what the sides of a match have left.
func (c *club) banks(match string) (left [2]time.Duration) {
	v := c.mustMatch(match)
	for i, side := range []engine.Side{engine.First, engine.Second} {
		left[i] = v.Clocks.Left(side, c.Now())
	}
	return left
}

func TestADirectorGivesTime(t *testing.T) { // R-TC-7
	const day = 24 * time.Hour
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		ann, bob, cleo := people[0], people[1], people[2]
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places, p.Control = "3", "fast" })
		before := map[string][2]time.Duration{}
		view := c.tournament(id)
		for _, m := range view.Matches {
			before[m.ID] = c.banks(m.ID)
		}
		// gained says what each match has brought a player, in days and by the names of the two.
		gained := func(p league.Player) (days int) {
			for _, m := range view.Matches {
				if side := m.SideOf(p.ID); side != engine.NoSide {
					days += int((c.banks(m.ID)[side-1] - before[m.ID][side-1]) / day)
				}
			}
			return days
		}
		give := func(by league.Player, g tournaments.TimeGrant) error {
			g.Reason += "the server was slow"
			_, err := c.AddTime(t.Context(), by, id, g)
			return err
		}
		games := len(view.Matches)
		each := 2 * games / 3 // of one player
		c.refused(give(bob, tournaments.TimeGrant{Days: 3}), league.Forbidden, "Only who directs")
		c.refused(give(ann, tournaments.TimeGrant{Days: 0}), league.Invalid, "1 to 14 days")
		c.refused(give(ann, tournaments.TimeGrant{Days: -2}), league.Invalid, "1 to 14 days")
		c.refused(give(ann, tournaments.TimeGrant{Days: 15}), league.Invalid, "1 to 14 days")
		c.refused(give(ann, tournaments.TimeGrant{Player: "id-Nobody", Days: 1}), league.Invalid, "Choose one of the players")
		c.refused(give(ann, tournaments.TimeGrant{Other: bob.ID, Days: 1}), league.Invalid, "Choose one of the players")
		c.refused(give(ann, tournaments.TimeGrant{Player: bob.ID, Other: bob.ID, Days: 1}), league.Invalid, "Choose another player")
		c.refused(give(ann, tournaments.TimeGrant{Player: ann.ID, Days: 1}), league.Invalid, "yourself alone")
		if gained(ann)+gained(bob)+gained(cleo) != 0 {
			t.Fatal("who was refused gave time")
		}
		seen := c.tournament(id).Tournament.Last
		for range 3 {
			c.must(give(ann, tournaments.TimeGrant{Player: bob.ID, Days: 2, Seen: seen}))
		}
		if gained(bob) != 2*each || gained(ann)+gained(cleo) != 0 {
			t.Errorf("one player: Ann got %d, Bob %d, Cleo %d days", gained(ann), gained(bob), gained(cleo))
		}
		c.must(give(ann, tournaments.TimeGrant{Player: ann.ID, Other: cleo.ID, Days: 3, Seen: seen}))
		if gained(bob) != 2*each || gained(ann) != 3*each/2 || gained(cleo) != 3*each/2 {
			t.Errorf("a pair: Ann got %d, Bob %d, Cleo %d days", gained(ann), gained(bob), gained(cleo))
		}
		c.must(give(ann, tournaments.TimeGrant{Days: 1, Seen: seen}))
		if gained(bob) != 3*each || gained(ann) != 5*each/2 || gained(cleo) != 5*each/2 {
			t.Errorf("everybody: Ann got %d, Bob %d, Cleo %d days", gained(ann), gained(bob), gained(cleo))
		}
		for range 2 {
			c.must(give(ann, tournaments.TimeGrant{Days: 14, Seen: c.tournament(id).Tournament.Last}))
		}
		c.refused(give(ann, tournaments.TimeGrant{Days: 14, Seen: c.tournament(id).Tournament.Last}), league.Stale, "30 days or more left") // R-UT-9
		for _, m := range view.Matches {
			for _, left := range c.banks(m.ID) {
				if left > 44*day {
					t.Errorf("somebody has %v left", left)
				}
			}
		}
		log := c.tournament(id).Tournament.Log
		if got := log[len(log)-5].Text; len(log) < 5 || got != "R-TC-7: 2 days more for Bob: the server was slow" {
			t.Errorf("the log says %q", got)
		}
		c.recounted()
		for _, p := range people {
			c.resigned(p, id, 9)
		}
		c.refused(give(ann, tournaments.TimeGrant{Days: 1}), league.Stale, "No such game")
	})
}
