package elsewhere_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/elsewhere"
	"kickabout/league/results"
)

func TestAbout(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	right := elsewhere.Form{Name: " Spring  Open ", Game: "streetsoccer/lg", First: "2026-05-30", Last: "2026-05-31", Place: "Essen", Source: "https://club.example/open?year=2026"}
	a, err := right.About([]string{"streetsoccer/lg"}, today)
	want := elsewhere.About{Name: "Spring Open", Game: "streetsoccer", Variant: "lg", First: "2026-05-30", Last: "2026-05-31", Place: "Essen", Source: "https://club.example/open?year=2026"}
	if err != nil || a != want {
		t.Fatalf("%+v, %v", a, err)
	}
	for field, wrong := range map[string]func(*elsewhere.Form){
		"name":   func(f *elsewhere.Form) { f.Name = " \u200b " },
		"game":   func(f *elsewhere.Form) { f.Game = "chess/fide" },
		"first":  func(f *elsewhere.Form) { f.First = "" },
		"last":   func(f *elsewhere.Form) { f.Last = "2026-05-29" },
		"place":  func(f *elsewhere.Form) { f.Place = strings.Repeat("x", 101) },
		"count":  func(f *elsewhere.Form) { f.Count = "2-1-0" },
		"source": func(f *elsewhere.Form) { f.Source = "http://club.example/" },
	} {
		f := right
		wrong(&f)
		_, err := f.About([]string{"streetsoccer/lg"}, today)
		if fields := league.Fields(err); len(fields) != 1 || fields[field] == nil {
			t.Errorf("%s: %v", field, err)
		}
	}
	for _, source := range []string{"javascript:alert(1)", "https://", "https://a@b.example/", "//b.example", "https://b.example/\"onload=x", "https://b.example/ x", "data:text/html,x", "https://b.example/" + strings.Repeat("x", 300)} {
		f := right
		f.Source = source
		if _, err := f.About([]string{"streetsoccer/lg"}, today); league.Fields(err)["source"] == nil {
			t.Errorf("%s: %v", source, err)
		}
	}
	for _, first := range []string{"2026-06-02", "1899-12-31", "31.5.2026", "2026-02-30"} {
		f := right
		f.First, f.Last = first, ""
		if _, err := f.About([]string{"streetsoccer/lg"}, today); league.Fields(err)["first"] == nil {
			t.Errorf("%s: %v", first, err)
		}
	}
}

// trfLine is a line of a tournament file.
func trfLine(number int, name string, points float64, games ...string) string {
	return fmt.Sprintf("001 %4d      %-33s%33s%4.1f %4d", number, name, "", points, number) + "  " + strings.Join(games, "  ") + "\n"
}

