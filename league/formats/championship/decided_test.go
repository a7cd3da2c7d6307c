package championship_test

import (
	"testing"
	"time"

	"kickabout/league"
)

// TestASeatStaysFreeInAGroupThatIsDecided: somebody leaves before their first match is over, and the others are done within
// the two weeks in which a substitute may take the seat. What is noted of it does not come again and again.
func TestASeatStaysFreeInAGroupThatIsDecided(t *testing.T) { // R-CH-10, R-CH-11
	s := sheet(3, "std")
	s.Group, s.Entries[2].Out = "d2/g1", league.Voided
	for _, c := range []struct {
		after time.Duration
		want  [3]string
	}{
		{5 * day, [3]string{"promoted", "promoted", "seat free"}},
		{14 * day, [3]string{"promoted", "promoted", "stays"}},
	} {
		s.Now = may.Add(c.after)
		playOut(t, &s)
		p := plan(t, s)
		for _, d := range p.Rulings {
			for i, e := range s.Entries {
				if e.Player == d.Player.ID {
					s.Entries[i].Note = d.Text
				}
			}
		}
		if again := plan(t, s); len(p.Rulings) == 0 || len(again.Rulings) > 0 {
			t.Errorf("after %v it notes %v, and then %v", c.after, p.Rulings, again.Rulings)
		}
		for i, e := range s.Entries {
			if e.Note != c.want[i] {
				t.Errorf("after %v %q is noted of %s, want %q", c.after, e.Note, e.Player, c.want[i])
			}
		}
	}
}
