package study

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/games/streetsoccer"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/transcript"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// studied is the input of the page on which records are looked at, as somebody sends
// one with a mistake.
func studied(change func(*PositionInput)) PositionInput {
	in := PositionInput{
		Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}},
		Text: "Game: streetsoccer/lg\n\n1. Yellow [4 2] <b>\n",
	}
	if change != nil {
		change(&in)
	}
	return in
}

func onlyStreetSoccer(string) (engine.Game, error) { return streetsoccer.Game{}, nil }

// recorded is the opening with red's resignation as a file has it.
func recorded(t testing.TB) *record.Match {
	r := viewstest.Added(t, viewstest.Played(t, 14), engine.Event{By: engine.Second, Act: engine.ActResign})
	m := transcript.Of(viewstest.MatchOf(t, "7f3", r), r, "https://kickabout.example", `The "Cup" <b>`)
	return &m
}

// The analysis of the one finished match of the scenes: it takes a moment to make.
var (
	judged    sync.Once
	judgedAs  analysis.Analysis
	errJudged error
)

// weighed is what a finished match was worth, as one of its players sees it.
func weighed(t testing.TB, viewer league.Player) AnalysisInput {
	t.Helper()
	r := viewstest.Added(t, viewstest.Played(t, 14), engine.Event{By: engine.Second, Act: engine.ActResign})
	judged.Do(func() { judgedAs, errJudged = analysis.Analyse(r, [2]int{5000, 0}, nil) })
	if errJudged != nil {
		t.Fatal(errJudged)
	}
	m := viewstest.MatchOf(t, "7f3", r)
	return AnalysisInput{Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Match: m, Record: r, Side: m.SideOf(viewer.ID), Found: judgedAs}
}

// guessing is one of their decisions in that match, with their guess; "": none yet.
func guessing(t testing.TB, viewer league.Player, guess engine.Move) CoachInput {
	t.Helper()
	w := weighed(t, viewer)
	in := CoachInput{Frame: w.Frame, Match: w.Match, Record: w.Record, Side: w.Side, Found: w.Found, Turn: 3, Guess: guess, Tried: 1, Lost: 120}
	if guess != "" {
		p, _ := CoachPosition(w.Record, CoachTurns(w.Found, w.Side)[in.Turn-1])
		g, err := analysis.Weigh(p, guess)
		if err != nil {
			t.Fatal(err)
		}
		in.Weighed = &g
	}
	return in
}

