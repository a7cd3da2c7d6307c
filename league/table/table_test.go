package table_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
)

// result writes one fixture: "ann bob 3:1 full time 1", the winner's side last.
func result(first, second string, goals, goals2 int, ending engine.Ending, winner engine.Side) league.Fixture {
	return league.Fixture{
		Key: league.Key(fmt.Sprintf("%s-%s-%d:%d-%s", first, second, goals, goals2, ending)), First: first, Second: second,
		Outcome: engine.Outcome{Ending: ending, Winner: winner, Score: [2]int{goals, goals2}},
	}
}

// group is the sheet of players with these fixtures.
func group(profile string, players string, fixtures ...league.Fixture) league.Sheet {
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: profile}, Scoring: league.Standard(), Fixtures: fixtures}
	for _, p := range strings.Fields(players) {
		s.Entries = append(s.Entries, league.Entry{Player: p})
	}
	return s
}

func rowsOf(t testing.TB, s league.Sheet, cuts ...int) []league.Row {
	t.Helper()
	made, err := table.New(s, cuts...)
	if err != nil {
		t.Fatal(err)
	}
	return made.Rows()
}

// line writes a row: "1 A 18", and what a tie-break counts if it counts.
func line(r league.Row) string {
	text := fmt.Sprintf("%d %s", r.Rank, r.Player)
	for _, v := range r.Values {
		if b, _ := tiebreak.ByCode(v.Code); v.Counts {
			text += " " + v.Code + " " + b.Show(v.Number)
		}
	}
	return text
}

// The worked example of league rules 3: four players, two cycles.
func worked() league.Sheet {
	return group("std", "D C B A",
		result("A", "B", 3, 1, engine.FullTime, engine.First),
		result("B", "A", 2, 1, engine.SuddenDeath, engine.First),
		result("A", "C", 2, 2, engine.LastGoal, engine.Second),
		result("C", "A", 0, 1, engine.FullTime, engine.Second),
		result("A", "D", 4, 0, engine.FullTime, engine.First),
		result("D", "A", 3, 2, engine.FullTime, engine.First),
		result("B", "C", 1, 0, engine.SuddenDeath, engine.First),
		result("C", "B", 0, 0, engine.Goalless, engine.NoSide),
		result("B", "D", 2, 0, engine.FullTime, engine.First),
		result("D", "B", 1, 1, engine.LastGoal, engine.Second),
		result("C", "D", 5, 2, engine.FullTime, engine.First),
		result("D", "C", 0, 0, engine.Forfeit, engine.Second),
	)
}

func TestTheWorkedExampleOfTheRulesInEveryColumn(t *testing.T) {
	s := worked()
	var sum league.Points
	for i, want := range []struct {
		line           string
		goals, against int
		from           map[string]league.Points
	}{
		{"1 A TP 18 SON 255 NW 3 GD +5 GF 13 TO 0", 13, 8, map[string]league.Points{"B": 60, "C": 70, "D": 50}},
		{"2 B TP 18 SON 224 NW 1 GD +2 GF 7 TO 0", 7, 5, map[string]league.Points{"A": 40, "C": 60, "D": 80}},
		{"3 C TP 16 SON 178 NW 1 GD +4 GF 10 TO 0", 10, 6, map[string]league.Points{"A": 30, "B": 30, "D": 100}},
		{"4 D TP 7 SON 126 NW 1 GD -11 GF 6 TO 0", 6, 17, map[string]league.Points{"A": 50, "B": 20, "C": 0}},
	} {
		r := rowsOf(t, s, 1)[i]
		if line(r) != want.line || r.Goals != want.goals || r.Against != want.against {
			t.Errorf("got %q and %d:%d, want %q and %d:%d", line(r), r.Goals, r.Against, want.line, want.goals, want.against)
		}
		for opponent, points := range want.from {
			if got := slowTaken(s, r.Player, opponent); got != points {
				t.Errorf("%s has %v from %s, want %v", r.Player, got, opponent, points)
			}
		}
		sum += r.Points
	}
	if sum != 590 {
		t.Errorf("the points add up to %v, want 59: one goalless match costs one of 60", sum)
	}
}

func TestEachRowSaysWhatPartsItFromItsNeighbours(t *testing.T) {
	rows := rowsOf(t, worked(), 1)
	for i, want := range []struct{ above, below league.Parted }{
		{league.Parted{}, league.Parted{Who: "B", Code: "SON", Mine: 25500, Theirs: 22400}},
		{league.Parted{Who: "A", Code: "SON", Mine: 22400, Theirs: 25500}, league.Parted{Who: "C", Code: "TP", Mine: 180, Theirs: 160}},
		{league.Parted{Who: "B", Code: "TP", Mine: 160, Theirs: 180}, league.Parted{Who: "D", Code: "TP", Mine: 160, Theirs: 70}},
		{league.Parted{Who: "C", Code: "TP", Mine: 70, Theirs: 160}, league.Parted{}},
	} {
		if rows[i].Above != want.above || rows[i].Below != want.below {
			t.Errorf("row %d: %+v and %+v, want %+v", i+1, rows[i].Above, rows[i].Below, want)
		}
	}
}

