package office_test

import (
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/tournaments"
	"kickabout/store"
)

// started opens and starts a round robin of members; the first one organises it.
func (c *club) started(players []league.Player, change func(*tournaments.TournamentProposal)) string {
	c.t.Helper()
	id := c.mustOpen(players[0], change).ID
	for _, p := range players[1:] {
		c.must(c.EnterTournament(c.t.Context(), p, id))
	}
	c.must(c.StartTournament(c.t.Context(), players[0], id))
	return id
}

// resigned has a player give up a number of his matches in a tournament.
func (c *club) resigned(player league.Player, id string, n int) {
	c.t.Helper()
	for _, m := range c.tournament(id).Matches {
		if n > 0 && m.State.ToMove != engine.NoSide && m.SideOf(player.ID) != engine.NoSide {
			n--
			if _, err := c.Resign(c.t.Context(), player, m.ID, c.Now()); err != nil {
				c.t.Fatal(err)
			}
		}
	}
}

func (c *club) exitOf(id string, player league.Player) league.Exit {
	e, _ := c.tournament(id).Tournament.Entrant(player.ID)
	return e.Out
}

// recounted checks that what is stored of every tournament is what its log comes to.
func (c *club) recounted() {
	c.t.Helper()
	if differ, err := c.RecountTournaments(c.t.Context()); err != nil || len(differ) > 0 {
		c.t.Errorf("recounted: %q, %v", differ, err)
	}
}

func TestAStrikeBeforeHalfTheMatchesVoidsAndLaterForfeits(t *testing.T) { // R-FF-5
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		for finished, want := range map[int]league.Exit{1: league.Voided, 2: league.Forfeited} { // of four
			id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "5" })
			dan := people[3]
			c.resigned(dan, id, finished)
			before := c.tournament(id)
			c.refused(c.Strike(t.Context(), people[1], id, dan.ID, "was rude"), league.Forbidden, "Only who directs")
			c.refused(c.Strike(t.Context(), people[0], id, dan.ID, "  "), league.Invalid, "Say why")
			c.refused(c.Strike(t.Context(), people[0], id, "nobody", "was rude"), league.Invalid, "one of the players")
			if got := c.tournament(id); got.Tournament.Last != before.Tournament.Last {
				t.Errorf("refusals wrote %d events", got.Tournament.Last-before.Tournament.Last)
			}
			c.must(c.Strike(t.Context(), people[0], id, dan.ID, "was rude"))
			if got := c.exitOf(id, dan); got != want {
				t.Errorf("after %d of 4: %q, want %q", finished, got, want)
			}
			for _, m := range c.tournament(id).Matches {
				if m.SideOf(dan.ID) != engine.NoSide && m.State.ToMove != engine.NoSide {
					t.Errorf("%s goes on", m.Fixture)
				}
			}
			c.refused(c.Strike(t.Context(), people[0], id, dan.ID, "again"), league.Stale, "out of this tournament already")
			c.recounted()
		}
	})
}

func TestWhoWithdrawsIsOutAndTheOthersPlayOn(t *testing.T) { // R-FF-7, R-FF-8
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		id := c.started(people, nil)
		c.must(c.WithdrawFrom(t.Context(), people[2], id))
		c.refused(c.WithdrawFrom(t.Context(), people[2], id), league.Stale, "already")
		c.refused(c.WithdrawFrom(t.Context(), c.member("Fay"), id), league.Invalid, "one of the players")
		for _, p := range []league.Player{people[0], people[1], people[3]} {
			c.resigned(p, id, 3)
		}
		v := c.tournament(id)
		if v.Tournament.State != league.Finished || v.Tournament.Entries[slices.IndexFunc(v.Tournament.Entries, func(e league.Entrant) bool { return e.Player.ID == people[2].ID })].Winner {
			t.Errorf("%s, won by %v", v.Tournament.State, v.Tournament.Winners())
		}
		c.recounted()
	})
}

