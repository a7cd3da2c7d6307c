package cufootball_test

import (
	"fmt"
	"slices"
	"strings"
)

// upward is the rank that a side's step forward adds.
var upward = []int{1, -1}

// endRanks are the own end ranks of the sides.
var endRanks = []int{1, 6}

// entry is the table of rules 3.1: the goal slot into which a column leads.
var entry = []spot{{}, {1, 3}, {1, 2}, {1, 1}, {1, 1}, {2, 1}, {3, 1}, {3, 1}, {3, 2}, {3, 3}}

// overEnd says whether a slot lies over the end line of a side's own goal, and
// over no touch line.
func overEnd(side int, s spot) bool {
	return s.x >= 1 && s.x <= 9 && s.y == endRanks[side]-upward[side]
}

// keeperBeside says whether a side's keeper counts as a man next to a slot
// (DECISION C13).
func (m model) keeperBeside(side int, s spot) bool {
	return s.y == endRanks[side] && entry[s.x] == m.keeper[side]
}

// mayStart says whether a ball may be kicked from its slot in a direction (DECISION C11).
func (m model) mayStart(way spot) bool {
	q := m.ball.plus(way)
	return m.free(q) || overEnd(1-m.side, q)
}

// kicks lists the kicks (rules 3.5).
func (m model) kicks() []string {
	var texts []string
	for _, man := range m.men[m.side] {
		for i, way := range ways {
			if len(m.winners) > 0 && !slices.Contains(m.winners, man) {
				continue
			}
			if man.touches(m.ball) && m.mayStart(way) {
				texts = append(texts, fmt.Sprintf("K%s>%s", man.text(), names[i]))
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// throws lists the throw-ins (rules 3.8).
func (m model) throws() []string {
	var texts []string
	for i, way := range ways {
		s := m.ball
		for length := 1; length <= 3; length++ {
			s = s.plus(way)
			if !s.on() || length == 1 && !m.free(s) {
				break
			}
			texts = append(texts, fmt.Sprintf("T%s%d", names[i], length))
		}
	}
	slices.Sort(texts)
	return texts
}

// goalKicks lists the goal kicks (rules 3.9).
func (m model) goalKicks() []string {
	var texts []string
	for column := 1; column <= 9; column++ {
		for _, dx := range []int{-1, 0, 1} {
			if first := (spot{column + dx, endRanks[m.side]}); m.free(first) && m.culica {
				texts = append(texts, fmt.Sprintf("Q%d,%d", column, dx))
			} else if m.free(first) {
				texts = append(texts, fmt.Sprintf("Q%d,%d,+", column, dx), fmt.Sprintf("Q%d,%d,-", column, dx))
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// way returns the direction of the ball in the move being resolved.
func (m model) way() spot {
	act := m.chain.act
	switch act[0] {
	case 'O':
		if m.ball.x < 5 {
			return wayOf("W")
		}
		return wayOf("E")
	case 'T':
		return wayOf(act[1 : len(act)-1])
	case 'Q':
		_, dx := m.goalKick()
		return spot{dx, upward[m.side]}
	}
	_, name, _ := strings.Cut(act, ">")
	return wayOf(name)
}

// goalKick returns the column and dx of the goal kick being resolved.
func (m model) goalKick() (column, dx int) {
	fmt.Sscanf(m.chain.act, "Q%d,%d", &column, &dx)
	return column, dx
}

// travel moves the ball on until a draw is due or it has come to an end: the
// steps of rules 3.6 with their numbers.
func (m model) travel() model {
	for m.chain.left > 0 {
		q := m.ball.plus(m.way())
		if m.ball == (spot{}) { // a goal kick's first space
			column, dx := m.goalKick()
			q = spot{column + dx, endRanks[m.side]}
		}
		switch {
		case q.x < 1 || q.x > 9: // 1
			return m.ends(1-m.side, "in")
		case overEnd(1-m.side, q): // 2
			return m.shot(q)
		case overEnd(m.side, q): // 3
			return m.rest(spot{})
		case m.at(q) == 1-m.side: // 4
			return m.wonBy(q)
		case m.at(q) == m.side:
			return m.rest(q)
		}
		m.ball = q // 5
		m.chain.left--
		if m.chain.left == 0 {
			break
		}
		switch next := q.plus(m.way()); m.at(next) {
		case 1 - m.side: // 5a
			return m.wonBy(next)
		case m.side: // 5b
			return m.rest(next)
		}
		if m.chain.due = "pass"; len(m.drawers()) > 0 { // 5c
			return m.due("pass")
		}
	}
	return m.rest(spot{}) // 6
}

// wonBy is the ball lost to men of the other side (DECISION C16).
func (m model) wonBy(men ...spot) model {
	m = m.ends(1-m.side, "free")
	if m.culica && m.phase == "move" {
		m.winners = men
	}
	return m
}

func (m model) due(what string) model {
	m.draw, m.chain.due = "?", what
	return m
}

// neighbours returns a side's men next to the ball in the order N, E, S, W, then
// its keeper as "k".
func (m model) neighbours(side int) []string {
	var found []string
	for _, name := range []string{"N", "E", "S", "W"} {
		if s := m.ball.plus(wayOf(name)); m.at(s) == side {
			found = append(found, s.text())
		}
	}
	if m.keeperBeside(side, m.ball) {
		found = append(found, "k")
	}
	return found
}

// drawers returns who has still to draw for the ball where it is.
func (m model) drawers() []string {
	var left []string
	shooting := m.chain.due == "pass" && overEnd(1-m.side, m.ball.plus(m.way()))
	for _, man := range m.neighbours(1 - m.side) {
		if !slices.Contains(m.chain.tried, man) && !(man == "k" && shooting) {
			left = append(left, man)
		}
	}
	return left
}

// chance is the draw of the man whose turn it is to win the ball.
func (m model) chance(face int) model {
	man := m.drawers()[0]
	m.chain.tried = append(m.chain.tried, man)
	switch {
	case man == "k" && face >= 3:
		return m.ends(1-m.side, "keeper")
	case man != "k" && face == 4:
		return m.wonBy(spotOf(man))
	case man != "k" && face == 1 && m.fouls:
		m.chain.due = "foul"
		return m
	}
	return m.goesOn()
}

// goesOn is what follows upon a chance that was missed.
func (m model) goesOn() model {
	m.chain.due = "rest"
	if m.chain.left > 0 {
		m.chain.due = "pass"
	}
	switch {
	case len(m.drawers()) > 0:
		return m
	case m.chain.due == "pass":
		return m.travel()
	}
	return m.ends(m.side, "free")
}

// rest is what happens to a ball that has stopped, perhaps before an own man.
func (m model) rest(hit spot) model {
	m.chain.left, m.chain.hit, m.chain.due = 0, hit, "rest"
	opponents, own := m.neighbours(1-m.side), m.neighbours(m.side)
	if hit != (spot{}) {
		own = append(own, hit.text())
	}
	switch {
	case len(opponents) == 0:
		return m.ends(m.side, "free")
	case len(own) == 0 && opponents[0] == "k":
		return m.ends(1-m.side, "keeper")
	case len(own) == 0:
		var men []spot
		for _, man := range opponents {
			if man != "k" {
				men = append(men, spotOf(man))
			}
		}
		return m.wonBy(men...)
	case len(m.drawers()) == 0:
		return m.ends(m.side, "free")
	}
	return m.due("rest")
}

// shot is a ball that goes over the opponent's end line (rules 3.7).
func (m model) shot(over spot) model {
	if m.saveDistance(over) >= 2 {
		return m.goal()
	}
	return m.due("save")
}

// saveDistance counts the side steps from the keeper to the slot that the ball enters.
func (m model) saveDistance(over spot) int {
	e, g := entry[over.x], m.keeper[1-m.side]
	return max(e.x-g.x, g.x-e.x) + max(e.y-g.y, g.y-e.y)
}

// saving is the keeper's draw.
func (m model) saving(face int) model {
	straight := m.saveDistance(m.ball.plus(m.way())) == 0
	if straight && face >= 2 || face >= 3 {
		return m.ends(1-m.side, "keeper")
	}
	return m.goal()
}

func (m model) goal() model {
	m.score[m.side]++
	m.last = "RB"[m.side : m.side+1]
	m.ball = spot{}
	m.mode = "free"
	if m = m.tick(); m.phase == "over" {
		return m
	}
	return m.setup(1 - m.side)
}

// ends is the end of a kick, a throw-in, a goal kick or a kick-off: a side has the
// ball, in a mode.
func (m model) ends(owner int, mode string) model {
	red := m.phase == "kick" && m.chain.drawn <= m.dribble && mode == "free"
	act := m.chain.act
	m.owner, m.mode, m.winners = owner, mode, nil
	if mode == "keeper" {
		m.ball = spot{}
	}
	if m = m.tick(); m.phase == "over" {
		return m
	}
	if red && owner == m.side {
		dribble := m
		dribble.phase, dribble.draw, dribble.chain, dribble.dribbler = "dribble", "-", chain{}, act[1:]
		if len(dribble.dribbles()) > 1 {
			return dribble
		}
	}
	return m.round()
}

// carried returns m with the dribbling man at the ball, and where it stands; false
// if the crowding rule forbids its step (rules 3.6).
func (m model) carried() (model, spot, bool) {
	from, name, _ := strings.Cut(m.dribbler, ">")
	man, way := spotOf(from), wayOf(name)
	if man.touches(m.ball) {
		return m, man, true
	}
	m = m.clone()
	left := m.ball.plus(spot{-way.x, -way.y})
	m.men[m.side][slices.Index(m.men[m.side], man)] = left
	return m, left, !crowded(m.men[m.side])
}

// dribbles lists what the dribbling side may do.
func (m model) dribbles() []string {
	texts := []string{"D-"}
	if after, _, may := m.carried(); may {
		for i, way := range ways {
			if after.mayStart(way) {
				texts = append(texts, "D>"+names[i])
			}
		}
	}
	slices.Sort(texts)
	return texts
}

func (m model) dribbled(text string) model {
	if text == "D-" {
		return m.round()
	}
	m, man, _ := m.carried()
	m.phase = "kick"
	m.begin("K" + man.text() + text[1:])
	return m
}
