// Package roundrobin is the format in which each player meets each other as
// often as there are cycles (R-UT-3). All matches begin at once.
package roundrobin

import (
	"fmt"

	"kickabout/league"
	"kickabout/league/pairing"
	"kickabout/league/table"
)

// Format is the round robin.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{ID: "roundrobin", Name: "Round robin", MinEntries: 3, MaxEntries: 12, MaxCycles: 3}
}

// Plan draws what is missing of the whole schedule. Once all of it is over the
// tournament is finished.
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	schedule, err := f.schedule(s)
	if err != nil {
		return league.Plan{}, err
	}
	var plan league.Plan
	over := true
	for _, fixture := range schedule {
		have, ok := s.Find(fixture.Key)
		if !ok {
			plan.Fixtures = append(plan.Fixtures, fixture)
		}
		over = over && have.Outcome.Over()
	}
	if !over {
		return plan, nil
	}
	plan.Finished = true
	rows, err := f.Table(s, "")
	for _, r := range rows {
		if r.Rank == 1 && !r.Out {
			plan.Winners = append(plan.Winners, r.Player)
		}
	}
	return plan, err
}

// schedule returns every fixture of the tournament. The second cycle is the
// first one with First and Second exchanged, so two cycles are even for each
// pair; the third is the first one again, which leaves each player's kick-offs
// as even as one cycle does: they differ by at most one.
func (f Format) schedule(s league.Sheet) ([]league.Fixture, error) {
	players, info := s.Players(), f.Info()
	if n := len(players); n < info.MinEntries || n > info.MaxEntries {
		return nil, fmt.Errorf("a round robin takes %d to %d players, not %d", info.MinEntries, info.MaxEntries, n)
	}
	if s.Cycles < 1 || s.Cycles > info.MaxCycles {
		return nil, fmt.Errorf("a round robin has 1 to %d cycles, not %d", info.MaxCycles, s.Cycles)
	}
	var fixtures []league.Fixture
	rounds := pairing.Circle(len(players))
	for c := range s.Cycles {
		for r, round := range rounds {
			for b, p := range round {
				fixtures = append(fixtures, league.Fixture{
					Key:   league.Key(fmt.Sprintf("c%d/r%d/b%d", c+1, r+1, b+1)),
					First: players[p.First], Second: players[p.Second],
				})
			}
		}
		rounds = pairing.Reverse(rounds)
	}
	return fixtures, nil
}

// Table ranks in the order of the tournament's profile. The title is the one place
// that a lot may be drawn for.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != "" {
		return nil, nil
	}
	t, err := f.Standings(s)
	if err != nil {
		return nil, err
	}
	return t.Rows(), nil
}

// Standings returns the table with all that can be asked of it.
func (Format) Standings(s league.Sheet) (*table.Table, error) { return table.New(s, 1) }