func TestWhatIsWrongWithAFileIsSaidWithItsPlace(t *testing.T) {
	t.Parallel()
	const points = "round,first,second,first_points,second_points\n"
	for name, c := range map[string]struct{ text, problem, note string }{
		"right":                    {points + "1,Ann,Bob,1,0\n2,Bob,Ann,0.5,0.5\n", "", ""},
		"semicolons":               {"first;second;first_points;second_points\nAnn;Bob;0,5;0,5\n", "", ""},
		"a tournament file":        {trfLine(1, "Ann", 1, "   2 w 1") + trfLine(2, "Bob", 0, "   1 b 0"), "", ""},
		"nothing":                  {" \n", "Line 1, column 1: there should be results, but there is nothing.", ""},
		"a header alone":           {points, "There should be results below the header, but there are none.", ""},
		"no header":                {"Ann,Bob,1,0\n", "Line 1, column 1: the header should be first,second,ending", ""},
		"another ending":           {"first,second,ending,winner,first_goals,second_goals\nAnn,Bob,won,first,2,1\n", "Line 2, column 3 (ending): there should be one of", ""},
		"a winner who lost":        {"first,second,ending,winner,first_goals,second_goals\nAnn,Bob,full time,second,2,1\n", "Line 2, column 4 (winner): there should be first, who leads", ""},
		"twice in a round":         {points + "1,Ann,Bob,1,0\n1,Ann,Bob,1,0\n", "Line 3: Ann against Bob in round 1 is there twice, in line 2 too.", ""},
		"contradicting in a round": {points + "1,Ann,Bob,1,0\n1,Ann,Bob,0,1\n", "Line 3: Ann against Bob in round 1 contradicts line 2", ""},
		"twice without rounds":     {"first,second,first_points,second_points\nAnn,Bob,1,0\nAnn,Bob,1,0\n", "", "Line 3 says the same as line 2: Ann against Bob. It counts twice."},
		"otherwise without rounds": {"first,second,first_points,second_points\nAnn,Bob,1,0\nAnn,Bob,0,1\n", "", "Line 3 has another result of Ann against Bob than line 2. Both count."},
		"the other way round":      {points + "1,Ann,Bob,1,0\n1,Bob,Ann,1,0\n", "", ""},
		"two who are alike":        {points + "1,Ann,Bob,1,0\n2,ann,Bob,1,0\n", "", "Ann and ann count as two players."},
		"no round":                 {points + ",Ann,Bob,1,0\n", "Line 2, column 1 (round): there should be the number or the name of a round", ""},
		"hundredths":               {points + "1,Ann,Bob,0.25,0\n", "Points should have at most one digit", ""},
		"a formula":                {points + "1,=1+1,Bob,1,0\n", "Line 2: the name \"=1+1\" should not begin with =", ""},
		"an unseen sign":           {points + "1,An\u202en,Bob,1,0\n", "Line 2: the name", ""},
		"a long name":              {points + "1," + strings.Repeat("x", 61) + ",Bob,1,0\n", "Line 2: the name", ""},
		"no text":                  {points + "1,Ann,B\xffb,1,0\n", "Line 2, column 1: this is no text in UTF-8", ""},
		"too large":                {points + strings.Repeat("1,Ann,Bob,1,0\n", elsewhere.MaxBytes/10), "The file has more than 48 kB", ""},
		"too many games":           {"first,second,first_points,second_points\n" + strings.Repeat("Ann,Bob,1,0\n", elsewhere.MaxGames+1), "Line 1002: there should be at most 1000 results.", ""},
		"an open quote":            {points + "1,\"Ann,Bob,1,0\n", "quotation mark", ""},
		"a bye":                    {trfLine(1, "Ann", 1, "   2 w 1") + trfLine(2, "Bob", 0, "   1 b 0") + trfLine(3, "Cleo", 1, "0000 - U"), "", ""},
		"points on top":            {trfLine(1, "Ann", 1, "   2 w 1") + trfLine(2, "Bob", 2, "   1 b 0") + "299          2.0  001    2\n", "\"Bob\" has points beside those of games and byes", ""},
		"a bye of nothing known":   {"round,first,second,first_points,second_points,bye\n1,Ann,Bob,1,0,\n1,Cleo,,1,,free\n", "Line 3, column 6 (bye): there should be pairing, full,", ""},
		"a bye against somebody":   {"round,first,second,first_points,second_points,bye\n1,Ann,Bob,1,0,\n1,Cleo,Dan,1,,full\n", "Line 3, column 3 (second): there should be nothing", ""},
		"a bye of no round":        {"first,second,first_points,second_points,bye\nAnn,Bob,1,0,\nCleo,,1,,full\n", "Line 3, column 5 (bye)", ""},
		"a bye beside a game":      {"round,first,second,first_points,second_points,bye\n1,Ann,Bob,1,0,\n1,Bob,,1,,half\n", "Line 3: Bob is in round 1 twice", ""},
		"a bye of a formula":       {"round,first,second,first_points,second_points,bye\n1,Ann,Bob,1,0,\n1,=1,,1,,half\n", "Line 3: the name \"=1\" should not begin", ""},
		"points that do not fit":   {trfLine(1, "Ann", 7, "   2 w 1") + trfLine(2, "Bob", 0, "   1 b 0"), "Line 1, column 81: expected 1.0", ""},
	} {
		_, report := elsewhere.Read(c.text, elsewhere.AsFile)
		for what, pair := range map[string]struct {
			got  []string
			want string
		}{"problem": {report.Problems, c.problem}, "note": {report.Notes, c.note}} {
			if first := strings.Join(pair.got, "\n"); !strings.Contains(first, pair.want) || (pair.want == "") != (first == "") {
				t.Errorf("%s: the %s is %q, it should be %q", name, what, first, pair.want)
			}
		}
	}
	_, report := elsewhere.Read(points+"1,Ann,Bob,one,0\n2,Ann,Ann,1,0\n3,Ann,Bob,1\n4,Ann,Bob,1,0\n", elsewhere.AsFile)
	if len(report.Problems) != 3 || !strings.HasPrefix(report.Problems[2], "Line 4, column 5") {
		t.Errorf("not all is said at once: %q", report.Problems)
	}
}

