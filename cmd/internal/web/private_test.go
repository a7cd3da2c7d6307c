package web_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// about is what a route is about, and with that who may read there of a private tournament.
type about int

const (
	unsaid       about = iota
	ofTournament       // who may know of the tournament; for others it is as if there were none
	ofMatch            // likewise of the match and its tournament
	ofNeither          // nobody, but for what is their own
)

// whoMayRead says it of every route. A new one fails until it stands here.
var whoMayRead = map[string]about{
	// A tournament named by its id.
	"DELETE /api/v1/tournaments/:id":                  ofTournament,
	"GET /api/v1/tournaments/:id":                     ofTournament,
	"PUT /api/v1/tournaments/:id/agreement":           ofTournament,
	"DELETE /api/v1/tournaments/:id/bots/:bot":        ofTournament,
	"PUT /api/v1/tournaments/:id/bots/:bot":           ofTournament,
	"PUT /api/v1/tournaments/:id/check-in":            ofTournament,
	"PUT /api/v1/tournaments/:id/confirmation":        ofTournament,
	"POST /api/v1/tournaments/:id/desk":               ofTournament,
	"DELETE /api/v1/tournaments/:id/entry":            ofTournament,
	"PUT /api/v1/tournaments/:id/entry":               ofTournament,
	"GET /api/v1/tournaments/:id/export":              ofTournament,
	"GET /api/v1/tournaments/:id/luck":                ofTournament,
	"GET /api/v1/tournaments/:id/stream":              ofTournament,
	"GET /api/v1/tournaments/:id/odds":                ofTournament,
	"POST /api/v1/tournaments/:id/start":              ofTournament,
	"DELETE /api/v1/tournaments/:id/rest":             ofTournament,
	"PUT /api/v1/tournaments/:id/rest":                ofTournament,
	"POST /api/v1/tournaments/:id/strikes":            ofTournament,
	"POST /api/v1/tournaments/:id/teams":              ofTournament,
	"POST /api/v1/tournaments/:id/time":               ofTournament,
	"GET /api/v1/tournaments/:id/what-if/:match":      ofTournament,
	"GET /tournaments/:id":                            ofTournament,
	"POST /tournaments/:id/agreement":                 ofTournament,
	"POST /tournaments/:id/bots":                      ofTournament,
	"POST /tournaments/:id/bots/removal":              ofTournament,
	"POST /tournaments/:id/bots/question":             ofTournament,
	"POST /tournaments/:id/bots/answer":               ofTournament,
	"POST /api/v1/tournaments/:id/bots":               ofTournament,
	"PUT /api/v1/tournaments/:id/consent":             ofTournament,
	"POST /tournaments/:id/cancellation":              ofTournament,
	"POST /tournaments/:id/check-in":                  ofTournament,
	"POST /tournaments/:id/confirmation":              ofTournament,
	"GET /tournaments/:id/desk":                       ofTournament,
	"POST /tournaments/:id/desk":                      ofTournament,
	"POST /tournaments/:id/entry":                     ofTournament,
	"GET /tournaments/:id/webhooks":                   ofTournament,
	"POST /tournaments/:id/webhooks":                  ofTournament,
	"POST /tournaments/:id/webhooks/test":             ofTournament,
	"POST /tournaments/:id/webhooks/end":              ofTournament,
	"GET /tournaments/:id/feed.atom":                  ofTournament,
	"GET /tournaments/:id/export.jsonl":               ofTournament,
	"GET /tournaments/:id/report.trf":                 ofTournament,
	"POST /tournaments/:id/rest":                      ofTournament,
	"GET /tournaments/:id/roster":                     ofTournament,
	"POST /tournaments/:id/roster":                    ofTournament,
	"GET /tournaments/:id/seeding.json":               ofTournament,
	"POST /tournaments/:id/start":                     ofTournament,
	"GET /tournaments/:id/stream":                     ofTournament,
	"GET /tournaments/:id/strike":                     ofTournament,
	"POST /tournaments/:id/strike":                    ofTournament,
	"GET /tournaments/:id/exits":                      ofTournament,
	"POST /tournaments/:id/exits":                     ofTournament,
	"POST /tournaments/:id/exits/undo":                ofTournament,
	"GET /tournaments/:id/value":                      ofTournament,
	"POST /tournaments/:id/value":                     ofTournament,
	"GET /tournaments/:id/table.csv":                  ofTournament,
	"GET /tournaments/:id/table.json":                 ofTournament,
	"GET /tournaments/:id/luck.csv":                   ofTournament,
	"GET /tournaments/:id/luck.json":                  ofTournament,
	"GET /tournaments/:id/time":                       ofTournament,
	"POST /tournaments/:id/time":                      ofTournament,
	"GET /tournaments/:id/withdrawal":                 ofTournament,
	"POST /tournaments/:id/withdrawal":                ofTournament,
	"GET /tournaments/:id/requests/:n":                ofTournament,
	"POST /tournaments/:id/requests/:n/reports":       ofTournament,
	"GET /tournaments/:id/teams/:team":                ofTournament,
	"POST /tournaments/:id/teams":                     ofTournament,
	"GET /tournaments/:id/team-matches/:match":        ofTournament,
	"DELETE /api/v1/tournaments/:id/seat":             ofTournament,
	"PUT /api/v1/tournaments/:id/seat":                ofTournament,
	"GET /api/v1/tournaments/:id/substitutes/:player": ofTournament,
	"GET /tournaments/:id/substitute":                 ofTournament,
	"POST /tournaments/:id/substitute":                ofTournament,
	"POST /tournaments/:id/seat":                      ofTournament,
	// A match named by its id.
	"GET /api/v1/matches/:id":              ofMatch,
	"GET /api/v1/matches/:id/stream":       ofMatch,
	"GET /api/v1/matches/:id/chat":         ofMatch,
	"POST /api/v1/matches/:id/chat":        ofMatch,
	"POST /api/v1/matches/:id/moves":       ofMatch,
	"PUT /api/v1/matches/:id/order":        ofMatch,
	"POST /api/v1/matches/:id/resignation": ofMatch,
	"POST /api/v1/matches/:id/ruling":      ofMatch,
	"GET /api/v1/matches/:id/steps":        ofMatch,
	"GET /api/v1/matches/:id/beats":        ofMatch,
	"POST /api/v1/matches/:id/time":        ofMatch,
	"GET /matches/:id":                     ofMatch,
	"POST /matches/:id/chat":               ofMatch,
	"GET /matches/:id/match.json":          ofMatch,
	"GET /matches/:id/receipt.txt":         ofMatch,
	"POST /matches/:id/moves":              ofMatch,
	"POST /matches/:id/orders":             ofMatch,
	"POST /matches/:id/formations":         ofMatch,
	"GET /matches/:id/record.json":         ofMatch,
	"GET /matches/:id/record.txt":          ofMatch,
	"POST /matches/:id/reports":            ofMatch,
	"POST /matches/:id/resignation":        ofMatch,
	"GET /matches/:id/correction":          ofMatch,
	"POST /matches/:id/correction":         ofMatch,
	"POST /matches/:id/correction/undo":    ofMatch,
	"GET /matches/:id/ruling":              ofMatch,
	"POST /matches/:id/ruling":             ofMatch,
	"POST /matches/:id/request":            ofMatch,
	"GET /matches/:id/steps":               ofMatch,
	"GET /matches/:id/beats":               ofMatch,
	"GET /matches/:id/standing":            ofMatch,
	"GET /matches/:id/stream":              ofMatch,
	"POST /matches/:id/seen":               ofMatch,
	"POST /matches/:id/board":              ofMatch,
	"POST /matches/:id/time":               ofMatch,
	"GET /matches/:id/replay.svg":          ofMatch,
	"GET /matches/:id/replay.gif":          ofMatch,
	"GET /matches/:id/preview.png":         ofMatch,
	"GET /matches/:id/analysis":            ofMatch,
	"GET /matches/:id/coach":               ofMatch,
	"GET /api/v1/matches/:id/analysis":     ofMatch,
	// Anything else: nobody is told more than they may know, whatever they name.
	"GET /":                                            ofNeither,
	"GET /account":                                     ofNeither,
	"POST /account/deletion":                           ofNeither,
	"GET /account/download.jsonl":                      ofNeither,
	"GET /account/dice":                                ofNeither,
	"POST /account/dice":                               ofNeither,
	"GET /account/formations":                          ofNeither,
	"POST /account/formations/end":                     ofNeither,
	"POST /account/after-move":                         ofNeither,
	"POST /account/codes":                              ofNeither,
	"GET /account/security":                            ofNeither,
	"GET /recover":                                     ofNeither,
	"GET /not-me/:link":                                ofNeither,
	"POST /not-me/:link":                               ofNeither,
	"POST /account/security/later":                     ofNeither,
	"POST /account/security/not-me":                    ofNeither,
	"POST /signin/passkey":                             ofNeither,
	"POST /signin/second":                              ofNeither,
	"POST /passkeys/challenge":                         ofNeither,
	"POST /account/passkeys":                           ofNeither,
	"POST /account/passkeys/end":                       ofNeither,
	"POST /recover":                                    ofNeither,
	"GET /recover/:link":                               ofNeither,
	"POST /recover/mail":                               ofNeither,
	"POST /recover/:link":                              ofNeither,
	"POST /account/password":                           ofNeither,
	"POST /account/sessions/end":                       ofNeither,
	"POST /account/tokens":                             ofNeither,
	"POST /account/tokens/end":                         ofNeither,
	"POST /account/tokens/wake":                        ofNeither,
	"GET /analysis":                                    ofNeither,
	"POST /analysis":                                   ofNeither,
	"GET /api/v1/finished":                             ofNeither,
	"GET /api/v1/finished/stream":                      ofNeither,
	"GET /embed/matches/:id":                           ofNeither,
	"GET /embed/tournaments/:id":                       ofNeither,
	"GET /oembed":                                      ofNeither,
	"GET /api/v1/calendar":                             ofNeither,
	"GET /api/v1/championships":                        ofNeither,
	"GET /api/v1/championships/:game/:variant/:season": ofNeither,
	"GET /api/v1/championships/:game/:variant/:season/:group": ofNeither,
	"GET /account/mail":                                            ofNeither,
	"POST /account/mail":                                           ofNeither,
	"GET /account/mail/links/:token":                               ofNeither,
	"POST /account/mail/links/:token":                              ofNeither,
	"POST /account/mail/removal":                                   ofNeither,
	"GET /account/notifications":                                   ofNeither,
	"POST /account/notifications":                                  ofNeither,
	"POST /account/notifications/test":                             ofNeither,
	"GET /inbox":                                                   ofNeither,
	"POST /inbox/read":                                             ofNeither,
	"GET /unsubscribe/:token":                                      ofNeither,
	"POST /unsubscribe/:token":                                     ofNeither,
	"GET /account/feeds":                                           ofNeither,
	"POST /account/feeds":                                          ofNeither,
	"POST /account/feeds/end":                                      ofNeither,
	"GET /admin/webhooks":                                          ofNeither,
	"POST /admin/webhooks":                                         ofNeither,
	"POST /admin/webhooks/test":                                    ofNeither,
	"POST /admin/webhooks/end":                                     ofNeither,
	"GET /account/webhooks":                                        ofNeither,
	"POST /account/webhooks":                                       ofNeither,
	"POST /account/webhooks/test":                                  ofNeither,
	"POST /account/webhooks/end":                                   ofNeither,
	"GET /account/apps":                                            ofNeither,
	"GET /bots/arena":                                              ofNeither,
	"GET /account/bots":                                            ofNeither,
	"POST /account/bots":                                           ofNeither,
	"POST /account/bots/mark":                                      ofNeither,
	"POST /account/bots/:id":                                       ofNeither,
	"POST /account/bots/:id/tokens":                                ofNeither,
	"POST /account/bots/:id/tokens/end":                            ofNeither,
	"POST /account/bots/:id/tokens/wake":                           ofNeither,
	"POST /account/bots/:id/close":                                 ofNeither,
	"POST /account/apps":                                           ofNeither,
	"POST /account/apps/removal":                                   ofNeither,
	"POST /account/apps/end":                                       ofNeither,
	"GET /oauth/authorize":                                         ofNeither,
	"POST /oauth/authorize":                                        ofNeither,
	"POST /oauth/token":                                            ofNeither,
	"POST /oauth/revoke":                                           ofNeither,
	"GET /.well-known/oauth-authorization-server":                  ofNeither,
	"GET /account/devices":                                         ofNeither,
	"POST /account/devices":                                        ofNeither,
	"POST /account/devices/test":                                   ofNeither,
	"POST /account/devices/end":                                    ofNeither,
	"GET /feeds/:link":                                             ofNeither,
	"GET /players/:id/feed.atom":                                   ofNeither,
	"GET /championship/:game/:variant/feed.atom":                   ofNeither,
	"GET /ladder/:game/:variant/feed.atom":                         ofNeither,
	"GET /minicup/:game/:variant/feed.atom":                        ofNeither,
	"GET /monthlycup/:game/:variant/feed.atom":                     ofNeither,
	"GET /api/v1/championships/:game/:variant/:season/:group/odds": ofNeither,
	"GET /api/v1/championships/:game/:variant/:season/luck":        ofNeither,
	"GET /api/v1/championships/:game/:variant/:season/:group/luck": ofNeither,
	"GET /api/v1/competitions/:format/:game/:variant/export":       ofNeither,
	"GET /api/v1/events":                                           ofNeither,
	"GET /api/v1/games":                                            ofNeither,
	"GET /api/v1/invitations/:link":                                ofNeither,
	"POST /api/v1/invitations/:link/acceptance":                    ofNeither,
	"GET /api/v1/ladders":                                          ofNeither,
	"GET /api/v1/ladders/:game/:variant":                           ofNeither,
	"GET /api/v1/ladders/:game/:variant/luck":                      ofNeither,
	"POST /api/v1/ladders/:game/:variant/challenges":               ofNeither,
	"PUT /api/v1/ladders/:game/:variant/setting":                   ofNeither,
	"GET /api/v1/matches":                                          ofNeither,
	"POST /api/v1/matches":                                         ofNeither,
	"POST /api/v1/matches/:id/acceptance":                          ofNeither,
	"POST /api/v1/matches/reservations":                            ofNeither,
	"GET /api/v1/minicups/:game/:variant":                          ofNeither,
	"GET /api/v1/monthlycups/:game/:variant":                       ofNeither,
	"GET /api/v1/offers":                                           ofNeither,
	"DELETE /api/v1/offers/:id":                                    ofNeither,
	"GET /api/v1/offers/:id":                                       ofNeither,
	"POST /api/v1/offers/:id/counter":                              ofNeither,
	"POST /api/v1/offers/:id/refusal":                              ofNeither,
	"GET /api/v1/openapi.json":                                     ofNeither,
	"GET /api/v1/openapi.yaml":                                     ofNeither,
	"GET /api/v1/players/:name":                                    ofNeither,
	"GET /api/v1/players/:name/export":                             ofNeither,
	"GET /api/v1/players/:name/ratings":                            ofNeither,
	"GET /api/v1/players/:name/ratings/:game/:variant":             ofNeither,
	"GET /api/v1/ratings/:game/:variant":                           ofNeither,
	"GET /api/v1/ratings/:game/:variant/bots":                      ofNeither,
	"GET /api/v1/tournaments":                                      ofNeither,
	"POST /api/v1/tournaments":                                     ofNeither,
	"DELETE /api/v1/vacation":                                      ofNeither,
	"GET /api/v1/contributions":                                    ofNeither,
	"POST /api/v1/contributions":                                   ofNeither,
	"PUT /api/v1/contributions/word":                               ofNeither,
	"GET /api/v1/formations":                                       ofNeither,
	"POST /api/v1/matches/:id/formations":                          ofMatch,
	"DELETE /api/v1/formations/:game/:name":                        ofNeither,
	"GET /api/v1/vacation":                                         ofNeither,
	"POST /api/v1/vacation":                                        ofNeither,
	"GET /calendar":                                                ofNeither,
	"GET /hall":                                                    ofNeither,
	"GET /calendar.ics":                                            ofNeither,
	"GET /championship":                                            ofNeither,
	"GET /championship/:game/:variant":                             ofNeither,
	"GET /championship/:game/:variant/:season":                     ofNeither,
	"GET /championship/:game/:variant/:season/:group":              ofNeither,
	"GET /championship/:game/:variant/:season/:group/table.csv":    ofNeither,
	"GET /championship/:game/:variant/:season/:group/table.json":   ofNeither,
	"GET /championship/:game/:variant/:season/export.jsonl":        ofNeither,
	"GET /championship/:game/:variant/:season/pyramid.csv":         ofNeither,
	"GET /championship/:game/:variant/:season/pyramid.json":        ofNeither,
	"GET /championship/:game/:variant/:season/luck.csv":            ofNeither,
	"GET /championship/:game/:variant/:season/luck.json":           ofNeither,
	"GET /championship/:game/:variant/:season/:group/luck.csv":     ofNeither,
	"GET /championship/:game/:variant/:season/:group/luck.json":    ofNeither,
	"GET /competitions":                                            ofNeither,
	"GET /log/checkpoint":                                          ofNeither,
	"GET /log/tile/*":                                              ofNeither,
	"GET /log/feed":                                                ofNeither,
	"GET /dice":                                                    ofNeither,
	"GET /bots":                                                    ofNeither,
	"GET /export/about":                                            ofNeither,
	"GET /export/schema.json":                                      ofNeither,
	"GET /manifest.webmanifest":                                    ofNeither,
	"GET /sw.js":                                                   ofNeither,
	"GET /matches/offline":                                         ofNeither,
	"GET /favicon.ico":                                             ofNeither,
	"GET /admin":                                                   ofNeither,
	"GET /admin/log":                                               ofNeither,
	"GET /account/confirm":                                         ofNeither,
	"POST /account/confirm":                                        ofNeither,
	"GET /standing":                                                ofNeither,
	"POST /standing":                                               ofNeither,
	"POST /standing/appeal":                                        ofNeither,
	"GET /admin/reports":                                           ofNeither,
	"POST /admin/reports/take":                                     ofNeither,
	"POST /admin/reports/decide":                                   ofNeither,
	"POST /admin/appeals":                                          ofNeither,
	"GET /admin/users":                                             ofNeither,
	"GET /admin/users/:id":                                         ofNeither,
	"POST /admin/users/:id/steps":                                  ofNeither,
	"POST /admin/users/:id/undo":                                   ofNeither,
	"POST /admin/users/:id/sessions":                               ofNeither,
	"POST /admin/users/:id/role":                                   ofNeither,
	"POST /admin/maintenance":                                      ofNeither,
	"POST /admin/invitations":                                      ofNeither,
	"POST /admin/sessions":                                         ofNeither,
	"GET /admin/jobs":                                              ofNeither,
	"POST /admin/jobs":                                             ofNeither,
	"GET /admin/backups":                                           ofNeither,
	"GET /admin/quarantine":                                        ofNeither,
	"GET /tournaments/import":                                      ofNeither,
	"POST /tournaments/import":                                     ofNeither,
	"GET /tournaments/archive":                                     ofNeither, // an event that was played elsewhere is no tournament: see TestResultsArePreviewedAndImported
	"GET /tournaments/archive/:id":                                 ofNeither,
	"GET /tournaments/archive/:id/results.csv":                     ofNeither,
	"GET /tournaments/archive/:id/results.trf":                     ofNeither,
	"POST /tournaments/archive/:id/removal":                        ofNeither,
	"POST /admin/archive/:id/removal":                              ofNeither,
	"GET /api/v1/archives":                                         ofNeither,
	"POST /api/v1/archives":                                        ofNeither,
	"GET /api/v1/archives/:id":                                     ofNeither,
	"GET /admin/games":                                             ofNeither,
	"POST /admin/games":                                            ofNeither,
	"GET /admin/settings":                                          ofNeither,
	"POST /admin/settings":                                         ofNeither,
	"GET /imprint":                                                 ofNeither,
	"GET /privacy":                                                 ofNeither,
	"GET /terms":                                                   ofNeither,
	"GET /contact":                                                 ofNeither,
	"GET /colours.css":                                             ofNeither,
	"GET /logo.png":                                                ofNeither,
	"GET /dump":                                                    ofNeither,
	"GET /dump/index.json":                                         ofNeither,
	"GET /dump/schema.json":                                        ofNeither,
	"GET /dump/:file":                                              ofNeither, // of what ended and is public: see package dump
	"GET /robots.txt":                                              ofNeither,
	"GET /.well-known/security.txt":                                ofNeither,
	"GET /.well-known/change-password":                             ofNeither,
	"GET /api":                                                     ofNeither,
	"GET /help":                                                    ofNeither,
	"GET /help/:topic":                                             ofNeither,
	"GET /healthz":                                                 ofNeither,
	"GET /readyz":                                                  ofNeither,
	"GET /invited/:link":                                           ofNeither,
	"POST /invited/:link/acceptance":                               ofNeither,
	"GET /ladder":                                                  ofNeither,
	"GET /ladder/:game/:variant":                                   ofNeither,
	"POST /ladder/:game/:variant/challenges":                       ofNeither,
	"GET /ladder/:game/:variant/months/:month":                     ofNeither,
	"GET /ladder/:game/:variant/months/:month/table.csv":           ofNeither,
	"GET /ladder/:game/:variant/months/:month/table.json":          ofNeither,
	"GET /ladder/:game/:variant/players/:id":                       ofNeither,
	"GET /ladder/:game/:variant/players/:id/places.csv":            ofNeither,
	"GET /ladder/:game/:variant/players/:id/places.json":           ofNeither,
	"POST /ladder/:game/:variant/settings":                         ofNeither,
	"GET /ladder/:game/:variant/table.csv":                         ofNeither,
	"GET /ladder/:game/:variant/table.json":                        ofNeither,
	"GET /ladder/:game/:variant/luck.csv":                          ofNeither,
	"GET /ladder/:game/:variant/luck.json":                         ofNeither,
	"GET /ladder/:game/:variant/months/:month/luck.csv":            ofNeither,
	"GET /ladder/:game/:variant/months/:month/luck.json":           ofNeither,
	"GET /matches":                                                 ofNeither,
	"POST /matches":                                                ofNeither,
	"GET /minicup":                                                 ofNeither,
	"GET /minicup/:game/:variant":                                  ofNeither,
	"GET /minicup/:game/:variant/honours.csv":                      ofNeither,
	"GET /minicup/:game/:variant/honours.json":                     ofNeither,
	"GET /monthlycup":                                              ofNeither,
	"GET /monthlycup/:game/:variant":                               ofNeither,
	"GET /monthlycup/:game/:variant/months.csv":                    ofNeither,
	"GET /monthlycup/:game/:variant/months.json":                   ofNeither,
	"GET /notices":                                                 ofNeither,
	"GET /offers":                                                  ofNeither,
	"POST /offers":                                                 ofNeither,
	"GET /offers/:id":                                              ofNeither,
	"POST /offers/:id/acceptance":                                  ofNeither,
	"GET /offers/:id/counter":                                      ofNeither,
	"POST /offers/:id/counter":                                     ofNeither,
	"POST /offers/:id/refusal":                                     ofNeither,
	"POST /offers/:id/withdrawal":                                  ofNeither,
	"GET /offers/new":                                              ofNeither,
	"GET /players/:id":                                             ofNeither,
	"GET /players/:id/games":                                       ofNeither,
	"GET /players/:id/record":                                      ofNeither,
	"GET /players/:id/trophies":                                    ofNeither,
	"GET /players/:id/ratings":                                     ofNeither,
	"POST /players/:id/block":                                      ofNeither,
	"GET /players/:id/export.jsonl":                                ofNeither,
	"POST /players/:id/mute":                                       ofNeither,
	"POST /players/:id/unblock":                                    ofNeither,
	"POST /players/:id/unmute":                                     ofNeither,
	"GET /ratings":                                                 ofNeither,
	"GET /ratings/about":                                           ofNeither,
	"GET /ratings/drops":                                           ofNeither,
	"GET /ratings/list.csv":                                        ofNeither,
	"GET /ratings/list.json":                                       ofNeither,
	"GET /ratings/what-if":                                         ofNeither,
	"GET /learn":                                                   ofNeither,
	"GET /learn/:game":                                             ofNeither,
	"GET /learn/:game/:card":                                       ofNeither,
	"GET /puzzle":                                                  ofNeither,
	"GET /puzzles/:day":                                            ofNeither,
	"POST /puzzles/:day/answers":                                   ofNeither,
	"POST /puzzles/:day/solution":                                  ofNeither,
	"GET /rules/dice":                                              ofNeither,
	"GET /rules/league":                                            ofNeither,
	"GET /rules/:game/full":                                        ofNeither,
	"GET /rules":                                                   ofNeither,
	"GET /rules/:game":                                             ofNeither,
	"GET /rules/:game/chapters/:chapter":                           ofNeither,
	"POST /rules/:game/chapters/:chapter/done":                     ofNeither,
	"GET /rules/:game/examples/:example":                           ofNeither,
	"GET /signin":                                                  ofNeither,
	"POST /signin":                                                 ofNeither,
	"POST /signout":                                                ofNeither,
	"GET /signup":                                                  ofNeither,
	"POST /signup":                                                 ofNeither,
	"GET /static/*":                                                ofNeither,
	"GET /stream":                                                  ofNeither,
	"GET /tournaments":                                             ofNeither,
	"POST /tournaments":                                            ofNeither,
	"POST /tournaments/drafts/:draft/removal":                      ofNeither,
	"GET /tournaments/new":                                         ofNeither,
	"GET /tournaments/outlook":                                     ofNeither,
	"GET /try":                                                     ofNeither,
	"GET /vacation":                                                ofNeither,
	"POST /vacation":                                               ofNeither,
	"POST /vacation/end":                                           ofNeither,
	"GET /vacation/statement.csv":                                  ofNeither,
	"GET /play":                                                    ofNeither,
	"GET /scene":                                                   ofNeither,
	"GET /scene/steps":                                             ofNeither,
	"GET /watch":                                                   ofNeither,
}

