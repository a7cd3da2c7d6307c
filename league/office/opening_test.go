package office_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	playing "kickabout/league/play"
	"kickabout/league/setting"
	"kickabout/store"
	"kickabout/store/storetest"
)

// newSite is a club of which nothing is settled.
func newSite(t *testing.T, s Store) *club {
	t.Helper()
	c := newClubOver(t, s)
	c.Site.Locked = nil
	c.Site.Forget()
	return c
}

// set opens or closes a part of some rules.
func (c *club) set(open bool, rules string, parts ...setting.Part) {
	c.t.Helper()
	wish := map[setting.Cell]bool{}
	for _, p := range parts {
		wish[setting.Cell{Rules: rules, Part: p}] = open
	}
	c.must(c.Moderation.Games.Set(c.t.Context(), conduct.Operator(), wish, "so"))
}

// editionsOpened lists the competitions of which there is an edition: "ladder/streetsoccer/lg …".
func (c *club) editionsOpened() string {
	c.t.Helper()
	var ids []string
	for _, of := range c.Competitions() {
		if len(c.editions(of)) > 0 {
			ids = append(ids, of.ID())
		}
	}
	return strings.Join(ids, " ")
}

func TestANewSiteOpensTheCompetitionsOfItsMainRules(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newSite(t, open())
		c.must(c.AdvanceCompetitions(t.Context()))
		all := "championship/streetsoccer/lg ladder/streetsoccer/lg minicup/streetsoccer/lg monthlycup/streetsoccer/lg"
		if got := c.editionsOpened(); got != all {
			t.Errorf("open are %s", got)
		}
		for _, rules := range c.RuleSets() { // offers, of all rules
			if _, err := c.begin(c.guest(), func(p *playing.Proposal) { p.Rules = rules }); err != nil {
				t.Errorf("%s: %v", rules, err)
			}
		}
		shown, err := c.Shown(t.Context())
		if err != nil || len(shown) != 4 {
			t.Errorf("shown are %v, %v", shown, err)
		}
		c.set(true, "onetwofun/basic", setting.Ladder)
		c.set(false, "streetsoccer/lg", setting.MonthlyCup)
		c.must(c.AdvanceCompetitions(t.Context()))
		if got := c.editionsOpened(); got != strings.Replace(all, "minicup", "ladder/onetwofun/basic minicup", 1) {
			t.Errorf("then open are %s", got)
		}
		if shown, err = c.Shown(t.Context()); err != nil || len(shown) != 5 { // the monthly cup has an edition
			t.Errorf("then shown are %v, %v", shown, err)
		}
	})
}

func TestWhereGamesAreClosedNothingNewBegins(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newSite(t, open())
		people := c.ladderOf("Ann", "Bob", "Cleo", "Dan")
		ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
		eve := c.signedUp("Eve")
		onLadder := c.challenged(dan, bob)
		offer := c.mustPropose(ann, nil)
		linkedOffer, link := c.linked(cleo, nil)
		cup, month := league.Competition{Format: "minicup", Game: "streetsoccer", Variant: "lg"}, league.Competition{Format: "monthlycup", Game: "streetsoccer", Variant: "lg"}
		season := league.Competition{Format: "championship", Game: "streetsoccer", Variant: "lg"}
		guest := c.guest()
		m := c.mustBegin(guest)
		c.must(c.EnterTournament(t.Context(), ann, c.editions(cup)[0].ID))

		c.set(false, "streetsoccer/lg", setting.Parts()...)
		_, err := c.begin(c.guest(), nil)
		c.refused(err, league.Invalid, "This site begins no new games of StreetSoccer")
		if fields := league.Fields(err); fields["rules"] == nil || len(fields) != 1 {
			t.Errorf("it is about %v", fields)
		}
		_, err = c.propose(ann, nil)
		c.refused(err, league.Invalid, "no new games")
		_, err = c.accept(bob, offer.ID)
		c.refused(err, league.Forbidden, "no new games")
		_, err = c.AcceptLink(t.Context(), bob, link, "", false, c.Now())
		c.refused(err, league.Forbidden, "no new games")
		for _, of := range []league.Competition{cup, month, season, street} {
			c.refused(c.EnterTournament(t.Context(), eve, c.editions(of)[0].ID), league.Forbidden, "is closed")
		}
		_, err = c.Challenge(t.Context(), cleo, street, bob.ID)
		c.refused(err, league.Stale, "paused")
		for _, p := range people { // nor does the site choose opponents
			c.must(c.SetLadder(t.Context(), p, street, "automatic"))
		}
		running := len(c.ladder(ann).Running)
		c.must(c.AdvanceCompetitions(t.Context()))
		c.must(c.BeginDemo(t.Context()))
		if got := len(c.ladder(ann).Running); got != running || got != 1 {
			t.Errorf("%d games of the ladder", got)
		}

		// What runs ends, and what has opened is left by who wants to.
		if _, err := c.Play(t.Context(), guest, playing.Turn{Match: m.Match.ID, Seen: m.Record.Seq, Move: anyMove(m), Arrived: c.Now()}); err != nil {
			t.Errorf("a move: %v", err)
		}
		c.resign(bob, onLadder)
		if got := c.places(); got != "Ann Dan Bob Cleo" {
			t.Errorf("a win on a closed ladder: %s", got)
		}
		c.must(c.LeaveTournament(t.Context(), ann, c.editions(cup)[0].ID))
		c.wait(time.Hour)

		c.set(true, "streetsoccer/lg", setting.Parts()...)
		if _, err = c.accept(bob, offer.ID); err != nil {
			t.Errorf("open again, an offer: %v", err)
		}
		if _, err = c.AcceptLink(t.Context(), bob, link, "", false, c.Now()); err != nil {
			t.Errorf("open again, the link of %s: %v", linkedOffer.ID, err)
		}
		c.must(c.EnterTournament(t.Context(), eve, c.editions(cup)[0].ID))
	})
}

