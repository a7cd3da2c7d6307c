package results_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kickabout/league/results"
)

// ranked returns the table of a file as text, or what is wrong with it.
func ranked(t *testing.T, file string) string {
	t.Helper()
	found, err := results.ReadResults(strings.NewReader(file), false)
	if err != nil {
		return err.Error()
	}
	order, err := found.Order("")
	if err != nil {
		t.Fatal(err)
	}
	standings, err := found.Standings(order)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := standings.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// player is a line of a tournament file.
func player(number int, name string, points float64, games ...string) string {
	return fmt.Sprintf("001 %4d      %-33s%33s%4.1f %4d", number, name, "", points, number) + strings.Repeat(" ", 2) + strings.Join(games, "  ") + "\n"
}

// TestTheSameTableFromEachFile reads one tournament in each way that is known.
func TestTheSameTableFromEachFile(t *testing.T) {
	t.Parallel()
	const commas = "first,second,first_points,second_points\nAnn,Bob,1,0\nCleo,Ann,0.5,0.5\nBob,Cleo,0,1\n"
	want := ranked(t, commas)
	if !strings.Contains(want, "Cleo") || strings.Contains(want, "line") {
		t.Fatal(want)
	}
	for name, file := range map[string]string{
		"semicolons":        strings.ReplaceAll(commas, ",", ";"),
		"tabs":              strings.ReplaceAll(commas, ",", "\t"),
		"decimal commas":    strings.ReplaceAll(strings.ReplaceAll(commas, ",", ";"), "0.5", "0,5"),
		"a mark at the top": "\ufeff\"first\"" + strings.TrimPrefix(commas, "first"),
		"lines of Windows":  strings.ReplaceAll(commas, "\n", "\r\n"),
		"a tournament file": player(1, "Ann", 1.5, "   2 w 1", "   3 b =") + player(2, "Bob", 0, "   1 b 0", "0000 - Z", "   3 w 0") +
			player(3, "Cleo", 1.5, "0000 - Z", "   1 w =", "   2 b 1"),
	} {
		if got := ranked(t, file); got != want {
			t.Errorf("%s:\n%s\nit should be\n%s", name, got, want)
		}
	}
	byes := []string{
		"round," + strings.TrimSpace(strings.SplitN(commas, "\n", 2)[0]) + ",bye\n1,Ann,Bob,1,0,\n1,Cleo,,1,,pairing\n2,Bob,,0.5,,half\n2,Cleo,Ann,1,0,forfeit\n",
		player(1, "Ann", 1, "   2 w 1", "   3 b -") + player(2, "Bob", 0.5, "   1 b 0", "0000 - H") + player(3, "Cleo", 2, "0000 - U", "   1 w +"),
	}
	const told = "1     Cleo    1        2    "
	if a, b := ranked(t, byes[0]), ranked(t, byes[1]); a != b || !strings.Contains(a, told) {
		t.Errorf("byes as a table:\n%s\nas a tournament file:\n%s", a, b)
	}
	onTop := player(1, "Ann", 1, "   2 w 1") + player(2, "Bob", 2, "   1 b 0") + "299          2.0  001    2\n"
	if got := ranked(t, onTop); !strings.Contains(got, `"Bob" has points beside those of games and byes`) {
		t.Errorf("points on top: %s", got)
	}
	if got := ranked(t, player(1, "Ann", 7, "   2 w 1")+player(2, "Bob", 0, "   1 b 0")); !strings.Contains(got, "line 1, column 81") {
		t.Errorf("wrong points: %s", got)
	}
}
