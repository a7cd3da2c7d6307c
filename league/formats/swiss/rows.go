package swiss

import (
	"slices"

	"kickabout/league"
	"kickabout/league/table"
)

// drawing returns the rounds for those who show them.
func (e *event) drawing() league.Drawing {
	d := league.Drawing{Total: e.total, Legs: e.sheet.Terms.Cycles, Over: e.over() && e.ended()}
	if d.Over {
		d.Total = len(e.rounds)
	}
	for k, boards := range e.rounds {
		r := league.Round{Number: k + 1, Over: roundOver(boards), Ends: e.ends(boards)}
		there := map[int]bool{}
		for _, b := range boards {
			there[b.first], there[b.second] = true, true
			r.Boards = append(r.Boards, league.Board{
				Players: [2]string{e.seats[b.first].id, e.seats[b.second].id}, Games: slices.Clone(b.games), Points: e.points(b), Played: e.played(b),
			})
		}
		for i := range e.seats {
			if !there[i] {
				r.Byes = append(r.Byes, e.bye(i, k+1))
			}
		}
		d.Rounds = append(d.Rounds, r)
	}
	return d
}

// standings ranks everybody. The lot stays secret until all is over.
func (e *event) standings() (*table.Table, error) {
	d, s := e.drawing(), e.sheet
	if !d.Over {
		s.Lot = nil
	}
	return table.InRounds(s, d, 1)
}

// finished is the plan of a tournament without another round. Who has left does not win.
func (e *event) finished() (league.Plan, error) {
	plan := league.Plan{Finished: true}
	t, err := e.standings()
	if err != nil {
		return plan, err
	}
	for _, r := range t.Rows() {
		if r.Wins() && !e.seats[e.at[r.Player]].out {
			plan.Winners = append(plan.Winners, r.Player)
		}
	}
	return plan, nil
}
