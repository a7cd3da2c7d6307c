package teams

import (
	"slices"

	"kickabout/league"
	"kickabout/league/tiebreak"
)

// Criterion is one of those that rank teams (R-TE-2): it counts something for each, and who
// has more stands above.
type Criterion struct {
	Code  string
	Name  string // as players say it
	Means string // what is counted, for players
	Unit  int    // of what is counted, what is shown as 1
	Among bool   // counts only what happened among those who are level, and again among those who still are
	Fewer bool   // fewer is better

	count func(l *League, tied []int, team int) int
}

// Order returns the criteria in the order in which they are applied.
func Order() []Criterion {
	return []Criterion{
		{Code: "MP", Name: "match points", Means: "2 for a team match won, 1 for one that ends level", Unit: 1, count: (*League).allMatchPoints},
		{Code: "BP", Name: "board points", Means: "points of all games that are over", Unit: 10, count: (*League).boardPoints},
		{Code: "SON", Name: "SON", Means: "match points taken from each team times that team’s match points, added up", Unit: 1, count: (*League).son},
		{Code: "DM", Name: "direct match", Means: "match points from the team matches among those who are level, once all of these are over", Unit: 1, Among: true, count: (*League).direct},
		{Code: "BW", Name: "Berlin score", Means: "points at board 1 count four times, at board 2 three times, at board 3 twice, at board 4 once", Unit: 10, count: (*League).berlin},
		{Code: "LOT", Name: "random draw", Means: "a random draw from dice fixed before the start, drawn only for the first place", Unit: 1, Fewer: true, count: (*League).lot},
	}
}

// allMatchPoints is R-TE-2.1.
func (l *League) allMatchPoints(_ []int, team int) (sum int) {
	for _, m := range l.Matches {
		if side := l.sideOf(m, team); side >= 0 {
			sum += m.Match[side]
		}
	}
	return sum
}

// boardPoints is R-TE-2.2, in tenths.
func (l *League) boardPoints(_ []int, team int) (sum int) {
	for _, m := range l.Matches {
		if side := l.sideOf(m, team); side >= 0 {
			sum += int(m.Points[side])
		}
	}
	return sum
}

// son is R-TE-2.3: the sum over the opponents j of mp(i,j) * MP(j).
func (l *League) son(_ []int, team int) (sum int) {
	for _, m := range l.Matches {
		if side := l.sideOf(m, team); side >= 0 {
			sum += m.Match[side] * l.allMatchPoints(nil, l.team[m.Teams[1-side]])
		}
	}
	return sum
}

// direct is R-TE-2.4. As long as a team match among them is not over, nobody has any.
func (l *League) direct(tied []int, team int) (sum int) {
	for _, m := range l.Matches {
		a, b := l.team[m.Teams[0]], l.team[m.Teams[1]]
		if !slices.Contains(tied, a) || !slices.Contains(tied, b) {
			continue
		}
		if !m.Over {
			return 0
		}
		if side := l.sideOf(m, team); side >= 0 {
			sum += m.Match[side]
		}
	}
	return sum
}

// berlin is R-TE-2.5, in tenths.
func (l *League) berlin(_ []int, team int) (sum int) {
	for _, m := range l.Matches {
		side := l.sideOf(m, team)
		if side < 0 {
			continue
		}
		for b, board := range m.Boards {
			sum += (Boards - b) * int(board.Points[side])
		}
	}
	return sum
}

// lot is R-TE-2.6: a team's place in it, once all is over, and for the first place alone;
// else 0.
func (l *League) lot(_ []int, team int) int {
	if len(l.sheet.Lot) == 0 || l.ahead[team] > 0 || !l.over() || l.nothing(team) {
		return 0
	}
	return tiebreak.Lot(l.sheet.Lot, l.sheet.Teams)[team]
}

// nothing says that a team has not got a board point where winning takes one (R-TB-6). Match points say nothing of it: a
// team match that both lose is level.
func (l *League) nothing(team int) bool {
	return l.sheet.Terms.Earned && l.boardPoints(nil, team) < int(league.OnePoint)
}

// sideOf returns which of the two teams of a match a team is; -1 if neither.
func (l *League) sideOf(m Match, team int) int { return slices.Index(m.Teams[:], l.sheet.Teams[team]) }

// Row is one line of the table of teams.
type Row struct {
	Rank                           int // those level on everything share it: 1, 1, 3
	Team                           string
	MatchPoints                    int
	Points                         league.Points
	Played, Won, Drawn, Lost, Open int   // team matches
	Values                         []int // what each criterion of Order counts for it
	Best, Worst                    int   // ranks that it can still have (R-TB-5)
	Above, Below                   league.Parted
	Out                            bool // its results do not count: ranked behind all others
}
