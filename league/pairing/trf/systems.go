package trf

import (
	"cmp"
	"fmt"
	"slices"

	"kickabout/league/pairing"
)

// seats returns the seats of all players by seed.
func (f File) seats() (all []int) {
	for i := range f.Players {
		all = append(all, f.Seat(i))
	}
	slices.Sort(all)
	return all
}

// RoundRobin returns the next round in which each meets each, once or twice, and who rests, both by
// seat: by the tables of FIDE (R-FI-1). It is played twice if the file plans for more rounds than once
// takes. The rounds before must be those of the same schedule: a pair that has met in this cycle
// already is an error, as is a round behind the second cycle.
func (f File) RoundRobin() (pairs []pairing.Pair, rests int, err error) {
	seats, played := f.seats(), f.Played()
	once := len(pairing.Berger(len(seats)))
	cycles := 1
	if max(f.Rounds, played+1) > once || twice(f.Type) {
		cycles = 2
	}
	if played >= cycles*once {
		return nil, 0, fmt.Errorf("all %d rounds are paired: everybody has met everybody twice", played)
	}
	from := played / once * once
	resting := map[int]bool{}
	for _, s := range seats {
		resting[s] = true
	}
	for _, p := range pairing.Cycles(len(seats), cycles, true)[played/once][played-from].Pairs {
		pair := pairing.Pair{First: seats[p.First], Second: seats[p.Second]}
		a, b := f.at(pair.First), f.at(pair.Second)
		if k := slices.IndexFunc(a.Games[min(from, len(a.Games)):], func(g Game) bool { return g.Opponent == b.Number }); k >= 0 {
			return nil, 0, fmt.Errorf("round %d would pair %d and %d, who met in round %d: the rounds before are not those of this schedule", played+1, a.Number, b.Number, from+k+1)
		}
		pairs = append(pairs, pair)
		delete(resting, pair.First)
		delete(resting, pair.Second)
	}
	rests = pairing.Nobody
	for s := range resting {
		rests = s
	}
	return pairs, rests, nil
}

// at returns the player of a seat.
func (f File) at(seat int) Player {
	for i, p := range f.Players {
		if f.Seat(i) == seat {
			return p
		}
	}
	return Player{}
}

// Knockout returns the next round of a knock-out: the winners meet as the bracket of the seeds
// has it, the better seed first. A seat that meets nobody goes on; of those only the first round
// has some. A round that is not over or has no winner is an error.
func (f File) Knockout() (pairs []pairing.Pair, through []int, err error) {
	seats := f.seats()
	left := pairing.Bracket(len(seats))
	for i, seed := range left {
		if seed != pairing.Nobody {
			left[i] = seats[seed]
		}
	}
	for round := range f.Played() {
		if left, err = f.winners(left, round); err != nil {
			return nil, nil, err
		}
	}
	if len(left) < 2 {
		return nil, nil, fmt.Errorf("the knock-out is over: number %d has won it", f.at(left[0]).Number)
	}
	for i := 0; i < len(left); i += 2 {
		a, b := left[i], left[i+1]
		if b == pairing.Nobody {
			through = append(through, a)
			continue
		}
		pairs = append(pairs, pairing.Pair{First: min(a, b), Second: max(a, b)})
	}
	slices.SortFunc(pairs, func(p, q pairing.Pair) int { return cmp.Compare(p.First, q.First) })
	return pairs, through, nil
}

// winners returns who is left after a round.
func (f File) winners(slots []int, round int) (left []int, err error) {
	for i := 0; i+1 < len(slots); i += 2 {
		if slots[i+1] == pairing.Nobody {
			left = append(left, slots[i])
			continue
		}
		a, b := f.at(slots[i]), f.at(slots[i+1])
		g := a.game(round)
		mine, his := f.Points.one(g), f.Points.one(b.game(round))
		switch {
		case g.Opponent != b.Number:
			return nil, fmt.Errorf("in round %d of the bracket %d meets %d: the file has it otherwise", round+1, a.Number, b.Number)
		case g.Result == 0:
			return nil, fmt.Errorf("round %d is not over: the match of %d and %d has no result", round+1, a.Number, b.Number)
		case mine == his:
			return nil, fmt.Errorf("in round %d neither %d nor %d has won: a knock-out needs a winner", round+1, a.Number, b.Number)
		case mine > his:
			left = append(left, slots[i])
		default:
			left = append(left, slots[i+1])
		}
	}
	if len(slots) == 1 {
		return nil, fmt.Errorf("round %d is behind the final", round+1)
	}
	return left, nil
}
