package ui

import (
	"fmt"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
	"kickabout/views/viewstest"
)

// standings is the group of the worked example of league rules 3, as somebody sees
// it; the last match may be open.
func standings(t *testing.T, profile, viewer string, last engine.Outcome) GroupInput {
	t.Helper()
	in := GroupInput{URL: "/tournaments/cup1", Viewer: viewer, Player: viewstest.WorkedPlayer, Needs: []int{1, 2}}
	in.Table, in.Matches = viewstest.WorkedGroup(t, profile, last)
	return in
}

func TestEachRowSaysInASentenceWhyItStandsThere(t *testing.T) {
	for viewer, want := range map[string][]string{
		"b": {
			"Ann is 1st: 18 points as you, and SON 255 > 224.",
			"You are 2nd: 18 points as Ann, but SON 224 < 255; 18 points, Cleo has 16.",
			"Cleo is 3rd: 16 points, you have 18; 16 points, Dan has 7.",
			"Dan is 4th: 7 points, Cleo has 16.",
		},
		"": {
			"Ann is 1st: 18 points as Bob, and SON 255 > 224.",
			"Bob is 2nd: 18 points as Ann, but SON 224 < 255; 18 points, Cleo has 16.",
			"Cleo is 3rd: 16 points, Bob has 18; 16 points, Dan has 7.",
			"Dan is 4th: 7 points, Cleo has 16.",
		},
	} {
		g := NewGroupTable(standings(t, "std", viewer, viewstest.Given))
		for i, r := range g.Rows {
			if r.Why != want[i] {
				t.Errorf("%q reads\n%s\nwant\n%s", viewer, r.Why, want[i])
			}
		}
	}
}

func TestTheOrderIsExplainedWithTheViewersNumbers(t *testing.T) {
	g := NewGroupTable(standings(t, "std", "b", viewstest.Given))
	var got []string
	for _, b := range g.Breaks {
		got = append(got, b.Name+": "+b.Says)
	}
	want := "Points: You and Ann both have 18.|SON: You have 224, Ann has 255: this parts you.|Direct encounter: |Wins on the board: |Goal difference: |Goals: |Time-outs: |Random draw: "
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}

func TestSentencesOfEveryKind(t *testing.T) {
	level := func(profile string, outcomes ...engine.Outcome) GroupInput {
		in := standings(t, profile, "a", viewstest.Given)
		s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: profile}, Lot: []byte("seed"), Scoring: league.Standard(), Entries: []league.Entry{{Player: "a"}, {Player: "b"}}}
		for i, o := range outcomes {
			s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(fmt.Sprint(i)), First: "ab"[i%2 : i%2+1], Second: "ba"[i%2 : i%2+1], Outcome: o})
		}
		in.Table, _ = table.New(s, 1)
		in.Matches = nil
		return in
	}
	win := func(goals int) engine.Outcome {
		return engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{goals, 0}}
	}
	onTime := engine.Outcome{Ending: engine.Timeout, Winner: engine.First}
	for _, c := range []struct {
		name, want string
		in         GroupInput
	}{
		{"goals with their sign", "You are 1st: 5 points, SON 25, direct encounter 5, wins on the board 1 as Bob, and goal difference +1 > −1.", level("std", win(2), win(1))},
		{"a lot that was won", "You are 1st: 5 points, SON 25 as Bob, and put first by the random draw.", level("lg", win(2), win(1))},
		{"nothing to part them", "You are 1st: 5 points, SON 25 as Bob, and nothing parts them.", level("", win(1), win(1))},
		{
			"fewer is better", "You are 1st: 5 points, SON 25, direct encounter 5, wins on the board 0, goal difference 0, goals 3 as Bob, and time-outs 0 < 1.",
			level("std", onTime, engine.Outcome{Ending: engine.Resignation, Winner: engine.First}),
		},
		{"nothing was played", "", level("std", engine.Outcome{})},
	} {
		if g := NewGroupTable(c.in); (g.Lot == "73656564") != strings.Contains(c.want, "random draw") {
			t.Errorf("%s: the seed shown is %q", c.name, g.Lot)
		}
		if got := NewGroupTable(c.in).Rows[0].Why; got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestWhatAPlayerNeedsIsSaid(t *testing.T) {
	for _, c := range []struct {
		need table.Need
		want string
	}{
		{table.Need{First: 1, Safe: true}, "First place is yours whatever happens."},
		{table.Need{First: 2, Safe: true}, "A place among the first 2 is yours whatever happens."},
		{table.Need{First: 1, Gone: true, Left: 50}, "You can no longer be first."},
		{table.Need{First: 1}, "You have no game left; it depends on the others whether you are first."},
		{table.Need{First: 2, Left: 100, Least: 20, Enough: 50}, "With fewer than 2 more you cannot be among the first 2. 5 points more make sure that you are among the first 2, whatever the others do."},
		{table.Need{First: 1, Left: 100}, "With all 10 that you can still take, it also depends on the others whether you are first."},
	} {
		if got := needText(c.need); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.need, got, c.want)
		}
	}
	g := NewGroupTable(standings(t, "std", "c", engine.Outcome{}))
	want := "You can no longer be first.|You can no longer be among the first 2."
	if got := strings.Join(g.Needs, "|"); got != want {
		t.Errorf("Cleo, with 11 points and a match left, is told %q, want %q", got, want)
	}
	if g := NewGroupTable(standings(t, "std", "c", viewstest.Given)); g.Needs != nil {
		t.Errorf("when all is over Cleo is told %q", g.Needs)
	}
}

