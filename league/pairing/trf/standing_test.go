package trf_test

import (
	"slices"
	"strings"
	"testing"

	"kickabout/league/pairing/trf"
)

// ranked returns the places of a file whose table goes by some codes.
func ranked(t *testing.T, players, codes, more string) []int {
	t.Helper()
	ranks, err := read(t, players+"212 "+codes+"\n"+more).Ranks()
	if err != nil {
		t.Fatal(err)
	}
	return ranks
}

func player(number int, points, games string) string {
	return "001    " + decimal(number) + strings.Repeat(" ", 72) + points + strings.Repeat(" ", 6) + games + "\n"
}

// Three rounds. 1 has asked for a bye in the second, 2 was away in the last one, 4 has won without
// play. Opponents count 2 with 1.5, as drawn where she was away (C.07, 16.3); dummies have at most
// 1.5, three draws (16.4.2), and 4's at most what 5 has (16.4.1).
var five = player(1, "2.5", "     2 w 1  0000 - H     3 b 1") +
	player(2, "1.0", "     1 b 0     3 w 1  0000 - Z") +
	player(3, "1.0", "     4 w 1     2 b 0     1 w 0") +
	player(4, "2.0", "     3 b 0     5 w +     5 b 1") +
	player(5, "1.0", "  0000 - U     4 b -     4 w 0")

func TestTheTableGoesByTheTieBreaksOfTheFile(t *testing.T) { // R-FI-3
	for _, c := range []struct {
		codes string
		want  []int
	}{
		{"PTS", []int{1, 3, 3, 2, 3}},
		// 1: 1.5 + 1.5 + 1.0 = 4.0; 2: 2.5 + 1.0 + 1.0 = 4.5; 3: 2.0 + 1.5 + 2.5 = 6.0; 4: 1.0 + 1.0 + 1.0 = 3.0; 5: 1.0 + 1.0 + 2.0 = 4.0
		{"BH", []int{3, 2, 1, 5, 3}},
		// Without the least, those who missed a round by choice without that one: 2.5, 3.5, 4.5, 2.0, 3.0
		{"BH/C1", []int{4, 2, 1, 5, 3}},
		// and without the greatest of the others, too: 1.0, 1.0, 2.0, 1.0, 1.0
		{"BH/M1", []int{2, 2, 1, 2, 2}},
		// 1: 1.5 + 0.75 + 1.0; 2: 1.0; 3: 2.0; 4: 1.0 + 1.0; 5: 1.0
		{"SB", []int{1, 4, 2, 2, 4}},
		// 2 has beaten 3, and neither has met 5
		{"PTS,DE", []int{1, 3, 3, 2, 3}},
		{"PTS,WIN,DE", []int{1, 3, 3, 2, 3}},
		{"PTS,TPN", []int{1, 3, 4, 2, 5}},
		{"WIN", []int{1, 3, 3, 1, 3}}, // 5 by the bye
		{"WON", []int{1, 2, 2, 2, 5}},
		{"BPG", []int{2, 2, 2, 1, 5}},
		{"BWG", []int{1, 3, 3, 1, 3}},
		{"PS", []int{1, 5, 2, 2, 2}},
		{"KS", []int{2, 2, 1, 2, 2}}, // 3 has beaten one with at least 1.5
	} {
		if got := ranked(t, five, c.codes, ""); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.codes, got, c.want)
		}
	}
}

func TestWhereAllMeetForfeitsCountAsPlayed(t *testing.T) {
	three := player(1, "1.0", "     2 w +     3 b 0") + player(2, "1.0", "     1 b -  0000 - Z     3 w 1") + player(3, "1.0", "  0000 - Z     1 w 1     2 b 0")
	if got := ranked(t, three, "PTS,SB", "192 BERGER_ROUNDROBIN\n"); !slices.Equal(got, []int{1, 1, 1}) {
		t.Errorf("got %v", got)
	}
	if got := ranked(t, three, "DE", "192 BERGER_ROUNDROBIN\n"); !slices.Equal(got, []int{1, 1, 1}) {
		t.Errorf("in a ring: %v", got)
	}
}

