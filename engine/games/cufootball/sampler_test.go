package cufootball_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A sampler makes positions at random, each kind of them where rules meet: those
// hardly ever come up in play.
type sampler struct {
	*rand.Rand
}

// sample returns a position of a variant in which a side must move or a movement
// peg is due.
func (r sampler) sample(variant string) model {
	for {
		m := r.laid(optionsOf(variant))
		switch r.IntN(12) {
		case 0:
			return r.beforeKickOff(m)
		case 1, 2, 3:
			m.phase, m.draw = "move", "?"
			if r.IntN(3) == 0 && m.mode != "foul" {
				m.side = 1 - m.owner
			}
			if r.IntN(5) > 0 {
				m.draw = fmt.Sprint(1 + r.IntN(4))
			}
			return m
		}
		m.phase = map[string]string{"free": "kick", "in": "throw", "keeper": "goalkick", "foul": "kick"}[m.mode]
		if len(m.choices()) > 0 {
			return m
		}
	}
}

// laid returns teams and ball, mostly close together, with one side in possession.
func (r sampler) laid(by options) model {
	m := model{options: by, mode: "free", draw: "-", last: "-", formations: nobody}
	m.owner = r.IntN(2)
	m.side = m.owner
	r.count(&m)
	likely := r.area()
	m.ball = r.pick(likely, func(s spot) bool { return true })
	switch r.IntN(6) {
	case 0:
		m.mode, m.ball = "keeper", spot{}
	case 1:
		m.mode, m.ball = "in", spot{1 + 8*r.IntN(2), 1 + r.IntN(6)}
	}
	line := r.line(m.ball)
	if r.IntN(6) == 0 {
		likely, line = r.crammed(m), likely
	}
	for i := range 20 {
		side := i % 2
		where := likely
		if m.ball != (spot{}) && r.IntN(3) == 0 {
			where = line
		}
		m.men[side] = append(m.men[side], r.pick(where, func(s spot) bool {
			return m.free(s) && !crowded(append(slices.Clone(m.men[side]), s))
		}))
	}
	for side := range m.keeper {
		m.keeper[side] = spot{1 + r.IntN(3), 1 + r.IntN(3)}
		if r.IntN(2) == 0 {
			m.keeper[side] = entry[1+r.IntN(9)]
		}
	}
	r.win(&m)
	kicker := 0 // who had the last kick-off
	if m.last == "R" {
		kicker = 1
	}
	for side := range m.formations {
		m.formations[side] = r.setUp(by, side, side == kicker)
	}
	return m
}

// win says of some free balls who has won them, or that they are free kicks.
func (r sampler) win(m *model) {
	if m.mode != "free" {
		return
	}
	if m.fouls && r.IntN(4) == 0 {
		m.mode = "foul"
		return
	}
	if !m.culica || r.IntN(3) == 0 {
		return
	}
	for _, man := range m.men[m.owner] {
		if man.beside(m.ball) && r.IntN(2) == 0 {
			m.winners = append(m.winners, man)
		}
	}
}

// count gives m a clock and a score, often just before the end.
func (r sampler) count(m *model) {
	m.clock = 20 + r.IntN(m.limit-20)
	if r.IntN(4) == 0 {
		m.clock = m.limit - 1 - r.IntN(3)
	}
	if r.IntN(3) == 0 {
		return
	}
	target := m.target
	if target == 0 {
		target = 5
	}
	m.score = [2]int{r.IntN(target), r.IntN(target)}
	if r.IntN(3) == 0 {
		m.score = [2]int{target - 1, target - 1}
	}
	var scorers []string
	for side, goals := range m.score {
		if goals > 0 {
			scorers = append(scorers, "RB"[side:side+1])
		}
	}
	if len(scorers) > 0 {
		m.last = scorers[r.IntN(len(scorers))]
	}
}

// area returns slots that belong together: an end of the pitch, a corner of the
// cubes, a side, or all of it.
func (r sampler) area() []spot {
	x, y, width, height := 1, 1, 9, 6
	switch r.IntN(5) {
	case 0:
		height, y = 3, 1+3*r.IntN(2)
	case 1:
		width, x, height, y = 6, 1+3*r.IntN(2), 4, 1+2*r.IntN(2)
	case 2:
		width, x = 5, 1+4*r.IntN(2)
	}
	var spots []spot
	for i := range width {
		for j := range height {
			spots = append(spots, spot{x + i, y + j})
		}
	}
	return spots
}

