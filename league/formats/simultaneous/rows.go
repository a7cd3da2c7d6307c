package simultaneous

import (
	"cmp"
	"slices"

	"kickabout/league"
)

// standing is a player's row in the last group that they have reached.
type standing struct {
	league.Row
	stage, place int
}

// rows ranks everybody: who has reached a later stage stands in front, and those of one stage
// and of the same place in their groups share a rank.
func (e *event) rows() ([]league.Row, error) {
	all, err := e.standings()
	if err != nil {
		return nil, err
	}
	last := e.stages[len(e.stages)-1]
	running, err := e.running()
	if err != nil {
		return nil, err
	}
	rows := make([]league.Row, len(all))
	for i, s := range all {
		r := s.Row
		r.Rank = i + 1
		if i > 0 && s.stage == all[i-1].stage && s.place == all[i-1].place {
			r.Rank = rows[i-1].Rank
		}
		r.Above, r.Below, r.Values = league.Parted{}, league.Parted{}, nil
		r.Best, r.Worst = r.Rank, r.Rank
		if s.stage == last.number && running {
			r.Best, r.Worst = 1, len(last.seeds)
		}
		rows[i] = r
	}
	return rows, nil
}

// running says that the last stage is not over, or another one is to come.
func (e *event) running() (bool, error) {
	last := e.stages[len(e.stages)-1]
	_, over, err := last.play()
	return !over || len(last.groups) > 1, err
}

// standings returns the row of everybody in the last group that they have reached, in order.
func (e *event) standings() ([]standing, error) {
	of := map[string]standing{}
	for _, st := range e.stages {
		for i := range st.groups {
			t, err := st.Standings(st.part(i))
			if err != nil {
				return nil, err
			}
			for _, r := range t.Rows() {
				of[r.Player] = standing{r, st.number, r.Rank}
			}
		}
	}
	var all []standing
	for _, player := range e.sheet.Players() {
		all = append(all, of[player])
	}
	slices.SortStableFunc(all, func(x, y standing) int {
		return cmp.Or(cmp.Compare(y.stage, x.stage), cmp.Compare(x.place, y.place), cmp.Compare(e.order[x.Player], e.order[y.Player]))
	})
	return all, nil
}
