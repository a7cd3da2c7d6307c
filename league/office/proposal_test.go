package office_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	deskleague "kickabout/league/desk"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestEveryTermOfAProposalIsKept(t *testing.T) { // R-UT-2
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo")
	starts := c.Now().Add(72 * time.Hour).Truncate(time.Minute)
	p := c.cup(func(p *tournaments.TournamentProposal) {
		p.Format, p.Places, p.Cycles, p.Start = "groups", "12", "2", tournaments.StartDay
		p.Set("starts", starts.Format(league.TermsTime))
		p.Set("closes", starts.Add(-time.Hour).Format(league.TermsTime))
		p.Set("check_in", "2")
		p.Set("least", "6")
		p.Tick("waiting", true)
		p.Set("rating_from", "1200")
		p.Set("rating_to", "1800")
		p.Set("finished", "3")
		p.Set("flagged", "10")
		p.Password, p.Directors = " open sesame ", "bob, Cleo,,Ann"
		p.Tick("by_invitation", true)
		p.Tick("private", true)
		p.Set("bots", "")
		p.Set("seeding", league.SeedRating)
		p.Profile = " TP+DE + son "
		p.Set("group_size", "4")
		p.Set("through", "2")
		p.Set("round_days", "30")
		p.Set("rounds", "5")
		p.Tick("joining", true)
		p.Tick("no_vacation", true)
	})
	made, err := c.CreateTournament(t.Context(), people[0], p)
	c.must(err)
	want := "groups streetsoccer/lg live 12 2 organiser,profile=tp+de+son,vacation=no,closes=" + starts.Add(-time.Hour).Format(time.RFC3339) + ",starts=" + starts.Format(time.RFC3339) +
		",least=6,checkin=2h,waiting,private,invited,password,bots=no,seeding=rating,groupsize=4,through=2,days=30,from=1200,to=1800,finished=3,flagged=10,berger,earned Spring Cup"
	stored := c.tournament(made.ID).Tournament
	if got := stored.TournamentTerms.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, d := range people[1:] {
		if !stored.Has(d.ID, league.Director) || c.told(d) != 1 {
			t.Errorf("%s directs: %v, told %d times", d.Name, stored.Has(d.ID, league.Director), c.told(d))
		}
	}
	if strings.Contains(c.logText(made.ID), "sesame") {
		t.Error("the word is in the log")
	}
	again, err := c.CreateTournament(t.Context(), people[0], p)
	if err != nil || again.ID != made.ID {
		t.Errorf("sent twice: %v, %v", again.ID, err)
	}
	program := c.ReserveTournamentAs(people[0], "key")
	if program != c.ReserveTournamentAs(people[0], "key") || program == c.ReserveTournamentAs(people[1], "key") || program == c.ReserveTournamentAs(people[0], "other") {
		t.Error("a key does not name one tournament of a player")
	}
}

// logText is all texts of a tournament's log.
func (c *club) logText(id string) string {
	var texts []string
	for _, d := range c.tournament(id).Tournament.Log {
		texts = append(texts, d.Text)
	}
	return strings.Join(texts, "\n")
}

