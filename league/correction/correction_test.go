package correction_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/correction"
	"kickabout/league/formats"
	"kickabout/league/table"
)

var ended = time.Date(2027, 5, 10, 12, 0, 0, 0, time.UTC)

func outcome(ending engine.Ending, winner engine.Side, first, second int) engine.Outcome {
	return engine.Outcome{Ending: ending, Winner: winner, Score: [2]int{first, second}}
}

func person(id string) league.Player { return league.Player{ID: id, Name: id, Kind: league.Member} }

// cup is a tournament of some players that is being played.
func cup(format string, players ...string) league.Tournament {
	t := league.Tournament{ID: "cup", State: league.Running, Started: ended.AddDate(0, -1, 0), Organiser: person("ann")}
	t.Format, t.Profile, t.Cycles, t.Places = format, "std", 2, len(players)
	for i, p := range players {
		t.Entries = append(t.Entries, league.Entrant{Player: person(p), Seed: i + 1, Entered: t.Started})
	}
	return t
}

// over is an ended match of a tournament.
func over(key, first, second string, o engine.Outcome) league.Match {
	return league.Match{
		ID: "m-" + key, Tournament: "cup", Fixture: key, Seats: [2]league.Seat{{Player: person(first)}, {Player: person(second)}},
		Created: ended.AddDate(0, -1, 0), State: league.State{Last: 9, Moved: ended, Outcome: o, Score: o.Score},
	}
}

// The worked example of league rules 3.
func worked() []league.Match {
	return []league.Match{
		over("c1/r1/b1", "A", "B", outcome(engine.FullTime, engine.First, 3, 1)),
		over("c2/r1/b1", "B", "A", outcome(engine.SuddenDeath, engine.First, 2, 1)),
		over("c1/r2/b1", "A", "C", outcome(engine.LastGoal, engine.Second, 2, 2)),
		over("c2/r2/b1", "C", "A", outcome(engine.FullTime, engine.Second, 0, 1)),
		over("c1/r3/b1", "A", "D", outcome(engine.FullTime, engine.First, 4, 0)),
		over("c2/r3/b1", "D", "A", outcome(engine.FullTime, engine.First, 3, 2)),
		over("c1/r3/b2", "B", "C", outcome(engine.SuddenDeath, engine.First, 1, 0)),
		over("c2/r3/b2", "C", "B", outcome(engine.Goalless, engine.NoSide, 0, 0)),
		over("c1/r2/b2", "B", "D", outcome(engine.FullTime, engine.First, 2, 0)),
		over("c2/r2/b2", "D", "B", outcome(engine.LastGoal, engine.Second, 1, 1)),
		over("c1/r1/b2", "C", "D", outcome(engine.FullTime, engine.First, 5, 2)),
		over("c2/r1/b2", "D", "C", outcome(engine.Forfeit, engine.Second, 0, 0)),
	}
}

// standings is a table as "A 18/255".
func standings(t *testing.T, matches []league.Match) string {
	t.Helper()
	group, err := table.New(cup("roundrobin", "D", "C", "B", "A").Sheet("", matches, ended))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range group.Rows() {
		lines = append(lines, r.Player+" "+r.Points.String()+"/"+league.Points(r.SON/10).String())
	}
	return strings.Join(lines, ", ")
}

func TestTheWorkedExampleWithAForfeitPutRight(t *testing.T) { // R-CO-1
	as := standings(t, worked())
	if want := "A 18/255, B 18/224, C 16/178, D 7/126"; as != want {
		t.Fatalf("as played %q, want %q", as, want)
	}
	right := correction.With(worked(), "m-c2/r1/b2", outcome(engine.FullTime, engine.First, 2, 1))
	if got, want := standings(t, right), "A 18/245, B 18/234, D 12/181, C 11/168"; got != want {
		t.Errorf("corrected %q, want %q", got, want)
	}
	back := correction.With(right, "m-c2/r1/b2", outcome(engine.Forfeit, engine.Second, 0, 0))
	if got := standings(t, back); got != as {
		t.Errorf("undone %q, want %q", got, as)
	}
}

