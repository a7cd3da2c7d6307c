package office_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/moderation"
	playing "kickabout/league/play"
	"kickabout/league/program"
	"kickabout/store"
	"kickabout/store/storetest"
)

// bot registers a BOT account of a member that plays in the arena, and makes a token for it.
func (c *club) bot(owner league.Player, name string) (league.Player, string) {
	c.t.Helper()
	p, err := c.Programs.Register(c.t.Context(), owner, program.Form{Name: name, Plays: "Any move, by " + owner.Name})
	c.must(err)
	_, err = c.Programs.Describe(c.t.Context(), owner, p.Player.ID, program.Form{Plays: p.Plays}, true)
	c.must(err)
	secret, err := c.Programs.MakeToken(c.t.Context(), owner, p.Player.ID, league.TokenOrder{Days: 30, Scopes: league.AllScopes})
	c.must(err)
	return p.Player, secret
}

// comes has a program show its token.
func (c *club) comes(secret string) error {
	_, err := c.PlayerByToken(c.t.Context(), secret, league.ScopePlay)
	return err
}

// machineOf is the BOT account in a match of the arena.
func machineOf(m league.Match) league.Player {
	if m.Seats[0].Player.Kind == league.Program {
		return m.Seats[0].Player
	}
	return m.Seats[1].Player
}

func (c *club) wantForbidden(what string, err error) {
	c.t.Helper()
	if league.KindOf(err) != league.Forbidden {
		c.t.Errorf("%s: %v", what, err)
	}
}

func TestABotIsItsOwners(t *testing.T) { // R-BO-1
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		rookie, secret := c.bot(ann, "Rookie bot")
		if rookie.Name != "Rookie BOT" || rookie.Kind != league.Program {
			t.Errorf("it is %+v", rookie)
		}
		if p, err := c.PlayerByName(t.Context(), "rookie Bot"); err != nil || p.ID != rookie.ID {
			t.Errorf("by its name it is %+v, %v", p, err)
		}
		c.must(c.comes(secret))
		for _, scope := range []league.Scopes{league.ScopeEnter, league.ScopeOrganise} {
			_, err := c.PlayerByToken(t.Context(), secret, scope)
			c.wantForbidden("a scope that is not a bot's", err)
		}
		for _, name := range []string{"Cleo BOT", "Cleo-bot", "Cleo_B0T"} {
			if _, err := c.NewName(t.Context(), name); league.Fields(err)["name"] == nil {
				t.Errorf("a member may be called %q: %v", name, err)
			}
		}
		for _, name := range []string{"Ann", "Rookie", "Greedy", "x"} { // of somebody, taken, of the site's, too short
			if _, err := c.Programs.Register(t.Context(), bob, program.Form{Name: name, Plays: "x"}); league.Fields(err)["name"] == nil {
				t.Errorf("a bot may be called %q: %v", name, err)
			}
		}
		if _, err := c.Programs.Register(t.Context(), bob, program.Form{Name: "Fine", Site: "http://no.example"}); league.Fields(err)["plays"] == nil || league.Fields(err)["site"] == nil {
			t.Errorf("a bot is registered with %v", err)
		}
		_, err := c.Programs.MakeToken(t.Context(), bob, rookie.ID, league.TokenOrder{Days: 30})
		wantKind(t, err, league.NotFound)
		wantKind(t, c.Programs.Close(t.Context(), bob, rookie.ID), league.NotFound)
		_, err = c.Programs.Register(t.Context(), rookie, program.Form{Name: "Child", Plays: "x"})
		c.wantForbidden("a bot of a bot", err)
		c.bot(ann, "Two")
		third, _ := c.bot(ann, "Three")
		_, err = c.Programs.Register(t.Context(), ann, program.Form{Name: "Four", Plays: "x"})
		c.wantForbidden("a fourth", err)
		c.must(c.Programs.Close(t.Context(), ann, third.ID))
		_, err = c.Programs.Register(t.Context(), ann, program.Form{Name: "Three", Plays: "x"})
		if league.Fields(err)["name"] == nil {
			t.Errorf("the name of a closed bot is free: %v", err)
		}
		c.bot(ann, "Four")
		if _, _, err := c.SignIn(t.Context(), members.Credentials{Name: "Rookie BOT"}); err == nil {
			t.Error("somebody signs in to a bot")
		}
		c.must(c.Programs.Close(t.Context(), ann, rookie.ID))
		wantKind(t, c.comes(secret), league.NotFound)
	})
}

