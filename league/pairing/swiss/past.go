package swiss

import (
	"slices"

	"kickabout/engine"
)

// strength is how much a player wants the side that they prefer (C.04.3, 1.7).
type strength uint8

const (
	indifferent strength = iota // has not played yet
	mild                        // each side as often as the other: not the last one again
	strong                      // one side once more than the other
	absolute                    // more than once, or the same side twice running
)

// float is a round in which a player met somebody with another number of points (1.4).
type float uint8

const (
	level float = iota
	down
	up
)

// A player is what the criteria ask about one player.
type player struct {
	number   int
	late     int // how many before them have not come yet
	points   int
	sides    []engine.Side // in the matches they played
	balance  int           // how much oftener they were First
	prefers  engine.Side
	strength strength
	floats   [2]float // in the last round, and in the one before
	barred   bool     // must have no bye (C2)
	missed   int      // rounds not played
	top      bool     // has more than half of all points before the last round (1.8)
}

// players reads everybody's past.
func players(t Tournament) []player {
	before := make([][]int, len(t.Players)) // points for the pairing of each round, and of the one to be paired
	for i, p := range t.Players {
		sum := 0
		for r := range len(p.Past) + 1 {
			before[i] = append(before[i], sum+p.extra(r))
			if r < len(p.Past) {
				sum += p.Past[r].Points
			}
		}
	}
	all := make([]player, len(t.Players))
	late := 0
	for i, p := range t.Players {
		rounds := len(p.Past)
		all[i] = player{number: i, late: late, points: before[i][rounds]}
		late += count(!p.came())
		all[i].play(p.Past, t.win())
		all[i].prefer()
		for back := range min(2, rounds) {
			all[i].floats[back] = floated(t, before, i, rounds-1-back)
		}
		all[i].top = t.Rounds == rounds+1 && 2*(all[i].points-p.extra(rounds)) > t.win()*rounds
	}
	return all
}

// came tells whether a player takes part now or did before. Who has not come yet has no number
// in the order of seeds, by which the first kick-offs go back and forth (5.2.5).
func (p Player) came() bool {
	return !p.Absent || slices.ContainsFunc(p.Past, func(q Past) bool { return q.Kind != Absent && q.Kind != Asked })
}

func (t Tournament) win() int {
	if t.Win == 0 {
		return 2
	}
	return t.Win
}

func (p *player) play(past []Past, win int) {
	for _, q := range past {
		if q.Kind != Played {
			p.missed++
			p.barred = p.barred || q.Kind == Bye || q.Points >= win
			continue
		}
		p.sides = append(p.sides, q.Side)
		if q.Side == engine.First {
			p.balance++
		} else {
			p.balance--
		}
	}
}

func (p *player) prefer() {
	n := len(p.sides)
	if n == 0 {
		return
	}
	p.prefers = p.sides[n-1].Other()
	twice := n > 1 && p.sides[n-1] == p.sides[n-2]
	switch {
	case p.balance > 0:
		p.prefers = engine.Second
	case p.balance < 0:
		p.prefers = engine.First
	}
	switch {
	case p.balance > 1 || p.balance < -1:
		p.strength = absolute
	case twice:
		p.prefers, p.strength = p.sides[n-1].Other(), absolute
	case p.balance != 0:
		p.strength = strong
	default:
		p.strength = mild
	}
}

// floated returns the float of a player in a round. Who gets points without playing floats
// down (1.4.3); who gets none does not (1.4.4).
func floated(t Tournament, before [][]int, i, round int) float {
	past := t.Players[i].Past[round]
	switch {
	case past.Kind != Played && past.Points > t.Loss:
		return down
	case past.Kind != Played:
		return level
	}
	mine, his := before[i][round], before[past.Opponent][round]
	switch {
	case mine > his:
		return down
	case mine < his:
		return up
	}
	return level
}

// above tells whether a ranks above b: by points, then by seed (1.2).
func above(a, b *player) bool {
	return a.points > b.points || a.points == b.points && a.number < b.number
}

// clash tells whether two players cannot both get what they cannot do without (C3). Before the
// last round players at the top may have to.
func clash(a, b *player) bool {
	return a.strength == absolute && b.strength == absolute && a.prefers == b.prefers && !a.top && !b.top
}

// kickoff returns the First of two players (article 5.2).
func kickoff(a, b *player, initial engine.Side) (first, second *player) {
	if above(b, a) {
		a, b = b, a
	}
	side := sideOf(a, b, initial)
	if side == engine.First {
		return a, b
	}
	return b, a
}

// sideOf returns the side of a, who ranks above b.
func sideOf(a, b *player, initial engine.Side) engine.Side {
	switch {
	case a.prefers == engine.NoSide && b.prefers == engine.NoSide:
		if (a.number-a.late)%2 == 0 { // their number counted from 1 is odd
			return initial
		}
		return initial.Other()
	case b.prefers != a.prefers && a.prefers != engine.NoSide:
		return a.prefers
	case b.prefers != a.prefers:
		return b.prefers.Other()
	case a.strength != b.strength:
		if a.strength > b.strength {
			return a.prefers
		}
		return b.prefers.Other()
	case a.strength == absolute && width(a) != width(b):
		if width(a) > width(b) {
			return a.prefers
		}
		return b.prefers.Other()
	}
	if last := parted(a.sides, b.sides); last != engine.NoSide {
		return last.Other()
	}
	return a.prefers
}

func width(p *player) int { return max(p.balance, -p.balance) }

// parted returns the side of the first of two when both last had different sides, matches that
// were not played left out.
func parted(a, b []engine.Side) engine.Side {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if x := a[len(a)-i]; x != b[len(b)-i] {
			return x
		}
	}
	return engine.NoSide
}

// forbids tells whether the organiser forbade a pair.
func (t Tournament) forbids(a, b int) bool {
	return slices.Contains(t.Forbidden, [2]int{a, b}) || slices.Contains(t.Forbidden, [2]int{b, a})
}
