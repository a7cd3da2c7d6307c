package matching_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"kickabout/league/pairing/matching"
)

// The weights in testdata/networkx.txt were found by another program.
func TestMatchingsOfLargerGraphsAreAsHeavyAsAnotherProgramFindsThem(t *testing.T) {
	data, err := os.ReadFile("testdata/networkx.txt")
	if err != nil {
		t.Fatal(err)
	}
	graphs := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var numbers []int64
		for _, word := range strings.Fields(line) {
			x, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, x)
		}
		n, want, edges := int(numbers[0]), numbers[1], numbers[2:]
		m := matching.New[[2]uint64](n)
		w := make([][]int64, n)
		for v := range n {
			w[v] = make([]int64, n)
			for u := range v {
				w[u][v], w[v][u] = edges[0], edges[0]
				m.Set(u, v, number(edges[0]))
				edges = edges[1:]
			}
		}
		m.Solve()
		check(t, m, w, want)
		graphs++
	}
	if graphs != 40 {
		t.Errorf("%d graphs, want 40", graphs)
	}
}
