package pairing

import (
	"fmt"
	"strings"

	"kickabout/league"
)

// RoundRobin returns every fixture of a group in which each player meets each other in
// every cycle: as many as the sheet has, or more. The second cycle is the first one with First and Second
// exchanged, so two cycles are even for each pair; the third is the first one again, which
// leaves each player's kick-offs as even as one cycle does: they differ by at most one. More
// or fewer players or cycles than the format takes are an error.
func RoundRobin(info league.FormatInfo, s league.Sheet, cycles int) ([]league.Fixture, error) {
	players, name := s.Players(), strings.ToLower(info.Name)
	if n := len(players); n < info.MinEntries || n > info.MaxEntries {
		return nil, fmt.Errorf("a %s takes %d to %d players, not %d", name, info.MinEntries, info.MaxEntries, n)
	}
	if s.Terms.Cycles < 1 || s.Terms.Cycles > info.MaxCycles {
		return nil, fmt.Errorf("a %s has 1 to %d cycles, not %d", name, info.MaxCycles, s.Terms.Cycles)
	}
	var fixtures []league.Fixture
	rounds := Circle(len(players))
	for c := range cycles {
		for r, round := range rounds {
			for b, p := range round {
				fixtures = append(fixtures, league.Fixture{
					Key:   s.Group.In(league.Key(fmt.Sprintf("c%d/r%d/b%d", c+1, r+1, b+1))),
					First: players[p.First], Second: players[p.Second],
				})
			}
		}
		rounds = Reverse(rounds)
	}
	return fixtures, nil
}

// Missing returns the fixtures of a schedule that a sheet lacks, and whether all of the
// schedule is over.
func Missing(s league.Sheet, schedule []league.Fixture) (missing []league.Fixture, over bool) {
	have := make(map[league.Key]league.Fixture, len(s.Fixtures))
	for _, f := range s.Fixtures {
		have[f.Key] = f
	}
	over = true
	for _, f := range schedule {
		there, ok := have[f.Key]
		if !ok {
			missing = append(missing, f)
		}
		over = over && there.Outcome.Over()
	}
	return missing, over
}
