package ladder

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// busy is a ladder in the middle of its life: nine of ten have a match of their own
// running, one in ten has just ended, uncounted of them are still to have their effect.
func busy(players, uncounted int) league.Sheet {
	now := time.Date(2027, 6, 10, 12, 0, 0, 0, time.UTC)
	s := league.Sheet{Now: now, Scoring: league.Standard()}
	for i := range players {
		s.Entries = append(s.Entries, league.Entry{Player: fmt.Sprintf("player%06d", i), Entered: now.AddDate(-1, 0, 0), Active: now.Add(-time.Hour), Note: []string{"", "kicks=1", "kicks=-1"}[i%3]})
	}
	r := rand.New(rand.NewPCG(1, 1))
	incoming := make([]int, players)
	for p := 2; p <= players; p++ {
		q := p - 1 - r.IntN(Reach(p))
		if incoming[q-1+0] == incomingAtMost {
			continue
		}
		f := league.Fixture{First: s.Entries[p-1].Player, Second: s.Entries[q-1].Player, Began: now.AddDate(0, 0, -10)}
		f.Key = key(f.First, f.Second, f.Began, engine.First)
		if r.IntN(10) == 0 {
			f.Outcome, f.Ended, f.Counted = engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, now.Add(-time.Hour), true
			if uncounted > 0 {
				f.Counted = false
				uncounted--
			}
		} else {
			incoming[q-1]++
		}
		s.Fixtures = append(s.Fixtures, f)
	}
	return s
}

var sizes = []int{1000, 100_000}

// BenchmarkMatcher is the matcher alone, at its daily work, and where nobody has a match.
func BenchmarkMatcher(b *testing.B) {
	for _, n := range sizes {
		fresh := busy(n, 0)
		fresh.Fixtures = nil
		for name, s := range map[string]league.Sheet{"busy": busy(n, 0), "fresh": fresh} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				l, err := Format{}.Open(s)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					var begun [][2]int32
					l.pairs(func(i, j int32) {
						l.players[i].outgoing++
						l.players[j].incoming++
						begun = append(begun, [2]int32{i, j})
					})
					for _, p := range begun {
						l.players[p[0]].outgoing--
						l.players[p[1]].incoming--
					}
				}
			})
		}
	}
}

// BenchmarkPlan is a whole plan from a sheet on, with one result that is to have its effect,
// and with a hundred.
func BenchmarkPlan(b *testing.B) {
	for _, n := range sizes {
		for _, results := range []int{1, 100} {
			s := busy(n, results)
			b.Run(fmt.Sprintf("%d/results=%d", n, results), func(b *testing.B) {
				for b.Loop() {
					if _, err := (Format{}).Plan(s); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkAnnals reads a log of 50,000 decisions of a ladder of 1,000.
func BenchmarkAnnals(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	at := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	log := []league.Decision{{Seq: 1, At: at, Act: league.ActCreated}}
	add := func(act league.TournamentAct, player int, text string) {
		at = at.Add(10 * time.Minute)
		log = append(log, league.Decision{Seq: len(log) + 1, At: at, Act: act, Player: league.Player{ID: fmt.Sprint("p", player)}, Text: text})
	}
	for i := range 1000 {
		add(league.ActEntered, i, "")
	}
	for len(log) < 50_000 {
		add(league.ActPlaced, r.IntN(1000), fmt.Sprintf("%d R-LA-5: beat @p1 in #m", 1+r.IntN(1000)))
		add(league.ActCounted, r.IntN(1000), "k 5-0")
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			var a Annals
			for _, d := range log {
				if err := a.Add(d); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	var a Annals
	for _, d := range log {
		if err := a.Add(d); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("path", func(b *testing.B) {
		for b.Loop() {
			a.Path("p500")
		}
	})
}