// A closed is a site with private tournaments: one takes entries, one is played, and one was
// open when its rated matches were played. Everything that somebody can write there holds a
// canary.
type closed struct {
	*webtest.World
	people   map[string]*webtest.Member // by role
	tokens   map[string]*webtest.Program
	cups     []string // ids
	matches  []string
	draft    string
	offer    string
	canaries map[string][]string             // texts with the roles that may read them
	teams    map[string]string               // of teams: the id of one of each tournament
	heard    func(role string, cup int) bool // they did something there themselves, or heard of it when they still might
}

// insiders are the roles that may know of the tournaments, outsiders the others.
var (
	insiders  = []string{"organiser", "director", "entrant", "invited"}
	outsiders = []string{"nobody", "guest", "member", "banned", "left", "site director"}
)

// names are those of the members by their roles; those who are only numbered have entered too.
var names = map[string]string{
	"organiser": "Ottoline", "director": "Damaris", "entrant": "Zebedee", "invited": "Isidore", "member": "Melusine", "banned": "Bartleby", "left": "Lysander",
	"site director": "Sigmund", "second": "Quillon", "third": "Wulfric", "fourth": "Xanthippe", "fifth": "Yolanda", "sixth": "Thaddeus", "seventh": "Ursulina", "eighth": "Valeska", "ninth": "Jocasta",
	"tenth": "Eglantine", "eleventh": "Florimund", "twelfth": "Gwendolen", "thirteenth": "Hyacinthe",
}