func TestTheTableAsItWouldBe(t *testing.T) {
	in := standings(t, "std", "c", engine.Outcome{})
	in.Ask = TableAsk{If: "mdc:5-0"}
	g := NewGroupTable(in)
	if g.If != "Dan beats Cleo 5–0" || g.Refused != "" || g.Needs != nil {
		t.Errorf("got %q, refused %q, needs %q", g.If, g.Refused, g.Needs)
	}
	var got []string
	for _, r := range g.Rows {
		got = append(got, r.Rank+" "+r.Name+" "+r.Points+" "+r.Moved)
	}
	if want := "1 Ann 18 |2 Bob 18 |3 Dan 12 up from 4|4 Cleo 11 down from 3"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
	for ask, want := range map[string]string{
		"mdc:6-0":    "can no longer end so",
		"mab:5-0":    "is over",
		"nosuch:5-0": "no such game",
		"":           "",
	} {
		in.Ask.If = ask
		if g := NewGroupTable(in); !strings.Contains(g.Refused, want) || g.If != "" || g.Rows[2].Name != "Cleo" {
			t.Errorf("%q: refused %q, want %q", ask, g.Refused, want)
		}
	}
}

func TestTheTableSortsByEveryColumn(t *testing.T) {
	for key, want := range map[string]string{
		"": "Ann Bob Cleo Dan", "tp": "Ann Bob Cleo Dan", "won": "Bob Cleo Ann Dan", "goals": "Ann Cleo Bob Dan", "nw": "Ann Bob Cleo Dan",
		"gf": "Ann Cleo Bob Dan", "gd": "Ann Cleo Bob Dan", "to": "Ann Bob Cleo Dan", "nonsense": "Ann Bob Cleo Dan", "can": "Ann Bob Cleo Dan",
	} {
		in := standings(t, "std", "", viewstest.Given)
		in.Ask.Sort = key
		var got []string
		for _, r := range NewGroupTable(in).Rows {
			got = append(got, r.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("by %q: %v, want %s", key, got, want)
		}
	}
}

func TestZonesAreMarkedAndCertainOnesSaySo(t *testing.T) {
	in := standings(t, "std", "", engine.Outcome{})
	in.Zones = []Zone{{First: 1, Last: 2, Class: "up", Text: "goes up"}, {First: 3, Last: 3, Text: "stays"}, {First: 4, Last: 4, Class: "down", Text: "goes down"}}
	g := NewGroupTable(in)
	var got []string
	for _, r := range g.Rows {
		got = append(got, fmt.Sprint(r.Name, " ", r.Can, " ", r.Mark, " ", r.Sure))
	}
	if want := "Ann  goes up true|Bob  goes up true|Cleo 3–4 stays false|Dan 3–4 goes down false"; strings.Join(got, "|") != want || g.Decided {
		t.Errorf("got %s, decided %v", strings.Join(got, "|"), g.Decided)
	}
	in.Zones = in.Zones[:1]
	if g := NewGroupTable(in); !g.Decided {
		t.Error("who goes up is certain, and the group is not decided")
	}
}

// TestWhoCanWinAndHasWon: the zone of the first rank, as it stands and once it is certain; with nothing nobody is in it.
func TestWhoCanWinAndHasWon(t *testing.T) { // R-TB-6, R-CH-11
	zone := Zone{First: 1, Last: 1, Class: "up", Text: "wins the group", Wins: "the group"}
	in := standings(t, "std", "", engine.Outcome{})
	for _, c := range []struct {
		row        league.Row
		mark, fate string
		sure       bool
	}{
		{league.Row{Rank: 1, Best: 1, Worst: 2, Points: 50}, "can win the group", "can win the group", false},
		{league.Row{Rank: 1, Best: 1, Worst: 1, Points: 50}, "has won the group", "has won the group", true},
		{league.Row{Rank: 1, Best: 1, Worst: 1, Nothing: true}, "", "", false},
		{league.Row{Rank: 2, Best: 1, Worst: 2, Points: 50}, "", "", false},
	} {
		if mark, fate, sure := zone.fate(in.Table, c.row); mark != c.mark || fate != c.fate || sure != c.sure {
			t.Errorf("%+v: %q, %q, %t", c.row, mark, fate, sure)
		}
	}
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: "std", Earned: true}, Scoring: league.Standard(), Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}}}
	s.Fixtures = []league.Fixture{{Key: "c1/r1/b1", First: "ann", Second: "bob", Outcome: engine.Outcome{Ending: engine.DoubleForfeit}}}
	var err error
	if in.Table, err = table.New(s, 1); err != nil {
		t.Fatal(err)
	}
	in.Matches, in.Zones = nil, []Zone{zone}
	in.Viewer = "ann"
	if g := NewGroupTable(in); len(g.Facts) != 1 || g.Facts[0] != (GroupFact{"0", "points"}) {
		t.Errorf("who has nothing is shown %+v", g.Facts)
	}
	if g := NewGroupTable(in); !g.NoWinner || g.Rows[0].Mark != "" || g.Rows[0].Rank != "1" || g.Rows[1].Rank != "1" {
		t.Errorf("both have nothing: %+v", g.Rows)
	}
}

