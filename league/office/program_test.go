package office_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/members"
	"kickabout/league/moderation"
	playing "kickabout/league/play"
	"kickabout/league/program"
	"kickabout/league/tournaments"
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

// playedOut plays a match by any moves, one a minute, to its end.
func (c *club) playedOut(id string) error {
	c.wait(3 * time.Hour)
	_, err := c.PlayOut(c.t.Context(), id, paced(time.Minute))
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
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
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
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
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
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		bot, _ := c.bot(ann, "Rookie")
		id := c.mustOpen(ann, nil).ID
		c.must(c.AdvanceCompetitions(t.Context()))
		for what, err := range map[string]error{
			"a tournament":              c.EnterTournament(t.Context(), bot, id),
			"a ladder":                  c.EnterTournament(t.Context(), bot, c.editions(street)[0].ID),
			"a cup":                     c.EnterTournament(t.Context(), bot, c.editions(lgCup)[0].ID),
			"a tournament without bots": c.InviteBot(t.Context(), ann, c.mustOpen(ann, func(p *tournaments.TournamentProposal) { p.Set("bots", "") }).ID, bot.ID),
			"a tournament, by another":  c.InviteBot(t.Context(), bob, id, bot.ID),
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
		quiet, secret := c.bot(people[1], "Quiet")
		_, err := c.Programs.Describe(t.Context(), people[1], quiet.ID, program.Form{Plays: "Those who ask"}, false)
		c.must(err)
		secrets = append(secrets, secret)
		closed, secret := c.bot(people[0], "Closed")
		c.must(c.comes(secret))
		c.must(c.Programs.Close(t.Context(), people[0], closed.ID))
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
				for why, id := range map[string]string{"who is not there": sleeper.ID, "who asks for no game": quiet.ID, "who is closed": closed.ID} {
					if strings.Contains(pair, id) {
						t.Errorf("hour %d: %s is paired", hour, why)
					}
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
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
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

// An account for which a program plays becomes its owner's, before its first rated game.
func TestAnAccountIsMarkedByItsOwner(t *testing.T) { // R-BO-1
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
		ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
		form := program.Form{Plays: "Any move, by Ann"}
		code, until := c.Programs.OwnerCode(ann)
		for what, typed := range map[string]string{"none": "", "a part": code[:len(code)-1], "another's": strings.Replace(code, ann.ID, cleo.ID, 1)} {
			if _, err := c.Programs.Mark(t.Context(), bob, typed, form); league.Fields(err)["code"] == nil {
				t.Errorf("by %s it is marked: %v", what, err)
			}
		}
		if _, err := c.Programs.Mark(t.Context(), ann, code, form); league.Fields(err)["code"] == nil {
			t.Errorf("an account owns itself: %v", err)
		}
		if _, err := c.Programs.Mark(t.Context(), bob, code, program.Form{}); league.Fields(err)["plays"] == nil {
			t.Errorf("nobody says what plays: %v", err)
		}
		_, err := c.accept(cleo, c.mustPropose(dan, func(p *playing.Proposal) { p.Rated = true }).ID)
		c.must(err)
		_, err = c.Programs.Mark(t.Context(), cleo, code, form)
		c.wantForbidden("an account with a rated game", err)
		cup := c.mustOpen(ann, nil)
		c.must(c.EnterTournament(t.Context(), bob, cup.ID))
		_, err = c.Programs.Mark(t.Context(), bob, code, form)
		c.wantForbidden("an account in a tournament", err)
		c.must(c.LeaveTournament(t.Context(), bob, cup.ID))
		casual, err := c.accept(bob, c.mustPropose(ann, nil).ID)
		c.must(err)

		p, err := c.Programs.Mark(t.Context(), bob, code, form)
		c.must(err)
		if p.Player.ID != bob.ID || p.Player.Name != "Bob BOT" || p.Owner.ID != ann.ID {
			t.Errorf("it is %+v", p)
		}
		if _, _, err := c.SignIn(t.Context(), members.Credentials{Name: "Bob", Password: "four words without meaning"}); err == nil {
			t.Error("somebody signs in to it")
		}
		if who, err := c.PlayerByName(t.Context(), "bob bot"); err != nil || who.ID != bob.ID || who.Kind != league.Program {
			t.Errorf("by its name it is %+v, %v", who, err)
		}
		if _, _, err := c.SignUp(t.Context(), members.Credentials{Name: "Bob", Password: "four words without meaning"}); league.Fields(err)["name"] == nil {
			t.Errorf("its old name is free: %v", err)
		}
		secret, err := c.Programs.MakeToken(t.Context(), ann, bob.ID, league.TokenOrder{Days: 30})
		c.must(err)
		c.must(c.comes(secret))
		if m := c.mustMatch(casual.ID).Match; m.Seats[1].Player.Name != "Bob BOT" {
			t.Errorf("in its games it is %s", m.Seats[1].Player.Name)
		}
		if _, err := c.Programs.Mark(t.Context(), bob, code, form); err == nil {
			t.Error("it is marked twice")
		}
		c.wait(until.Sub(c.Now()))
		fay := c.signedUps("Fay")[0]
		if _, err := c.Programs.Mark(t.Context(), fay, code, form); league.Fields(err)["code"] == nil {
			t.Errorf("an old code marks: %v", err)
		}
		c.bot(ann, "Two")
		c.bot(ann, "Three")
		code, _ = c.Programs.OwnerCode(ann)
		_, err = c.Programs.Mark(t.Context(), fay, code, form)
		c.wantForbidden("a fourth bot of one owner", err)
	})
}

// The owner of a bot enters it where bots play, and its games move nobody's numbers.
func TestABotPlaysWhereTheTournamentTakesBots(t *testing.T) { // R-BO-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
		ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
		bot, _ := c.bot(cleo, "Rookie")
		cup := c.mustOpen(ann, func(p *tournaments.TournamentProposal) { p.Set("bots", "") })
		c.must(c.EnterTournament(t.Context(), bob, cup.ID))
		c.wantForbidden("a bot where none play", c.InviteBot(t.Context(), cleo, cup.ID, bot.ID))
		c.wantForbidden("who does not organise it asks", c.AskAboutBots(t.Context(), bob, cup.ID, 1))
		before := c.told(bob)
		c.must(c.AskAboutBots(t.Context(), ann, cup.ID, 1))
		if c.told(bob) != before+1 {
			t.Error("who is asked is not told")
		}
		wantKind(t, c.AnswerAboutBots(t.Context(), dan, cup.ID, true), league.Stale)
		c.must(c.AnswerAboutBots(t.Context(), bob, cup.ID, true))
		c.wantForbidden("another enters the bot", c.InviteBot(t.Context(), ann, cup.ID, bot.ID))
		c.must(c.InviteBot(t.Context(), cleo, cup.ID, "rookie bot"))
		c.wantForbidden("a second bot", c.InviteBot(t.Context(), ann, cup.ID, "bot:random"))
		c.wantForbidden("a stranger takes it out", c.RemoveBot(t.Context(), bob, cup.ID, bot.ID))
		c.must(c.RemoveBot(t.Context(), cleo, cup.ID, bot.ID))
		c.must(c.InviteBot(t.Context(), cleo, cup.ID, bot.ID))
		c.must(c.EnterTournament(t.Context(), dan, cup.ID))
		c.must(c.StartTournament(t.Context(), ann, cup.ID))
		for _, m := range c.tournament(cup.ID).Matches {
			machine := m.Seats[0].Player.Machine() || m.Seats[1].Player.Machine()
			if m.Rated == machine {
				t.Errorf("%s against %s is rated: %t", m.Seats[0].Player.Name, m.Seats[1].Player.Name, m.Rated)
			}
		}
	})
}

