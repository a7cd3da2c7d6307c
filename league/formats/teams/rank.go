package teams

import (
	"cmp"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

// Rows ranks the teams (R-TE-2), the first one first; those who share a rank stand by seed.
func (l *League) Rows() []Row {
	var in, void []int
	for i := range l.sheet.Teams {
		if l.out[i] == league.Voided {
			void = append(void, i)
		} else {
			in = append(in, i)
		}
	}
	l.ahead = make([]int, len(l.sheet.Teams))
	classes := l.part(in, 0, Order(), nil)
	if len(void) > 0 {
		classes = append(classes, class{teams: void})
	}
	var rows []Row
	for _, c := range classes {
		rank := len(rows) + 1
		for n, team := range c.teams {
			r := l.row(team)
			r.Rank, r.Values = rank, c.values[team]
			if n == 0 {
				r.Above = c.above
			}
			rows = append(rows, r)
		}
	}
	neighbours(rows)
	bounds(rows)
	return rows
}

// class is teams that share a rank.
type class struct {
	teams  []int
	values map[int][]int // of each, what the criteria count
	above  league.Parted // from the class above, without its name
}

// part ranks teams that are level so far, with so many ahead of them. A criterion among them
// is applied again to those who stay level, as long as it parts them.
func (l *League) part(teams []int, ahead int, order []Criterion, known map[int][]int) []class {
	if len(teams) == 0 {
		return nil
	}
	if len(order) == 0 {
		return []class{{teams: teams, values: known}}
	}
	c, counted, values := order[0], map[int]int{}, map[int][]int{}
	for _, i := range teams {
		l.ahead[i] = ahead
		counted[i] = c.count(l, teams, i)
		values[i] = append(slices.Clone(known[i]), counted[i])
	}
	var classes []class
	levels := c.levels(teams, counted)
	for n, level := range levels {
		var parts []class
		if c.Among && len(level) > 1 && len(levels) > 1 {
			parts = l.part(level, ahead, order, known)
		} else {
			parts = l.part(level, ahead, order[1:], values)
		}
		if n > 0 {
			parts[0].above = league.Parted{Code: c.Code, Mine: counted[level[0]], Theirs: counted[levels[n-1][0]]}
		}
		classes, ahead = append(classes, parts...), ahead+len(level)
	}
	return classes
}

// levels parts teams by what a criterion counts, the best first.
func (c Criterion) levels(teams []int, counted map[int]int) [][]int {
	sorted := slices.Clone(teams)
	slices.SortStableFunc(sorted, func(a, b int) int {
		if c.Fewer {
			a, b = b, a
		}
		return cmp.Compare(counted[b], counted[a])
	})
	var levels [][]int
	for n, i := range sorted {
		if n == 0 || counted[i] != counted[sorted[n-1]] {
			levels = append(levels, nil)
		}
		levels[len(levels)-1] = append(levels[len(levels)-1], i)
	}
	return levels
}

// row counts the matches of a team.
func (l *League) row(team int) Row {
	r := Row{
		Team: l.sheet.Teams[team], MatchPoints: l.allMatchPoints(nil, team), Points: league.Points(l.boardPoints(nil, team)),
		Out: l.out[team] == league.Voided,
	}
	for _, m := range l.Matches {
		side := l.sideOf(m, team)
		switch {
		case side < 0:
			continue
		case !m.Over:
			r.Open++
			continue
		case m.Match[side] == 2:
			r.Won++
		case m.Match[side] == 1:
			r.Drawn++
		default:
			r.Lost++
		}
		r.Played++
	}
	return r
}

// neighbours names the rows above and below each.
func neighbours(rows []Row) {
	for i := range rows[1:] {
		upper, lower := &rows[i], &rows[i+1]
		lower.Above.Who = upper.Team
		upper.Below = league.Parted{Who: lower.Team, Code: lower.Above.Code, Mine: lower.Above.Theirs, Theirs: lower.Above.Mine}
	}
}

// bounds finds the ranks that each team can still have, by match points alone: ties count for
// it in the best and against it in the worst one (R-TB-5).
func bounds(rows []Row) {
	for i := range rows {
		r := &rows[i]
		r.Best, r.Worst = 1, 1
		for j, other := range rows {
			if i == j {
				continue
			}
			if r.Out && !other.Out || r.Out == other.Out && other.MatchPoints > r.MatchPoints+2*r.Open {
				r.Best++
			}
			if r.Out || !other.Out && other.MatchPoints+2*other.Open >= r.MatchPoints {
				r.Worst++
			}
		}
	}
}

// players ranks the players by the place of their team, and in it by board. A team has four
// to six of them, which bounds their ranks.
func (l *League) players() []league.Row {
	var all []league.Row
	rank, last := 1, 0
	for _, team := range l.Rows() {
		if team.Rank != last {
			rank, last = len(all)+1, team.Rank
		}
		for board := 1; board <= Boards+league.Bench; board++ {
			p := l.atBoard(team.Team, board)
			if p == "" {
				continue
			}
			row := l.player(p)
			row.Rank, row.Out = rank, team.Out
			row.Best, row.Worst = 1+Boards*(team.Best-1), min(len(l.entry), 1+(Boards+league.Reserves)*(team.Worst-1))
			all = append(all, row)
		}
	}
	return all
}

// player counts what one player has done.
func (l *League) player(id string) league.Row {
	r := league.Row{Player: id}
	for _, m := range l.Matches {
		for _, b := range m.Boards {
			for _, f := range b.Games {
				l.count(&r, f)
			}
		}
	}
	return r
}

// count adds a game to the row of a player if they play it.
func (l *League) count(r *league.Row, f league.Fixture) {
	side := engine.First
	if f.Second == r.Player {
		side = engine.Second
	}
	switch {
	case f.First != r.Player && f.Second != r.Player || f.Outcome.Ending == engine.Void:
		return
	case !f.Outcome.Over():
		r.Open++
		return
	case f.Outcome.Winner == side:
		r.Won++
	case f.Outcome.Winner == engine.NoSide && f.Outcome.Ending != engine.DoubleForfeit:
		r.Drawn++
	default:
		r.Lost++
		if f.Outcome.Ending == engine.Timeout {
			r.Flagged++
		}
	}
	paid, _ := l.sheet.Scoring.Points(f.Outcome) // results has seen that there is a price
	goals := tiebreak.Goals(f.Outcome)
	r.Played++
	r.Points += paid[side-1]
	r.Goals += goals[side-1]
	r.Against += goals[2-side]
}