// results draws results of StreetSoccer that chapter 1 of the rules has.
func results() *rapid.Generator[engine.Outcome] {
	return rapid.Custom(func(t *rapid.T) engine.Outcome {
		return rapid.SampledFrom([]engine.Outcome{
			outcome(engine.FullTime, engine.First, 2, 1), outcome(engine.FullTime, engine.Second, 0, 7), outcome(engine.SuddenDeath, engine.Second, 1, 2),
			outcome(engine.LastGoal, engine.First, 1, 1), outcome(engine.Goalless, engine.NoSide, 0, 0), outcome(engine.Timeout, engine.Second, 3, 0),
			outcome(engine.DoubleForfeit, engine.NoSide, 0, 2), outcome(engine.Adjudication, engine.First, 1, 0), outcome(engine.Void, engine.NoSide, 4, 4),
		}).Draw(t, "result")
	})
}

// TestALogOfCorrectionsIsReadAsItWasWritten corrects and undoes at random, and holds the log against a stack.
func TestALogOfCorrectionsIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		played := outcome(engine.Timeout, engine.First, 0, 1)
		stack := map[league.Key][]engine.Outcome{}
		var log []league.Decision
		for range rapid.IntRange(0, 20).Draw(t, "events") {
			key := rapid.SampledFrom([]league.Key{"r1/b1", "d1/g2/r3/b1"}).Draw(t, "fixture")
			is := played
			if n := len(stack[key]); n > 0 {
				is = stack[key][n-1]
			}
			d := league.Decision{Seq: len(log) + 1, By: person("ann"), At: ended, Act: league.ActCorrected}
			if n := len(stack[key]); n > 0 && rapid.Bool().Draw(t, "undo") {
				made, err := correction.Standing(log)
				if err != nil {
					t.Fatal(err)
				}
				d.Act, d.Text = league.ActUndone, made[key][n-1].Inverse(rapid.SampledFrom([]string{"", "it was right: sorry"}).Draw(t, "reason")).Undone()
				stack[key] = stack[key][:n-1]
			} else {
				c := correction.Correction{Fixture: key, Players: [2]string{"bob", "cleo"}, Was: is, Now: results().Draw(t, "now"), Reason: "a fault, of the server: R-CO-1: it was"}
				if read, err := correction.Parse(c.String()); err != nil || read != c {
					t.Fatalf("%q is read as %+v, %v", c, read, err)
				}
				d.Text = c.String()
				stack[key] = append(stack[key], c.Now)
				if d.Rule() != "R-CO-1" {
					t.Fatalf("%q cites %q", d.Text, d.Rule())
				}
			}
			log = append(log, d)
		}
		standing, err := correction.Standing(log)
		if err != nil {
			t.Fatal(err)
		}
		for key, all := range stack {
			var got []engine.Outcome
			for _, m := range standing[key] {
				got = append(got, m.Now)
			}
			if !slices.Equal(got, all) {
				t.Fatalf("%s: %v stand, want %v", key, got, all)
			}
			want := engine.Outcome{}
			if n := len(all); n > 0 && all[n-1] != played {
				want = all[n-1]
			}
			if by := correction.By(standing[key]); by != want {
				t.Fatalf("%s counts by %v, want %v", key, by, want)
			}
		}
	})
}

func TestALogThatTakesBackWhatDoesNotStandIsRefused(t *testing.T) {
	a, b := outcome(engine.Goalless, engine.NoSide, 0, 0), outcome(engine.FullTime, engine.First, 1, 0)
	c := correction.Correction{Fixture: "r1/b1", Was: a, Now: b, Reason: "x"}
	for name, texts := range map[string][]league.Decision{
		"undone alone":      {{Act: league.ActUndone, Text: c.Inverse("").Undone()}},
		"undone twice":      {{Act: league.ActCorrected, Text: c.String()}, {Act: league.ActUndone, Text: c.Inverse("").Undone()}, {Act: league.ActUndone, Text: c.Inverse("").Undone()}},
		"no inverse":        {{Act: league.ActCorrected, Text: c.String()}, {Act: league.ActUndone, Text: c.Undone()}},
		"from another":      {{Act: league.ActCorrected, Text: c.String()}, {Act: league.ActCorrected, Text: c.String()}},
		"no text of one":    {{Act: league.ActCorrected, Text: "r1/b1 was wrong"}},
		"no side that wins": {{Act: league.ActCorrected, Text: "r1/b1,ann,bob,goalless:both:0-0,goalless:none:0-0 R-CO-1: x"}},
	} {
		if standing, err := correction.Standing(texts); err == nil {
			t.Errorf("%s: %+v", name, standing)
		}
	}
	if standing, err := correction.Standing([]league.Decision{{Act: league.ActUndone, Text: "struck by mistake"}, {Act: league.ActRuled, Text: c.String()}}); err != nil || len(standing) > 0 {
		t.Errorf("others' acts are read as %v, %v", standing, err)
	}
}