func TestHowGamesCount(t *testing.T) {
	t.Parallel()
	const played = "first,second,ending,winner,first_goals,second_goals\nAnn,Bob,target,first,7,6\nBob,Cleo,goalless,,0,0\nCleo,Ann,last goal,second,2,2\nAnn,Bob,double forfeit,,0,0\n"
	const paid = "first,second,first_points,second_points\nAnn,Bob,2,0\nBob,Cleo,1,1\nCleo,Ann,0,2\nAnn,Bob,0,0\n"
	for _, c := range []struct {
		text  string
		count elsewhere.Count
		want  string // the points of Ann, Bob and Cleo
	}{
		{played, elsewhere.AsFile, "8 2 4"},
		{played, elsewhere.CloseWin, "7 3 4"},
		{played, elsewhere.ThreeOne, "6 1 1"},
		{played, elsewhere.OneHalf, "2 0.5 0.5"},
		{paid, elsewhere.AsFile, "4 1 1"},
		{paid, elsewhere.ThreeOne, "6 1 1"},
		{paid, elsewhere.OneHalf, "2 0.5 0.5"},
	} {
		r, report := elsewhere.Read(c.text, c.count)
		if len(report.Problems) > 0 {
			t.Fatal(report.Problems)
		}
		var got []string
		for _, name := range []string{"Ann", "Bob", "Cleo"} {
			at := slices.IndexFunc(r.Table.Rows(), func(row league.Row) bool { return row.Player == name })
			got = append(got, r.Table.Rows()[at].Points.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("by %q %s pays %v, it should be %s", c.count, c.text, got, c.want)
		}
	}
	if _, report := elsewhere.Read(paid, elsewhere.CloseWin); len(report.Problems) != 1 || !strings.HasPrefix(report.Problems[0], "Close wins cannot be told") {
		t.Errorf("close wins of points: %v", report.Problems)
	}
}

// event draws a file of results, perhaps with rounds in which everybody plays once.
func event(t *rapid.T) (text string, inRounds bool) {
	names := []string{"Ann", "Bob", "Cleo O'Hara", "Dan, Jr.", "Eve \"Ace\"", "Çağla", "王", "İ"}[:rapid.IntRange(2, 8).Draw(t, "players")]
	played, rounds := rapid.Bool().Draw(t, "played"), rapid.Bool().Draw(t, "rounds")
	var b strings.Builder
	if rounds {
		b.WriteString("round,")
	}
	byes := rounds && !played && rapid.Bool().Draw(t, "byes")
	b.WriteString("first,second," + map[bool]string{true: "ending,winner,first_goals,second_goals", false: "first_points,second_points"}[played])
	if byes {
		b.WriteString(",bye")
	}
	b.WriteString("\n")
	quoted := func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
	for round := range rapid.IntRange(1, 5).Draw(t, "n") {
		order := rapid.Permutation(names).Draw(t, "order")
		for i := 0; i+1 < len(order); i += 2 {
			if rounds {
				fmt.Fprintf(&b, "%d,", round+1)
			}
			line := rapid.SampledFrom([]string{"1,0", "0,1", "0.5,0.5", "3,2", "0,0", "5,0", "2,2", "1.5,2"}).Draw(t, "points")
			if played {
				line = rapid.SampledFrom([]string{"full time,first,2,1", "target,second,6,7", "last goal,first,1,1", "goalless,,0,0", "void,,0,0", "timeout,second,3,0", "adjudication,first,2,0"}).Draw(t, "ending")
			}
			if byes {
				line += rapid.SampledFrom([]string{",", ",", ",forfeit"}).Draw(t, "forfeit")
			}
			fmt.Fprintf(&b, "%s,%s,%s\n", quoted(order[i]), quoted(order[i+1]), line)
		}
		if byes && len(names)%2 == 1 {
			line := rapid.SampledFrom([]string{"1,,pairing", "1,,full", "0.5,,half", "0,,absent", "1,,won", "0,,lost", "2,,full"}).Draw(t, "bye")
			fmt.Fprintf(&b, "%d,%s,,%s\n", round+1, quoted(order[len(order)-1]), line)
		}
	}
	return b.String(), rounds
}

// TestWhatIsTakenOutIsWhatWasBrought writes files of all kinds, and reads them again.
func TestWhatIsTakenOutIsWhatWasBrought(t *testing.T) {
	files := 0
	rapid.Check(t, func(t *rapid.T) {
		text, rounds := event(t)
		count := rapid.SampledFrom(elsewhere.Counts()).Draw(t, "count")
		r, report := elsewhere.Read(text, count)
		if len(report.Problems) > 0 && count == elsewhere.CloseWin {
			return // of points
		}
		if len(report.Problems) > 0 {
			t.Fatalf("%v\n%s", report.Problems, text)
		}
		again, report := elsewhere.Read(r.CSV(), count)
		if len(report.Problems) > 0 || table(again) != table(r) || again.CSV() != r.CSV() || r.Played != again.Played {
			t.Fatalf("%v\n%s\nis read as\n%s", report.Problems, r.CSV(), again.CSV())
		}
		file, err := r.TRF("Spring Open")
		if (err == nil) != rounds {
			t.Fatalf("rounds are %t, and a tournament file is %v", rounds, err)
		}
		if err != nil {
			return
		}
		files++
		again, report = elsewhere.Read(file, elsewhere.AsFile)
		if len(report.Problems) > 0 || points(again) != points(r) || len(again.Games) != len(r.Games) || !slices.Equal(again.Rounds, r.Rounds) {
			t.Fatalf("%v\n%s\nis read as\n%s", report.Problems, file, again.CSV())
		}
		third, err := again.TRF("Spring Open")
		last, _ := elsewhere.Read(third, elsewhere.AsFile)
		if err != nil || last.CSV() != again.CSV() {
			t.Fatalf("%v: from a tournament file to a tournament file\n%s\nhas become\n%s", err, again.CSV(), last.CSV())
		}
	})
	if files == 0 {
		t.Error("no tournament file was written")
	}
}

// TestByesAreReadAndWrittenBack reads a file in which players spent rounds in every way that there is.
func TestByesAreReadAndWrittenBack(t *testing.T) {
	t.Parallel()
	text := trfLine(1, "Ann", 3.5, "   2 w 1", "   3 b +", "0000 - H", "   4 w 1") +
		trfLine(2, "Bob", 2, "   1 b 0", "0000 - U", "   4 w 1", "   3 b -") +
		trfLine(3, "Cleo", 2, "0000 - F", "   1 w -", "0000 - Z", "   2 w +") +
		trfLine(4, "Dan", 1, "0000 - -", "0000 - +", "   2 b 0", "   1 b 0")
	r, report := elsewhere.Read(text, elsewhere.AsFile)
	if len(report.Problems) > 0 {
		t.Fatal(report.Problems)
	}
	if got := points(r); got != "Ann 3.5\nBob 2\nCleo 2\nDan 1" {
		t.Errorf("the points are\n%s", got)
	}
	if s := r.Summary(); s.Games != 5 || s.Players != 4 || len(r.Byes) != 6 || len(r.ByesIn("1")) != 2 {
		t.Errorf("%+v with %+v", s, r.Byes)
	}
	if first := r.Table.Rows()[0]; first.Player != "Ann" || first.Played != 3 || first.Values[1].Number != 10*20+10*20+10*10 {
		t.Errorf("first is %+v", first)
	}
	file, err := r.TRF("Cup")
	if err != nil {
		t.Fatal(err)
	}
	for _, player := range []struct{ name, rounds string }{
		{"Ann", "2 w 1     3 b +  0000 - H     4 w 1"},
		{"Bob", "1 b 0  0000 - U     4 w 1     3 b -"},
		{"Cleo", "0000 - F     1 w -  0000 - Z     2 w +"},
		{"Dan", "0000 - -  0000 - +     2 b 0     1 b 0"},
	} {
		if !slices.ContainsFunc(strings.Split(file, "\n"), func(line string) bool {
			return strings.Contains(line, player.name) && strings.HasSuffix(line, player.rounds)
		}) {
			t.Errorf("the rounds of %s are not %s in\n%s", player.name, player.rounds, file)
		}
	}
	for what, again := range map[string]string{"the table": r.CSV(), "the tournament file": file} {
		back, report := elsewhere.Read(again, elsewhere.AsFile)
		if len(report.Problems) > 0 || table(back) != table(r) || back.CSV() != r.CSV() {
			t.Errorf("%s %q\n%s\nis read as\n%s", what, report.Problems, again, back.CSV())
		}
	}
	if three, _ := elsewhere.Read(text, elsewhere.ThreeOne); points(three) != "Ann 10\nBob 6\nCleo 6\nDan 3" {
		t.Errorf("by 3-1-0 the points are\n%s", points(three))
	}
}

// table is the table of an event as text.
func table(r elsewhere.Results) string {
	var b strings.Builder
	for _, row := range r.Table.Rows() {
		fmt.Fprintln(&b, row)
	}
	return b.String()
}

// points are the points of the players of an event, by name.
func points(r elsewhere.Results) string {
	var all []string
	for _, row := range r.Table.Rows() {
		all = append(all, row.Player+" "+row.Points.String())
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// TestTheTableIsThatOfTheCommand compares with what kickabout table prints of the same file.
func TestTheTableIsThatOfTheCommand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, _ := event(t)
		r, report := elsewhere.Read(text, elsewhere.AsFile)
		found, err := results.ReadResults(strings.NewReader(text), false)
		if err != nil || len(report.Problems) > 0 {
			t.Fatal(err, report.Problems)
		}
		order, err := found.Order("")
		standings, wrong := found.Standings(order)
		if err := errors.Join(err, wrong); err != nil {
			t.Fatal(err)
		}
		var got, want strings.Builder
		for _, row := range standings.Rows {
			fmt.Fprintln(&want, row)
		}
		for _, row := range r.Table.Rows() {
			fmt.Fprintln(&got, row)
		}
		if got.String() != want.String() {
			t.Fatalf("the table is\n%s\nthe command prints\n%s", got.String(), want.String())
		}
	})
}

