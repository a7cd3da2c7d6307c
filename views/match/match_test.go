package match

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/views/study"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

func TestTheTabAndTheHeadlineSayWhoseTurnItIs(t *testing.T) {
	turn, waiting := viewstest.Played(t, 14), viewstest.Played(t, 13)
	resigned := viewstest.Added(t, turn, engine.Event{By: engine.Second, Act: engine.ActResign})
	for _, c := range []struct {
		name            string
		record          engine.Record
		player          string
		change          func(*Input)
		title, headline string
		mine, live      bool
	}{
		{"my turn", turn, "ann", nil, "Your turn, 1–0: StreetSoccer", "Your turn", true, true},
		{"the bot's turn", waiting, "ann", nil, "Waiting, 1–0: StreetSoccer", "Red to move", false, true},
		{"a guest's turn", turn, "greedy", nil, "Waiting, 1–0: StreetSoccer", "Yellow to move", false, true},
		{"watching", turn, "", nil, "Ann v Greedy", "Yellow to move", false, true},
		{"an older board", turn, "ann", func(in *Input) { in.At = 8 }, "Ann v Greedy", "An earlier board", false, false},
		{"over", resigned, "ann", nil, "Over, 1–0: StreetSoccer", "Yellow wins: Red resigned at 1–0", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := seen(t, c.record, c.player)
			if c.change != nil {
				c.change(&in)
			}
			p := NewPage(in)
			if p.Title != c.title || p.Headline != c.headline || p.Mine != c.mine || (p.Stream != "") != c.live {
				t.Errorf("%q %q mine %t stream %q, want %q %q %t %t",
					p.Title, p.Headline, p.Mine, p.Stream, c.title, c.headline, c.mine, c.live)
			}
			if strings.Contains(viewstest.Rendered(t, View(p)), "data-stream") != c.live {
				t.Errorf("the page's stream is there when it should not be, or missing")
			}
			html := viewstest.Rendered(t, Live(p))
			if strings.Contains(html, `id="confirm"`) != c.mine {
				t.Errorf("the form to confirm is there when it should not be, or missing")
			}
			if !strings.HasPrefix(html, "<title>"+c.title) {
				t.Errorf("the live part begins %.60q", html)
			}
		})
	}
}

func TestConfirmingIsPossibleOnceTheMoveIsComplete(t *testing.T) {
	for done, move := range map[string]engine.Move{"": "", "f8": "", "f8,e7": "Mf8e7", "f8,a1": ""} {
		in := seen(t, viewstest.Played(t, 14), "ann")
		in.Done = engine.ParseSteps(done)
		p := NewPage(in)
		html := viewstest.Rendered(t, Live(p))
		if p.Entry.Move != move || strings.Contains(html, "<button class=\"button go\" disabled>Confirm") != (move == "") {
			t.Errorf("after %q the move is %q, want %q", done, p.Entry.Move, move)
		}
	}
}

func TestSteppingLeadsThroughAllBoardsAndBackToThePresent(t *testing.T) {
	record := viewstest.Played(t, 14)
	at := func(seq int) Page {
		in := seen(t, record, "ann")
		in.At = seq
		return NewPage(in)
	}
	first := at(2) // the kick-off throw
	if first.First != "" || first.Previous != "" || first.Next != "/matches/7f3?at=3" || first.Last != "/matches/7f3" {
		t.Errorf("from the first board: %q %q %q %q", first.First, first.Previous, first.Next, first.Last)
	}
	if first.Past != "Before the first move." || ui.FacesText(first.Dice.Faces) != "4 and 2" {
		t.Errorf("the first board: %q, dice %v", first.Past, first.Dice)
	}
	third := at(5)
	if want := "Move 3 of 14: Yellow, d5 – e6."; third.Past != want {
		t.Errorf("after the kick-off: %q, want %q", third.Past, want)
	}
	if third.Previous != "/matches/7f3?at=4" || third.First != "/matches/7f3?at=2" {
		t.Errorf("from the kick-off back: %q %q", third.Previous, third.First)
	}
	for _, seq := range []int{0, len(record.Log), 10_000} {
		p := at(seq)
		if p.Past != "" || p.Next != "" || p.Last != "" || !p.Mine {
			t.Errorf("?at=%d is the present: %+v", seq, p.Past)
		}
	}
	boards := map[string]bool{}
	for p := at(0); ; p = at(seqOf(t, p.Previous)) {
		boards[p.Past] = true
		if p.Previous == "" {
			break
		}
	}
	if len(boards) != 15 {
		t.Errorf("stepping back shows %d boards, want 15", len(boards))
	}
}

