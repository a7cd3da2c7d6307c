package views

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

func TestTheTabAndTheHeadlineSayWhoseTurnItIs(t *testing.T) {
	turn, waiting := played(t, 14), played(t, 13)
	resigned := added(t, turn, engine.Event{By: engine.Second, Act: engine.ActResign})
	for _, c := range []struct {
		name            string
		record          engine.Record
		player          string
		change          func(*MatchInput)
		title, headline string
		mine, live      bool
	}{
		{"my turn", turn, "ann", nil, "Your turn: Ann v Greedy, 1:0", "Your turn", true, true},
		{"the bot's turn", waiting, "ann", nil, "Waiting: Ann v Greedy, 1:0", "Greedy is thinking", false, true},
		{"a guest's turn", turn, "greedy", nil, "Waiting: Ann v Greedy, 1:0", "Waiting for Ann", false, true},
		{"watching", turn, "", nil, "Ann v Greedy, 1:0", "Yellow to move", false, true},
		{"an older board", turn, "ann", func(in *MatchInput) { in.At = 8 }, "Ann v Greedy, 1:0", "An older board", false, false},
		{"over", resigned, "ann", nil, "Over: Ann v Greedy, 1:0", "Yellow wins: Red resigned at 1:0.", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := seen(t, c.record, c.player)
			if c.change != nil {
				c.change(&in)
			}
			p := NewMatchPage(in)
			if p.Title != c.title || p.Headline != c.headline || p.Mine != c.mine || (p.Stream != "") != c.live {
				t.Errorf("%q %q mine %t stream %q, want %q %q %t %t",
					p.Title, p.Headline, p.Mine, p.Stream, c.title, c.headline, c.mine, c.live)
			}
			if strings.Contains(rendered(t, Match(p)), "data-stream") != c.live {
				t.Errorf("the page's stream is there when it should not be, or missing")
			}
			html := rendered(t, MatchLive(p))
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
		in := seen(t, played(t, 14), "ann")
		in.Done = engine.ParseSteps(done)
		p := NewMatchPage(in)
		html := rendered(t, MatchLive(p))
		if p.Entry.Move != move || strings.Contains(html, "<button class=\"main\" disabled>Confirm") != (move == "") {
			t.Errorf("after %q the move is %q, want %q", done, p.Entry.Move, move)
		}
	}
}

func TestSteppingLeadsThroughAllBoardsAndBackToThePresent(t *testing.T) {
	record := played(t, 14)
	at := func(seq int) MatchPage {
		in := seen(t, record, "ann")
		in.At = seq
		return NewMatchPage(in)
	}
	first := at(2) // the kick-off throw
	if first.First != "" || first.Previous != "" || first.Next != "/matches/7f3?at=3" || first.Last != "/matches/7f3" {
		t.Errorf("from the first board: %q %q %q %q", first.First, first.Previous, first.Next, first.Last)
	}
	if first.Past != "This is the board before the first move." || facesText(first.Dice.Faces) != "4 and 2" {
		t.Errorf("the first board: %q, dice %v", first.Past, first.Dice)
	}
	third := at(5)
	if want := "This is the board after move 3 of 14: Yellow, d5 – e6."; third.Past != want {
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
	plies := NewMatchPage(seen(t, played(t, 14), "ann")).Plies
	for i, want := range map[int]Ply{
		1:  {Colour: "Yellow", Throw: shown(4, 2), Words: "d3, e1, f6"},
		3:  {Colour: "Yellow", Words: "d5 – e6"},
		4:  {Colour: "Red", Throw: shown(6), Words: "e8 – e6 – b7"},
		13: {Colour: "Yellow", Throw: shown(6), Words: "d7 – a8 – the red goal", Goal: "1:0"},
		14: {Colour: "Red", Throw: shown(1, 2), Words: "f10 – c10 – a10"},
	} {
		got := plies[i-1]
		if got.Number != i || got.Colour != want.Colour || got.Words != want.Words || got.Goal != want.Goal ||
			facesText(got.Throw) != facesText(want.Throw) {
			t.Errorf("move %d: %+v, want %+v", i, got, want)
		}
	}
}

// shown are faces of dice on a page.
func shown(faces ...int) []Face { return facesOfThrow(engine.Info{}, faces, 6) }

func TestBothKickOffDiceAreShownWithWhatTheyComeTo(t *testing.T) {
	for moves, want := range map[int]Throw{
		0:  {Faces: shown(4, 2), Sides: 6, Counts: "2"},
		2:  {Faces: shown(4, 2), Sides: 6, Counts: "2"},
		14: {Faces: shown(6), Sides: 6},
	} {
		got := NewMatchPage(seen(t, played(t, moves), "ann")).Dice
		if facesText(got.Faces) != facesText(want.Faces) || got.Counts != want.Counts || got.Sides != want.Sides {
			t.Errorf("after %d moves: %+v, want %+v", moves, got, want)
		}
	}
}

func TestOnlyAPlayerOfARunningMatchMayResign(t *testing.T) {
	turn := played(t, 14)
	over := added(t, turn, engine.Event{By: engine.Second, Act: engine.ActResign})
	for _, c := range []struct {
		record           engine.Record
		player           string
		at               int
		resigns, confirm bool
	}{
		{turn, "ann", 0, true, true},
		{played(t, 13), "ann", 0, true, true},
		{turn, "", 0, false, false},
		{turn, "ann", 8, false, false},
		{over, "ann", 0, false, false},
	} {
		in := seen(t, c.record, c.player)
		in.At, in.Resigning = c.at, true
		p := NewMatchPage(in)
		html := rendered(t, Match(p))
		if p.Resign != c.resigns || p.Confirm != c.confirm || strings.Contains(html, "/resignation") != c.confirm {
			t.Errorf("%q at %d: resign %t, confirm %t", c.player, c.at, p.Resign, p.Confirm)
		}
	}
}

func TestClocksShowWhatIsLeftAndWhenItEnds(t *testing.T) {
	p := NewMatchPage(seen(t, played(t, 14), "ann"))
	if p.Sides[0].Left != "9 days 23 h" || !p.Sides[0].Deadline.Equal(kickedOff.Add(240*time.Hour)) {
		t.Errorf("the clock that runs: %q until %v", p.Sides[0].Left, p.Sides[0].Deadline)
	}
	if p.Sides[1].Left != "10 days 0 h" || !p.Sides[1].Deadline.IsZero() {
		t.Errorf("the clock that stands: %q until %v", p.Sides[1].Left, p.Sides[1].Deadline)
	}
}

func TestMovesAreListedUnlessThereAreTooMany(t *testing.T) {
	few := rendered(t, Match(NewMatchPage(seen(t, played(t, 14), "ann"))))
	many := rendered(t, Match(NewMatchPage(seen(t, played(t, 0), "ann"))))
	if !strings.Contains(few, "<optgroup") || strings.Contains(many, "<optgroup") {
		t.Error("the list of moves is there when it should not be, or missing")
	}
	if !strings.Contains(many, "19474 moves are possible, too many for a list") || !strings.Contains(many, `"tree":null`) {
		t.Error("the page with too many moves does not say so, or carries them")
	}
}

func TestSidesFollowTheSeatsWhoeverMovesFirst(t *testing.T) {
	r := played(t, 14)
	r.First = 1 // as a lot may decide: Greedy is yellow
	in := seen(t, r, "ann")
	in.Match.State.First = 1
	in.Side = in.Match.SideOf("ann")
	p := NewMatchPage(in)
	if p.Sides[0].Name != "Greedy" || p.Sides[1].Name != "Ann" || p.Sides[1].Mark != "you" || p.Mine {
		t.Errorf("sides %+v, mine %t", p.Sides, p.Mine)
	}
}

func TestFrontPageKeepsWhatWasTypedAndHasDefaults(t *testing.T) {
	in := front(t)
	p := NewFrontPage(in)
	if !p.Opponents[0].Chosen || !p.Kickoffs[0].Chosen || !p.Controls[0].Chosen || !p.Rules.Games[0].Variants[0].Chosen {
		t.Error("the first option of each field is the default")
	}
	in.Form = StartForm{Opponent: "random", Kickoff: "lot", Control: "live", Rules: "streetsoccer/lg", Contribution: "mine"}
	p = NewFrontPage(in)
	if p.Opponents[0].Chosen || !p.Opponents[1].Chosen || !p.Kickoffs[2].Chosen || !p.Controls[3].Chosen || p.Contribution.Typed != "mine" {
		t.Errorf("typed values are gone: %+v", p)
	}
	if len(p.Mine) != 2 || !strings.HasSuffix(p.Mine[0].URL, "mine") || p.Mine[0].Status != "Your turn" || p.Mine[1].Status != "Red to move" {
		t.Errorf("my turn comes first: %+v", p.Mine)
	}
	if r := p.Results[0]; r.Text != "Yellow wins: Red resigned at 1:0." || r.Points != "5 – 0 points" {
		t.Errorf("a result: %+v", r)
	}
}

func TestAMatchOfAGameThatIsGoneStillHasACard(t *testing.T) {
	m := matchOf(t, "old", played(t, 5))
	m.Game = "chess"
	v := NewWatchView(front(t).Games, []league.Match{m}, today)
	if v.Cards[0].Board != nil || v.Cards[0].Names[0] != "Ann" {
		t.Errorf("card %+v", v.Cards[0])
	}
	rendered(t, Watch(v))
}

func BenchmarkNewMatchPage(b *testing.B) {
	in := seen(b, played(b, 14), "ann")
	for b.Loop() {
		NewMatchPage(in)
	}
}

func BenchmarkMatch(b *testing.B) {
	page := Match(NewMatchPage(seen(b, played(b, 14), "ann")))
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := page.Render(context.Background(), &out); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(out.Len()))
}

func BenchmarkFront(b *testing.B) {
	in := front(b)
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := Front(NewFrontPage(in)).Render(context.Background(), &out); err != nil {
			b.Fatal(err)
		}
	}
}
