// Package roundrobin is the format in which each player meets each other as
// often as there are cycles (R-UT-3). All matches begin at once.
package roundrobin

import (
	"kickabout/league"
	"kickabout/league/outlook"
	"kickabout/league/pairing"
	"kickabout/league/table"
)

// Format is the round robin.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{
		ID: "roundrobin", Name: "Round robin", Kind: league.AllPlayAll, MinEntries: 3, MaxEntries: 12, MaxCycles: 3,
		About: "Everybody plays everybody, and all games begin at once.", Legs: "How often each pair meets", Twice: 2,
	}
}

// Outlook counts the schedule.
func (Format) Outlook(players int, t league.TournamentTerms) outlook.Outlook {
	each := (players - 1) * t.Cycles
	return outlook.Outlook{Matches: players * each / 2, Least: each, Most: each, Rounds: 1, Chain: 1}
}

// Plan draws what is missing of the whole schedule. Once all of it is over the
// tournament is finished.
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	schedule, err := pairing.RoundRobin(f.Info(), s, s.Terms.Cycles)
	if err != nil {
		return league.Plan{}, err
	}
	var plan league.Plan
	var over bool
	plan.Fixtures, over = pairing.Missing(s, schedule)
	if !over {
		return plan, nil
	}
	plan.Finished = true
	rows, err := f.Table(s, "")
	for _, r := range rows {
		if r.Wins() {
			plan.Winners = append(plan.Winners, r.Player)
		}
	}
	return plan, err
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
