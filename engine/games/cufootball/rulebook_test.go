package cufootball

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// rowsOf returns the rows of the first table under a title.
func rowsOf(t *testing.T, title string) [][]string {
	t.Helper()
	for _, b := range enginetest.Chapter(t, Game{}, title).Blocks {
		if b.Table != nil {
			return b.Table.Rows
		}
	}
	t.Fatalf("%s has no table", title)
	return nil
}

// positionOf reads a position that a test is about.
func positionOf(t *testing.T, text string) position {
	t.Helper()
	p, err := Game{}.Parse("classic", text)
	if err != nil || p.String() != text {
		t.Fatalf("%q: %v", text, err)
	}
	return p.(position)
}

// Set-ups that the positions of these tests began with.
const begun = "a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6"

func TestTheRulebookNamesTheNumbersItIsPlayedBy(t *testing.T) {
	info := Game{}.Info()
	goals, clock := info.Options[0].Values, info.Options[1].Values
	kickOff := positionOf(t, "kickoff R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 f3 free/R ? 0 0:0 - "+begun+"|O/?/?/kick/-/-")
	faces := kickOff.Next().Dice.Sides
	team := strings.Count(kickOff.men[pitch.Red].String(), "") / 2
	for _, c := range []struct {
		title, pattern string
		want           []any
	}{
		{"The pitch", `make (\d+) columns, a to (\w), and (\d+) ranks`, []any{9, "i", 6}},
		{"The pitch", `right wing, (\d+) columns each`, []any{3}},
		{"The pitch", `Blue's goal lies above rank (\d+)`, []any{6}},
		{"The pitch", `an end of the block, (\d+) by (\d+) slots`, []any{3, 3}},
		{"The teams", `and (\d+) men: .* at least (\d+) of each. That gives (\d+) formations`, []any{team, 2, 15}},
		{"The teams", `of one team at most (\d+) may hang together`, []any{mostTogether()}},
		{"The teams", `a rank takes (\d+) of them at most`, []any{mostOnARank()}},
		{"The kick-off", `on column (\w) of its third rank`, []any{"e"}},
		{"The kick-off", `on column (\w) or (\w)\.`, []any{"d", "f"}},
		{"A round", `There are (\d+) pegs. .* one chance in (\d+)`, []any{faces, faces}},
		{"A round", `There are (\d+); without one the first counts`, []any{len(info.Variants[0].Orders)}},
		{"Moving the men", `side by side costs (\d+) space, a diagonal step (\d+)`, []any{1, 2}},
		{"Kicking", `in one of (\d+) directions`, []any{8}},
		{"Kicking", `the ball goes 1 to (\d+) spaces`, []any{faces}},
		{"Throw-ins", `is thrown 1 to (\d+) spaces`, []any{3}},
		{"The end", `first side with (\d+) goals wins`, []any{goals[0]}},
		{"The end", `At (\d+) the game ends`, []any{clock[0]}},
		{"The end", `Other goals \(([^)]*)\) and other clocks \(([^)]*)\)`, []any{"1, 2, 4 or 5", "60 or 120"}},
	} {
		text := strings.ReplaceAll(enginetest.Prose(enginetest.Chapter(t, Game{}, c.title)), "*", "")
		found := regexp.MustCompile(c.pattern).FindStringSubmatch(text)
		if found == nil {
			t.Errorf("%s: nothing reads like %q", c.title, c.pattern)
			continue
		}
		if want := fmt.Sprint(c.want); fmt.Sprint(found[1:]) != want {
			t.Errorf("%s: %q names %v, the game is played by %s", c.title, found[0], found[1:], want)
		}
	}
	if lead := (Game{}).Rules().Lead; !strings.Contains(lead, fmt.Sprintf("%d men and a keeper", team)) || !strings.Contains(lead, fmt.Sprintf("with %d goals wins", goals[0])) {
		t.Errorf("the lead is %q", lead)
	}
}

// mostTogether returns how many men in a row the crowding rule allows.
func mostTogether() int {
	for n := 1; ; n++ {
		if below(team.AllColumns.OnRank(1), pitch.At(n+2, 1)).Crowded() {
			return n
		}
	}
}

// below returns the slots of a before s.
func below(a pitch.Set, s pitch.Slot) pitch.Set { return a & (pitch.One(s) - 1) }

// mostOnARank returns how many men the crowding rule allows on a rank.
func mostOnARank() int {
	best := 0
	for cs := range team.AllColumns + 1 {
		if !cs.OnRank(3).Crowded() {
			best = max(best, cs.Len())
		}
	}
	return best
}

func TestTheRulebookNamesTheStandingOrders(t *testing.T) {
	text := enginetest.Prose(enginetest.Chapter(t, Game{}, "A round"))
	for _, o := range (Game{}).Info().Variants[0].Orders {
		if !strings.Contains(text, o.Name+".") {
			t.Errorf("%q is not named", o.Name)
		}
	}
}

