package swiss_test

import (
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

// A tournament by chance: some enter late, some withdraw, some are absent for a round, some
// matches are forfeited, some pairs are made by hand or forbidden, some byes given by hand.
type tournament struct {
	*rand.Rand
	at     swiss.Tournament
	enters []int // the round in which a player begins
	leaves []int // and the one in which they are no longer there
}

func newTournament(seed uint64) *tournament {
	t := &tournament{Rand: rand.New(rand.NewPCG(seed, 2026))}
	n := 5 + t.IntN(56)
	if t.IntN(3) == 0 {
		n = 5 + t.IntN(5) // so few that rules must be given up
	}
	t.at = swiss.Tournament{Players: make([]swiss.Player, n), Rounds: 3 + t.IntN(9), First: engine.Side(t.IntN(3))}
	for range n {
		enters, leaves := 0, t.at.Rounds
		if t.IntN(8) == 0 {
			enters = t.IntN(t.at.Rounds/2 + 1)
		}
		if t.IntN(8) == 0 {
			leaves = 1 + t.IntN(t.at.Rounds)
		}
		t.enters, t.leaves = append(t.enters, enters), append(t.leaves, leaves)
	}
	for range t.IntN(4) {
		if a, b := t.IntN(n), t.IntN(n); a != b {
			t.at.Forbidden = append(t.at.Forbidden, [2]int{a, b})
		}
	}
	return t
}

// prepare says who is absent in a round, and whom somebody paired by hand.
func (t *tournament) prepare(round int) {
	var present []int
	for i := range t.at.Players {
		absent := round < t.enters[i] || round >= t.leaves[i] || t.IntN(15) == 0
		t.at.Players[i].Absent = absent
		if !absent {
			present = append(present, i)
		}
	}
	t.at.Forced = nil
	if len(present) > 3 && t.IntN(6) == 0 {
		t.Shuffle(len(present), func(i, j int) { present[i], present[j] = present[j], present[i] })
		t.at.Forced = [][2]int{{present[0], present[1]}}
	}
}

// play gives the round results: the better seed wins oftener.
func (t *tournament) play(r swiss.Round) {
	past := make([]swiss.Past, len(t.at.Players))
	for _, p := range r.Pairs {
		kind, points := swiss.Played, t.IntN(3)
		if t.IntN(3) == 0 {
			points = 2
			if p.First > p.Second {
				points = 0
			}
		}
		if t.IntN(20) == 0 {
			kind = swiss.Unplayed
		}
		past[p.First] = swiss.Past{Kind: kind, Opponent: p.Second, Side: engine.First, Points: points}
		past[p.Second] = swiss.Past{Kind: kind, Opponent: p.First, Side: engine.Second, Points: 2 - points}
	}
	if r.Bye != pairing.Nobody {
		past[r.Bye] = swiss.Past{Kind: swiss.Bye, Points: 2}
	}
	for i, p := range t.at.Players {
		switch {
		case !p.Absent:
		case t.IntN(6) == 0:
			past[i] = swiss.Past{Kind: swiss.Asked, Points: 1}
		case t.IntN(20) == 0:
			past[i] = swiss.Past{Kind: swiss.Bye, Points: 2} // given by hand
		}
		t.at.Players[i].Past = append(p.Past, past[i])
	}
}

// TestNoRuleIsBrokenThatCanBeKept plays tournaments and asks, in each round, another kind of
// arithmetic whether a pairing could have kept more rules than the one that was made.
func TestNoRuleIsBrokenThatCanBeKept(t *testing.T) {
	rounds, broken := 0, map[swiss.Rule]int{}
	for seed := range enginetest.Size(500) {
		x := newTournament(uint64(seed))
		for round := range x.at.Rounds {
			x.prepare(round)
			r, err := swiss.Next(x.at)
			if err != nil {
				t.Fatalf("seed %d, round %d: %v", seed, round+1, err)
			}
			complete(t, x.at, r)
			worst := swiss.Rule(0)
			for _, b := range r.Breaches {
				worst = max(worst, b.Rule)
			}
			if least := leastBroken(x.at); worst != least {
				t.Errorf("seed %d, round %d: rule %d is broken, %d need be: %v", seed, round+1, worst, least, r.Breaches)
			}
			broken[worst]++
			rounds++
			x.play(r)
			if worst == 0 && len(x.at.Forced) == 0 {
				bounds(t, x.at, r)
			}
		}
	}
	t.Logf("%d rounds, by the worst rule that no pairing keeps: %v", rounds, broken)
}

// complete fails unless everybody who is there is in one pair, or the one who has the bye.
func complete(t *testing.T, at swiss.Tournament, r swiss.Round) {
	t.Helper()
	times := make([]int, len(at.Players))
	for _, p := range r.Pairs {
		times[p.First]++
		times[p.Second]++
	}
	if r.Bye != pairing.Nobody {
		times[r.Bye]++
	}
	present := 0
	for i, p := range at.Players {
		if p.Absent != (times[i] == 0) || times[i] > 1 {
			t.Fatalf("player %d is paired %d times", i, times[i])
		}
		if !p.Absent {
			present++
		}
	}
	if (r.Bye != pairing.Nobody) != (present%2 == 1) {
		t.Fatalf("%d are present, the bye is for %d", present, r.Bye)
	}
}

// bounds fails if the round just played gave a player one side three times more often than the other,
// or three times running. In the last round the rules allow both at the top.
func bounds(t *testing.T, at swiss.Tournament, r swiss.Round) {
	t.Helper()
	if len(at.Players[0].Past) == at.Rounds {
		return
	}
	for _, p := range r.Pairs {
		for _, i := range []int{p.First, p.Second} {
			balance, last := 0, []engine.Side{}
			for _, past := range at.Players[i].Past {
				if past.Kind == swiss.Played {
					balance += map[engine.Side]int{engine.First: 1, engine.Second: -1}[past.Side]
					last = append(last, past.Side)
				}
			}
			n := len(last)
			if n > 2 && last[n-1] == last[n-2] && last[n-2] == last[n-3] || balance > 2 || balance < -2 {
				t.Errorf("player %d has had %v", i, last)
			}
		}
	}
}

// leastBroken returns the mildest rule without which there is a pairing, 0 if all can be kept.
func leastBroken(at swiss.Tournament) swiss.Rule {
	for give := swiss.Rule(0); give < swiss.Forbidden; give++ {
		if paired(at, give) {
			return give
		}
	}
	return swiss.Forbidden
}

// paired tells whether there is a pairing that breaks rules up to one at most. A graph has a
// perfect matching if and only if its Tutte matrix, with numbers by chance for its variables,
// has a determinant other than zero: up to a chance of less than 1 in ten million, by
// Schwartz and Zippel.
func paired(at swiss.Tournament, give swiss.Rule) bool {
	var left []int
	forced := map[int]bool{}
	for _, p := range at.Forced {
		forced[p[0]], forced[p[1]] = true, true
	}
	for i, p := range at.Players {
		if !p.Absent && !forced[i] {
			left = append(left, i)
		}
	}
	if len(left)%2 == 1 {
		left = append(left, pairing.Nobody)
	}
	r := rand.New(rand.NewPCG(1, 1))
	m := make([][]uint64, len(left))
	for y := range left {
		m[y] = make([]uint64, len(left))
		for x := range y {
			if rule(at, left[x], left[y]) <= give {
				m[y][x] = 1 + r.Uint64N(prime-1)
				m[x][y] = prime - m[y][x]
			}
		}
	}
	return regular(m)
}

// rule returns the worst rule that a pair breaks.
func rule(at swiss.Tournament, a, b int) swiss.Rule {
	if b == pairing.Nobody {
		for _, past := range at.Players[a].Past {
			if past.Kind == swiss.Bye || past.Kind != swiss.Played && past.Points >= 2 {
				return swiss.SecondBye
			}
		}
		return 0
	}
	for _, p := range at.Forbidden {
		if p == [2]int{a, b} || p == [2]int{b, a} {
			return swiss.Forbidden
		}
	}
	for _, past := range at.Players[a].Past {
		if past.Kind == swiss.Played && past.Opponent == b {
			return swiss.Rematch
		}
	}
	one, other := must(at.Players[a].Past), must(at.Players[b].Past)
	if one == engine.NoSide || one != other || top(at, a) || top(at, b) {
		return 0
	}
	return swiss.Kickoffs
}

// must returns the side that a player must have next, if any.
func must(past []swiss.Past) engine.Side {
	balance, last, running := 0, engine.NoSide, 0
	for _, p := range past {
		if p.Kind != swiss.Played {
			continue
		}
		if p.Side != last {
			running = 0
		}
		last = p.Side
		running++
		balance += map[engine.Side]int{engine.First: 1, engine.Second: -1}[p.Side]
	}
	switch {
	case balance > 1:
		return engine.Second
	case balance < -1:
		return engine.First
	case running > 1:
		return last.Other()
	}
	return engine.NoSide
}

func top(at swiss.Tournament, i int) bool {
	points, rounds := 0, len(at.Players[i].Past)
	for _, p := range at.Players[i].Past {
		points += p.Points
	}
	return at.Rounds == rounds+1 && points > rounds
}

// prime is 2^31-1: products of two numbers below it fit.
const prime = 1<<31 - 1

// regular tells whether the determinant of a matrix is not zero.
func regular(m [][]uint64) bool {
	for k := range m {
		pivot := k
		for pivot < len(m) && m[pivot][k] == 0 {
			pivot++
		}
		if pivot == len(m) {
			return false
		}
		m[k], m[pivot] = m[pivot], m[k]
		inverse := power(m[k][k], prime-2)
		for y := k + 1; y < len(m); y++ {
			factor := m[y][k] * inverse % prime
			for x := k; x < len(m) && factor != 0; x++ {
				m[y][x] = (m[y][x] + prime - factor*m[k][x]%prime) % prime
			}
		}
	}
	return true
}

func power(a, n uint64) uint64 {
	result := uint64(1)
	for ; n > 0; n >>= 1 {
		if n%2 == 1 {
			result = result * a % prime
		}
		a = a * a % prime
	}
	return result
}
