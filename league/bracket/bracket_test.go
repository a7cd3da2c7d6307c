package bracket_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/pairing"
)

var kickedOff = time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)

// won is a win by so many goals, on the board.
func won(by engine.Side, score ...int) engine.Outcome {
	return engine.Outcome{Ending: engine.FullTime, Winner: by, Score: [2]int{score[0], score[1]}}
}

var (
	level = engine.Outcome{Ending: engine.Goalless}
	void  = engine.Outcome{Ending: engine.Void}
	both  = engine.Outcome{Ending: engine.DoubleForfeit}
	runs  = engine.Outcome{}
)

func forfeit(winner engine.Side) engine.Outcome {
	return engine.Outcome{Ending: engine.Forfeit, Winner: winner}
}

// sheet is that of a tournament of players a, b, c, … by seed.
func sheet(players int, out string) league.Sheet {
	s := league.Sheet{Terms: league.TournamentTerms{Profile: "std", RoundDays: 45}, Scoring: league.Standard(), Lot: []byte("lot"), Now: kickedOff}
	for i := range players {
		e := league.Entry{Player: string(rune('a' + i))}
		if slices.Contains([]byte(out), e.Player[0]) {
			e.Out = league.Forfeited
		}
		s.Entries = append(s.Entries, e)
	}
	return s
}

func of(s league.Sheet, legs int) *bracket.Bracket {
	return bracket.Of(s, bracket.Draw{Seeds: s.Players(), Slots: pairing.Bracket(len(s.Players())), Legs: legs})
}

