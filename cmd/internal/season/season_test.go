package season

import (
	"context"
	"fmt"
	"testing"
	"time"

	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/scheduler"
)

// scratch opens a site for a test.
func scratch(t testing.TB) *Site {
	t.Helper()
	s, err := Open(t.Context(), Options{
		Folder: t.TempDir(), Start: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), Seed: 1, Games: games.All(),
		Jobs: func(o *office.Office) []scheduler.Job {
			return []scheduler.Job{{Name: "sweep", When: scheduler.Every(time.Minute), Work: o.Sweep}}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// BenchmarkMatches plays the matches of round robins of twelve, 198 each, by people who
// move some times a day; what it takes per match is with all that the site does about it.
func BenchmarkMatches(b *testing.B) {
	s := scratch(b)
	ctx := context.Background()
	atOnce := func(_ play.View, _ string, ready time.Time) time.Time { return ready }
	played := 0
	for b.Loop() {
		cup := newCup(b, s, played)
		fixtures, err := s.store.Fixtures(ctx, league.Site(), cup)
		if err != nil {
			b.Fatal(err)
		}
		for running := fixtures; len(running) > 0; {
			if err := s.Awake(ctx, s.Now().Add(7*day)); err != nil {
				b.Fatal(err)
			}
			var left []league.Match
			for _, m := range running {
				if v, _, err := s.PlayMatch(ctx, m.ID, atOnce); err != nil {
					b.Fatal(err)
				} else if !v.Record.Next().Over() {
					left = append(left, m)
				}
			}
			running = left
		}
		played += len(fixtures)
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(played), "ms/match")
}

// newCup starts a round robin of twelve in three cycles.
func newCup(b *testing.B, s *Site, n int) string {
	ctx := context.Background()
	host, err := s.SignUp(ctx, fmt.Sprintf("Host %d", n))
	if err != nil {
		b.Fatal(err)
	}
	cup, err := s.office.CreateTournament(ctx, host, tournaments.TournamentProposal{
		Reservation: s.office.ReserveTournament(), Name: "Cup", Format: "roundrobin", Rules: "streetsoccer/lg",
		Places: "12", Cycles: "3", Control: "lg", Start: tournaments.StartFull,
	})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 12 {
		p, err := s.SignUp(ctx, fmt.Sprintf("Player %d %d", n, i))
		if err != nil {
			b.Fatal(err)
		}
		if err := s.office.EnterTournament(ctx, p, cup.ID); err != nil {
			b.Fatal(err)
		}
	}
	return cup.ID
}
