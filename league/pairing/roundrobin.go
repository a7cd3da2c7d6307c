package pairing

import (
	"fmt"
	"strings"

	"kickabout/league"
)

// RoundRobin returns every fixture of a group in which each player meets each other in
// every cycle: as many as the sheet has, or more, in the order of Cycles. Where their number is
// odd, each player's kick-offs are as even as in one cycle: they differ by at most one. More
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
	for c, rounds := range Cycles(len(players), cycles, s.Terms.Berger) {
		for _, round := range rounds {
			for b, p := range round.Pairs {
				fixtures = append(fixtures, league.Fixture{
					Key:   s.Group.In(league.Key(fmt.Sprintf("c%d/r%d/b%d", c+1, round.Number, b+1))),
					First: players[p.First], Second: players[p.Second],
				})
			}
		}
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