func TestWhatIsNotCountedIsSaid(t *testing.T) {
	for _, code := range []string{"TPR", "SB/C1", "BH/C1/P", "OTHER_COIN"} {
		if _, err := read(t, five+"212 PTS,"+code+"\n").Ranks(); err == nil || err.Error() != "the table goes by "+code+", which is not counted here" {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// Whatever is made up is paired alike again, and one change is found.
func TestWhatIsMadeUpIsCheckedAsItIs(t *testing.T) { // R-FI-3
	for seed := range uint64(20) {
		chances := trf.Chances{Seed: seed, Players: 5 + int(seed), Rounds: 4, Draws: 300, Forfeits: 50, Away: 50, Asked: 50, Leaves: 20, Baku: seed%3 == 0}
		made, err := trf.Generate(chances)
		if err != nil {
			t.Fatal(err)
		}
		f := read(t, made.String())
		if again, err := trf.Generate(chances); err != nil || again.String() != made.String() || !strings.HasPrefix(made.String(), "### kickabout pair --generate "+chances.String()+"\n") {
			t.Fatalf("seed %d gives another file: %v", seed, err)
		}
		if d, err := f.Differences(trf.Swiss); err != nil || len(d) > 0 {
			t.Errorf("seed %d: %v, %v", seed, d, err)
		}
		ranks, err := f.Ranks()
		for i, p := range f.Players {
			if err != nil || p.Rank != ranks[i] {
				t.Errorf("seed %d: %d has place %d, and %v, %v", seed, p.Number, p.Rank, ranks, err)
			}
		}
		// Another side in the last round is another round.
		last := len(f.Players[0].Games) - 1
		for i, p := range f.Players {
			if g := p.Games[last]; g.Side != 0 {
				f.Players[i].Games[last].Side = g.Side.Other()
			}
		}
		if d, err := f.Differences(trf.Swiss); err != nil || len(d) != 1 || d[0].Round != last+1 {
			t.Errorf("seed %d: with other sides %v, %v", seed, d, err)
		}
	}
}

// The bytes of a tournament by chance are the same for ever: others may keep a seed alone.
func TestASeedStandsForItsFile(t *testing.T) {
	f, err := trf.Generate(trf.Chances{Seed: 7, Players: 4, Rounds: 2, Draws: 300, Forfeits: 20})
	if err != nil {
		t.Fatal(err)
	}
	const want = `### kickabout pair --generate --seed 7 --players 4 --rounds 2 --draws 300 --forfeits 20 --away 0 --asked 0 --leaves 0
012 A tournament by chance
092 Swiss
001    1      Player 1                          2051                             1.0    2     3 w =     2 b =
001    2      Player 2                          1518                             1.0    3     4 b =     1 w =
001    3      Player 3                          1094                             1.5    1     1 b =     4 w 1
001    4      Player 4                          1028                             0.5    4     2 w =     3 b 0
142 2
152 W
192 FIDE_DUTCH
212 PTS,BH/C1,BH,DE,WIN,TPN
`
	if f.String() != want {
		t.Errorf("got\n%s", f)
	}
}

func TestOtherSystemsAreCheckedToo(t *testing.T) {
	f, err := trf.ReadNames([]byte("A\nB\nC\nD\n"))
	if err != nil {
		t.Fatal(err)
	}
	f.Rounds = 6
	for range 6 {
		pairs, _, err := f.RoundRobin()
		if err != nil {
			t.Fatal(err)
		}
		f = f.Pair(pairs, nil)
	}
	if d, err := f.Differences(trf.RoundRobin); err != nil || len(d) > 0 {
		t.Errorf("a round robin: %v, %v", d, err)
	}
	f.Players[0].Games[0].Side, f.Players[3].Games[0].Side = 2, 1
	if d, err := f.Differences(trf.RoundRobin); err != nil || len(d) != 1 {
		t.Errorf("with another kick-off: %v, %v", d, err)
	}
}
