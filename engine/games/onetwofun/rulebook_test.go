package onetwofun

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// prose returns all texts of a chapter with nothing stressed.
func prose(s engine.Section) string { return unstressed(enginetest.Prose(s)) }

func unstressed(text string) string {
	const shown = "\x00"
	text = strings.ReplaceAll(text, "**", shown)
	return strings.ReplaceAll(strings.ReplaceAll(text, "*", ""), shown, "*")
}

// where lists the places with a property, by column, then by row.
func where(has func(place) bool) []place {
	return slices.DeleteFunc(box(0, 1, 11, 1, 15), func(p place) bool { return !has(p) })
}

// named writes places as the rulebook does: "e15, f15 and g15".
func named(places []place) string {
	texts := strings.Split(textOf(places), ",")
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// extent returns the first and last column letter of places and how many rows they have.
func extent(places []place) (first, last string, deep int) {
	rows := map[int]bool{}
	for _, p := range places {
		rows[p.y] = true
	}
	places = sorted(places)
	return places[0].text()[:1], places[len(places)-1].text()[:1], len(rows)
}

// firstFor returns the smallest number for which something holds.
func firstFor(holds func(n int) bool) int {
	for n := 1; ; n++ {
		if holds(n) {
			return n
		}
	}
}

// The figures in the texts are those that the slow rules are played by, which agree
// with the game.
func TestTheRulebookNamesTheNumbersItIsPlayedBy(t *testing.T) {
	goals := Game{}.Info().Options[0].Values
	first, last, deep := extent(where(func(p place) bool { return p.inArea(0) }))
	ring := where(func(p place) bool { return p.nextToArea(0) })
	ringFirst, ringLast, _ := extent(ring)
	var circle []place
	for _, m := range modelStart("basic").moves() {
		for _, p := range placesOf(m[2:]) {
			if !slices.Contains(circle, p) {
				circle = append(circle, p)
			}
		}
	}
	circle = sorted(circle)
	inArea := modelOf("basic", "play W b15,f14,h9 ? 0:0 1 - - -")
	double := firstFor(func(n int) bool { return inArea.roll(n, n).phase == "penalty" })
	shot := modelOf("basic", "penalty W b12,f13,h9 1-1 0:0 1 - - pen")
	spots := [2]string{}
	for side, text := range []string{"penalty W e14,f12,h9 1-1 0:0 1 - - -", "penalty B e2,f4,h9 1-1 0:0 2 - - -"} {
		_, spots[side], _ = strings.Cut(strings.Fields(modelOf("basic", text).moves()[0])[1], ">")
	}
	scores := firstFor(func(n int) bool { return shot.roll(n).phase == "kickoff" })
	onLine := firstFor(func(n int) bool { return strings.Contains(shot.roll(n).text(), "f15") })
	twoDice := firstFor(func(n int) bool {
		if n > 6 {
			return true
		}
		m := modelOf("blocking", fmt.Sprintf("play W a10,b10,h10 %d-%[1]d 0:0 1 f1,f15 - block:b10-*:%d", n, 2*n))
		_, dice := m.due()
		return dice == 2
	})
	possessions := firstFor(func(n int) bool {
		m := inArea
		m.possession = n
		return m.handOver().phase == "over"
	})
	keeper := modelStart("professional").keeper

	for _, c := range []struct {
		title, pattern string
		want           []any
	}{
		{"The board", `lattice of (\d+) columns, a to (\w), and (\d+) rows`, []any{len(where(func(p place) bool { return p.y == 1 })), "k", len(where(func(p place) bool { return p.x == 1 }))}},
		{"The board", `Black owns the goal at row (\d+)`, []any{15}},
		{"The board", `The (\d+) markers are nobody's`, []any{len(inArea.markers)}},
		{"The board", `the (\d+) points in the middle of a goal line. White shoots at (.*), Black at (.*)\.`, []any{
			len(where(func(p place) bool { return p.inMouth(0) })), named(where(func(p place) bool { return p.inMouth(0) })), named(where(func(p place) bool { return p.inMouth(1) })),
		}},
		{"The board", `columns (\w) to (\w) of the last (\d+) rows`, []any{first, last, deep}},
		{"The board", `Penalty point: (\w+) and (\w+), (\d+) rows before the goal lines`, []any{spots[0], spots[1], onLine}},
		{"The board", `Corners: (.*) for White, (.*) for Black`, []any{named(where(func(p place) bool { return p.isCorner(0) })), named(where(func(p place) bool { return p.isCorner(1) }))}},
		{"The board", `the (\d+) points (\w+) to (\w+) in the middle of the board`, []any{len(circle), circle[0].text(), circle[len(circle)-1].text()}},
		{"The kick-off", `(\w+) kicks off first`, []any{Game{}.Info().Sides[modelStart("basic").side]}},
		{"Doubles", `The double (\d+) is a penalty`, []any{double}},
		{"Penalties", `A double (\d+) while`, []any{double}},
		{"Penalties", `penalty point, (\w+) for White`, []any{spots[0]}},
		{"Penalties", `There are (\d+) of them: row (\d+) from (\w) to (\w), and beside the area columns (\w) and (\w) `, []any{len(ring), 15 - deep, ringFirst, ringLast, ringFirst, ringLast}},
		{"Penalties", `A (\d+) or more is a goal`, []any{scores}},
		{"Penalties", `for the shot: (\d+) to (\d+) is a goal`, []any{scores, 6}},
		{"Goalkeepers", `White's on (\w+) and Black's on (\w+),`, []any{keeper[0].text(), keeper[1].text()}},
		{"Goalkeepers", `may go (\d+) points? in any direction`, []any{1}},
		{"Goalkeepers", `A penalty with a (\d+) ends on the middle of the goal line`, []any{onLine}},
		{"Blocking shots", `one die up to a total of (\d+), with two`, []any{2 * (twoDice - 1)}},
		{"The end", `first side with (\d+) goals wins. A game can be made for (\d+) or (\d+) goals`, []any{goals[0], goals[1], goals[2]}},
		{"The end", `after (\d+) possessions, counted`, []any{possessions}},
		{"The end", `After (\d+) possessions, with a leader`, []any{possessions}},
		{"Positions", `its number, from 1 to (\d+)`, []any{possessions}},
	} {
		found := regexp.MustCompile(c.pattern).FindStringSubmatch(prose(enginetest.Chapter(t, Game{}, c.title)))
		if found == nil {
			t.Errorf("%s: nothing reads like %q", c.title, c.pattern)
			continue
		}
		if want := fmt.Sprint(c.want); fmt.Sprint(found[1:]) != want {
			t.Errorf("%s: %q names %v, the game is played by %s", c.title, found[0], found[1:], want)
		}
	}
	if lead := (Game{}).Rules().Lead; !strings.HasPrefix(lead, "Three markers") || !strings.Contains(lead, fmt.Sprintf("with %d goals wins", goals[0])) {
		t.Errorf("the lead is %q", lead)
	}
}

// examples lists the examples of the rules with the titles of their chapters.
func examples() (titles []string, list []engine.Example) {
	for _, s := range (Game{}).Rules().Sections {
		for _, b := range s.Blocks {
			if b.Example != nil {
				titles, list = append(titles, s.Title), append(list, *b.Example)
			}
		}
	}
	return titles, list
}

// The examples by their touches, with what may be touched next, or the dice that are due.
func TestTheExamplesShowWhatTheyAreFor(t *testing.T) {
	want := []struct{ title, done, next, dice string }{
		{"The board", "", "e8,f8,g8", ""},
		{"The kick-off", "", "d8,e8,f8,g8,h8", ""},
		{"Turns and possession", "", "", "die"},
		{"The first marker", "g9", "d9,d12,e9,e11,i9,i11,j9,j12", ""},
		{"The second marker", "e8,d9,f8", "d10,h10", ""},
		{"The second marker", "h10,j10", "d8", ""},
		{"Goals", "c14,b14,e13", "=goal", ""},
		{"Doubles", "=direct free kick,b10", "=goal", ""},
		{"Penalties", "h9", "b11,b12,b13,b14,b15,c11,d11,e11,f11,g11,h11,i11,j11,j12,j13,j14,j15", ""},
		{"Penalties", "", "", "penalty"},
		{"Corner kicks", "=corner kick,a15", "a10,a12,a13,c13,c15,d12,d15,f10,f15", ""},
		{"Goalkeepers", "", "e14,e15,f14,f15,g14,g15", ""},
		{"Goalkeepers", "", "", "keeper"},
		{"Goalkeepers", "", "h11,h12,h13,i11,i12,i13,j11,j12,j13", ""},
		{"Blocking shots", "", "", "block"},
		{"Blocking shots", "", "=one die,=two dice", ""},
	}
	titles, list := examples()
	if len(list) != len(want) {
		t.Fatalf("%d examples are looked at, there are %d", len(want), len(list))
	}
	for i, e := range list {
		p, err := Game{}.Parse(e.Variant, e.Position)
		if err != nil || p.String() != e.Position {
			t.Fatalf("%s: %q: %v", titles[i], e.Position, err)
		}
		next, _ := p.Continue(e.Done)
		w, waits := want[i], p.Next()
		if titles[i] != w.title || engine.FormatSteps(e.Done) != w.done || engine.FormatSteps(next) != w.next || waits.Dice.Label != w.dice || waits.Over() {
			t.Errorf("%s: %q after %v offers %s and waits for %+v, want %+v", titles[i], e.Position, e.Done, engine.FormatSteps(next), waits, w)
		}
		if !strings.HasSuffix(e.Caption, ".") || !strings.HasPrefix(e.Ask, "Show ") {
			t.Errorf("%s: %q says %q and asks %q", titles[i], e.Position, e.Caption, e.Ask)
		}
	}
}

// What the captions say of a throw that is due: which throws keep the ball, score or stop a shot.
func TestTheThrowsOfTheExamplesDoWhatTheCaptionsSay(t *testing.T) {
	says := map[string]func(faces []int) string{ // the phase and side that a throw leads to
		"die": func(f []int) string {
			if f[0] == f[1] && f[0] == 1 {
				return "penalty W"
			}
			if f[0] == f[1] {
				return "play W"
			}
			return "play B"
		},
		"penalty": func(f []int) string {
			if f[0] >= 3 {
				return "kickoff B"
			}
			return "play B"
		},
		"keeper": func(f []int) string {
			if f[0] == 4 {
				return "keeper W"
			}
			return "kickoff B"
		},
		"block": func(f []int) string {
			if f[0] == 3 {
				return "keeper W"
			}
			return "kickoff B"
		},
	}
	_, list := examples()
	for _, e := range list {
		p, err := Game{}.Parse(e.Variant, e.Position)
		if err != nil {
			t.Fatal(err)
		}
		dice := p.Next().Dice
		for i := range 36 {
			if dice.Count == 0 || dice.Count == 1 && i >= 6 {
				break
			}
			faces := []int{1 + i%6, 1 + i/6}[:dice.Count]
			after, err := p.Roll(faces...)
			if err != nil {
				t.Fatal(err)
			}
			if want := says[dice.Label](faces); !strings.HasPrefix(after.String(), want+" ") {
				t.Errorf("%q with %v becomes %q, want %s", e.Position, faces, after, want)
			}
		}
	}
}

func TestTheRulebookNamesEveryDecision(t *testing.T) {
	var want []string
	for n := 1; n <= 8; n++ {
		want = append(want, fmt.Sprintf("G%d", n))
	}
	for n := 1; n <= 15; n++ {
		want = append(want, fmt.Sprintf("O%d", n))
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

func TestTheDecisionsNameTheNumbersTheyArePlayedBy(t *testing.T) {
	decided := map[string]string{
		"G2": "15 rows long, so that row 8 ", "G3": "11 columns", "G4": "has 3 points", "G5": "2 rows before the goal line, so that a 1 and a 2 fall short and a 3 ",
		"G6": "7 columns wide and 4 rows deep", "G7": "5 kick-off points", "O1": "White", "O5": "double 1 ", "O7": "17 points", "O9": "after 200 possessions", "O15": "total of 6,",
	}
	for _, d := range decisions() {
		if !strings.Contains(d.Text, decided[d.ID]) {
			t.Errorf("%s: %q lacks %q", d.ID, d.Text, decided[d.ID])
		}
	}
}

func TestTheVariantsAreComparedInEveryRow(t *testing.T) {
	table, info := Game{}.Rules().Variants, Game{}.Info()
	for i, v := range info.Variants {
		if table.Head[i+1] != v.Name {
			t.Errorf("column %d is %q, want %q", i+1, table.Head[i+1], v.Name)
		}
	}
	for _, row := range table.Rows {
		if len(row) != len(table.Head) || len(row) != 1+len(info.Variants) || slices.Equal(row[1:], slices.Repeat(row[1:2], len(info.Variants))) {
			t.Errorf("the row %q does not say what differs", row)
		}
	}
	for _, o := range info.Variants[1].Orders {
		if !regexp.MustCompile(`(?m)^` + o.Name + `[^:]*: .+\.$`).MatchString(prose(enginetest.Chapter(t, Game{}, "Goalkeepers"))) {
			t.Errorf("%q is not explained", o.Name)
		}
	}
}

func TestTheNotationShownIsThatOfTheGame(t *testing.T) {
	legal := map[string]string{ // a position in which the move shown is one
		"Kick-off":           "kickoff W - - 0:0 1 f1,f15 - -",
		"Play":               "play W e8,f8,g8 1-2 0:0 1 f1,f15 - -",
		"Goal":               "play W c14,e13,h14 1-3 0:0 1 f1,f15 - -",
		"Direct free kick":   "play W b10,b11,h11 1-1 0:0 1 f1,f15 - -",
		"Indirect free kick": "play W b10,b11,h11 1-1 0:0 1 f1,f15 - -",
		"Corner kick":        "play W a15,f8,h8 2-3 0:0 1 f1,f15 - -",
		"Penalty":            "penalty W f12,g14,h9 1-1 0:0 1 f1,f15 - -",
		"Keeper":             "keeper B e12,f10,h9 ? 0:0 1 f1,f15 - -",
	}
	rows := enginetest.Chapter(t, Game{}, "Moves").Blocks[1].Table.Rows
	if len(rows) != len(legal) {
		t.Errorf("%d kinds of moves are shown, want %d", len(rows), len(legal))
	}
	for _, row := range rows {
		p, err := Game{}.Parse("professional", legal[row[0]])
		if err != nil {
			t.Fatal(row[0], err)
		}
		if err := p.Check(engine.Move(unstressed(row[1]))); err != nil {
			t.Errorf("%s: %s: %v", row[0], row[1], err)
		}
	}
	_, example, _ := strings.Cut(prose(enginetest.Chapter(t, Game{}, "Positions")), "such as: ")
	example, _, _ = strings.Cut(example, "\n")
	p, err := Game{}.Parse("professional", example)
	if err != nil || p.String() != example || len(strings.Fields(example)) != len(enginetest.Chapter(t, Game{}, "Positions").Blocks[1].Table.Rows) {
		t.Errorf("the example of a position is %q: %v", example, err)
	}
}

func TestTheLastFieldShownIsThatOfTheGame(t *testing.T) {
	holds := map[string]string{
		"-":             "play W b10,b11,h11 1-1 0:0 1 f1,f15 - -",
		"pen":           "penalty W b12,f13,h9 1-1 0:0 1 f1,f15 - pen",
		"pen:4":         "penalty W b12,f13,h9 1-1 0:0 1 f1,f15 - pen:4",
		"block:e13-*:3": "play W b14,e13,h14 1-3 0:0 1 f1,f14 - block:e13-*:3",
	}
	rows := enginetest.Chapter(t, Game{}, "The last field of a position").Blocks[0].Table.Rows
	if len(rows) != len(holds) {
		t.Errorf("%d last fields are shown, want %d", len(rows), len(holds))
	}
	for _, row := range rows {
		field := unstressed(row[0])
		if _, err := (Game{}).Parse("blocking", holds[field]); err != nil || !strings.HasSuffix(holds[field], " "+field) {
			t.Errorf("%q stands in %q: %v", field, holds[field], err)
		}
	}
}
