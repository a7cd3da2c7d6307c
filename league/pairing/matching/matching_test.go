package matching_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kickabout/league/pairing/matching"
)

func number(x int64) [2]uint64 { return [2]uint64{uint64(x), uint64(x >> 63)} }

// best is the oracle: the greatest weight of all perfect matchings, each tried.
func best(w [][]int64, free []int) int64 {
	if len(free) == 0 {
		return 0
	}
	var greatest int64
	for i := 1; i < len(free); i++ {
		rest := append(append([]int{}, free[1:i]...), free[i+1:]...)
		if sum := w[free[0]][free[i]] + best(w, rest); i == 1 || sum > greatest {
			greatest = sum
		}
	}
	return greatest
}

func all(n int) (vertices []int) {
	for v := range n {
		vertices = append(vertices, v)
	}
	return vertices
}

func check(t fataler, m *matching.Matching[[2]uint64], w [][]int64, want int64) {
	var sum int64
	for v := range w {
		u := m.Mate(v)
		if u < 0 || u == v || m.Mate(u) != v {
			t.Fatalf("vertex %d is matched with %d", v, u)
		}
		if u > v {
			sum += w[v][u]
		}
	}
	if sum != want || m.Weight() != number(sum) {
		t.Fatalf("weight %d, said to be %v, want %d", sum, m.Weight(), want)
	}
}

func TestNoMatchingIsHeavier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(0, 5).Draw(t, "pairs")
		spread := rapid.SampledFrom([]int64{1, 3, 20, 1_000_000}).Draw(t, "spread")
		w := weights(t, n, spread)
		m := matching.New[[2]uint64](n)
		for u := range n {
			for v := range u {
				m.Set(u, v, number(w[u][v]))
			}
		}
		m.Solve()
		check(t, m, w, best(w, all(n)))
		for i := range rapid.IntRange(0, 6).Draw(t, "times lowered") {
			if n == 0 {
				break
			}
			for range rapid.IntRange(1, n).Draw(t, fmt.Sprint("edges lowered ", i)) {
				u, v := rapid.IntRange(0, n-1).Draw(t, "u"), rapid.IntRange(0, n-2).Draw(t, "v")
				if v >= u {
					v++
				}
				by := rapid.Int64Range(0, spread).Draw(t, "by")
				w[u][v] -= by
				w[v][u] = w[u][v]
				m.Lower(u, v, number(by))
			}
			m.Solve()
			check(t, m, w, best(w, all(n)))
		}
		for left := all(n); len(left) > 2; {
			u := rapid.SampledFrom(left).Draw(t, "settled")
			v := m.Mate(u)
			m.Settle(u, v)
			left = slices.DeleteFunc(left, func(x int) bool { return x == u || x == v })
			i, j := left[0], left[len(left)-1]
			by := rapid.Int64Range(0, spread).Draw(t, "by")
			w[i][j] -= by
			w[j][i] = w[i][j]
			m.Lower(i, j, number(by))
			m.Solve()
			kept := int64(0)
			for x := range n {
				if y := m.Mate(x); x < y && !slices.Contains(left, x) {
					kept += w[x][y]
				}
			}
			check(t, m, w, kept+best(w, left))
		}
	})
}

func weights(t *rapid.T, n int, spread int64) [][]int64 {
	w := make([][]int64, n)
	for u := range n {
		w[u] = make([]int64, n)
		for v := range u {
			w[u][v] = rapid.Int64Range(-spread, spread).Draw(t, "weight")
			w[v][u] = w[u][v]
		}
	}
	return w
}

type fataler interface {
	Fatalf(format string, args ...any)
}