// TestATieIsDecidedInThisOrder: the first tie of four players is a against d; a goes first in
// the odd legs, and in what decides it.
func TestATieIsDecidedInThisOrder(t *testing.T) { // R-UT-4
	for _, c := range []struct {
		name    string
		legs    int
		games   []engine.Outcome // a first, d first, a first
		out     string
		winner  string // "" for nobody
		how     bracket.How
		missing string // boards that are to begin
	}{
		{"nothing is played", 2, nil, "", "", bracket.Undecided, "b1 b2"},
		{"one leg is there", 2, []engine.Outcome{runs}, "", "", bracket.Undecided, "b2"},
		{"one leg is over", 2, []engine.Outcome{won(engine.First, 9, 0), runs}, "", "", bracket.Undecided, ""},
		{"more points", 2, []engine.Outcome{won(engine.First, 1, 0), {Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}}}, "", "a", bracket.ByPoints, ""},
		{"points before goals", 2, []engine.Outcome{won(engine.First, 1, 0), {Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{9, 8}}}, "", "a", bracket.ByPoints, ""},
		{"level on points, more goals", 2, []engine.Outcome{won(engine.First, 1, 0), won(engine.First, 2, 0)}, "", "d", bracket.ByGoals, ""},
		{"goals of a resignation are three", 2, []engine.Outcome{won(engine.First, 2, 0), {Ending: engine.Resignation, Winner: engine.First}}, "", "d", bracket.ByGoals, ""},
		{"level on both", 2, []engine.Outcome{won(engine.First, 1, 0), won(engine.First, 1, 0)}, "", "", bracket.Undecided, "b3"},
		{"the decider runs", 2, []engine.Outcome{level, level, runs}, "", "", bracket.Undecided, ""},
		{"the decider is won", 2, []engine.Outcome{level, level, {Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}}}, "", "d", bracket.ByDecider, ""},
		{"the decider is adjudicated", 2, []engine.Outcome{level, level, {Ending: engine.Adjudication, Winner: engine.Second, Score: [2]int{0, 1}}}, "", "d", bracket.ByDecider, ""},
		{"nobody wins the decider", 2, []engine.Outcome{level, level, level}, "", "a", bracket.BySeed, ""},
		{"nobody scores before the last day", 2, []engine.Outcome{level, level, {Ending: engine.Adjudication}}, "", "a", bracket.BySeed, ""},
		{"the decider is void", 2, []engine.Outcome{level, level, void}, "", "a", bracket.BySeed, ""},
		{"both lose the decider", 2, []engine.Outcome{level, level, both}, "", "", bracket.Empty, ""},
		{"a void leg does not count", 2, []engine.Outcome{void, won(engine.First, 1, 0)}, "", "d", bracket.ByPoints, ""},
		{"both legs are void", 2, []engine.Outcome{void, void}, "", "", bracket.Undecided, "b3"},
		{"both lose both legs", 2, []engine.Outcome{both, both}, "", "", bracket.Empty, ""},
		{"both lose the one that counts", 2, []engine.Outcome{both, void}, "", "", bracket.Empty, ""},
		{"both lose one leg, and one is level", 2, []engine.Outcome{both, level}, "", "", bracket.Undecided, "b3"},
		{"one leg decides", 1, []engine.Outcome{won(engine.First, 1, 0)}, "", "a", bracket.ByPoints, ""},
		{"one leg is level", 1, []engine.Outcome{level}, "", "", bracket.Undecided, "b2"},
		{"one leg is level, and what comes after it", 1, []engine.Outcome{level, level}, "", "a", bracket.BySeed, ""},

		{"one is out before it begins", 2, nil, "a", "d", bracket.Walkover, ""},
		{"both are out before it begins", 2, nil, "ad", "", bracket.Empty, ""},
		{"who is out leads on goals", 2, []engine.Outcome{won(engine.First, 9, 0), forfeit(engine.First)}, "a", "d", bracket.Walkover, ""},
		{"who is out leads, and still plays", 2, []engine.Outcome{won(engine.First, 9, 0), runs}, "a", "d", bracket.Walkover, ""},
		{"both are out in the middle", 2, []engine.Outcome{won(engine.First, 9, 0), both}, "ad", "", bracket.Empty, ""},
		{"one went in the middle, the other after it", 2, []engine.Outcome{won(engine.First, 9, 0), forfeit(engine.First)}, "ad", "d", bracket.Walkover, ""},
		{"who has won leaves after it", 2, []engine.Outcome{won(engine.First, 9, 0), level}, "a", "a", bracket.ByPoints, ""},
		{"who has lost leaves after it", 2, []engine.Outcome{won(engine.First, 9, 0), level}, "d", "a", bracket.ByPoints, ""},
		{"a forfeit by a ruling is a leg like others", 2, []engine.Outcome{forfeit(engine.Second), won(engine.Second, 0, 4)}, "", "a", bracket.ByGoals, ""},
		{"out when it is level", 2, []engine.Outcome{level, level}, "d", "a", bracket.Walkover, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sheet(4, c.out)
			for i, o := range c.games {
				f := league.Fixture{Key: league.Key(fmt.Sprintf("r1/t1/b%d", i+1)), First: "a", Second: "d", Outcome: o, Began: kickedOff}
				if i == 1 && c.legs == 2 {
					f.First, f.Second = "d", "a"
				}
				s.Fixtures = append(s.Fixtures, f)
			}
			b := of(s, c.legs)
			tie, winner := b.Rounds[0].Ties[0], ""
			if tie.Decided && tie.Winner != bracket.Nobody {
				winner = tie.Seats[tie.Winner].Player
			}
			if winner != c.winner || tie.How != c.how || tie.Decided != (c.how != bracket.Undecided) {
				t.Errorf("%q goes on, by %q; want %q, by %q", winner, tie.How, c.winner, c.how)
			}
			missing := ""
			for _, f := range b.Plan().Fixtures {
				if f.Key.Round() == "r1/t1" {
					missing += " " + f.Key.Board()
				}
			}
			if len(missing) > 0 {
				missing = missing[1:]
			}
			if missing != c.missing {
				t.Errorf("it begins %q, want %q", missing, c.missing)
			}
		})
	}
}