// crammed returns the slots that leave no way to play the ball when they are full:
// the end rank before a keeper's, or those round it.
func (r sampler) crammed(m model) []spot {
	var spots []spot
	for x := 1; x <= 9; x++ {
		for y := 1; y <= 6; y++ {
			if s := (spot{x, y}); m.mode == "keeper" && y == endRanks[m.owner] || s.touches(m.ball) {
				spots = append(spots, s)
			}
		}
	}
	return spots
}

// line returns the slots on a line through a slot and those beside it.
func (r sampler) line(from spot) []spot {
	var spots []spot
	way := ways[r.IntN(8)]
	for s := from.plus(way); s.on(); s = s.plus(way) {
		spots = append(spots, s)
		for _, beside := range []int{0, 2, 4, 6} {
			if b := s.plus(ways[beside]); b.on() {
				spots = append(spots, b)
			}
		}
	}
	for _, way := range ways {
		if s := from.plus(way); s.on() {
			spots = append(spots, s)
		}
	}
	return spots
}

// pick returns one of the slots wanted that fits, or one of the whole pitch.
func (r sampler) pick(wanted []spot, fits func(spot) bool) spot {
	for range 20 {
		if s := wanted[r.IntN(len(wanted))]; fits(s) {
			return s
		}
	}
	for {
		if s := (spot{1 + r.IntN(9), 1 + r.IntN(6)}); fits(s) {
			return s
		}
	}
}

// setUp returns a legal set-up of a side without its S.
func (r sampler) setUp(by options, side int, kicksOff bool) string {
	m := model{options: by, side: side, owner: 1 - side}
	if kicksOff {
		m.owner = side
	}
	for {
		if text := r.anySetUp(m); m.maySetUp(text) {
			return text[1:]
		}
	}
}

// anySetUp returns what may be a set-up: ten men on the side's ranks, most often
// not crowded, most often two of them at least on each.
func (r sampler) anySetUp(m model) string {
	var men []spot
	for tries := 0; len(men) < 10; tries++ {
		if tries > 200 { // in the own half men may be in each other's way
			men, tries = nil, 0
		}
		s := spot{1 + r.IntN(9), m.ownRanks(m.side)[r.IntN(3)]}
		if !slices.Contains(men, s) && (r.IntN(100) == 0 || !crowded(append(slices.Clone(men), s))) {
			men = append(men, s)
		}
	}
	text := "S" + textOf(men)
	if m.side == m.owner {
		text += []string{";L", ";R"}[r.IntN(2)]
	}
	return text
}

// beforeKickOff is the set-up that comes after a goal or before the first kick-off.
func (r sampler) beforeKickOff(m model) model {
	if m.last == "-" {
		by := m.options
		m = slowStart(m.target, m.limit)
		m.options = by
	} else {
		m = m.setup(1 - strings.Index("RB", m.last))
	}
	if r.IntN(2) == 0 {
		m = m.play("S" + r.setUp(m.options, m.side, true))
	}
	return m
}

// walk returns the text of what a side's steps at random come to, with so many
// spaces or one or two more.
func (r sampler) walk(m model) string {
	q, keeper := squadOf(m.men[m.side]), m.keeper[m.side]
	left := m.allowance()
	if r.IntN(3) == 0 {
		left += 1 + r.IntN(2)
	}
	favourite := 1 + r.IntN(10) // one in so many steps is another man's
	var man spot
	for left > 0 {
		if r.IntN(10) == 0 {
			if to := keeper.plus(ways[2*r.IntN(4)]); to.x >= 1 && to.x <= 3 && to.y >= 1 && to.y <= 3 {
				keeper = to
				left--
			}
			continue
		}
		if men := q.men(); man == (spot{}) || r.IntN(favourite) == 0 {
			man = men[r.IntN(len(men))]
		}
		way := ways[r.IntN(8)]
		s := man.plus(way)
		switch cost := way.x*way.x + way.y*way.y; {
		case r.IntN(20) == 0:
			left-- // not used
		case cost > left || !s.on() || q[s.x][s.y] || slices.Contains(m.men[1-m.side], s) || s == m.ball:
			man = spot{}
			left -= r.IntN(2)
		default:
			q[man.x][man.y], q[s.x][s.y] = false, true
			man = s
			left -= cost
		}
	}
	return m.movement(q, keeper)
}
