package season

import (
	"fmt"
	"testing"
	"time"

	"kickabout/league"
)

// mutated is a world of no people a year and a half after it has begun, to hold records against.
func mutated() (*world, time.Time) {
	begins := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	return &world{run: &run{Site: &Site{now: begins.Add(600 * day)}}}, begins
}

// broken says whether a bound of a policy is passed.
func (w *world) broken(policy string) bool {
	for _, g := range w.gauges {
		if g.Policy == policy && g.Broken() {
			return true
		}
	}
	return false
}

// TestBansAreHeldAgainstTheRule: four absences in a year keep somebody out, and a record in which one of the bans is missing, or
// in which they have entered something meanwhile, passes the bound (R-FF-11).
func TestBansAreHeldAgainstTheRule(t *testing.T) {
	bans := []time.Duration{0, 30 * day, 90 * day, 180 * day}
	for _, missing := range []int{-1, 3} {
		for _, enters := range []time.Duration{20 * day, 50 * day, 150 * day} {
			w, begins := mutated()
			c := conducted{map[string][]time.Time{}, map[string][]time.Time{}}
			var steps []league.Sanction
			for i, ban := range bans {
				lost := begins.Add(time.Duration(30*i+1) * day)
				c.lost["ann"] = append(c.lost["ann"], lost)
				c.moved["ann"] = append(c.moved["ann"], lost.Add(day))
				s := league.Sanction{Kind: league.SanctionAbsence, At: lost, Ends: lost.Add(365 * day)}
				if ban > 0 && i != missing {
					s.Ban = lost.Add(ban)
				}
				steps = append(steps, s)
			}
			of := map[string][]league.Sanction{"ann": steps}
			w.measureDodgers(c, of)
			if w.broken("dodger") != (missing == 3) {
				t.Errorf("ban %d is missing, and the bound is passed: %v", missing, w.broken("dodger"))
			}
			w, _ = mutated()
			cup := league.Tournament{Entries: []league.Entrant{{Player: league.Player{ID: "ann"}, Entered: begins.Add(enters)}}}
			w.measureEntries(&history{tournaments: []league.Tournament{cup}}, of)
			if w.broken("dodger") != (enters > 31*day) {
				t.Errorf("entered after %v, and the bound is passed: %v", enters, w.broken("dodger"))
			}
		}
	}
}

// TestLossesOnTimeAreAbsences: those without a move between, or less than 72 hours apart, are one (R-FF-7).
func TestLossesOnTimeAreAbsences(t *testing.T) {
	_, begins := mutated()
	at := func(days int) time.Time { return begins.Add(time.Duration(days) * day) }
	c := conducted{map[string][]time.Time{"ann": {at(0), at(2), at(20), at(40)}}, map[string][]time.Time{"ann": {at(1), at(30)}}}
	if got := fmt.Sprint(c.absences("ann")); got != fmt.Sprint([]interval{{at(0), at(20)}, {at(40), at(40)}}) {
		t.Errorf("the absences are %v", got)
	}
}

// TestAGroupTreatsALeaverInOneWay: a record in which one player has what was played, and another one nothing, shows (R-FF-5).
func TestAGroupTreatsALeaverInOneWay(t *testing.T) {
	ann, bob := leaving{games: 2, finished: 50, open: 1}, leaving{games: 2, finished: 20, open: 1}
	for _, c := range []struct{ ann, bob league.Points }{{0, 0}, {100, 70}, {100, 0}, {100, 20}} {
		ann.got, bob.got = c.ann, c.bob
		if got, whole := wrong([]leaving{ann, bob}), c.bob != 20 && (c.ann == 0) == (c.bob == 0); (got == 0) != whole {
			t.Errorf("%v and %v: %d are treated in another way", c.ann, c.bob, got)
		}
	}
}