// canary is a text of one's own for a place that some roles may read.
func (c *closed) canary(readers ...string) string {
	text := fmt.Sprintf("canary%02dx", len(c.canaries)+1)
	c.canaries[text] = readers
	return text
}

func (c *closed) must(err error) {
	c.T.Helper()
	if err != nil {
		c.T.Fatal(err)
	}
}

// desk does something at the desk of a tournament, by its organiser.
func (c *closed) desk(cup string, form url.Values) {
	c.T.Helper()
	c.Accepted(c.people["organiser"].Post("/tournaments/"+cup+"/desk", form))
}

// opens opens a tournament.
func (c *closed) opens(private bool) string {
	c.T.Helper()
	path := c.people["organiser"].Cup(func(f url.Values) {
		f.Set("name", c.canary(insiders...))
		f.Del("playing")
		if private {
			f.Set("private", "1")
			f.Set("password", c.canary())
		}
	})
	cup := strings.TrimPrefix(path, "/tournaments/")
	c.cups = append(c.cups, cup)
	c.desk(cup, url.Values{"act": {"appoint"}, "player": {names["director"]}})
	c.desk(cup, url.Values{"act": {"ban"}, "player": {names["banned"]}, "text": {c.canary(insiders...)}})
	for _, role := range []string{"entrant", "invited", "second", "third", "left"} {
		c.desk(cup, url.Values{"act": {"invite"}, "player": {names[role]}, "text": {c.canary(insiders...)}})
		if role != "invited" {
			c.Accepted(c.people[role].Post("/tournaments/"+cup+"/entry", nil))
		}
	}
	c.desk(cup, url.Values{"act": {"announce"}, "text": {c.canary(insiders...)}})
	c.Accepted(c.people["left"].Post("/tournaments/"+cup+"/withdrawal", nil))
	c.desk(cup, url.Values{"act": {"ban"}, "player": {names["left"]}, "text": {c.canary(insiders...)}})
	return cup
}

