package member

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/app"
	"kickabout/league/assessment"
	"kickabout/league/rating"
	"kickabout/league/vacation"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// dropped is what a director sees of Cleo.
func dropped() []rating.Drop {
	return []rating.Drop{{
		Player: viewstest.Cleo, Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Lost: 84 * league.EloPoint, Matches: []string{"m1", "m2", "m3"},
		First: viewstest.Today.AddDate(0, 0, -20), Last: viewstest.Today.AddDate(0, 0, -3),
	}}
}

// someApp is a program that a member has written.
var someApp = app.App{
	ID: "a1b2c3d4e5f6", Name: "Scores <on> your desk", Site: "https://scores.example/about", Redirects: []string{"https://scores.example/back", "http://127.0.0.1/done"}, Created: viewstest.Today.AddDate(0, -2, 0),
}

// ownVacation is the vacation of a member who has used a day of each kind.
func ownVacation(planned *vacation.Vacation) VacationInput {
	book := vacation.Book{Since: viewstest.Today.Add(-500 * time.Hour), Days: []vacation.Day{
		{N: 1, At: viewstest.Today.Add(-100 * time.Hour), Match: "7f3"}, {N: 2, At: viewstest.Today.Add(-50 * time.Hour), Vacation: 1},
	}}
	if planned != nil {
		book.Planned = append(book.Planned, *planned)
	}
	rule := vacation.Std
	return VacationInput{
		Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Rule: rule, Book: book, Balance: rule.Balance(book, viewstest.Today), Lines: rule.Statement(book, viewstest.Today), Done: "ended",
	}
}

// profile is Bob's page as Ann sees it.
func profile(t testing.TB) PlayerInput {
	resigned := viewstest.Added(t, viewstest.Played(t, 13), engine.Event{By: engine.Second, Act: engine.ActResign})
	return PlayerInput{
		Frame: ui.Frame{Viewer: viewstest.AnnWithAccount, Waiting: 1, Now: viewstest.Today}, Games: viewstest.Catalogue, Player: league.Player{ID: "bob", Name: "Bob & <Co>", Kind: league.Member, Created: viewstest.KickedOff},
		Tallies: []league.Tally{{Ending: engine.FullTime, Won: 3, Lost: 1, Goals: 9, GoalsAgainst: 4}, {Ending: engine.Goalless, Drawn: 1}},
		Between: met(t),
		Running: []league.Match{viewstest.MatchOf(t, "mine", viewstest.Played(t, 14))}, Over: []league.Match{viewstest.MatchOf(t, "over", resigned)},
		Pace:    league.Pace{Median: 5 * time.Hour, Moves: 40, Finished: 8, Flagged: 1},
		OverEnd: league.Place{At: 1714564800000, ID: "over"}, Muted: true,
		Worth: []assessment.LuckSum{{Game: "streetsoccer", Matches: 3, Points: 9000, Adjusted: 8250, Squares: 3000*3000 + 2750*2750 + 2500*2500, Cost: 4200, Decisions: 75}},
	}
}

// met is what Ann has played against Bob: she has won one, lost one, and drawn one of another game, which is the
// latest.
func met(t testing.TB) Meetings {
	meeting := func(id string, o engine.Outcome, days int) league.Match {
		m := viewstest.MatchOf(t, id, viewstest.Played(t, 14))
		m.Seats[1].Player = viewstest.Bob
		m.State.Outcome, m.State.Score, m.State.ToMove, m.State.Moved = o, o.Score, engine.NoSide, viewstest.Today.AddDate(0, 0, -days)
		return m
	}
	draw := meeting("m3", engine.Outcome{Ending: engine.Goalless}, 1)
	draw.Game, draw.Variant = "onetwofun", "basic"
	return Meetings{
		Tally:  league.Tally{Won: 1, Drawn: 1, Lost: 1, Goals: 4, GoalsAgainst: 2},
		ByGame: map[string]league.Tally{"streetsoccer": {Won: 1, Lost: 1, Goals: 4, GoalsAgainst: 2}, "onetwofun": {Drawn: 1}},
		Latest: []league.Match{
			draw, meeting("m2", engine.Outcome{Ending: engine.Timeout, Winner: engine.Second, Score: [2]int{1, 1}}, 3),
			meeting("m1", engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{3, 1}}, 9),
		},
	}
}

// profilePart is a part of Bob's page as Ann sees it.
func profilePart(t testing.TB, part PlayerPart) PlayerInput {
	in := profile(t)
	in.Part = part
	return in
}

