package office_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/correction"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// beaten has a player resign against another one.
func (c *club) beaten(id string, winner, loser league.Player) {
	c.t.Helper()
	for _, m := range c.running(id) {
		if m.SideOf(winner.ID) != engine.NoSide && m.SideOf(loser.ID) != engine.NoSide {
			_, err := c.Resign(c.t.Context(), loser, m.ID, c.Now())
			c.must(err)
			c.wait(time.Minute)
			return
		}
	}
	c.t.Fatalf("%s and %s do not play", winner.Name, loser.Name)
}

// TestAnAdminCorrectsAStrikeWhenAllIsOver: the one who was struck with all their results counts again, by which another one
// has won, and back again.
func TestAnAdminCorrectsAStrikeWhenAllIsOver(t *testing.T) { // R-CO-1, R-CO-2, R-FF-5
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people, ada := c.members("Ann", "Bob", "Cleo", "Dan", "Eve"), c.officer("Ada", league.Admin)
		ann, bob, cleo, dan, eve := people[0], people[1], people[2], people[3], people[4]
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places = "5" })
		c.beaten(id, dan, ann)
		c.must(c.Strike(t.Context(), ann, id, dan.ID, "was said to be a program"))
		form := correction.ExitForm{Player: dan.ID, Was: "voided", Now: "in", Reason: "Dan is none"}
		c.refused(c.CorrectExit(t.Context(), ada, id, form), league.Stale, "is not over")
		for _, won := range [][2]league.Player{{ann, bob}, {ann, cleo}, {eve, ann}, {bob, cleo}, {bob, eve}, {cleo, eve}} {
			c.beaten(id, won[0], won[1])
		}
		was := c.tournament(id)
		if was.Tournament.State != league.Finished || c.exitOf(id, dan) != league.Voided || fmt.Sprint(was.Tournament.Winners()) != fmt.Sprint([]league.Player{was.Tournament.Entries[slices.IndexFunc(was.Tournament.Entries, func(e league.Entrant) bool { return e.Player.ID == ann.ID })].Player}) {
			t.Fatalf("%s, Dan is %q, and the winners are %v", was.Tournament.State, c.exitOf(id, dan), was.Tournament.Winners())
		}
		c.refused(c.CorrectExit(t.Context(), ann, id, form), league.Forbidden, "Only the admins")
		c.refused(c.CorrectExit(t.Context(), ada, id, correction.ExitForm{Player: bob.ID, Now: "voided", Reason: "why"}), league.Invalid, "somebody who was taken out")
		for wrong, form := range map[string]correction.ExitForm{
			"Choose how":           {Player: dan.ID, Reason: "why"},
			"Choose how they":      {Player: dan.ID, Now: "cheated", Reason: "why"},
			"Say why":              {Player: dan.ID, Now: "in"},
			"count so already":     {Player: dan.ID, Now: "voided", Reason: "why"},
			"since you looked":     {Player: dan.ID, Was: "in", Now: "forfeited", Reason: "why"},
			"somebody who was tak": {Now: "in", Reason: "why"},
		} {
			if err := c.CorrectExit(t.Context(), ada, id, form); !strings.Contains(fmt.Sprint(err, league.Fields(err)), wrong) {
				t.Errorf("%+v: %v, want %q", form, err, wrong)
			}
		}
		shown, err := c.Exit(t.Context(), ada, id, form)
		c.must(err)
		if w := shown.Effect.Winners; len(w[0]) != 1 || w[0][0] != ann.ID || len(w[1]) != 1 || w[1][0] != bob.ID {
			t.Errorf("shown as winners are %v", w)
		}
		before := c.standings(people)
		c.must(c.CorrectExit(t.Context(), ada, id, form))
		now := c.tournament(id)
		if got := fmt.Sprintf("%+v", shown.Effect.After); rowsText(now) != got {
			t.Errorf("the table is\n%s\nand was shown as\n%s", rowsText(now), got)
		}
		if w := now.Tournament.Winners(); len(w) != 1 || w[0].ID != bob.ID || now.Tournament.State != league.Finished || !now.Tournament.Ended.Equal(was.Tournament.Ended) {
			t.Errorf("%s at %v, and the winners are %v", now.Tournament.State, now.Tournament.Ended, w)
		}
		if got := c.standings(people); !slices.Equal(got, before) {
			t.Errorf("ratings are\n%v\nand were\n%v", got, before)
		}
		lines, err := c.store.AuditLog(t.Context(), id, math.MaxInt32, 99)
		c.must(err)
		if !slices.ContainsFunc(lines, func(l league.AuditLine) bool {
			return l.Act == string(conduct.CorrectStrike) && l.Subject == id && l.By == ada.ID && l.Reason == "Dan is none" && l.Detail == "voided in"
		}) {
			t.Errorf("the site's log has no line of it: %+v", lines)
		}
		c.consistent(people)
		c.refused(c.CorrectExit(t.Context(), ada, id, form), league.Stale, "since you looked")
		rest := correction.ExitForm{Player: dan.ID, Was: "in", Now: "forfeited", Reason: "was late"}
		c.must(c.CorrectExit(t.Context(), ada, id, rest)) // and another one over it
		event := c.eventOf(id, league.ActCorrected)
		c.refused(c.UndoExit(t.Context(), ada, id, dan.ID, event-2, ""), league.Stale, "does not stand")
		c.refused(c.UndoExit(t.Context(), bob, id, dan.ID, event, ""), league.Forbidden, "Only the admins")
		c.must(c.UndoExit(t.Context(), ada, id, dan.ID, event, ""))
		if got := c.exitOf(id, dan); got != league.Stays {
			t.Errorf("undone once they are %q", got)
		}
		view, err := c.Exit(t.Context(), ada, id, correction.ExitForm{Player: dan.ID})
		c.must(err)
		c.must(c.UndoExit(t.Context(), ada, id, dan.ID, view.Chosen.Undo.Seq, ""))
		if got := c.tournament(id); rowsText(got) != rowsText(was) || fmt.Sprint(got.Tournament.Winners()) != fmt.Sprint(was.Tournament.Winners()) {
			t.Errorf("undone, the table is\n%s\nand was\n%s\nand %v has won", rowsText(got), rowsText(was), got.Tournament.Winners())
		}
		if view, err = c.Exit(t.Context(), ada, id, correction.ExitForm{Player: dan.ID}); err != nil || view.Chosen.Undo != nil {
			t.Errorf("there is still something to undo: %+v, %v", view.Chosen, err)
		}
		c.consistent(people)
	})
}