func TestWhatPartsPlayers(t *testing.T) {
	const n, s, l, z, f, to = engine.FullTime, engine.SuddenDeath, engine.LastGoal, engine.Goalless, engine.Resignation, engine.Timeout
	one, two := engine.First, engine.Second
	for _, c := range []struct {
		name  string
		sheet league.Sheet
		lot   string
		cuts  []int
		want  string // ranks and players
		by    string // codes that part neighbours
	}{
		{name: "nothing is played: all share the first rank", sheet: group("std", "a b c"), want: "1 a, 1 b, 1 c", by: "= ="},
		{name: "direct encounter", sheet: group("fide-rr", "c b a",
			result("a", "b", 1, 0, n, one), result("b", "c", 1, 0, n, one)), want: "1 a, 2 b, 3 c", by: "DE TP"},
		{
			name: "no direct encounter while one of its matches is open", sheet: group("fide-rr", "c b a",
				result("a", "b", 1, 0, n, one), result("b", "c", 1, 0, n, one), league.Fixture{Key: "x", First: "b", Second: "a"}),
			want: "1 a, 2 b, 3 c", by: "SB TP",
		},
		{name: "wins on the board: a resignation is none", sheet: group("std", "a b",
			result("a", "b", 0, 3, f, one), result("b", "a", 3, 0, n, one)), want: "1 b, 2 a", by: "NW"},
		{name: "goal difference", sheet: group("std", "a b",
			result("a", "b", 4, 0, n, one), result("b", "a", 2, 0, n, one)), want: "1 a, 2 b", by: "GD"},
		{name: "a match given up counts 3:0 unless its winner led by more", sheet: group("std", "a b c d",
			result("a", "c", 0, 4, f, one), result("d", "b", 1, 5, f, two)), want: "1 b, 2 a, 3 c, 4 d", by: "GD TP GD"},
		{name: "fewer own time-outs", sheet: group("std", "a b c d",
			result("c", "a", 0, 3, f, one), result("d", "b", 0, 3, to, one)), want: "1 c, 1 d, 3 a, 4 b", by: "= TP TO"},
		{name: "the lot where the title depends on it", sheet: group("std", "a b c"), lot: "seed", cuts: []int{1}, want: "1 c, 2 a, 3 b", by: "LOT LOT"},
		{name: "no lot where nothing depends on it", sheet: group("std", "a b c"), lot: "seed", cuts: []int{3}, want: "1 a, 1 b, 1 c", by: "= ="},
		{name: "no lot without its seed", sheet: group("std", "a b c"), cuts: []int{1}, want: "1 a, 1 b, 1 c", by: "= ="},
		{name: "no lot while a match is open", sheet: group("std", "a b c", league.Fixture{Key: "x", First: "a", Second: "c"}), lot: "seed", cuts: []int{1}, want: "1 a, 1 b, 1 c", by: "= ="},
		{name: "an order of points and SON alone shares what they do not part", sheet: group("", "a b",
			result("a", "b", 4, 0, n, one), result("b", "a", 2, 0, n, one)), lot: "seed", cuts: []int{1}, want: "1 a, 1 b", by: "="},
		{name: "Little Golem draws the lot after SON", sheet: group("lg", "a b",
			result("a", "b", 4, 0, n, one), result("b", "a", 2, 0, n, one)), lot: "seed", cuts: []int{1}, want: "1 a, 2 b", by: "LOT"},
		{name: "football looks at the direct matches first", sheet: group("football", "a b c",
			result("a", "b", 1, 0, n, one), result("b", "c", 9, 0, n, one)), want: "1 a, 2 b, 3 c", by: "DTP TP"},
		{
			name: "football goes on with the direct goals", sheet: group("football", "a b c",
				result("a", "b", 1, 0, n, one), result("b", "a", 2, 0, n, one), result("a", "c", 9, 0, n, one), result("b", "c", 1, 0, n, one)),
			want: "1 b, 2 a, 3 c", by: "DGD TP",
		},
		{
			name: "chess: Sonneborn-Berger counts whom one has beaten", sheet: group("fide-rr", "b a c d e",
				result("a", "c", 1, 0, n, one), result("b", "d", 1, 0, n, one), result("c", "e", 0, 0, z, 0)),
			want: "1 a, 2 b, 3 c, 3 e, 5 d", by: "SB TP = TP",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.sheet.Lot = []byte(c.lot)
			rows := rowsOf(t, c.sheet, c.cuts...)
			var ranks, by []string
			for i, r := range rows {
				ranks = append(ranks, fmt.Sprint(r.Rank, " ", r.Player))
				if i > 0 {
					by = append(by, cmp.Or(r.Above.Code, "="))
				}
			}
			if got := strings.Join(ranks, ", "); got != c.want || strings.Join(by, " ") != c.by {
				t.Errorf("got %s by %s, want %s by %s", got, by, c.want, c.by)
			}
		})
	}
}

