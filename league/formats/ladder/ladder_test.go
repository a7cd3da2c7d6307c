package ladder_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/ladder"
	"kickabout/league/span"
)

const day = 24 * time.Hour

var now = time.Date(2027, 6, 10, 12, 0, 0, 0, time.UTC)

// The table of R-LA-1 and of Little Golem's facts.
func TestTheRangeIsTheRootRoundedUp(t *testing.T) {
	for _, c := range []struct{ place, from, to int }{
		{2, 1, 1},
		{3, 1, 2},
		{4, 2, 3},
		{5, 2, 4},
		{6, 3, 5},
		{7, 4, 6},
		{8, 5, 7},
		{9, 6, 8},
		{10, 6, 9},
		{16, 12, 15},
		{17, 12, 16},
		{25, 20, 24},
		{26, 20, 25},
	} {
		if got := c.place - ladder.Reach(c.place); got != c.from {
			t.Errorf("place %d: from %d, want %d to %d", c.place, got, c.from, c.to)
		}
	}
	if ladder.Reach(1) != 0 {
		t.Errorf("the first reaches %d places up", ladder.Reach(1))
	}
	rapid.Check(t, func(t *rapid.T) {
		root := rapid.IntRange(2, 40000).Draw(t, "root")
		if place := root * root; ladder.Reach(place) != root || ladder.Reach(place+1) != root+1 || ladder.Reach(place-1) != root {
			t.Fatalf("around %d: %d, %d, %d", place, ladder.Reach(place-1), ladder.Reach(place), ladder.Reach(place+1))
		}
	})
}

// sheet is a ladder of players a, b, c, … who entered a year ago, moved today and pick
// their opponents themselves. A note stands behind a blank: "b locked=…".
func sheet(players ...string) league.Sheet {
	s := league.Sheet{Now: now, Scoring: league.Standard()}
	for _, p := range players {
		id, note, _ := strings.Cut(p, " ")
		if note == "" {
			note = "manual"
		}
		s.Entries = append(s.Entries, league.Entry{Player: id, Entered: now.AddDate(-1, 0, 0), Active: now, Note: note})
	}
	return s
}

// letters are n manual players.
func letters(n int) []string {
	var players []string
	for i := range n {
		players = append(players, string(rune('a'+i)))
	}
	return players
}

// automatic are n players for whom the site chooses.
func automatic(n int) league.Sheet {
	s := sheet(letters(n)...)
	for i := range s.Entries {
		s.Entries[i].Note = ""
	}
	return s
}

// match is one that the first of two challenged the second to, a week ago.
func match(challenger, opponent string, o engine.Outcome) league.Fixture {
	f := league.Fixture{
		Key: league.Key(fmt.Sprintf("c.%s.%s/2027-06-03/first", challenger, opponent)), First: challenger, Second: opponent,
		Outcome: o, Match: "m-" + challenger + opponent, Began: now.Add(-7 * day),
	}
	if o.Over() {
		f.Ended, f.Seq = now.Add(-time.Minute), 50
	}
	return f
}

func won(ending engine.Ending) engine.Outcome {
	return engine.Outcome{Ending: ending, Winner: engine.First, Score: [2]int{2, 1}}
}

func lost(ending engine.Ending) engine.Outcome {
	return engine.Outcome{Ending: ending, Winner: engine.Second, Score: [2]int{1, 2}}
}

