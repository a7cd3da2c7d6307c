package tournament

import (
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/league/roster"
	"kickabout/views/viewstest"
)

// rosterInput is a list that a director has sent for a tournament with seeds by hand.
func rosterInput(t testing.TB, viewer league.Player, text string) RosterInput {
	in := deskInput(t, viewstest.Cup(t, false, 4), viewer, false)
	in.Tournament.Seeding = league.SeedHand
	p := roster.Look([]byte(text), in.Tournament, func(name string) (league.Player, bool) {
		for _, e := range in.Tournament.Entries {
			if strings.EqualFold(e.Player.Name, name) {
				return e.Player, true
			}
		}
		return league.Player{ID: "zoe", Name: "Zoe", Kind: league.Member}, strings.EqualFold(name, "Zoe")
	})
	return RosterInput{Frame: in.Frame, Tournament: in.Tournament, Text: text, Message: "Come & play", Preview: &p}
}

// TestAListWhenNobodyCanEnter offers no invitation.
func TestAListWhenNobodyCanEnter(t *testing.T) {
	t.Parallel()
	in := rosterInput(t, league.Player{ID: "ann", Name: "Ann"}, "name\nZoe\n")
	in.Tournament.State, in.Tournament.Private = league.Finished, false
	if p := NewRosterPage(in); p.Closed == "" || p.Preview.Button != "" || p.Preview.Rows[0].New {
		t.Errorf("somebody is invited to what is over: %+v", p.Preview)
	}
}
