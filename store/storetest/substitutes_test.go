package storetest_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhoIsAskedToPlayIsFound: as long as the tournament is played, they see it if it is private, and it waits for their answer.
func TestWhoIsAskedToPlayIsFound(t *testing.T) { // R-UT-8
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "eve", "fay", "org")
		must(t, s.CreateTournament(t.Context(), wantingCup(t, "asking", person("org"), true), nil, nil))
		cup, err := s.Tournament(t.Context(), league.Site(), "asking")
		must(t, err)
		cup = step(t, s, cup, league.ActStarted, starts)
		look := func(what string, asked bool) {
			t.Helper()
			ids, err := s.Calling(t.Context())
			must(t, err)
			open, err := s.OpenFor(t.Context(), league.Of(person("fay")), person("fay").ID, 9)
			must(t, err)
			glance, err := s.Glance(t.Context(), person("fay").ID, noon, noon)
			must(t, err)
			_, err = s.Tournament(t.Context(), league.Of(person("fay")), "asking")
			if slices.Equal(ids, []string{"asking"}) != asked || (len(open) == 1) != asked || (err == nil) != asked || glance.Asked != asked {
				t.Errorf("%s: %v ask, %d wait for an answer, the bell says %v, and who is asked reads %v", what, ids, len(open), glance.Asked, err)
			}
		}
		look("before", false)
		role := league.Role("substitute " + person("bob").ID + " 1")
		cup = step(t, s, cup, league.ActSought, func(c *league.Tournament) {
			c.Roles = append(slices.Clone(c.Roles), league.Appointment{Player: person("fay"), Role: role})
		})
		look("asked", true)
		if c, ok := cup.CallOf(person("fay").ID); !ok || c.For != person("bob").ID {
			t.Errorf("the role is read as %+v", c)
		}
		step(t, s, cup, league.ActDeclined, func(c *league.Tournament) {
			c.Roles = slices.DeleteFunc(slices.Clone(c.Roles), func(a league.Appointment) bool { return a.Role == role })
		})
		look("declined", false)
	})
}
