package cufootball

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/engine/bot"
)

// benchMovements returns movement phases from random matches, drawn with a peg
// for the side in possession.
func benchMovements(b testing.TB, peg uint8) []position {
	b.Helper()
	var all []position
	for _, p := range benchPositions(b) {
		if p.phase == move && p.side == p.possession && p.draw == 0 {
			p.draw = peg
			all = append(all, p)
		}
	}
	return all
}

// benchDecisions returns positions in which a side must move.
func benchDecisions(b testing.TB) []position {
	b.Helper()
	var all []position
	for _, p := range benchPositions(b) {
		if p.decides() {
			all = append(all, p)
		}
	}
	return all
}

// benchPositions returns the positions of random matches.
func benchPositions(b testing.TB) []position {
	b.Helper()
	r := rand.New(rand.NewPCG(11, 11))
	var all []position
	for range 10 {
		start, err := Game{}.Start("classic")
		if err != nil {
			b.Fatal(err)
		}
		for p := start.(position); p.phase != over; {
			all = append(all, p)
			if p.Next().Dice.Count > 0 {
				p = p.drawn(uint8(1 + r.IntN(pegs)))
				continue
			}
			after, err := p.Play(p.Random(r))
			if err != nil {
				b.Fatal(err)
			}
			p = after.(position)
		}
	}
	return all
}

// reportRates reports how many positions and moves a second were met.
func reportRates(b *testing.B, positions, moves int) {
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// TestTheMoveGeneratorAllocatesNothing goes through positions twice: the first time
// room is made.
func TestTheMoveGeneratorAllocatesNothing(t *testing.T) {
	var r reach
	list := make([]act, 0, mostActs)
	for peg := redPeg; peg <= pegs; peg++ {
		allocates(t, fmt.Sprintf("counting movements of %d", peg), benchMovements(t, peg)[:20], func(p *position) { p.mover().count(&r) })
		allocates(t, fmt.Sprintf("listing movements of %d", peg), benchMovements(t, peg)[:20], func(p *position) { p.mover().keys(&r) })
	}
	var plays []position
	for _, p := range benchDecisions(t) {
		if p.phase != setup && p.phase != move {
			plays = append(plays, p)
		}
	}
	allocates(t, "listing what is done with the ball", plays, func(p *position) { p.taker().acts(list) })
	allocates(t, "judging", benchDecisions(t), func(p *position) { p.Value() })
}

// allocates fails a test if something allocates when it is done again.
func allocates(t *testing.T, what string, positions []position, do func(p *position)) {
	t.Helper()
	if n := testing.AllocsPerRun(5, func() { // on the average, so that what the runtime does beside does not count
		for i := range positions {
			do(&positions[i])
		}
	}); n != 0 {
		t.Errorf("%s allocates %v times in %d positions", what, n, len(positions))
	}
}

// BenchmarkCount counts the legal movements of each peg.
func BenchmarkCount(b *testing.B) {
	for peg := redPeg; peg <= pegs; peg++ {
		b.Run(fmt.Sprint(peg), func(b *testing.B) {
			all := benchMovements(b, peg)
			var r reach
			n, moves := 0, 0
			for b.Loop() {
				moves += all[n%len(all)].mover().count(&r)
				n++
			}
			reportRates(b, n, moves)
		})
	}
}

// BenchmarkMoves writes every legal movement of each peg as a text.
func BenchmarkMoves(b *testing.B) {
	for peg := redPeg; peg <= pegs; peg++ {
		b.Run(fmt.Sprint(peg), func(b *testing.B) {
			all := benchMovements(b, peg)
			n, moves := 0, 0
			for b.Loop() {
				for range all[n%len(all)].Moves() {
					moves++
				}
				n++
			}
			reportRates(b, n, moves)
		})
	}
}

func BenchmarkRandom(b *testing.B) {
	all := benchDecisions(b)
	r := rand.New(rand.NewPCG(1, 1))
	n := 0
	for b.Loop() {
		all[n%len(all)].Random(r)
		n++
	}
}

func BenchmarkPlay(b *testing.B) {
	all := benchDecisions(b)
	r := rand.New(rand.NewPCG(1, 1))
	moves := make([]engine.Move, len(all))
	for i, p := range all {
		moves[i] = p.Random(r)
	}
	n := 0
	for b.Loop() {
		if _, err := all[n%len(all)].Play(moves[n%len(all)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
}

// BenchmarkSetUp draws a set-up of the side that kicks off.
func BenchmarkSetUp(b *testing.B) {
	p := parsed(b, firstSetUp)
	r := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		p.Random(r)
	}
}

// BenchmarkFirstStep is what a page asks before the first touch of a movement.
func BenchmarkFirstStep(b *testing.B) {
	all := benchMovements(b, bluePeg)
	n := 0
	for b.Loop() {
		all[n%len(all)].Continue(nil)
		n++
	}
}

func BenchmarkValue(b *testing.B) {
	all := benchDecisions(b)
	n := 0
	for b.Loop() {
		all[n%len(all)].Value()
		n++
	}
}

// BenchmarkGreedy is a decision of the greedy bot.
func BenchmarkGreedy(b *testing.B) {
	greedy, err := bot.ByID("greedy")
	if err != nil {
		b.Fatal(err)
	}
	all := benchDecisions(b)
	r := rand.New(rand.NewPCG(1, 1))
	n := 0
	for b.Loop() {
		greedy.Move(all[n%len(all)], r)
		n++
	}
}
