package office_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games/cufootball"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/setting"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// unretired is a game as programs knew it that retired no variant.
type unretired struct{ engine.Game }

func (u unretired) Info() engine.Info {
	info := u.Game.Info()
	info.Variants = slices.Clone(info.Variants)
	for i := range info.Variants {
		info.Variants[i].Successor = ""
	}
	return info
}

// sited is a site of before, with one game whose variants are all played.
func sited(t *testing.T, s Store) *club {
	t.Helper()
	return newClubOf(t, s, unretired{streetsoccer.Game{}}, unretired{cufootball.Game{}})
}

// upgraded is the same site, opened by this program at the same moment.
func (c *club) upgraded(s Store) *club {
	c.t.Helper()
	return newClubAt(c, s)
}

// by are rules.
func by(rules string) func(*playing.Proposal) {
	return func(p *playing.Proposal) { p.Rules = rules }
}

func of(format, variant string) league.Competition {
	return league.Competition{Format: format, Game: "streetsoccer", Variant: variant}
}

// retired are all sets of rules that are retired, with their successors' names.
var retired = map[string]string{"streetsoccer/board": "Mastermove rules", "cufootball/classic": "Culica rules", "cufootball/classic,goals=1": "Culica rules"}

func TestNothingNewBeginsByRetiredRules(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann := c.signedUp("Ann")
		c.signedUp("Bob")
		for rules, successor := range retired {
			wants := func(what string, err error) {
				t.Helper()
				if league.KindOf(err) != league.Invalid || !strings.Contains(league.Fields(err)["rules"].Error(), "is retired") || !strings.Contains(err.Error(), "“"+successor+"”") {
					t.Errorf("%s by %s: %v", what, rules, err)
				}
			}
			_, err := c.begin(c.guest(), by(rules))
			wants("a game against a bot", err)
			_, err = c.propose(ann, by(rules))
			wants("an offer", err)
			_, err = c.propose(ann, func(p *playing.Proposal) { p.Rules, p.Opponent = rules, "Bob" })
			wants("an invitation", err)
			_, err = c.propose(ann, func(p *playing.Proposal) { p.Rules, p.Link = rules, true })
			wants("a link", err)
			_, err = c.CreateTournament(t.Context(), ann, c.cup(func(p *tournaments.TournamentProposal) { p.Rules = rules }))
			wants("a tournament", err)
		}
		c.must(c.AdvanceCompetitions(t.Context()))
		if got := c.editionsOpened(); strings.Contains(got, "/board") || strings.Contains(got, "/classic") || !strings.Contains(got, "ladder/streetsoccer/mastermove") {
			t.Errorf("opened are %s", got)
		}
		shown, err := c.Shown(t.Context())
		if err != nil || slices.ContainsFunc(shown, func(c league.Competition) bool { return c.Variant == "board" || c.Variant == "classic" }) {
			t.Errorf("shown are %v, %v", shown, err)
		}
		games, err := c.Site.Games(t.Context())
		c.must(err)
		for _, p := range setting.Parts() {
			if games.Open("streetsoccer/board", p) || games.Knows(setting.Cell{Rules: "streetsoccer/board", Part: p}) {
				t.Errorf("%s of retired rules is open, or can be opened", p)
			}
		}
	})
}

