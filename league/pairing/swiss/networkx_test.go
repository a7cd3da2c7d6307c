package swiss

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"kickabout/engine"
)

// script reads graphs, a line each: the number of vertices, then the costs of the edges 0-1, 0-2,
// 1-2, 0-3 and so on; it prints the least cost of a perfect matching for each.
const script = `
import sys, networkx
for line in sys.stdin:
    n, *costs = map(int, line.split())
    graph, at = networkx.Graph(), 0
    for j in range(n):
        for i in range(j):
            graph.add_edge(i, j, weight=-costs[at])
            at += 1
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    assert 2 * len(pairs) == n
    print(sum(-graph[a][b]["weight"] for a, b in pairs))
`

// TestBracketsCostAsLittleAsAnotherProgramFinds compares what the pairs of each bracket cost by
// all criteria, as one number, with networkx. It is part of the long proofs only, as it needs
// that program; there it fails without it.
func TestBracketsCostAsLittleAsAnotherProgramFinds(t *testing.T) {
	if os.Getenv("KICKABOUT_PROVE") != "1" {
		return
	}
	var graphs bytes.Buffer
	var costs []string
	r := rand.New(rand.NewPCG(2026, 3))
	for range 60 {
		at := Tournament{Players: make([]Player, 5+r.IntN(40)), Rounds: 4 + r.IntN(5)}
		for range at.Rounds {
			for i := range at.Players {
				at.Players[i].Absent = r.IntN(12) == 0
			}
			costs = append(costs, costsOf(&graphs, at)...)
			playOn(t, r, at)
		}
	}
	python := exec.Command("/usr/bin/python3", "-c", script)
	python.Stdin, python.Stderr = &graphs, os.Stderr
	out, err := python.Output()
	if err != nil {
		t.Fatalf("the proof needs /usr/bin/python3 with networkx: %v", err)
	}
	found := strings.Fields(string(out))
	if len(found) != len(costs) || len(costs) < 500 {
		t.Fatalf("%d brackets, %d answers", len(costs), len(found))
	}
	for i, cost := range costs {
		if cost != found[i] {
			t.Errorf("bracket %d costs %s, need cost %s", i, cost, found[i])
		}
	}
	t.Logf("%d brackets", len(costs))
}

// costsOf pairs a round, writes the graph of each bracket and returns what its pairs cost.
func costsOf(graphs *bytes.Buffer, at Tournament) (costs []string) {
	d := newDraw(at)
	var floaters []*player
	for len(d.left) > 0 {
		b := newBracket(d, floaters)
		b.weigh()
		b.graph.Solve()
		sole := b.soleFloater()
		b.order()
		criteria := b.criteria()
		sum := new(big.Int)
		fmt.Fprint(graphs, len(b.vertices))
		for j := range b.vertices {
			for i := range j {
				cost := b.number(criteria, i, j, sole)
				fmt.Fprint(graphs, " ", cost)
				if b.graph.Mate(i) == j {
					sum.Add(sum, cost)
				}
			}
		}
		fmt.Fprintln(graphs)
		costs = append(costs, sum.String())
		floaters = b.finish()
	}
	return costs
}

// number returns what a pair costs by all criteria as one number, in which each has its own
// decimal places.
func (b *bracket) number(criteria []criterion, i, j int, sole bool) *big.Int {
	sum := new(big.Int)
	for k, c := range criteria[:len(criteria)-tail] {
		cost := 0
		if c.limit > 0 {
			cost = c.cost(i, j)
		}
		if k == b.second && sole && i < b.inside && b.isBye(j) {
			cost = b.vertices[i].missed
		}
		sum.Add(sum.Mul(sum, big.NewInt(100_000)), big.NewInt(int64(cost)))
	}
	return sum
}

func playOn(t *testing.T, r *rand.Rand, at Tournament) {
	t.Helper()
	round, err := Next(at)
	if err != nil {
		t.Fatal(err)
	}
	past := make([]Past, len(at.Players))
	for _, p := range round.Pairs {
		points := r.IntN(3)
		past[p.First] = Past{Kind: Played, Opponent: p.Second, Side: engine.First, Points: points}
		past[p.Second] = Past{Kind: Played, Opponent: p.First, Side: engine.Second, Points: 2 - points}
	}
	if round.Bye >= 0 {
		past[round.Bye] = Past{Kind: Bye, Points: 2}
	}
	for i := range past {
		at.Players[i].Past = append(at.Players[i].Past, past[i])
	}
}
