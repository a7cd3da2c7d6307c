package match

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// seen is the match page's input as a player sees a record; "" watches.
func seen(t testing.TB, r engine.Record, player string) Input {
	t.Helper()
	m := viewstest.MatchOf(t, "7f3", r)
	control, err := clock.ByID(m.Control)
	if err != nil {
		t.Fatal(err)
	}
	in := Input{
		Frame: ui.Frame{Now: viewstest.Today}, Match: m, Record: r, Clocks: clock.Read(control, r),
		Side: m.SideOf(player), Key: "key-1",
	}
	if player == viewstest.Ann.ID {
		in.Viewer = viewstest.Ann
	}
	return in
}

// resting is a match of two people in which Red is on vacation.
func resting(t testing.TB) Input {
	in := seen(t, viewstest.Played(t, 14), "")
	in.Match, in.Viewer, in.Key = viewstest.Talk(t), viewstest.Bob, "KEY"
	in.Side = in.Match.SideOf(viewstest.Bob.ID)
	side := in.Record.Next().Side
	r, err := in.Record.Add(engine.Event{Seq: len(in.Record.Log) + 1, At: in.Record.Log[len(in.Record.Log)-1].At, Act: engine.ActRest, Text: engine.RestText(side, viewstest.Today.Add(48*time.Hour))})
	if err != nil {
		t.Fatal(err)
	}
	in.Record, in.Clocks, in.Match.NoVacation = r, clock.Read(clock.Controls()[0], r), true
	in.Away[side-1] = viewstest.Today.Add(50 * time.Hour)
	return in
}

// lines is what they say.
func lines() []league.Line {
	return []league.Line{
		{Match: "7f3", N: 1, Author: "ann", At: viewstest.KickedOff, Text: "Good luck, Bob."},
		{Match: "7f3", N: 2, Author: "bob", At: viewstest.KickedOff.Add(time.Minute), Text: "<script>And you</script>"},
		{Match: "7f3", N: 3, Author: "bob", At: viewstest.KickedOff.Add(2 * time.Minute), Hidden: true},
	}
}

// talking is the page of a match with its chat, as somebody sees it.
func talking(t testing.TB, viewer league.Player, change func(*ChatInput)) templ.Component {
	in := seen(t, viewstest.Played(t, 14), "")
	in.Match, in.Viewer, in.Side = viewstest.Talk(t), viewer, in.Match.SideOf(viewer.ID)
	in.Chat = &ChatInput{Lines: lines(), First: 1, Last: 3}
	if change != nil {
		change(in.Chat)
	}
	return View(NewPage(in))
}

// scenes are the pages of matches.
func scenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	turn := viewstest.Played(t, 14)
	page := func(r engine.Record, player string, change func(*Input)) templ.Component {
		in := seen(t, r, player)
		if change != nil {
			change(&in)
		}
		return View(NewPage(in))
	}
	chosen := seen(t, turn, "ann")
	chosen.Done = engine.ParseSteps("f8")
	inCup := seen(t, viewstest.Played(t, 14), "ann")
	inCup.Match.Tournament, inCup.Match.Fixture, inCup.Cup = "cup1", "c2/r3/b1", "Spring Cup"
	return map[string]templ.Component{
		"match-chat":        talking(t, viewstest.AnnWithAccount, nil),
		"match-chat-guest":  talking(t, viewstest.Ann, nil),
		"match-chat-others": talking(t, league.Player{ID: "eve", Name: "Eve", Kind: league.Member}, func(in *ChatInput) { in.First, in.Before, in.Told = 3, 9, true }),
		"match-chat-wrong": talking(t, viewstest.AnnWithAccount, func(in *ChatInput) {
			in.Text, in.Error, in.Muted = "too long <b>", "At most 500 letters.", []string{"bob"}
		}),
		"match-chat-report": talking(t, viewstest.AnnWithAccount, func(in *ChatInput) { in.Report, in.Reason, in.ReasonError = &in.Lines[1], "<i>", "Say why." }),
		"chat-line":         ChatLine(NewLine(viewstest.AnnWithAccount, viewstest.Talk(t), lines()[1])),
		"match-turn":        page(turn, "ann", nil),
		"match-chosen":      page(turn, "ann", func(in *Input) { in.Done = engine.ParseSteps("f8") }),
		"match-complete":    page(turn, "ann", func(in *Input) { in.Done = engine.ParseSteps("f8,f8") }),
		"match-placing":     page(viewstest.Played(t, 0), "ann", func(in *Input) { in.Done = engine.ParseSteps("b7") }),
		"match-waiting":     page(viewstest.Played(t, 13), "ann", nil),
		"match-watching":    page(turn, "", nil),
		"match-past":        page(turn, "ann", func(in *Input) { in.At = 8 }),
		"match-refused":     page(turn, "ann", func(in *Input) { in.Error, in.Tried = "That is too far.", "Mf8a1" }),
		"match-stale": page(turn, "ann", func(in *Input) {
			in.Notice, in.Another = "The game has moved on. This is the present board.", "9c1"
		}),
		"match-resign":   page(turn, "ann", func(in *Input) { in.Resigning = true }),
		"match-over":     page(viewstest.Added(t, turn, engine.Event{By: engine.Second, Act: engine.ActResign}), "ann", nil),
		"match-live":     Live(NewPage(seen(t, viewstest.Played(t, 13), "ann"))),
		"board-chosen":   ui.DrawBoard(NewPage(chosen).Board),
		"match-vacation": View(NewPage(resting(t))),
		"match-rest": func() templ.Component {
			in := resting(t)
			in.Away = [2]time.Time(in.Clocks.Rest)
			return View(NewPage(in))
		}(),
		"match-vacation-bound": func() templ.Component {
			in := resting(t)
			in.Match.NoVacation, in.Match.DaysBound, in.Match.Control, in.Latest = false, true, "fast", in.Clocks.Deadline().Add(48*time.Hour)
			return View(NewPage(in))
		}(),
		"match-vacation-spent": func() templ.Component {
			in := seen(t, viewstest.Played(t, 14), "ann")
			in.Match.DaysBound, in.Spent, in.Latest = true, true, in.Clocks.Deadline()
			return View(NewPage(in))
		}(),
		"match-cup":       View(NewPage(inCup)),
		"match-rated":     View(NewPage(ratedMatch(t, ratingsChanged("")))),
		"match-not-rated": View(NewPage(ratedMatch(t, ratingsChanged(league.TooManyLate)))),
	}
}

func TestHostileNamesStayText(t *testing.T) {
	in := seen(t, viewstest.Played(t, 14), "ann")
	in.Match.Seats[0].Player.Name = `<script>alert("x")</script>`
	in.Match.Seats[1].Player.Name = `" onclick="alert(1)`
	in.Error, in.Tried = `<img src=x>`, `<b>`
	in.Key = `</script><script>`
	viewstest.NoMarkup(t, map[string]string{
		"page": viewstest.Rendered(t, View(NewPage(in))), "live": viewstest.Rendered(t, Live(NewPage(in))),
	})
}