func TestWhatATournamentFileHasNoRoomFor(t *testing.T) {
	t.Parallel()
	const head = "round,first,second,first_points,second_points\n"
	for name, text := range map[string]string{
		"no rounds":         "first,second,first_points,second_points\nAnn,Bob,1,0\n",
		"a named round":     head + "Final,Ann,Bob,1,0\n",
		"twice in a round":  head + "1,Ann,Bob,1,0\n1,Cleo,Ann,1,0\n",
		"a long name":       head + "1," + strings.Repeat("x", 34) + ",Bob,1,0\n",
		"too many rounds":   head + "100,Ann,Bob,1,0\n",
		"too many points":   head + "1,Ann,Bob,100,0\n",
		"a number too many": head + "01,Ann,Bob,1,0\n",
	} {
		r, report := elsewhere.Read(text, elsewhere.AsFile)
		if len(report.Problems) > 0 {
			t.Fatal(name, report.Problems)
		}
		if file, err := r.TRF("Cup"); err == nil {
			t.Errorf("%s:\n%s", name, file)
		}
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	const head = "first,second,first_points,second_points\n"
	for text, want := range map[string]string{
		"Ann,Bob,1,0\n":     "Ann",
		"Ann,Bob,0.5,0.5\n": "Ann and Bob",
		"Ann,Bob,1,1\nCleo,Ann,1,1\nBob,Cleo,1,1\n":   "Ann, Bob and Cleo",
		"Ann,Bob,1,1\nCleo,Dan,1,1\n":                 "4 players level",
		"Ann,Bob,1,0\nCleo,Bob,1,0\nAnn,Cleo,1,0.5\n": "Ann",
	} {
		r, report := elsewhere.Read(head+text, elsewhere.AsFile)
		if s := r.Summary(); s.Winners != want || s.Games != strings.Count(text, "\n") || len(report.Problems) > 0 {
			t.Errorf("%s: %+v %v", text, s, report)
		}
	}
}

func TestWhoIsShownAnEvent(t *testing.T) {
	t.Parallel()
	ann, bob := league.Player{ID: "a"}, league.Player{ID: "b"}
	open, closed := elsewhere.Event{Importer: ann}, elsewhere.Event{Importer: ann, About: elsewhere.About{Private: true}}
	for _, c := range []struct {
		event  elsewhere.Event
		viewer league.Player
		want   bool
	}{{open, ann, true}, {open, bob, true}, {open, league.Player{}, true}, {closed, ann, true}, {closed, bob, false}, {closed, league.Player{}, false}, {elsewhere.Event{About: closed.About}, league.Player{}, false}} {
		if got := c.event.Knows(c.viewer); got != c.want {
			t.Errorf("%+v sees %+v: %t", c.viewer, c.event, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("round,first,second,first_points,second_points\n1,Ann,Bob,1,0\n1,Ann,Bob,0,1\n", "")
	f.Add("first,second,ending,winner,first_goals,second_goals\nAnn,Bob,target,first,7,6\n", "close_win")
	f.Add(trfLine(1, "Ann", 1, "   2 w 1")+trfLine(2, "Bob", 0, "   1 b 0"), "3-1-0")
	f.Fuzz(func(t *testing.T, text, count string) {
		r, report := elsewhere.Read(text, elsewhere.Count(count))
		if len(report.Problems) > 0 {
			return
		}
		again, report := elsewhere.Read(r.CSV(), elsewhere.Count(count))
		if len(report.Problems) > 0 || again.CSV() != r.CSV() || table(again) != table(r) {
			t.Errorf("%v\n%q\nis read as\n%q", report.Problems, r.CSV(), again.CSV())
		}
		_, _ = r.TRF("Cup")
		_ = r.Summary()
		for _, g := range r.Games {
			if g.Outcome == (engine.Outcome{}) {
				t.Errorf("%+v is not over", g)
			}
		}
	})
}
