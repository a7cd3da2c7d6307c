package streetsoccer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

func TestTheRulebookNamesTheNumbersItIsPlayedBy(t *testing.T) {
	book := Game{}.Rules()
	for _, c := range []struct {
		title, pattern string
		want           []int
	}{
		{"The pitch", `(\d+) columns, a to f, and (\d+) rows`, []int{6, 10}},
		{"The pitch", `Rows 1 to (\d+) are yellow's half`, []int{half(yellow).len() / columns}},
		{"The pitch", `The (\d+) squares in the middle`, []int{circle.len()}},
		{"The pitch", `a keeper and (\d+) outfielders`, []int{parsed(t, "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -").outfielders[yellow].len()}},
		{"Before the kick-off", `their other (\d+) outfielders`, []int{placed}},
		{"The kick-off", `two dice differ, 1 to (\d+) squares`, []int{5}},
		{"The end", `Normal time is (\d+) turns for each side`, []int{Game{}.Info().Turns}},
		{"The end", `up to (\d+) turns each, and the first goal wins`, []int{parsed(t, "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 6 53 0:0 -").Diagram().Turns}},
		{"Positions", `1 and 2 are the placings, (\d+) the kick-off, (\d+) the last of normal time, (\d+) the last of all`, []int{3, 52, 72}},
	} {
		found := regexp.MustCompile(c.pattern).FindStringSubmatch(enginetest.Prose(enginetest.Chapter(t, Game{}, c.title)))
		if found == nil {
			t.Errorf("%s: nothing reads like %q", c.title, c.pattern)
			continue
		}
		if want := fmt.Sprint(c.want); fmt.Sprint(found[1:]) != want {
			t.Errorf("%s: %q names %v, the game is played by %s", c.title, found[0], found[1:], want)
		}
	}
	if want := fmt.Sprintf("%d figures each", team); !strings.Contains(book.Lead, want) || !strings.Contains(book.Lead, fmt.Sprintf("after %d turns", turns)) {
		t.Errorf("the lead is %q", book.Lead)
	}
}