func TestABotActsAsLongAsItsOwnerMay(t *testing.T) { // R-BO-1
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		_, anns := c.bot(people[0], "Anns")
		bobs, secret := c.bot(people[1], "Bobs")
		c.must(c.comes(anns))
		c.impose(people[0], moderation.Order{Kind: league.SanctionRestrict, Days: 90})
		c.wantForbidden("the owner may begin no games", c.comes(anns))
		c.wait(31 * days)
		wantKind(t, c.comes(anns), league.NotFound) // over by its time
		c.must(c.DeleteAccount(t.Context(), people[1], "four words without meaning", c.Now()))
		wantKind(t, c.comes(secret), league.NotFound)
		if p, err := c.Programs.Program(t.Context(), bobs.ID); err != nil || p.Closed.IsZero() || p.Acts() == nil || p.Player.Name != "Bobs BOT" {
			t.Errorf("after its owner has gone it is %+v, %v", p, err)
		}
	})
}

func TestABotEntersNothingAndItsGamesAreNotRated(t *testing.T) { // R-BO-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		bot, _ := c.bot(ann, "Rookie")
		id := c.mustOpen(ann, nil).ID
		c.must(c.AdvanceCompetitions(t.Context()))
		for what, err := range map[string]error{
			"a tournament":                   c.EnterTournament(t.Context(), bot, id),
			"a ladder":                       c.EnterTournament(t.Context(), bot, c.editions(street)[0].ID),
			"a cup":                          c.EnterTournament(t.Context(), bot, c.editions(lgCup)[0].ID),
			"a tournament, by its organiser": c.InviteBot(t.Context(), ann, id, bot.ID),
		} {
			if err == nil {
				t.Errorf("a bot enters %s", what)
			}
		}
		err := c.PlanVacation(t.Context(), bot, playing.VacationPlan{}, c.Now())
		c.wantForbidden("a vacation", err)
		rated := func(p *playing.Proposal) { p.Rated = true }
		toBot := func(p *playing.Proposal) { p.Opponent = bot.Name }
		if _, err := c.propose(bob, func(p *playing.Proposal) { rated(p); toBot(p) }); league.Fields(err)["rated"] == nil {
			t.Errorf("a bot is invited to a rated game: %v", err)
		}
		if _, err := c.propose(bot, rated); league.Fields(err)["rated"] == nil {
			t.Errorf("a bot offers a rated game: %v", err)
		}
		_, err = c.accept(bot, c.mustPropose(bob, rated).ID)
		c.wantForbidden("a bot takes a rated game", err)
		m, err := c.accept(bot, c.mustPropose(bob, toBot).ID)
		if c.must(err); m.Rated {
			t.Error("a game with a bot is rated")
		}
		m, err = c.accept(bob, c.mustPropose(bot, nil).ID)
		if c.must(err); m.Rated {
			t.Error("a game with a bot is rated")
		}
		left := c.mustPropose(bot, nil)
		c.must(c.Programs.Close(t.Context(), ann, bot.ID))
		if list, err := c.Offers(t.Context(), bob); err != nil || slices.ContainsFunc(list, func(o league.Offer) bool { return o.ID == left.ID }) {
			t.Errorf("the offers are %+v, %v", list, err)
		}
		_, err = c.accept(bob, left.ID)
		c.wantForbidden("an offer of a closed bot", err)
	})
}