func TestTheRulebookNamesWhereColumnsEnterTheGoal(t *testing.T) {
	want := []string{"13", "12", "11", "11", "21", "31", "31", "32", "33"} // rules 3.1
	for i, row := range rowsOf(t, "The pitch") {
		words := map[string]string{"left": "1", "middle": "2", "right": "3", "front row": "1", "second row": "2", "back row": "3"}
		deep, across, _ := strings.Cut(row[1], ", ")
		if row[0] != "abcdefghi"[i:i+1] || row[2] != want[i] || words[across]+words[deep] != want[i] {
			t.Errorf("column %d: %v, want %s", i+1, row, want[i])
		}
	}
}

func TestTheRulebookNamesRanksAndPegs(t *testing.T) {
	for title, want := range map[string][][]string{
		"The teams": {{"Defenders", "1", "6"}, {"Midfielders", "3", "4"}, {"Strikers", "5", "2"}},
		"A round":   {{"red", "1", "1", "1"}, {"yellow", "2", "1", "2"}, {"green", "3", "2", "3"}, {"blue", "4", "2", "4"}},
	} {
		if rows := rowsOf(t, title); fmt.Sprint(rows) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", title, rows, want)
		}
	}
}

// The pegs that the texts name are tried one by one.
func TestTheRulebookNamesThePegsThatWin(t *testing.T) {
	shot := "kick R a1b3c1d4e1e3f4g1g5h3 a6b2b4c3d2f2f6g4h2h6 22,%s d6 free/R ? 20 0:0 - " + begun + "|Kd4>N/2/1/save/-/-"
	saves := rowsOf(t, "Shots and saves")
	for i, keeper := range []string{"11", "21"} {
		goal, save := drawnFrom(t, fmt.Sprintf(shot, keeper), setup)
		if saves[i][1] != goal || saves[i][2] != save {
			t.Errorf("keeper on %s: %v, but a goal with %q, a save with %q", keeper, saves[i], goal, save)
		}
	}
	far := strings.NewReplacer("/2/1/save/", "/?/?/kick/", " d6 ", " d5 ").Replace(fmt.Sprintf(shot, "22"))
	if !strings.HasPrefix(saves[2][0], "2 steps") || positionOf(t, far).drawn(yellowPeg).phase != setup {
		t.Errorf("%v: no goal against a keeper two steps away", saves[2])
	}
	fails, wins := drawnFrom(t, positionExample, kick)
	if fails != "red, yellow or green" || !strings.Contains(enginetest.Prose(enginetest.Chapter(t, Game{}, "On its way")), "With "+wins+" that man wins the ball") {
		t.Errorf("a man wins with %q", wins)
	}
	keeper := "kick R a1b3c1c6e1e3f4g1g5h3 a3b2b4c3d2f2f5g4h2h4 22,21 e6 free/R ? 20 0:0 - " + begun + "|Kc6>E/3/2/pass/-/-"
	_, wins = drawnFrom(t, keeper, kick, move)
	if !strings.Contains(enginetest.Prose(enginetest.Chapter(t, Game{}, "On its way")), "It wins the ball with "+wins) {
		t.Errorf("a keeper wins with %q", wins)
	}
}

// drawnFrom names the pegs after which the side that played the ball has not lost
// it, the next phase being one of some, and those after which it has.
func drawnFrom(t *testing.T, text string, kept ...phase) (keeps, loses string) {
	t.Helper()
	p := positionOf(t, text)
	var keep, lose []string
	for peg := redPeg; peg <= bluePeg; peg++ {
		after := p.drawn(peg)
		if slices.Contains(kept, after.phase) && (after.phase == setup || after.possession == p.possession) {
			keep = append(keep, pegNames[peg])
		} else {
			lose = append(lose, pegNames[peg])
		}
	}
	return either(keep), either(lose)
}