// TestAStoredSiteGoesOnWithWhatIsRetired opens a site on which retired rules were played as any others.
func TestAStoredSiteGoesOnWithWhatIsRetired(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		old := sited(t, s)
		people := old.signedUps("Ann", "Bob", "Cleo", "Dan")
		ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
		match := map[string]league.Match{}
		for _, rules := range []string{"streetsoccer/board", "cufootball/classic,goals=1"} {
			offer := old.mustPropose(ann, by(rules))
			m, err := old.accept(bob, offer.ID)
			old.must(err)
			match[rules] = m
		}
		public := old.mustPropose(ann, by("streetsoccer/board"))
		invitation := old.mustPropose(ann, func(p *playing.Proposal) { p.Rules, p.Opponent = "cufootball/classic,clock=60", "Bob" })
		live := old.mustPropose(ann, by("streetsoccer/mastermove"))
		cup, err := old.CreateTournament(t.Context(), ann, old.cup(func(p *tournaments.TournamentProposal) { p.Rules = "streetsoccer/board" }))
		old.must(err)
		for _, p := range []league.Player{bob, cleo, dan} {
			old.must(old.EnterTournament(t.Context(), p, cup.ID))
		}
		old.must(old.StartTournament(t.Context(), ann, cup.ID))
		old.must(old.AdvanceCompetitions(t.Context()))
		for _, p := range []league.Player{ann, bob} { // two wait for a third
			old.must(old.EnterTournament(t.Context(), p, old.editions(of("minicup", "board"))[0].ID))
			old.must(old.EnterTournament(t.Context(), p, old.editions(of("monthlycup", "board"))[0].ID))
		}
		old.must(old.EnterTournament(t.Context(), cleo, old.editions(of("minicup", "mastermove"))[0].ID))

		c := old.upgraded(s)
		for rules, m := range match {
			for range 3 {
				v := c.mustMatch(m.ID)
				p, ok := v.Match.Mover()
				if !ok {
					t.Fatalf("%s waits for nobody", rules)
				}
				if _, err := c.Play(t.Context(), p, playing.Turn{Match: m.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(rand.New(rand.NewPCG(1, 2))), Arrived: c.Now()}); err != nil {
					t.Fatalf("a move by %s: %v", rules, err)
				}
			}
			c.resign(ann, m)
		}
		_, err = c.accept(bob, public.ID)
		c.refused(err, league.Forbidden, "is retired")
		_, err = c.accept(bob, invitation.ID)
		c.refused(err, league.Forbidden, "Its successor is “Culica rules”")
		seen := map[string]int{}
		for _, p := range []league.Player{ann, bob} {
			notices, err := c.Notices(t.Context(), p.ID, 0, 1000)
			c.must(err)
			seen[p.ID] = len(notices)
		}
		c.must(c.Expire(t.Context()))
		for p, want := range map[string]int{ann.ID: 2, bob.ID: 1} { // both of hers, and the one to him
			notices, err := c.Notices(t.Context(), p, 0, 1000)
			c.must(err)
			lapsed := 0
			for _, n := range notices {
				if n.Event == league.OfferLapsed {
					lapsed++
				}
			}
			if len(notices) != seen[p]+want || lapsed != want {
				t.Errorf("%s is told of %d offers that lapsed, want %d", p, lapsed, want)
			}
		}
		_, err = c.accept(bob, public.ID)
		c.refused(err, league.Stale, "has lapsed: its rules are retired")
		if _, err = c.accept(bob, live.ID); err != nil {
			t.Errorf("another offer: %v", err)
		}

		c.must(c.AdvanceCompetitions(t.Context()))
		c.must(c.AdvanceCompetitions(t.Context()))
		for _, format := range []string{"minicup", "monthlycup", championship.ID} {
			for _, e := range c.editions(of(format, "board")) {
				if e.State != league.Cancelled {
					t.Errorf("%s of retired rules is %s", e.Name, e.State)
				}
			}
		}
		if e := c.editions(of("minicup", "mastermove"))[0]; e.State != league.Running || strings.Join(slices.Sorted(slices.Values(names(e.Entries))), " ") != "Ann Bob Cleo" {
			t.Errorf("the mini cup that succeeds is %s with %v", e.State, names(e.Entries))
		}
		if e := c.editions(of("monthlycup", "mastermove"))[0]; strings.Join(names(e.Entries), " ") != "Ann Bob" {
			t.Errorf("in the monthly cup that succeeds are %v", names(e.Entries))
		}
		c.playOut(cup.ID, people, func(league.Match) bool { return true })
		if got := c.tournament(cup.ID).Tournament.State; got != league.Finished {
			t.Errorf("the tournament is %s", got)
		}
	})
}

func TestALadderOfRetiredRulesIsPlayedOutAndItsOrderGoesOn(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		old := sited(t, s)
		old.must(old.AdvanceCompetitions(t.Context()))
		people := old.members("Ann", "Bob", "Cleo")
		board, heir := of("ladder", "board"), of("ladder", "mastermove")
		for _, p := range people {
			old.must(old.EnterTournament(t.Context(), p, old.editions(board)[0].ID))
			old.must(old.SetLadder(t.Context(), p, board, "manual"))
		}
		m, err := old.Challenge(t.Context(), people[2], board, people[1].ID)
		old.must(err)

		c := old.upgraded(s)
		for range 2 {
			c.must(c.AdvanceCompetitions(t.Context()))
		}
		if e := c.editions(board)[0]; e.State != league.Running {
			t.Errorf("while a match runs the ladder is %s", e.State)
		}
		_, err = c.Challenge(t.Context(), people[1], board, people[0].ID)
		c.refused(err, league.Stale, "paused")
		c.refused(c.EnterTournament(t.Context(), c.signedUp("Dan"), c.editions(board)[0].ID), league.Forbidden, "is retired")
		c.resign(people[1], m)
		c.must(c.Deliver(t.Context(), office.Budget{}))
		for range 2 {
			c.must(c.AdvanceCompetitions(t.Context()))
		}
		if e := c.editions(board)[0]; e.State != league.Finished || strings.Join(names(e.Entries), " ") != "Ann Cleo Bob" {
			t.Errorf("the ladder is %s with %v", e.State, names(e.Entries))
		}
		if e := c.editions(heir)[0]; strings.Join(names(e.Entries), " ") != "Ann Cleo Bob" {
			t.Errorf("the ladder that succeeds has %v", names(e.Entries))
		}
		v, err := c.Ladder(t.Context(), people[0], board)
		if err != nil || len(v.Rows) != 3 {
			t.Errorf("the archive has %d rows, %v", len(v.Rows), err)
		}
	})
}

