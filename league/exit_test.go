package league_test

import (
	"testing"

	"kickabout/league"
)

// TestHowAPlayerCountsIsCorrectedWhenAllIsOver: not before, by nobody but who does it, and only from what it is.
func TestHowAPlayerCountsIsCorrectedWhenAllIsOver(t *testing.T) { // R-CO-1
	ann, ada := league.Player{ID: "ann", Name: "Ann"}, league.Player{ID: "ada"}
	cup := func(state league.TournamentState, out league.Exit) league.Tournament {
		return league.Tournament{State: state, Last: 7, Entries: []league.Entrant{{Player: ann, Seed: 1, Out: out}}, Roles: []league.Appointment{{Player: league.Player{ID: "eve", Name: "Eve"}, Role: "stands in bob"}}}
	}
	change := func(was, now league.Exit) string {
		return league.ExitChange{Was: was, Now: now}.String() + " R-CO-1: why"
	}
	for _, c := range []struct {
		about string
		cup   league.Tournament
		d     league.Decision
		want  league.Exit
		kind  league.Kind // "": it is made
	}{
		{"back in", cup(league.Finished, league.Voided), league.Decision{Act: league.ActCorrected, Text: change(league.Voided, league.Stays)}, league.Stays, ""},
		{"otherwise", cup(league.Finished, league.Voided), league.Decision{Act: league.ActCorrected, Text: change(league.Voided, league.Forfeited)}, league.Forfeited, ""},
		{"undone", cup(league.Finished, league.Stays), league.Decision{Act: league.ActUndone, Text: "corrected " + change(league.Stays, league.Voided)}, league.Voided, ""},
		{"while it is played", cup(league.Running, league.Voided), league.Decision{Act: league.ActCorrected, Text: change(league.Voided, league.Stays)}, league.Voided, league.Stale},
		{"by a cheat", cup(league.Finished, league.Cheated), league.Decision{Act: league.ActCorrected, Text: change(league.Voided, league.Stays)}, league.Cheated, league.Stale},
		{"from what it is not", cup(league.Finished, league.Forfeited), league.Decision{Act: league.ActCorrected, Text: change(league.Voided, league.Stays)}, league.Forfeited, league.Stale},
		{"to what is none", cup(league.Finished, league.Voided), league.Decision{Act: league.ActCorrected, Text: "exit,voided,cheated R-CO-1: why"}, league.Voided, league.Internal},
		{"to the same", cup(league.Finished, league.Voided), league.Decision{Act: league.ActCorrected, Text: "exit,voided,voided R-CO-1: why"}, league.Voided, league.Internal},
	} {
		c.d.Seq, c.d.By, c.d.Player = 8, ada, ann
		got, err := c.cup.Add(c.d)
		if kind := league.KindOf(err); err == nil != (c.kind == "") || err != nil && kind != c.kind || got.Entries[0].Out != c.want {
			t.Errorf("%s: %q, %v", c.about, got.Entries[0].Out, err)
		}
	}
	taken := cup(league.Finished, league.Voided)
	taken.Roles[0].Role = "stands in ann"
	if _, err := taken.Add(league.Decision{Seq: 8, By: ada, Player: ann, Act: league.ActCorrected, Text: change(league.Voided, league.Stays)}); league.KindOf(err) != league.Stale {
		t.Errorf("somebody played on in their place: %v", err)
	}
}
