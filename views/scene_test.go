package views

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/streetsoccer"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/rating"
)

// The time of all scenes: the last event is an hour old.
var (
	kickedOff = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	today     = kickedOff.Add(time.Hour)
)

var (
	ann    = league.Player{ID: "ann", Name: "Ann", Kind: league.Guest}
	bob    = league.Player{ID: "bob", Name: "Bob", Kind: league.Member}
	cleo   = league.Player{ID: "cleo", Name: "Cleo", Kind: league.Member}
	greedy = league.Player{ID: "greedy", Name: "Greedy", Kind: league.Bot}
)

// opening is a match up to yellow's first goal and red's restart: each move with
// the throws that follow it.
var opening = []struct {
	move   string
	throws []int
}{
	{"", []int{4, 2}},
	{"Pd3e1f6", nil},
	{"Pb1c2e8", nil},
	{"Be6", []int{6}},
	{"Me8e6|Bb7", []int{2}},
	{"Mf6f8", []int{2}},
	{"Md0f0", []int{4}},
	{"Md5b7|Ba8", []int{6}},
	{"Mc2e4", []int{6}},
	{"Mb7c2", []int{6}},
	{"Mc6a6", []int{6}},
	{"Md3d7", []int{3}},
	{"Me4d4", []int{6}},
	{"Md7a8|B##", []int{1, 2}},
	{"Pc0|Ba0", []int{6}},
}