func TestOnlyResultsOfChapterOneAreTaken(t *testing.T) {
	game := engine.Info{Endings: []engine.Ending{engine.FullTime, engine.SuddenDeath, engine.LastGoal, engine.Goalless}}
	for _, c := range []struct {
		name  string
		o     engine.Outcome
		field string // that is wrong; "": none
	}{
		{"N", outcome(engine.FullTime, engine.First, 2, 1), ""},
		{"N without a lead", outcome(engine.FullTime, engine.First, 1, 1), "goals"},
		{"N for who is behind", outcome(engine.FullTime, engine.Second, 2, 1), "winner"},
		{"S", outcome(engine.SuddenDeath, engine.Second, 2, 3), ""},
		{"S by two", outcome(engine.SuddenDeath, engine.Second, 1, 3), "goals"},
		{"L", outcome(engine.LastGoal, engine.Second, 1, 1), ""},
		{"L without a last scorer", outcome(engine.LastGoal, engine.NoSide, 1, 1), "winner"},
		{"L without goals", outcome(engine.LastGoal, engine.First, 0, 0), "goals"},
		{"L with a leader", outcome(engine.LastGoal, engine.First, 1, 0), "goals"},
		{"Z", outcome(engine.Goalless, engine.NoSide, 0, 0), ""},
		{"Z with goals", outcome(engine.Goalless, engine.NoSide, 1, 1), "goals"},
		{"Z with a winner", outcome(engine.Goalless, engine.First, 0, 0), "winner"},
		{"F", outcome(engine.Forfeit, engine.First, 0, 2), ""},
		{"F for nobody", outcome(engine.Forfeit, engine.NoSide, 0, 0), "winner"},
		{"time-out", outcome(engine.Timeout, engine.Second, 1, 0), ""},
		{"FF", outcome(engine.DoubleForfeit, engine.NoSide, 1, 0), ""},
		{"FF with a winner", outcome(engine.DoubleForfeit, engine.First, 1, 0), "winner"},
		{"A with a leader", outcome(engine.Adjudication, engine.First, 1, 0), ""},
		{"A for who is behind", outcome(engine.Adjudication, engine.Second, 1, 0), "winner"},
		{"A level with goals", outcome(engine.Adjudication, engine.Second, 1, 1), ""},
		{"A goalless", outcome(engine.Adjudication, engine.NoSide, 0, 0), ""},
		{"A goalless with a winner", outcome(engine.Adjudication, engine.First, 0, 0), "winner"},
		{"V", outcome(engine.Void, engine.NoSide, 2, 0), ""},
		{"V with a winner", outcome(engine.Void, engine.First, 2, 0), "winner"},
		{"an ending of another game", outcome(engine.Target, engine.First, 3, 0), "ending"},
		{"no ending", outcome("", engine.First, 3, 0), "ending"},
		{"goals below nothing", outcome(engine.Forfeit, engine.First, -1, 0), "goals"},
		{"a hundred goals", outcome(engine.FullTime, engine.First, 100, 0), "goals"},
	} {
		err := correction.Check(game, c.o)
		fields := league.Fields(err)
		if _, named := fields[c.field]; (c.field == "") != (err == nil) || err != nil && (!named || len(fields) != 1) {
			t.Errorf("%s: %v, want the field %q", c.name, err, c.field)
		}
	}
}

