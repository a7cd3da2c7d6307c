package rating_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/rating"
)

// season returns matches between players, in order.
func season(players, matches int) []league.Match {
	r := rand.New(rand.NewPCG(3, 4))
	outcomes := []engine.Outcome{
		{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}},
		{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{1, 2}},
		{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}},
		{Ending: engine.Goalless},
		{Ending: engine.Timeout, Winner: engine.First},
	}
	all := make([]league.Match, matches)
	for i := range all {
		a, b := r.IntN(players), r.IntN(players-1)
		if b >= a {
			b++
		}
		m := finished(outcomes[r.IntN(len(outcomes))], nil)
		m.ID = fmt.Sprint(i)
		m.Seats[0].Player.ID, m.Seats[1].Player.ID = fmt.Sprint("player", a), fmt.Sprint("player", b)
		m.State.Moved = noon.Add(time.Duration(i) * time.Minute)
		all[i] = *m
	}
	return all
}

// BenchmarkBook rates a whole history: one operation is all of it.
func BenchmarkBook(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			all := season(1000, n)
			for b.Loop() {
				book := rating.NewBook(rating.Standard())
				for i := range all {
					book.Add(&all[i])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/match")
		})
	}
}

// BenchmarkEloAlone is the chain of Elo without the rest.
func BenchmarkEloAlone(b *testing.B) {
	e := rating.Standard().Elo
	for _, n := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				ann, bob := e.Start, e.Start
				for i := range n {
					x := e.Expected(ann - bob)
					got := rating.Halves(i % 3)
					ann, bob = e.After(ann, i, got, x), e.After(bob, i, 2-got, 1-x)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/match")
		})
	}
}

// BenchmarkGlickoAlone is both sides of a match by Glicko-2.
func BenchmarkGlickoAlone(b *testing.B) {
	g := rating.Standard().Glicko
	for _, n := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				ann, bob := g.Start, g.Start
				for i := range n {
					s := rating.Share(i%3) / 2
					ann, bob = g.Period(ann, 0.2, rating.Meeting{Opponent: bob, Share: s}), g.Period(bob, 0.2, rating.Meeting{Opponent: ann, Share: 1 - s})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/match")
		})
	}
}