// The examples by chapter, with what may be touched next, or the draw that is due.
func TestTheExamplesShowWhatTheyAreFor(t *testing.T) {
	want := []struct {
		title, done, next, draw string
	}{
		{"The teams", "b1,c1", "a3,a5,b3,b5,c3,c5,d3,d5,e1,e3,e5,f1,f3,f5,g1,g3,g5,h1,h3,h5,i1,i3,i5", ""},
		{"The kick-off", "", "", kickDice},
		{"Moving the men", "h3", "g2,g3,h4,i2,i3,i4", ""},
		{"Moving the men", "f4", "f5,g4", ""},
		{"Kicking", "e3", "g3,f4,g2,e2", ""},
		{"On its way", "", "", interceptDice},
		{"Whose ball it is", "", "f2", ""},
		{"Dribbling", "", "=leave the ball,f4,e5,f5,d5,f3,d3,d4", ""},
		{"Throw-ins", "", "i5,i6,h5,g6,i3,i2,i1,h4,g4,f4", ""},
		{"Shots and saves", "", "", kickDice},
		{"Goal kicks", "", "b1,d1,f1,h1,i1", ""},
		{"Goal kicks", "", "=one more space,=as far as the peg says", ""},
		{"More rules to agree on", "", "=leave the ball,f5,e6,f4,d4,d5", ""},
	}
	for _, s := range (Game{}).Rules().Sections {
		for _, b := range s.Blocks {
			if b.Example == nil {
				continue
			}
			e := *b.Example
			q, err := Game{}.Parse(e.Variant, e.Position)
			if err != nil {
				t.Fatalf("%s: %v", s.Title, err)
			}
			p := q.(position)
			if len(want) == 0 {
				t.Fatalf("%s: %q is not looked at", s.Title, e.Position)
			}
			w := want[0]
			want = want[1:]
			next, _ := p.Continue(e.Done)
			if s.Title != w.title || engine.FormatSteps(e.Done) != w.done || engine.FormatSteps(next) != w.next || p.Next().Dice.Label != w.draw {
				t.Errorf("%s: %q after %v offers %s, waits for %+v, want %+v", s.Title, e.Position, e.Done, engine.FormatSteps(next), p.Next(), w)
			}
			if !strings.HasSuffix(e.Caption, ".") || !strings.HasPrefix(e.Ask, "Show ") {
				t.Errorf("%s: %q says %q and asks %q", s.Title, e.Position, e.Caption, e.Ask)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("the examples lack %+v", want)
	}
}

func TestTheRulebookNamesEveryDecision(t *testing.T) {
	var want, got []string
	for n := 1; n <= 22; n++ {
		want = append(want, fmt.Sprintf("C%d", n))
	}
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

func TestDecisionsNameTheNumbersThatArePlayed(t *testing.T) {
	for id, want := range map[string]string{
		"C1":  "between columns c and d or f and g, enters the front row of the goal on that side: slot 11 or 31.",
		"C2":  "A team has 10 men",
		"C3":  "no more than 2 men",
		"C22": "A game is for 3 goals, and ends when the clock has counted to 90.",
	} {
		i := slices.IndexFunc(decisions(), func(d engine.Decision) bool { return d.ID == id })
		if text := decisions()[i].Text; !strings.Contains(text, want) {
			t.Errorf("%s: %q lacks %q", id, text, want)
		}
	}
}

func TestTheNotationShownIsThatOfTheGame(t *testing.T) {
	const men = "R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 "
	moving := "move " + men + "f3 free/R 3 1 0:0 - " + begun
	dribbling := "dribble R a1b3c1c5e1e2g1g5h3i5 b4b6c2d6f6g3h2h4h6i4 22,22 e4 free/R - 12 0:0 - " + begun + "|De2>N"
	legal := map[string]string{ // a position in which the move shown is one
		"Movement":                 moving,
		"Movement with the keeper": moving,
		"Keeper alone":             moving,
		"No movement":              moving,
		"Kick":                     "kick " + men + "f3 free/R - 1 0:0 - " + begun,
		"Dribble":                  dribbling,
		"No dribble":               dribbling,
		"Throw-in":                 "throw " + men + "i6 in/R - 3 0:0 - " + begun,
		"One space more":           "plus " + men + "kR keeper/R - 8 0:0 - " + begun + "|Q4,0/3",
		"Goal kick":                "goalkick " + men + "kR keeper/R - 8 0:0 - " + begun,
	}
	rows := rowsOf(t, "Moves")
	if len(rows) != len(legal) {
		t.Errorf("%d kinds of moves are shown, want %d", len(rows), len(legal))
	}
	for _, row := range rows {
		p, err := Game{}.Parse(culicaID, legal[row[0]])
		if err == nil {
			err = p.Check(engine.Move(row[1]))
		}
		if err != nil {
			t.Errorf("%s: %s: %v", row[0], row[1], err)
		}
	}
	_, setUp, _ := strings.Cut(enginetest.Prose(enginetest.Chapter(t, Game{}, "Moves")), "such as: ")
	setUp, _, _ = strings.Cut(setUp, "\n")
	if err := positionOf(t, "setup R - - 22,22 - free/R - 0 0:0 - -").Check(engine.Move(setUp)); err != nil {
		t.Errorf("%q: %v", setUp, err)
	}
	_, example, _ := strings.Cut(enginetest.Prose(enginetest.Chapter(t, Game{}, "Positions")), "such as: ")
	example, _, _ = strings.Cut(example, "\n")
	fields := strings.Fields(positionOf(t, example).String())
	if len(fields) != len(rowsOf(t, "Positions")) {
		t.Errorf("the example of a position is %q", example)
	}
	text := enginetest.Prose(enginetest.Chapter(t, Game{}, "The field pending"))
	if _, chain, _ := strings.Cut(fields[11], "|"); !strings.Contains(text, "such as: "+chain+"\n") || strings.Count(chain, "/")+1 != len(rowsOf(t, "The field pending")) {
		t.Errorf("%q is not explained", chain)
	}
	if _, kick, _ := strings.Cut(positionOf(t, dribbling).String(), "|"); !strings.Contains(text, kick+".") {
		t.Errorf("%q is not explained", kick)
	}
}
