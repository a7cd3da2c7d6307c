package office_test

import (
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestEveryTermOfAProposalIsKept(t *testing.T) { // R-UT-2
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo")
	starts := c.Now().Add(72 * time.Hour).Truncate(time.Minute)
	p := c.cup(func(p *office.TournamentProposal) {
		p.Format, p.Places, p.Cycles, p.Start, p.Starts, p.Closes = "groups", "12", "2", office.StartDay, starts.Format(league.TermsTime), starts.Add(-time.Hour).Format(league.TermsTime)
		p.CheckIn, p.Least, p.Waiting, p.From, p.To, p.Finished, p.Flagged = "2", "6", true, "1200", "1800", "3", "10"
		p.Password, p.ByInvite, p.Private, p.NoBots, p.Seeding, p.Directors = " open sesame ", true, true, true, league.SeedRating, "bob, Cleo,,Ann"
		p.GroupSize, p.Through, p.RoundDays, p.Rounds, p.Joining, p.NoVacation, p.Profile = "4", "2", "30", "5", true, true, " TP+DE + son "
	})
	made, err := c.CreateTournament(t.Context(), people[0], p)
	c.must(err)
	want := "groups streetsoccer/lg live 12 2 organiser,profile=tp+de+son,vacation=no,closes=" + starts.Add(-time.Hour).Format(time.RFC3339) + ",starts=" + starts.Format(time.RFC3339) +
		",least=6,checkin=2h,waiting,private,invited,password,bots=no,seeding=rating,groupsize=4,through=2,days=30,from=1200,to=1800,finished=3,flagged=10 Spring Cup"
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
	for field, change := range map[string]func(*office.TournamentProposal){
		"reservation": func(p *office.TournamentProposal) { p.Reservation = "abc.def" },
		"name":        func(p *office.TournamentProposal) { p.Name = "x" },
		"format":      func(p *office.TournamentProposal) { p.Format = "ladder" },
		"places":      func(p *office.TournamentProposal) { p.Places = "13" },
		"cycles":      func(p *office.TournamentProposal) { p.Cycles = "4" },
		"rules":       func(p *office.TournamentProposal) { p.Rules = "chess/std" },
		"control":     func(p *office.TournamentProposal) { p.Control = "blitz" },
		"start":       func(p *office.TournamentProposal) { p.Start = "soon" },
		"starts":      func(p *office.TournamentProposal) { p.Start = office.StartDay },
		"least":       func(p *office.TournamentProposal) { p.Start, p.Starts, p.Least = office.StartDay, later(c), "5" },
		"check_in":    func(p *office.TournamentProposal) { p.Start, p.Starts, p.CheckIn = office.StartDay, later(c), "99" },
		"closes":      func(p *office.TournamentProposal) { p.Closes = "yesterday" },
		"profile":     func(p *office.TournamentProposal) { p.Profile = "son+tp" },
		"seeding":     func(p *office.TournamentProposal) { p.Seeding = "beauty" },
		"group_size": func(p *office.TournamentProposal) {
			p.Format, p.Places, p.Cycles, p.GroupSize = "groups", "12", "1", "2"
		},
		"through":     func(p *office.TournamentProposal) { p.Format, p.Places, p.Cycles, p.Through = "groups", "12", "1", "9" },
		"round_days":  func(p *office.TournamentProposal) { p.Format, p.RoundDays = "knockout", "0" },
		"rating_from": func(p *office.TournamentProposal) { p.From = "12" },
		"rating_to":   func(p *office.TournamentProposal) { p.From, p.To = "1800", "1200" },
		"finished":    func(p *office.TournamentProposal) { p.Finished = "-1" },
		"flagged":     func(p *office.TournamentProposal) { p.Flagged = "101" },
		"password":    func(p *office.TournamentProposal) { p.Password = "abc" },
		"directors":   func(p *office.TournamentProposal) { p.Directors = "Nobody" },
	} {
		_, err := c.CreateTournament(t.Context(), ann, c.cup(change))
		if fields := league.Fields(err); fields[field] == "" || len(fields) != 1 {
			t.Errorf("%s: %v (%v)", field, fields, err)
		}
	}
	if n, err := c.store.Organised(t.Context(), ann.ID, league.Registration); err != nil || n != 0 {
		t.Errorf("%d tournaments, %v", n, err)
	}
	_, err := c.CreateTournament(t.Context(), ann, c.cup(func(p *office.TournamentProposal) { p.Places = "20" }))
	if got := league.Fields(err)["places"]; !strings.Contains(got, "For 20, choose groups and knock-out.") { // R-UT-3
		t.Error(got)
	}
}

func TestCloseWinsPayLessWhereTheGameHasThemAndTheOrganiserSaysSo(t *testing.T) { // R-PT-3
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		for _, x := range []struct {
			rules     string
			said, has bool
		}{{"onetwofun/basic,goals=3", true, true}, {"onetwofun/blocking", false, false}, {"streetsoccer/lg", true, false}, {"cufootball/classic", true, false}} {
			v := c.tournament(c.started(people, func(p *office.TournamentProposal) { p.Places, p.Rules, p.CloseWin = "3", x.rules, x.said }))
			if v.Tournament.CloseWin != x.has || v.Matches[0].CloseWin != x.has {
				t.Errorf("%s, close wins %t: the tournament %t, its matches %t", x.rules, x.said, v.Tournament.CloseWin, v.Matches[0].CloseWin)
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
			if got, err := c.Refuses(t.Context(), bob, tournament); err != nil || !strings.Contains(got, why) {
				t.Errorf("%q, %v", got, err)
			}
			c.desk(ann, id, office.DeskForm{Act: "invite", Player: "Bob"}) // whom she invites enters all the same
			c.enter(id, bob)
			c.enter(id, ann) // nothing is asked of herself
		}
		refuses(opened(func(t *league.TournamentTerms) { t.ByInvite = true }), "Only players who are invited")
		refuses(opened(func(t *league.TournamentTerms) { t.Window.From = 1600 }), "This is for ratings of 1600.0 and more")
		refuses(opened(func(t *league.TournamentTerms) { t.Window.To = 1400 }), "This is for ratings up to 1400.0")
		refuses(opened(func(t *league.TournamentTerms) { t.Finished = 1 }), "must have finished 1 games; you have finished 0")
		fine := opened(func(t *league.TournamentTerms) { t.Window, t.Flagged = league.RatingWindow{From: 1400, To: 1600}, 1 })
		c.enter(fine, bob)
	})
}

func TestATournamentOpensWithItsWord(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob")
		ann, bob := people[0], people[1]
		made, err := c.CreateTournament(t.Context(), ann, c.cup(func(p *office.TournamentProposal) { p.Password, p.Playing = "open sesame", false }))
		c.must(err)
		for word, why := range map[string]string{"": "Write the word", "sesame": "That is not the word"} {
			if err := c.EnterWith(t.Context(), bob, made.ID, word); !strings.Contains(league.Fields(err)["word"], why) {
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
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
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
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
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
