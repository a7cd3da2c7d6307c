package streetsoccer

import (
	"fmt"
	"slices"
	"strings"
)

// The rules once more, slow and obvious: plain loops over coordinates, written
// from rules 1.15 and sharing nothing with the fast code but the notation.

// A spot is a square by its column 1..6 and row 1..10; the zero spot is none.
type spot struct{ x, y int }

func spotOf(text string) spot {
	if text == "-" {
		return spot{}
	}
	y := strings.Index("1234567890", text[1:2]) + 1
	return spot{x: int(text[0]-'a') + 1, y: y}
}

func (s spot) text() string {
	if s == (spot{}) {
		return "-"
	}
	return fmt.Sprintf("%c%d", 'a'+s.x-1, s.y%10)
}

func (s spot) on() bool { return s.x >= 1 && s.x <= 6 && s.y >= 1 && s.y <= 10 }

func (s spot) middle() bool { return s.x == 3 || s.x == 4 }

// keeperSide returns whose keeper square it is: 0 Yellow's, 1 Red's, -1 nobody's.
func (s spot) keeperSide() int {
	switch {
	case s.middle() && s.y == 1:
		return 0
	case s.middle() && s.y == 10:
		return 1
	}
	return -1
}

// penaltySide returns whose penalty square it is.
func (s spot) penaltySide() int {
	switch {
	case s.middle() && s.y == 2:
		return 0
	case s.middle() && s.y == 9:
		return 1
	}
	return -1
}

// A model is a position.
type model struct {
	board bool // the profile "board" of rules 1.2, else "lg"
	late  bool // "mastermove": all five are placed, then the higher throw kicks off
	back  bool // with the option of rules 1.9: the coach puts the scorer's keeper back
	phase string
	side  int
	men   [2][]spot // the keeper first
	ball  spot
	die   string
	move  int
	score [2]int
	last  string
}

func modelOf(variant, text string) model {
	variant, option, _ := strings.Cut(variant, ",")
	m := model{board: variant == "board", late: variant == "mastermove", back: option == "back=1"}
	var side, yellowMen, redMen, ball, score string
	if n, err := fmt.Sscan(text, &m.phase, &side, &yellowMen, &redMen, &ball, &m.die, &m.move, &score, &m.last); err != nil {
		panic(fmt.Sprint(text, n, err))
	}
	m.side = strings.Index("YR", side)
	for i, men := range []string{yellowMen, redMen} {
		for ; len(men) > 1; men = men[2:] {
			m.men[i] = append(m.men[i], spotOf(men[:2]))
		}
	}
	m.ball = spotOf(ball)
	fmt.Sscanf(score, "%d:%d", &m.score[0], &m.score[1])
	return m
}

func (m model) text() string {
	var men [2]string
	for i := range men {
		if len(m.men[i]) == 0 {
			men[i] = "-"
			continue
		}
		others := slices.Clone(m.men[i][1:])
		slices.SortFunc(others, func(a, b spot) int { return (a.x-b.x)*100 + a.y - b.y })
		men[i] = m.men[i][0].text()
		for _, s := range others {
			men[i] += s.text()
		}
	}
	return fmt.Sprintf("%s %c %s %s %s %s %d %d:%d %s", m.phase, "YR"[m.side], men[0], men[1], m.ball.text(), m.die, m.move, m.score[0], m.score[1], m.last)
}

func (m model) clone() model {
	m.men = [2][]spot{slices.Clone(m.men[0]), slices.Clone(m.men[1])}
	return m
}

// Holders say whose figure stands on a square, -1 if nobody's.
type holders [7][11]int

func (m model) holders() holders {
	var b holders
	for x := range b {
		for y := range b[x] {
			b[x][y] = -1
		}
	}
	for side, men := range m.men {
		for _, man := range men {
			b[man.x][man.y] = side
		}
	}
	return b
}

func (b *holders) holder(s spot) int { return b[s.x][s.y] }