func TestTablesOfOnePageKeepTheirAddressesApart(t *testing.T) {
	in := standings(t, "std", "", engine.Outcome{})
	in.ID, in.Ask.Sort = "d1/g2", "won"
	g := NewGroupTable(in)
	if g.ID != "-d1-g2" || g.Sorts[0].URL != "/tournaments/cup1?group=d1%2Fg2&sort=tp#table-d1-g2" || g.Sorts[2].URL != "/tournaments/cup1#table-d1-g2" {
		t.Errorf("got %q, %q, %q", g.ID, g.Sorts[0].URL, g.Sorts[2].URL)
	}
	if got, want := g.What[0].Ways[0].URL, "/tournaments/cup1?group=d1%2Fg2&if=mdc%3A5-0&sort=won#table-d1-g2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 102: "102nd", 111: "111th"} {
		if got := Ordinal(n); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestWhoIsStruckStandsLastAndHisResultsAreGreyed(t *testing.T) {
	in := standings(t, "std", "c", viewstest.Given)
	strike, err := in.Table.Strike("c")
	if err != nil || strike.Voided[3].Player != "c" {
		t.Fatalf("%+v, %v", strike, err)
	}
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 2, Profile: "std"}, Scoring: league.Standard()}
	for _, id := range []string{"a", "b", "c", "d"} {
		s.Entries = append(s.Entries, league.Entry{Player: id})
	}
	s.Entries[2].Out = league.Voided
	for _, m := range in.Matches {
		s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(m.Fixture), First: m.Seats[0].Player.ID, Second: m.Seats[1].Player.ID, Outcome: m.State.Outcome})
	}
	if in.Table, err = table.New(s, 1); err != nil {
		t.Fatal(err)
	}
	g := NewGroupTable(in)
	last := g.Rows[3]
	if !last.Out || last.Rank != "–" || last.Why != "You are out of it: nothing that you played counts." {
		t.Errorf("the last row is %+v", last)
	}
	for i, r := range g.Rows {
		for j, cell := range r.Cells {
			for _, c := range cell {
				if void := c.Class == "void"; void != (i == 3 || j == 3) {
					t.Errorf("row %d, column %d: %+v", i+1, j+1, c)
				}
			}
		}
	}
}

// TestAResultOfADamagedRecordIsPending is of the crosstables of groups and of Swiss rounds.
func TestAResultOfADamagedRecordIsPending(t *testing.T) {
	m := league.Match{ID: "m", Locked: true, State: league.State{Outcome: engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{3, 1}}, Score: [2]int{3, 1}}}
	ann := league.Player{ID: "ann", Name: "Ann"}
	if got := NewCrossResult(m, engine.Second, ann); got.Text != "pending" || got.Label != "Against Ann, second: pending, since its record is damaged" || got.URL == "" {
		t.Errorf("it is %+v", got)
	}
	m.Counted = true
	if got := NewCrossResult(m, engine.Second, ann); got.Text == "pending" {
		t.Errorf("what has counted is %+v", got)
	}
}