// TestRightsOfAChampionshipGoOnInItsSuccessor has a season by retired rules played to its end on the new program.
func TestRightsOfAChampionshipGoOnInItsSuccessor(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	old := sited(t, s)
	unlock := func(c *club) {
		c.Site.Locked = nil
		c.Site.Forget()
	}
	unlock(old)
	old.set(true, "streetsoccer/board", setting.Championship) // that of its successor is closed, since nobody has opened it
	people := old.members("Ann", "Bob", "Cleo", "Dan", "Eve")
	old.must(old.AdvanceCompetitions(t.Context()))
	board, heir := of(championship.ID, "board"), of(championship.ID, "mastermove")
	for _, p := range people {
		old.must(old.EnterTournament(t.Context(), p, old.editions(board)[0].ID))
	}
	start := func(c *club, of league.Competition) league.Tournament {
		t.Helper()
		all := c.editions(of)
		c.setTime(all[len(all)-1].Starts.Add(time.Minute))
		c.must(c.AdvanceCompetitions(context.Background()))
		all = c.editions(of)
		return all[len(all)-1]
	}
	season := start(old, board)
	if season.State != league.Running || len(season.Entries) != 5 {
		t.Fatalf("the season is %s with %v", season.State, names(season.Entries))
	}

	c := old.upgraded(s)
	unlock(c)
	c.must(c.AdvanceCompetitions(t.Context()))
	if len(c.editions(heir)) == 0 {
		t.Fatal("what was settled does not hold of the successor")
	}
	next := c.editions(heir)[0]
	if got := strings.Join(names(next.Entries), " "); got == "" || len(next.Entries) != 5 {
		t.Errorf("into the season that succeeds go %q", got)
	}
	if all := c.editions(board); len(all) != 1 || all[0].State != league.Running {
		t.Errorf("of the retired one there are %d editions, the last is %s", len(all), all[len(all)-1].State)
	}
	c.playOut(season.ID, people, func(league.Match) bool { return true })
	if got := c.tournament(season.ID).Tournament.State; got != league.Finished {
		t.Fatalf("the season is %s", got)
	}
	next = start(c, heir)
	if next.State != league.Running || len(next.Entries) != 5 {
		t.Errorf("the season that succeeds is %s with %v", next.State, names(next.Entries))
	}
	if all := c.editions(board); len(all) != 1 {
		t.Errorf("of the retired one there are %d editions", len(all))
	}
}

// TestARoundThatIsEarnedIsPlayedByRetiredRules has two groups of a monthly cup played before, and their winners meet after.
func TestARoundThatIsEarnedIsPlayedByRetiredRules(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	old := sited(t, s)
	board := of("monthlycup", "board")
	people := old.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
	for g := range 2 {
		old.must(old.AdvanceCompetitions(t.Context()))
		group := old.editions(board)[g].ID
		for _, p := range people[5*g : 5*g+5] {
			old.must(old.EnterTournament(t.Context(), p, group))
		}
		old.playOut(group, people, func(league.Match) bool { return true })
	}
	old.sleep(31 * 24 * time.Hour)
	c := old.upgraded(s)
	c.must(c.AdvanceCompetitions(t.Context()))
	var running []string
	for _, e := range c.editions(board) {
		if e.State == league.Running {
			running = append(running, e.Edition)
		}
		if e.State == league.Registration {
			t.Errorf("%s takes entries", e.Name)
		}
	}
	if strings.Join(running, " ") != "2026-05-r2" {
		t.Errorf("of the retired cup %q is played", running)
	}
}