// TestNoGameIsMissingByACorrectedStrike: who was struck before the final has no final to play any more. Nor does an admin
// correct how somebody counts where they have played themselves.
func TestNoGameIsMissingByACorrectedStrike(t *testing.T) { // R-CO-1
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people, ada := c.members("Ann", "Bob", "Cleo"), c.officer("Ada", league.Admin)
		id := c.started(append(people, ada), func(p *tournaments.TournamentProposal) {
			p.Format, p.Places, p.Cycles = "knockout", "4", "1"
		})
		semis := c.running(id)
		first, second := semis[0].Seats, semis[1].Seats
		c.beaten(id, first[0].Player, first[1].Player)
		c.must(c.Strike(t.Context(), people[0], id, first[0].Player.ID, "was rude"))
		c.beaten(id, second[0].Player, second[1].Player)
		if v := c.tournament(id); v.Tournament.State != league.Finished {
			t.Fatalf("it is %s", v.Tournament.State)
		}
		form := correction.ExitForm{Player: first[0].Player.ID, Now: "in", Reason: "was not rude"}
		c.refused(c.CorrectExit(t.Context(), ada, id, form), league.Forbidden, "another admin")
		al := c.officer("Al", league.Admin)
		c.refused(c.CorrectExit(t.Context(), al, id, form), league.Stale, "games would be missing")
		if got := c.exitOf(id, first[0].Player); got != league.Forfeited {
			t.Errorf("they are %q", got)
		}
	})
}