// plays starts a tournament, says things beside its matches, gives two of them up after some
// moves and ends the third by a ruling if it is to end.
func (c *closed) plays(cup string, moves int, end bool) {
	c.T.Helper()
	organiser := c.people["organiser"].Player
	c.Accepted(c.people["organiser"].Post("/tournaments/"+cup+"/start", nil))
	v, err := c.Office.Tournament(c.T.Context(), league.Site(), cup)
	c.must(err)
	for i, m := range v.Matches {
		c.matches = append(c.matches, m.ID)
		for _, seat := range m.Seats {
			c.must(c.Office.Say(c.T.Context(), seat.Player, membersleague.Saying{Match: m.ID, Text: c.canary(insiders...), Arrived: c.Clock()}))
		}
		c.must(c.Office.Report(c.T.Context(), organiser, m.ID, 1, c.canary("organiser")))
		if i == 2 {
			continue
		}
		for range moves {
			v := c.View(m.ID)
			mover, _ := v.Match.Mover()
			var move engine.Move
			for move = range v.Record.Position.Moves() {
				break
			}
			_, err := c.Working().Play(c.T.Context(), mover, play.Turn{Match: m.ID, Seen: v.Record.Seq, Move: move, Arrived: c.Clock()})
			c.must(err)
		}
		_, err := c.Working().Resign(c.T.Context(), m.Seats[i].Player, m.ID, c.Clock())
		c.must(err)
	}
	_, err = c.Working().AddTime(c.T.Context(), organiser, cup, tournaments.TimeGrant{Days: 1, Reason: c.canary(insiders...)})
	c.must(err)
	c.desk(cup, url.Values{"act": {"pause"}, "text": {c.canary(insiders...)}})
	c.desk(cup, url.Values{"act": {"resume"}})
	if !end {
		return
	}
	c.must(c.Working().RuleMatch(c.T.Context(), organiser, v.Matches[2].ID, league.RuleAdjudicate, c.canary(insiders...)))
}

