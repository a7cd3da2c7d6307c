package results_test

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league/results"
	"kickabout/league/table"

	"pgregory.net/rapid"
)

// TestWinnersThatContradict tries every ending with every winner and some scores; what is
// allowed is written down here once more, as sentences of the rules (league rules 1) read.
func TestWinnersThatContradict(t *testing.T) {
	allowed := func(e engine.Ending, winner string, a, b int) bool {
		leads := winner == "first" && a > b || winner == "second" && b > a
		level := a == b && a > 0 && winner != ""
		nothing := a+b == 0 && winner == ""
		switch e {
		case engine.FullTime, engine.Target, engine.SuddenDeath:
			return leads
		case engine.LastGoal:
			return level
		case engine.Goalless:
			return nothing
		case engine.Adjudication:
			return leads || level || nothing
		case engine.DoubleForfeit, engine.Void:
			return winner == ""
		}
		return winner != "" // who gave up may have led
	}
	all := append([]engine.Ending{engine.FullTime, engine.Target, engine.SuddenDeath, engine.LastGoal, engine.Goalless}, engine.PlatformEndings()...)
	accepted := 0
	for _, e := range all {
		for _, winner := range []string{"first", "second", ""} {
			for _, score := range [][2]int{{0, 0}, {1, 1}, {2, 1}, {0, 4}} {
				line := fmt.Sprintf("ann,bob,%s,%s,%d,%d", e, winner, score[0], score[1])
				_, err := results.ReadResults(strings.NewReader("first,second,ending,winner,first_goals,second_goals\n"+line+"\n"), false)
				want := allowed(e, winner, score[0], score[1])
				if want != (err == nil) {
					t.Errorf("%s: %v", line, err)
				}
				if want {
					accepted++
				}
			}
		}
	}
	if accepted != 6+2+1+5+8+4*8 {
		t.Errorf("%d lines are right", accepted)
	}
}

func TestCloseWinsPayLessOnDemand(t *testing.T) { // R-PT-3
	const file = "first,second,ending,winner,first_goals,second_goals\nann,bob,target,first,7,6\ncleo,bob,target,first,7,5\nann,cleo,full time,first,6,5\n"
	for on, want := range map[bool]string{false: "ann 100 cleo 50 bob 0", true: "ann 90 cleo 50 bob 10"} {
		found, err := results.ReadResults(strings.NewReader(file), false)
		if err == nil && on {
			err = found.CloseWins()
		}
		if err != nil {
			t.Fatal(err)
		}
		made, err := table.New(found.Sheet)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range made.Rows() {
			got = append(got, r.Player, strconv.Itoa(int(r.Points)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("close wins %t: %v, want %s", on, got, want)
		}
	}
	points, err := results.ReadResults(strings.NewReader("first,second,first_points,second_points\nann,bob,1,0\n"), false)
	if err != nil || points.CloseWins() == nil {
		t.Errorf("of points alone close wins are told: %v", err)
	}
}

// TestNumbersAreExact adds decimals up as fractions, and compares TP, SON and SB.
func TestNumbersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := []string{"ann", "bob", "cleo"}
		text := "first_points,first,second,second_points\n"
		points, from := map[string]*big.Rat{}, map[[2]string]*big.Rat{}
		add := func(who, whom, number string) {
			x, _ := new(big.Rat).SetString(number)
			for _, at := range []*big.Rat{ratOf(points, who), ratOf(from, [2]string{who, whom})} {
				at.Add(at, x)
			}
		}
		number := rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("%d.%0*d", rapid.IntRange(0, 9).Draw(t, "whole"), rapid.IntRange(1, 4).Draw(t, "digits"), rapid.IntRange(0, 9).Draw(t, "part"))
		})
		for range rapid.IntRange(1, 9).Draw(t, "matches") {
			i := rapid.IntRange(0, 2).Draw(t, "first")
			a, b := players[i], players[(i+rapid.IntRange(1, 2).Draw(t, "step"))%3]
			x, y := number.Draw(t, "first points"), number.Draw(t, "second points")
			text += fmt.Sprintf("%s,%s,%s,%s\n", x, a, b, y)
			add(a, b, x)
			add(b, a, y)
		}
		found, err := results.ReadResults(strings.NewReader(text), false)
		if err != nil {
			t.Fatal(err)
		}
		order, _ := found.Order("tp,son")
		standings, err := found.Standings(order)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		standings.Write(&out)
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n")[1:] {
			f := strings.Fields(line)
			son := new(big.Rat)
			for _, whom := range players {
				son.Add(son, new(big.Rat).Mul(ratOf(from, [2]string{f[1], whom}), ratOf(points, whom)))
			}
			for i, want := range []*big.Rat{ratOf(points, f[1]), son} {
				if got, ok := new(big.Rat).SetString(f[3+i]); !ok || got.Cmp(want) != 0 {
					t.Errorf("%s\n%s has %s, not %s", text, f[1], f[3+i], want.FloatString(8))
				}
			}
		}
	})
}

func ratOf[K comparable](m map[K]*big.Rat, key K) *big.Rat {
	if m[key] == nil {
		m[key] = new(big.Rat)
	}
	return m[key]
}

func TestWhatIsTooMuchIsRefused(t *testing.T) {
	header := "first,second,first_points,second_points\n"
	played := "first,second,ending,winner,first_goals,second_goals\n"
	var players, points strings.Builder
	for i := range 501 {
		fmt.Fprintf(&players, "p%d,q%d,1,0\n", i, i)
		fmt.Fprintf(&points, "ann,bob,%d,0\n", 1000)
	}
	for name, c := range map[string]struct{ text, says string }{
		"players":           {header + players.String(), "line 502, column 1 (first): there should be a player of those above"},
		"points":            {header + points.String(), "line 302, column 3 (first_points): there should be so many points that the player has 300000 at most"},
		"lines":             {header + strings.Repeat("ann,bob,0,0\n", 100_001), "line 100002, column 1 (first): there should be at most 100000 lines"},
		"a name":            {header + strings.Repeat("a", 101) + ",bob,1,0\n", "line 2, column 1 (first): there should be a name of at most 100 characters"},
		"a digit":           {header + "ann,bob,0.00001,0\n", "at most 4 digits"},
		"points of a match": {header + "ann,bob,1000.5,0\n", "from 0 to 1000 with"},
		"goals":             {played + "ann,bob,full time,first,1000,0\n", "line 2, column 5 (first_goals): there should be a whole number of goals from 0 to 999"},
		"goals below none":  {played + "ann,bob,full time,first,1,-1\n", "line 2, column 6 (second_goals)"},
		"a column twice":    {"first,second,first,second_points\n", "line 1, column 3: this column is there twice, it is column 1 too"},
		"control":           {header + "\"an\nn\",bob,1,0\n", "line 2, column 1 (first): there should be a name in UTF-8 on one line"},
	} {
		if _, err := results.ReadResults(strings.NewReader(c.text), false); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

func TestAMarkOfTheByteOrderIsNoPartOfTheHeader(t *testing.T) {
	if r, err := results.ReadResults(strings.NewReader("\ufefffirst,second,first_points,second_points\nann,bob,1,0\n"), false); err != nil || len(r.Sheet.Fixtures) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestATieBreakStandsInAListOnce(t *testing.T) {
	if _, err := (results.Results{Played: true}).Order("tp,gd,TP"); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("%v", err)
	}
}
