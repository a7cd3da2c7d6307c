package swiss

import (
	"cmp"
	"slices"

	"kickabout/engine"
	"kickabout/league/pairing"
)

// Next pairs the next round of a tournament by the FIDE Dutch system (C.04.3 of 2026; DESIGN.md
// says how). The same tournament gives the same round. It fails only if the tournament
// contradicts itself; where no pairing keeps all rules, the round says in Breaches what was
// given up.
func Next(t Tournament) (Round, error) {
	if err := t.check(); err != nil {
		return Round{}, err
	}
	d := newDraw(t)
	var floaters []*player
	for len(d.left) > 0 {
		floaters = d.bracket(floaters)
	}
	return d.round(), nil
}

// A draw is a round that is being paired.
type draw struct {
	Tournament
	all   []player
	left  []*player // to be paired, by rank, but for the floaters of the bracket before
	odd   bool      // somebody of those left will have the bye
	pairs [][2]*player
	bye   *player
	// scores is the place of each number of points among all, the least 0.
	scores map[int]int
	times  []uint8 // how often two have met, by their numbers
}

func newDraw(t Tournament) *draw {
	if t.First == engine.NoSide {
		t.First = engine.First
	}
	d := &draw{Tournament: t, all: players(t), scores: map[int]int{}}
	d.meet()
	forced := map[int]bool{}
	for _, pair := range t.Forced {
		forced[pair[0]], forced[pair[1]] = true, true
		d.pairs = append(d.pairs, [2]*player{&d.all[pair[0]], &d.all[pair[1]]})
	}
	var points []int
	for i, p := range t.Players {
		if !p.Absent && !forced[i] {
			d.left = append(d.left, &d.all[i])
			points = append(points, d.all[i].points)
		}
	}
	slices.SortFunc(d.left, byRank)
	slices.Sort(points)
	for i, p := range slices.Compact(points) {
		d.scores[p] = i
	}
	d.odd = len(d.left)%2 == 1
	return d
}

// meet counts once who has met whom.
func (d *draw) meet() {
	n := len(d.Players)
	d.times = make([]uint8, n*n)
	for a, p := range d.Players {
		for _, past := range p.Past {
			if past.Kind == Played {
				d.times[a*n+past.Opponent]++
			}
		}
	}
}

// met returns how often two players have played each other.
func (d *draw) met(a, b int) int { return int(d.times[a*len(d.Players)+b]) }

func byRank(a, b *player) int {
	return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.number, b.number))
}

// round returns what was drawn, the board with most points first (C.04.2).
func (d *draw) round() Round {
	r := Round{Bye: pairing.Nobody}
	for i, p := range d.pairs {
		if above(p[1], p[0]) {
			d.pairs[i] = [2]*player{p[1], p[0]}
		}
	}
	if d.bye != nil {
		r.Bye = d.bye.number
		r.Downfloats = append(r.Downfloats, r.Bye)
	}
	r.Breaches = d.breaches()
	slices.SortFunc(d.pairs, func(p, q [2]*player) int {
		return cmp.Or(cmp.Compare(q[0].points, p[0].points), cmp.Compare(q[1].points, p[1].points), cmp.Compare(p[0].number, q[0].number))
	})
	for _, p := range d.pairs {
		first, second := kickoff(p[0], p[1], d.First)
		r.Pairs = append(r.Pairs, pairing.Pair{First: first.number, Second: second.number})
		if p[0].points > p[1].points {
			r.Downfloats = append(r.Downfloats, p[0].number)
			r.Upfloats = append(r.Upfloats, p[1].number)
		}
	}
	slices.Sort(r.Downfloats)
	slices.Sort(r.Upfloats)
	return r
}

// breaches lists the rules that the pairs do not keep, those made by hand apart.
func (d *draw) breaches() (all []Breach) {
	for _, p := range d.pairs[len(d.Forced):] {
		a, b := p[0].number, p[1].number
		for rule, broken := range map[Rule]bool{
			Kickoffs: clash(p[0], p[1]), Rematch: d.met(a, b) > 0, Forbidden: d.forbids(a, b),
		} {
			if broken {
				all = append(all, Breach{Rule: rule, A: a, B: b})
			}
		}
	}
	if d.bye != nil && d.bye.barred {
		all = append(all, Breach{Rule: SecondBye, A: d.bye.number, B: pairing.Nobody})
	}
	slices.SortFunc(all, func(x, y Breach) int { return cmp.Or(cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.A, y.A)) })
	return all
}
