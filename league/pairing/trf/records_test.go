package trf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/league/pairing/trf"
)

// every has each line of the file of 2026 once, by its columns.
const every = "### what follows is made up\n012 A tournament\n022 A town\n032 AAA\n042 2026/03/01\n052 2026/03/09\n062 3\n072 1\n092 Swiss\n102 Nobody\n112 Somebody\n122 An hour\n" +
	"132                                                                                        26/03/01\n" +
	"172 AAA FIDON\n182 kickabout\n222 40/6000+30:900+30\n222 W300-B240\nAAA    1      Ann                               1700\n" +
	"001    1 m    Ann                               1800                             2.5    1     3 w 1\n" +
	"001    2      Bob                                                                0.0    3  0000 - Z\n" +
	"001    3      Cleo                                                               1.0    2     1 b 0\n" +
	"142 5\n152 W\n162  W 2.0    D 1.0    L 0.5    P 2.0    X 1.0    Z 0.0\nBBF  0.5\n192 FIDE_DUTCH_2026_BAKU\n212 PTS,DE,BH/C1,WIN\n" +
	"240 H 002    2\n250       1.0 001 002    1    2\n260 001 003    1    2    3\n" +
	"299           0.5  001    1\n299 L         1.0  001    3\n299 D        -1.0  000\n"

// R-FI-2
func TestEveryLineOfTheNewFileIsReadAndWritten(t *testing.T) {
	f := read(t, every)
	if f.String() != every {
		t.Errorf("written again it is\n%s\nwant\n%s", f, every)
	}
	want := trf.File{
		Rounds: 5, First: 1, Type: "FIDE_DUTCH_2026_BAKU", Order: []string{"PTS", "DE", "BH/C1", "WIN"}, Other: f.Other, Players: f.Players,
		Byes: []trf.Bye{{Kind: 'H', Round: 2, Players: []int{2}}}, Extra: []trf.Extra{{Points: 10, From: 1, To: 2, First: 1, Last: 2}},
		Apart:    []trf.Apart{{From: 1, To: 3, Players: []int{1, 2, 3}}},
		Abnormal: []trf.Abnormal{{Points: 5, Round: 1, Players: []int{1}}, {Result: 'L', Points: 10, Round: 1, Players: []int{3}}, {Result: 'D', Points: -10}},
		Points:   trf.Points{Win: 20, Draw: 10, Loss: 5, Bye: 20, Forfeit: 5, Unknown: 10},
	}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error(diff)
	}
	for _, code := range []string{"###", "012", "132", "172", "182", "222", "AAA"} {
		if !strings.Contains(strings.Join(f.Other, "\n"), code) {
			t.Errorf("%s is not kept", code)
		}
	}
}

func TestOlderLinesBecomeNewOnes(t *testing.T) {
	for old, now := range map[string]string{
		"202 BH,SB":           "212 PTS,BH,SB",
		"XXA    2  0.0  1.0":  "250       1.0 002 002    2    2",
		"XXZ 2 3":             "240 Z 002    2    3",
		"XXP 2 3":             "260 001 099    2    3",
		"162  A 0.5":          "162  W 1.0    D 0.5    L 0.0    P 1.0    X 0.0    Z 0.5",
		"162  W 2.0    P 1.0": "162  W 2.0    D 0.5    L 0.0    P 1.0    X 0.0    Z 0.0",
		"192 FIDE_DUTCH":      "192 FIDE_DUTCH",
		"240 f 002 0002":      "240 F 002    2",
	} {
		two := "001    2      Bob                                                                0.0\n001    3      Cleo                                                               0.0\n"
		played := strings.ReplaceAll(two, "0.0\n", "0.0       0000 - Z\n")
		text := read(t, played+old+"\n").String()
		now = strings.Replace(now, "240 Z 002", "240 Z 001", 1) // nobody is paired yet
		if !strings.HasSuffix(text, now+"\n") {
			t.Errorf("%s became\n%s", old, text)
		}
	}
}

