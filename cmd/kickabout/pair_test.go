package main

import (
	"strings"
	"testing"
)

// The program itself makes a tournament up, checks it, and says by its exit code what it found.
func TestAFileIsCheckedByPairs(t *testing.T) { // R-FI-3
	made, complaint, code := kickabout(t, "", "pair", "--generate", "--seed", "5", "--players", "11", "--rounds", "5", "--baku")
	if code != 0 || !strings.HasPrefix(made, "### kickabout pair --generate --seed 5 --players 11 --rounds 5 ") {
		t.Fatal(made, complaint, code)
	}
	if again, _, _ := kickabout(t, "", "pair", "--generate", "--seed", "5", "--players", "11", "--rounds", "5", "--baku"); again != made {
		t.Error("the same seed gave another file")
	}
	lines := strings.Split(made, "\n")
	place := lines[3][:85] + "   9" + lines[3][89:] // the first player's
	for _, c := range []struct {
		name, file, out, complaint string
		code                       int
	}{
		{"as it is", made, "All 5 rounds are paired like that here.\nThe table is ranked like that, too.\n", "", 0},
		{"another place", strings.Replace(made, lines[3], place, 1), "Place of 1: 9 in the file,", "0 of 5 rounds and 1 of 11 places differ", 1},
		{"not accelerated", strings.Replace(made, "FIDE_DUTCH_BAKU", "FIDE_DUTCH", 1), "Round 1\n  file: ", "of 5 rounds and 0 of 11 places differ", 1},
		{"without rounds", strings.Replace(made, "142 5", "### 5", 1), "", "say how many --rounds are planned", 3},
		{"a line that is wrong", strings.Replace(made, "142 5", "142 x", 1), "", `line 15, column 5: expected a number of rounds from 1 to 99, found "x"`, 3},
		{"a tie-break that is not counted", strings.Replace(made, "BH/C1", "TPR", 1), "", "the table goes by TPR, which is not counted here", 3},
		{"no system", strings.Replace(made, "192 FIDE_DUTCH_BAKU\n", "", 1), "", "say the --system", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, complaint, code := kickabout(t, c.file, "pair", "--check")
			if code != c.code || !strings.HasPrefix(out, c.out) || !strings.Contains(complaint, c.complaint) {
				t.Errorf("got %d\n%s%s\nwant %d\n%s%s", code, out, complaint, c.code, c.out, c.complaint)
			}
		})
	}
}

func TestWhatIsPairedIsSaidByTheFileOrByAFlag(t *testing.T) {
	for _, c := range []struct {
		name, file string
		args       []string
		want       string
	}{
		{"by a flag", "Ann\nBob\n", []string{"--system", "roundrobin"}, "Round 1\n  1. 1 Ann - 2 Bob\n"},
		{"two that differ", "001    1" + strings.Repeat(" ", 72) + "0.0\n192 BERGER_ROUNDROBIN\n", []string{"--system", "swiss"}, "the file is about a tournament of another --system: BERGER_ROUNDROBIN"},
		{"nobody says", "Ann\nBob\n", nil, "say the --system: swiss, roundrobin or knockout; the file does not"},
		{"too many", "", []string{"--generate", "--players", "5000"}, "--players should be from 2 to 2000"},
		{"a rate", "", []string{"--generate", "--away", "2000"}, "rates should be from 0 to 1000, of a thousand, not 2000"},
		{"accelerated by a flag", "A\nB\nC\nD\nE\nF\nG\nH\n", []string{"--system", "swiss", "--baku", "--rounds", "5"}, "Round 1\n  1. 1 A - 3 C\n  2. 4 D - 2 B\n  3. 5 E - 7 G\n  4. 8 H - 6 F\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, complaint, _ := kickabout(t, c.file, append([]string{"pair"}, c.args...)...)
			if !strings.Contains(out+complaint, c.want) {
				t.Errorf("got %s%s\nwant %s", out, complaint, c.want)
			}
		})
	}
}
