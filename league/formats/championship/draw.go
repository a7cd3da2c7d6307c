package championship

import "kickabout/league"

// Draw shares out the players of each level, in the order of their placement, to its
// groups: in snake order, and then with as few exchanges as need be apart whom R-CH-8 wants
// apart.
func Draw(levels [][]Candidate) []league.Drawn {
	var drawn []league.Drawn
	for i, players := range levels {
		level := i + 1
		d := deal(players, groupsFor(len(players), level, i == len(levels)-1), level)
		d.part()
		for g, seats := range d.groups {
			group := league.Drawn{Group: GroupName(level, g+1)}
			for _, seat := range seats {
				group.Players = append(group.Players, d.players[seat].Player)
			}
			drawn = append(drawn, group)
		}
	}
	return drawn
}

// groupsFor is how many groups a level of n players has: the lowest one no more than it
// needs (R-CH-7).
func groupsFor(n, level int, lowest bool) int {
	if !lowest {
		return groupsOf(level)
	}
	return min(groupsOf(level), (n+groupSize-1)/groupSize)
}

// dealt is a level that has been dealt: seats are places in the order of placement.
type dealt struct {
	players []Candidate
	labels  []label // by seat
	groups  [][]int // seats
	of      []int   // group by seat
}

// label marks those who should not meet again: who went up, or down, from one group. The
// zero value marks nobody.
type label struct{ level, group, way int }

// deal deals players in snake order: 1 2 2 1 …
func deal(players []Candidate, groups, level int) *dealt {
	d := &dealt{players: append([]Candidate(nil), players...), groups: make([][]int, groups), of: make([]int, len(players)), labels: make([]label, len(players))}
	for seat, c := range players {
		g := seat % groups
		if seat/groups%2 == 1 {
			g = groups - 1 - g
		}
		d.groups[g] = append(d.groups[g], seat)
		d.of[seat] = g
		if c.Last.Level != 0 && c.Last.Level != level {
			d.labels[seat] = label{c.Last.Level, c.Last.Group, level - c.Last.Level}
		}
	}
	return d
}

// part exchanges players until no exchange of two lets fewer of those meet who should not.
// Of the exchanges that help, that of the nearest places is made, the lower one of two
// players being looked at first: so strength stays as even as the snake left it.
func (d *dealt) part() {
	for again := true; again; {
		again = false
		for seat := len(d.players) - 1; seat >= 0; seat-- {
			again = d.meets(d.labels[seat], d.of[seat], seat) > 0 && d.exchange(seat) || again
		}
	}
}

// exchange gives a player another's seat if that helps.
func (d *dealt) exchange(seat int) bool {
	for far := 1; far < len(d.players); far++ {
		for _, other := range [2]int{seat - far, seat + far} {
			if other >= 0 && other < len(d.players) && d.helps(seat, other) {
				d.players[seat], d.players[other] = d.players[other], d.players[seat]
				d.labels[seat], d.labels[other] = d.labels[other], d.labels[seat]
				return true
			}
		}
	}
	return false
}

// helps says that fewer meet who should not if two players exchange their seats.
func (d *dealt) helps(a, b int) bool {
	la, lb, ga, gb := d.labels[a], d.labels[b], d.of[a], d.of[b]
	if ga == gb || la == lb {
		return false
	}
	now := d.meets(la, ga, a) + d.meets(lb, gb, b)
	return d.meets(la, gb, b)+d.meets(lb, ga, a) < now
}

// meets counts those in a group who bear a label, besides one seat.
func (d *dealt) meets(l label, group, but int) (n int) {
	if l == (label{}) {
		return 0
	}
	for _, seat := range d.groups[group] {
		if seat != but && d.labels[seat] == l {
			n++
		}
	}
	return n
}