func plan(t *testing.T, s league.Sheet) league.Plan {
	t.Helper()
	p, err := ladder.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// order carries out what a plan rules about places: "a b c".
func order(s league.Sheet, p league.Plan) string {
	var players []string
	for _, e := range s.Entries {
		players = append(players, e.Player)
	}
	for _, d := range p.Rulings {
		at := slices.Index(players, d.Player.ID)
		switch d.Act {
		case league.ActPlaced:
			var place int
			fmt.Sscan(d.Text, &place)
			players = slices.Insert(slices.Delete(players, at, at+1), place-1, d.Player.ID)
		case league.ActLeft:
			players = slices.Delete(players, at, at+1)
		}
	}
	return strings.Join(players, " ")
}

// notes are what a plan notes of a player at last.
func notes(p league.Plan, player string) string {
	note := "-"
	for _, d := range p.Rulings {
		if d.Act == league.ActNoted && d.Player.ID == player {
			note = d.Text
		}
	}
	return note
}

func TestResultsHaveTheEffectOfRuleLA5(t *testing.T) {
	for _, c := range []struct {
		name    string
		players []string
		matches []league.Fixture
		format  ladder.Format
		want    string
	}{
		{
			"who beats somebody above is put directly above him, and all between move down one", letters(6),
			[]league.Fixture{match("e", "b", won(engine.FullTime))},
			ladder.Format{},
			"a e b c d f",
		},
		{"4-1 is a win", letters(3), []league.Fixture{match("c", "a", won(engine.SuddenDeath))}, ladder.Format{}, "c a b"},
		{"3-2 is a win", letters(3), []league.Fixture{match("c", "a", won(engine.LastGoal))}, ladder.Format{}, "c a b"},
		{"3-2 is none where more is asked for", letters(3), []league.Fixture{match("c", "a", won(engine.LastGoal))}, ladder.Format{OvertakeMin: 40}, "a b c"},
		{"4-1 is one there", letters(3), []league.Fixture{match("c", "a", won(engine.SuddenDeath))}, ladder.Format{OvertakeMin: 40}, "c a b"},
		{"2-2 changes nothing", letters(3), []league.Fixture{match("c", "a", engine.Outcome{Ending: engine.Goalless})}, ladder.Format{}, "a b c"},
		{"a loss changes nothing", letters(3), []league.Fixture{match("c", "a", lost(engine.FullTime))}, ladder.Format{}, "a b c"},
		{"2-3 changes nothing", letters(3), []league.Fixture{match("c", "a", lost(engine.LastGoal))}, ladder.Format{}, "a b c"},
		{"the opponent's time-out is a win", letters(3), []league.Fixture{match("c", "a", won(engine.Timeout))}, ladder.Format{}, "c a b"},
		{"a void match changes nothing", letters(3), []league.Fixture{match("c", "a", engine.Outcome{Ending: engine.Void})}, ladder.Format{}, "a b c"},
		{"a double forfeit changes nothing", letters(3), []league.Fixture{match("c", "a", engine.Outcome{Ending: engine.DoubleForfeit})}, ladder.Format{}, "a b c"},
		{"who is above already stays where he is", []string{"c", "a", "b"}, []league.Fixture{match("c", "a", won(engine.FullTime))}, ladder.Format{}, "c a b"},
		{"the opponent left, nothing changes", letters(3), []league.Fixture{match("c", "z", won(engine.FullTime))}, ladder.Format{}, "a b c"},
		{"the challenger left, nothing changes", letters(3), []league.Fixture{match("z", "a", won(engine.FullTime))}, ladder.Format{}, "a b c"},
		{"what was counted is not counted again", letters(3), []league.Fixture{func() league.Fixture {
			f := match("c", "a", won(engine.FullTime))
			f.Counted = true
			return f
		}()}, ladder.Format{}, "a b c"},
		{"what is being played changes nothing", letters(3), []league.Fixture{match("c", "a", engine.Outcome{})}, ladder.Format{}, "a b c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sheet(c.players...)
			s.Fixtures = c.matches
			p, err := c.format.Plan(s)
			if got := order(s, p); err != nil || got != c.want {
				t.Errorf("got %s, %v, want %s; %v", got, err, c.want, p)
			}
		})
	}
}

func TestTheRoleStandsInTheKeyAndNotInTheKickOff(t *testing.T) {
	s := sheet(letters(3)...)
	f := match("a", "c", lost(engine.FullTime)) // a goes first, c wins
	f.Key = "c.c.a/2027-06-03/second"
	s.Fixtures = []league.Fixture{f}
	if got := order(s, plan(t, s)); got != "c a b" {
		t.Errorf("got %s", got)
	}
}

func TestWhoLeftAndCameBackHasNothingOfAnOlderMatch(t *testing.T) {
	for _, again := range []int{0, 2} {
		s := sheet(letters(3)...)
		s.Entries[again].Entered = now.Add(-day)
		s.Fixtures = []league.Fixture{match("c", "a", won(engine.FullTime))}
		if got := order(s, plan(t, s)); got != "a b c" {
			t.Errorf("%d came back: got %s", again, got)
		}
	}
}

