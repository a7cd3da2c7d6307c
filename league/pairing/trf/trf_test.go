package trf_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league/pairing"
	"kickabout/league/pairing/trf"
)

// three players after a round, with everything that a file can say.
const three = "012 A small tournament\n" +
	"001    1 m    Ann                               1800                             3.0    1     3 w 1\n" +
	"001    2      Bob                                                                0.0    3  0000 - Z  0000 - H\n" +
	"001    3      Çelo                                                               1.0    2     1 b 0\n" +
	"XXR 5\nXXC black1\nXXP 1 2\nBBW  3.0\nBBL  1.0\n"

// now is how we write it.
var now = strings.NewReplacer("XXR 5", "142 5", "XXC black1", "152 B", "XXP 1 2\nBBW  3.0\nBBL  1.0",
	"162  W 3.0    D 0.5    L 1.0    P 1.0    X 0.0    Z 0.0\n260 001 099    1    2").Replace(three)

func read(t *testing.T, text string) trf.File {
	t.Helper()
	f, err := trf.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAFileSaysWhoPlayedWhom(t *testing.T) {
	want := trf.File{
		Other: []string{"012 A small tournament"},
		Players: []trf.Player{
			{Number: 1, About: "m    Ann                               1800", Points: 30, Rank: 1, Games: []trf.Game{{Opponent: 3, Side: engine.First, Result: '1'}}},
			{Number: 2, About: "     Bob", Rank: 3, Games: []trf.Game{{Result: 'Z'}, {Result: 'H'}}},
			{Number: 3, About: "     Çelo", Points: 10, Rank: 2, Games: []trf.Game{{Opponent: 1, Side: engine.Second, Result: '0'}}},
		},
		Rounds: 5, First: engine.Second, Apart: []trf.Apart{{From: 1, To: 99, Players: []int{1, 2}}},
		Points: trf.Points{Win: 30, Draw: 5, Loss: 10, Bye: 10},
	}
	f := read(t, three)
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error(diff)
	}
	if f.Players[2].Name() != "Çelo" || f.Played() != 1 {
		t.Errorf("the third is %q, after %d rounds", f.Players[2].Name(), f.Played())
	}
	if f.String() != now {
		t.Errorf("written again it is\n%s", f)
	}
}