// memberScenes are the pages of members and ratings.
func memberScenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	return map[string]templ.Component{
		"player":          Player(NewPlayerPage(profile(t))),
		"player-games":    Player(NewPlayerPage(profilePart(t, PartGames))),
		"player-record":   Player(NewPlayerPage(profilePart(t, PartRecord))),
		"player-trophies": Player(NewPlayerPage(profilePart(t, PartTrophies))),
		"player-bot":      Player(NewPlayerPage(PlayerInput{Frame: ui.Frame{Viewer: viewstest.AnnWithAccount, Now: viewstest.Today}, Player: viewstest.Greedy})),
		"player-deleted":  Player(NewPlayerPage(PlayerInput{Frame: ui.Frame{Now: viewstest.Today}, Player: league.Player{ID: "x", Name: "deleted-4f", Kind: league.Deleted}})),
		"drops":           Drops(NewDropsPage(ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, viewstest.Catalogue, dropped())),
		"drops-none":      Drops(NewDropsPage(ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, nil, nil)),
		"sign-up":         Sign(NewSignPage(SignInput{Frame: ui.Frame{Viewer: viewstest.Ann}, Up: true, Played: 2, Next: "/offers?new=1"})),
		"sign-up-wrong": Sign(NewSignPage(SignInput{Up: true, Name: `"><b>`, Errors: map[string]string{
			"name": "“\"” cannot stand in a name.", "password": "A password has at least 8 characters; this has 1.",
		}})),
		"sign-up-closed":   Sign(NewSignPage(SignInput{Up: true, Closed: "New accounts are by invitation here."})),
		"sign-up-invited":  Sign(NewSignPage(SignInput{Up: true, Invitation: `"><b>`})),
		"sign-in":          Sign(NewSignPage(SignInput{Done: "gone"})),
		"sign-in-late":     Sign(NewSignPage(SignInput{Name: "Ann", Errors: map[string]string{"": "That was too often. Try again in 3 minutes."}})),
		"vacation":         Vacation(NewVacationPage(ownVacation(nil))),
		"vacation-planned": Vacation(NewVacationPage(ownVacation(&vacation.Vacation{N: 1, Begins: viewstest.Today.Add(time.Hour), Ends: viewstest.Today.Add(49 * time.Hour)}))),
		"vacation-on":      Vacation(NewVacationPage(ownVacation(&vacation.Vacation{N: 1, Begins: viewstest.Today.Add(-time.Hour), Ends: viewstest.Today.Add(23 * time.Hour)}))),
		"vacation-wrong": Vacation(NewVacationPage(VacationInput{
			Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Rule: vacation.Std, Days: "40", Begins: "2027-05-03",
			Errors: map[string]string{"days": "You have 3 days of vacation then.", "begins": "This day has passed. Choose another, or leave it empty to begin now.", "": "You have planned a vacation already."},
		})),
		"vacation-lg":         Vacation(NewVacationPage(VacationInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Rule: vacation.LG, Balance: 1})),
		"player-away":         Player(NewPlayerPage(PlayerInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Player: viewstest.Cleo, Away: viewstest.Today.Add(48 * time.Hour)})),
		"contributions":       Contributions(NewContributionsPage(ContributionsInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, Waiting: 47, Done: true})),
		"contributions-full":  Contributions(NewContributionsPage(ContributionsInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, Waiting: 64})),
		"contributions-wrong": Contributions(NewContributionsPage(ContributionsInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, Typed: "two\tparts", Errors: map[string]string{"contribution": "Use letters, digits and signs only."}})),
		"formations":          Formations(NewFormationsPage(ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, viewstest.Catalogue, formations)),
		"formations-none":     Formations(NewFormationsPage(ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}, viewstest.Catalogue, nil)),
		"security":            Security(NewSecurityPage(ownSecurity())),
		"security-wrong": Security(NewSecurityPage(SecurityInput{Frame: ownSecurity().Frame, At: "password", Errors: map[string]string{
			"old": "This is not your password.", "": "That was too often. Try again in 3 minutes.",
		}})),
		"codes":             Codes(NewCodesPage(CodesInput{Frame: ownSecurity().Frame, Codes: newCodes, Address: "https://kickabout.example"})),
		"codes-welcome":     Codes(NewCodesPage(CodesInput{Frame: ownSecurity().Frame, Codes: newCodes, Address: "https://kickabout.example", Welcome: true, Next: "/matches/m1?a=1&b=2"})),
		"recover":           Recover(NewRecoverPage(RecoverInput{Frame: ui.Frame{Now: viewstest.Today}, Contact: true})),
		"recover-wrong":     Recover(NewRecoverPage(RecoverInput{Frame: ui.Frame{Now: viewstest.Today}, Name: `"><b>`, Code: `"><i>`, Errors: map[string]string{"code": "Name or code is wrong, or the code has been used."}})),
		"recover-link":      RecoverLink(NewRecoverLinkPage(RecoverLinkInput{Frame: ui.Frame{Now: viewstest.Today}, Name: "Bob & <Co>", Errors: map[string]string{"password": "A password has at least 8 characters; this has 1."}})),
		"not-me":            NotMe(NewNotMePage(NotMeInput{Frame: ui.Frame{Now: viewstest.Today}, Name: "Bob & <Co>"})),
		"not-me-mail":       NotMe(NewNotMePage(NotMeInput{Frame: ui.Frame{Now: viewstest.Today}, Name: "Bob", Mail: "bob@example.org"})),
		"not-me-undone":     NotMe(NewNotMePage(NotMeInput{Frame: ui.Frame{Now: viewstest.Today}, Name: "Bob", Mail: "bob@example.org", Undone: true})),
		"not-me-done":       NotMe(NewNotMePage(NotMeInput{Frame: ui.Frame{Now: viewstest.Today}, Name: "Bob", Done: true})),
		"second":            Second(NewSecondPage(SecondInput{Frame: ui.Frame{Now: viewstest.Today}, Name: "Bob", Half: `"><b>`, Next: "/matches", Errors: map[string]string{"code": "The code is wrong, or has been used."}})),
		"passkey-first":     PasskeyFirst(NewPasskeyFirstPage(PasskeyFirstInput{Frame: ownSecurity().Frame, Role: league.Moderator})),
		"proof":             Proof(NewProofPage(ProofInput{Frame: ownSecurity().Frame, Action: "/account/confirm", Held: []Held{{"next", `"><b></b>`}}})),
		"proof-wrong":       Proof(NewProofPage(ProofInput{Frame: ownSecurity().Frame, Action: "/account/tokens", Held: []Held{{"label", "my bot"}}, Errors: map[string]string{"proof": "This is not your password."}})),
		"proof-passkey":     Proof(NewProofPage(ProofInput{Frame: ownSecurity().Frame, Action: "/account/confirm", Passkeys: true, Errors: map[string]string{"code": "The code is wrong, or has been used."}})),
		"sign-in-recovered": Sign(NewSignPage(SignInput{Done: "recovered"})),
		"account":           Account(NewAccountPage(ownAccount())),
		"apps": Apps(NewAppsPage(AppsInput{
			Frame: ownAccount().Frame, Done: "ended", Registered: []app.App{someApp}, Metadata: "https://kickabout.example/.well-known/oauth-authorization-server",
			Allowed: []app.Grant{{Family: "F", App: someApp, Scopes: league.ScopeRead | league.ScopePlay, Made: viewstest.Today.AddDate(0, -1, 0), Used: viewstest.Today.Add(-time.Hour), Ends: viewstest.Today.AddDate(0, 2, 0)}},
		})),
		"apps-none": Apps(NewAppsPage(AppsInput{Frame: ownAccount().Frame})),
		"apps-made": Apps(NewAppsPage(AppsInput{Frame: ownAccount().Frame, Registered: []app.App{someApp}, Made: someApp})),
		"apps-wrong": Apps(NewAppsPage(AppsInput{
			Frame: ownAccount().Frame, Form: app.Form{Name: `"><b>`, Site: "http://board.example", Redirects: "</textarea>"},
			Errors: map[string]string{"site": "Enter the address of a page about the app. It begins with https://.", "redirects": "Nobody is sent there."},
		})),
		"consent": Consent(NewConsentPage(ConsentInput{
			Frame: ownAccount().Frame, App: someApp, Owner: viewstest.Cleo, Scopes: league.ScopeRead | league.ScopePlay | league.ScopeEnter, Returns: "https://scores.example",
			Action: "/oauth/authorize", Held: []Held{{"client_id", "a1"}, {"state", `"><b>`}},
		})),
		"consent-wrong": Consent(NewConsentPage(ConsentInput{
			Frame: ownAccount().Frame, Wrong: true, App: someApp, Owner: viewstest.Cleo, Returns: "https://scores.example", Action: "/oauth/authorize", Held: []Held{{"client_id", "a1"}},
		})),
		"account-admin": Account(NewAccountPage(AccountInput{Frame: ownAccount().Frame, Role: league.Admin})),
		"account-token": Account(NewAccountPage(AccountInput{Frame: ownAccount().Frame, Secret: "kab_SECRET", At: "tokens"})),
		"account-wrong": Account(NewAccountPage(AccountInput{Frame: ownAccount().Frame, At: "gone", Errors: map[string]string{"gone": "This is not your password."}})),
	}
}

// formations are those of a member, one of which nobody can set up any more.
var formations = []league.Formation{
	{Player: "ann", Game: "streetsoccer", Name: "Two <b>wings", Variant: "lg", Side: engine.First, Move: "Pa3b7f3", Made: viewstest.Today},
	{Player: "ann", Game: "streetsoccer", Name: "Wall", Variant: "lg", Side: engine.Second, Move: "Pb9c9e9", Made: viewstest.Today},
	{Player: "ann", Game: "streetsoccer", Name: "Gone", Variant: "lg", Side: engine.Second, Move: "P", Made: viewstest.Today},
}
