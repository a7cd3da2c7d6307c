package record_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/engine/record"
)

var kickedOff = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)

// fair throws dice from a source of randomness.
type fair struct{ *rand.Rand }

func (f fair) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + f.IntN(sides), nil }

// played returns a match of at most so many moves by chance, with orders, gifts of time
// and an end in between, if it comes to that; the moments grow if they are kept.
func played(t testing.TB, g engine.Game, variant string, r *rand.Rand, moves int, timed bool) record.Match {
	t.Helper()
	at := time.Time{}
	later := func() time.Time {
		if timed {
			at = at.Add(time.Duration(r.IntN(200_000)) * 999 * time.Millisecond)
		}
		return at
	}
	if timed {
		at = kickedOff
	}
	var lot *engine.Draw
	if r.IntN(2) == 0 {
		d := engine.SeatsDraw()
		d.Face = 1 + r.IntN(2)
		lot = &d
	}
	m, err := engine.Begin(g, variant, at, r.IntN(2), lot)
	add := func(e engine.Event) {
		if err == nil && !m.Next().Over() {
			e.Seq, e.At = len(m.Log)+1, later()
			m, err = m.Add(e)
		}
	}
	for n := 0; err == nil; n++ {
		if m, _, err = m.Drive(later(), fair{r}); err != nil || m.Next().Over() {
			break
		}
		side := m.Next().Side
		if r.IntN(20) == 0 {
			add(engine.Event{Act: engine.ActTime, Text: "second 86400"})
		}
		for _, e := range beside(side, at) {
			if r.IntN(20) == 0 {
				add(e)
			}
		}
		if r.IntN(20) == 0 && len(m.Rules.Orders) > 0 {
			add(engine.Event{Act: engine.ActOrder, By: side.Other(), Text: m.Rules.Orders[r.IntN(len(m.Rules.Orders))].ID})
		}
		if n == moves {
			add(ends(side)[r.IntN(len(ends(side)))])
			break
		}
		if r.IntN(20) == 0 {
			add(engine.Event{Act: engine.ActSeal, By: side})
		}
		add(engine.Event{Act: engine.ActMove, By: side, Text: string(m.Position.Random(r))})
	}
	if err != nil {
		t.Fatal(err)
	}
	sides := g.Info().Sides
	return record.Match{Record: m, Headers: map[string]string{
		record.Event: "Spring Cup", sides[0]: "Ann", sides[1]: "Bob: the second", "Kept": ` "quoted" `,
	}}
}

// beside are the other events that change no board, at about a moment.
func beside(side engine.Side, at time.Time) []engine.Event {
	until := at.Add(time.Duration(1+at.Second()) * 1000 * time.Hour)
	return []engine.Event{
		{Act: engine.ActTime, By: side, Text: side.Other().String() + " 3600"},
		{Act: engine.ActRest, Text: engine.RestText(side, until)},
		{Act: engine.ActControl, Text: "fast"},
	}
}

// ends are all the ways in which the platform ends a match that a side has to go on
// with, and none.
func ends(side engine.Side) []engine.Event {
	return []engine.Event{
		{Act: engine.ActResign, By: side},
		{Act: engine.ActResign, By: side.Other()},
		{Act: engine.ActTimeout, Text: side.String()},
		{Act: engine.ActForfeit, Text: "first"},
		{Act: engine.ActForfeit, Text: "both"},
		{Act: engine.ActAdjudicate, Text: "second"},
		{Act: engine.ActAdjudicate},
		{Act: engine.ActAdjudicate, Text: engine.AgainstSlowPlay(side)},
		{Act: engine.ActVoid},
		{Act: engine.ActTime, Text: "first 0"},
	}
}

// same says that two matches are one.
func same(a, b record.Match) bool {
	return maps.Equal(a.Headers, b.Headers) && reflect.DeepEqual(a.Record.Log, b.Record.Log) && a.Record.Variant == b.Record.Variant &&
		a.Record.Game == b.Record.Game && a.Record.First == b.Record.First && a.Record.Seq == b.Record.Seq && a.Record.Orders == b.Record.Orders &&
		a.Record.Outcome() == b.Record.Outcome() && a.Record.Position.String() == b.Record.Position.String()
}