// R-LA-5: two results in the same second are applied in order of the last move's number.
func TestResultsOfOneSecondComeInTheOrderOfTheirLastEvents(t *testing.T) {
	for _, c := range []struct {
		name  string
		after [2]time.Duration // after the full second: c beat b, b beat a
		seq   [2]int
		want  string
	}{
		{"c, who has the smaller number, is above b when b goes above a", [2]time.Duration{700, 300}, [2]int{40, 41}, "b a c d"},
		{"b, who has the smaller number, takes c along", [2]time.Duration{300, 700}, [2]int{41, 40}, "c b a d"},
		{"of different seconds the earlier one comes first", [2]time.Duration{300, 1300}, [2]int{41, 40}, "b a c d"},
		{"of different seconds the earlier one comes first, the other way round", [2]time.Duration{1300, 300}, [2]int{40, 41}, "c b a d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sheet(letters(4)...)
			s.Fixtures = []league.Fixture{match("c", "b", won(engine.FullTime)), match("b", "a", won(engine.FullTime))}
			for i := range s.Fixtures {
				s.Fixtures[i].Ended = now.Add(-time.Hour + c.after[i]*time.Millisecond)
				s.Fixtures[i].Seq = c.seq[i]
			}
			if got := order(s, plan(t, s)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestTimeOutsLockAndCostPenaltyPoints(t *testing.T) {
	locked := "locked=2027-06-10T11:59:00Z"
	for _, c := range []struct {
		name    string
		a, c    string // notes before
		outcome engine.Outcome
		wantA   string
		wantC   string
		order   string
	}{
		{"the challenged side is locked and gets a point", "manual", "manual", won(engine.Timeout), "manual " + locked + " penalty=1", "-", "c a b"},
		{"so is the challenger", "manual", "manual", lost(engine.Timeout), "-", "manual " + locked + " penalty=1", "a b c"},
		{"a match brought to its end takes one off either side", "manual penalty=2", "manual penalty=1", won(engine.FullTime), "manual penalty=1", "manual", "c a b"},
		{"so does a resignation", "manual penalty=2", "manual", won(engine.Resignation), "manual penalty=1", "-", "c a b"},
		{"the winner of a time-out has brought it to its end", "manual", "manual penalty=1", won(engine.Timeout), "manual " + locked + " penalty=1", "manual", "c a b"},
		{"three points remove a player", "manual penalty=2", "manual", won(engine.Timeout), "-", "-", "c b"},
		{"a forfeit costs nothing and pays nothing", "manual penalty=2", "manual penalty=1", won(engine.Forfeit), "-", "-", "c a b"},
		{"a void match likewise", "manual penalty=2", "manual penalty=1", engine.Outcome{Ending: engine.Void}, "-", "-", "a b c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sheet("a "+c.a, "b", "c "+c.c)
			s.Fixtures = []league.Fixture{match("c", "a", c.outcome)}
			p := plan(t, s)
			if a, z, o := notes(p, "a"), notes(p, "c"), order(s, p); a != c.wantA || z != c.wantC || o != c.order {
				t.Errorf("a %q, c %q, order %s; want %q, %q, %s", a, z, o, c.wantA, c.wantC, c.order)
			}
		})
	}
}

func TestWhoIsLockedIsFreeAgainWithHisNextMoveAnywhere(t *testing.T) {
	s := sheet("a manual locked=2027-06-09T12:00:00Z", "b", "c")
	for _, c := range []struct {
		active time.Time
		away   bool
		want   ladder.Reason
	}{
		{now.Add(-2 * day), false, ladder.TheyLocked},
		{now.Add(-day), false, ladder.TheyLocked},
		{now.Add(-day + time.Millisecond), false, ladder.Possible},
		{now, true, ladder.TheyAway},
	} {
		s.Entries[0].Active, s.Entries[0].Away = c.active, c.away
		if got := open(t, s).Reason("b", "a"); got != c.want {
			t.Errorf("moved %v: %q, want %q", c.active, got, c.want)
		}
	}
	s.Entries[0].Away = true // a vacation counts as moving now, and is none
	if !open(t, s).Locked("a") {
		t.Error("a vacation unlocks")
	}
}

// TestWhoIsAbsentGetsNoMatches: who has lost any game of a competition on time and not moved since is locked.
func TestWhoIsAbsentGetsNoMatches(t *testing.T) { // R-FF-7
	s := sheet("a", "b", "c kicks=1")
	s.Entries[0].Silent = now.Add(-day)
	if l := open(t, s); l.Reason("b", "a") != ladder.TheyLocked || !l.Locked("a") {
		t.Errorf("a is absent: %q", l.Reason("b", "a"))
	}
	if p := plan(t, s); len(p.Fixtures) != 1 || p.Fixtures[0].First != "b" && p.Fixtures[0].Second != "b" {
		t.Errorf("the site begins %v", p.Fixtures)
	}
	s.Entries[1].Silent = now.Add(-day)
	if got := open(t, s).Reason("b", "a"); got != ladder.ILocked {
		t.Errorf("b is absent: %q", got)
	}
}

func open(t testing.TB, s league.Sheet) *ladder.Ladder {
	t.Helper()
	l, err := ladder.Format{}.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestEveryReasonIsTold(t *testing.T) {
	far := sheet(letters(12)...)
	playing := sheet(letters(3)...)
	playing.Fixtures = []league.Fixture{match("a", "b", engine.Outcome{})}
	recent := sheet(letters(3)...)
	recent.Fixtures = []league.Fixture{match("b", "a", lost(engine.FullTime))}
	long := sheet(letters(3)...)
	long.Fixtures = []league.Fixture{match("b", "a", lost(engine.FullTime))}
	long.Fixtures[0].Ended = now.Add(-14 * day)
	almost := sheet(letters(3)...)
	almost.Fixtures = []league.Fixture{match("b", "a", lost(engine.FullTime))}
	almost.Fixtures[0].Ended = now.Add(-14*day + time.Millisecond)
	outgoing := sheet(letters(4)...)
	outgoing.Fixtures = []league.Fixture{match("c", "a", engine.Outcome{})}
	incoming := sheet(letters(5)...)
	incoming.Fixtures = []league.Fixture{match("c", "b", engine.Outcome{}), match("e", "b", engine.Outcome{})}
	paused := sheet(letters(3)...)
	paused.Paused = true
	away := sheet(letters(3)...)
	away.Entries[0].Away = true
	locked := sheet("a", "b manual locked=2027-06-10T12:00:00Z")
	for _, c := range []struct {
		s        league.Sheet
		from, to string
		want     ladder.Reason
	}{
		{sheet(letters(3)...), "c", "a", ladder.Possible},
		{sheet(letters(3)...), "b", "b", ladder.Self},
		{sheet(letters(3)...), "a", "b", ladder.Below},
		{far, "l", "g", ladder.OutOfRange},
		{far, "l", "h", ladder.Possible},
		{outgoing, "c", "b", ladder.OutgoingFull},
		{incoming, "d", "b", ladder.IncomingFull},
		{playing, "b", "a", ladder.Playing},
		{recent, "b", "a", ladder.Recent},
		{almost, "b", "a", ladder.Recent},
		{long, "b", "a", ladder.Possible},
		{locked, "b", "a", ladder.ILocked},
		{away, "b", "a", ladder.TheyAway},
		{paused, "b", "a", ladder.Paused},
		{sheet("a manual hold=2027-06-09T12:00:00Z", "b"), "b", "a", ladder.TheyAway},
		{sheet("a manual leaving", "b"), "b", "a", ladder.TheyAway},
		{sheet("a", "b manual hold=2027-06-09T12:00:00Z"), "b", "a", ladder.IAway},
		{sheet("a", "b manual leaving"), "b", "a", ladder.IAway},
		{sheet(letters(3)...), "z", "a", ladder.NotIn},
		{sheet(letters(3)...), "b", "z", ladder.Elsewhere},
	} {
		l := open(t, c.s)
		got := l.Reason(c.from, c.to)
		_, err := l.Challenge(c.from, c.to)
		if got != c.want || (err == nil) != (c.want == ladder.Possible) || err != nil && (err.Error() != got.Sentence() || err.Error() == "") {
			t.Errorf("%s challenges %s: %q, %v, want %q", c.from, c.to, got, err, c.want)
		}
	}
}

func TestTheMatcherGoesFromTheTopDownAgainstTheHighestFree(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*league.Sheet)
		want   string
	}{
		{"everybody is free", nil, "b-a c-a d-b e-b f-c g-d h-e i-f"},
		{"who picks himself challenges nobody, and is challenged", func(s *league.Sheet) { s.Entries[1].Note = "manual" }, "c-a d-b e-b f-c g-d h-e i-f"},
		{"who is away is left out", func(s *league.Sheet) { s.Entries[0].Away = true }, "c-b d-b e-c f-c g-d h-e i-f"},
		{"who has a match of his own running gets no other", func(s *league.Sheet) {
			s.Fixtures = []league.Fixture{match("d", "b", engine.Outcome{})}
		}, "b-a c-a e-b f-c g-d h-e i-f"},
		{"who has just played is passed over", func(s *league.Sheet) {
			f := match("b", "a", lost(engine.FullTime))
			f.Counted = true
			s.Fixtures = []league.Fixture{f}
		}, "c-a d-b e-b f-c g-d h-e i-f"},
		{"a paused ladder begins nothing", func(s *league.Sheet) { s.Paused = true }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := automatic(9)
			if c.change != nil {
				c.change(&s)
			}
			var got []string
			for _, f := range plan(t, s).Fixtures {
				a, b := ladder.Challenged(f)
				got = append(got, a+"-"+b)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %v, want %s", got, c.want)
			}
		})
	}
}

func TestTheKickOffGoesToWhoeverHadItLess(t *testing.T) {
	for _, c := range []struct {
		notes [2]string // of the challenged side and of the challenger
		first string
		then  [2]string
	}{
		{[2]string{"", ""}, "a", [2]string{"kicks=1", "kicks=-1"}},
		{[2]string{"kicks=1", ""}, "b", [2]string{"-", "kicks=1"}},
		{[2]string{"kicks=-1", "kicks=-1"}, "a", [2]string{"", "kicks=-2"}},
		{[2]string{"kicks=2", "kicks=1"}, "b", [2]string{"kicks=1", "kicks=2"}},
	} {
		s := sheet("a", "b")
		s.Entries[0].Note, s.Entries[1].Note = c.notes[0], c.notes[1]
		p := plan(t, s)
		if len(p.Fixtures) != 1 || p.Fixtures[0].First != c.first {
			t.Errorf("%v: %v", c.notes, p.Fixtures)
			continue
		}
		if c.notes == [2]string{"kicks=1", ""} {
			c.then[0] = ""
		}
		if got := [2]string{notes(p, "a"), notes(p, "b")}; got != c.then {
			t.Errorf("%v: then %q, want %q", c.notes, got, c.then)
		}
	}
}

func TestAbsenceCostsPlacesByRuleLA8(t *testing.T) {
	for _, c := range []struct {
		name string
		days float64
		away bool
		note string
		want string // order of 20 players of whom j, on place 10, is absent
	}{
		{"for 14 days nothing", 13.99, false, "manual", "abcdefghijklmnopqrst"},
		{"then one place", 14, false, "manual", "abcdefghikjlmnopqrst"},
		{"after 7 more days the root of the place", 21, false, "manual", "abcdefghiklmnojpqrst"},
		{"and again", 28, false, "manual", "abcdefghiklmnopqrsjt"},
		{"one at a time, where each is noted", 21, false, "manual dropped=2027-06-03T12:00:00Z", "abcdefghiklmnjopqrst"},
		{"nothing before it is due again", 20, false, "manual dropped=2027-06-04T12:00:00Z", "abcdefghijklmnopqrst"},
		{"a vacation does not count", 30, true, "manual", "abcdefghijklmnopqrst"},
		{"a hold does not count", 30, false, "manual hold=2027-06-01T12:00:00Z", "abcdefghijklmnopqrst"},
		{"after a hold the days begin anew", 30, false, "manual back=2027-06-01T12:00:00Z", "abcdefghijklmnopqrst"},
		{"after 60 days he is out", 60, false, "manual", "abcdefghiklmnopqrst"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sheet(letters(20)...)
			e := &s.Entries[9]
			e.Note, e.Away, e.Active = c.note, c.away, now.Add(-time.Duration(c.days*float64(day)))
			if c.away {
				e.Active = now
			}
			running := match("k", "j", engine.Outcome{})
			running.Began = now.AddDate(0, -6, 0)
			s.Fixtures = []league.Fixture{running}
			s.Waits = waits("j", running.Began)
			for _, days := range []league.RuleDays{nil, {league.Waiting: now.Add(1)}} { // and it was so by the rule of before
				s.Days = days
				if got := strings.ReplaceAll(order(s, plan(t, s)), " ", ""); got != c.want {
					t.Errorf("days %v: got  %s\nwant %s", days, got, c.want)
				}
			}
		})
	}
}