func TestLinesMayEndInAnyWay(t *testing.T) {
	want := read(t, three)
	latin := strings.ReplaceAll(three, "Ç", "\xc7")
	for _, text := range []string{
		strings.ReplaceAll(three, "\n", "\r"), strings.ReplaceAll(three, "\n", "\r\n"), "\ufeff" + three, latin,
	} {
		if diff := cmp.Diff(want, read(t, text)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestNewerLinesSayTheSame(t *testing.T) {
	if diff := cmp.Diff(read(t, three), read(t, now)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsWrongIsSaidWithItsPlace(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"a number of nobody", "     3 w 1", "     4 w 1", "line 2, column 92: expected the number of another player of this file, found 4"},
		{"himself", "     3 w 1", "     1 w 1", "line 2, column 92: expected the number of another player of this file, found 1"},
		{"an opponent who met somebody else", "     1 b 0", "     2 b 0", "line 2, column 92: expected a match that line 4 has too: there the opponent is 2"},
		{"two at the same side", "     1 b 0", "     1 w 0", "line 2, column 92: expected a match that line 4 has too: one plays w and the other b"},
		{"two winners", "     1 b 0", "     1 b 1", "line 2, column 92: expected a match that line 4 has too: both cannot win"},
		{"drawn for one", "     1 b 0", "     1 b =", "line 2, column 92: expected a match that line 4 has too: it is drawn for both or for neither"},
		{"played for one", "     1 b 0", "     1 b -", "line 2, column 92: expected a match that line 4 has too: it is played for both or for neither"},
		{"a third side", "     3 w 1", "     3 x 1", `line 2, column 97: expected w, b or -, found "x"`},
		{"no side", "     3 w 1", "     3   1", "line 2, column 97: expected w or b in a match that was played"},
		{"a result of its own", "     3 w 1", "     3 w 7", `line 2, column 99: expected 1, =, 0, W, D, L, + or - against an opponent, found "7"`},
		{"a bye with a result", "  0000 - Z  0", "  0000 - 1  0", `line 3, column 99: expected F, H, U or Z in a round without an opponent, found "1"`},
		{"a bye with a side", "  0000 - Z  0", "  0000 w Z  0", "line 3, column 97: expected - in a round without an opponent"},
		{"points that do not add up", "3.0    1", "2.0    1", "line 2, column 81: expected 3.0, the points of the results, found 2.0"},
		{"points that are none", "3.0    1", "x.0    1", `line 2, column 81: expected points like 2.5, found "x.0"`},
		{"a rank that is none", "3.0    1", "3.0    x", `line 2, column 86: expected a rank, found "x"`},
		{"a number twice", "001    2", "001    1", "line 3, column 5: expected a number from 1 that no player before has, found 1"},
		{"a number that is none", "001    2", "001   x2", `line 3, column 5: expected a player's number, found "x2"`},
		{"an opponent that is none", "     1 b 0", "     y b 0", `line 4, column 92: expected an opponent's number, or 0000, found "y"`},
		{"no blank", "XXR 5", "XXR5", "line 5, column 4: expected a blank behind the three letters that say what the line is about"},
		{"many rounds", "XXR 5", "XXR 100", `line 5, column 5: expected a number of rounds from 1 to 99, found "100"`},
		{"two numbers", "XXR 5", "XXR 5 6", "line 5, column 5: expected a number of rounds and nothing else"},
		{"a side that is none", "XXC black1", "XXC  black", `line 6, column 6: expected white1, black1 or rank, found "black"`},
		{"a newer side that is none", "XXC black1", "152 black", `line 6, column 5: expected W or B, found "black"`},
		{"a pair with nobody", "XXP 1 2", "XXP 1 9", "line 7, column 7: expected only numbers of players of this file, found 9"},
		{"a pair with a word", "XXP 1 2", "XXP 1 b", `line 7, column 7: expected a player's number, found "b"`},
		{"points of a win that are none", "BBW  3.0", "BBW  3.05", `line 8, column 6: expected points like 0.5, found "3.05"`},
		{"a line of programs that is not known", "XXP 1 2", "XXS W=3", "line 7, column 1: expected lines that are known here; this one would change the pairing: XXS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(three, c.old, c.new, 1)
			if text == three {
				t.Fatal("the case changes nothing")
			}
			if f, err := trf.Read([]byte(text)); err == nil || err.Error() != c.want {
				t.Errorf("got %v\nwant %s\nfor %+v", err, c.want, f)
			}
		})
	}
}

func TestARoundIsEnteredAndReadAgain(t *testing.T) {
	f := read(t, strings.Replace(three, "  0000 - H", "", 1))
	f.Byes = []trf.Bye{{Kind: 'Z', Round: 2, Players: []int{2}}}
	paired := f.Pair([]pairing.Pair{{First: 2, Second: 0}}, nil)
	again := read(t, paired.String())
	if diff := cmp.Diff(paired, again); diff != "" {
		t.Error(diff)
	}
	if again.Played() != 2 || again.Players[1].Games[1] != (trf.Game{Result: 'Z'}) {
		t.Errorf("got\n%s", again)
	}
	if _, err := again.Tournament(); err == nil || err.Error() != "round 2 is not over: the match of 1 and 3 has no result" {
		t.Errorf("got %v", err)
	}
	bye := read(t, f.Pair(nil, []int{1}).String())
	if bye.Players[1].Points != 10 {
		t.Errorf("a bye is worth %d tenths", bye.Players[1].Points)
	}
}

func TestNumbersThatAreLeftOutAreAbsent(t *testing.T) {
	text := strings.NewReplacer("001    2", "001    7", "XXP 1 2", "XXP 7 1").Replace(three)
	at, err := read(t, text).Tournament()
	if err != nil {
		t.Fatal(err)
	}
	present := []int{}
	for i, p := range at.Players {
		if !p.Absent {
			present = append(present, i)
		}
	}
	if diff := cmp.Diff([]int{0, 2}, present); diff != "" || len(at.Players) != 7 || at.Forbidden[0] != [2]int{0, 6} {
		t.Errorf("%s%+v", diff, at)
	}
}

func TestARoundRobinGoesOnByItsSchedule(t *testing.T) {
	f, err := trf.ReadNames([]byte("Ann\nBob\nCleo\n"))
	if err != nil {
		t.Fatal(err)
	}
	met := map[pairing.Pair]int{}
	for range 6 {
		pairs, rests, err := f.RoundRobin()
		if err != nil || len(pairs) != 1 || rests+pairs[0].First+pairs[0].Second != 3 {
			t.Fatal(pairs, rests, err)
		}
		met[pairs[0]]++
		f = f.Pair(pairs, nil)
	}
	if len(met) != 6 {
		t.Errorf("in two cycles these met: %v", met)
	}
	if _, _, err := f.RoundRobin(); err == nil {
		t.Error("there is a third cycle")
	}
	other, err := trf.ReadNames([]byte("Ann\nBob\nCleo\n"))
	if err != nil {
		t.Fatal(err)
	}
	other = other.Pair([]pairing.Pair{{First: 1, Second: 0}}, nil)
	if _, _, err := other.RoundRobin(); err == nil || !strings.Contains(err.Error(), "round 2 would pair 1 and 2, who met in round 1") {
		t.Errorf("got %v", err)
	}
}

func TestAKnockoutGoesOnByItsBracket(t *testing.T) {
	f, err := trf.ReadNames([]byte("A\nB\nC\nD\nE\n"))
	if err != nil {
		t.Fatal(err)
	}
	results := [][]byte{{'0'}, {'1', '1'}, {'1'}} // of the better seed
	want := [][]pairing.Pair{{{First: 3, Second: 4}}, {{First: 0, Second: 4}, {First: 1, Second: 2}}, {{First: 0, Second: 1}}}
	for round, pairs := range want {
		got, through, err := f.Knockout()
		if err != nil || cmp.Diff(pairs, got) != "" || (len(through) == 3) != (round == 0) {
			t.Fatalf("round %d: %v, %v go on, %v", round+1, got, through, err)
		}
		f = f.Pair(got, through)
		if _, _, err := f.Knockout(); err == nil || !strings.Contains(err.Error(), "is not over: the match of") {
			t.Errorf("a round that is not over: %v", err)
		}
		for i, p := range got {
			loser := map[byte]byte{'1': '0', '0': '1'}[results[round][i]]
			f.Players[p.First].Games[round].Result, f.Players[p.Second].Games[round].Result = results[round][i], loser
		}
	}
	if _, _, err := f.Knockout(); err == nil || err.Error() != "the knock-out is over: number 1 has won it" {
		t.Errorf("got %v", err)
	}
}

func TestAKnockoutNeedsWinners(t *testing.T) {
	drawn := read(t, "001    1      Ann                                                                0.5          2 w =\n"+
		"001    2      Bob                                                                0.5          1 b =\n")
	if _, _, err := drawn.Knockout(); err == nil || err.Error() != "in round 1 neither 1 nor 2 has won: a knock-out needs a winner" {
		t.Errorf("got %v", err)
	}
	if _, _, err := read(t, three).Knockout(); err == nil || err.Error() != "in round 1 of the bracket 2 meets 3: the file has it otherwise" {
		t.Errorf("got %v", err)
	}
}

func TestPlayersMayBeSeededByTheirPlace(t *testing.T) {
	text := strings.Replace(three, "XXC black1", "XXC black1 rank", 1)
	text = strings.NewReplacer("001    1", "001    8", "     1 b 0", "     8 b 0", "XXP 1 2", "XXP 8 2").Replace(text)
	f := read(t, text)
	if diff := cmp.Diff(f, read(t, f.String())); diff != "" || !f.ByPlace {
		t.Error(diff)
	}
	at, err := f.Tournament()
	if err != nil || len(at.Players) != 3 || at.Players[2].Past[0].Opponent != 0 || at.Forbidden[0] != [2]int{1, 0} {
		t.Errorf("%+v, %v", at, err)
	}
}

func TestNamesAreReadOneALine(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nobody", "\n \n", "line 1, column 1: expected players, found none"},
		{"twice", "Ann\nBob\nAnn", `line 3, column 1: expected each name once, found "Ann" in line 1 too`},
		{"long", strings.Repeat("x", 34), "line 1, column 34: expected a name of at most 33 letters, found 34"},
		{"control", "Ann\nB\x00b", "line 2, column 2: expected letters, found a control character"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := trf.ReadNames([]byte(c.text)); err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// FuzzRead: what can be read is the same when it is written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(three))
	files, err := filepath.Glob("../swiss/testdata/*.trf")
	if err != nil || len(files) == 0 {
		f.Fatal("no files", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := trf.Read(data)
		if err != nil {
			return
		}
		again, err := trf.Read([]byte(file.String()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, file)
		}
		if diff := cmp.Diff(file, again); diff != "" {
			t.Errorf("%s in\n%s", diff, file)
		}
		_, _ = file.Tournament()
	})
}
