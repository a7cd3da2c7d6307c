package swiss

import (
	"cmp"
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league/pairing"
)

// Next pairs the next round of a tournament. The same tournament gives the same round. It fails
// only if the tournament contradicts itself; where no pairing keeps all rules, the round says
// in Breaches what was given up.
func Next(t Tournament) (Round, error) {
	if err := t.check(); err != nil {
		return Round{}, err
	}
	d := newDraw(t)
	return d.round(), nil
}

// check returns what contradicts itself in a tournament.
func (t Tournament) check() error {
	n := len(t.Players)
	for i, p := range t.Players {
		if len(p.Past) != len(t.Players[0].Past) {
			return fmt.Errorf("player %d has %d rounds behind him, player 0 has %d", i, len(p.Past), len(t.Players[0].Past))
		}
		for r, past := range p.Past {
			if past.Kind != Played && past.Kind != Unplayed {
				continue
			}
			if past.Opponent < 0 || past.Opponent >= n || past.Opponent == i {
				return fmt.Errorf("in round %d player %d has the opponent %d", r+1, i, past.Opponent)
			}
			if back := t.Players[past.Opponent].Past; len(back) > r && (back[r].Kind != past.Kind || back[r].Opponent != i) {
				return fmt.Errorf("in round %d player %d has the opponent %d, but not the other way round", r+1, i, past.Opponent)
			}
			if past.Kind == Played && past.Side == engine.NoSide {
				return fmt.Errorf("in round %d player %d played without a side", r+1, i)
			}
		}
	}
	return t.checkPairs()
}

func (t Tournament) checkPairs() error {
	busy := map[int]bool{}
	for _, pair := range slices.Concat(t.Forbidden, t.Forced) {
		for _, i := range pair {
			if i < 0 || i >= len(t.Players) || pair[0] == pair[1] {
				return fmt.Errorf("there is no pair of %d and %d", pair[0], pair[1])
			}
		}
	}
	for _, pair := range t.Forced {
		for _, i := range pair {
			if busy[i] || t.Players[i].Absent {
				return fmt.Errorf("player %d cannot be paired by hand: he is absent or paired already", i)
			}
			busy[i] = true
		}
	}
	return nil
}

// draw is what Next works on.
type draw struct {
	Tournament
	points    []int
	forbidden map[[2]int]bool
	budget    int
}

func newDraw(t Tournament) *draw {
	d := &draw{Tournament: t, forbidden: map[[2]int]bool{}}
	for _, p := range t.Players {
		sum := 0
		for _, past := range p.Past {
			sum += past.Points
		}
		d.points = append(d.points, sum)
	}
	for _, pair := range t.Forbidden {
		d.forbidden[[2]int{min(pair[0], pair[1]), max(pair[0], pair[1])}] = true
	}
	return d
}

func (d *draw) met(a, b int) bool {
	return slices.ContainsFunc(d.Players[a].Past, func(p Past) bool { return p.Kind == Played && p.Opponent == b })
}

func (d *draw) hadBye(a int) bool {
	return slices.ContainsFunc(d.Players[a].Past, func(p Past) bool { return p.Kind == Bye })
}

func (d *draw) balance(a int) (sum int) {
	for _, p := range d.Players[a].Past {
		switch p.Side {
		case engine.First:
			sum++
		case engine.Second:
			sum--
		}
	}
	return sum
}

func (d *draw) order() (all []int) {
	busy := map[int]bool{}
	for _, pair := range d.Forced {
		busy[pair[0]], busy[pair[1]] = true, true
	}
	for i, p := range d.Players {
		if !p.Absent && !busy[i] {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(d.points[b], d.points[a]) })
	return all
}

func (d *draw) round() Round {
	r := Round{Bye: pairing.Nobody}
	var pairs [][2]int
	rest := d.order()
	if len(rest)%2 == 1 {
		i := len(rest) - 1
		for i > 0 && d.hadBye(rest[i]) {
			i--
		}
		r.Bye = rest[i]
		rest = slices.Delete(rest, i, i+1)
	}
	for rule := Kickoffs; len(rest) > 0; rule++ {
		d.budget = 100_000
		if pairs = d.pair(rest, rule >= Rematch); pairs != nil || rule == Forbidden {
			break
		}
	}
	for ; len(pairs)*2 < len(rest); rest = rest[2:] {
		pairs = append(pairs, [2]int{rest[0], rest[1]})
	}
	for _, p := range slices.Concat(d.Forced, pairs) {
		a, b := p[0], p[1]
		if d.balance(a) > d.balance(b) {
			a, b = b, a
		}
		r.Pairs = append(r.Pairs, pairing.Pair{First: a, Second: b})
		if d.met(a, b) {
			r.Breaches = append(r.Breaches, Breach{Rematch, a, b})
		}
	}
	return r
}

func (d *draw) pair(rest []int, rematch bool) [][2]int {
	if len(rest) == 0 {
		return [][2]int{}
	}
	if d.budget--; d.budget < 0 {
		return nil
	}
	for i := 1; i < len(rest); i++ {
		a, b := rest[0], rest[i]
		if d.forbidden[[2]int{min(a, b), max(a, b)}] || !rematch && d.met(a, b) {
			continue
		}
		left := slices.Delete(slices.Clone(rest[1:]), i-1, i)
		if pairs := d.pair(left, rematch); pairs != nil {
			return append(pairs, [2]int{a, b})
		}
	}
	return nil
}