// hinted is a position in which a bot has said what it would do.
func hinted(t testing.TB) TryInput {
	in := trying(t, viewstest.Explained{}, "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "e8,e7,=goal")
	in.Bots = []ui.Opponent{{ID: "bot:trainee", Name: "Trainee"}, {ID: "bot:champion", Name: "Champion"}}
	in.Asked, in.Hint = "bot:trainee", &TryHint{Move: "Me8e7|B##", Value: 3.14}
	return in
}

// robots is the page of two bots, one of which has a rating.
func robots(t testing.TB) BotsInput {
	return BotsInput{
		Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Games: viewstest.Catalogue,
		Bots: []ui.Opponent{{ID: "bot:trainee", Name: "Trainee", Summary: "Slips."}, {ID: "bot:champion", Name: "Champion", Summary: "Thinks <b>."}}, Reservations: []string{"R1", "R2"},
		Manners:  map[string][]string{"streetsoccer": {"makes any move", "thinks <b>"}},
		Meetings: []Meeting{{Game: "streetsoccer", First: "champion", Second: "trainee", Matches: 100, Points: 3.715, Error: 0.138, Command: "kickabout arena --first champion"}},
		Ratings:  []league.RatingLine{{Player: league.Player{ID: "bot:champion", Name: "Champion", Kind: league.Bot}, Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Standing: league.Standing{Elo: 1612 * league.EloPoint}}},
	}
}

// scenes are the pages of the boards on which games are studied, the rules, the bots.
func scenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	return map[string]templ.Component{
		"analysis":       Position(NewPositionPage(studied(nil))),
		"analysis-wrong": Position(NewPositionPage(studied(func(in *PositionInput) { _, in.Error = record.Decode(in.Text, onlyStreetSoccer) }))),
		"analysis-none":  Position(NewPositionPage(studied(func(in *PositionInput) { in.Text, in.Error = " ", errors.New("x") }))),
		"analysis-board": Position(NewPositionPage(studied(func(in *PositionInput) { in.Match, in.At = recorded(t), 13 }))),
		"analysis-of":    Position(NewPositionPage(studied(func(in *PositionInput) { in.Match, in.Of, in.At = recorded(t), "7f3", 99 }))),
		"analysis-begun": Position(NewPositionPage(studied(func(in *PositionInput) { in.Match = &record.Match{Record: viewstest.Played(t, 0)} }))),
		"worth":          Analysis(NewAnalysisPage(weighed(t, viewstest.Ann))),
		"coach":          Coach(NewCoachPage(guessing(t, viewstest.Ann, ""))),
		"coach-answer":   Coach(NewCoachPage(guessing(t, viewstest.Ann, "Mf6f4"))),
		"games":          Games(NewGamesPage(GamesInput{Games: []engine.Game{viewstest.Explained{}}})),
		"rules":          Rules(NewRulesPage(RulesInput{Game: viewstest.Explained{}, State: ExampleState{N: 1, Ask: true}})),
		"rules-full":     Law(fullRules(t)),
		"try-throw":      Try(NewTryPage(trying(t, viewstest.Explained{}, "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -", ""))),
		"try-move":       Try(NewTryPage(trying(t, viewstest.Explained{}, "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "e8,e7,=goal"))),
		"try-many":       Try(NewTryPage(trying(t, viewstest.Explained{}, "place Y c1d5 d0c6 d5 2 1 0:0 -", "b7"))),
		"try-hint":       Try(NewTryPage(hinted(t))),
		"bots":           Bots(NewBotsPage(robots(t))),
		"try-over":       Try(NewTryPage(trying(t, viewstest.Explained{}, "over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 1:1 R", ""))),
		"try-wrong":      Try(NewTryPage(unreadable("position", "A position has eight parts."))),
		"try-edit":       Try(NewTryPage(editing(t, "streetsoccer/lg", "turn Y --b7c3d5 d0b3c6d8e4 e7 4 5 0:0 -", "figure-first"))),
		"try-edit-held":  Try(NewTryPage(editing(t, "onetwofun/professional", "play W e8,f8,g8 1-2 0:0 1 f1,f15 - -", "f8"))),
		"example-thrown": Example(NewExample(viewstest.Explained{}, ExampleState{N: 2, Roll: 1})),
		"example-played": Example(NewExample(viewstest.Explained{}, ExampleState{N: 1, Done: engine.ParseSteps("e8,e7,=goal"), Play: 1})),
		"dice":           Dice(DiceInput{}),
		"dice-log":       Dice(loggedDice()),
		"learn":          Learn(NewLearnPage(LearnInput{Games: []engine.Game{streetsoccer.Game{}}})),
		"lesson":         LessonCard(NewLessonPage(LessonInput{Game: streetsoccer.Game{}, Card: 3})),
		"lesson-wrong":   LessonCard(NewLessonPage(LessonInput{Game: streetsoccer.Game{}, Card: 6, Touched: &engine.Step{Cell: "c9"}})),
		"lesson-right":   LessonCard(NewLessonPage(LessonInput{Game: streetsoccer.Game{}, Card: 6, Touched: &engine.Step{Choice: "goal"}})),
	}
}

func TestHostileNamesStayTextInStudies(t *testing.T) {
	worth, coach := weighed(t, viewstest.Ann), guessing(t, viewstest.Ann, "")
	worth.Match.Seats[0].Player.Name = `<script>alert("x")</script>`
	worth.Match.Seats[1].Player.Name = `" onclick="alert(1)`
	coach.Match.Seats, coach.Error = worth.Match.Seats, `<img src=x>`
	viewstest.NoMarkup(t, map[string]string{"worth": viewstest.Rendered(t, Analysis(NewAnalysisPage(worth))), "coach": viewstest.Rendered(t, Coach(NewCoachPage(coach)))})
}

// loggedDice is the page of a site with a log, whose first key of the dice was given up, and which was restored once.
func loggedDice() DiceInput {
	at := func(day int) time.Time { return time.Date(2026, 11, day, 9, 30, 0, 0, time.UTC) }
	return DiceInput{
		SiteAlone: 1204, PublicStart: 3, Contributed: 355, First: 17,
		Keys: 2, Scopes: []DiceScopes{{Epoch: 2, Made: 40, Unstarted: 3, Ended: 1, Opened: 31}, {Epoch: 1}, {Made: 12, Unstarted: 2}},
		Restores: []league.SiteNotice{{Kind: league.RestoredNotice, From: at(3), Until: at(4)}},
		Log: &DiceLog{
			LogKey: "league.example+5c1d0b1e+AYEC", ReceiptsKey: "league.example/receipts+0a1b2c3d+AQID", Size: 5120, Day: "26 November 2026",
			Checkpoint: "league.example\n5120\nzruUelV3uP0pP0+Gz3soHqeE9r0NexcIzuvAF3L4a1U=\n\n— league.example XB0LHg==\n",
			Keys: []DiceKey{
				{Epoch: 3, Print: strings.Repeat("c3", 32), Born: at(25)},
				{Epoch: 2, Print: strings.Repeat("b2", 32), Born: at(20), Opened: at(26), Key: strings.Repeat("d4", 32)},
				{Epoch: 1, Print: strings.Repeat("a1", 32), Born: at(1), Lost: at(20), Why: "A backup of it was stolen."},
			},
		},
	}
}