// newClosedSite makes the site without the tournaments.
func newClosedSite(t *testing.T) *closed {
	c := &closed{World: webtest.New(t), people: map[string]*webtest.Member{}, tokens: map[string]*webtest.Program{}, canaries: map[string][]string{}, teams: map[string]string{}}
	c.Office.LinesAMinute = 1000
	c.Office.Directors = []string{names["site director"]}
	for role, name := range names {
		c.people[role] = c.Member(name)
		token, err := c.Office.MakeToken(t.Context(), c.people[role].Player, webtest.AnyToken)
		c.must(err)
		c.tokens[role] = &webtest.Program{World: c.World, Player: c.people[role].Player, Token: token}
	}
	guest := c.Browser()
	guest.Begin()
	c.people["guest"] = &webtest.Member{Browser: guest}
	return c
}

// newClosed makes it of players.
func newClosed(t *testing.T) *closed {
	c := newClosedSite(t)
	c.heard = func(role string, cup int) bool { return role == "left" || role == "banned" && cup == 3 }
	for range 3 {
		c.opens(true)
	}
	c.plays(c.cups[0], 2, true)
	c.plays(c.cups[1], 2, false)
	was := c.opens(false)
	c.plays(was, 14, false)
	v, err := c.Office.Tournament(t.Context(), league.Site(), was)
	c.must(err)
	terms := league.TermsFormOf(v.Tournament.TournamentTerms)
	c.desk(was, url.Values{"act": {"change"}, "name": {terms.Typed["name"]}, "profile": {terms.Typed["profile"]}, "private": {"1"}})

	webtest.AnalyseAll(t, c.World) // what they were worth is known
	c.draft, err = c.Office.SaveDraft(t.Context(), c.people["organiser"].Player, "", c.canary("organiser"), "name="+c.canary("organiser"))
	c.must(err)
	made, err := c.Office.Propose(t.Context(), c.people["entrant"].Player, play.Proposal{
		Reservation: c.Office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: names["second"], Kickoff: league.KickoffMe, Control: "lg", Message: c.canary("entrant"),
	})
	c.must(err)
	c.offer = made.Offer.ID
	return c
}