func TestWhatIsToWatchIsOfGamesThatAreOpen(t *testing.T) {
	c := newSite(t, storetest.Open(t, storetest.SQLite(t)))
	for _, rules := range c.RuleSets() {
		if rules != "onetwofun/basic" {
			c.set(false, rules, setting.Offers)
		}
	}
	watched := func(want int) {
		t.Helper()
		for range 3 {
			c.must(c.BeginDemo(t.Context()))
		}
		running, err := c.Running(t.Context(), league.Site(), 9)
		c.must(err)
		for _, m := range running {
			if m.Game+"/"+m.Variant != "onetwofun/basic" {
				t.Errorf("there is %s/%s to watch", m.Game, m.Variant)
			}
		}
		if len(running) != want {
			t.Errorf("there are %d games to watch, want %d", len(running), want)
		}
	}
	c.set(false, "onetwofun/basic", setting.Offers)
	watched(0)
	c.set(true, "onetwofun/basic", setting.Offers)
	watched(3)
}

func TestGamesAreChangedByAdminsWithAReasonInTheLog(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newSite(t, open())
		ada, mo := c.officer("Ada", league.Admin), c.officer("Mo", league.Moderator)
		cell := func(rules string, p setting.Part) setting.Cell { return setting.Cell{Rules: rules, Part: p} }
		ladder := map[setting.Cell]bool{cell("onetwofun/basic", setting.Ladder): true}
		lines := func() []league.AuditLine {
			log, err := c.store.AuditLog(t.Context(), "games", math.MaxInt32, 99)
			c.must(err)
			return log
		}
		for _, by := range []conduct.Actor{{}, conduct.As(mo)} {
			c.refused(c.Moderation.Games.Set(t.Context(), by, ladder, "so"), league.Forbidden, "Only admins")
			_, err := c.Moderation.Games.Now(t.Context(), by)
			c.refused(err, league.Forbidden, "Only admins")
		}
		as := conduct.As(ada)
		c.refused(c.Moderation.Games.Set(t.Context(), as, ladder, " "), league.Invalid, "Say why")
		for _, none := range []setting.Cell{cell("chess/lg", setting.Ladder), cell("streetsoccer/lg", "roundrobin"), {}} {
			err := c.Moderation.Games.Set(t.Context(), as, map[setting.Cell]bool{none: true, cell("onetwofun/basic", setting.MiniCup): true}, "so")
			c.refused(err, league.Invalid, "There is no")
		}
		if len(lines()) != 0 {
			t.Errorf("refusals are in the log: %v", lines())
		}
		ladder[cell("streetsoccer/lg", setting.Championship)] = false
		ladder[cell("streetsoccer/lg", setting.Offers)] = true // is so
		c.must(c.Moderation.Games.Set(t.Context(), as, ladder, "four of us"))
		c.must(c.Moderation.Games.Set(t.Context(), as, ladder, "again"))
		log := lines()
		if len(log) != 1 || log[0].Act != "change games" || log[0].By != ada.ID || log[0].Reason != "four of us" ||
			log[0].Detail != "streetsoccer/lg championship off, onetwofun/basic ladder on" {
			t.Errorf("the log has %+v", log)
		}
		games, err := c.Moderation.Games.Now(t.Context(), as)
		c.must(err)
		if games.Open("streetsoccer/lg", setting.Championship) || !games.Open("onetwofun/basic", setting.Ladder) || games.Open("onetwofun/basic", setting.MiniCup) || !games.Open("streetsoccer/lg", setting.Offers) {
			t.Errorf("open is otherwise: closed are %v", games.Closed())
		}
	})
}
