// Package monthlycup is the monthly cup (R-MO-1 to R-MO-4): groups of five that start by
// themselves when five are in, a second round of their winners on the first of each
// month, and a final of the month winners each year.
//
// Its editions are the groups ("g0007"), the further rounds of a month ("2027-05-r2",
// "2027-05-r3") and the final of a year ("2027-final").
package monthlycup

import (
	"kickabout/league"
	"kickabout/league/pairing"
	"kickabout/league/table"
)

const (
	players   = 5  // of a group (R-MO-1)
	oneGroup  = 6  // up to so many winners are one group (R-MO-2)
	finalists = 12 // at most: one of each month (R-MO-3)
)

// Format is the monthly cup. A sheet of one cycle is that of a group, whose winner goes
// on; one of two is that of a final.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{ID: "monthlycup", Name: "Monthly cup", Kind: league.AllPlayAll, MinEntries: 2, MaxEntries: finalists, MaxCycles: 2}
}

// Plan draws what is missing, and says who wins a group as soon as nobody can catch up
// with them, which is the decision by bounds of R-MO-2.
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	schedule, err := pairing.RoundRobin(f.Info(), s, s.Terms.Cycles)
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
	rows := standings.Rows()
	plan.Finished = over
	for _, r := range rows {
		if over && r.Wins() {
			plan.Winners = append(plan.Winners, r.Player)
		}
	}
	plan.Rulings = append(wins(s, rows, over), places(s, rows, over)...)
	return plan, nil
}

// wins rules who wins the group, once.
func wins(s league.Sheet, rows []league.Row, over bool) []league.Decision {
	if s.Terms.Cycles != 1 || len(rows) == 0 || rows[0].Out {
		return nil
	}
	for _, e := range s.Entries {
		if e.Qualified {
			return nil
		}
	}
	first := rows[0]
	if s.Terms.Earned && first.Points < league.OnePoint { // nobody wins with nothing (R-TB-6)
		return nil
	}
	points := int(first.Points / 10)
	text := textFirst.Of(points)
	switch {
	case over && (len(rows) < 2 || rows[1].Rank > 1):
		if first.Below.Code != "" && first.Below.Code != "TP" {
			text = textFirstByTieBreak.Of(points, first.Below.Code)
		}
	case !over && first.Worst == 1:
		text = textUncatchable.Of(points)
	default:
		return nil
	}
	return []league.Decision{{Act: league.ActQualified, Player: league.Player{ID: first.Player}, Text: text}}
}

// places notes the final ranks, once: who came in second may get a place in the final.
func places(s league.Sheet, rows []league.Row, over bool) []league.Decision {
	if !over {
		return nil
	}
	notes := map[string]Note{}
	for _, e := range s.Entries {
		notes[e.Player] = ParseNote(e.Note)
	}
	var noted []league.Decision
	for _, r := range rows {
		if n := notes[r.Player]; n.Place == 0 {
			n.Place, n.Nothing = r.Rank, r.Nothing
			noted = append(noted, league.Decision{Act: league.ActNoted, Player: league.Player{ID: r.Player}, Text: n.String()})
		}
	}
	return noted
}

// Standings returns the table of a group. The winner is one, and so is who comes in
// second: where they are level on all else, by lot (R-MO-2).
func (Format) Standings(s league.Sheet) (*table.Table, error) { return table.New(s, 1, 2) }

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