func TestWhatIsWrongWithAProposalIsSaidFieldByField(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann := c.signedUps("Ann")[0]
	for field, change := range map[string]func(*tournaments.TournamentProposal){
		"reservation": func(p *tournaments.TournamentProposal) { p.Reservation = "abc.def" },
		"name":        func(p *tournaments.TournamentProposal) { p.Name = "x" },
		"format":      func(p *tournaments.TournamentProposal) { p.Format = "ladder" },
		"places":      func(p *tournaments.TournamentProposal) { p.Places = "13" },
		"cycles":      func(p *tournaments.TournamentProposal) { p.Cycles = "4" },
		"rules":       func(p *tournaments.TournamentProposal) { p.Rules = "chess/std" },
		"control":     func(p *tournaments.TournamentProposal) { p.Control = "blitz" },
		"start":       func(p *tournaments.TournamentProposal) { p.Start = "soon" },
		"starts":      func(p *tournaments.TournamentProposal) { p.Start = tournaments.StartDay },
		"least": func(p *tournaments.TournamentProposal) {
			p.Start = tournaments.StartDay
			p.Set("starts", later(c))
			p.Set("least", "5")
		},
		"check_in": func(p *tournaments.TournamentProposal) {
			p.Start = tournaments.StartDay
			p.Set("starts", later(c))
			p.Set("check_in", "99")
		},
		"closes":  func(p *tournaments.TournamentProposal) { p.Set("closes", "yesterday") },
		"profile": func(p *tournaments.TournamentProposal) { p.Profile = "son+tp" },
		"seeding": func(p *tournaments.TournamentProposal) { p.Set("seeding", "beauty") },
		"group_size": func(p *tournaments.TournamentProposal) {
			p.Format, p.Places, p.Cycles = "groups", "12", "1"
			p.Set("group_size", "2")
		},
		"through": func(p *tournaments.TournamentProposal) {
			p.Format, p.Places, p.Cycles = "groups", "12", "1"
			p.Set("through", "9")
		},
		"round_days":  func(p *tournaments.TournamentProposal) { p.Format = "knockout"; p.Set("round_days", "0") },
		"rating_from": func(p *tournaments.TournamentProposal) { p.Set("rating_from", "12") },
		"rating_to":   func(p *tournaments.TournamentProposal) { p.Set("rating_from", "1800"); p.Set("rating_to", "1200") },
		"finished":    func(p *tournaments.TournamentProposal) { p.Set("finished", "-1") },
		"flagged":     func(p *tournaments.TournamentProposal) { p.Set("flagged", "101") },
		"password":    func(p *tournaments.TournamentProposal) { p.Password = "abc" },
		"directors":   func(p *tournaments.TournamentProposal) { p.Directors = "Nobody" },
		"edition":     func(p *tournaments.TournamentProposal) { p.Set("edition", "2027") }, // is no term that is asked for
		"colour":      func(p *tournaments.TournamentProposal) { p.Set("colour", "red") },   // is no term at all
	} {
		_, err := c.CreateTournament(t.Context(), ann, c.cup(change))
		if fields := league.Fields(err); fields[field] == nil || len(fields) != 1 {
			t.Errorf("%s: %v (%v)", field, fields, err)
		}
	}
	if n, err := c.store.Organised(t.Context(), ann.ID, league.Registration); err != nil || n != 0 {
		t.Errorf("%d tournaments, %v", n, err)
	}
	_, err := c.CreateTournament(t.Context(), ann, c.cup(func(p *tournaments.TournamentProposal) { p.Places = "20" }))
	if got := league.Fields(err)["places"]; !strings.Contains(fmt.Sprint(got), "For 20, choose groups and knock-out.") { // R-UT-3
		t.Error(got)
	}
}

func TestCloseWinsPayLessWhereTheGameHasThemAndTheOrganiserSaysSo(t *testing.T) { // R-PT-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		for _, x := range []struct {
			rules     string
			said, has bool
		}{{"onetwofun/basic,goals=3", true, true}, {"onetwofun/blocking", false, false}, {"streetsoccer/lg", true, false}, {"cufootball/culica", true, false}} {
			v := c.tournament(c.started(people, func(p *tournaments.TournamentProposal) { p.Places, p.Rules = "3", x.rules; p.Tick("close_win", x.said) }))
			if v.Tournament.Pays == league.CloseWinScoring != x.has || v.Matches[0].Pays != v.Tournament.Pays {
				t.Errorf("%s, close wins %t: the tournament %q, its matches %q", x.rules, x.said, v.Tournament.Pays, v.Matches[0].Pays)
			}
		}
	})
}

func later(c *club) string { return c.Now().Add(48 * time.Hour).Format(league.TermsTime) }

func TestOnlyWhoFulfilsItsConditionsEnters(t *testing.T) { // R-UT-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		opened := func(change func(*league.TournamentTerms)) string { return c.opened(ann, change) }
		refuses := func(id, why string) {
			t.Helper()
			c.refused(c.EnterTournament(t.Context(), bob, id), league.Forbidden, why)
			tournament := c.tournament(id).Tournament
			if got, err := c.EntryObstacle(t.Context(), bob, tournament); err != nil || !strings.Contains(fmt.Sprint(got), why) {
				t.Errorf("%v, %v", got, err)
			}
			c.desk(ann, id, deskleague.DeskForm{Act: "invite", Player: "Bob"}) // whom she invites enters all the same
			c.enter(id, bob)
			c.enter(id, ann) // nothing is asked of herself
		}
		refuses(opened(func(t *league.TournamentTerms) { t.ByInvite = true }), "Only players who are invited")
		refuses(opened(func(t *league.TournamentTerms) { t.Window.From = 1600 }), "This is for ratings of 1600.0 and more")
		refuses(opened(func(t *league.TournamentTerms) { t.Window.To = 1400 }), "This is for ratings up to 1400.0")
		refuses(opened(func(t *league.TournamentTerms) { t.Finished = 1 }), "must have finished 1 games; you have finished 0")
		c.Days = noneYet{} // else whom nobody has tested would not be let in below a limit
		fine := opened(func(t *league.TournamentTerms) { t.Window, t.Flagged = league.RatingWindow{From: 1400, To: 1600}, 1 })
		c.enter(fine, bob)
	})
}