// People rate a bot where they said so, in games that were played out, and its games never move their numbers.
func TestPeopleHelpToRateABot(t *testing.T) { // R-BO-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo")
		ann, bob := people[0], people[1]
		bot, _ := c.bot(ann, "Rookie")
		pool := league.Pool{Game: "streetsoccer", Variant: "lg"}
		games := func() (n int) {
			c.wait(6 * time.Minute) // as long as a list is kept
			list, err := c.BotRatings(t.Context(), pool)
			c.must(err)
			for _, l := range list {
				if l.Player.ID == bot.ID {
					n = l.Standing.Games
				}
			}
			return n
		}
		for i, row := range []struct {
			what   string
			author league.Player
			taker  league.Player
			helps  bool // ticked by the person
			resign bool
			after  time.Duration
			want   int // games that count then
		}{
			{"nobody said so", bob, bot, false, false, 0, 0},
			{"whose offer it is said so", bob, bot, true, false, 0, 1},
			{"given up", bob, bot, true, true, 0, 1},
			{"its owner", ann, bot, true, false, 0, 1},
			{"who takes its offer said so", bot, bob, true, false, 0, 2},
			{"a third in seven days", bob, bot, true, false, 0, 2},
			{"somebody else", people[2], bot, true, false, 0, 3},
			{"after seven days", bob, bot, true, false, 7 * days, 4},
		} {
			c.wait(row.after)
			offer := c.mustPropose(row.author, func(p *playing.Proposal) { p.Helps = row.helps && row.author.Kind == league.Member })
			m, err := c.Accept(t.Context(), row.taker, offer.ID, "", row.helps && row.taker.Kind == league.Member, c.Now())
			c.must(err)
			if m.Helps != row.helps || m.Rated {
				t.Errorf("%d, %s: it helps: %t, is rated: %t", i, row.what, m.Helps, m.Rated)
			}
			c.wait(time.Minute)
			if row.resign {
				_, err = c.Resign(t.Context(), row.author, m.ID, c.Now())
			} else {
				err = c.playedOut(m.ID)
			}
			c.must(err)
			if got := games(); got != row.want {
				t.Errorf("%d, %s: %d games count, want %d", i, row.what, got, row.want)
			}
		}
		c.must(c.Rate(t.Context()))
		for _, p := range people {
			if lines, err := c.PlayersRatings(t.Context(), p); err != nil || len(lines) != 0 {
				t.Errorf("%s has ratings: %+v, %v", p.Name, lines, err)
			}
		}
	})
}