// played returns the record of the opening after its first moves.
func played(t testing.TB, moves int) engine.Record {
	t.Helper()
	var throws []int
	for _, o := range opening[:moves+1] {
		throws = append(throws, o.throws...)
	}
	dice := enginetest.Script(t, throws...)
	r, err := engine.Begin(streetsoccer.Game{}, "lg", kickedOff, 0, nil)
	for i := 0; err == nil && i <= moves; i++ {
		if i > 0 {
			r, err = r.Add(engine.Event{
				Seq: len(r.Log) + 1, At: kickedOff, By: r.Next().Side, Act: engine.ActMove, Text: opening[i].move,
			})
		}
		if err == nil {
			r, _, err = r.Drive(kickedOff, dice)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// added returns the record with one more event.
func added(t testing.TB, r engine.Record, e engine.Event) engine.Record {
	t.Helper()
	e.Seq, e.At = len(r.Log)+1, kickedOff
	r, err := r.Add(e)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// matchOf returns the match of a record: Ann is yellow, Greedy red.
func matchOf(t testing.TB, id string, r engine.Record) league.Match {
	t.Helper()
	control, err := clock.ByID("lg")
	if err != nil {
		t.Fatal(err)
	}
	return league.Match{
		ID: id, Game: "streetsoccer", Variant: "lg", Control: control.ID,
		Seats: [2]league.Seat{{Player: ann}, {Player: greedy}}, Created: kickedOff, Log: r.Log,
		State: league.State{
			Last: len(r.Log), Position: r.Position.String(), First: r.First, ToMove: r.Next().Side,
			Score: r.Score(), Deadline: clock.Read(control, r).Deadline(), Moved: kickedOff, Outcome: r.Outcome(),
		},
	}
}

// seen is the match page's input as a player sees a record; "" watches.
func seen(t testing.TB, r engine.Record, player string) MatchInput {
	t.Helper()
	m := matchOf(t, "7f3", r)
	control, err := clock.ByID(m.Control)
	if err != nil {
		t.Fatal(err)
	}
	in := MatchInput{
		Frame: Frame{Now: today}, Match: m, Record: r, Clocks: clock.Read(control, r),
		Side: m.SideOf(player), Key: "key-1",
	}
	if player == ann.ID {
		in.Viewer = ann
	}
	return in
}

// front is the front page's input with all that it can show.
func front(t testing.TB) FrontInput {
	t.Helper()
	resigned := added(t, played(t, 13), engine.Event{By: engine.Second, Act: engine.ActResign})
	return FrontInput{
		Frame: Frame{Viewer: ann, Waiting: 1, Now: today}, Games: []engine.Game{streetsoccer.Game{}},
		Reservation: "token", Head: [32]byte{0xab, 0xcd},
		Opponents: []Opponent{{"greedy", "Greedy", "Takes every goal."}, {"random", "Random", "Plays anything."}},
		Mine:      []league.Match{matchOf(t, "waits", played(t, 13)), matchOf(t, "mine", played(t, 14))},
		Offers:    []league.Offer{offered("open", nil)},
		Invited:   2,
		Running:   []league.Match{matchOf(t, "live", played(t, 5))},
		Finished:  []league.Match{matchOf(t, "over", resigned)},
		Notices:   []league.SiteNotice{wentAway},
	}
}

// offered is an offer by Cleo as it stood a day ago.
func offered(id string, change func(*league.Offer)) league.Offer {
	o := league.Offer{
		ID: id, Author: cleo, Game: "streetsoccer", Variant: "lg", Control: "lg", Kickoff: league.KickoffMe,
		Message: "A quiet game before work?", Head: [32]byte{0xab, 0xcd},
		Created: today.Add(-24 * time.Hour), Expires: today.Add(29 * 24 * time.Hour), State: league.OfferOpen, Legs: 1, Slots: 1,
	}
	if change != nil {
		change(&o)
	}
	return o
}

// waitingRoom is the waiting room's input as Bob sees it, with all that it can show.
func waitingRoom(t testing.TB) WaitingRoomInput {
	return WaitingRoomInput{
		Frame: Frame{Viewer: bob, Now: today}, Games: front(t).Games,
		Offers: []league.Offer{
			offered("open", nil),
			offered("mine", func(o *league.Offer) { o.Author, o.Kickoff, o.Message = bob, league.KickoffYou, "" }),
			offered("rated", func(o *league.Offer) { o.Rated, o.Control, o.Kickoff = true, "live", league.KickoffLot }),
		},
		ToMe: []league.Offer{offered("to", func(o *league.Offer) { o.Invited, o.Kickoff = bob, league.KickoffYou })},
		FromMe: []league.Offer{
			offered("from", func(o *league.Offer) { o.Author, o.Invited, o.Kickoff = bob, cleo, league.KickoffYou }),
		},
		Blocks: []league.Block{{Player: bob, Other: league.Player{ID: "dan", Name: "Dan", Kind: league.Member}}},
	}
}

// found is the waiting room as Bob sees it who looks for something.
func found(t testing.TB) WaitingRoomInput {
	in := waitingRoom(t)
	in.Filter, in.Hidden = league.OfferFilter{Rules: "streetsoccer/lg", Control: "fast", Rated: league.RatedOnly, Free: true}, 2
	in.Offers = []league.Offer{offered("strong", func(o *league.Offer) { o.Window.From, o.Slots, o.Legs = 2000, 3, 2 })}
	in.Obstacles = map[string]string{"strong": "This is for ratings of 2000.0 and more, and yours is 1500.0."}
	return in
}

// counterForm is the input of the form by which Bob answers Cleo with other terms.
func counterForm(t testing.TB) OfferFormInput {
	in := offerForm(t, bob)
	in.Further = []dice.Link{{1}, {2}}
	in.Answers = offered("7f3", func(o *league.Offer) { o.Invited = bob })
	in.Form = StartForm{Rules: "streetsoccer/board", Kickoff: league.KickoffYou, Control: "fast", Legs: "2", Days: "40"}
	in.Errors = map[string]string{"days": "Give a number from 1 to 30."}
	return in
}

// dropped is what a director sees of Cleo.
func dropped() []rating.Drop {
	return []rating.Drop{{
		Player: cleo, Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Lost: 84 * league.EloPoint, Matches: []string{"m1", "m2", "m3"},
		First: today.AddDate(0, 0, -20), Last: today.AddDate(0, 0, -3),
	}}
}

// offerForm is the input of the form that makes an offer.
func offerForm(t testing.TB, viewer league.Player) OfferFormInput {
	in := front(t)
	return OfferFormInput{
		Frame: Frame{Viewer: viewer, Now: today}, Games: in.Games, Reservation: in.Reservation, Head: in.Head, Opponents: in.Opponents,
	}
}

// offerPage is the input of the page of an offer by Cleo.
func offerPage(t testing.TB, viewer league.Player, change func(*OfferInput)) OfferInput {
	in := OfferInput{Frame: Frame{Viewer: viewer, Now: today}, Games: front(t).Games, Offer: offered("7f3", nil)}
	if change != nil {
		change(&in)
	}
	return in
}

// studied is the input of the page on which records are looked at, as somebody sends
// one with a mistake.
func studied(change func(*AnalysisInput)) AnalysisInput {
	in := AnalysisInput{
		Frame: Frame{Viewer: ann, Now: today}, Games: []engine.Game{streetsoccer.Game{}},
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
	r := added(t, played(t, 14), engine.Event{By: engine.Second, Act: engine.ActResign})
	m := league.Recorded(matchOf(t, "7f3", r), r, "https://kickabout.example", `The "Cup" <b>`)
	return &m
}

// scenes are the pages that are compared with their golden files, and that every
// promise about all pages is tested on.
func scenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	turn := played(t, 14)
	page := func(r engine.Record, player string, change func(*MatchInput)) templ.Component {
		in := seen(t, r, player)
		if change != nil {
			change(&in)
		}
		return Match(NewMatchPage(in))
	}
	empty := FrontInput{Frame: Frame{Now: today}, Games: front(t).Games, Opponents: front(t).Opponents}
	wrong := empty
	wrong.Form = StartForm{Opponent: "random", Kickoff: "lot", Control: "fast", Contribution: `"><b>`}
	wrong.Errors = map[string]string{"": "The form is old.", "contribution": "Use letters.", "opponent": "Choose one."}
	wrongOffer := offerForm(t, bob)
	wrongOffer.Form = StartForm{Opponent: OpponentPerson, Name: `"><b>`, Rated: true, Message: "<i>", Contribution: `"><b>`}
	wrongOffer.Errors = map[string]string{"": "You have 5 open offers.", "opponent": "There is no such player.", "rated": "Enough.", "message": "Too long.", "contribution": "Use letters."}
	chosen := seen(t, turn, "ann")
	chosen.Done = engine.ParseSteps("f8")
	all := map[string]templ.Component{
		"analysis":          Analysis(NewAnalysisPage(studied(nil))),
		"analysis-wrong":    Analysis(NewAnalysisPage(studied(func(in *AnalysisInput) { _, in.Error = record.Decode(in.Text, onlyStreetSoccer) }))),
		"analysis-none":     Analysis(NewAnalysisPage(studied(func(in *AnalysisInput) { in.Text, in.Error = " ", errors.New("x") }))),
		"analysis-board":    Analysis(NewAnalysisPage(studied(func(in *AnalysisInput) { in.Match, in.At = recorded(t), 13 }))),
		"analysis-of":       Analysis(NewAnalysisPage(studied(func(in *AnalysisInput) { in.Match, in.Of, in.At = recorded(t), "7f3", 99 }))),
		"analysis-begun":    Analysis(NewAnalysisPage(studied(func(in *AnalysisInput) { in.Match = &record.Match{Record: played(t, 0)} }))),
		"match-chat":        talking(t, annWithAccount, nil),
		"match-chat-guest":  talking(t, ann, nil),
		"match-chat-others": talking(t, league.Player{ID: "eve", Name: "Eve", Kind: league.Member}, func(in *ChatInput) { in.First, in.Before, in.Told = 3, 9, true }),
		"match-chat-wrong": talking(t, annWithAccount, func(in *ChatInput) {
			in.Text, in.Error, in.Muted = "too long <b>", "At most 500 letters.", []string{"bob"}
		}),
		"match-chat-report": talking(t, annWithAccount, func(in *ChatInput) { in.Report, in.Reason, in.ReasonError = &in.Lines[1], "<i>", "Say why." }),
		"chat-line":         ChatLine(NewLine(annWithAccount, talk(t), lines()[1])),
		"mine":              Mine(NewMinePage(mine(t))),
		"mine-empty":        Mine(NewMinePage(MineInput{Frame: Frame{Viewer: ann, Now: today}})),
		"mine-nobody":       Mine(NewMinePage(MineInput{Frame: Frame{Now: today}})),
		"player":            Player(NewPlayerPage(profile(t))),
		"player-bot":        Player(NewPlayerPage(PlayerInput{Frame: Frame{Viewer: annWithAccount, Now: today}, Player: greedy})),
		"player-deleted":    Player(NewPlayerPage(PlayerInput{Frame: Frame{Now: today}, Player: league.Player{ID: "x", Name: "deleted-4f", Kind: league.Deleted}})),
		"match-turn":        page(turn, "ann", nil),
		"match-chosen":      page(turn, "ann", func(in *MatchInput) { in.Done = engine.ParseSteps("f8") }),
		"match-complete":    page(turn, "ann", func(in *MatchInput) { in.Done = engine.ParseSteps("f8,f8") }),
		"match-placing":     page(played(t, 0), "ann", func(in *MatchInput) { in.Done = engine.ParseSteps("b7") }),
		"match-waiting":     page(played(t, 13), "ann", nil),
		"match-watching":    page(turn, "", nil),
		"match-past":        page(turn, "ann", func(in *MatchInput) { in.At = 8 }),
		"match-refused":     page(turn, "ann", func(in *MatchInput) { in.Error, in.Tried = "That is too far.", "Mf8a1" }),
		"match-stale": page(turn, "ann", func(in *MatchInput) {
			in.Notice, in.Another = "The game has moved on. This is the present board.", "9c1"
		}),
		"match-resign": page(turn, "ann", func(in *MatchInput) { in.Resigning = true }),
		"match-over":   page(added(t, turn, engine.Event{By: engine.Second, Act: engine.ActResign}), "ann", nil),
		"match-live":   MatchLive(NewMatchPage(seen(t, played(t, 13), "ann"))),
		"worth":        Worth(NewWorthPage(weighed(t, ann))),
		"coach":        Coach(NewCoachPage(guessing(t, ann, ""))),
		"coach-answer": Coach(NewCoachPage(guessing(t, ann, "Mf6f4"))),
		"board-chosen": DrawBoard(NewMatchPage(chosen).Board),
		"board-small":  DrawSmallBoard(*NewFrontPage(front(t)).Mine[0].Board),
		"front":        Front(NewFrontPage(front(t))),
		"front-empty":  Front(NewFrontPage(empty)),
		"front-wrong":  Front(NewFrontPage(wrong)),
		"watch":        Watch(NewWatchView(front(t).Games, front(t).Running, today)),
		"problem-404":  Problem(NewProblem(ProblemInput{Status: 404})),
		"problem-409":  Problem(NewProblem(ProblemInput{Status: 409, Text: "Look again.", Back: "/matches/7f3"})),
		"problem-500":  Problem(NewProblem(ProblemInput{Frame: Frame{Viewer: ann}, Status: 500, ID: "8F2C"})),
		"room":         Room(NewWaitingRoom(waitingRoom(t))),
		"room-guest":   Room(NewWaitingRoom(WaitingRoomInput{Frame: Frame{Viewer: ann, Now: today}, Games: front(t).Games, Offers: waitingRoom(t).Offers})),
		"room-empty":   Room(NewWaitingRoom(WaitingRoomInput{Frame: Frame{Viewer: bob, Now: today}, Games: front(t).Games})),
		"invitations":  Invitations(NewInvitations(front(t).Games, waitingRoom(t).ToMe, waitingRoom(t).FromMe, bob, today)),
		"offer-form":   OfferNew(NewOfferForm(offerForm(t, bob))),
		"offer-guest":  OfferNew(NewOfferForm(offerForm(t, ann))),
		"offer-wrong":  OfferNew(NewOfferForm(wrongOffer)),
		"offer-open":   Offer(NewOfferPage(offerPage(t, bob, nil))),
		"offer-lookon": Offer(NewOfferPage(offerPage(t, ann, nil))),
		"offer-mine":   Offer(NewOfferPage(offerPage(t, cleo, func(in *OfferInput) { in.Offer.Contribution = "sunshine" }))),
		"offer-gone": Offer(NewOfferPage(offerPage(t, bob, func(in *OfferInput) {
			in.Offer.State, in.Contribution = league.OfferAccepted, "sunshine"
			in.Errors = map[string]string{"": "Somebody else has taken this seat."}
		}))),
		"room-found": Room(NewWaitingRoom(found(t))),
		"offer-several": Offer(NewOfferPage(offerPage(t, bob, func(in *OfferInput) {
			in.Offer.Slots, in.Offer.Legs, in.Offer.Given, in.Offer.Window = 2, 2, 1, league.RatingWindow{Around: 100}
			in.Offer.Further = []league.Sealed{{Head: [32]byte{1}}, {Head: [32]byte{2}}, {Head: [32]byte{3}}}
			in.Matches = []league.Match{matchOf(t, "7f3", played(t, 2))}
		}))),
		"offer-obstacle": Offer(NewOfferPage(offerPage(t, bob, func(in *OfferInput) { in.Obstacle = "This is not for you <b>." }))),
		"invited-guest":  Offer(NewOfferPage(offerPage(t, ann, func(in *OfferInput) { in.Offer.Linked, in.Path = true, "/invited/7f3.abc" }))),
		"invited-link":   Offer(NewOfferPage(offerPage(t, cleo, func(in *OfferInput) { in.Offer.Linked, in.Link = true, "https://kickabout.example/invited/7f3.abc" }))),
		"invitation-countered": Offer(NewOfferPage(offerPage(t, cleo, func(in *OfferInput) {
			in.Offer.Invited, in.Offer.State, in.Offer.Counter, in.Offer.Counters = bob, league.OfferDeclined, "8a1", "6f2"
		}))),
		"invitation-answered": Offer(NewOfferPage(offerPage(t, cleo, func(in *OfferInput) {
			in.Offer.Invited, in.Offer.State, in.Offer.Answer = bob, league.OfferDeclined, "Not <i> this week."
		}))),
		"offer-counter": OfferNew(NewOfferForm(counterForm(t))),
		"drops":         Drops(NewDropsPage(Frame{Viewer: bob, Now: today}, front(t).Games, dropped())),
		"drops-none":    Drops(NewDropsPage(Frame{Viewer: bob, Now: today}, nil, nil)),
		"invitation":    Offer(NewOfferPage(offerPage(t, bob, func(in *OfferInput) { in.Offer.Invited = bob }))),
		"invitation-declined": Offer(NewOfferPage(offerPage(t, cleo, func(in *OfferInput) {
			in.Offer.Invited, in.Offer.State = bob, league.OfferDeclined
		}))),
		"games":          Games(NewGamesPage(GamesInput{Games: []engine.Game{explained{}}})),
		"rules":          Rules(NewRulesPage(RulesInput{Game: explained{}, State: ExampleState{N: 1, Ask: true}})),
		"try-throw":      Try(NewTryPage(trying(t, explained{}, "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -", ""))),
		"try-move":       Try(NewTryPage(trying(t, explained{}, "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "e8,e7,=goal"))),
		"try-many":       Try(NewTryPage(trying(t, explained{}, "place Y c1d5 d0c6 d5 2 1 0:0 -", "b7"))),
		"try-hint":       Try(NewTryPage(hinted(t))),
		"bots":           Bots(NewBotsPage(robots(t))),
		"try-over":       Try(NewTryPage(trying(t, explained{}, "over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 1:1 R", ""))),
		"try-wrong":      Try(NewTryPage(unreadable("position", "A position has eight parts."))),
		"example-thrown": Example(NewExample(explained{}, ExampleState{N: 2, Roll: 1})),
		"example-played": Example(NewExample(explained{}, ExampleState{N: 1, Done: engine.ParseSteps("e8,e7,=goal"), Play: 1})),
		"dice":           Dice(DiceInput{}),
		"problem-403":    Problem(NewProblem(ProblemInput{Frame: Frame{Viewer: ann}, Status: 403, Text: "Sign up first: this needs an account.", SignIn: true})),
		"sign-up":        Sign(NewSignPage(SignInput{Frame: Frame{Viewer: ann}, Up: true, Played: 2, Next: "/offers?new=1"})),
		"sign-up-wrong": Sign(NewSignPage(SignInput{Up: true, Name: `"><b>`, Errors: map[string]string{
			"name": "“\"” cannot stand in a name.", "password": "A password has at least 8 characters; this has 1.",
		}})),
		"sign-in":          Sign(NewSignPage(SignInput{Done: "gone"})),
		"sign-in-late":     Sign(NewSignPage(SignInput{Name: "Ann", Errors: map[string]string{"": "That was too often. Try again in 3 minutes."}})),
		"vacation":         Vacation(NewVacationPage(ownVacation(nil))),
		"vacation-planned": Vacation(NewVacationPage(ownVacation(&league.Vacation{N: 1, Begins: today.Add(time.Hour), Ends: today.Add(49 * time.Hour)}))),
		"vacation-on":      Vacation(NewVacationPage(ownVacation(&league.Vacation{N: 1, Begins: today.Add(-time.Hour), Ends: today.Add(23 * time.Hour)}))),
		"vacation-wrong": Vacation(NewVacationPage(VacationInput{
			Frame: Frame{Viewer: bob, Now: today}, Rule: league.VacationStd, Days: "40", Begins: "2027-05-03",
			Errors: map[string]string{"days": "You have 3 days of vacation then.", "begins": "This day has passed. Choose another, or leave it empty to begin now.", "": "You have planned a vacation already."},
		})),
		"vacation-lg":    Vacation(NewVacationPage(VacationInput{Frame: Frame{Viewer: bob, Now: today}, Rule: league.VacationLG, Balance: 1})),
		"notices":        Notices(NewNoticesPage(Frame{Viewer: ann}, []league.SiteNotice{wentAway})),
		"notices-none":   Notices(NewNoticesPage(Frame{Viewer: ann}, nil)),
		"match-vacation": Match(NewMatchPage(resting(t))),
		"match-rest": func() templ.Component {
			in := resting(t)
			in.Away = [2]time.Time(in.Clocks.Rest)
			return Match(NewMatchPage(in))
		}(),
		"player-away": Player(NewPlayerPage(PlayerInput{Frame: Frame{Viewer: bob, Now: today}, Player: cleo, Away: today.Add(48 * time.Hour)})),

		"account":       Account(NewAccountPage(ownAccount())),
		"account-token": Account(NewAccountPage(AccountInput{Frame: ownAccount().Frame, Secret: "kab_SECRET", At: "tokens"})),
		"account-wrong": Account(NewAccountPage(AccountInput{Frame: ownAccount().Frame, At: "gone", Errors: map[string]string{"gone": "This is not your password."}})),
	}
	maps.Copy(all, tournamentScenes(t))
	maps.Copy(all, ratingScenes(t))
	maps.Copy(all, oddsScenes(t))
	maps.Copy(all, ladderScenes(t))
	maps.Copy(all, bracketScenes(t))
	maps.Copy(all, teamScenes(t))
	maps.Copy(all, roundsScenes(t))
	maps.Copy(all, stagesScenes(t))
	maps.Copy(all, championshipScenes(t))
	maps.Copy(all, cupScenes(t))
	return all
}

// wentAway is an outage of more than two hours.
var wentAway = league.SiteNotice{Kind: league.OutageNotice, From: today.Add(-3 * time.Hour), Until: today.Add(-50 * time.Minute)}

// ownVacation is the vacation of a member who has used a day of each kind.
func ownVacation(planned *league.Vacation) VacationInput {
	book := league.VacationBook{Since: today.Add(-500 * time.Hour), Days: []league.VacationDay{
		{N: 1, At: today.Add(-100 * time.Hour), Match: "7f3"}, {N: 2, At: today.Add(-50 * time.Hour), Vacation: 1},
	}}
	if planned != nil {
		book.Planned = append(book.Planned, *planned)
	}
	rule := league.VacationStd
	return VacationInput{
		Frame: Frame{Viewer: bob, Now: today}, Rule: rule, Book: book, Balance: rule.Balance(book, today), Lines: rule.Statement(book, today), Done: "ended",
	}
}

// resting is a match of two people in which Red is on vacation.
func resting(t testing.TB) MatchInput {
	in := seen(t, played(t, 14), "")
	in.Match, in.Viewer, in.Key = talk(t), bob, "KEY"
	in.Side = in.Match.SideOf(bob.ID)
	side := in.Record.Next().Side
	r, err := in.Record.Add(engine.Event{Seq: len(in.Record.Log) + 1, At: in.Record.Log[len(in.Record.Log)-1].At, Act: engine.ActRest, Text: engine.RestText(side, today.Add(48*time.Hour))})
	if err != nil {
		t.Fatal(err)
	}
	in.Record, in.Clocks, in.Match.NoVacation = r, clock.Read(clock.Controls()[0], r), true
	in.Away[side-1] = today.Add(50 * time.Hour)
	return in
}

// talk is a match of two people with accounts.
func talk(t testing.TB) league.Match {
	m := matchOf(t, "7f3", played(t, 14))
	m.Seats[0].Player, m.Seats[1].Player = annWithAccount, league.Player{ID: "bob", Name: "Bob", Kind: league.Member}
	return m
}

var annWithAccount = league.Player{ID: "ann", Name: "Ann", Kind: league.Member, Created: kickedOff}

// lines is what they say.
func lines() []league.Line {
	return []league.Line{
		{Match: "7f3", N: 1, Author: "ann", At: kickedOff, Text: "Good luck, Bob."},
		{Match: "7f3", N: 2, Author: "bob", At: kickedOff.Add(time.Minute), Text: "<script>And you</script>"},
		{Match: "7f3", N: 3, Author: "bob", At: kickedOff.Add(2 * time.Minute), Hidden: true},
	}
}

// talking is the page of a match with its chat, as somebody sees it.
func talking(t testing.TB, viewer league.Player, change func(*ChatInput)) templ.Component {
	in := seen(t, played(t, 14), "")
	in.Match, in.Viewer, in.Side = talk(t), viewer, in.Match.SideOf(viewer.ID)
	in.Chat = &ChatInput{Lines: lines(), First: 1, Last: 3}
	if change != nil {
		change(in.Chat)
	}
	return Match(NewMatchPage(in))
}

// mine is the page of Ann's games with all that it can show.
func mine(t testing.TB) MineInput {
	in := front(t)
	return MineInput{
		Frame: in.Frame, Games: in.Games, Mine: in.Mine[1:], Theirs: in.Mine[:1], Over: in.Finished, Older: true,
		OverEnd: league.Place{At: 1714564800000, ID: "over"},
		Used:    league.VacationDay{N: 1, At: today.Add(-30 * time.Hour), Match: "7f3"},
	}
}

// profile is Bob's page as Ann sees it.
func profile(t testing.TB) PlayerInput {
	in := mine(t)
	in.Viewer = annWithAccount
	return PlayerInput{
		Frame: in.Frame, Games: in.Games, Player: league.Player{ID: "bob", Name: "Bob & <Co>", Kind: league.Member, Created: kickedOff},
		Tallies: []league.Tally{{Ending: engine.FullTime, Won: 3, Lost: 1, Goals: 9, GoalsAgainst: 4}, {Ending: engine.Goalless, Drawn: 1}},
		Against: []league.Tally{{Ending: engine.FullTime, Won: 1, Goals: 2, GoalsAgainst: 1}},
		Running: in.Mine, Over: in.Over, OverEnd: in.OverEnd, Muted: true,
		Worth: []league.WorthSum{{Game: "streetsoccer", Matches: 3, Points: 9000, Adjusted: 8250, Squares: 3000*3000 + 2750*2750 + 2500*2500, Cost: 4200, Decisions: 75}},
	}
}

// The analysis of the one finished match of the scenes: it takes a moment to make.
var (
	judged    sync.Once
	judgedAs  analysis.Analysis
	errJudged error
)

// weighed is what a finished match was worth, as one of its players sees it.
func weighed(t testing.TB, viewer league.Player) WorthInput {
	t.Helper()
	r := added(t, played(t, 14), engine.Event{By: engine.Second, Act: engine.ActResign})
	judged.Do(func() { judgedAs, errJudged = analysis.Analyse(r, [2]int{5000, 0}) })
	if errJudged != nil {
		t.Fatal(errJudged)
	}
	m := matchOf(t, "7f3", r)
	return WorthInput{Frame: Frame{Viewer: viewer, Now: today}, Match: m, Record: r, Side: m.SideOf(viewer.ID), Found: judgedAs}
}

// guessing is one of his decisions in that match, with his guess; "": none yet.
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

// rendered returns the HTML of a component.
func rendered(t testing.TB, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// hinted is a position in which a bot has said what it would do.
func hinted(t testing.TB) TryInput {
	in := trying(t, explained{}, "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "e8,e7,=goal")
	in.Bots = []Opponent{{ID: "bot:hard", Name: "Hard"}, {ID: "bot:easy", Name: "Easy"}}
	in.Asked, in.Hint = "bot:easy", &TryHint{Move: "Me8e7|B##", Value: 3.14}
	return in
}

// robots is the page of two bots, one of which has a rating.
func robots(t testing.TB) BotsInput {
	return BotsInput{
		Frame: Frame{Viewer: bob, Now: today}, Games: front(t).Games,
		Bots: []Opponent{{"bot:hard", "Hard", "Thinks <b>."}, {"bot:easy", "Easy", "Slips."}}, Reservations: []string{"R1", "R2"},
		Meetings: []Meeting{{Game: "streetsoccer", First: "hard", Second: "easy", Matches: 100, Points: 3.715, Error: 0.138, Command: "kickabout arena --first hard"}},
		Ratings:  []league.RatingLine{{Player: league.Player{ID: "bot:hard", Name: "Hard", Kind: league.Bot}, Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Standing: league.Standing{Elo: 1612 * league.EloPoint}}},
	}
}
