package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/cmd/internal/duel"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
)

// reported returns what an arena says as JSON, without the times.
func reported(t *testing.T, args ...string) duel.Report {
	t.Helper()
	out, complaint, code := kickabout(t, "", append([]string{"arena", "--json"}, args...)...)
	var r duel.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 {
		t.Fatalf("exit code %d, %s, %s: %v", code, out, complaint, err)
	}
	const rounded = 0.001 // the slowest is; a bot by chance thinks hardly longer
	if r.First.Slowest+rounded < r.First.Mean || r.Second.Slowest+rounded < r.Second.Mean {
		t.Errorf("the slowest move was faster than the mean: %+v", r)
	}
	r.First.Mean, r.First.Slowest, r.Second.Mean, r.Second.Slowest = 0, 0, 0, 0
	return r
}

func TestAnArenaSaysWhoIsStronger(t *testing.T) {
	r := reported(t, "--first", "greedy", "--second", "random", "--matches", "8")
	total := 0
	for _, n := range r.Endings {
		total += n
	}
	if r.Matches != 8 || total != 8 || r.First.Bot != "greedy" || r.Second.Bot != "random" || r.First.Points < 4 || r.First.Goals <= r.Second.Goals {
		t.Errorf("the report is %+v", r)
	}
	swapped := reported(t, "--first", "random", "--second", "greedy", "--matches", "8")
	if swapped.Second.Points < 4 {
		t.Errorf("the other way round it is %+v", swapped)
	}
}

func TestAnArenaIsTheSameOfTheSameSeed(t *testing.T) {
	args := []string{"--first", "easy", "--second", "greedy", "--matches", "4", "--seed"}
	one, same, other := reported(t, append(args, "5")...), reported(t, append(args, "5")...), reported(t, append(args, "6")...)
	if diff := cmp.Diff(one, same); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(one, other) {
		t.Errorf("another seed gives the same: %+v", one)
	}
}

// A bot that meets itself with the same throws plays the same match twice, once from either
// side: the pairs leave no luck over.
func TestABotIsLevelWithItself(t *testing.T) {
	r := reported(t, "--first", "greedy", "--second", "greedy", "--matches", "20")
	goalless := float64(r.Endings["goalless"]) / 20 // 4 points instead of 5
	if r.First.Points != r.Second.Points || math.Abs(2*r.First.Points+goalless-5) > 1e-9 || r.First.Goals != r.Second.Goals {
		t.Errorf("the report is %+v", r)
	}
	if goalless == 0 && r.First.Error != 0 {
		t.Errorf("the standard error is %v", r.First.Error)
	}
}

func TestAnArenaRefuses(t *testing.T) {
	for _, c := range []struct{ name, args, says string }{
		{"an odd number of matches", "--matches 7", "--matches should be an even number"},
		{"no matches", "--matches 0", "--matches should be an even number"},
		{"a bot that nobody knows", "--first pele", `there is no bot "pele"`},
		{"a game that nobody knows", "--game curling", `there is no game "curling"`},
		{"a variant that nobody knows", "--variant ice", `StreetSoccer has no variant "ice"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, complaint, code := kickabout(t, "", strings.Fields("arena "+c.args)...)
			if code == 0 || out != "" || !strings.Contains(complaint, c.says) {
				t.Errorf("exit code %d, %q, %q", code, out, complaint)
			}
		})
	}
}

func TestAnArenaWritesForPeople(t *testing.T) {
	out, complaint, code := kickabout(t, "", strings.Fields("arena --game onetwofun --variant blocking,goals=3 --first greedy --second random --matches 2")...)
	if code != 0 || !strings.HasPrefix(out, "2 matches\n") || !strings.Contains(out, "\ngreedy ") || !strings.Contains(out, "\ntarget ") {
		t.Errorf("exit code %d, %q, %q", code, out, complaint)
	}
}

// The figures that the site shows are those that the command beside them finds.
func TestTheMeetingsOfTheBotsAreFoundAgain(t *testing.T) {
	meetings, err := bot.Meetings()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, m := range meetings {
		quick := m.Game != "cufootball" && m.First == "trainee"
		if !quick && !enginetest.Proving() { // they take minutes
			continue
		}
		found++
		r := reported(t, strings.Fields(m.Command())[2:]...)
		if math.Abs(r.First.Points-m.Points) > 0.0006 || math.Abs(r.First.Error-m.Error) > 0.0006 {
			t.Errorf("%s: %.4f ± %.4f, shown are %.3f ± %.3f", m.Command(), r.First.Points, r.First.Error, m.Points, m.Error)
		}
	}
	if found < 2 {
		t.Errorf("%d meetings were played again", found)
	}
}