// seqOf reads the event of a stepping link.
func seqOf(t *testing.T, url string) int {
	t.Helper()
	_, text, _ := strings.Cut(url, "?at=")
	seq, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%q is no stepping link", url)
	}
	return seq
}

func TestTheMoveListTellsThrowsWordsAndGoals(t *testing.T) {
	plies := NewPage(seen(t, viewstest.Played(t, 14), "ann")).Plies
	for i, want := range map[int]study.Ply{
		1:  {Colour: "Yellow", Throw: shown(4, 2), Words: "d3, e1, f6"},
		3:  {Colour: "Yellow", Words: "d5 – e6"},
		4:  {Colour: "Red", Throw: shown(6), Words: "e8 – e6 – b7"},
		13: {Colour: "Yellow", Throw: shown(6), Words: "d7 – a8 – the red goal", Goal: "1–0"},
		14: {Colour: "Red", Throw: shown(1, 2), Words: "f10 – c10 – a10"},
	} {
		got := plies[i-1]
		if got.Number != i || got.Colour != want.Colour || got.Words != want.Words || got.Goal != want.Goal ||
			ui.FacesText(got.Throw) != ui.FacesText(want.Throw) {
			t.Errorf("move %d: %+v, want %+v", i, got, want)
		}
	}
}

// shown are faces of dice on a page.
func shown(faces ...int) []ui.Face { return ui.FacesOfThrow(engine.Info{}, faces, 6) }

func TestBothKickOffDiceAreShownWithWhatTheyComeTo(t *testing.T) {
	for moves, want := range map[int]ui.Throw{
		0:  {Faces: shown(4, 2), Sides: 6, Counts: "2"},
		2:  {Faces: shown(4, 2), Sides: 6, Counts: "2"},
		14: {Faces: shown(6), Sides: 6},
	} {
		got := NewPage(seen(t, viewstest.Played(t, moves), "ann")).Dice
		if ui.FacesText(got.Faces) != ui.FacesText(want.Faces) || got.Counts != want.Counts || got.Sides != want.Sides {
			t.Errorf("after %d moves: %+v, want %+v", moves, got, want)
		}
	}
}

func TestOnlyAPlayerOfARunningMatchMayResign(t *testing.T) {
	turn := viewstest.Played(t, 14)
	over := viewstest.Added(t, turn, engine.Event{By: engine.Second, Act: engine.ActResign})
	for _, c := range []struct {
		record           engine.Record
		player           string
		at               int
		resigns, confirm bool
	}{
		{turn, "ann", 0, true, true},
		{viewstest.Played(t, 13), "ann", 0, true, true},
		{turn, "", 0, false, false},
		{turn, "ann", 8, false, false},
		{over, "ann", 0, false, false},
	} {
		in := seen(t, c.record, c.player)
		in.At, in.Resigning = c.at, true
		p := NewPage(in)
		html := viewstest.Rendered(t, View(p))
		if p.Resign != c.resigns || p.Confirm != c.confirm || strings.Contains(html, "/resignation") != c.confirm {
			t.Errorf("%q at %d: resign %t, confirm %t", c.player, c.at, p.Resign, p.Confirm)
		}
	}
}

func TestClocksShowWhatIsLeftAndWhenItEnds(t *testing.T) {
	p := NewPage(seen(t, viewstest.Played(t, 14), "ann"))
	if p.Sides[0].Left != "9 d 23 h" || !p.Sides[0].Deadline.Equal(viewstest.KickedOff.Add(240*time.Hour)) {
		t.Errorf("the clock that runs: %q until %v", p.Sides[0].Left, p.Sides[0].Deadline)
	}
	if p.Sides[1].Left != "10 d" || !p.Sides[1].Deadline.IsZero() {
		t.Errorf("the clock that stands: %q until %v", p.Sides[1].Left, p.Sides[1].Deadline)
	}
}

func TestMovesAreListedUnlessThereAreTooMany(t *testing.T) {
	few := viewstest.Rendered(t, View(NewPage(seen(t, viewstest.Played(t, 14), "ann"))))
	many := viewstest.Rendered(t, View(NewPage(seen(t, viewstest.Played(t, 0), "ann"))))
	if !strings.Contains(few, "<optgroup") || strings.Contains(many, "<optgroup") {
		t.Error("the list of moves is there when it should not be, or missing")
	}
	if !strings.Contains(many, "19,474 moves are possible, too many for a list") || !strings.Contains(many, `"tree":null`) {
		t.Error("the page with too many moves does not say so, or carries them")
	}
}

