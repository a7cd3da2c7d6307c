package minicup_test

import (
	"fmt"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/minicup"
)

func TestItConforms(t *testing.T) { formatstest.Conform(t, minicup.Format{}, everyPairMeets) }

// everyPairMeets sees that there are as many matches for each as in a group of three,
// and that in each pair both kick off equally often where that is possible.
func everyPairMeets(s league.Sheet) error {
	games, balance := map[string]int{}, map[string]int{}
	for _, f := range s.Fixtures {
		games[f.First]++
		games[f.Second]++
		if f.First < f.Second {
			balance[f.First+f.Second]++
		} else {
			balance[f.Second+f.First]--
		}
	}
	for p, n := range games {
		if n != 2*s.Terms.Cycles {
			return fmt.Errorf("%s plays %d games in %d cycles", p, n, s.Terms.Cycles)
		}
	}
	for pair, b := range balance {
		if b < -1 || b > 1 || s.Terms.Cycles == 2 && b != 0 {
			return fmt.Errorf("in %s one kicks off %+d times more often", pair, b)
		}
	}
	return nil
}

// results is a sheet of some players in which the first matches of the schedule ended so.
func results(t *testing.T, players []string, outcomes ...engine.Outcome) league.Sheet {
	t.Helper()
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 2, Profile: "std"}, Scoring: league.Standard()}
	for _, p := range players {
		s.Entries = append(s.Entries, league.Entry{Player: p})
	}
	plan, err := minicup.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	s.Fixtures = plan.Fixtures
	for i, o := range outcomes {
		s.Fixtures[i].Outcome = o
	}
	return s
}

var (
	first   = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}
	second  = engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}}
	void    = engine.Outcome{Ending: engine.Void}
	levels  = engine.Outcome{Ending: engine.Goalless}
	sudden2 = engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{0, 1}}
	last1   = engine.Outcome{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}}
	nothing = engine.Outcome{}
)

// The schedule of ann, bob and cleo is bob-cleo, cleo-ann, ann-bob, cleo-bob, ann-cleo, bob-ann
// by the circle method with ann as the first seed.
func TestWhoGoesUpAndWhen(t *testing.T) {
	trio := []string{"ann", "bob", "cleo"}
	for _, c := range []struct {
		name     string
		players  []string
		outcomes []engine.Outcome
		up       string
	}{
		{"ten points of twenty are not more than half", trio, []engine.Outcome{nothing, second, first}, ""},
		{"eleven are, before the end", trio, []engine.Outcome{nothing, second, first, nothing, last1}, "ann"},
		{"two may go up from one group", trio, []engine.Outcome{first, second, first, second, first, first}, "annbob"},
		{"a void match pays nobody and could have paid nobody", trio, []engine.Outcome{nothing, second, last1, nothing, void}, "ann"},
		{"of two, eleven of twenty", []string{"ann", "bob"}, []engine.Outcome{first, levels, sudden2, nothing}, ""},
		{"of two, eleven of twenty, reached", []string{"ann", "bob"}, []engine.Outcome{first, levels, first, nothing}, "ann"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := results(t, c.players, c.outcomes...)
			plan, err := minicup.Format{}.Plan(s)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, d := range plan.Rulings {
				if d.Act != league.ActQualified {
					t.Errorf("it rules %v", d)
				}
				got += d.Player.ID
			}
			if got != c.up {
				t.Errorf("%q go up, want %q (%+v)", got, c.up, s.Fixtures)
			}
			for i := range s.Entries {
				s.Entries[i].Qualified = true
			}
			if plan, _ = (minicup.Format{}).Plan(s); len(plan.Rulings) > 0 {
				t.Errorf("it is ruled again: %v", plan.Rulings)
			}
		})
	}
}

func TestWhoIsOutGoesNowhere(t *testing.T) {
	s := results(t, []string{"ann", "bob", "cleo"}, nothing, second, first, nothing, first)
	s.Entries[0].Out = league.Forfeited
	if plan, err := (minicup.Format{}).Plan(s); err != nil || len(plan.Rulings) > 0 {
		t.Errorf("%v, %v", plan.Rulings, err)
	}
	s.Entries[0].Out, s.Entries[1].Out = league.Stays, league.Voided
	s.Fixtures[4].Outcome = nothing
	plan, err := minicup.Format{}.Plan(s)
	if err != nil || len(plan.Rulings) != 0 {
		t.Errorf("5 of the 10 points against the one who stayed are not more than half: %v, %v", plan.Rulings, err)
	}
}