// TestProofWhatIsWrittenIsReadAgain plays matches of every game and variant by chance and
// writes them in both forms: what is read is the match, and is written the same again.
func TestProofWhatIsWrittenIsReadAgain(t *testing.T) {
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			t.Run(g.Info().ID+"/"+v.ID, func(t *testing.T) {
				r := rand.New(rand.NewPCG(16, 1))
				for n := range enginetest.Size(300) {
					m := played(t, g, v.ID, r, r.IntN(120), n%3 > 0)
					text := record.Encode(m)
					back, err := record.Decode(text, games.ByID)
					if err != nil {
						t.Fatalf("%v\n%s", err, text)
					}
					if !same(m, back) || record.Encode(back) != text {
						t.Fatalf("read as\n%s\nnot as\n%s", record.Encode(back), text)
					}
					data := record.EncodeJSON(m)
					if back, err = record.DecodeJSON(data, games.ByID); err != nil || !same(m, back) {
						t.Fatalf("%v\n%s", err, data)
					}
				}
			})
		}
	}
}

const opening = `Game: streetsoccer/lg
Yellow: Ann
Red: Bob
Begun: 2027-05-01T12:00:00.000Z
Result: 1:0
Ending: resignation
Winner: Yellow

  1. Yellow [4 2] Pd3e1f6
  2. Red          Pb1c2e8
  3. Yellow       Be6
  4. Red    [6]   Me8e6|Bb7
  5. Yellow [2]   Mf6f8 @2027-05-02T18:30:00.500Z
  6. Red    [2]   Md0f0
  7. Yellow [4]   Md5b7|Ba8
  8. Red    [6]   Mc2e4
  9. Yellow [6]   Mb7c2
 10. Red    [6]   Mc6a6
 11. Yellow [6]   Md3d7
 12. Red    [3]   Me4d4
 13. Yellow [6]   Md7a8|B## {1:0}
            [1 2]
     Red          R @2027-05-03T08:00:00.000Z
`

// What happens beside the play is written with the side that it is about.
func TestWhatHappensBesideThePlayIsWritten(t *testing.T) {
	const text = `Game: runners/short
Begun: 2027-05-01T12:00:00.000Z
Result: 0:0
Ending: slow play
Winner: Blue

  1. Amber [2]   walk
           [4]
     Amber       time 86400
     Blue        gift 86400
     Blue        rest 2027-05-03T00:00:00.5Z
                 control fast
     Blue        adjudicated slow
`
	m, err := record.Decode(text, known)
	if err != nil {
		t.Fatal(err)
	}
	if got := record.Encode(m); got != text {
		t.Errorf("written as\n%s", got)
	}
	if gift := m.Record.Log[5]; gift.By != engine.First || gift.Text != "second 86400" {
		t.Errorf("the gift is %+v", gift)
	}
}

// A throw that says what becomes of a move stands behind it.
func TestThrowsThatFollowAMoveStandBehindIt(t *testing.T) {
	const jumps = `Game: runners/short
Amber: Ann
Result: *

  1. Amber [2]   walk
  2. Blue  [4]   jump [3 3 2]
  3. Blue  [1]   jump [1]
           [3]
     Blue        order walk
  4. Amber       jump
`
	runners := func(string) (engine.Game, error) { return enginetest.Runners{}, nil }
	m, err := record.Decode(jumps, runners)
	if err != nil {
		t.Fatal(err)
	}
	if got := record.Encode(m); got != jumps {
		t.Errorf("written as\n%s", got)
	}
}

