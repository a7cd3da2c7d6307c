package tournaments_test

import (
	"fmt"
	"testing"

	"kickabout/league"
	"kickabout/league/tournaments"
)

// TestWhichTournamentsAreRated is R-UT-10.
func TestWhichTournamentsAreRated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		started, wait   int
		change          func(*league.Tournament)
		rated, ruleless bool // ruleless: what it was before the rule held
	}{
		{"four who start", 4, 0, nil, true, true},
		{"three", 3, 0, nil, false, true},
		{"three, and one who waits for a place", 3, 1, nil, false, true},
		{"with a word", 9, 0, func(t *league.Tournament) { t.Password = true }, false, true},
		{"by invitation", 9, 0, func(t *league.Tournament) { t.ByInvite = true }, false, true},
		{"a private one", 9, 0, func(t *league.Tournament) { t.Private = true }, false, false},
		{"a group of the mini cup", 3, 0, func(t *league.Tournament) { t.Competition = "minicup" }, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var of league.Tournament
			for i := range c.started + c.wait {
				e := league.Entrant{Player: league.Player{ID: fmt.Sprint(i)}}
				if i < c.started {
					e.Seed = i + 1
				}
				of.Entries = append(of.Entries, e)
			}
			if c.change != nil {
				c.change(&of)
			}
			if got := tournaments.Rates(of, true); got != c.rated {
				t.Errorf("rated %v", got)
			}
			if got := tournaments.Rates(of, false); got != c.ruleless {
				t.Errorf("before the rule held: rated %v", got)
			}
		})
	}
}
