// Package roundrobin is the format in which each player meets each other as
// often as there are cycles (R-UT-3). All matches begin at once.
package roundrobin

import (
	"cmp"
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/pairing"
	"kickabout/league/tiebreak"
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
		if r.Rank == 1 {
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

// Table ranks by points, then SON (R-TB-1.1 and 2). Who is level on both shares
// the rank.
func (Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != "" {
		return nil, nil
	}
	players := s.Players()
	rows := make([]league.Row, len(players))
	number := map[string]int{}
	for i, p := range players {
		rows[i].Player, number[p] = p, i
	}
	cross := tiebreak.NewCross(players)
	for _, f := range s.Fixtures {
		first, ok := number[f.First]
		second, ok2 := number[f.Second]
		if !ok || !ok2 {
			return nil, fmt.Errorf("fixture %s: %q and %q do not both play here", f.Key, f.First, f.Second)
		}
		points, ok := s.Scoring.Points(f.Outcome)
		if f.Outcome.Over() && !ok {
			return nil, fmt.Errorf("fixture %s: the ending %q has no price", f.Key, f.Outcome.Ending)
		}
		cross.Add(f.First, f.Second, points[0])
		cross.Add(f.Second, f.First, points[1])
		count(&rows[first], f.Outcome, engine.First)
		count(&rows[second], f.Outcome, engine.Second)
	}
	for i := range rows {
		rows[i].Points, rows[i].SON = cross.TP(rows[i].Player), cross.SON(rows[i].Player)
	}
	return ranked(rows), nil
}

// count adds a match to the row of its player on one side.
func count(row *league.Row, o engine.Outcome, side engine.Side) {
	switch {
	case !o.Over():
		row.Open++
		return
	case o.Ending == engine.Void:
		return
	case o.Winner == side:
		row.Won++
	case o.Winner == engine.NoSide && o.Ending != engine.DoubleForfeit:
		row.Drawn++
	default:
		row.Lost++
	}
	row.Played++
}

// ranked sorts rows and numbers them.
func ranked(rows []league.Row) []league.Row {
	compare := func(a, b league.Row) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.SON, a.SON))
	}
	slices.SortStableFunc(rows, compare)
	for i := range rows {
		rows[i].Rank = i + 1
		if i > 0 && compare(rows[i-1], rows[i]) == 0 {
			rows[i].Rank = rows[i-1].Rank
		}
	}
	return rows
}