// waits are matches that wait for a player since some moments.
func waits(player string, since ...time.Time) span.Sets {
	var all []span.Span
	for _, from := range since {
		all = append(all, span.Span{From: from, Until: span.Ever})
	}
	return span.Sets{player: span.Of(all...)}
}

// TestTheIdleClockCountsOnesOwnWaitingAlone: of two players, whose last moves are long ago.
func TestTheIdleClockCountsOnesOwnWaitingAlone(t *testing.T) { // R-LA-8, R-TC-4
	ago := func(days float64) time.Time { return now.Add(-time.Duration(days * float64(day))) }
	away := func(from, until float64) span.Set { return span.Of(span.Span{From: ago(from), Until: ago(until)}) }
	for _, c := range []struct {
		name   string
		change func(*league.Sheet)
		idle   float64 // days
		falls  float64 // days from now; negative: they have fallen
	}{
		{"the opponent takes 15 days, then it is their turn for 13", func(s *league.Sheet) { s.Waits = waits("a", ago(13)) }, 13, 1},
		{"at 14 days of their own", func(s *league.Sheet) { s.Waits = waits("a", ago(14)) }, 14, -1},
		{"a match was lost after 5 days, which locks them, and another one waits since 3", func(s *league.Sheet) {
			s.Waits = span.Sets{"a": span.Of(span.Span{From: ago(20), Until: ago(15)}, span.Span{From: ago(3), Until: span.Ever})}
			s.Entries[0].Note = "manual locked=" + ago(15).Format(time.RFC3339)
			s.Entries[0].Active = ago(20)
		}, 20, -1},
		{"two matches one after the other", func(s *league.Sheet) {
			s.Waits = span.Sets{"a": span.Of(span.Span{From: ago(20), Until: ago(15)}, span.Span{From: ago(3), Until: span.Ever})}
		}, 8, 6},
		{"two at the same time", func(s *league.Sheet) { s.Waits = waits("a", ago(9), ago(4)) }, 9, 5},
		{"a move sets it to zero", func(s *league.Sheet) { s.Waits, s.Entries[0].Active = waits("a", ago(13)), ago(2) }, 2, 12},
		{"a vacation is left out", func(s *league.Sheet) {
			s.Waits, s.Gone = waits("a", ago(20)), span.Sets{"a": away(15, 5)}
		}, 10, 4},
		{"so is a hold", func(s *league.Sheet) {
			s.Waits = waits("a", ago(20))
			s.Entries[0].Note = fmt.Sprintf("manual back=%s was=%[2]s/%[1]s", ago(8).Format(time.RFC3339), ago(18).Format(time.RFC3339))
		}, 10, 4},
		{"and a pause", func(s *league.Sheet) {
			s.Waits, s.Rests = waits("a", ago(20)), []league.Rest{{From: ago(20), Until: ago(10)}}
		}, 10, 4},
		{"idle for 9 days, then the site was away for 223", func(s *league.Sheet) {
			s.Waits, s.Outages = waits("a", ago(232)), away(223, 0)
		}, 9, 5},
		{"idle for 13.5 days, then the site was away for 223", func(s *league.Sheet) {
			s.Waits, s.Outages = waits("a", ago(236.5)), away(223, 0)
		}, 13.5, 1},
		{"no longer than a day", func(s *league.Sheet) { s.Waits, s.Outages = waits("a", ago(14.5)), away(1, 0) }, 13.5, .5},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sheet(letters(3)...)
			s.Entries[0].Active = ago(240)
			c.change(&s)
			idle, falls := open(t, s).Idle("a")
			if want := time.Duration(c.idle * float64(day)); idle != want {
				t.Errorf("idle for %v, want %v", idle, want)
			}
			fallen := order(s, plan(t, s)) != "a b c"
			if fallen != (c.falls < 0) || !fallen && falls.Sub(now) != time.Duration(c.falls*float64(day)) {
				t.Errorf("falls %v from now, fallen: %v; want %v days", falls.Sub(now), fallen, c.falls)
			}
			if fallen {
				return
			}
			s.Now = falls.Add(-time.Millisecond)
			if got := order(s, plan(t, s)); got != "a b c" {
				t.Errorf("just before: %s", got)
			}
			s.Now = falls
			if got := order(s, plan(t, s)); got != "b a c" {
				t.Errorf("then: %s", got)
			}
		})
	}
}

