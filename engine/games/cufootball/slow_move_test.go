package cufootball_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// crowded says whether more than two of a team's men hang together side by side
// (DECISION C3).
func crowded(men []spot) bool {
	for _, a := range men {
		group := []spot{a}
		for i := 0; i < len(group); i++ {
			for _, b := range men {
				if b.beside(group[i]) && !slices.Contains(group, b) {
					group = append(group, b)
				}
			}
		}
		if len(group) > 2 {
			return true
		}
	}
	return false
}

// ownRanks are the ranks of defenders, midfielders and strikers.
var ownRanks = [][]int{{1, 3, 5}, {6, 4, 2}}

// ownRanks are those of the lines, or where all are set up in their own half.
func (m model) ownRanks(side int) []int {
	if m.half {
		return [][]int{{1, 3, 2}, {6, 4, 5}}[side]
	}
	return ownRanks[side]
}

// maySetUp says whether a text is a legal set-up (rules 3.2, 3.3).
func (m model) maySetUp(text string) bool {
	slots, ballSide, named := strings.Cut(strings.TrimPrefix(text, "S"), ";")
	if len(slots) != 20 {
		return false
	}
	men := spotsOf(slots)
	canonical := "S" + textOf(men)
	if named {
		canonical += ";" + ballSide
	}
	if text != canonical || crowded(men) {
		return false
	}
	perRank := map[int]int{}
	for i, s := range men {
		if !s.on() || slices.Contains(men[:i], s) {
			return false
		}
		perRank[s.y]++
	}
	ranks := m.ownRanks(m.side)
	for _, rank := range ranks {
		if perRank[rank] < 2 {
			return false
		}
	}
	if perRank[ranks[0]]+perRank[ranks[1]]+perRank[ranks[2]] != 10 {
		return false
	}
	if m.side != m.owner {
		return !named
	}
	third := ranks[1]
	further := func(columns ...int) bool {
		return slices.ContainsFunc(columns, func(x int) bool { return slices.Contains(men, spot{x, third}) })
	}
	switch {
	case !slices.Contains(men, spot{5, third}):
		return false
	case ballSide == "L":
		return !further(4) && further(1, 2, 3)
	case ballSide == "R":
		return !further(6) && further(7, 8, 9)
	}
	return false
}

// columnSets returns the column sets of a rank by number of men.
func columnSets() [][][]int {
	sets := make([][][]int, 10)
	for bits := range 1 << 9 {
		var men []spot
		var columns []int
		for x := 1; x <= 9; x++ {
			if bits>>(x-1)&1 == 1 {
				men, columns = append(men, spot{x, 1}), append(columns, x)
			}
		}
		if !crowded(men) {
			sets[len(columns)] = append(sets[len(columns)], columns)
		}
	}
	return sets
}

// setUps counts the legal set-ups, and for the side that kicks off those with
// either side of the ball.
func (m model) setUps() int {
	sets := columnSets()
	if m.half {
		return m.halfSetUps(sets)
	}
	sum := 0
	for defenders := 2; defenders <= 6; defenders++ {
		for midfielders := 2; midfielders <= 6; midfielders++ {
			strikers := 10 - defenders - midfielders
			if strikers < 2 || strikers > 6 {
				continue
			}
			middle := len(sets[midfielders])
			if m.side == m.owner {
				middle = 0
				for _, columns := range sets[midfielders] {
					if !slices.Contains(columns, 5) {
						continue
					}
					if !slices.Contains(columns, 4) && columns[0] < 4 {
						middle++
					}
					if !slices.Contains(columns, 6) && columns[len(columns)-1] > 6 {
						middle++
					}
				}
			}
			sum += len(sets[defenders]) * middle * len(sets[strikers])
		}
	}
	return sum
}