func TestWhoMayCorrectWhenAndWhat(t *testing.T) { // R-CO-1
	m := over("r1/b1", "bob", "cleo", outcome(engine.Timeout, engine.First, 0, 0))
	for _, c := range []struct {
		name   string
		change func(*league.Tournament, *league.Match)
		after  time.Duration
		admin  bool
		kind   league.Kind // of the refusal; "": none
	}{
		{"on the last moment of 14 days", nil, 14 * 24 * time.Hour, false, ""},
		{"a millisecond later", nil, 14*24*time.Hour + time.Millisecond, false, league.Stale},
		{"an admin later", nil, 400 * 24 * time.Hour, true, ""},
		{"a running match", func(_ *league.Tournament, m *league.Match) { m.State.Outcome = engine.Outcome{} }, 0, true, league.Stale},
		{"a ladder", func(t *league.Tournament, _ *league.Match) { t.Rolling = true }, 0, true, ""},
		{"a tournament that is over", func(t *league.Tournament, _ *league.Match) { t.State = league.Finished }, 0, false, league.Stale},
		{"an admin when it is over", func(t *league.Tournament, _ *league.Match) { t.State = league.Finished }, 900 * 24 * time.Hour, true, ""},
		{"one that takes entries", func(t *league.Tournament, _ *league.Match) { t.State = league.Registration }, 0, true, league.Stale},
		{"one that was cancelled", func(t *league.Tournament, _ *league.Match) { t.State = league.Cancelled }, 0, true, league.Stale},
		{"a damaged record", func(_ *league.Tournament, m *league.Match) { m.Locked = true }, 0, true, league.Damaged},
	} {
		cup, match := cup("roundrobin", "bob", "cleo", "dan"), m
		if c.change != nil {
			c.change(&cup, &match)
		}
		if err := correction.May(cup, match, c.admin, ended.Add(c.after)); league.KindOf(err) != c.kind && (err != nil || c.kind != "") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// follow follows a correction of the game of a key. Somebody has moved in all that was drawn since, or nobody.
func follow(format league.Format, sheet league.Sheet, key league.Key, moved bool) (correction.Redrawn, error) {
	return correction.Followed{
		Format: format, Sheet: sheet, Key: key, Ended: ended, Moved: func(league.Key) bool { return moved },
		Last: func(k league.Key) bool { return strings.HasPrefix(string(k), "r2/") },
	}.Follow()
}

// TestWhatWasDrawnByAResultStands: a knock-out of four, in which ann beat dan and bob beat cleo.
func TestWhatWasDrawnByAResultStands(t *testing.T) { // R-CO-3
	format, ok := formats.ByID("knockout")
	if !ok {
		t.Fatal("there is no knock-out")
	}
	cup := cup("knockout", "ann", "bob", "cleo", "dan")
	cup.Cycles = 1
	plan, err := format.Plan(cup.Sheet("", nil, ended))
	if err != nil || len(plan.Fixtures) != 2 {
		t.Fatal(plan, err)
	}
	var matches []league.Match
	for _, f := range plan.Fixtures {
		matches = append(matches, over(string(f.Key), f.First, f.Second, outcome(engine.FullTime, engine.First, 2, 0)))
	}
	first := matches[0]
	sheet := func(to engine.Outcome) league.Sheet {
		s := cup.Sheet("", correction.With(matches, first.ID, to), ended.Add(time.Hour))
		s.Lot = make([]byte, 32)
		return s
	}
	other := outcome(engine.FullTime, engine.Second, 0, 1)
	if r, err := follow(format, sheet(other), league.Key(first.Fixture), false); err != nil || len(r.Fixtures) > 0 || r.Stands {
		t.Errorf("before the next tie is drawn: %+v, %v", r, err)
	}
	if plan, err = format.Plan(sheet(first.State.Outcome)); err != nil || len(plan.Fixtures) != 1 {
		t.Fatal(plan, err)
	}
	final := over(string(plan.Fixtures[0].Key), plan.Fixtures[0].First, plan.Fixtures[0].Second, engine.Outcome{})
	final.Created = ended.Add(time.Minute)
	matches = append(matches, final)
	loser := first.Seats[first.SeatOf(engine.Second)].Player.ID
	for _, moved := range []bool{false, true} { // it is the last tie, which is played again
		r, err := follow(format, sheet(other), league.Key(first.Fixture), moved)
		if err != nil || r.Stands || len(r.Fixtures) != 1 || r.Fixtures[0].Key != league.Key(final.Fixture) || r.Fixtures[0].First != loser && r.Fixtures[0].Second != loser {
			t.Errorf("somebody else goes on: %+v, %v", r, err)
		}
	}
	if r, err := follow(format, sheet(outcome(engine.FullTime, engine.First, 1, 0)), league.Key(first.Fixture), true); err != nil || len(r.Fixtures) > 0 || r.Stands {
		t.Errorf("the same two go on: %+v, %v", r, err)
	}
	if _, err := follow(format, sheet(outcome(engine.Goalless, engine.NoSide, 0, 0)), league.Key(first.Fixture), false); league.KindOf(err) != league.Stale {
		t.Errorf("one more game would be played: %v", err)
	}
	over := sheet(other)
	over.Fixtures[2].Outcome = outcome(engine.FullTime, engine.First, 1, 0)
	if r, err := follow(format, over, league.Key(first.Fixture), true); err != nil || len(r.Fixtures) > 0 || !r.Stands {
		t.Errorf("the final is over, and stands: %+v, %v", r, err)
	}
}

// TestNobodyLosesWhatTheyWereToldThatTheyHave: who was told that they go on keeps that, but for a right that can
// go, as that of a mini cup.
func TestNobodyLosesWhatTheyWereToldThatTheyHave(t *testing.T) { // R-CO-3
	format, ok := formats.ByID("minicup")
	if !ok {
		t.Fatal("there is no mini cup")
	}
	cup := cup("minicup", "ann", "bob", "cleo")
	plan, err := format.Plan(cup.Sheet("", nil, ended))
	if err != nil || len(plan.Fixtures) != 6 {
		t.Fatal(plan, err)
	}
	var matches []league.Match
	var won []league.Fixture // three of ann's four, one more is open
	for _, f := range plan.Fixtures {
		m := over(string(f.Key), f.First, f.Second, engine.Outcome{})
		if (f.First == "ann" || f.Second == "ann") && len(won) < 3 {
			won = append(won, f)
			m.State.Outcome = outcome(engine.Resignation, map[bool]engine.Side{true: engine.First, false: engine.Second}[f.First == "ann"], 0, 0)
		}
		matches = append(matches, m)
	}
	cup.Entries[0].Qualified = ended // by 15 points of 20
	then := func(pays engine.Ending, wins bool) (league.Sheet, league.Key) {
		f, o := won[0], engine.Outcome{Ending: pays, Winner: engine.Second}
		if (f.First == "ann") == wins {
			o.Winner = engine.First
		}
		o.Score[o.Winner-1] = 1
		return cup.Sheet("", correction.With(matches, "m-"+string(f.Key), o), ended), f.Key
	}
	type told struct{ league.Format } // by which nothing can be taken back
	for _, c := range []struct {
		about  string
		pays   engine.Ending
		wins   bool
		told   time.Time
		refuse bool
	}{
		{"with 10 points it is not certain", engine.FullTime, false, ended, true},
		{"with 14 points it is", engine.SuddenDeath, true, ended, false},
		{"nobody was told", engine.FullTime, false, time.Time{}, false},
	} {
		cup.Entries[0].Qualified = c.told
		sheet, key := then(c.pays, c.wins)
		if _, err := follow(told{format}, sheet, key, false); err == nil == c.refuse || err != nil && league.KindOf(err) != league.Stale {
			t.Errorf("%s: %v", c.about, err)
		}
		if _, err := follow(format, sheet, key, false); err != nil {
			t.Errorf("%s, of a right that can go: %v", c.about, err)
		}
		if lost, err := correction.NoLonger(format, sheet); err != nil || (len(lost) == 1 && lost[0] == "ann") != c.refuse {
			t.Errorf("%s: %v, %v", c.about, lost, err)
		}
	}
}