// An account for which a program played is expelled, and its name says so; that can be undone.
func TestAProgramWithoutTheMarkIsMarked(t *testing.T) { // R-BO-5
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Cleo")
		ann, cleo := people[0], people[1]
		c.bot(cleo, "Bob") // so that this name is taken
		bob := c.signedUp("Bob")
		c.must(c.Moderation.SetRole(t.Context(), conduct.Operator(), ann.Name, league.Moderator, "trusted"))
		lost, err := c.accept(cleo, c.mustPropose(bob, func(p *playing.Proposal) { p.Rated = true }).ID)
		c.must(err)
		c.wait(time.Minute)
		c.must(c.playedOut(lost.ID))
		c.must(c.Rate(t.Context()))
		running, err := c.accept(bob, c.mustPropose(cleo, nil).ID)
		c.must(err)
		order := moderation.Order{Kind: league.SanctionProgram, Player: bob.ID, Reason: "Its moves come as a program's"}
		_, err = c.Moderation.Impose(t.Context(), conduct.As(ann), order)
		c.wantForbidden("a moderator marks", err)
		c.must(c.Moderation.SetRole(t.Context(), conduct.Operator(), ann.Name, league.Admin, "trusted"))
		step, err := c.Moderation.Impose(t.Context(), conduct.As(ann), order)
		c.must(err)
		c.delivered()
		if p, err := c.PlayerByName(t.Context(), "Bob 2 BOT"); err != nil || p.ID != bob.ID || p.Kind != league.Expelled || p.Name != "Bob 2 BOT" {
			t.Errorf("it is %+v, %v", p, err)
		}
		if m := c.mustMatch(running.ID).Match; !m.State.Outcome.Over() || m.Seats[m.SeatOf(m.State.Outcome.Winner)].Player.ID != cleo.ID {
			t.Errorf("its open game is %+v", m.State)
		}
		if _, _, err := c.SignIn(t.Context(), members.Credentials{Name: "Bob", Password: "four words without meaning"}); err == nil {
			t.Error("it signs in")
		}
		c.must(c.Moderation.Undo(t.Context(), conduct.As(ann), step.ID, "It was a person"))
		if p, err := c.PlayerByName(t.Context(), "Bob"); err != nil || p.ID != bob.ID || p.Kind != league.Member || p.Name != "Bob" {
			t.Errorf("undone it is %+v, %v", p, err)
		}
		if _, err := c.PlayerByName(t.Context(), "Bob 2 BOT"); league.KindOf(err) != league.NotFound {
			t.Errorf("the name with the mark is left: %v", err)
		}
		if _, _, err := c.SignIn(t.Context(), members.Credentials{Name: "Bob", Password: "four words without meaning"}); err != nil {
			t.Errorf("undone it signs in: %v", err)
		}
	})
}
