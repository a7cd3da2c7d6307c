package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/enginetest"
)

// roles are who may knock. Each acts on a match between mover and opponent. A member
// has an account and no part in the match; the others are guests, or nobody.
var roles = []string{"nobody", "forger", "stranger", "opponent", "mover", "member"}

// cases are the matches, or tournaments, that they knock at.
var cases = []string{"running", "finished", "unknown", "open"}

// all gives every role the same answer.
func all(status int) map[string]int {
	row := map[string]int{}
	for _, role := range roles {
		row[role] = status
	}
	return row
}

// but is all with exceptions for single roles.
func but(status int, exceptions map[string]int) map[string]int {
	row := all(status)
	for role, status := range exceptions {
		row[role] = status
	}
	return row
}

// expected says for every route of the router what each role gets in each case.
// Routes without a match have the row "running" alone.
var expected = map[string]map[string]map[string]int{
	"GET /":                                       {"running": all(200)},
	"GET /play":                                   {"running": all(200)},
	"GET /scene":                                  {"running": all(200)},
	"GET /scene/steps":                            {"running": all(200)},
	"GET /watch":                                  {"running": all(200)},
	"POST /matches":                               {"running": all(303)},
	"GET /matches":                                {"running": all(200)},
	"GET /offers":                                 {"running": all(200)},
	"GET /offers/new":                             {"running": all(200)},
	"POST /offers":                                {"running": but(403, map[string]int{"member": 422})}, // for members, see TestEveryOfferAnswersEveryRoleAsWritten
	"GET /offers/:id":                             {"running": all(404), "unknown": all(404)},
	"POST /offers/:id/acceptance":                 {"running": all(404), "unknown": all(404)},
	"POST /offers/:id/refusal":                    {"running": all(404), "unknown": all(404)},
	"POST /offers/:id/withdrawal":                 {"running": all(404), "unknown": all(404)},
	"GET /offers/:id/counter":                     {"running": all(404), "unknown": all(404)},
	"POST /offers/:id/counter":                    {"running": all(404), "unknown": all(404)},
	"GET /ratings/drops":                          {"running": but(303, map[string]int{"member": 403})}, // for directors, see TestSuddenDropsAreShownToDirectorsAlone
	"GET /invited/:link":                          {"running": all(404)},
	"POST /invited/:link/acceptance":              {"running": all(404)},
	"POST /players/:id/block":                     {"running": but(403, map[string]int{"member": 303}), "unknown": all(404)},
	"POST /players/:id/unblock":                   {"running": but(403, map[string]int{"member": 303}), "unknown": all(404)},
	"GET /stream":                                 {"running": but(204, map[string]int{"member": 200})}, // members alone have what to wait for
	"GET /players/:id":                            {"running": all(200), "unknown": all(404)},
	"GET /players/:id/games":                      {"running": all(200), "unknown": all(404)},
	"GET /players/:id/record":                     {"running": all(200), "unknown": all(404)},
	"GET /players/:id/trophies":                   {"running": all(200), "unknown": all(404)},
	"GET /players/:id/ratings":                    {"running": all(200), "unknown": all(404)},
	"POST /players/:id/mute":                      {"running": but(403, map[string]int{"member": 303}), "unknown": but(403, map[string]int{"member": 404})},
	"POST /players/:id/unmute":                    {"running": but(403, map[string]int{"member": 303}), "unknown": but(403, map[string]int{"member": 404})},
	"POST /matches/:id/chat":                      {"running": all(403), "finished": all(403), "unknown": all(404)},
	"POST /matches/:id/reports":                   {"running": but(403, map[string]int{"member": 404}), "finished": but(403, map[string]int{"member": 404}), "unknown": but(403, map[string]int{"member": 404})}, // no line was said there
	"GET /signup":                                 {"running": but(200, map[string]int{"member": 303})},
	"POST /signup":                                {"running": but(201, map[string]int{"member": 403})},
	"POST /signin/passkey":                        {"running": all(422)}, // no answer of any
	"POST /signin/second":                         {"running": all(422)},
	"POST /passkeys/challenge":                    {"running": all(404)}, // for nothing
	"POST /account/passkeys":                      {"running": but(403, map[string]int{"member": 422})},
	"POST /account/passkeys/end":                  {"running": but(403, map[string]int{"member": 303})},
	"GET /not-me/:link":                           {"running": all(404)},
	"POST /not-me/:link":                          {"running": all(404)},
	"POST /account/security/later":                {"running": but(403, map[string]int{"member": 303})},
	"POST /account/security/not-me":               {"running": but(403, map[string]int{"member": 303})},
	"GET /recover":                                {"running": all(200)},
	"POST /recover":                               {"running": all(422)}, // nobody's name and no code
	"POST /recover/mail":                          {"running": but(303, nil)},
	"GET /recover/:link":                          {"running": all(404)},
	"POST /recover/:link":                         {"running": all(404)},
	"GET /account/security":                       {"running": but(303, map[string]int{"member": 200})},
	"POST /account/codes":                         {"running": but(403, map[string]int{"member": 201})},
	"GET /account/confirm":                        {"running": but(303, map[string]int{"member": 200})},
	"POST /account/confirm":                       {"running": but(403, map[string]int{"member": 303})},
	"GET /signin":                                 {"running": but(200, map[string]int{"member": 303})},
	"POST /signin":                                {"running": all(303)},
	"POST /signout":                               {"running": all(303)},
	"GET /account":                                {"running": but(303, map[string]int{"member": 200})}, // to where one signs in
	"GET /account/download.jsonl":                 {"running": but(303, map[string]int{"member": 200})},
	"POST /account/password":                      {"running": but(403, map[string]int{"member": 303})},
	"POST /account/sessions/end":                  {"running": but(403, map[string]int{"member": 303})},
	"POST /account/tokens":                        {"running": but(403, map[string]int{"member": 201})},
	"POST /account/tokens/end":                    {"running": but(403, map[string]int{"member": 303})},
	"POST /account/tokens/wake":                   {"running": but(403, map[string]int{"member": 303})},
	"GET /account/dice":                           {"running": but(303, map[string]int{"member": 200})},
	"POST /account/dice":                          {"running": but(403, map[string]int{"member": 422})},
	"GET /account/formations":                     {"running": but(303, map[string]int{"member": 200})},
	"POST /account/formations/end":                {"running": but(403, map[string]int{"member": 303})},
	"POST /account/after-move":                    {"running": but(403, map[string]int{"member": 303})},
	"GET /account/feeds":                          {"running": but(303, map[string]int{"member": 200})},
	"POST /account/feeds":                         {"running": but(403, map[string]int{"member": 201})},
	"POST /account/feeds/end":                     {"running": but(403, map[string]int{"member": 303})},
	"GET /account/webhooks":                       {"running": but(303, map[string]int{"member": 200})},
	"POST /account/webhooks":                      {"running": but(403, map[string]int{"member": 201})},
	"POST /account/webhooks/test":                 {"running": but(403, map[string]int{"member": 404})}, // there is none of that id
	"POST /account/webhooks/end":                  {"running": but(403, map[string]int{"member": 303})},
	"GET /account/apps":                           {"running": but(303, map[string]int{"member": 200})},
	"GET /bots/arena":                             {"running": all(200)},
	"GET /account/bots":                           {"running": but(303, map[string]int{"member": 200})},
	"POST /account/bots":                          {"running": but(403, map[string]int{"member": 201})},
	"POST /account/bots/mark":                     {"running": but(403, map[string]int{"member": 422})},
	"POST /account/bots/:id":                      {"running": but(403, map[string]int{"member": 404})},
	"POST /account/bots/:id/tokens":               {"running": but(403, map[string]int{"member": 404})},
	"POST /account/bots/:id/tokens/end":           {"running": but(403, map[string]int{"member": 404})},
	"POST /account/bots/:id/tokens/wake":          {"running": but(403, map[string]int{"member": 404})},
	"POST /account/bots/:id/close":                {"running": but(403, map[string]int{"member": 404})},
	"POST /account/apps":                          {"running": but(403, map[string]int{"member": 201})},
	"POST /account/apps/removal":                  {"running": but(403, map[string]int{"member": 303})},
	"POST /account/apps/end":                      {"running": but(403, map[string]int{"member": 303})},
	"GET /oauth/authorize":                        {"running": but(303, map[string]int{"member": 404})}, // there is no such app
	"POST /oauth/authorize":                       {"running": but(403, map[string]int{"member": 404})},
	"POST /oauth/token":                           {"running": all(400)}, // nothing was asked
	"POST /oauth/revoke":                          {"running": all(400)},
	"GET /.well-known/oauth-authorization-server": {"running": all(200)},
	"GET /account/devices":                        {"running": but(303, map[string]int{"member": 200})},
	"POST /account/devices":                       {"running": all(403)},                                // this site pushes nothing
	"POST /account/devices/test":                  {"running": but(403, map[string]int{"member": 200})}, // which says that there is no such device
	"POST /account/devices/end":                   {"running": but(403, map[string]int{"member": 303})},
	"GET /feeds/:link":                            {"running": all(404)},
	"GET /players/:id/feed.atom":                  {"running": all(200), "unknown": all(404)},
	"GET /inbox":                                  {"running": but(303, map[string]int{"member": 200})},
	"POST /inbox/read":                            {"running": but(403, map[string]int{"member": 303})},
	"GET /account/mail":                           {"running": but(303, map[string]int{"member": 200})},
	"POST /account/mail":                          {"running": all(403)}, // this site sends none
	"POST /account/mail/removal":                  {"running": but(403, map[string]int{"member": 303})},
	"GET /account/mail/links/:token":              {"running": all(404)},
	"POST /account/mail/links/:token":             {"running": all(404)},
	"GET /account/notifications":                  {"running": but(303, map[string]int{"member": 200})},
	"POST /account/notifications":                 {"running": but(403, map[string]int{"member": 422})}, // an hour is a number
	"POST /account/notifications/test":            {"running": all(403)},
	"GET /unsubscribe/:token":                     {"running": all(404)},
	"POST /unsubscribe/:token":                    {"running": all(404)},
	"POST /matches/:id/formations":                {"running": but(403, map[string]int{"member": 422}), "finished": but(403, map[string]int{"member": 422}), "unknown": but(403, map[string]int{"member": 404})}, // who does not play has nothing to save
	"POST /account/deletion":                      {"running": but(403, map[string]int{"member": 303})},
	"GET /vacation":                               {"running": but(303, map[string]int{"member": 200})},
	"GET /vacation/statement.csv":                 {"running": but(303, map[string]int{"member": 200})},
	"POST /vacation":                              {"running": but(403, map[string]int{"member": 303})},
	"POST /vacation/end":                          {"running": but(403, map[string]int{"member": 303})},
	"GET /notices":                                {"running": all(200)},
	"GET /matches/:id/ruling":                     {"running": all(403), "finished": all(403), "unknown": all(404)},
	"POST /matches/:id/ruling":                    {"running": all(403), "finished": all(403), "unknown": all(404)},
	"POST /matches/:id/request":                   {"running": all(403), "finished": all(403), "unknown": all(404)},
	"GET /matches/:id/correction":                 {"running": all(403), "finished": all(403), "unknown": all(404)},
	"POST /matches/:id/correction":                {"running": all(403), "finished": all(403), "unknown": all(404)},
	"POST /matches/:id/correction/undo":           {"running": all(403), "finished": all(403), "unknown": all(404)},
	"POST /matches/:id/time":                      {"running": but(403, map[string]int{"mover": 303, "opponent": 303}), "finished": all(410), "unknown": all(404)},
	"POST /matches/:id/seen":                      {"running": but(403, map[string]int{"mover": 303, "opponent": 303}), "finished": but(403, map[string]int{"mover": 303, "opponent": 303}), "unknown": all(404)},
	"POST /matches/:id/board":                     {"running": but(403, map[string]int{"mover": 303, "opponent": 303}), "finished": but(403, map[string]int{"mover": 303, "opponent": 303}), "unknown": all(404)},
	"GET /ratings":                                {"running": all(200)},
	"GET /ratings/list.csv":                       {"running": all(200)},
	"GET /ratings/list.json":                      {"running": all(200)},
	"GET /ratings/what-if":                        {"running": all(200)},
	"GET /ratings/about":                          {"running": all(200)},
	"GET /learn":                                  {"running": all(200)},
	"GET /learn/:game":                            {"running": all(200)},
	"GET /learn/:game/:card":                      {"running": all(200)},
	"GET /rules":                                  {"running": all(200)},
	"GET /imprint":                                {"running": all(404)},
	"GET /privacy":                                {"running": all(404)},
	"GET /terms":                                  {"running": all(404)},
	"GET /contact":                                {"running": all(404)},
	"GET /colours.css":                            {"running": all(404)},
	"GET /logo.png":                               {"running": all(404)},
	"GET /dump":                                   {"running": all(200)},
	"GET /dump/index.json":                        {"running": all(200)},
	"GET /dump/schema.json":                       {"running": all(200)},
	"GET /dump/:file":                             {"running": all(404)}, // see TestTheDumpIsServed
	"GET /robots.txt":                             {"running": all(200)},
	"GET /.well-known/security.txt":               {"running": all(404)},
	"GET /.well-known/change-password":            {"running": all(302)},
	"GET /api":                                    {"running": all(200)},
	"GET /embed/matches/:id":                      {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /oembed":                                 {"running": all(404)}, // of no page; see TestProgramsAreToldHowAPageIsEmbedded
	"GET /help":                                   {"running": all(200)},
	"GET /help/:topic":                            {"running": all(200)},
	"GET /rules/league":                           {"running": all(200)},
	"GET /rules/dice":                             {"running": all(200)},
	"GET /rules/:game":                            {"running": all(200)},
	"GET /rules/:game/full":                       {"running": all(200)},
	"GET /rules/:game/chapters/:chapter":          {"running": all(200)},

	"POST /rules/:game/chapters/:chapter/done": {"running": but(403, map[string]int{"member": 303})},

	"GET /puzzle":                        {"running": all(200)},
	"GET /puzzles/:day":                  {"running": all(404)}, // nothing has ended that could give one; see TestAPuzzleIsSolved
	"POST /puzzles/:day/answers":         {"running": but(403, map[string]int{"member": 404})},
	"POST /puzzles/:day/solution":        {"running": but(403, map[string]int{"member": 404})},
	"GET /rules/:game/examples/:example": {"running": all(200)},
	"GET /try":                           {"running": all(200)},
	"GET /dice":                          {"running": all(200)},
	"GET /bots":                          {"running": all(200)},
	"GET /static/*":                      {"running": all(200)},
	"GET /manifest.webmanifest":          {"running": all(200)},
	"GET /sw.js":                         {"running": all(200)},
	"GET /matches/offline":               {"running": but(303, map[string]int{"member": 200})},
	"GET /favicon.ico":                   {"running": all(301)},
	"GET /healthz":                       {"running": all(200)},
	"GET /readyz":                        {"running": all(200)},
	"GET /matches/:id":                   {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/stream":            {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/steps":             {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/beats":             {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/standing":          {"running": all(204), "finished": all(204), "unknown": all(404)},
	"GET /matches/:id/match.json":        {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/receipt.txt":       {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /log/checkpoint":                {"running": all(404)}, // until the job has made a log
	"GET /log/tile/*":                    {"running": all(404)},
	"GET /log/feed":                      {"running": all(200)},
	"GET /matches/:id/record.txt":        {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/record.json":       {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/replay.svg":        {"running": all(404), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/replay.gif":        {"running": all(404), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/preview.png":       {"running": all(200), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/analysis":          {"running": all(409), "finished": all(200), "unknown": all(404)},
	"GET /matches/:id/coach":             {"running": all(409), "finished": but(403, map[string]int{"mover": 200, "opponent": 200}), "unknown": all(404)},
	"GET /analysis":                      {"running": all(200)},
	"POST /analysis":                     {"running": all(422)}, // the form of another page; see TestARecordIsLookedAt
	"POST /matches/:id/moves":            {"running": but(403, map[string]int{"mover": 303}), "finished": all(410), "unknown": all(404)},
	"POST /matches/:id/orders":           {"running": but(403, map[string]int{"mover": 303, "opponent": 303}), "finished": all(410), "unknown": all(404)},
	"POST /matches/:id/resignation": {
		"running":  but(403, map[string]int{"mover": 303, "opponent": 303}),
		"finished": but(410, map[string]int{"opponent": 303}), // their own resignation, sent again
		"unknown":  all(404),
	},
}

// tokens is but for the API: without a token, or with one that has ended, nothing is
// to be had.
func tokens(status int, exceptions map[string]int) map[string]int {
	row := but(status, exceptions)
	row["nobody"], row["forger"] = http.StatusUnauthorized, http.StatusUnauthorized
	return row
}

// toAnybody is tokens for what is public: no token is needed, and one that has ended is still none.
func toAnybody(status int, exceptions map[string]int) map[string]int {
	row := but(status, exceptions)
	row["forger"] = http.StatusUnauthorized
	if status, ok := exceptions["stranger"]; ok { // who has no more to do with it than nobody
		row["nobody"] = status
	}
	return row
}

// expectedOfAPI continues the table with what programs get; they act for the same roles.
var expectedOfAPI = map[string]map[string]map[string]int{
	"GET /openapi.json":           {"running": all(200)},
	"GET /openapi.yaml":           {"running": all(200)},
	"POST /matches/reservations":  {"running": tokens(201, nil)},
	"POST /matches":               {"running": tokens(201, nil)},
	"GET /matches":                {"running": tokens(200, nil)},
	"GET /matches/:id":            {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /matches/:id/stream":     {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /finished":               {"running": toAnybody(200, nil)},
	"GET /finished/stream":        {"running": toAnybody(200, nil)},
	"GET /tournaments/:id/stream": {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /matches/:id/analysis":   {"running": toAnybody(409, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /matches/:id/steps":      {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /matches/:id/beats":      {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"POST /matches/:id/moves":     {"running": tokens(403, map[string]int{"mover": 201}), "finished": tokens(410, nil), "unknown": tokens(404, nil)},
	"PUT /matches/:id/order":      {"running": tokens(403, map[string]int{"mover": 200, "opponent": 200}), "finished": tokens(410, nil), "unknown": tokens(404, nil)},
	"POST /matches/:id/resignation": {
		"running":  tokens(403, map[string]int{"mover": 201, "opponent": 201}),
		"finished": tokens(410, map[string]int{"opponent": 201}), // their own resignation, sent again
		"unknown":  tokens(404, nil),
	},
	"POST /matches/:id/ruling": {"running": tokens(403, nil), "finished": tokens(403, nil), "unknown": tokens(404, nil)},
	"POST /matches/:id/time":   {"running": tokens(403, map[string]int{"mover": 200, "opponent": 200}), "finished": tokens(410, nil), "unknown": tokens(404, nil)},
	"GET /vacation":            {"running": tokens(200, nil)},
	"POST /vacation":           {"running": tokens(201, nil)},
	"DELETE /vacation":         {"running": tokens(200, nil)},
	"GET /contributions":       {"running": tokens(200, nil)},
	"POST /contributions":      {"running": tokens(422, nil)},
	"PUT /contributions/word":  {"running": tokens(200, nil)},
	"GET /formations":          {"running": tokens(200, nil)},
	"GET /events":              {"running": tokens(200, nil)},

	"POST /matches/:id/formations":   {"running": tokens(422, map[string]int{"mover": 201}), "finished": tokens(422, nil), "unknown": tokens(404, nil)},
	"DELETE /formations/:game/:name": {"running": tokens(204, nil)},

	"GET /matches/:id/chat":  {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"POST /matches/:id/chat": {"running": tokens(204, map[string]int{"stranger": 403}), "finished": tokens(204, map[string]int{"stranger": 403}), "unknown": tokens(404, nil)},
	"GET /games":             {"running": toAnybody(200, nil)},
	"GET /players/:name":     {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},

	"GET /players/:name/ratings":                {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /players/:name/ratings/:game/:variant": {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /ratings/:game/:variant":               {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /ratings/:game/:variant/bots":          {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /offers":                               {"running": toAnybody(200, nil)},

	// An invitation of the opponent by the mover, who has withdrawn it where it is finished.
	"GET /offers/:id":    {"running": toAnybody(200, map[string]int{"stranger": 404}), "finished": toAnybody(200, map[string]int{"stranger": 404}), "unknown": toAnybody(404, nil)},
	"DELETE /offers/:id": {"running": tokens(204, map[string]int{"stranger": 404}), "finished": tokens(204, map[string]int{"stranger": 404, "opponent": 409}), "unknown": tokens(404, nil)},
	"POST /offers/:id/refusal": {
		"running":  tokens(404, map[string]int{"mover": 403, "opponent": 200}),
		"finished": tokens(404, map[string]int{"mover": 403, "opponent": 409}),
		"unknown":  tokens(404, nil),
	},
	"POST /offers/:id/counter": {
		"running":  tokens(404, map[string]int{"mover": 403, "opponent": 201}),
		"finished": tokens(404, map[string]int{"mover": 403, "opponent": 409}),
		"unknown":  tokens(404, nil),
	},
	"GET /invitations/:link":             {"running": tokens(404, nil)},
	"POST /invitations/:link/acceptance": {"running": tokens(404, nil)},
	"POST /matches/:id/acceptance": {
		"running":  tokens(404, map[string]int{"mover": 403, "opponent": 201}),
		"finished": tokens(404, map[string]int{"mover": 403, "opponent": 409}),
		"unknown":  tokens(404, nil),
	},

	// A tournament of the mover, which the opponent has entered; cancelled where it is finished.
	"GET /tournaments":                         {"running": toAnybody(200, nil)},
	"POST /tournaments":                        {"running": tokens(201, nil)},
	"GET /archives":                            {"running": toAnybody(200, nil)},
	"POST /archives":                           {"running": tokens(201, nil)},
	"GET /archives/:id":                        {"running": toAnybody(404, nil)},
	"GET /tournaments/:id":                     {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /tournaments/:id/what-if/:match":      {"running": toAnybody(404, nil), "finished": toAnybody(404, nil), "unknown": toAnybody(404, nil)},
	"GET /tournaments/:id/odds":                {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /tournaments/:id/luck":                {"running": toAnybody(200, nil), "finished": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"DELETE /tournaments/:id":                  organiser(200, 409),
	"POST /tournaments/:id/start":              organiser(200, 409),
	"POST /tournaments/:id/strikes":            organiser(409, 409),
	"POST /tournaments/:id/time":               organiser(409, 409),
	"PUT /tournaments/:id/bots/:bot":           organiser(200, 409),
	"POST /tournaments/:id/bots":               organiser(422, 409),
	"PUT /tournaments/:id/consent":             {"running": tokens(409, nil), "finished": tokens(409, nil), "unknown": tokens(404, nil)},
	"POST /tournaments/:id/desk":               organiser(200, 200),
	"POST /tournaments/:id/teams":              {"running": tokens(422, nil), "finished": tokens(422, nil), "unknown": tokens(404, nil)}, // it has none
	"PUT /tournaments/:id/seat":                {"running": tokens(409, nil), "finished": tokens(409, nil), "unknown": tokens(404, nil)},
	"DELETE /tournaments/:id/seat":             {"running": tokens(409, nil), "finished": tokens(409, nil), "unknown": tokens(404, nil)},
	"GET /tournaments/:id/substitutes/:player": organiser(422, 422),
	"PUT /tournaments/:id/check-in":            {"running": tokens(409, nil), "finished": tokens(409, nil), "unknown": tokens(404, nil)},
	"PUT /tournaments/:id/rest":                {"running": tokens(422, nil), "finished": tokens(422, nil), "unknown": tokens(404, nil)},
	"DELETE /tournaments/:id/rest":             {"running": tokens(422, nil), "finished": tokens(422, nil), "unknown": tokens(404, nil)},
	"DELETE /tournaments/:id/bots/:bot":        organiser(200, 409),
	"PUT /tournaments/:id/entry":               {"running": tokens(200, map[string]int{"opponent": 409}), "finished": tokens(409, nil), "unknown": tokens(404, nil)},
	"DELETE /tournaments/:id/entry":            {"running": tokens(409, map[string]int{"opponent": 200}), "finished": tokens(409, nil), "unknown": tokens(404, nil)},

	// A ladder that the opponent has entered before the mover, who challenges whoever is above them.
	"GET /ladders":                            {"running": toAnybody(200, nil)},
	"GET /ladders/:game/:variant/luck":        {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"GET /ladders/:game/:variant":             {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
	"POST /ladders/:game/:variant/challenges": {"running": tokens(403, map[string]int{"mover": 201, "opponent": 409}), "unknown": tokens(404, nil)},
	"PUT /ladders/:game/:variant/setting":     {"running": tokens(409, map[string]int{"mover": 200, "opponent": 200}), "unknown": tokens(404, nil)},
}

// organiser is the row of an act that only the organiser of a tournament may do.
func organiser(running, finished int) map[string]map[string]int {
	return map[string]map[string]int{
		"running": tokens(403, map[string]int{"mover": running}), "finished": tokens(403, map[string]int{"mover": finished}), "unknown": tokens(404, nil),
	}
}

// TestEveryRouteAnswersEveryRoleAsWritten goes through the router: a route
// without a row fails, a row without a route as well. In a check one role in three asks, others at each route
// and about each match.
func TestEveryRouteAnswersEveryRoleAsWritten(t *testing.T) {
	expected := maps.Clone(expected)
	maps.Copy(expected, expectedOfTournaments)
	maps.Copy(expected, expectedOfChampionships)
	maps.Copy(expected, expectedOfLadders)
	maps.Copy(expected, expectedOfCups)
	maps.Copy(expected, expectedOfExports)
	maps.Copy(expected, expectedOfAdmin)
	for name, row := range expectedOfAPI {
		expected[strings.Replace(name, " ", " /api/v1", 1)] = row
	}
	seen := map[string]bool{}
	cells, wrong := 0, 0
	w := webtest.New(t)
	w.GoToTime(w.Clock()) // the site's competitions are open, whichever route comes first
	for _, r := range w.Echo.Routes() {
		if strings.HasPrefix(r.Method, "echo_") {
			continue
		}
		name := strings.Replace(r.Method, http.MethodHead, http.MethodGet, 1) + " " + r.Path
		row, ok := expected[name]
		if !ok {
			t.Errorf("%s %s has no row in the table", r.Method, r.Path)
			continue
		}
		seen[name] = true
		for _, match := range cases {
			for _, role := range enginetest.Sample(3, slices.Sorted(maps.Keys(row[match])), name, match) {
				want := row[match][role]
				cells++
				knocks := knock
				if strings.HasPrefix(r.Path, "/api/") {
					knocks = knockByProgram
					if role == "member" { // all programs act for members
						continue
					}
				}
				if strings.HasPrefix(strings.TrimPrefix(r.Path, "/embed"), "/tournaments") {
					knocks = knockAtTournament
				}
				if strings.HasPrefix(r.Path, "/ladder") {
					knocks = knockAtLadder
				}
				got := knocks(w, r.Method, r.Path, match, role)
				if got < 400 && r.Method != http.MethodGet && r.Method != http.MethodHead {
					w.Scenes = nil // something was done
				}
				if got != want {
					wrong++
					t.Errorf("%s %s, %s match, %s: %d, want %d", r.Method, r.Path, match, role, got, want)
				}
			}
		}
	}
	for name := range expected {
		if !seen[name] {
			t.Errorf("%s stands in the table and not in the router", name)
		}
	}
	t.Logf("%d cells, %d wrong", cells, wrong)
}

// kept returns what knocks of a kind are about: what was made for them before, as long as
// every knock since was a look or was refused, and so has left it as it was, and no time passed.
func kept[T any](w *webtest.World, kind string, create func() T) T {
	if now := w.Clock(); w.Scenes == nil || !now.Equal(w.Kept) {
		w.Scenes, w.Kept = map[string]any{}, now
	}
	if w.Scenes[kind] == nil {
		w.Scenes[kind] = create()
	}
	return w.Scenes[kind].(T)
}

// A scene is a match with those who have to do with it, or not.
type scene struct {
	id                                 string
	form                               url.Values       // of a legal move, and other acts
	mover, opponent, stranger, watcher *webtest.Browser // the watcher is a member
}

// analysed are parts of the routes at which an analysis is shown, or asked about. Elsewhere nobody waits for one.
var analysed = []string{"/analysis", "/coach"}

// newScene makes a match that is running or finished.
func newScene(w *webtest.World, rules, state string) scene {
	w.T.Helper()
	s := scene{mover: w.Browser(), opponent: w.Browser(), stranger: w.Browser(), watcher: w.Browser()}
	w.Rules = rules
	s.id = w.Between(s.mover, s.opponent)
	s.stranger.Begin()
	s.watcher.SignUp(w.NewName())
	s.form = w.Turn(s.id)
	s.form.Set("order", "stay")
	s.form.Set("days", "1")
	if state == "finished" {
		w.Moves(s.id, 2) // so that both have one to guess again
		w.Accepted(s.opponent.Post("/matches/"+s.id+"/resignation", url.Values{}))
	}
	return s
}

// knock tries one route on a match and returns the status.
func knock(w *webtest.World, method, path, match, role string) int {
	w.T.Helper()
	rules := ""
	if strings.HasSuffix(path, "/orders") {
		rules = webtest.Ordered
	}
	s := kept(w, match+" match "+rules, func() scene { return newScene(w, rules, match) })
	id, form := s.id, maps.Clone(s.form)
	if match == "unknown" {
		id = "nosuchmatch"
	}
	if match == "finished" && slices.ContainsFunc(analysed, func(part string) bool { return strings.Contains(path, part) }) {
		webtest.AnalyseAll(w.T, w)
	}
	if strings.HasSuffix(path, "/time") {
		form.Set("key", "a key of the gift")
	}
	who := map[string]*webtest.Browser{"mover": s.mover, "opponent": s.opponent, "stranger": s.stranger, "nobody": w.Browser(), "forger": w.Browser(), "member": s.watcher}[role]
	header := http.Header{}
	if role == "forger" {
		header.Set("Cookie", "__Host-session=AAAABBBBCCCCDDDD.00112233445566778899aabbccddeeff")
	}
	if path == "/matches" {
		form = who.StartForm()
	}
	if fields := w.AccountForm(path); fields != nil {
		form = fields
	}
	if strings.HasPrefix(path, "/players/") && match != "unknown" {
		id = w.View(id).Match.Seats[1].Player.ID
	}
	if method != http.MethodPost {
		form = nil
	}
	path = strings.NewReplacer(":id", id, ":game", "streetsoccer", ":variant", "lg", ":season", "2026-11", ":group", "d1-g1", ":example", "1", ":card", "1", ":chapter", "the-pitch", ":day", "2026-11-25", ":topic", "player", ":link", "nolink", "*", "site.css").Replace(path)
	if strings.HasSuffix(path, "/steps") && match != "unknown" {
		path += fmt.Sprintf("?seq=%d", w.View(id).Record.Seq)
	}
	if strings.HasSuffix(path, "/stream") {
		return who.Ask(method, path, nil).Code // over a real line it would not end
	}
	return who.Do(method, path, form, header).Status
}

// knockByProgram is knock for a route of the API.
func knockByProgram(w *webtest.World, method, path, thing, role string) int {
	w.T.Helper()
	if w.Knockers == nil {
		w.Knockers = map[string]*webtest.Program{"nobody": {World: w}}
		for _, role := range []string{"opponent", "stranger", "forger", "another"} {
			w.Knockers[role] = w.Program(role)
		}
		forger := w.Knockers["forger"]
		if err := w.Office.EndToken(w.T.Context(), forger.Player, fmt.Sprintf("%x", sha256.Sum256([]byte(forger.Token)))); err != nil {
			w.T.Fatal(err)
		}
	}
	about := subject(path)
	s := kept(w, thing+" "+about+" by program", func() programScene { return newProgramScene(w, about, thing) })
	id, body := s.id, bodyFor(w, path, s)
	who := w.Knockers[role]
	if role == "mover" {
		who = s.mover
	}
	if method == http.MethodPost && strings.HasSuffix(path, "/matches") {
		body = who.Proposal(w.Office.Reserve().ID)
	}
	name, bot, game := "another", "bot:greedy", "streetsoccer"
	if thing == "unknown" {
		id, name, game = "nosuchthing", "whoever", "chess"
	}
	if method == http.MethodDelete {
		bot = "bot:random"
	}
	text, err := json.Marshal(body)
	if err != nil {
		w.T.Fatal(err)
	}
	// Straight to the handler: there a stream ends with what there is.
	r := httptest.NewRequest(method, strings.NewReplacer(":id", id, ":name", name, ":bot", bot, ":game", game, ":variant", "lg", ":season", "2026-11", ":group", "d1-g1").Replace(path), bytes.NewReader(text))
	if who.Token != "" {
		r.Header.Set("Authorization", "Bearer "+who.Token)
	}
	if strings.HasSuffix(path, "/time") {
		r.Header.Set("Idempotency-Key", "a key of "+id)
	}
	a := httptest.NewRecorder()
	w.Echo.ServeHTTP(a, r)
	return a.Code
}

// A programScene is what a route of the API is about.
type programScene struct {
	mover *webtest.Program // has made this and nothing before
	id    string           // of an offer, a tournament or a match
	made  any              // what the tournament was made of, a legal move of the match, whom the mover challenges
}

// subject says what a route of the API is about.
func subject(path string) string {
	switch {
	case strings.Contains(path, "/offers/"), strings.HasSuffix(path, "/acceptance"):
		return "offer"
	case strings.Contains(path, "/tournaments"):
		return "tournament"
	case strings.HasSuffix(path, "/order"):
		return "match with orders"
	case strings.Contains(path, "/ladders/"):
		return "ladder"
	}
	return "match"
}

// newProgramScene makes it.
func newProgramScene(w *webtest.World, about, thing string) (s programScene) {
	w.T.Helper()
	w.Knocks++
	s.mover = w.Program(fmt.Sprintf("mover %d", w.Knocks))
	opponent := w.Knockers["opponent"]
	switch about {
	case "offer":
		s.id = s.mover.Invite("opponent")
		if thing == "finished" {
			s.mover.Do(http.MethodDelete, "/api/v1/offers/"+s.id, nil, nil).Want(w.T, 204)
		}
		return s
	case "tournament":
		s.made = webtest.Object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 5, "cycles": 1, "start": "organiser", "bots": 3}
		s.id = s.mover.Post("/tournaments", s.made).Want(w.T, 201).Body["id"].(string)
		opponent.Do(http.MethodPut, "/api/v1/tournaments/"+s.id+"/entry", nil, nil).Want(w.T, 200)
		w.Knockers["another"].Do(http.MethodPut, "/api/v1/tournaments/"+s.id+"/entry", nil, nil).Want(w.T, 200)
		s.mover.Do(http.MethodPut, "/api/v1/tournaments/"+s.id+"/bots/bot:random", nil, nil).Want(w.T, 200)
		if thing == "finished" {
			s.mover.Do(http.MethodDelete, "/api/v1/tournaments/"+s.id, nil, nil).Want(w.T, 200)
		}
		return s
	case "ladder":
		s.made = challengeBody(w, opponent, s.mover)
		return s
	}
	w.Rules = ""
	if about == "match with orders" {
		w.Rules = webtest.Ordered
	}
	s.id = w.Duel(s.mover, opponent)
	s.made = w.Legal(s.id)
	if thing == "finished" {
		opponent.Post("/matches/"+s.id+"/resignation", nil).Want(w.T, 201)
	}
	return s
}

// bodyFor is what is sent to a route.
func bodyFor(w *webtest.World, path string, s programScene) any {
	switch {
	case strings.HasSuffix(path, "/counter"):
		return webtest.Object{"id": w.Office.Reserve().ID, "game": "streetsoccer", "variant": "lg", "clock": "fast", "kickoff": "lot"}
	case strings.HasSuffix(path, "/refusal"):
		return webtest.Object{"message": "Not now."}
	case subject(path) == "offer":
		return webtest.Object{"contribution": "luck"}
	case strings.HasSuffix(path, "/contributions/word"):
		return webtest.Object{"word": "luck"}
	case strings.HasSuffix(path, "/ruling"):
		return webtest.Object{"ruling": "void", "reason": "a fault"}
	case strings.HasSuffix(path, "/strikes"):
		return webtest.Object{"player": "opponent", "reason": "away"}
	case strings.HasSuffix(path, "/tournaments/:id/teams"):
		return webtest.Object{"act": "call", "team": "t1", "player": "opponent"}
	case strings.HasSuffix(path, "/tournaments/:id/bots"):
		return webtest.Object{"most": 2}
	case strings.HasSuffix(path, "/tournaments/:id/consent"):
		return webtest.Object{"agree": true}
	case strings.HasSuffix(path, "/tournaments/:id/desk"):
		return webtest.Object{"act": "announce", "text": "Hello"}
	case strings.HasSuffix(path, "/tournaments/:id/time"):
		return webtest.Object{"days": 1, "reason": "a fault", "seen": 0}
	case strings.HasSuffix(path, "/archives"):
		return webtest.Object{"name": "Spring Open", "first": "2020-05-30", "file": "first,second,first_points,second_points\nJane,John,1,0\n"}
	case strings.HasSuffix(path, "/setting"):
		return webtest.Object{"setting": "manual"}
	case subject(path) == "tournament", subject(path) == "ladder", strings.HasSuffix(path, "/moves"):
		return s.made
	case strings.HasSuffix(path, "/order"):
		return webtest.Object{"order": "stay"}
	case strings.HasSuffix(path, "/time"):
		return webtest.Object{"days": 1}
	case strings.HasSuffix(path, "/vacation"): // long after all these knocks, so that nobody is away
		return webtest.Object{"n": 1, "days": 1, "begins": w.Clock().Add(300 * 24 * time.Hour).Format(time.DateOnly)}
	case strings.HasSuffix(path, "/chat"):
		return webtest.Object{"text": "Good luck."}
	case strings.HasSuffix(path, "/formations"):
		return webtest.Object{"name": "Two wings", "move": s.made.(webtest.Object)["move"]}
	}
	return nil
}

// forgeries are what becomes of a text that the site has signed, in hands that
// want it to say something else.
func forgeries(signed string) []string {
	parts := strings.Split(signed, ".")
	signature := parts[len(parts)-1]
	rest := strings.TrimSuffix(signed, "."+signature)
	zeros := strings.Repeat("0", len(signature))
	return []string{
		"A" + signed, signed + "0", signed[:len(signed)-1], rest, rest + ".", "." + signature, "." + zeros, rest + "." + zeros,
		rest + "." + strings.ToUpper(signature) + "x", strings.ToLower(rest) + "x." + signature, rest + ".x." + signature, signature + "." + signature,
	}
}

func TestAForgedCookieIsReplacedAndNeverASession(t *testing.T) {
	w := webtest.New(t)
	names := func(a webtest.Answer) bool { return strings.Contains(a.Body, "You are <b><bdi>Guest") }
	for _, forged := range append(forgeries(w.Office.NewToken()), w.Office.Reserve().ID, "x") {
		b := w.Browser()
		form, header := b.StartForm(), http.Header{"Cookie": {"__Host-session=" + forged}}
		b.Client.Jar = nil
		got := b.Do(http.MethodPost, "/matches", form, header).Want(t, http.StatusSeeOther)
		if cookie := got.Header.Get("Set-Cookie"); !strings.HasPrefix(cookie, "__Host-session=") || strings.HasPrefix(cookie, "__Host-session="+forged+";") {
			t.Errorf("%q is answered with the cookie %q", forged, cookie)
		}
		if names(b.Do(http.MethodGet, "/", nil, header)) {
			t.Errorf("%q has become a session", forged)
		}
	}
	b := w.Browser()
	b.Begin()
	if !names(b.Get("/")) {
		t.Error("a real cookie is no session")
	}
}

func TestAForgedReservationIsRefused(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id, other := w.Office.Reserve().ID, w.Office.Reserve().ID
	for _, forged := range []string{
		"", "x", "A" + id, id + "0", id[1:], id[:len(id)-1], id + id, strings.ToUpper(id), w.Office.NewToken(),
		id[:10], id[:10] + "aaaaaa", id[:10] + other[10:], other[:10] + id[10:], "myverygame" + id[10:],
	} {
		form := b.StartForm()
		form.Set("reservation", forged)
		b.Post("/matches", form).Want(t, http.StatusUnprocessableEntity, "This form is out of date")
	}
}
