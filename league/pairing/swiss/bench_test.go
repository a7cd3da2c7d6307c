package swiss_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

// late returns a tournament with so many rounds behind it: the better seed wins oftener.
func late(tb testing.TB, n, rounds int) swiss.Tournament {
	tb.Helper()
	r := rand.New(rand.NewPCG(uint64(n), uint64(rounds)))
	at := swiss.Tournament{Players: make([]swiss.Player, n)}
	for range rounds {
		round, err := swiss.Next(at)
		if err != nil {
			tb.Fatal(err)
		}
		past := make([]swiss.Past, n)
		for _, p := range round.Pairs {
			points := r.IntN(3)
			if r.IntN(3) == 0 {
				points = 2
				if p.Second < p.First {
					points = 0
				}
			}
			past[p.First] = swiss.Past{Kind: swiss.Played, Opponent: p.Second, Side: engine.First, Points: points}
			past[p.Second] = swiss.Past{Kind: swiss.Played, Opponent: p.First, Side: engine.Second, Points: 2 - points}
		}
		if round.Bye != pairing.Nobody {
			past[round.Bye] = swiss.Past{Kind: swiss.Bye, Points: 2}
		}
		for i := range past {
			at.Players[i].Past = append(at.Players[i].Past, past[i])
		}
	}
	return at
}

func BenchmarkNext(b *testing.B) {
	for _, c := range []struct{ players, rounds int }{{16, 4}, {60, 6}, {100, 7}, {300, 8}, {1000, 1}, {1000, 10}} {
		b.Run(fmt.Sprintf("%d players after %d rounds", c.players, c.rounds), func(b *testing.B) {
			at := late(b, c.players, c.rounds)
			for b.Loop() {
				if _, err := swiss.Next(at); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