func TestWhatTheNextRoundBeganWithStays(t *testing.T) { // R-UT-4
	s := sheet(4, "")
	add := func(key, first, second string, o engine.Outcome) {
		s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(key), First: first, Second: second, Outcome: o, Began: kickedOff})
	}
	add("r1/t1/b1", "a", "d", forfeit(engine.Second)) // a had won it, and has cheated
	add("r1/t2/b1", "b", "c", won(engine.First, 1, 0))
	s.Entries[0].Out = league.Cheated
	if tie := of(s, 1).Rounds[0].Ties[0]; tie.Winner != 1 {
		t.Errorf("before the final begins %+v is through", tie)
	}
	add("r2/t1/b1", "b", "a", forfeit(engine.First))
	b := of(s, 1)
	if tie := b.Rounds[0].Ties[0]; tie.Winner != 0 || tie.How != bracket.Followed {
		t.Errorf("after it %+v is through", tie)
	}
	if b.Winner() != "b" || !b.Plan().Finished {
		t.Errorf("%q wins", b.Winner())
	}
}

func TestATieHasItsLastDay(t *testing.T) { // R-UT-4
	s := sheet(4, "")
	for i, o := range []engine.Outcome{level, level, runs} {
		s.Fixtures = append(s.Fixtures, league.Fixture{
			Key: league.Key(fmt.Sprintf("r1/t1/b%d", i+1)), First: "a", Second: "d", Outcome: o, Began: kickedOff.AddDate(0, 0, 20*(i/2)),
		})
	}
	for days, want := range map[int]int{45: 0, 64: 0, 65: 1, 80: 1} { // 45 from when the decider began
		s.Now = kickedOff.AddDate(0, 0, days)
		if acts := of(s, 2).Plan().Acts; len(acts) != want || want > 0 && (acts[0].Key != "r1/t1/b3" || acts[0].Act != engine.ActAdjudicate) {
			t.Errorf("after %d days: %v", days, acts)
		}
	}
	for _, c := range []struct {
		name      string
		games     string
		days      [2]int // when they began
		firstEnds int    // days
	}{
		{"the last of what runs", "r1/t1/b1 -, r1/t1/b2 -", [2]int{20, 0}, 65},
		{"not what is over", "r1/t1/b1 -, r1/t1/b2 d", [2]int{0, 20}, 45},
	} {
		running := sheet(4, "")
		running.Fixtures = games(c.games)
		for i := range running.Fixtures {
			running.Fixtures[i].Began = kickedOff.AddDate(0, 0, c.days[i])
		}
		if ends := of(running, 2).Rounds[0].Ties[0].Ends; !ends.Equal(kickedOff.AddDate(0, 0, c.firstEnds)) {
			t.Errorf("%s: it ends on %v", c.name, ends)
		}
	}
	s.Terms.RoundDays = 0
	if b := of(s, 2); len(b.Plan().Acts) > 0 || !b.Rounds[0].Ties[0].Ends.IsZero() {
		t.Error("a round without a last day ends")
	}
}

func TestKickOffsOfSingleMatchesAreDrawnByLot(t *testing.T) { // R-UT-4, R-FD-6
	firsts := map[string]int{}
	for lot := range 200 {
		s := sheet(4, "")
		s.Lot = []byte{byte(lot)}
		for _, f := range of(s, 1).Plan().Fixtures {
			firsts[f.First]++
		}
	}
	for player, n := range firsts {
		if n < 70 || n > 130 {
			t.Errorf("%s goes first %d times of 200", player, n)
		}
	}
	for _, legs := range [][]league.Fixture{games("r1/t1/b1 ="), games("r1/t1/b1 =, r1/t1/b2 =")} { // what decides a tie
		firsts := map[string]int{}
		for lot := range 200 {
			s := sheet(4, "")
			s.Lot, s.Fixtures = []byte{byte(lot)}, legs
			for _, f := range of(s, len(legs)).Plan().Fixtures {
				if f.Key == league.Key(fmt.Sprintf("r1/t1/b%d", len(legs)+1)) {
					firsts[f.First]++
				}
			}
		}
		if n := firsts["a"]; n < 70 || n+firsts["d"] != 200 || n > 130 {
			t.Errorf("behind %d legs a goes first %d times of 200, d %d times", len(legs), n, firsts["d"])
		}
	}
	for _, f := range of(sheet(4, ""), 2).Plan().Fixtures {
		if (f.Key.Board() == "b1") != (f.First < f.Second) {
			t.Errorf("%s: %s goes first", f.Key, f.First)
		}
	}
}