// asks sends a request to a route by somebody of a role, as a browser or as a program.
func (c *closed) asks(role, method, route, path string, form url.Values) *httptest.ResponseRecorder {
	if !strings.HasPrefix(path, "/api/") {
		who := c.Browser()
		if m := c.people[role]; m != nil {
			who = m.Browser
		}
		return who.Ask(method, path, form)
	}
	body := any(nil)
	if method != http.MethodGet {
		body = bodyFor(c.World, route, programScene{made: webtest.Object{"seq": 1, "move": "-"}})
	}
	text, err := json.Marshal(body)
	c.must(err)
	r := httptest.NewRequest(method, path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "a key of the gift")
	if p := c.tokens[role]; p != nil {
		r.Header.Set("Authorization", "Bearer "+p.Token)
	}
	a := httptest.NewRecorder()
	c.Echo.ServeHTTP(a, r)
	return a
}

// told is everything of an answer but when it was given.
func told(a *httptest.ResponseRecorder) string {
	h := a.Header().Clone()
	h.Del("Set-Cookie")
	h.Del("X-Request-Id") // no two answers have the same
	return fmt.Sprint(a.Code, h, a.Body)
}

// leaks lists what an answer says that somebody of a role may not know, unless they said it
// themselves when they asked.
func (c *closed) leaks(role, route, asked string, a *httptest.ResponseRecorder) (leaks []string) {
	text := told(a)
	says := func(what string) {
		if strings.Contains(text, what) && !strings.Contains(asked, what) {
			leaks = append(leaks, what)
		}
	}
	for canary, readers := range c.canaries {
		if !slices.Contains(readers, role) {
			says(canary)
		}
	}
	if slices.Contains(insiders, role) {
		return leaks
	}
	own := strings.HasSuffix(route, "/account/download.jsonl") || strings.HasSuffix(route, "/events")
	for i, id := range slices.Concat(c.cups, c.matches) {
		if own && c.heard(role, i) {
			continue
		}
		says(id)
	}
	if strings.Contains(route, "/ratings") {
		return leaks // lists of players, and the two latter ones have ratings
	}
	for role, name := range names {
		m := c.people[role]
		if !slices.Contains(outsiders, role) && !strings.Contains(asked, m.Player.ID) {
			says(name)
		}
	}
	return leaks
}

// team is the id of a team of a tournament.
func (c *closed) team(cup string) string { return cmp.Or(c.teams[cup], "t1") }

// filled are the addresses that a route has for what is private.
func (c *closed) filled(path string, of about, in bool) (paths []string) {
	fill := func(id, player, name string) {
		paths = append(paths, strings.NewReplacer(":name", name, ":player", player, ":id", id, "team-matches/:match", "team-matches/c1-r1-m1", ":match", c.matches[0], ":bot", "bot:greedy", ":game", "streetsoccer", ":variant", "lg",
			":season", "2026-11", ":group", "d1-g1", ":month", "2026-04", ":example", "1", ":format", "championship", ":draft", c.draft, ":team", c.team(id), ":link", c.offer, "*", "site.css").Replace(path))
	}
	entrant := c.people["entrant"].Player
	if !strings.Contains(path, ":id") {
		fill("", entrant.ID, entrant.Name)
		return paths
	}
	ids := []string{c.cups[0], c.matches[0], c.matches[6], c.offer}
	switch {
	case strings.Contains(path, "/players/"):
		ids = []string{entrant.ID}
	case of == ofTournament:
		ids = c.cups
	case of == ofMatch && in:
		ids = c.matches
	case of == ofMatch:
		ids = []string{c.matches[0], c.matches[5], c.matches[6]}
	}
	for _, id := range ids {
		fill(id, entrant.ID, entrant.Name)
	}
	return paths
}

// A question is what is asked at a route.
type question struct {
	path string
	form url.Values
}

