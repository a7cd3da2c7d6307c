package offer

import (
	"errors"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// waitingRoom is the waiting room's input as Bob sees it, with all that it can show.
func waitingRoom(t testing.TB) WaitingRoomInput {
	return WaitingRoomInput{
		Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Games: viewstest.Catalogue,
		Offers: []league.Offer{
			viewstest.Offered("open", nil),
			viewstest.Offered("mine", func(o *league.Offer) { o.Author, o.Kickoff, o.Message = viewstest.Bob, league.KickoffYou, "" }),
			viewstest.Offered("rated", func(o *league.Offer) { o.Rated, o.Control, o.Kickoff = true, "live", league.KickoffLot }),
		},
		ToMe: []league.Offer{viewstest.Offered("to", func(o *league.Offer) { o.Invited, o.Kickoff = viewstest.Bob, league.KickoffYou })},
		FromMe: []league.Offer{
			viewstest.Offered("from", func(o *league.Offer) {
				o.Author, o.Invited, o.Kickoff = viewstest.Bob, viewstest.Cleo, league.KickoffYou
			}),
		},
		Paces:  map[string]league.Pace{viewstest.Cleo.ID: {Median: 5 * time.Hour, Moves: 40, Finished: 8, Flagged: 1}},
		Blocks: []league.Block{{Player: viewstest.Bob, Other: league.Player{ID: "dan", Name: "Dan", Kind: league.Member}}},
	}
}

// found is the waiting room as Bob sees it who looks for something.
func found(t testing.TB) WaitingRoomInput {
	in := waitingRoom(t)
	in.Filter, in.Hidden = league.OfferFilter{Rules: "streetsoccer/lg", Control: "fast", Rated: league.RatedOnly, Free: true}, 2
	in.Offers = []league.Offer{viewstest.Offered("strong", func(o *league.Offer) { o.Window.From, o.Slots, o.Legs = 2000, 3, 2 })}
	in.Obstacles = map[string]error{"strong": errors.New("This is for ratings of 2000.0 and more, and yours is 1500.0.")}
	return in
}

// counterForm is the input of the form by which Bob answers Cleo with other terms.
func counterForm(t testing.TB) FormInput {
	in := offerForm(t, viewstest.Bob)
	in.Further = []league.Sealed{{Head: [32]byte{1}}, {Head: [32]byte{2}}}
	in.Answers = viewstest.Offered("7f3", func(o *league.Offer) { o.Invited = viewstest.Bob })
	in.Form = StartForm{Rules: "streetsoccer/board", Kickoff: league.KickoffYou, Control: "fast", Legs: "2", Days: "40"}
	in.Errors = map[string]string{"days": "Give a number from 1 to 30."}
	return in
}

// offerForm is the input of the form that makes an offer.
func offerForm(t testing.TB, viewer league.Player) FormInput {
	return FormInput{
		Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Games: viewstest.Catalogue, Reservation: "token", Sealed: league.Sealed{Head: [32]byte{0xab, 0xcd}},
		Opponents: []ui.Opponent{{ID: "greedy", Name: "Greedy", Summary: "Takes every goal."}, {ID: "random", Name: "Random", Summary: "Plays anything."}},
	}
}

// offerPage is the input of the page of an offer by Cleo.
func offerPage(t testing.TB, viewer league.Player, change func(*Input)) Input {
	in := Input{Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Games: viewstest.Catalogue, Offer: viewstest.Offered("7f3", nil)}
	if change != nil {
		change(&in)
	}
	return in
}

// scenes are the pages of offers.
func scenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	wrongOffer := offerForm(t, viewstest.Bob)
	wrongOffer.Form = StartForm{Opponent: OpponentPerson, Name: `"><b>`, Rated: true, Message: "<i>", Contribution: `"><b>`}
	wrongOffer.Errors = map[string]string{"": "You have 5 open offers.", "opponent": "There is no such player.", "rated": "Enough.", "message": "Too long.", "contribution": "Use letters."}
	return map[string]templ.Component{
		"room":         Room(NewWaitingRoom(waitingRoom(t))),
		"room-guest":   Room(NewWaitingRoom(WaitingRoomInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, Games: viewstest.Catalogue, Offers: waitingRoom(t).Offers})),
		"room-empty":   Room(NewWaitingRoom(WaitingRoomInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Games: viewstest.Catalogue})),
		"invitations":  Invitations(NewInvitations(viewstest.Catalogue, waitingRoom(t).ToMe, waitingRoom(t).FromMe, waitingRoom(t).Paces, viewstest.Bob, viewstest.Today)),
		"offer-form":   New(NewForm(offerForm(t, viewstest.Bob))),
		"offer-guest":  New(NewForm(offerForm(t, viewstest.Ann))),
		"offer-wrong":  New(NewForm(wrongOffer)),
		"offer-open":   View(NewPage(offerPage(t, viewstest.Bob, nil))),
		"offer-lookon": View(NewPage(offerPage(t, viewstest.Ann, nil))),
		"offer-mine":   View(NewPage(offerPage(t, viewstest.Cleo, func(in *Input) { in.Offer.Contribution = "sunshine" }))),
		"offer-gone": View(NewPage(offerPage(t, viewstest.Bob, func(in *Input) {
			in.Offer.State, in.Contribution = league.OfferAccepted, "sunshine"
			in.Errors = map[string]string{"": "Somebody else has taken this seat."}
		}))),
		"room-found": Room(NewWaitingRoom(found(t))),
		"offer-several": View(NewPage(offerPage(t, viewstest.Bob, func(in *Input) {
			in.Offer.Slots, in.Offer.Legs, in.Offer.Given, in.Offer.Window = 2, 2, 1, league.RatingWindow{Around: 100}
			in.Offer.Further = []league.Sealed{{Head: [32]byte{1}}, {Head: [32]byte{2}}, {Head: [32]byte{3}}}
			in.Matches = []league.Match{viewstest.MatchOf(t, "7f3", viewstest.Played(t, 2))}
		}))),
		"offer-obstacle": View(NewPage(offerPage(t, viewstest.Bob, func(in *Input) { in.Obstacle = errors.New("This is not for you <b>.") }))),
		"invited-guest":  View(NewPage(offerPage(t, viewstest.Ann, func(in *Input) { in.Offer.Linked, in.Path = true, "/invited/7f3.abc" }))),
		"invited-link":   View(NewPage(offerPage(t, viewstest.Cleo, func(in *Input) { in.Offer.Linked, in.Link = true, "https://kickabout.example/invited/7f3.abc" }))),
		"invitation-countered": View(NewPage(offerPage(t, viewstest.Cleo, func(in *Input) {
			in.Offer.Invited, in.Offer.State, in.Offer.Counter, in.Offer.Counters = viewstest.Bob, league.OfferDeclined, "8a1", "6f2"
		}))),
		"invitation-answered": View(NewPage(offerPage(t, viewstest.Cleo, func(in *Input) {
			in.Offer.Invited, in.Offer.State, in.Offer.Answer = viewstest.Bob, league.OfferDeclined, "Not <i> this week."
		}))),
		"offer-counter": New(NewForm(counterForm(t))),
		"invitation":    View(NewPage(offerPage(t, viewstest.Bob, func(in *Input) { in.Offer.Invited = viewstest.Bob }))),
		"invitation-declined": View(NewPage(offerPage(t, viewstest.Cleo, func(in *Input) {
			in.Offer.Invited, in.Offer.State = viewstest.Bob, league.OfferDeclined
		}))),
	}
}
