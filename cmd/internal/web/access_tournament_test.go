package web_test

import (
	"net/http"
	"net/url"
	"strings"

	"kickabout/cmd/internal/web/webtest"
)

// ranks gives every role in a tournament its answer: nobody, a guest, a member who
// is not in it, one who is, the organiser.
func ranks(nobody, guest, member, entrant, organiser int) map[string]int {
	return map[string]int{"nobody": nobody, "guest": guest, "member": member, "entrant": entrant, "organiser": organiser}
}

// members is ranks where who has no account is refused.
func members(member, entrant, organiser int) map[string]int {
	return ranks(403, 403, member, entrant, organiser)
}

func everybody(status int) map[string]int { return ranks(status, status, status, status, status) }

// expectedOfTournaments continues the table of access.
var expectedOfTournaments = map[string]map[string]map[string]int{
	"GET /tournaments":                          {"open": everybody(200)},
	"GET /tournaments/new":                      {"open": everybody(200)},
	"GET /tournaments/import":                   {"open": everybody(200)},
	"POST /tournaments/import":                  {"open": members(422, 422, 422)},
	"GET /tournaments/archive":                  {"open": everybody(200)},
	"GET /tournaments/archive/:id":              {"open": everybody(404), "unknown": everybody(404)}, // of events, see TestResultsArePreviewedAndImported
	"GET /tournaments/archive/:id/results.csv":  {"open": everybody(404), "unknown": everybody(404)},
	"GET /tournaments/archive/:id/results.trf":  {"open": everybody(404), "unknown": everybody(404)},
	"POST /tournaments/archive/:id/removal":     {"open": members(404, 404, 404), "unknown": members(404, 404, 404)},
	"GET /tournaments/outlook":                  {"open": everybody(200)},
	"POST /tournaments/drafts/:draft/removal":   {"open": members(303, 303, 303)},
	"POST /tournaments":                         {"open": members(303, 303, 303)},
	"GET /embed/tournaments/:id":                {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id":                      {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/stream":               {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/webhooks":             {"open": ranks(403, 403, 403, 403, 200), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/webhooks":            {"open": members(403, 403, 422), "running": members(403, 403, 422), "unknown": everybody(404)},
	"POST /tournaments/:id/webhooks/test":       {"open": members(403, 403, 404), "running": members(403, 403, 404), "unknown": everybody(404)},
	"POST /tournaments/:id/webhooks/end":        {"open": members(403, 403, 303), "running": members(403, 403, 303), "unknown": everybody(404)},
	"GET /tournaments/:id/feed.atom":            {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/table.csv":            {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/luck.csv":             {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/luck.json":            {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/table.json":           {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/seeding.json":         {"open": everybody(404), "running": everybody(200), "unknown": everybody(404)},
	"POST /tournaments/:id/entry":               {"open": members(303, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/confirmation":        {"open": members(409, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/agreement":           {"open": members(422, 422, 422), "running": members(422, 422, 422), "unknown": everybody(404)},
	"POST /tournaments/:id/withdrawal":          {"open": members(409, 303, 303), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/bots":                {"open": members(403, 403, 303), "running": members(403, 403, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/bots/question":       {"open": members(403, 403, 422), "running": members(403, 403, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/bots/answer":         {"open": members(409, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/bots/removal":        {"open": members(403, 403, 409), "running": members(403, 403, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/start":               {"open": members(403, 403, 303), "running": members(403, 403, 409), "unknown": everybody(404)},
	"GET /tournaments/:id/withdrawal":           {"open": ranks(403, 403, 403, 409, 409), "running": ranks(403, 403, 403, 200, 200), "unknown": everybody(404)},
	"GET /tournaments/:id/strike":               {"open": ranks(403, 403, 403, 403, 409), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"GET /tournaments/:id/exits":                {"open": everybody(403), "running": everybody(403), "unknown": everybody(404)},
	"POST /tournaments/:id/exits":               {"open": everybody(403), "running": everybody(403), "unknown": everybody(404)},
	"POST /tournaments/:id/exits/undo":          {"open": everybody(403), "running": everybody(403), "unknown": everybody(404)},
	"GET /tournaments/:id/value":                {"open": everybody(403), "running": everybody(403), "unknown": everybody(404)},
	"POST /tournaments/:id/value":               {"open": everybody(403), "running": everybody(403), "unknown": everybody(404)},
	"POST /tournaments/:id/strike":              {"open": members(403, 403, 409), "running": members(403, 403, 303), "unknown": everybody(404)},
	"GET /tournaments/:id/substitute":           {"open": ranks(403, 403, 403, 403, 409), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/substitute":          {"open": members(403, 403, 409), "running": members(403, 403, 422), "unknown": ranks(403, 403, 404, 404, 404)},
	"POST /tournaments/:id/seat":                {"open": members(409, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"GET /tournaments/:id/time":                 {"open": ranks(403, 403, 403, 403, 200), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/time":                {"open": members(403, 403, 409), "running": members(403, 403, 303), "unknown": everybody(404)},
	"GET /tournaments/:id/desk":                 {"open": ranks(403, 403, 403, 403, 200), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/desk":                {"open": members(403, 403, 303), "running": members(403, 403, 303), "unknown": ranks(403, 403, 404, 404, 404)},
	"GET /tournaments/:id/roster":               {"open": ranks(403, 403, 403, 403, 200), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/roster":              {"open": members(403, 403, 422), "running": members(403, 403, 422), "unknown": ranks(403, 403, 404, 404, 404)},
	"POST /tournaments/:id/teams":               {"open": members(422, 422, 422), "running": members(422, 422, 422), "unknown": ranks(403, 403, 404, 404, 404)},
	"GET /tournaments/:id/requests/:n":          {"open": everybody(404), "running": everybody(404), "unknown": everybody(404)}, // see TestARequestIsReported
	"POST /tournaments/:id/requests/:n/reports": {"open": members(404, 404, 404), "running": members(404, 404, 404), "unknown": ranks(403, 403, 404, 404, 404)},
	"GET /tournaments/:id/teams/:team":          {"open": everybody(404), "running": everybody(404), "unknown": everybody(404)}, // see TestALeagueOfTeamsByItsPages
	"GET /tournaments/:id/team-matches/:match":  {"open": everybody(404), "running": everybody(404), "unknown": everybody(404)},
	"POST /tournaments/:id/check-in":            {"open": members(409, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/rest":                {"open": members(422, 422, 422), "running": members(422, 422, 422), "unknown": everybody(404)},
	"GET /tournaments/:id/report.trf":           {"open": everybody(404), "running": everybody(404), "unknown": everybody(404)},
	"POST /tournaments/:id/cancellation":        {"open": members(403, 403, 303), "running": members(403, 403, 422), "unknown": everybody(404)},
}

// knockAtTournament is knock for a route of tournaments: three have entered one of
// four places.
func knockAtTournament(w *webtest.World, method, path, state, role string) int {
	w.T.Helper()
	s := kept(w, state+" tournament", func() webtest.CupScene { return w.NewCupScene(state) })
	people, guest := s.People, s.Guest
	who := map[string]*webtest.Browser{
		"nobody": w.Browser(), "guest": guest, "member": people[3].Browser, "entrant": people[1].Browser, "organiser": people[0].Browser,
	}[role]
	id := s.ID
	if state == "unknown" {
		id = "nosuchcup"
	}
	form := url.Values{"bot": {"bot:greedy"}, "player": {people[1].Player.ID}, "reason": {"asked for it"}, "days": {"2"}, "act": {"announce"}, "text": {"Hello"}}
	if path == "/tournaments" {
		form = w.CupForm()
	}
	if method != http.MethodPost {
		form = nil
	}
	return who.Ask(method, strings.Replace(path, ":id", id, 1), form).Code
}