// questions are what somebody of a role asks at a route. Who may know only looks.
func (c *closed) questions(method, path, role string) (all []question) {
	look, in := method == http.MethodGet, slices.Contains(insiders, role)
	of := whoMayRead[strings.Replace(method, http.MethodHead, http.MethodGet, 1)+" "+path]
	if in && !look || method == http.MethodHead && role != "member" {
		return nil
	}
	if !look && method != http.MethodHead && !strings.Contains(path, ":") {
		return nil // it names nothing, or in its form: see TestTheIDOfAPrivateTournamentOpensNothing
	}
	if !look && strings.Contains(path, "/players/") {
		return nil // who does something about a player knows them
	}
	for _, path := range c.filled(path, of, in) {
		q := question{path: path}
		if !look {
			q.form = url.Values{"seq": {"1"}, "move": {"-"}, "text": {"hello"}, "act": {"announce"}, "player": {c.people["entrant"].Player.ID}, "days": {"2"}, "reason": {"a reason"}}
		}
		all = append(all, q)
		if !look || of != ofNeither || role != "member" && role != "banned" {
			continue
		}
		for _, id := range []string{c.cups[0], c.matches[0], c.matches[6], c.draft} {
			all = append(all, question{path: path + "?" + url.Values{
				"match": {id}, "rematch": {id}, "clone": {id}, "draft": {id}, "if": {id}, "opponent": {id}, "edition": {id}, "other": {id}, "report": {"1"},
			}.Encode()})
		}
	}
	return all
}

// TestNobodyLearnsOfAPrivateTournamentOnAnyRoute asks every route as everybody, about
// everything that is private. In a check one outsider asks at each, who is another one at others.
func TestNobodyLearnsOfAPrivateTournamentOnAnyRoute(t *testing.T) {
	t.Run("of players", func(t *testing.T) { newClosed(t).nobodyLearns(t) })
	t.Run("of teams", func(t *testing.T) { newClosedTeams(t).nobodyLearns(t) })
}

func (c *closed) nobodyLearns(t *testing.T) {
	if n := len(c.canaries); n < 50 {
		t.Errorf("only %d canaries are planted", n)
	}
	asked, known, seen := 0, map[string]bool{}, map[string]bool{}
	for _, r := range c.Echo.Routes() {
		if strings.HasPrefix(r.Method, "echo_") {
			continue
		}
		route := strings.Replace(r.Method, http.MethodHead, http.MethodGet, 1) + " " + r.Path
		if known[route] = true; whoMayRead[route] == unsaid {
			t.Errorf("nobody has said who may read at %s", route)
		}
		for _, role := range slices.Concat(insiders, enginetest.Sample(len(outsiders), outsiders, route)) {
			for _, q := range c.questions(r.Method, r.Path, role) {
				asked++
				a := c.asks(role, r.Method, r.Path, q.path, q.form)
				for _, leak := range c.leaks(role, route, q.path+q.form.Encode(), a) {
					t.Errorf("%s %s, %s: the answer says %s", r.Method, q.path, role, leak)
				}
				for canary := range c.canaries {
					seen[canary] = seen[canary] || strings.Contains(a.Body.String(), canary)
				}
			}
		}
	}
	for route := range whoMayRead {
		if !known[route] {
			t.Errorf("%s stands in the table and not in the router", route)
		}
	}
	for canary, readers := range c.canaries {
		if in := slices.ContainsFunc(readers, func(role string) bool { return slices.Contains(insiders, role) }); in && !seen[canary] {
			t.Errorf("nobody has seen %s at all, so that it proves nothing", canary)
		}
	}
	t.Logf("%d requests, %d canaries of which %d were seen by who may", asked, len(c.canaries), len(slices.DeleteFunc(slices.Collect(maps.Values(seen)), func(s bool) bool { return !s })))
}

// TestWhatIsPrivateAnswersOutsidersAsWhatIsNotThere compares whole answers, in a check those to one outsider at each route.
func TestWhatIsPrivateAnswersOutsidersAsWhatIsNotThere(t *testing.T) {
	t.Run("of players", func(t *testing.T) { newClosed(t).answersAsNotThere(t) })
	t.Run("of teams", func(t *testing.T) { newClosedTeams(t).answersAsNotThere(t) })
}

func (c *closed) answersAsNotThere(t *testing.T) {
	for _, r := range c.Echo.Routes() {
		route := strings.Replace(r.Method, http.MethodHead, http.MethodGet, 1) + " " + r.Path
		ids := map[about][]string{ofTournament: c.cups, ofMatch: {c.matches[0], c.matches[3], c.matches[6]}}[whoMayRead[route]]
		form := url.Values{"seq": {"1"}, "move": {"-"}, "text": {"hello"}, "player": {c.people["entrant"].Player.ID}, "days": {"2"}, "reason": {"a reason"}}
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			form = nil
		}
		for _, role := range enginetest.Sample(len(outsiders), outsiders, route) {
			for _, id := range ids {
				at := func(there string) string {
					path := strings.NewReplacer(":id", there, ":bot", "bot:greedy", "team-matches/:match", "team-matches/c1-r1-m1", ":match", c.matches[0], ":team", c.team(id)).Replace(r.Path)
					return strings.ReplaceAll(told(c.asks(role, r.Method, r.Path, path, form)), there, "ID")
				}
				if got, want := at(id), at("nosuchthing0"); got != want {
					at := 0
					for at < min(len(got), len(want)) && got[at] == want[at] {
						at++
					}
					t.Errorf("%s, %s: %.80s\nof what is not there: %.80s", route, role, got[max(0, at-20):], want[max(0, at-20):])
				}
			}
		}
		if r.Method != http.MethodGet || r.Path != "/tournaments/:id" && r.Path != "/api/v1/tournaments/:id" && r.Path != "/matches/:id" && r.Path != "/api/v1/matches/:id" {
			continue
		}
		for _, role := range insiders {
			for _, id := range ids {
				if a := c.asks(role, r.Method, r.Path, strings.Replace(r.Path, ":id", id, 1), nil); a.Code != http.StatusOK {
					t.Errorf("%s of %s, %s: %d", route, id, role, a.Code)
				}
			}
		}
	}
}

