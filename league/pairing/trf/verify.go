package trf

import (
	"cmp"
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

// A Round is who meets whom, by the numbers of the file, and who has the bye of the pairing.
type Round struct {
	Pairs []pairing.Pair
	Byes  []int
}

// A Difference is a round, from 1, that a file has otherwise than it is paired here.
type Difference struct {
	Round        int
	Theirs, Ours Round
}

// Differences pairs each round of a file again, from those before it (R-FI-3).
func (f File) Differences(system string) (all []Difference, err error) {
	for k := range f.Played() {
		ours, err := f.again(system, k)
		if err != nil {
			return nil, fmt.Errorf("round %d: %w", k+1, err)
		}
		if theirs := f.round(k); !ours.same(theirs) {
			all = append(all, Difference{k + 1, theirs, ours})
		}
	}
	return all, nil
}

// round returns a round as the file has it, from 0.
func (f File) round(k int) (r Round) {
	for _, p := range f.Players {
		switch g := p.game(k); {
		case g.Opponent != 0 && g.Side == engine.First:
			r.Pairs = append(r.Pairs, pairing.Pair{First: p.Number, Second: g.Opponent})
		case g.Opponent == 0 && g.Result == 'U':
			r.Byes = append(r.Byes, p.Number)
		}
	}
	return r
}

// again pairs a round, from 0, from those before it.
func (f File) again(system string, k int) (r Round, err error) {
	var pairs []pairing.Pair
	var byes []int
	switch system {
	case RoundRobin:
		pairs, _, err = f.until(k).RoundRobin()
	case Knockout:
		pairs, byes, err = f.until(k).Knockout()
	default:
		t, wrong := f.Before(k)
		if wrong != nil {
			return r, wrong
		}
		var drawn swiss.Round
		if drawn, err = swiss.Next(t); drawn.Bye != pairing.Nobody {
			byes = []int{drawn.Bye}
		}
		pairs = drawn.Pairs
	}
	if err != nil {
		return r, err
	}
	number := map[int]int{}
	for i, p := range f.Players {
		number[f.Seat(i)] = p.Number
	}
	for _, p := range pairs {
		r.Pairs = append(r.Pairs, pairing.Pair{First: number[p.First], Second: number[p.Second]})
	}
	for _, i := range byes {
		r.Byes = append(r.Byes, number[i])
	}
	return r, nil
}

// until returns the file as it was after some rounds.
func (f File) until(rounds int) File {
	f.Players = slices.Clone(f.Players)
	for i, p := range f.Players {
		f.Players[i].Games = p.Games[:min(rounds, len(p.Games))]
	}
	return f
}

// same compares two rounds, in whatever order their pairs are.
func (r Round) same(other Round) bool {
	sorted := func(pairs []pairing.Pair) []pairing.Pair {
		return slices.SortedFunc(slices.Values(pairs), func(p, q pairing.Pair) int { return cmp.Compare(p.First, q.First) })
	}
	return slices.Equal(sorted(r.Pairs), sorted(other.Pairs)) && slices.Equal(slices.Sorted(slices.Values(r.Byes)), slices.Sorted(slices.Values(other.Byes)))
}