// halfSetUps counts them where the ranks touch.
func (m model) halfSetUps(sets [][][]int) int {
	sum := 0
	on := func(columns []int, rank int) (men []spot) {
		for _, x := range columns {
			men = append(men, spot{x, rank})
		}
		return men
	}
	for defenders := 2; defenders <= 6; defenders++ {
		for strikers := 2; strikers <= 8-defenders; strikers++ {
			midfielders := 10 - defenders - strikers
			if midfielders > 6 {
				continue
			}
			for _, d := range sets[defenders] {
				for _, s := range sets[strikers] {
					two := append(on(d, 1), on(s, 2)...)
					if crowded(two) {
						continue
					}
					for _, middle := range sets[midfielders] {
						ways := 1
						if m.side == m.owner {
							ways = 0
							if slices.Contains(middle, 5) && !slices.Contains(middle, 4) && middle[0] < 4 {
								ways++
							}
							if slices.Contains(middle, 5) && !slices.Contains(middle, 6) && middle[len(middle)-1] > 6 {
								ways++
							}
						}
						if ways > 0 && !crowded(append(slices.Clone(two), on(middle, 3)...)) {
							sum += ways
						}
					}
				}
			}
		}
	}
	return sum
}

func (m model) setUp(text string) model {
	slots, ballSide, _ := strings.Cut(text[1:], ";")
	m.men[m.side] = spotsOf(slots)
	m.formations[m.side] = text[1:]
	if m.side == m.owner {
		m.ball = spot{4, ownRanks[m.side][1]}
		if ballSide == "R" {
			m.ball.x = 6
		}
		m.side = 1 - m.side
		return m
	}
	m.phase, m.side = "kickoff", m.owner
	m.begin("O")
	return m
}

// allowance is what the drawn peg gives the side that moves (rules 3.4).
func (m model) allowance() int {
	n, _ := strconv.Atoi(m.draw)
	if m.side == m.owner {
		return n
	}
	return []int{0, 1, 1, 2, 2}[n]
}

// A squad is where a team's men stand, by column and rank.
type squad [10][7]bool

func squadOf(men []spot) squad {
	var q squad
	for _, s := range men {
		q[s.x][s.y] = true
	}
	return q
}

func (q squad) men() []spot {
	var men []spot
	for x := 1; x <= 9; x++ {
		for y := 1; y <= 6; y++ {
			if q[x][y] {
				men = append(men, spot{x, y})
			}
		}
	}
	return men
}

// steps calls visit for every single step of a man of the side to move, with what
// it costs (rules 3.4).
func (m model) steps(q squad, visit func(after squad, cost int)) {
	for _, man := range q.men() {
		for _, way := range ways {
			s := man.plus(way)
			if !s.on() || q[s.x][s.y] || slices.Contains(m.men[1-m.side], s) || s == m.ball {
				continue
			}
			after := q
			after[man.x][man.y], after[s.x][s.y] = false, true
			visit(after, way.x*way.x+way.y*way.y)
		}
	}
}

// reach returns all squads that the side to move can come to, with the least cost.
func (m model) reach(allowance int) map[squad]int {
	start := squadOf(m.men[m.side])
	costs := map[squad]int{start: 0}
	layers := make([][]squad, allowance+3)
	layers[0] = []squad{start}
	for spent := range allowance {
		for _, q := range layers[spent] {
			if costs[q] != spent {
				continue
			}
			m.steps(q, func(after squad, cost int) {
				if was, met := costs[after]; spent+cost <= allowance && (!met || was > spent+cost) {
					costs[after] = spent + cost
					layers[spent+cost] = append(layers[spent+cost], after)
				}
			})
		}
	}
	return costs
}

// keeperCost is what it costs the keeper of the side to move to go to a slot of
// its goal: nothing stands in its way, and a diagonal step costs two.
func (m model) keeperCost(to spot) int {
	from := m.keeper[m.side]
	return max(from.x-to.x, to.x-from.x) + max(from.y-to.y, to.y-from.y)
}