func TestSidesFollowTheSeatsWhoeverMovesFirst(t *testing.T) {
	r := viewstest.Played(t, 14)
	r.First = 1 // as a lot may decide: Greedy is yellow
	in := seen(t, r, "ann")
	in.Match.State.First = 1
	in.Side = in.Match.SideOf("ann")
	p := NewPage(in)
	if p.Sides[0].Name != "Greedy" || p.Sides[1].Name != "Ann" || p.Sides[1].Mark != "you" || p.Mine {
		t.Errorf("sides %+v, mine %t", p.Sides, p.Mine)
	}
}

func BenchmarkNewMatchPage(b *testing.B) {
	in := seen(b, viewstest.Played(b, 14), "ann")
	for b.Loop() {
		NewPage(in)
	}
}

func BenchmarkMatch(b *testing.B) {
	page := View(NewPage(seen(b, viewstest.Played(b, 14), "ann")))
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := page.Render(context.Background(), &out); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(out.Len()))
}

// A match page leads to where the position that it shows can be tried: an earlier one as it was.
func TestAMatchPageLeadsToItsPositionToBeTried(t *testing.T) {
	r := viewstest.Played(t, 14)
	in := seen(t, r, "ann")
	if got, want := NewPage(in).Try, ui.TryURL("streetsoccer/lg", r.Position.String(), nil); got != want {
		t.Errorf("the present board is tried at %s, want %s", got, want)
	}
	for _, moves := range []int{0, 1, 3, 9} {
		past := viewstest.Played(t, moves)
		at := past.Log[len(past.Log)-1].Seq
		for past.Log[at-1].Act != engine.ActMove && moves > 0 {
			at--
		}
		in.At = at
		shown := study.NewReplay(r, "").ShowAfter(at)
		label := func(d engine.Diagram) string { return ui.NewBoard(ui.BoardInput{Diagram: d}).Label }
		if got := NewPage(in).Try; got != ui.TryURL("streetsoccer/lg", shown.Position().String(), nil) || shown.Position().Diagram().Score != shown.Diagram().Score {
			t.Errorf("after %d moves the board is tried at %s", moves, got)
		}
		if p, err := r.Game.Parse("lg", shown.Position().String()); err != nil || label(p.Diagram()) != label(shown.Diagram()) || len(p.Diagram().Pieces) != len(shown.Diagram().Pieces) {
			t.Errorf("after %d moves another board is tried than is shown, %v", moves, err)
		}
	}
}

func TestAScoreAtTheEdgeOfTheRunOfPlayIsWhole(t *testing.T) {
	for x, want := range map[float64]string{1: "14.0", 100: "100.0", 239: "226.0"} {
		var f Flow
		if f.flag(x, study.Ply{Goal: "12–0"}); f.Flags[0].TextX != want {
			t.Errorf("that of a goal at %.0f stands at %s, want %s", x, f.Flags[0].TextX, want)
		}
	}
}

func TestATrayTellsTheLastMoveAsTheReplayDoes(t *testing.T) {
	ball := func(say string) []study.BeatBody { return []study.BeatBody{{Kind: engine.BeatFlight, Say: say}} }
	events := []study.BeatEvent{
		{By: "first", Say: "Red 3 kicks towards c4."},
		{Say: "Red peg: the kick goes 1 space. The ball goes to c4. Red keeps it.", Beats: ball("The ball goes to c4. Red keeps it.")},
		{By: "second", Say: "Blue sets up 3–3–4."},
		{Say: "Red peg: the kick-off goes 1 space. The ball goes to c3.", Beats: ball("The ball goes to c3.")},
	}
	for n, want := range []string{"Blue a2, b2.", "Red 3 kicks towards c4.", "Red 3 kicks towards c4. The ball goes to c4. Red keeps it.", "Blue sets up 3–3–4.", "Blue sets up 3–3–4. The ball goes to c3."} {
		tray, dice := &Tray{Bag: true, Text: "Blue a2, b2."}, &Tray{Text: "3 throws so far"}
		s := &study.Stage{Beats: study.Beats{Events: events[:n]}}
		tray.tell(s, untold)
		dice.tell(s, untold)
		if tray.Text != want || dice.Text != "3 throws so far" {
			t.Errorf("after %d events the tray says %q and %q, want %q", n, tray.Text, dice.Text, want)
		}
	}
	var none *Tray
	none.tell(nil, untold) // a game that counts turns has no tray
}

// untold is a tray without a goal.
func untold() []Picture { return nil }