// TestTheLosersOfTheSemiFinalsPlayForTheThirdPlace: a meets d, and b meets c.
func TestTheLosersOfTheSemiFinalsPlayForTheThirdPlace(t *testing.T) {
	const bothWon = "r1/t1/b1 a, r1/t2/b1 b"
	for _, c := range []struct {
		name    string
		players int
		games   string // who has won: "r1/t1/b1 a"; "-" for one that runs
		out     string
		begins  string // in the round of the final
		ranks   string // with the best and the worst rank
		over    bool
	}{
		{"while a semi-final runs nobody does", 4, "r1/t1/b1 a, r1/t2/b1 -", "", "", "a1:1-2 b2:1-4 c2:1-4 d4:2-4", false},
		{"it begins with the final", 4, bothWon, "", "r2/t1/b1 r2/t2/b1", "a1:1-2 b1:1-2 c3:3-4 d3:3-4", false},
		{"the final alone does not end it", 4, bothWon + ", r2/t1/b1 a, r2/t2/b1 -", "", "", "a1:1-1 b2:2-2 c3:3-4 d3:3-4", false},
		{"nor does the third place", 4, bothWon + ", r2/t1/b1 -, r2/t2/b1 d", "", "", "a1:1-2 b1:1-2 d3:3-3 c4:4-4", false},
		{"both do", 4, bothWon + ", r2/t1/b1 a, r2/t2/b1 d", "", "", "a1:1-1 b2:2-2 d3:3-3 c4:4-4", true},
		{"level, it is played again", 4, bothWon + ", r2/t1/b1 a, r2/t2/b1 =", "", "r2/t2/b2", "a1:1-1 b2:2-2 c3:3-4 d3:3-4", false},
		{"level again, the better seed has it", 4, bothWon + ", r2/t1/b1 a, r2/t2/b1 =, r2/t2/b2 =", "", "", "a1:1-1 b2:2-2 c3:3-3 d4:4-4", true},
		{"after a bye nobody is there to be met", 3, "r1/t2/b1 b, r2/t1/b1 b", "", "", "b1:1-1 a2:2-2 c3:3-3", true},
		{"who left after his semi-final does not play", 4, bothWon, "c", "r2/t1/b1", "a1:1-2 b1:1-2 d3:3-3 c4:4-4", false},
		{"if both have, neither is third", 4, bothWon + ", r2/t1/b1 b", "cd", "", "b1:1-1 a2:2-2 c3:3-3 d3:3-3", true},
		{"if nobody wins a semi-final, the other loser is third", 4, "r1/t2/b1 b", "ad", "", "b1:1-1 c2:2-2 a3:3-3 d3:3-3", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sheet(c.players, c.out)
			s.Fixtures = games(c.games)
			b := bracket.Of(s, bracket.Draw{Seeds: s.Players(), Slots: pairing.Bracket(c.players), Legs: 1, ThirdPlace: true})
			plan, begins := b.Plan(), []string{}
			for _, f := range plan.Fixtures {
				if strings.HasPrefix(string(f.Key), "r2/") {
					begins = append(begins, string(f.Key))
				}
			}
			if got := strings.Join(begins, " "); got != c.begins || plan.Finished != c.over || len(plan.Winners) > 0 && !c.over {
				t.Errorf("it begins %q, want %q; it is over: %t", got, c.begins, plan.Finished)
			}
			rows, err := b.Rows()
			if err != nil {
				t.Fatal(err)
			}
			var ranks []string
			for _, r := range rows {
				ranks = append(ranks, fmt.Sprintf("%s%d:%d-%d", r.Player, r.Rank, r.Best, r.Worst))
			}
			if got := strings.Join(ranks, " "); got != c.ranks {
				t.Errorf("the ranks are %s, want %s", got, c.ranks)
			}
		})
	}
}