// The examples by position and touches, with what may be touched next. What is
// long is counted.
func TestTheExamplesShowWhatTheyAreFor(t *testing.T) {
	const goal = "=goal"
	want := []struct {
		title, done, next string
		count             int
	}{
		{"Before the kick-off", "", "", 49},
		{"Before the kick-off", "c0", "", 51},
		{"The kick-off", "", "b2,b4,b5,b6,c2,c4,c7,d2,d3,d4,d7,e3,e7,f4,f5,f6,f7", 17},
		{"Walking", "d5", "a5,b4,b6,c5,c7,d2,d4,d6,e3,e5,e7,f6", 12},
		{"Walking", "b1", "b2,c1", 2},
		{"Walking", "d3", "c3,d4,e3", 3},
		{"Kicking", "e5,d5", "", 30},
		{"Kicking", "e5,d5", "b3,b4,b5,b6,b7,c3,c7,d3,d7,e3,e7,f3,f4,f5,f6,f7", 16},
		{"Kicking", "e5,d5", "", 28},
		{"No surrounding", "b2", "b3,c2", 2},
		{"Goals", "a9,a0", "a7,a9,b7,b9,b0,c7,d7,d9," + goal, 9},
		{"After a goal", "", "c1,d1", 2},
		{"After a goal", "", "c2,d2", 2},
		{"After a goal", "e8,e7," + goal, "c1,d1", 2},
	}
	for _, s := range (Game{}).Rules().Sections {
		for _, b := range s.Blocks {
			if b.Example == nil {
				continue
			}
			e := *b.Example
			p, err := Game{}.Parse(e.Variant, e.Position)
			if err != nil || p.String() != e.Position {
				t.Fatalf("%s: %q: %v", s.Title, e.Position, err)
			}
			if len(want) == 0 {
				t.Fatalf("%s: %q is not looked at", s.Title, e.Position)
			}
			w := want[0]
			want = want[1:]
			next, _ := p.Continue(e.Done)
			if s.Title != w.title || engine.FormatSteps(e.Done) != w.done || len(next) != w.count || w.next != "" && engine.FormatSteps(next) != w.next {
				t.Errorf("%s: %q after %v offers %d: %s, want %+v", s.Title, e.Position, e.Done, len(next), engine.FormatSteps(next), w)
			}
			if !strings.HasSuffix(e.Caption, ".") || e.Ask == "" {
				t.Errorf("%s: %q says %q and asks %q", s.Title, e.Position, e.Caption, e.Ask)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("the examples lack %+v", want)
	}
}

func TestTheVariantsAreToldApart(t *testing.T) {
	table := (Game{}).Rules().Variants
	if want := []string{"What differs", "Little Golem rules", "Mastermove rules", "Board game rules, first reading"}; !slices.Equal(table.Head, want) {
		t.Errorf("the columns are %v, want %v", table.Head, want)
	}
	for _, row := range table.Rows {
		if len(row) != len(table.Head) || row[1] == row[2] && row[2] == row[3] {
			t.Errorf("%v tells nothing apart", row)
		}
	}
}

func TestTheRulebookNamesEveryDecision(t *testing.T) {
	var want []string
	for n := 1; n <= 24; n++ {
		if n != 22 { // RULES.md has none
			want = append(want, fmt.Sprintf("D%d", n))
		}
	}
	var got []string
	for _, d := range (Game{}).Rules().Decisions {
		got = append(got, d.ID)
		if !strings.HasSuffix(d.Text, ".") {
			t.Errorf("%s: %q is no sentence", d.ID, d.Text)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the decisions are %v, want %v", got, want)
	}
}

func TestDecisionD17NamesTheTiersThatArePlayed(t *testing.T) {
	i := slices.IndexFunc(decisions(), func(d engine.Decision) bool { return d.ID == "D17" })
	want := "c2 and d2, then b1 and e1, then b2 and e2, then c3 and d3, then c4 and d4."
	if text := decisions()[i].Text; !strings.Contains(text, want) {
		t.Errorf("%q lacks %q", text, want)
	}
}

func TestTheNotationShownIsThatOfTheGame(t *testing.T) {
	legal := map[string]string{ // a position in which the move shown is one
		"Placing":        "place Y c1d5 d0c6 d5 2 1 0:0 -",
		"Placing of all": "place Y - - - - 1 0:0 -",
		"Kick-off":       "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -",
		"Walk":           "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 2 5 0:0 -",
		"Walk and kick":  "turn R c1b7c3d5e8 d0b3c6d8e4 f5 2 4 0:0 -",
		"Goal":           "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -",
		"Goal, keeper":   "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -",
		"Restart":        "restart Y c1b7c3d5e8 d0b3c6d8e4 - 2 5 0:1 R",
	}
	rows := enginetest.Chapter(t, Game{}, "Moves").Blocks[1].Table.Rows
	if len(rows) != len(legal) {
		t.Errorf("%d kinds of moves are shown, want %d", len(rows), len(legal))
	}
	for _, row := range rows {
		rules := lgID
		if row[0] == "Placing of all" {
			rules = mastermoveID
		}
		if strings.Contains(row[1], "|P") {
			rules = backRules
		}
		if err := by(t, rules, legal[row[0]]).Check(engine.Move(row[1])); err != nil {
			t.Errorf("%s: %s: %v", row[0], row[1], err)
		}
	}
	_, example, _ := strings.Cut(enginetest.Prose(enginetest.Chapter(t, Game{}, "Positions")), "such as: ")
	example, _, _ = strings.Cut(example, "\n")
	if p := parsed(t, example); len(strings.Fields(example)) != len(enginetest.Chapter(t, Game{}, "Positions").Blocks[1].Table.Rows) || p.String() != example {
		t.Errorf("the example of a position is %q", example)
	}
}
