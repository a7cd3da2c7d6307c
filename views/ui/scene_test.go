package ui

import (
	"testing"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/views/viewstest"
)

// scenes are the pages of what stands on pages of all areas.
func scenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	member := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}
	return map[string]templ.Component{
		"frame":         Layout(Frame{}, "/"),
		"frame-guest":   Layout(Frame{Title: "Rules", Description: "How it is played.", Viewer: league.Player{ID: "g", Name: "Guest 12", Kind: league.Guest}}, "/rules"),
		"frame-lan":     Layout(Frame{Title: "Rules", LAN: true}, "/rules"),
		"frame-member":  Layout(Frame{Title: "My games", Viewer: member, Waiting: 2}, "/matches", "htmx.js", "dice.js"),
		"frame-bounced": Layout(Frame{Title: "My games", Viewer: member, Bounced: true, Exposed: true}, "/matches"),
		"frame-full":    Layout(Frame{Title: "A game", Viewer: member, Bounced: true, Exposed: true, Full: true}, "/matches"),
		"frame-account": Layout(Frame{Title: "Your account", Viewer: member, Waiting: 1}, "/account"),
		"frame-picture": Layout(Frame{Title: "Ann against Bob", Image: "https://example.org/card.png", ImageAlt: "The board."}, "/signin", "live.js"),
		"problem-404":   Problem(NewProblem(ProblemInput{Status: 404})),
		"problem-409":   Problem(NewProblem(ProblemInput{Status: 409, Text: "Look again.", Back: "/matches/7f3"})),
		"problem-500":   Problem(NewProblem(ProblemInput{Frame: Frame{Viewer: viewstest.Ann}, Status: 500, ID: "8F2C"})),
		"problem-403":   Problem(NewProblem(ProblemInput{Frame: Frame{Viewer: viewstest.Ann}, Status: 403, Text: "Sign up first: this needs an account.", SignIn: true})),
	}
}
