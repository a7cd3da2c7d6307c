package office_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
)

func TestSuddenDropsAreShownToDirectorsAlone(t *testing.T) { // R-RA-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		ann, bob, cleo := c.signedUp("Ann"), c.signedUp("Bob"), c.signedUp("Cleo")
		n := 0
		// The winner is on seat 0, and First every other time; the loser had made so many moves.
		ends := func(winner, loser league.Player, ending engine.Ending, moves int) string {
			n++
			first := n%2 == 0
			o, made := engine.Outcome{Ending: ending, Winner: engine.First}, [2]int{20, moves}
			if !first {
				o.Winner, made = engine.Second, [2]int{moves, 20}
			}
			m := c.ended(n, [2]league.Player{winner, loser}, "lg", n, o, made)
			c.must(s.CreateMatch(t.Context(), m))
			return m.ID
		}
		for range 5 {
			ends(ann, bob, engine.Timeout, 5)      // does not count at all
			ends(ann, bob, engine.Resignation, 10) // was played
			ends(bob, ann, engine.FullTime, 7)
			ends(bob, cleo, engine.FullTime, 20)
		}
		c.must(c.Rate(t.Context()))
		c.Directors = []string{"Ann"}
		if drops, err := c.Drops(t.Context(), ann); err != nil || len(drops) != 0 {
			t.Errorf("%+v, %v", drops, err)
		}
		given := []string{ends(ann, bob, engine.Resignation, 6), ends(cleo, bob, engine.Resignation, 9), ends(cleo, bob, engine.Resignation, 8)}
		c.must(c.Rate(t.Context()))
		c.wait(time.Hour)
		drops, err := c.Drops(t.Context(), ann)
		if err != nil || len(drops) != 1 || drops[0].Player.Name != "Bob" || len(drops[0].Matches) != 3 || drops[0].Matches[0] != given[0] || drops[0].Lost < 60*league.EloPoint {
			t.Errorf("%+v, %v", drops, err)
		}
		for _, p := range []league.Player{bob, c.guest(), {}, {Name: "Ann", Kind: league.Guest}} {
			_, err := c.Drops(t.Context(), p)
			refused(t, err, league.Forbidden, "Only those who direct the site")
		}
		c.wait(91 * 24 * time.Hour)
		if drops, err := c.Drops(t.Context(), ann); err != nil || len(drops) != 0 {
			t.Errorf("three months later: %+v, %v", drops, err)
		}
	})
}