func TestADirectorVoidsAndForfeitsMatches(t *testing.T) { // R-FF-10
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "3" })
		var ids []string
		for _, m := range c.tournament(id).Matches {
			ids = append(ids, m.ID)
		}
		ctx := t.Context()
		alone := c.mustBegin(people[0]).Match.ID
		c.refused(c.RuleMatch(ctx, people[1], ids[0], league.RuleVoid, "server fault"), league.Forbidden, "Only who directs")
		c.refused(c.RuleMatch(ctx, people[0], alone, league.RuleVoid, "server fault"), league.Forbidden, "Only who directs")
		c.refused(c.RuleMatch(ctx, people[0], "nothing", league.RuleVoid, "server fault"), league.NotFound, "no such match")
		c.refused(c.RuleMatch(ctx, people[0], ids[0], "draw", "server fault"), league.Invalid, "what is to become")
		c.refused(c.RuleMatch(ctx, people[0], ids[0], league.RuleVoid, " "), league.Invalid, "Say why")
		c.must(c.RuleMatch(ctx, people[0], ids[0], league.RuleVoid, "server fault"))
		c.must(c.RuleMatch(ctx, people[0], ids[1], league.RuleBoth, "neither came"))
		c.refused(c.RuleMatch(ctx, people[0], ids[0], league.RuleVoid, "again"), league.Stale, "result stands")
		v := c.tournament(id)
		if a, b := v.Matches[0].State.Outcome.Ending, v.Matches[1].State.Outcome.Ending; a != engine.Void || b != engine.DoubleForfeit {
			t.Errorf("they ended by %s and %s", a, b)
		}
		if got := v.Tournament.Log[len(v.Tournament.Log)-1]; got.Act != league.ActRuled || got.By.ID != people[0].ID {
			t.Errorf("the log ends with %+v", got)
		}
		c.recounted()
	})
}

func TestWhoIsExpelledLosesWhatRunsAndWhatIsOverThere(t *testing.T) { // R-FF-9
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo")
		dan, _, err := c.SignUp(ctx, members.Credentials{Name: "Dan", Password: "a good password", Token: c.NewToken()})
		c.must(err)
		id := c.started(append(people, dan), nil)
		closed := c.started(append(people[:2:2], dan), func(p *tournaments.TournamentProposal) { p.Places = "3" })
		for _, p := range people {
			c.resigned(p, closed, 9)
		}
		c.resigned(people[0], id, 3) // Dan has a win
		before := c.tournament(closed)
		alone := c.mustBegin(dan).Match.ID
		c.refused(c.Expel(ctx, "Dan", ""), league.Invalid, "Say why")
		c.refused(c.Expel(ctx, "Nobody", "two accounts"), league.NotFound, "")
		c.must(c.Expel(ctx, "Dan", "two accounts"))
		c.refused(c.Expel(ctx, "Dan", "two accounts"), league.Invalid, "closed")
		v := c.tournament(id)
		for _, r := range v.Rows {
			if r.Player == dan.ID && (r.Points != 0 || r.Lost != 3) || r.Player != dan.ID && r.Won == 0 {
				t.Errorf("%+v", r)
			}
		}
		if got := c.tournament(closed); got.Tournament.Last != before.Tournament.Last || got.Tournament.State != league.Finished {
			t.Errorf("the closed one has %d events, had %d", got.Tournament.Last, before.Tournament.Last)
		}
		if got := c.mustMatch(alone).Match.State.Outcome; got.Ending != engine.Forfeit || got.Winner != c.mustMatch(alone).Match.SideOf("bot:random") {
			t.Errorf("his other match ended by %+v", got)
		}
		_, _, err = c.SignIn(ctx, members.Credentials{Name: "Dan", Password: "a good password", Token: c.NewToken()})
		c.refused(err, league.Invalid, "closed")
		c.recounted()
	})
}