var orthogonal = []spot{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// mayStep says whether figure i of a side may step on a square with the ball on
// another or on this one, the squares of figures left aside.
func mayStep(side, i int, s, ball spot) bool {
	owner := s.keeperSide()
	return s.on() && (owner < 0 || s == ball || i == 0 && owner == side)
}

// walks returns the ends of all walks of exactly n steps and the step numbers at
// which the ball can be stepped on.
func (m model) walks(side, i, n int) (ends []spot, hits []int) {
	held := m.holders()
	start := m.men[side][i]
	now := map[spot]bool{start: true}
	for step := 1; step <= n; step++ {
		next := map[spot]bool{}
		for p := range now {
			for _, d := range orthogonal {
				q := spot{p.x + d.x, p.y + d.y}
				if !mayStep(side, i, q, m.ball) || q != start && held.holder(q) >= 0 {
					continue
				}
				if q != m.ball {
					next[q] = true
				} else if !slices.Contains(hits, step) {
					hits = append(hits, step)
				}
			}
		}
		now = next
	}
	for p := range now {
		if !m.crowds(side, i, p) {
			ends = append(ends, p)
		}
	}
	if m.crowds(side, i, m.ball) {
		hits = nil
	}
	return ends, hits
}

// crowds says whether outfielder i on a square would be the second one on its
// side's penalty squares.
func (m model) crowds(side, i int, s spot) bool {
	if i == 0 || s.penaltySide() != side {
		return false
	}
	for j, other := range m.men[side] {
		if j != 0 && j != i && other.penaltySide() == side {
			return true
		}
	}
	return false
}

var compass = []spot{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// kickFrom returns the targets of a kick, "##" for the goal. The figures stand as
// they do during the kick, the kicker on the start.
func (m model) kickFrom(start spot, length, side int) map[string]bool {
	type leg struct {
		s    spot
		left int
	}
	held := m.holders()
	targets := map[string]bool{}
	done := map[leg]bool{}
	todo := []leg{{start, length}}
	for len(todo) > 0 {
		from := todo[0]
		todo = todo[1:]
		if done[from] {
			continue
		}
		done[from] = true
		var roll func(p spot, d int, bent bool, left int)
		roll = func(p spot, d int, bent bool, left int) {
			if left == 0 {
				return
			}
			ways := [3]int{d, (d + 1) % 8, (d + 7) % 8}
			choices := ways[:]
			if bent || p == from.s {
				choices = ways[:1]
			}
			for _, way := range choices {
				q := spot{p.x + compass[way].x, p.y + compass[way].y}
				switch {
				case !q.on():
					end := []int{11, 0}[side]
					if p.keeperSide() == 1-side && q.y == end {
						targets["##"] = true
					}
				case held.holder(q) == 1-side:
				case held.holder(q) == side:
					todo = append(todo, leg{q, left})
				case left == 1:
					targets[q.text()] = true
				default:
					roll(q, way, bent || way != d, left-1)
				}
			}
		}
		for d := range compass {
			roll(from.s, d, false, from.left)
		}
	}
	return targets
}

// reachable says whether a figure of a side can get to the ball (rules 1.10).
func (m model) reachable(side int) bool {
	held := m.holders()
	for i, man := range m.men[side] {
		var seen [7][11]bool
		for todo := []spot{man}; len(todo) > 0; todo = todo[1:] {
			for _, d := range orthogonal {
				q := spot{todo[0].x + d.x, todo[0].y + d.y}
				if !mayStep(side, i, q, m.ball) || seen[q.x][q.y] || held.holder(q) >= 0 {
					continue
				}
				if q == m.ball {
					return true
				}
				seen[q.x][q.y] = true
				todo = append(todo, q)
			}
		}
	}
	return false
}

// choices returns the moves of a position whose die is thrown, sorted; all are
// the moves before rules 1.10.
func (m model) choices() (legal, all []string) {
	add := func(text string, after model, goal bool) {
		all = append(all, text)
		if goal || after.reachable(1-m.side) {
			legal = append(legal, text)
		}
	}
	kick := func(prefix string, during model, from spot, length int, seen map[string]bool) {
		for target := range during.kickFrom(from, length, m.side) {
			text := prefix + "B" + target
			if seen[text] || m.phase == "kickoff" && target == "##" {
				continue
			}
			seen[text] = true
			after := during.clone()
			if target != "##" {
				after.ball = spotOf(target)
				add(text, after, false)
				continue
			}
			for _, end := range after.putBacks() {
				add(text+end, after, true)
			}
		}
	}
	n := int(m.die[0] - '0')
	seen := map[string]bool{}
	switch m.phase {
	case "kickoff":
		kick("", m, m.ball, n, seen)
	case "restart":
		for _, s := range m.restartSpots() {
			during := m.clone()
			during.men[m.side][0] = s
			kick("P"+s.text()+"|", during, s, n, seen)
		}
	case "turn":
		for i, man := range m.men[m.side] {
			ends, hits := m.walks(m.side, i, n)
			for _, end := range ends {
				after := m.clone()
				after.men[m.side][i] = end
				add("M"+man.text()+end.text(), after, false)
			}
			for _, hit := range hits {
				during := m.clone()
				during.men[m.side][i] = m.ball
				kick("M"+man.text()+m.ball.text()+"|", during, m.ball, n-hit+1, seen)
			}
		}
	}
	if len(legal) == 0 {
		legal = slices.Clone(all)
	}
	slices.Sort(legal)
	return legal, all
}

// restartSpots returns where the keeper may be put (D17, and one tier more).
func (m model) restartSpots() []spot {
	held := m.holders()
	for _, tier := range []string{"c1d1", "c2d2", "b1e1", "b2e2", "c3d3", "c4d4"} {
		var free []spot
		for _, text := range []string{tier[:2], tier[2:]} {
			s := spotOf(text)
			if m.side == 1 {
				s.y = 11 - s.y
			}
			if held.holder(s) >= 0 && s != m.men[m.side][0] {
				continue
			}
			during := m.clone()
			during.men[m.side][0] = s
			for n := 2; n <= 6; n++ {
				if len(during.kickFrom(s, n, m.side)) > 0 {
					free = append(free, s)
					break
				}
			}
		}
		if len(free) > 0 {
			return free
		}
	}
	return nil
}

// roll returns the position after a throw.
func (m model) roll(faces ...int) model {
	after := m.clone()
	after.die = fmt.Sprint(faces[0])
	switch m.phase {
	case "place", "kickoff":
		d := max(faces[0]-faces[1], faces[1]-faces[0])
		after.die = fmt.Sprint(d)
		if d == 0 {
			return m
		}
		if m.ball == (spot{}) && faces[0] > faces[1] {
			after.ball = spotOf("d5") // of mastermove it is said below
		} else if m.ball == (spot{}) {
			after.ball = spotOf("c6")
		}
	case "restart":
		if faces[0] == 1 {
			return m
		}
	}
	if m.phase == "place" {
		return after
	}
	if m.phase == "kickoff" && m.late {
		after.side = 0
		if faces[1] > faces[0] {
			after.side = 1
		}
		for _, s := range after.men[after.side][1:] {
			if s.middle() && s.y == []int{5, 6}[after.side] {
				after.ball = s
			}
		}
	}
	if _, all := after.choices(); len(all) > 0 {
		return after
	}
	if m.phase == "turn" {
		return after.goOn()
	}
	return m
}

// goOn returns the position after a turn without a goal.
func (m model) goOn() model {
	m.die = "?"
	level := m.score[0] == m.score[1]
	if m.move >= 52 && !level || m.move == 72 {
		m.phase, m.die = "over", "-"
		return m
	}
	m.phase = "turn"
	m.move++
	m.side = 1 - m.side
	return m
}

// play returns the position after a legal move.
func (m model) play(text string) model {
	m = m.clone()
	if m.phase == "place" {
		for i := 1; i < len(text); i += 2 {
			m.men[m.side] = append(m.men[m.side], spotOf(text[i:i+2]))
		}
		m.move++
		m.side = 1 - m.side
		if m.move == 3 {
			m.phase = "kickoff"
			if m.late {
				m.die = "?"
				return m
			}
			if m.ball == spotOf("c6") {
				m.side = 1
			}
			if _, all := m.choices(); len(all) == 0 {
				m.die = "?"
			}
		}
		return m
	}
	walk, kick, kicks := strings.Cut(text, "|")
	kick, keeper, _ := strings.Cut(kick, "|P")
	switch m.phase {
	case "kickoff":
		kick, kicks = text, true
	case "restart":
		m.men[m.side][0] = spotOf(walk[1:])
	case "turn":
		i := slices.Index(m.men[m.side], spotOf(walk[1:3]))
		m.men[m.side][i] = spotOf(walk[3:])
	}
	if kick == "B##" {
		m.score[m.side]++
		m.last = "YR"[m.side : m.side+1]
		m.ball = spot{}
		m = m.goOn()
		if m.phase == "turn" {
			m.phase = "restart"
			switch {
			case keeper != "":
				m.men[1-m.side][0] = spotOf(keeper)
			case m.board, m.back:
				m.bringBack(1 - m.side)
			}
		}
		return m
	}
	if kicks {
		m.ball = spotOf(kick[1:])
	}
	return m.goOn()
}

// putBacks returns what the text of a goal may end with: where the keeper of the side
// that scores is put, if there is a choice. The figures stand as after the kick.
func (m model) putBacks() []string {
	held := m.holders()
	row := []int{1, 10}[m.side]
	left, right := spot{3, row}, spot{4, row}
	ends := m.move >= 53 || m.move == 52 && m.score[m.side]+1 != m.score[1-m.side]
	if !m.back || ends || m.men[m.side][0].keeperSide() == m.side || held.holder(left) >= 0 || held.holder(right) >= 0 {
		return []string{""}
	}
	return []string{"|P" + left.text(), "|P" + right.text()}
}

// bringBack puts a side's keeper on the nearer of its keeper squares that are free,
// unless it stands on one.
func (m *model) bringBack(side int) {
	held := m.holders()
	keeper := &m.men[side][0]
	if keeper.keeperSide() == side {
		return
	}
	var best spot
	nearest := 1000
	for _, x := range []int{3, 4} {
		s := spot{x, []int{1, 10}[side]}
		away := max(s.x-keeper.x, keeper.x-s.x) + max(s.y-keeper.y, keeper.y-s.y)
		if held.holder(s) < 0 && away < nearest {
			best, nearest = s, away
		}
	}
	if nearest < 1000 {
		*keeper = best
	}
}

// placings returns the legal placings, sorted.
func (m model) placings() []string {
	held := m.holders()
	var free []spot
	for x := 1; x <= 6; x++ {
		for y := 1; y <= 10; y++ {
			s := spot{x, y}
			circle := s.middle() && (y == 5 || y == 6)
			if held.holder(s) < 0 && s.keeperSide() < 0 && !circle {
				free = append(free, s)
			}
		}
	}
	var texts []string
	for i, a := range free {
		for j := i + 1; j < len(free); j++ {
			for k := j + 1; k < len(free); k++ {
				across, behind, crowd := 0, 0, 0
				for _, s := range []spot{a, free[j], free[k]} {
					if (s.y > 5) == (m.side == 0) {
						across++
					} else {
						behind++
					}
					if s.penaltySide() == m.side {
						crowd++
					}
				}
				if across == 0 || crowd > 1 || behind == 0 && (m.board || m.late) {
					continue
				}
				three := a.text() + free[j].text() + free[k].text()
				if !m.late {
					texts = append(texts, "P"+three)
					continue
				}
				for x := 3; x <= 4; x++ {
					for x2 := 3; x2 <= 4; x2++ {
						texts = append(texts, "P"+spot{x, []int{1, 10}[m.side]}.text()+spot{x2, []int{5, 6}[m.side]}.text()+three)
					}
				}
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// perft counts sequences of n moves as engine.Perft does, one by one.
func (m model) perft(n int) uint64 {
	if n == 0 {
		return 1
	}
	var sum uint64
	if m.die == "?" {
		var throws [][]int
		for a := 1; a <= 6; a++ {
			if m.phase == "turn" || m.phase == "restart" {
				throws = append(throws, []int{a})
				continue
			}
			for b := 1; b <= 6; b++ {
				throws = append(throws, []int{a, b})
			}
		}
		for _, throw := range throws {
			if after := m.roll(throw...); after.text() != m.text() {
				sum += after.perft(n)
			}
		}
		return sum
	}
	var moves []string
	switch m.phase {
	case "over":
		return 0
	case "place":
		moves = m.placings()
	default:
		moves, _ = m.choices()
	}
	if n == 1 {
		return uint64(len(moves))
	}
	for _, text := range moves {
		sum += m.play(text).perft(n - 1)
	}
	return sum
}
