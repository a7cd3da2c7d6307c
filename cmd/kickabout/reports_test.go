package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	membersleague "kickabout/league/members"
)

// TestTheOperatorReadsOfSuddenDrops: three rated games given up early stand among the reports,
// as long as they are recent (R-RA-7).
func TestTheOperatorReadsOfSuddenDrops(t *testing.T) {
	r := serve(t)
	var people []league.Player
	for _, name := range []string{"Ann", "Bob", "Cy", "Dan"} {
		p, _, err := r.server.office.SignUp(t.Context(), membersleague.Credentials{Name: name, Password: "a horse in the rain"})
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, p)
	}
	given := func(n, daysAgo int, first league.Player, winner engine.Side) {
		at := time.Now().UTC().Truncate(time.Millisecond).AddDate(0, 0, -daysAgo)
		m := league.Match{
			ID: fmt.Sprintf("given%d", n), Game: "streetsoccer", Variant: "lg", Control: "live", Rated: true, Created: at,
			Seats: [2]league.Seat{{Player: first}, {Player: people[1]}}, GID: [16]byte{byte(n)},
			Log: []engine.Event{{Seq: 1, At: at, Act: engine.ActSeats, Text: "0 streetsoccer/lg"}},
			State: league.State{
				Last: 1, Position: "over", Moved: at, Outcome: engine.Outcome{Ending: engine.Resignation, Winner: winner}, Moves: [2]int{8, 7},
			},
		}
		if err := r.server.store.CreateMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	says := func() string {
		t.Helper()
		if err := r.server.office.Rate(t.Context()); err != nil {
			t.Fatal(err)
		}
		out, complaint, code := kickabout(t, "", "reports", "--data", r.config.Data)
		if code != 0 {
			t.Fatalf("it ends with %d and says %q", code, complaint)
		}
		return out
	}
	for n := range 3 {
		given(n, 100+n, people[0], engine.Second) // by Ann, too long ago
	}
	given(3, 9, people[0], engine.First)
	given(4, 8, people[2], engine.First)
	if out := says(); strings.Contains(out, "lost") {
		t.Errorf("two games are reported: %s", out)
	}
	given(5, 7, people[3], engine.First) // nobody can win so much from Bob alone
	if out := says(); strings.Contains(out, "Ann lost ") || !strings.Contains(out, "Bob lost ") || !strings.Contains(out, "by giving up 3 games early") || !strings.Contains(out, "given3 given4 given5") {
		t.Errorf("it says %q", out)
	}
}