func TestWhatIsWrongWithANewLineIsSaidWithItsPlace(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"162  W 2.0", "162  Q 2.0", `column 6: expected W, D, L, P, X or Z, found "Q"`},
		{"162  W 2.0", "162 W 2.0 ", "column 6: expected W, D, L, P, X or Z, found nothing"},
		{"162  W 2.0", "162  W two", `column 7: expected points like 0.5, found "two"`},
		{"172 AAA FIDON", "172 AAA BEST", `column 9: expected one of FIDE, NRO, FIDON, NIDOF, HBFN, LBFN, OTHER, found "BEST"`},
		{"192 FIDE_DUTCH_2026_BAKU", "192 FIDE_DUBOV", `column 5: expected a code like FIDE_DUTCH_2026, BERGER_ROUNDROBIN or CUSTOM_KNOCKOUT, found "FIDE_DUBOV"`},
		{"212 PTS,DE,BH/C1", "212 PTS,DE,BX", `column 12: expected the code of a tie-break, found "BX"`},
		{"142 5", "202 DE", "column 1: expected one line 202 or 212, found another"},
		{"222 W300-B240", "222 W300", `column 5: expected a time control like 40/6000+30:900+30, found "W300"`},
		{"240 H 002    2", "240 U 002    2", `column 5: expected F, H or Z, found "U"`},
		{"240 H 002    2", "240 H 100    2", "column 7: expected a round from 1 to 99, found 100"},
		{"240 H 002    2", "240 H 002    7", "column 11: expected only numbers of players of this file, found 7"},
		{"240 H 002    2", "240 H 002", `column 11: expected a player's number, found ""`},
		{"250       1.0", "250  1.0  1.0", `column 5: expected no points of teams, found "1.0"`},
		{"250       1.0", "250       0.0", `column 10: expected points like 1.0, found "0.0"`},
		{"001 002    1    2", "002 001    1    2", "column 19: expected a last round behind the first one, found 1"},
		{"001 002    1    2", "001 002    2    1", "column 28: expected a last player behind the first one, found 1"},
		{"260 001 003    1    2    3", "260 001 003    1    2    x", `column 23: expected a player's number, found "x"`},
		{"260 001 003", "260 003 001", "column 9: expected a last round behind the first one, found 1"},
		{"299 L         1.0", "299 Q         1.0", `column 5: expected W, D, L, F, H, Z, +, - or nothing, found "Q"`},
		{"299 L         1.0", "299 L  2.0    1.0", `column 8: expected no points of teams, found "2.0"`},
		{"299 L         1.0", "299 L           x", `column 14: expected points like 0.5 or -1.0, found "x"`},
		{"182 kickabout", "013 Team", "column 1: expected a tournament of players, found a line of one of teams: 013"},
		{"182 kickabout", "310   1 Team", "column 1: expected a tournament of players, found a line of one of teams: 310"},
	} {
		t.Run(c.new, func(t *testing.T) {
			text := strings.Replace(every, c.old, c.new, 1)
			if text == every {
				t.Fatal("the case changes nothing")
			}
			if c.new == "202 DE" {
				text = strings.Replace(text, "202 DE\n", "", 1) + "202 DE\n"
			}
			_, err := trf.Read([]byte(text))
			if err == nil || !strings.HasSuffix(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// A game that is adjourned counts as the file says, and the next round is paired (162 X).
func TestARoundIsPairedWhileAGameGoesOnIfTheFileSaysWhatItIsWorth(t *testing.T) {
	text := "001    1      Ann                                                                0.5          2 w\n" +
		"001    2      Bob                                                                0.5          1 b\n"
	if _, err := trf.Read([]byte(text)); err == nil {
		t.Error("points without a result were read")
	}
	at, err := read(t, text+"162  X 0.5\n").Tournament()
	if err != nil || at.Players[0].Past[0].Points != 5 {
		t.Errorf("%+v, %v", at, err)
	}
}

// FIDE's own example (C.04.5.1): of 161 players 82 are accelerated; of nine rounds five.
func TestBakuAcceleratesTheFirstHalf(t *testing.T) { // R-FI-4
	text := ""
	for i := range 161 {
		text += "001 " + strings.Repeat(" ", 3-len(decimal(i+1))) + " " + decimal(i+1) + strings.Repeat(" ", 72) + "0.0\n"
	}
	f := read(t, text+"142 9\n192 FIDE_DUTCH_2026_BAKU\n")
	for rounds, want := range []int{10, 10, 10, 5, 5, 0, 0, 0, 0} {
		at, err := f.Before(rounds)
		if err != nil {
			t.Fatal(err)
		}
		if at.Players[0].Extra[rounds] != want || at.Players[81].Extra[rounds] != want || at.Players[82].Extra[rounds] != 0 {
			t.Errorf("round %d: %d, %d and %d", rounds+1, at.Players[0].Extra[rounds], at.Players[81].Extra[rounds], at.Players[82].Extra[rounds])
		}
	}
	f.Extra = []trf.Extra{{Points: 20, From: 2, To: 2, First: 161, Last: 161}} // lines of their own take its place
	at, err := f.Before(1)
	if err != nil || at.Players[0].Extra[1] != 0 || at.Players[160].Extra[1] != 20 {
		t.Errorf("%v, %v", at.Players[160], err)
	}
}

func decimal(n int) string {
	text := ""
	for ; n > 0; n /= 10 {
		text = string(rune('0'+n%10)) + text
	}
	return text
}