// TestAnAbsenceIsOnePenaltyPoint: matches of a ladder that are lost on time without a move in between, or less than 72 h
// apart.
func TestAnAbsenceIsOnePenaltyPoint(t *testing.T) { // R-LA-7
	for _, c := range []struct {
		name  string
		ended []int // hours ago
		moved int
		days  league.RuleDays
		want  int
	}{
		{"three in a row", []int{300, 200, 100}, 400, nil, 1},
		{"a move, and more than 72 h", []int{100, 20}, 50, nil, 2},
		{"a move, and less", []int{91, 20}, 50, nil, 1},
		{"by the rule of before", []int{200, 100}, 400, league.RuleDays{league.Waiting: now}, 2},
	} {
		s := sheet("a", "b", "c", "d")
		s.Days = c.days
		for i, at := range c.ended {
			s.Entries[0].Active = now.Add(-400 * time.Hour)
			if at < c.moved {
				s.Entries[0].Active = now.Add(-time.Duration(c.moved) * time.Hour)
			}
			f := match([]string{"b", "c", "d"}[i], "a", won(engine.Timeout))
			f.Ended, f.Began = now.Add(-time.Duration(at)*time.Hour), now.AddDate(0, -2, 0)
			s.Fixtures = []league.Fixture{f}
			s.Now = f.Ended
			if note := notes(plan(t, s), "a"); note != "-" {
				s.Entries[0].Note = note
			}
		}
		if n, err := ladder.ParseNote(s.Entries[0].Note); err != nil || n.Penalty != c.want {
			t.Errorf("%s: %q, want %d points", c.name, s.Entries[0].Note, c.want)
		}
	}
}

