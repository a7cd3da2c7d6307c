package swiss_test

import (
	"fmt"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/swiss"
)

// counts returns what the report of a tournament says that two players have, for its pairing.
func counts(t *testing.T, s league.Sheet, a, b string) string {
	t.Helper()
	text, err := swiss.Format{}.Report(s, 0, func(player string) string { return player })
	if err != nil {
		t.Fatal(err)
	}
	points := map[string]string{}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); words[0] == "001" {
			points[words[2]] = words[3]
		}
	}
	return points[a] + " " + points[b]
}

func TestWhatAMatchCountsForThePairing(t *testing.T) { // R-UT-5
	byes := map[string]string{"e": "bye1"}
	for result, want := range map[string]string{"N": "1.0 0.0", "S": "1.0 0.0", "L": "0.5 0.5", "Z": "0.5 0.5", "F": "1.0 0.0"} {
		if got := counts(t, note(played(t, "a-c "+result+", b-d N"), byes), "a", "c"); got != want {
			t.Errorf("%s counts %s, want %s", result, got, want)
		}
	}
	both := note(played(t, "a-c N, b-d N"), byes)
	both.Fixtures[0].Outcome = engine.Outcome{Ending: engine.DoubleForfeit}
	if got := counts(t, both, "a", "c"); got != "0.0 0.0" {
		t.Errorf("forfeited by both it counts %s", got)
	}
	for _, at := range []int{0, 2} {
		void := note(played(t, "a-c N, b-d N"), byes)
		void.Entries[at].Out = league.Voided
		if got := counts(t, void, "a", "c"); got != "0.0 0.0" {
			t.Errorf("with the results of %s void it counts %s", void.Entries[at].Player, got)
		}
	}
	two := note(played(t, "a-c L, b-d N"), byes)
	two.Terms.Cycles = 2
	for _, f := range two.Fixtures {
		f.Key, f.First, f.Second = "c2"+f.Key[2:], f.Second, f.First
		f.Outcome = engine.Outcome{Ending: engine.Goalless}
		two.Fixtures = append(two.Fixtures, f)
	}
	if got := counts(t, two, "a", "c"); got != "1.0 0.0" {
		t.Errorf("five points against four of two matches count %s", got)
	}
}

// draws writes the pairs that a tournament of five begins with.
func draws(t *testing.T, change func(*league.Sheet)) string {
	t.Helper()
	s := league.Sheet{Now: march, Terms: league.TournamentTerms{Cycles: 1, Profile: "swiss", Rounds: 4}, Scoring: league.Standard(), Lot: []byte("lot")}
	for _, p := range "abcde" {
		s.Entries = append(s.Entries, league.Entry{Player: string(p)})
	}
	change(&s)
	plan, err := swiss.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, f := range plan.Fixtures {
		text += fmt.Sprintf(" %s%s", min(f.First, f.Second), max(f.First, f.Second))
	}
	return strings.TrimSpace(text)
}

func TestWhoIsThereWhenARoundIsDrawn(t *testing.T) { // R-UT-6, R-UT-7
	rest := func(s *league.Sheet, players string) {
		for i, e := range s.Entries {
			if strings.Contains(players, e.Player) {
				s.Entries[i].Note = "rests"
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*league.Sheet)
		want   string
	}{
		"everybody":                               {func(*league.Sheet) {}, "ac bd"},
		"all but one who sits it out":             {func(s *league.Sheet) { rest(s, "b") }, "ad ce"},
		"everybody, where only one would be left": {func(s *league.Sheet) { rest(s, "bcde") }, "ac bd"},
		"those who are, where only one would be": {func(s *league.Sheet) {
			rest(s, "bc")
			s.Entries[3].Out, s.Entries[4].Out = league.Forfeited, league.Forfeited
		}, "ab"},
		"two who shall meet":                      {func(s *league.Sheet) { s.Pairs = []league.PairRule{{First: "a", Second: "b", Round: 1}} }, "ab cd"},
		"two who shall meet in another round":     {func(s *league.Sheet) { s.Pairs = []league.PairRule{{First: "a", Second: "b", Round: 2}} }, "ac bd"},
		"two who shall meet, and one sits it out": {func(s *league.Sheet) { rest(s, "b"); s.Pairs = []league.PairRule{{First: "a", Second: "b", Round: 1}} }, "ad ce"},
		"the other one does":                      {func(s *league.Sheet) { rest(s, "b"); s.Pairs = []league.PairRule{{First: "b", Second: "a", Round: 1}} }, "ad ce"},
		"two who never meet":                      {func(s *league.Sheet) { s.Pairs = []league.PairRule{{First: "a", Second: "c"}} }, "ad bc"},
		"two who never meet, one of whom is unknown": {func(s *league.Sheet) {
			s.Pairs = []league.PairRule{{First: "z", Second: "c"}, {First: "c", Second: "z"}}
		}, "ac bd"},
	} {
		if got := draws(t, c.change); got != c.want {
			t.Errorf("%s: the round is %s, want %s", name, got, c.want)
		}
	}
}
