package league

import (
	"crypto/sha256"
	"slices"

	"kickabout/engine"
)

// Part returns the sheet of a group, with its fixtures and those who play in it. Its lot follows
// from that of the tournament: SHA-256(lot || group), once all that is there is over, so that the
// tournament's stays secret while it goes on.
func (s Sheet) Part(g Group, entries []Entry) Sheet {
	part, over := s, true
	part.Group, part.Entries, part.Fixtures, part.Lot = g, entries, nil, nil
	for _, f := range s.Fixtures {
		if f.Key.Group() == g {
			part.Fixtures = append(part.Fixtures, f)
			over = over && f.Outcome.Over()
		}
	}
	if over && len(part.Fixtures) > 0 && len(s.Lot) > 0 {
		sum := sha256.Sum256(append(slices.Clone(s.Lot), g...))
		part.Lot = sum[:]
	}
	return part
}

// Late lists what runs on past its last day: it is adjudicated.
func (s Sheet) Late() (acts []FixtureAct) {
	for _, f := range s.Fixtures {
		if ends := s.Ends(f.Began); !f.Outcome.Over() && !ends.IsZero() && !s.Now.Before(ends) {
			acts = append(acts, FixtureAct{Key: f.Key, Act: engine.ActAdjudicate})
		}
	}
	return acts
}