func TestWhoHasNothingToPlayIsNotAbsent(t *testing.T) {
	s := sheet(letters(4)...)
	s.Entries[0].Active = now.AddDate(0, -3, 0)
	if got := order(s, plan(t, s)); got != "a b c d" {
		t.Errorf("without any match: %s", got)
	}
	s.Fixtures = []league.Fixture{match("b", "a", engine.Outcome{})}
	if got := order(s, plan(t, s)); got != "a b c d" {
		t.Errorf("with a match since a week: %s", got)
	}
	s.Fixtures = nil
	s.Entries[0].Note = "locked=2027-05-20T12:00:00Z"
	if got := order(s, plan(t, s)); got != "b c d a" { // to 2 after two weeks, by two places after three
		t.Errorf("locked for three weeks: %s", got)
	}
}

func TestTwoWhoAreAbsentSideBySideFallBoth(t *testing.T) {
	s := sheet(letters(6)...)
	for _, i := range []int{1, 2} {
		s.Entries[i].Active = now.Add(-15 * day)
	}
	f, f2 := match("d", "b", engine.Outcome{}), match("e", "c", engine.Outcome{})
	f.Began, f2.Began = now.Add(-20*day), now.Add(-20*day)
	s.Fixtures = []league.Fixture{f, f2}
	s.Waits = span.Sets{"b": waits("b", f.Began)["b"], "c": waits("c", f2.Began)["c"]}
	if got := order(s, plan(t, s)); got != "a d b c e f" {
		t.Errorf("got %s", got)
	}
}

func TestWhoWantsToLeaveGoesWhenHisMatchesAreOver(t *testing.T) {
	s := sheet("a", "b manual leaving", "c")
	s.Fixtures = []league.Fixture{match("c", "b", engine.Outcome{})}
	if got := order(s, plan(t, s)); got != "a b c" {
		t.Errorf("while he plays: %s", got)
	}
	s.Fixtures = []league.Fixture{match("c", "b", won(engine.FullTime))}
	if got := order(s, plan(t, s)); got != "a c" {
		t.Errorf("afterwards: %s", got)
	}
}

func TestAHoldEndsAfterThirtyDaysOfAYear(t *testing.T) {
	for _, c := range []struct{ note, want string }{
		{"manual hold=2027-05-11T12:00:00Z", "manual back=2027-06-10T12:00:00Z was=2027-05-11T12:00:00Z/2027-06-10T12:00:00Z held=2027/720h0m0s"},
		{"manual hold=2027-05-11T12:00:00.001Z", "-"},
		{"manual hold=2027-06-01T12:00:00Z held=2027/504h0m0s", "manual back=2027-06-10T12:00:00Z was=2027-06-01T12:00:00Z/2027-06-10T12:00:00Z held=2027/720h0m0s"},
		{"manual hold=2027-06-01T12:00:00Z held=2026/504h0m0s", "-"},
		{"manual hold=2026-12-20T00:00:00Z held=2026/400h0m0s", "manual back=2027-01-31T00:00:00Z was=2026-12-20T00:00:00Z/2027-01-31T00:00:00Z held=2027/720h0m0s"},
		{"manual hold=2026-12-01T00:00:00Z", "manual back=2026-12-31T00:00:00Z was=2026-12-01T00:00:00Z/2026-12-31T00:00:00Z held=2026/720h0m0s"},
		{"hold=2027-05-11T12:00:00Z whole", "back=2027-06-10T12:00:00Z was=2027-05-11T12:00:00Z/2027-06-10T12:00:00Z held=2027/720h0m0s"},
		{"hold=2027-06-01T13:00:00Z whole held=2027/504h0m0s", "-"},
		{"hold=2027-05-31T13:00:00Z whole held=2027/500h0m0s", "back=2027-06-09T13:00:00Z was=2027-05-31T13:00:00Z/2027-06-09T13:00:00Z held=2027/716h0m0s"},
		{"hold=2026-12-20T06:00:00Z whole held=2026/408h0m0s", "back=2027-01-31T06:00:00Z was=2026-12-20T06:00:00Z/2027-01-31T06:00:00Z held=2027/720h0m0s"},
	} {
		if got := notes(plan(t, sheet("a "+c.note, "b")), "a"); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.note, got, c.want)
		}
	}
}

