package tiebreak_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

func TestEveryProfileIsAListOfTieBreaksThatBeginsWithPoints(t *testing.T) {
	for _, p := range tiebreak.Profiles() {
		found, ok := tiebreak.ProfileByID(p.ID)
		if !ok || found.Name != p.Name || p.Name == "" || p.Order[0].Code != "TP" || slices.ContainsFunc(p.Order, func(b tiebreak.Break) bool { return b.Count == nil }) {
			t.Errorf("%q is %+v", p.ID, found)
		}
	}
	if p, ok := tiebreak.ProfileByID("best"); ok {
		t.Errorf("there is no such profile, and it is %v", p)
	}
	if b, ok := tiebreak.ByCode("XX"); ok {
		t.Errorf("there is no such tie-break, and it is %v", b)
	}
}

func TestEveryTieBreakSaysWhatItIs(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range tiebreak.All() {
		if b.Code == "" || b.Name == "" || b.Means == "" || b.Unit == 0 || b.Count == nil || seen[b.Code] {
			t.Errorf("%+v lacks something", b)
		}
		if seen[b.Code] = true; strings.HasSuffix(b.Means, ".") {
			t.Errorf("what %s means is no part of a sentence", b.Code)
		}
	}
}

func TestTheRulesOrders(t *testing.T) {
	for id, want := range map[string]string{
		"std": "TP SON DE NW GD GF TO LOT", "lg": "TP SON LOT", "football": "TP DTP DGD GD GF LOT", "fide-rr": "TP DE SB KS WIN", "": "TP SON",
		"swiss": "TP SON BH-C1 DE NW LOT",
	} {
		p, _ := tiebreak.ProfileByID(id)
		var codes []string
		for _, b := range p.Order {
			codes = append(codes, b.Code)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%q is %s, want %s", id, got, want)
		}
	}
}

func TestGoalsThatCount(t *testing.T) {
	for _, c := range []struct {
		name  string
		given engine.Outcome
		want  [2]int
	}{
		{"those on the board of a match that was played out", engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}}, [2]int{2, 1}},
		{"those on the board of one that was adjudicated", engine.Outcome{Ending: engine.Adjudication, Winner: engine.Second, Score: [2]int{0, 1}}, [2]int{0, 1}},
		{"3:0 of one that was given up", engine.Outcome{Ending: engine.Resignation, Winner: engine.First, Score: [2]int{2, 1}}, [2]int{3, 0}},
		{"3:0 although the loser led", engine.Outcome{Ending: engine.Timeout, Winner: engine.Second, Score: [2]int{4, 0}}, [2]int{0, 3}},
		{"3:0 although the winner led by two", engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second, Score: [2]int{2, 4}}, [2]int{0, 3}},
		{"those on the board where the winner led by three", engine.Outcome{Ending: engine.Resignation, Winner: engine.Second, Score: [2]int{1, 4}}, [2]int{1, 4}},
		{"those on the board where the winner led by four", engine.Outcome{Ending: engine.Timeout, Winner: engine.First, Score: [2]int{5, 1}}, [2]int{5, 1}},
		{"none of a double forfeit", engine.Outcome{Ending: engine.DoubleForfeit, Score: [2]int{2, 1}}, [2]int{}},
		{"none of a void match", engine.Outcome{Ending: engine.Void, Score: [2]int{2, 1}}, [2]int{}},
	} {
		if got := tiebreak.Goals(c.given); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTheLotIsTheOrderOfTheHashes(t *testing.T) {
	// SHA-256 of "seedann" begins with 050d30, of "seedbob" with 452f98, of "seedcleo"
	// with 17ee42, of "seeddan" with 9072b6.
	got := tiebreak.Lot([]byte("seed"), []string{"ann", "bob", "cleo", "dan"})
	if fmt.Sprint(got) != "[1 3 2 4]" {
		t.Errorf("got %v", got)
	}
}

func TestNumbersAreShownAsPlayersReadThem(t *testing.T) {
	for _, c := range []struct {
		code   string
		number int
		want   string
	}{
		{"TP", 180, "18"}, {"SON", 25500, "255"}, {"SON", 150, "1.5"}, {"SB", 50, "2.5"}, {"GD", 3, "+3"}, {"GD", -3, "-3"}, {"GD", 0, "0"}, {"GF", 3, "3"},
	} {
		if b, _ := tiebreak.ByCode(c.code); b.Show(c.number) != c.want {
			t.Errorf("%s shows %d as %s, want %s", c.code, c.number, b.Show(c.number), c.want)
		}
	}
}

// The players of a small group: a beat b 2:1, b beat c in sudden death 3:2, c and a
// parted without a goal, and c lost to a on time.
func small() *tiebreak.Cross {
	c := tiebreak.NewCross(3, 4, 50)
	scoring := league.Standard()
	for _, m := range []struct {
		first, second int
		o             engine.Outcome
	}{
		{0, 1, engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}}},
		{1, 2, engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{3, 2}}},
		{2, 0, engine.Outcome{Ending: engine.Goalless}},
		{0, 2, engine.Outcome{Ending: engine.Timeout, Winner: engine.First, Score: [2]int{0, 1}}},
	} {
		points, _ := scoring.Points(m.o)
		c.Add(m.first, m.second, &m.o, points)
	}
	return c
}

func TestWhatEachTieBreakCounts(t *testing.T) {
	everybody := []int{0, 1, 2}
	for code, want := range map[string]string{
		"TP": "12 4 3", "SON": "41 12 28", "DE": "12 4 3", "DTP": "12 4 3", "NW": "1 0 0", "GD": "+4 0 -4", "DGD": "+4 0 -4",
		"GF": "5 4 2", "TO": "0 0 1", "LOT": "0 0 0", "SB": "8.5 3 6", "KS": "0 0 2", "WIN": "2 1 0",
	} {
		b, ok := tiebreak.ByCode(code)
		var got []string
		for _, i := range everybody {
			got = append(got, b.Show(b.Count(small(), everybody, i)))
		}
		if text := strings.Join(got, " "); !ok || text != want {
			t.Errorf("%s counts %s, want %s", code, text, want)
		}
	}
	for _, code := range []string{"DE", "DTP", "DGD"} {
		b, _ := tiebreak.ByCode(code)
		if got, want := b.Count(small(), []int{1, 2}, 1), map[string]int{"DE": 40, "DTP": 40, "DGD": 1}[code]; got != want {
			t.Errorf("among b and c %s of b is %d, want %d", code, got, want)
		}
	}
}