// TestTheArenaPairsEachHourOnce plays three bots of two owners for some hours, on two nodes.
func TestTheArenaPairsEachHourOnce(t *testing.T) { // R-BO-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		other := c.node()
		people := c.signedUps("Ann", "Bob")
		var bots []league.Player
		var secrets []string
		for i, name := range []string{"One", "Two", "Three"} {
			p, secret := c.bot(people[i/2], name)
			bots, secrets = append(bots, p), append(secrets, secret)
		}
		sleeper, _ := c.bot(people[1], "Sleeper") // never heard of
		for hour := range 12 {
			for _, s := range secrets {
				c.must(c.comes(s))
			}
			before, err := c.store.ArenaGames(t.Context(), time.Time{})
			c.must(err)
			c.must(c.Arena.Begin(t.Context()))
			c.must(other.Arena.Begin(t.Context()))
			c.wait(10 * time.Minute)
			c.must(c.Arena.Begin(t.Context()))
			games, err := c.store.ArenaGames(t.Context(), time.Time{})
			c.must(err)
			begun := games[len(before):]
			count := map[string]int{}
			for _, g := range begun {
				count[g.First]++
				count[g.Second]++
				pair := g.First + " " + g.Second
				if strings.Contains(pair, sleeper.ID) {
					t.Errorf("hour %d: who is not there is paired", hour)
				}
				if strings.Contains(pair, bots[0].ID) && strings.Contains(pair, bots[1].ID) {
					t.Errorf("hour %d: two bots of one owner are paired", hour)
				}
				m := c.mustMatch(g.Match).Match
				if m.Rated || m.Control != "live" {
					t.Errorf("hour %d: the game is %+v", hour, m)
				}
				if hour != 5 { // in which nobody ends theirs
					_, err := c.Resign(t.Context(), machineOf(m), g.Match, c.Now())
					c.must(err)
				}
			}
			for _, b := range bots {
				if want := map[bool]int{true: 1, false: 0}[hour != 6]; count[b.ID] != want {
					t.Errorf("hour %d: %s has %d games", hour, b.Name, count[b.ID])
				}
			}
			if hour == 6 {
				for _, g := range before {
					if !g.Over {
						_, err := c.Resign(t.Context(), machineOf(c.mustMatch(g.Match).Match), g.Match, c.Now())
						c.must(err)
					}
				}
			}
			c.must(other.Arena.Begin(t.Context())) // they have ended their games, but the hour has not ended
			if again, err := c.store.ArenaGames(t.Context(), time.Time{}); err != nil || len(again) != len(games) {
				t.Errorf("hour %d: there are %d games, and %d after one more look, %v", hour, len(games), len(again), err)
			}
			c.wait(50 * time.Minute)
		}
		list, err := c.BotRatings(t.Context(), league.Pool{Game: "streetsoccer", Variant: "lg"})
		c.must(err)
		for _, b := range bots {
			if !slices.ContainsFunc(list, func(l league.RatingLine) bool { return l.Player.ID == b.ID && l.Standing.Games > 0 }) {
				t.Errorf("%s has no rating in %s", b.Name, fmt.Sprint(list))
			}
		}
		if listed, err := c.RatingList(t.Context(), league.Pool{Game: "streetsoccer", Variant: "lg"}); err != nil || len(listed) != 0 {
			t.Errorf("the list of people is %+v, %v", listed, err)
		}
		if again, err := other.BotRatings(t.Context(), league.Pool{Game: "streetsoccer", Variant: "lg"}); err != nil || fmt.Sprint(again) != fmt.Sprint(list) {
			t.Errorf("another node counts %v, not %v, %v", again, list, err)
		}
	})
}

func TestBotsOfOneOwnerAndPeopleDoNotRateABot(t *testing.T) { // R-BO-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		one, _ := c.bot(people[0], "One")
		two, _ := c.bot(people[0], "Two")
		three, _ := c.bot(people[1], "Three")
		pool := league.Pool{Game: "streetsoccer", Variant: "lg"}
		for i, row := range []struct {
			a, b league.Player
			want int // games of a then
		}{{one, two, 0}, {one, people[1], 0}, {one, people[0], 0}, {one, three, 1}} {
			m, err := c.accept(row.b, c.mustPropose(row.a, nil).ID)
			c.must(err)
			c.wait(time.Minute)
			_, err = c.Resign(t.Context(), row.a, m.ID, c.Now())
			c.must(err)
			c.wait(6 * time.Minute)
			list, err := c.BotRatings(t.Context(), pool)
			c.must(err)
			got := 0
			for _, l := range list {
				if l.Player.ID == row.a.ID {
					got = l.Standing.Games
				}
			}
			if got != row.want {
				t.Errorf("game %d: %d count", i, got)
			}
		}
	})
}