// TestAHoldLeavesOutWhatTheSiteWasAwayFor has the site be away from noon on 3 March until noon on 8 March.
func TestAHoldLeavesOutWhatTheSiteWasAwayFor(t *testing.T) { // R-TC-4, R-LA-10
	t.Parallel()
	march := func(d, h int) time.Time { return time.Date(2027, 3, d, h, 0, 0, 0, time.UTC) }
	away := span.Of(span.Span{From: march(3, 12), Until: march(8, 12)})
	for _, c := range []struct {
		begins time.Time
		resume time.Time // at the earliest
		cost   int       // days on 20 March, 9:00
	}{
		{march(1, 10), march(13, 10), 14},
		{march(4, 0), march(15, 12), 12}, // while it was away: it is held from the return on
		{march(8, 12), march(15, 12), 12},
		{march(9, 10), march(16, 10), 11},
	} {
		n := ladder.Note{Hold: c.begins, Whole: true}
		if got := n.MayResume(away); !got.Equal(c.resume) {
			t.Errorf("from %v: it may end at %v, want %v", c.begins, got, c.resume)
		}
		if got := 30 - int(n.HoldLeft(march(20, 9), away).Hours()/24); got != c.cost {
			t.Errorf("from %v: it costs %d days, want %d", c.begins, got, c.cost)
		}
		if n = n.Released(march(20, 9), away); n.Held != time.Duration(c.cost)*24*time.Hour {
			t.Errorf("from %v: %v are held, want %d days", c.begins, n.Held, c.cost)
		}
	}
	// One that ends by itself does so later by as much, and none on the first day back.
	for _, c := range []struct{ note, want string }{
		{"hold=2027-05-05T12:00:00Z whole", "-"},
		{"hold=2027-05-04T12:00:00Z whole", "back=2027-06-10T12:00:00Z was=2027-05-04T12:00:00Z/2027-06-10T12:00:00Z held=2027/720h0m0s"},
		{"hold=2027-05-04T12:00:00Z", "back=2027-06-10T12:00:00Z was=2027-05-04T12:00:00Z/2027-06-10T12:00:00Z held=2027/720h0m0s"},
	} {
		s := sheet("a "+c.note, "b")
		s.Outages = span.Of(span.Span{From: s.Now.AddDate(0, 0, -20), Until: s.Now.AddDate(0, 0, -13)})
		if got := notes(plan(t, s), "a"); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.note, got, c.want)
		}
	}
	if got := (ladder.Note{Hold: march(1, 10)}).HoldLeft(march(20, 9), away); got != (30-14)*24*time.Hour+time.Hour {
		t.Errorf("of one that is not paid in whole days %v are left", got)
	}
	s := sheet("a hold=2027-05-08T13:00:00Z whole", "b") // it was to end an hour after the site had gone
	s.Outages = span.Of(span.Span{From: s.Now.AddDate(0, 0, -3), Until: s.Now.Add(-23 * time.Hour)})
	if got := notes(plan(t, s), "a"); got != "-" {
		t.Errorf("on the first day back it becomes %q", got)
	}
}

// TestAHoldIsPaidInWholeDays is R-LA-10, each with a hold from one moment to another.
func TestAHoldIsPaidInWholeDays(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		m, err := time.Parse("2006-01-02 15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct {
		from, until string
		cost        [2]int // in the year of its beginning, in that of its end
	}{
		{"2027-03-01 09:55", "2027-03-08 09:55", [2]int{7, 7}},
		{"2027-03-01 09:55", "2027-03-08 09:56", [2]int{8, 8}},
		{"2027-03-01 09:55", "2027-03-09 10:00", [2]int{9, 9}},
		{"2026-12-27 12:00", "2027-01-03 12:00", [2]int{5, 2}},
		{"2026-12-24 12:00", "2026-12-31 12:00", [2]int{7, 7}},
	} {
		n := ladder.Note{Hold: at(c.from), Whole: true}
		if got := n.MayResume(nil); got != at(c.from).Add(7*24*time.Hour) {
			t.Errorf("from %s: it may end at %v", c.from, got)
		}
		newYear := time.Date(at(c.from).Year(), 12, 31, 23, 59, 0, 0, time.UTC)
		until := at(c.until)
		if until.After(newYear) {
			if got := 30 - int(n.HoldLeft(newYear, nil).Hours()/24); got != c.cost[0] {
				t.Errorf("from %s to %s: it costs the old year %d days, want %d", c.from, c.until, got, c.cost[0])
			}
		}
		n = n.Released(until, nil)
		if got := 30 - int(n.HoldLeft(until, nil).Hours()/24); got != c.cost[1] {
			t.Errorf("from %s to %s: it costs %d days, want %d", c.from, c.until, got, c.cost[1])
		}
		if from, ok := n.MayHold(until); !ok || from != until.Add(14*24*time.Hour) {
			t.Errorf("from %s to %s: the next can begin at %v, %v", c.from, c.until, from, ok)
		}
	}
	if _, ok := (ladder.Note{Held: 24 * 24 * time.Hour, HeldIn: 2027}).MayHold(at("2027-05-01 00:00")); ok {
		t.Error("a hold may begin with six days left")
	}
	if _, ok := (ladder.Note{Held: 23 * 24 * time.Hour, HeldIn: 2027}).MayHold(at("2027-05-01 00:00")); !ok {
		t.Error("none may begin with seven days left")
	}
	if _, ok := (ladder.Note{Held: 30 * 24 * time.Hour, HeldIn: 2026}).MayHold(at("2027-05-01 00:00")); !ok {
		t.Error("a year pays for the one before")
	}
}