func decoded(t testing.TB, text string) record.Match {
	t.Helper()
	m, err := record.Decode(text, games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheTextIsAsDocumented(t *testing.T) {
	m := decoded(t, opening)
	if got := record.Encode(m); got != opening {
		t.Errorf("written as\n%s", got)
	}
	if o := m.Record.Outcome(); o.Ending != engine.Resignation || o.Winner != engine.First || o.Score != [2]int{1, 0} {
		t.Errorf("it ended with %+v", o)
	}
	if at := m.Record.Log[len(m.Record.Log)-1].At; at != kickedOff.Add(44*time.Hour) {
		t.Errorf("at %v", at)
	}
}

// A hand does not write as a program does.
func TestHandWrittenRecordsAreUnderstood(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"lines end as on Windows":          func(s string) string { return "\uFEFF" + strings.ReplaceAll(s, "\n", "\r\n") },
		"no numbers, no sides":             func(s string) string { return clip(s, 13) },
		"no empty line behind the headers": func(s string) string { return strings.Replace(s, "\n\n", "\n", 1) },
		"blank lines and tabs":             func(s string) string { return strings.NewReplacer("\n ", "\n\n\t ", "[6]", "[6]\t").Replace(s) },
		"comments": func(s string) string {
			return strings.ReplaceAll("; by hand\n"+s, "[6]", "{a comment\non two lines} [6] {with [1]}")
		},
		"a comment to the end of the line": func(s string) string { return strings.ReplaceAll(s, "Md0f0", "Md0f0 ; the 2. move [of] red {") },
		"a moment of another zone":         func(s string) string { return strings.ReplaceAll(s, "18:30:00.500Z", "20:30:00.5+02:00") },
		"the squares of a placing in another order": func(s string) string {
			return strings.NewReplacer("Pd3e1f6", "Pf6d3e1", "Pb1c2e8", "Pe8c2b1").Replace(s)
		},
		"headers in another order, some missing": func(s string) string {
			return "Red: Bob\nYellow:   Ann\nGame: streetsoccer/lg\nBegun: 2027-05-01T12:00:00Z\n" + s[strings.Index(s, "\n\n"):]
		},
		"the seats said although they are as usual": func(s string) string { return "Seats: Yellow, Red\n" + s },
		"throws one by one": func(s string) string {
			return strings.NewReplacer("[4 2]", "[4] [2]", "[1 2]", "[1] ; again\n[2]").Replace(s)
		},
		"sides in small letters": func(s string) string { return strings.ReplaceAll(s, ". Red", ". red") },
	} {
		t.Run(name, func(t *testing.T) {
			text := change(opening)
			if text == opening {
				t.Fatal("nothing was changed")
			}
			if got := record.Encode(decoded(t, text)); got != opening {
				t.Errorf("read as\n%s", got)
			}
		})
	}
}

// clip takes the numbers and sides of moves away.
func clip(text string, width int) string {
	head, body, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(body, "\n")
	for i, l := range lines {
		if len(l) > width && !strings.HasPrefix(l, "     Red") {
			lines[i] = strings.TrimLeft(l[width-1:], " ")
		}
	}
	return head + "\n\n" + strings.Join(lines, "\n")
}

// What is wrong is said with its place and what was expected there.
func TestFaultsSayWhereAndWhy(t *testing.T) {
	put := func(old, new string) string {
		if !strings.Contains(opening, old) {
			t.Fatalf("there is no %q", old)
		}
		return strings.Replace(opening, old, new, 1)
	}
	for name, c := range map[string]struct {
		text         string
		line, column int
		says         string
		kind         error
	}{
		"nothing at all":           {"", 1, 1, "one says the game", engine.ErrParse},
		"no headers":               {"1. Yellow [4 2] Pd3e1f6", 1, 1, "one says the game", engine.ErrParse},
		"an unknown game":          {put("streetsoccer/lg", "chess/lg"), 1, 7, `no game "chess"`, engine.ErrParse},
		"an unknown variant":       {put("/lg", "/fast"), 1, 7, `no variant "fast"`, engine.ErrParse},
		"a header twice":           {put("Red: Bob", "Yellow: Bob"), 3, 1, "a second time", engine.ErrParse},
		"a broken quotation":       {put("Red: Bob", `Red: "Bob`), 3, 6, "in quotes", engine.ErrParse},
		"seats that are none":      {put("Red: Bob", "Red: Bob\nSeats: Ann, Bob"), 4, 8, `"Red, Yellow"`, engine.ErrParse},
		"a moment that is none":    {put("2027-05-01T12:00:00.000Z", "noon"), 4, 8, "2027-05-01T12:00:00.000Z", engine.ErrParse},
		"another result":           {put("1:0", "0:1"), 5, 9, `"1:0"`, engine.ErrIllegal},
		"another ending":           {put("Ending: resignation", "Ending: timeout"), 6, 9, `"resignation"`, engine.ErrIllegal},
		"another winner":           {put("Winner: Yellow", "Winner: Red"), 7, 9, `"Yellow"`, engine.ErrIllegal},
		"a winner of no end":       {strings.Replace(opening, "     Red          R @2027-05-03T08:00:00.000Z\n", "", 1), 5, 9, `"*"`, engine.ErrIllegal},
		"a wrong number":           {put("  3. Yellow", "  4. Yellow"), 11, 3, "move 3, not 4", engine.ErrIllegal},
		"the wrong side":           {put("  3. Yellow", "  3. Red   "), 11, 6, "turn of Yellow", engine.ErrIllegal},
		"an illegal move":          {put("Me8e6|Bb7", "Me8e6|Bb6"), 12, 19, "", engine.ErrIllegal},
		"a move that is none":      {put("Be6", "pass"), 11, 19, "", engine.ErrIllegal},
		"a move without its throw": {put("[6]   Me8e6|Bb7", "Me8e6|Bb7"), 12, 13, "dice must be thrown", engine.ErrIllegal},
		"a throw that is not due":  {put("Pb1c2e8", "[3] Pb1c2e8"), 10, 20, "No throw is due", engine.ErrIllegal},
		"a face too few":           {put("[4 2]", "[4]"), 9, 14, "2 dice are thrown here, and only 1", engine.ErrIllegal},
		"a face that no die has":   {put("[6]", "[7]"), 12, 14, "", engine.ErrIllegal},
		"a face that is no number": {put("[6]", "[six]"), 12, 14, `"six"`, engine.ErrParse},
		"an open bracket":          {put("[6]", "[6"), 12, 13, "end with one", engine.ErrParse},
		"an open brace":            {put("{1:0}", "{1:0"), 21, 29, "ends with one", engine.ErrParse},
		"a moment from nowhere":    {put("  1. Yellow", "  1. Yellow @2027-05-01T12:00:00Z"), 9, 13, "stands behind", engine.ErrParse},
		"a moment too early":       {put("2027-05-03T08", "2027-05-01T08"), 23, 19, "older", engine.ErrParse},
		"a pass by nobody":         {put("Mf6f8", "-"), 13, 19, "Nobody has to pass", engine.ErrIllegal},
		"more after the end":       {opening + "Yellow Mc1c2\n", 24, 8, "over", engine.ErrIllegal},
		"an order that is none":    {put("Be6", "Be6\nRed order sleep"), 12, 5, "no standing orders", engine.ErrIllegal},
		"time for nobody":          {put("[1 2]\n", "[1]\n time 20\n [2]\n"), 23, 2, "Yellow or Red", engine.ErrParse},
		"time taken away":          {put("Be6", "Be6\nRed time -20"), 12, 5, "no gift of time", engine.ErrParse},
		"a gift to nobody":         {put("[1 2]\n", "[1]\n gift 20\n [2]\n"), 23, 2, "Yellow or Red", engine.ErrParse},
		"a rest without an end":    {put("Be6", "Be6\nRed rest"), 12, 5, "no rest of a clock", engine.ErrParse},
		"a rest that is over":      {put("Be6", "Be6\nRed rest 2027-04-30T00:00:00Z"), 12, 5, "before it begins", engine.ErrParse},
		"a control without a name": {put("Be6", "Be6\ncontrol"), 12, 1, "no time control", engine.ErrParse},
		"slow play of nobody":      {put("     Red          R", "nobody adjudicated slow"), 23, 8, "it is about", engine.ErrParse},
		"no UTF-8":                 {put("Bob", "B\xffb"), 3, 7, "UTF-8", engine.ErrParse},
		"too long":                 {opening + strings.Repeat(" ", record.MaxBytes), 1, 1, "at most", engine.ErrParse},
		"too many events":          {put("Be6", "Be6\n"+strings.Repeat("Red time 1\n", record.MaxEvents)), 5006, 11, "at most 5000 events", engine.ErrParse},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := record.Decode(c.text, games.ByID)
			var f *record.Fault
			if !errors.As(err, &f) || !errors.Is(err, c.kind) {
				t.Fatalf("it is %v", err)
			}
			if f.Line != c.line || f.Column != c.column || !strings.Contains(f.Reason, c.says) || !strings.HasSuffix(f.Reason, ".") {
				t.Errorf("%v, want %d, %d: …%s…", err, c.line, c.column, c.says)
			}
		})
	}
}
