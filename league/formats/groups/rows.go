package groups

import (
	"cmp"
	"slices"

	"kickabout/league"
)

// standing is a player's row with the place that they have in their group.
type standing struct {
	league.Row
	place int
}

// rows ranks everybody. Before the knock-out is drawn those of the same place in their groups
// share a rank; from then on who plays in it stands in front, by the round they have reached.
func (d *draw) rows() ([]league.Row, error) {
	all, err := d.standings()
	if err != nil {
		return nil, err
	}
	n := len(all)
	var knockout []league.Row
	if seeds := d.noted(); len(seeds) > 0 {
		if knockout, err = d.second(seeds).Rows(); err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, func(s standing) bool { return slices.Contains(seeds, s.Player) })
	}
	rows := append(make([]league.Row, 0, n), knockout...)
	for i, s := range all {
		r := s.Row
		r.Rank = len(knockout) + i + 1
		if i > 0 && s.place == all[i-1].place {
			r.Rank = rows[len(rows)-1].Rank
		}
		r.Above, r.Below, r.Values = league.Parted{}, league.Parted{}, nil
		r.Best, r.Worst = len(knockout)+1, n
		if len(knockout) > 0 {
			r.Best, r.Worst = r.Rank, r.Rank
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// standings returns the rows of all groups, those of the first place in front.
func (d *draw) standings() ([]standing, error) {
	order := map[string]int{}
	for i, player := range d.sheet.Players() {
		order[player] = i
	}
	var all []standing
	for i := range d.groups {
		t, err := d.Standings(d.part(i))
		if err != nil {
			return nil, err
		}
		for _, r := range t.Rows() {
			all = append(all, standing{r, r.Rank})
		}
	}
	slices.SortStableFunc(all, func(x, y standing) int {
		return cmp.Or(cmp.Compare(x.place, y.place), cmp.Compare(order[x.Player], order[y.Player]))
	})
	return all, nil
}