// TestASlowFriendIsNoShield is R-LA-13: two slow games leave the slots free once they are 45 days old, but not before
// the rule holds on the site.
func TestASlowFriendIsNoShield(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		age  time.Duration
		days league.RuleDays
		want ladder.Reason
	}{
		{45 * 24 * time.Hour, nil, ladder.IncomingFull},
		{45*24*time.Hour + time.Minute, nil, ladder.Possible},
		{45*24*time.Hour + time.Minute, league.RuleDays{league.LadderRules: now.Add(time.Minute)}, ladder.IncomingFull},
		{45*24*time.Hour + time.Minute, league.RuleDays{league.LadderRules: now}, ladder.Possible},
	} {
		s := sheet("a", "d", "b", "c")
		s.Days = c.days
		for _, friend := range []string{"b", "c"} {
			s.Fixtures = append(s.Fixtures, league.Fixture{
				Key: league.Key("c." + friend + ".a/2027-04-20/first"), First: friend, Second: "a", Began: s.Now.Add(-c.age),
			})
		}
		l, err := ladder.Format{}.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Reason("d", "a"); got != c.want {
			t.Errorf("after %v: %q, want %q", c.age, got, c.want)
		}
	}
}

func TestNotesComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moment := func(name string) time.Time {
			ms := rapid.Int64Range(-1, 4e12).Draw(t, name)
			if ms < 0 {
				return time.Time{}
			}
			return time.UnixMilli(ms).UTC()
		}
		n := ladder.Note{
			Manual: rapid.Bool().Draw(t, "manual"), Leaving: rapid.Bool().Draw(t, "leaving"), Locked: moment("locked"),
			Penalty: rapid.IntRange(0, 3).Draw(t, "penalty"), Kicks: rapid.IntRange(-9, 9).Draw(t, "kicks"),
			Dropped: moment("dropped"), Hold: moment("hold"), Whole: rapid.Bool().Draw(t, "whole"), Back: moment("back"),
			Held: time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "held")) * time.Millisecond,
		}
		if from, until := moment("from"), moment("until"); !from.IsZero() && from.Before(until) {
			n.Holds = span.Of(span.Span{From: from, Until: until})
		}
		if n.Held > 0 {
			n.HeldIn = rapid.IntRange(2026, 2099).Draw(t, "year")
		}
		got, err := ladder.ParseNote(n.String())
		if err != nil || !reflect.DeepEqual(got, n) {
			t.Fatalf("%q: got %+v, %v, want %+v", n, got, err, n)
		}
	})
}

func FuzzNote(f *testing.F) {
	for _, text := range []string{"", "manual", "manual leaving", "penalty=2 kicks=-1", "hold=2027-06-01T12:00:00.5Z held=2027/12h0m0s", "penalty=0", "x", " manual"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ladder.ParseNote(text)
		if err == nil && n.String() != text {
			t.Errorf("%q is read as %q", text, n)
		}
	})
}

func TestSheetsThatAreNoneAreRefused(t *testing.T) {
	price := sheet(letters(2)...)
	price.Fixtures = []league.Fixture{match("b", "a", engine.Outcome{Ending: "rain"})}
	for name, s := range map[string]league.Sheet{"a note of another format": sheet("a rank=3"), "an ending without a price": price, "a player twice": sheet("a", "b", "a")} {
		if p, err := (ladder.Format{}).Plan(s); err == nil {
			t.Errorf("%s: %v", name, p)
		}
	}
	if rows, err := (ladder.Format{}).Table(sheet("a", "b"), "d1/g1"); rows != nil || err != nil {
		t.Errorf("a group has %v, %v", rows, err)
	}
}

func TestALadderIsOpenedOnceAndLosesWhoseAccountIsClosed(t *testing.T) {
	c := league.SeriesState{Now: now, Competition: league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "lg"}, Profile: "lg", Title: "StreetSoccer, Little Golem"}
	steps, err := ladder.Format{}.Next(c)
	if err != nil || len(steps) != 1 || steps[0].Open == nil || !steps[0].Open.Rolling || steps[0].Open.Profile != "lg" || steps[0].Open.Control != "lg" {
		t.Fatalf("got %+v, %v", steps, err)
	}
	open := league.Tournament{State: league.Running, TournamentTerms: *steps[0].Open}
	open.Edition = ladder.Edition
	for _, id := range []string{"a", "b", "c"} {
		open.Entries = append(open.Entries, league.Entrant{Player: league.Player{ID: id}})
	}
	c.Editions = []league.Edition{{Tournament: open}}
	c.Known = map[string]league.Known{"a": {Member: true}, "b": {}}
	steps, err = ladder.Format{}.Next(c)
	if err != nil || len(steps) != 1 || len(steps[0].Decisions) != 1 || steps[0].Decisions[0].Player.ID != "b" {
		t.Errorf("got %+v, %v", steps, err)
	}
	delete(c.Known, "b")
	if steps, err := (ladder.Format{}).Next(c); err != nil || len(steps) > 0 {
		t.Errorf("got %+v, %v", steps, err)
	}
}