// movements lists the movement phases of an allowance (rules 3.4).
func (m model) movements(allowance int) []string {
	var texts []string
	for after, cost := range m.reach(allowance) {
		if crowded(after.men()) {
			continue
		}
		for x := 1; x <= 3; x++ {
			for y := 1; y <= 3; y++ {
				if cost+m.keeperCost(spot{x, y}) <= allowance {
					texts = append(texts, m.movement(after, spot{x, y}))
				}
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// movement is the text of a movement phase by its effect.
func (m model) movement(after squad, keeper spot) string {
	vacated, occupied := "", ""
	before := squadOf(m.men[m.side])
	for x := 1; x <= 9; x++ {
		for y := 1; y <= 6; y++ {
			switch {
			case before[x][y] && !after[x][y]:
				vacated += spot{x, y}.text()
			case after[x][y] && !before[x][y]:
				occupied += spot{x, y}.text()
			}
		}
	}
	if vacated == "" && keeper == m.keeper[m.side] {
		return "M"
	}
	text := "M" + vacated + ">" + occupied
	if keeper != m.keeper[m.side] {
		text += fmt.Sprintf(" G%d%d", keeper.x, keeper.y)
	}
	return text
}

// effect returns what a movement phase leads to; false if the text is not the one
// of its effect.
func (m model) effect(text string) (squad, spot, bool) {
	q, keeper := squadOf(m.men[m.side]), m.keeper[m.side]
	men, keeperText, keeps := strings.Cut(strings.TrimPrefix(text, "M"), " G")
	if keeps {
		if len(keeperText) != 2 {
			return q, keeper, false
		}
		keeper = spot{int(keeperText[0] - '0'), int(keeperText[1] - '0')}
		if keeper.x < 1 || keeper.x > 3 || keeper.y < 1 || keeper.y > 3 {
			return q, keeper, false
		}
	}
	vacated, occupied, _ := strings.Cut(men, ">")
	if len(vacated)%2+len(occupied)%2 > 0 {
		return q, keeper, false
	}
	for _, s := range spotsOf(vacated) {
		if !s.on() {
			return q, keeper, false
		}
		q[s.x][s.y] = false
	}
	for _, s := range spotsOf(occupied) {
		if !s.on() {
			return q, keeper, false
		}
		q[s.x][s.y] = true
	}
	return q, keeper, m.movement(q, keeper) == text
}

// mayMove says whether a text is a legal movement phase.
func (m model) mayMove(text string) bool {
	after, keeper, ok := m.effect(text)
	if !ok || crowded(after.men()) || len(after.men()) != len(m.men[m.side]) {
		return false
	}
	left := m.allowance() - m.keeperCost(keeper)
	return left >= 0 && m.leads(squadOf(m.men[m.side]), after, left, map[squad]int{})
}

// leads says whether steps of an allowance lead from a squad to another. Each step
// fills one slot, so that a squad with more slots to fill than spaces is given up.
func (m model) leads(from, to squad, left int, seen map[squad]int) bool {
	missing := 0
	for _, s := range to.men() {
		if !from[s.x][s.y] {
			missing++
		}
	}
	if missing == 0 || missing > left || seen[from] > left {
		return missing == 0
	}
	seen[from] = left + 1
	found := false
	m.steps(from, func(after squad, cost int) {
		found = found || cost <= left && m.leads(after, to, left-cost, seen)
	})
	return found
}

func (m model) moved(text string) model {
	after, keeper, _ := m.effect(text)
	m.men[m.side], m.keeper[m.side] = after.men(), keeper
	if m.side == m.owner {
		vacated, _, _ := strings.Cut(strings.TrimPrefix(text, "M"), ">")
		m.winners = slices.DeleteFunc(slices.Clone(m.winners), func(s spot) bool { return slices.Contains(spotsOf(vacated), s) })
		if m.mode != "foul" {
			m.side, m.draw = 1-m.side, "?"
			return m
		}
	}
	return m.afterMoves()
}
