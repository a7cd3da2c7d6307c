// Package minicup is the mini cup (R-MC-1 to R-MC-6): short groups of three that start
// by themselves as soon as three players wait, and levels that whoever takes more than
// half of the points climbs.
//
// The queue of a level is the edition of that level that takes entries, as "l0-0012".
package minicup

import (
	"kickabout/league"
	"kickabout/league/pairing"
	"kickabout/league/table"
)

const (
	players = 3 // of a group (R-MC-1)
	atLeast = 2 // where the third one does not come (R-MC-5)
	cycles  = 2 // each pair meets twice (R-MC-2)
)

// Format is the mini cup.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{ID: "minicup", Name: "Mini cup", Kind: league.AllPlayAll, MinEntries: atLeast, MaxEntries: players, MaxCycles: cycles}
}

// Plan draws what is missing, and says who goes up the moment it is certain (R-MC-4).
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	times := s.Terms.Cycles
	if len(s.Players()) == atLeast { // as much to win for two as for three (R-MC-5)
		times *= 2
	}
	schedule, err := pairing.RoundRobin(f.Info(), s, times)
	if err != nil {
		return league.Plan{}, err
	}
	var plan league.Plan
	var over bool
	plan.Fixtures, over = pairing.Missing(s, schedule)
	if len(plan.Fixtures) > 0 {
		return plan, nil
	}
	standings, err := f.Standings(s)
	if err != nil {
		return plan, err
	}
	plan.Finished = over
	for _, r := range standings.Rows() {
		if over && r.Wins() {
			plan.Winners = append(plan.Winners, r.Player)
		}
		if goesUp(r) && !qualified(s, r.Player) {
			plan.Rulings = append(plan.Rulings, league.Decision{
				Act: league.ActQualified, Player: league.Player{ID: r.Player},
				Text: textQualified.Of(int(r.Points/10), int(possible(r)/10)),
			})
		}
	}
	return plan, nil
}

// goesUp says that a player has more than half of all points that their matches can pay
// (R-MC-2): 11 of 20. What they have stays theirs, so it is certain before the end.
func goesUp(r league.Row) bool { return 2*r.Points > possible(r) }

// possible returns what all matches of a player can pay; 5 each, whatever was paid
// (R-PT-2).
func possible(r league.Row) league.Points { return league.Points(50 * (r.Played + r.Open)) }

// qualified says that it has been ruled that a player goes up, or that they are out.
func qualified(s league.Sheet, player string) bool {
	for _, e := range s.Entries {
		if e.Player == player {
			return e.Qualified || e.Out != league.Stays
		}
	}
	return false
}

// Standings returns the table of a group. Who goes up hangs on points alone, so no lot
// is ever drawn.
func (Format) Standings(s league.Sheet) (*table.Table, error) { return table.New(s) }

// Table ranks a group.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != s.Group {
		return nil, nil
	}
	t, err := f.Standings(s)
	if err != nil {
		return nil, err
	}
	return t.Rows(), nil
}