// games reads "r1/t1/b1 a, r1/t2/b1 -": a has won the one, the other runs; "=" is level. The
// semi-finals are a against d and b against c, the final a against b.
func games(text string) []league.Fixture {
	var fixtures []league.Fixture
	for part := range strings.SplitSeq(text, ", ") {
		key, winner, _ := strings.Cut(part, " ")
		f := league.Fixture{Key: league.Key(key), Began: kickedOff}
		pair := map[string]string{"r1/t1": "ad", "r1/t2": "bc", "r2/t1": "ab", "r2/t2": "cd"}[f.Key.Round()]
		f.First, f.Second = pair[:1], pair[1:]
		switch winner {
		case f.First:
			f.Outcome = won(engine.First, 1, 0)
		case f.Second:
			f.Outcome = won(engine.Second, 0, 1)
		case "=":
			f.Outcome = level
		}
		fixtures = append(fixtures, f)
	}
	return fixtures
}

func TestWhoPlaysForTheThirdPlaceIsNotInTheFinalLater(t *testing.T) {
	s := sheet(4, "b") // b won their semi-final and left: a has won the final without a match
	s.Fixtures = games("r1/t1/b1 a, r1/t2/b1 b, r2/t2/b1 -")
	third := bracket.Draw{Seeds: s.Players(), Slots: pairing.Bracket(4), Legs: 1, ThirdPlace: true}
	s.Fixtures[1].Outcome = forfeit(engine.Second) // and then what b has won is taken from them
	b := bracket.Of(s, third)
	if semi := b.Rounds[0].Ties[1]; semi.Winner != 0 || semi.How != bracket.Followed {
		t.Errorf("c plays for the third place, and %+v is in the final", semi)
	}
	if b.Winner() != "a" || b.Third.Seats[1].Player != "c" || len(b.Plan().Fixtures) > 0 {
		t.Errorf("%q wins; for the third place play %+v", b.Winner(), b.Third.Seats)
	}
}

// TestASubstituteSitsWhereThePlayerSat whose seat they took over: d for z, or a for z.
func TestASubstituteSitsWhereThePlayerSat(t *testing.T) { // R-CH-10
	for _, c := range []struct{ first, second, winner string }{{"z", "a", "d"}, {"d", "z", "d"}, {"a", "z", "a"}, {"z", "d", "a"}} {
		s := sheet(4, "")
		s.Fixtures = []league.Fixture{{Key: "r1/t1/b1", First: c.first, Second: c.second, Outcome: won(engine.First, 1, 0), Began: kickedOff}}
		if tie := of(s, 1).Rounds[0].Ties[0]; !tie.Decided || tie.Seats[tie.Winner].Player != c.winner {
			t.Errorf("%s has won against %s, and %s is through", c.first, c.second, tie.Seats[tie.Winner].Player)
		}
	}
}

func TestThereIsNoThirdPlaceWithoutSemiFinals(t *testing.T) {
	s := sheet(2, "")
	b := bracket.Of(s, bracket.Draw{Seeds: s.Players(), Slots: pairing.Bracket(2), Legs: 1, ThirdPlace: true})
	if b.Third != nil || b.Winner() != "" || b.Final().Loser() != "" {
		t.Errorf("the third place is %+v, and %q wins", b.Third, b.Winner())
	}
	s = sheet(4, "")
	b = bracket.Of(s, bracket.Draw{Seeds: s.Players(), Slots: pairing.Bracket(4), Legs: 1, ThirdPlace: true})
	for seat, want := range []league.Key{"r1/t1", "r1/t2"} {
		if got := b.From(*b.Third, seat).Key; got != want {
			t.Errorf("to seat %d of the third place leads %s, want %s", seat, got, want)
		}
	}
}

