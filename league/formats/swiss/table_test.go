package swiss_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/swiss"
)

func TestHowManyRoundsThereAre(t *testing.T) { // R-UT-5
	for _, c := range [][3]int{{4, 0, 3}, {5, 0, 4}, {8, 0, 4}, {9, 0, 5}, {16, 0, 5}, {17, 0, 6}, {200, 0, 9}, {400, 0, 10}, {20, 3, 3}, {6, 20, 5}, {7, 20, 7}} {
		if got := swiss.Rounds(c[0], c[1]); got != c[2] {
			t.Errorf("%d players and %d rounds asked for: %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

func TestANoteReadsBack(t *testing.T) {
	for _, text := range []string{"", "from3", "bye2", "from2 bye4 bye6 off3 rests", "off1", "rests"} {
		if got := swiss.ParseNote(text).String(); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
	}
	if got := swiss.ParseNote("from bye0 off-1 3 x7 rests"); !reflect.DeepEqual(got, swiss.Note{Rests: true}) {
		t.Errorf("what no note says is read as %+v", got)
	}
}

var march = time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)

// played is a tournament of five after three rounds, written as results of each: "a-b N" is won
// by a on the board, S in sudden death, L by the last goal, Z goalless, F forfeited by b.
func played(t *testing.T, rounds ...string) league.Sheet {
	t.Helper()
	s := league.Sheet{Now: march, Terms: league.TournamentTerms{Cycles: 1, Profile: "swiss", Rounds: 4}, Scoring: league.Standard(), Lot: []byte("lot")}
	for _, p := range "abcde" {
		s.Entries = append(s.Entries, league.Entry{Player: string(p)})
	}
	for r, text := range rounds {
		for b, result := range strings.Split(text, ", ") {
			f := league.Fixture{Key: league.Key(fmt.Sprintf("c1/r%d/b%d", r+1, b+1)), First: result[:1], Second: result[2:3], Began: march}
			f.Outcome = engine.Outcome{Winner: engine.First, Score: [2]int{1, 0}, Ending: map[byte]engine.Ending{
				'N': engine.FullTime, 'S': engine.SuddenDeath, 'L': engine.LastGoal, 'Z': engine.Goalless, 'F': engine.Forfeit,
			}[result[4]]}
			if f.Outcome.Ending == engine.Goalless {
				f.Outcome.Winner, f.Outcome.Score = engine.NoSide, [2]int{}
			}
			s.Fixtures = append(s.Fixtures, f)
		}
	}
	return s
}

func note(s league.Sheet, notes map[string]string) league.Sheet {
	for i, e := range s.Entries {
		s.Entries[i].Note = notes[e.Player]
	}
	return s
}

func TestTheOrderOfASwissByHand(t *testing.T) { // R-TB-4, R-FF-3
	s := note(played(t,
		"a-c N, b-d S", // e has the bye
		"a-b L, e-c F", // d sits out
		"d-a N, b-e Z", // c has the bye
	), map[string]string{"e": "bye1", "d": "off2", "c": "bye3"})
	rows, err := swiss.Format{}.Table(s, "")
	if err != nil {
		t.Fatal(err)
	}
	// Points: a 5+3+0 = 8, b 4+2+2 = 8, c 0+0+5 = 5, d 1+2+5 = 8, e 5+5+2 = 12.
	// SON: a 5·5 + 3·8 + 0 = 49; b 4·8 + 2·8 + 2·12 = 72; c 0; d 1·8 + 5·8 = 48; e 2·8 = 16, neither bye nor forfeit.
	// Buchholz: d's round 2 was followed by a match, so d has 8. a: c 5, b 8, d 8, cut 5 = 16. b: d 8, a 8, e 12, cut 8 = 20. c: a 8, lost by
	// forfeit 5, bye 5; the round they chose not to play is cut: 13. d: b 8, sat out 8, a 8, cut 8 = 16. e: bye 12, forfeit 12, b 8, cut 8 = 24.
	want := []string{"1 e 12 16 24", "2 b 8 72 20", "3 a 8 49 16", "4 d 8 48 16", "5 c 5 0 13"}
	var got []string
	for _, r := range rows {
		buchholz := r.Values[slices.IndexFunc(r.Values, func(v league.Value) bool { return v.Code == "BH-C1" })]
		got = append(got, fmt.Sprint(r.Rank, " ", r.Player, " ", r.Points, " ", r.SON/100, " ", buchholz.Number/10))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, r := range rows {
		if n := r.Values[4].Number; r.Player == "e" && n != 0 {
			t.Errorf("a bye and a forfeit are %d wins on the board", n)
		}
	}
}

func TestWhatNobodyFollowsCountsAsDrawn(t *testing.T) { // C.07
	s := note(played(t, "a-c N, b-d S", "a-b L, e-c N"), map[string]string{"e": "bye1", "d": "off2"})
	rows, err := swiss.Format{}.Table(s, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows { // b met d, who has 1 and sat out for 2, which is as a drawn round, and a with 8
		if r.Player == "b" && r.Values[2].Number != 80 {
			t.Errorf("b has a Buchholz of %d", r.Values[2].Number)
		}
	}
	s.Entries[3].Note, s.Entries[3].Out = "", league.Forfeited // d has left instead: 1 and nothing, but 3 for Buchholz
	s.Fixtures[1].Outcome.Ending, s.Fixtures[1].Outcome.Winner = engine.FullTime, engine.Second
	if rows, err = (swiss.Format{}).Table(s, ""); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows { // b: d has 5 and 2 for the round that they missed, a 8; the lesser one is cut
		if r.Player == "b" && r.Values[2].Number != 80 {
			t.Errorf("b has a Buchholz of %d", r.Values[2].Number)
		}
		if r.Player == "a" && r.Values[2].Number != 20 { // c 0 is cut, b has 2
			t.Errorf("a has a Buchholz of %d", r.Values[2].Number)
		}
	}
}

func TestDirectEncounterOnlyAmongThoseWhoHaveAllMet(t *testing.T) {
	s := note(played(t, "a-b N, c-d N", "a-c Z, b-d Z"), map[string]string{"e": "from3"})
	s.Terms.Profile = "tp+de"
	rows, err := swiss.Format{}.Table(s, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows { // a and c have met and are level, as b and d
		if r.Player != "e" && (r.Rank != 1 && r.Rank != 3 || !r.Values[1].Counts) {
			t.Errorf("%+v", r)
		}
	}
	s.Fixtures = s.Fixtures[:2]
	if rows, err = (swiss.Format{}).Table(s, ""); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Player == "a" && r.Values[1].Counts {
			t.Errorf("a and c have not met, and the encounter counts: %+v", r)
		}
	}
}

func TestARoundEndsOnItsLastDay(t *testing.T) {
	s := note(played(t, "a-c N, b-d N"), map[string]string{"e": "bye1"})
	s.Fixtures[1].Outcome, s.Terms.RoundDays = engine.Outcome{}, 28
	for what, c := range map[string]struct {
		days int
		acts int
	}{"the day before": {27, 0}, "on the day": {28, 1}} {
		s.Now = march.AddDate(0, 0, c.days)
		plan, err := swiss.Format{}.Plan(s)
		if err != nil || len(plan.Acts) != c.acts || len(plan.Fixtures) > 0 {
			t.Errorf("%s the plan is %+v (%v)", what, plan, err)
		}
	}
}

func TestWhatNoSwissIs(t *testing.T) {
	good := played(t, "a-c N, b-d N")
	for what, change := range map[string]func(*league.Sheet){
		"a key of another format": func(s *league.Sheet) { s.Fixtures[0].Key = "r1/t1/b1" },
		"a third leg":             func(s *league.Sheet) { s.Fixtures[0].Key = "c3/r1/b1" },
		"a stranger":              func(s *league.Sheet) { s.Fixtures[0].First = "z" },
		"three players":           func(s *league.Sheet) { s.Entries, s.Fixtures = s.Entries[:3], nil },
		"an unknown order":        func(s *league.Sheet) { s.Terms.Profile = "nonsense" },
	} {
		s := good
		s.Fixtures, s.Entries = slices.Clone(good.Fixtures), slices.Clone(good.Entries)
		change(&s)
		if _, err := (swiss.Format{}).Table(s, ""); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
}
