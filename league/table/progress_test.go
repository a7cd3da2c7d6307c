package table_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// scheduled is a fixture at a place of a schedule.
func scheduled(key league.Key, first, second string, o engine.Outcome) league.Fixture {
	return league.Fixture{Key: key, First: first, Second: second, Outcome: o}
}

func TestProgressIsPointsByRound(t *testing.T) {
	win := engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 0}}
	last := engine.Outcome{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}}
	for _, c := range []struct {
		name     string
		fixtures []league.Fixture
		out      league.Exit // of C
		want     table.Progress
	}{
		{"a round of the second cycle comes after the tenth of the first", []league.Fixture{
			scheduled("d1/g1/c2/r1/b1", "B", "A", win), scheduled("d1/g1/c1/r10/b1", "A", "B", last), scheduled("d1/g1/c1/r9/b1", "A", "B", win),
		}, "", table.Progress{Rounds: 3, Played: 3, Points: map[string][]league.Points{"A": {50, 70, 70}, "B": {0, 30, 80}, "C": {0, 0, 0}}}},
		{"what is open stands still, and what is over behind it counts", []league.Fixture{
			scheduled("c1/r1/b1", "A", "B", engine.Outcome{}), scheduled("c1/r2/b1", "B", "C", win), scheduled("c1/r3/b1", "C", "A", engine.Outcome{}),
		}, "", table.Progress{Rounds: 3, Played: 2, Points: map[string][]league.Points{"A": {0, 0}, "B": {0, 50}, "C": {0, 0}}}},
		{"void matches count for nobody", []league.Fixture{
			scheduled("c1/r1/b1", "A", "B", engine.Outcome{Ending: engine.Void}),
		}, "", table.Progress{Rounds: 1, Points: map[string][]league.Points{"A": {}, "B": {}, "C": {}}}},
		{"who is out loses what is open", []league.Fixture{
			scheduled("c1/r1/b1", "C", "B", engine.Outcome{}),
		}, league.Forfeited, table.Progress{Rounds: 1, Played: 1, Points: map[string][]league.Points{"A": {0}, "B": {50}, "C": {0}}}},
		{"of who is struck nothing counts", []league.Fixture{
			scheduled("c1/r1/b1", "C", "B", win), scheduled("c1/r2/b1", "A", "B", win),
		}, league.Voided, table.Progress{Rounds: 2, Played: 2, Points: map[string][]league.Points{"A": {0, 50}, "B": {0, 0}}}},
	} {
		s := group("std", "A B C", c.fixtures...)
		s.Entries[2].Out = c.out
		made, err := table.New(s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, made.Progress()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// The last points are what the table gives, whatever has been played.
func TestProgressEndsWhereTheTableStands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ways := []engine.Outcome{
			{},
			{Ending: engine.Void},
			{Ending: engine.Goalless},
			{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}},
			{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}},
			{Ending: engine.DoubleForfeit},
		}
		exits := []league.Exit{league.Stays, league.Voided, league.Forfeited}
		s := group("std", "A B C D")
		for i := range s.Entries {
			s.Entries[i].Out = rapid.SampledFrom(exits).Draw(t, "exit")
		}
		for i, a := range s.Entries {
			for j, b := range s.Entries {
				if i != j {
					s.Fixtures = append(s.Fixtures, scheduled(league.Key(fmt.Sprintf("c1/r%d/b%d", (i+j)%4+1, i)), a.Player, b.Player, rapid.SampledFrom(ways).Draw(t, "way")))
				}
			}
		}
		made, err := table.New(s)
		if err != nil {
			t.Fatal(err)
		}
		p := made.Progress()
		for _, r := range made.Rows() {
			points := p.Points[r.Player]
			if r.Out || len(points) == 0 {
				if r.Points != 0 {
					t.Fatalf("%s has %v and no rounds", r.Player, r.Points)
				}
			} else if last := points[len(points)-1]; last != r.Points {
				t.Fatalf("%s ends at %v, and the table gives %v", r.Player, last, r.Points)
			}
		}
	})
}