func TestRowsCountAllMatchesOfTheKnockOut(t *testing.T) {
	s := sheet(4, "")
	s.Fixtures = games("r1/t1/b1 a, r1/t2/b1 =, r1/t2/b2 b, r2/t1/b1 -, r2/t2/b1 d")
	s.Fixtures = append(s.Fixtures, league.Fixture{Key: "r2/t2/b9", First: "c", Second: "somebody else", Outcome: won(engine.Second, 0, 7)})
	rows, err := bracket.Of(s, bracket.Draw{Seeds: s.Players(), Slots: pairing.Bracket(4), Legs: 1, ThirdPlace: true}).Rows()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s %v %d-%d-%d %d:%d %d open", r.Player, r.Points, r.Won, r.Drawn, r.Lost, r.Goals, r.Against, r.Open))
	}
	if want := "b 7 1-1-0 1:0 1 open, a 5 1-0-0 1:0 1 open, d 5 1-0-1 1:1 0 open, c 2 0-1-2 0:2 0 open"; strings.Join(got, ", ") != want {
		t.Errorf("the rows are %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestWhoMeetsNobodyLaterHasNoBye(t *testing.T) {
	s := sheet(4, "ad") // nobody comes from the first tie
	s.Fixtures = []league.Fixture{{Key: "r1/t2/b1", First: "b", Second: "c", Outcome: won(engine.First, 1, 0)}}
	b := of(s, 1)
	if final := b.Final(); final.How != bracket.Walkover || b.Winner() != "b" {
		t.Errorf("the final is %+v", final)
	}
	if first := of(sheet(3, ""), 1).Rounds[0].Ties[0]; first.How != bracket.Bye {
		t.Errorf("the first of three has %+v", first)
	}
}

func TestAWinnerIsStillInIt(t *testing.T) {
	s := sheet(2, "a")
	if b := of(s, 1); b.Winner() != "b" {
		t.Errorf("%q wins", b.Winner())
	}
	s = sheet(2, "a")
	s.Fixtures = []league.Fixture{{Key: "r1/t1/b1", First: "a", Second: "b"}}
	if b := of(s, 1); !b.Final().Decided || b.Plan().Finished {
		t.Error("it is finished while a match runs")
	}
	s = sheet(3, "abc") // the first has a bye, and nobody comes from the other tie
	if b := of(s, 1); b.Final().Winner != 0 || b.Winner() != "" || !b.Plan().Finished || len(b.Plan().Winners) > 0 {
		t.Errorf("%q wins, who is out", b.Winner())
	}
	s = sheet(2, "ab")
	if b := of(s, 1); b.Winner() != "" || !b.Plan().Finished || len(b.Plan().Winners) > 0 {
		t.Errorf("%q wins of nobody", b.Winner())
	}
}

// TestByesAndWalkoversAloneWinNothing: three of four have left before they played.
func TestByesAndWalkoversAloneWinNothing(t *testing.T) { // R-TB-6
	s := sheet(4, "bcd")
	if b := of(s, 1); b.Winner() != "a" || !b.Plan().Finished {
		t.Errorf("in what was opened before %q wins", b.Winner())
	}
	s.Terms.Earned = true
	if b := of(s, 1); b.Winner() != "" || !b.Plan().Finished || len(b.Plan().Winners) > 0 {
		t.Errorf("%q wins with nothing, and it is over: %t", b.Winner(), b.Plan().Finished)
	}
	s.Fixtures = []league.Fixture{{Key: "r1/t1/b1", First: "a", Second: "d", Outcome: won(engine.First, 1, 0), Began: kickedOff}}
	if b := of(s, 1); b.Winner() != "a" {
		t.Errorf("with five points %q wins", b.Winner())
	}
	s.Fixtures[0].Key = "s1/g1/c1/r1/b1" // of the stage before
	if b := of(s, 1); b.Winner() != "a" {
		t.Errorf("with five points of the groups %q wins", b.Winner())
	}
}
