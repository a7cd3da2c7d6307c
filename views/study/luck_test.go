package study

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/league/assessment"
)

// luckOf is the table of some players sorted by a key, asked for by one of them.
func luckOf(list []assessment.PlayerLuck, by, viewer string) *LuckTable {
	return NewLuckTable(LuckInput{"/cup", "of this cup", list, by, func(by string) string { return "/cup?luck=" + by + "&sort=son" }, viewer})
}

func TestATableOfLuckIsSortedByEachColumn(t *testing.T) {
	person := func(name string) league.Player { return league.Player{ID: name, Name: name, Kind: league.Member} }
	list := []assessment.PlayerLuck{ // as the store has it: the best without luck first
		{Player: person("dan"), LuckSum: assessment.LuckSum{Matches: 1, Points: 2000, Adjusted: 4000}},                               // never had a choice
		{Player: person("Bob"), LuckSum: assessment.LuckSum{Matches: 3, Points: 9000, Adjusted: 9300, Cost: 300, Decisions: 10}},     // 3.0, -0.1, 0.030
		{Player: person("ann"), LuckSum: assessment.LuckSum{Matches: 9, Points: 9000, Adjusted: 9000, Cost: 9, Decisions: 9}},        // 1.0, 0, 0.001
		{Player: person("cleo"), LuckSum: assessment.LuckSum{Matches: 2, Points: 10000, Adjusted: 1000, Cost: 1000, Decisions: 500}}, // 5.0, 4.5, 0.002
	}
	for by, want := range map[string]string{
		"": "dan Bob ann cleo", "nonsense": "dan Bob ann cleo", "player": "ann Bob cleo dan", "games": "ann Bob cleo dan", "points": "cleo Bob dan ann",
		"luck": "cleo ann Bob dan", "cost": "ann cleo Bob dan",
	} {
		table := luckOf(list, by, "ann")
		var got []string
		for _, r := range table.Rows {
			got = append(got, r.Name)
			if r.You != (r.Name == "ann") {
				t.Errorf("by %q: the viewer is %s", by, r.Name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("by %q: %v, want %s", by, got, want)
		}
		for _, h := range table.Heads {
			if h.Now != (h.Key == by || h.Key == "" && by == "nonsense") {
				t.Errorf("by %q: the head %q is sorted: %v", by, h.Key, h.Now)
			}
			if want := "/cup?luck=" + h.Key + "&sort=son#luck"; h.URL != want && h.Key != "" {
				t.Errorf("the head %q leads to %s, want %s", h.Key, h.URL, want)
			}
		}
	}
	if rows := luckOf(list, "", "").Rows; rows[0].Cost != "–" || rows[0].Level != "–" || rows[3].Level != "master" || rows[3].Luck != "+4.50" || slices.ContainsFunc(rows, func(r LuckSplitRow) bool { return r.You }) {
		t.Errorf("%+v", rows)
	}
}

// A page shows the first hundred, and the viewer wherever they are; the files have all.
func TestALongTableOfLuckIsCut(t *testing.T) {
	var list []assessment.PlayerLuck
	for i := range 205 {
		id := fmt.Sprintf("p%03d", i)
		list = append(list, assessment.PlayerLuck{Player: league.Player{ID: id, Name: id}, LuckSum: assessment.LuckSum{Matches: 1, Adjusted: 5000 - i}})
	}
	for viewer, want := range map[string][2]int{"": {100, 105}, "p099": {100, 105}, "p100": {101, 104}, "p204": {101, 104}, "stranger": {100, 105}} {
		table := luckOf(list, "", viewer)
		if len(table.Rows) != want[0] || table.Left != want[1] || table.Rows[99].Name != "p099" {
			t.Errorf("%q sees %d, and %d are left", viewer, len(table.Rows), table.Left)
		}
	}
	if lines := strings.Count(string(LuckCSV(list)), "\n"); lines != 206 {
		t.Errorf("the file has %d lines", lines)
	}
}

func TestTheFilesOfLuckHaveTheWholeSums(t *testing.T) {
	list := []assessment.PlayerLuck{
		{Player: league.Player{ID: "a", Name: "=Ann"}, LuckSum: assessment.LuckSum{Matches: 2, Points: 8500, Given: 1500, Adjusted: 6501, Squares: 3000*3000 + 3501*3501, Cost: 1000, Decisions: 40}},
		{Player: league.Player{ID: "b", Name: "Bob"}, LuckSum: assessment.LuckSum{Matches: 1, Points: 0, Adjusted: -120, Squares: 120 * 120}},
	}
	want := "player,games,paid,luck,without luck,standard error,decisions,cost a decision,level,given up\n'=Ann,2,4.250,0.250,3.251,0.251,40,0.025,expert,0.750\nBob,1,0.000,0.120,-0.120,0.000,0,,,0.000\n"
	if got := string(LuckCSV(list)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	text, err := LuckJSON(list)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Rows []JSONLuckRow }
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if ann := got.Rows[0]; ann != (JSONLuckRow{"=Ann", 2, 8500, 499, 1500, 6501, 3250.5, 250.5, 1000, 40, "expert"}) || len(got.Rows) != 2 || got.Rows[1].Error != 0 {
		t.Errorf("%+v", got)
	}
	if empty, err := LuckJSON(nil); err != nil || string(empty) != `{"rows":[]}` {
		t.Errorf("%s, %v", empty, err)
	}
}