// TestTheIDOfAPrivateTournamentOpensNothing sends ids of what is private where a form names something.
func TestTheIDOfAPrivateTournamentOpensNothing(t *testing.T) {
	c := newClosed(t)
	forms := 0
	for _, r := range c.Echo.Routes() {
		if whoMayRead[r.Method+" "+r.Path] != ofNeither || r.Method == http.MethodGet || strings.Contains(r.Path, ":") {
			continue
		}
		for i, id := range []string{c.cups[0], c.matches[0], c.draft, c.offer} {
			name := fmt.Sprintf("Somebody%d%d", forms, i) // whom the act may sign out or take away
			who := c.Member(name)
			token, err := c.Office.MakeToken(t.Context(), who.Player, webtest.AnyToken)
			c.must(err)
			c.people[name], c.tokens[name] = who, &webtest.Program{World: c.World, Player: who.Player, Token: token}
			form := url.Values{}
			for _, field := range []string{"reservation", "id", "draft", "match", "rematch", "tournament", "other", "session", "token", "next", "name", "rules", "opponent"} {
				form.Set(field, id)
			}
			a := c.asks(name, r.Method, r.Path, r.Path, form)
			for _, leak := range c.leaks(name, r.Path, form.Encode(), a) {
				t.Errorf("%s %s with the id %s: the answer says %s", r.Method, r.Path, id, leak)
			}
		}
		forms++
	}
	if forms < 15 {
		t.Errorf("only %d forms were sent", forms)
	}
}

// TestAFormMakesATournamentPrivate by the wizard, at the desk and by program.
func TestAFormMakesATournamentPrivate(t *testing.T) {
	w := webtest.New(t)
	ann, bob, program := w.Member("Ann"), w.Member("Bob"), w.Program("Cleo")
	cup := ann.Cup(func(f url.Values) { f.Set("private", "1") })
	ann.Get(cup).Want(t, http.StatusOK, "private")
	bob.Get(cup).Want(t, http.StatusNotFound, "There is no such tournament")
	form := url.Values{"act": {"change"}, "name": {"Spring Cup"}, "places": {"4"}, "profile": {"std"}}
	w.Accepted(ann.Post(cup+"/desk", form))
	bob.Get(cup).Want(t, http.StatusOK, "Spring Cup", "everybody sees it")
	form.Set("private", "1")
	w.Accepted(ann.Post(cup+"/desk", form))
	bob.Get(cup).Want(t, http.StatusNotFound)
	bob.Get("/tournaments").Want(t, http.StatusOK).Without(t, "Spring Cup")

	made := webtest.Object{"name": "Autumn Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 4, "cycles": 1, "start": "organiser", "private": true}
	id := program.Post("/tournaments", made).Want(t, http.StatusCreated, `"private":true`).Body["id"].(string)
	bob.Get("/tournaments/"+id).Want(t, http.StatusNotFound)
	program.Post("/tournaments/"+id+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"private": false}}).Want(t, http.StatusOK)
	bob.Get("/tournaments/"+id).Want(t, http.StatusOK, "Autumn Cup")
	program.Post("/tournaments/"+id+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"private": true}}).Want(t, http.StatusOK)
	bob.Get("/tournaments/"+id).Want(t, http.StatusNotFound)

	// Who leaves is no longer there to see it, unless they are invited.
	dan := w.Member("Dan")
	program.Post("/tournaments/"+id+"/desk", webtest.Object{"act": "invite", "player": "Bob", "text": "come"}).Want(t, http.StatusOK)
	program.Post("/tournaments/"+id+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"private": false}}).Want(t, http.StatusOK)
	w.Accepted(bob.Post("/tournaments/"+id+"/entry", nil))
	w.Accepted(dan.Post("/tournaments/"+id+"/entry", nil))
	program.Post("/tournaments/"+id+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"private": true}}).Want(t, http.StatusOK)
	for who, want := range map[*webtest.Member]string{bob: "/tournaments/" + id, dan: "/tournaments"} {
		if to := w.Accepted(who.Post("/tournaments/"+id+"/withdrawal", nil)).Header.Get("Location"); to != want {
			t.Errorf("%s leaves and goes on to %s, want %s", who.Player.Name, to, want)
		}
		who.Get(want).Want(t, http.StatusOK)
	}
	eve := w.Program("Eve")
	program.Post("/tournaments/"+id+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"private": false}}).Want(t, http.StatusOK)
	eve.Put("/tournaments/"+id+"/entry").Want(t, http.StatusOK, `"Eve"`)
	program.Post("/tournaments/"+id+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"private": true}}).Want(t, http.StatusOK)
	if body := eve.Remove("/tournaments/"+id+"/entry").Want(t, http.StatusOK, id).Text; strings.Contains(body, `"Eve"`) {
		t.Errorf("who has left is still in it: %s", body)
	}
	eve.Remove("/tournaments/"+id+"/entry").Want(t, http.StatusNotFound)
}

// TestAnOpenStreamEndsWhenItsTournamentBecomesPrivate and brings nothing that was written after that.
func TestAnOpenStreamEndsWhenItsTournamentBecomesPrivate(t *testing.T) {
	w := webtest.New(t)
	ann, bob, cleo, dan := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo"), w.Member("Dan")
	cup := ann.Cup(nil)
	for _, p := range []*webtest.Member{bob, cleo} {
		w.Accepted(p.Post(cup+"/entry", nil))
	}
	w.Accepted(ann.Post(cup+"/start", nil))
	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	m := v.Matches[0]
	by := map[string]*webtest.Member{ann.Player.ID: ann, bob.Player.ID: bob, cleo.Player.ID: cleo}[m.Seats[0].Player.ID]
	outside, inside := []*webtest.Streaming{dan.Follow("/matches/"+m.ID+"/stream", ""), dan.Follow(cup+"/stream", "")}, by.Follow("/matches/"+m.ID+"/stream", "")
	for _, s := range append(outside, inside) {
		if _, more := s.Next(); !more {
			t.Fatal("a stream does not begin")
		}
	}
	w.Accepted(ann.Post(cup+"/desk", url.Values{"act": {"change"}, "name": {"Spring Cup"}, "profile": {"std"}, "private": {"1"}}))
	by.Say(m.ID, "between us")
	for _, s := range outside {
		for e, more := s.Next(); more; e, more = s.Next() {
			if strings.Contains(e.Data, "between us") || strings.Contains(e.Data, "only those in it see it") {
				t.Errorf("a stranger is sent %s", e.Data)
			}
		}
	}
	for e, more := inside.Next(); ; e, more = inside.Next() {
		if !more {
			t.Fatal("the stream of a player ends")
		}
		if strings.Contains(e.Data, "between us") {
			return
		}
	}
}