func TestATournamentOpensWithItsWord(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		made, err := c.CreateTournament(t.Context(), ann, c.cup(func(p *tournaments.TournamentProposal) { p.Password, p.Playing = "open sesame", false }))
		c.must(err)
		for word, why := range map[string]string{"": "Write the word", "sesame": "That is not the word"} {
			if err := c.EnterWith(t.Context(), bob, made.ID, word); !strings.Contains(fmt.Sprint(league.Fields(err)["word"]), why) {
				t.Errorf("%q: %v", word, err)
			}
		}
		if _, in := c.tournament(made.ID).Tournament.Entrant(bob.ID); in {
			t.Fatal("he is in")
		}
		c.must(c.EnterWith(t.Context(), bob, made.ID, " open sesame "))
		c.must(c.EnterTournament(t.Context(), ann, made.ID)) // it is hers
	})
}

func TestConductCountsTheLastMatches(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		id := c.opened(ann, func(t *league.TournamentTerms) { t.Places, t.Cycles, t.NoVacation = 3, 2, true })
		cleo := c.signedUps("Cleo")[0]
		c.enter(id, ann, bob, cleo)
		c.must(c.StartTournament(t.Context(), ann, id))
		for _, m := range c.running(id) { // Bob resigns his, the others run out of time
			if m.SideOf(bob.ID) != engine.NoSide {
				c.resign(bob, m)
			}
		}
		c.wait(60 * 24 * time.Hour)
		c.must(c.Sweep(t.Context()))
		if finished, recent, flagged, err := c.store.Conduct(t.Context(), bob.ID, 3); err != nil || finished != 4 || recent != 3 || flagged != 0 {
			t.Errorf("Bob: %d, %d, %d, %v", finished, recent, flagged, err)
		}
		_, _, a, err := c.store.Conduct(t.Context(), ann.ID, 50)
		c.must(err)
		_, _, b, err := c.store.Conduct(t.Context(), cleo.ID, 50)
		if err != nil || a+b != 2 {
			t.Errorf("Ann lost %d on time and Cleo %d, %v", a, b, err)
		}
	})
}

func TestDraftsAreKeptAndAreTheirPlayersAlone(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		id, err := c.SaveDraft(t.Context(), ann, "", "Cup", "name=Cup")
		c.must(err)
		again, err := c.SaveDraft(t.Context(), ann, id, "Cup 2", "name=Cup+2")
		d, err2 := c.Draft(t.Context(), ann, id)
		if err != nil || err2 != nil || again != id || d.Form != "name=Cup+2" || d.Name != "Cup 2" {
			t.Errorf("%+v, %v, %v", d, err, err2)
		}
		_, err = c.Draft(t.Context(), bob, id)
		c.refused(err, league.NotFound, "no such draft")
		_, err = c.SaveDraft(t.Context(), bob, id, "Mine", "name=Mine")
		c.refused(err, league.Forbidden, "somebody else's")
		c.must(c.DropDraft(t.Context(), bob, id))
		for range 19 {
			_, err = c.SaveDraft(t.Context(), ann, "", "More", "")
			c.must(err)
		}
		_, err = c.SaveDraft(t.Context(), ann, "", "More", "")
		c.refused(err, league.Forbidden, "You have 20 drafts")
		if list, err := c.Drafts(t.Context(), ann); err != nil || len(list) != 20 {
			t.Errorf("%d drafts, %v", len(list), err)
		}
		c.must(c.DropDraft(t.Context(), ann, id))
		c.must(c.DropDraft(t.Context(), ann, id))
		_, err = c.Draft(t.Context(), ann, id)
		c.refused(err, league.NotFound, "no such draft")
	})
}