func TestDirectEncounterIsAppliedAgainToThoseItLeavesLevel(t *testing.T) {
	// Level with 16 points are a, b and c. Among them b has 16 and the others 7 each;
	// of these two alone a has 6 and c has 4.
	const n, s, l = engine.FullTime, engine.SuddenDeath, engine.LastGoal
	one, two := engine.First, engine.Second
	rows := rowsOf(t, group("fide-rr", "c d b a",
		result("a", "c", 1, 0, n, one), result("c", "a", 1, 0, s, one), result("a", "b", 0, 1, n, two), result("b", "a", 1, 0, s, one),
		result("b", "c", 1, 0, n, one), result("c", "b", 1, 1, l, one), result("d", "b", 1, 0, n, one), result("b", "d", 0, 1, n, two),
		result("a", "d", 1, 0, n, one), result("d", "a", 0, 1, s, two), result("c", "d", 1, 0, n, one), result("d", "c", 0, 1, s, two)))
	want := []string{"1 b TP 16 DE 16", "2 a TP 16 DE 7", "3 c TP 16 DE 7", "4 d TP 12 SB"}
	for i, r := range rows {
		if !strings.HasPrefix(line(r), want[i]) {
			t.Errorf("row %d is %s, want %s", i+1, line(r), want[i])
		}
	}
	if got, want := rows[1].Below, (league.Parted{Who: "c", Code: "DE", Mine: 60, Theirs: 40}); got != want {
		t.Errorf("a is parted from c by %+v, want %+v", got, want)
	}
	if got, want := rows[0].Below, (league.Parted{Who: "a", Code: "DE", Mine: 160, Theirs: 70}); got != want {
		t.Errorf("b is parted from a by %+v, want %+v", got, want)
	}
}

func TestUnknownPlayersEndingsAndOrdersAreErrors(t *testing.T) {
	for _, s := range []league.Sheet{
		group("std", "a b", result("a", "zoe", 1, 0, engine.FullTime, engine.First)),
		group("std", "a b", result("a", "b", 1, 0, "rain", engine.First)),
		group("best", "a b"),
	} {
		if made, err := table.New(s); err == nil {
			t.Errorf("%v gives %v", s, made.Rows())
		}
	}
}

func TestAStruckPlayersResultsAreVoidOrHisOpenMatchesLost(t *testing.T) {
	s := group("std", "a b c",
		result("a", "b", 1, 0, engine.FullTime, engine.First), result("c", "a", 2, 0, engine.FullTime, engine.First),
		league.Fixture{Key: "x", First: "b", Second: "c"})
	s.Entries[2].Out = league.Voided
	rows := rowsOf(t, s)
	want := []string{"1 a TP 5 SON 0 NW 1 GD +1 GF 1 TO 0", "2 b TP 0 SON 0 NW 0 GD -1 GF 0 TO 0", "3 c"}
	for i, r := range rows {
		if line(r) != want[i] || r.Out != (i == 2) || r.Open != 0 || r.Best != i+1 || r.Worst != i+1 {
			t.Errorf("row %d is %s, %+v; want %s", i+1, line(r), r, want[i])
		}
	}
	s.Entries[2].Out = league.Forfeited
	want = []string{"1 c TP 5 SON 25 DE 5 NW 1 GD -1 GF 2 TO 0", "2 a TP 5 SON 25 DE 5 NW 1 GD -1 GF 1 TO 0", "3 b TP 5 SON 25 DE 5 NW 0 GD +2 GF 3 TO 0"}
	for i, r := range rowsOf(t, s) {
		if line(r) != want[i] || r.Out || r.Open != 0 {
			t.Errorf("row %d is %s, %+v; want %s", i+1, line(r), r, want[i])
		}
	}
	s.Entries[1].Out = league.Forfeited
	if r := rowsOf(t, s)[2]; r.Player != "b" || r.Points != 0 || r.Lost != 2 || r.Goals != 0 {
		t.Errorf("of a match of two who are both out one has %+v", r)
	}
}

// slowTaken reads off the results what one took from another.
func slowTaken(s league.Sheet, one, other string) (sum league.Points) {
	for _, f := range s.Fixtures {
		points, _ := s.Scoring.Points(f.Outcome)
		if f.First == one && f.Second == other {
			sum += points[0]
		}
		if f.Second == one && f.First == other {
			sum += points[1]
		}
	}
	return sum
}
