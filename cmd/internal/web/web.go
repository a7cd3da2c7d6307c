// Package web serves the pages over HTTP. A handler parses, asks the office,
// builds the view and renders; it knows no rule, no SQL and no HTML. It is the
// only importer of echo.
package web

import (
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league/office"
)

// Limits on what a client may send; what is larger or slower is cut off.
const (
	bodyLimit      = "64K"
	recordLimit    = "1M" // of a record that is looked at, in whatever way a form writes it
	MaxHeaderBytes = 32 << 10
	HeaderTimeout  = 5 * time.Second
	ReadTimeout    = 15 * time.Second
	WriteTimeout   = 30 * time.Second
	IdleTimeout    = 2 * time.Minute
)

// access says who may use a route at all. What a player may do in a match is the
// office's to decide.
type access int

const (
	nobody access = iota // the zero value: such a route does not start
	anyone               // the whole world may read it; nothing of it is kept
	guest                // an act that makes a player of whoever is none yet
	player               // an act in a match, by whoever the session says it is
	bearer               // a program, for whoever its token says; no cookie counts
	member               // what takes an account
)

// route is one line of the table below.
type route struct {
	method, path string
	access       access
	handle       echo.HandlerFunc
}

// routes is every route of the site.
func (s *site) routes() []route {
	return []route{
		{http.MethodGet, "/", anyone, s.front},
		{http.MethodGet, "/watch", anyone, s.watch},
		{http.MethodPost, "/matches", guest, s.begin},
		{http.MethodGet, "/offers", anyone, s.waitingRoom},
		{http.MethodPost, "/offers", player, s.propose},
		{http.MethodGet, "/offers/new", anyone, s.offerForm},
		{http.MethodGet, "/offers/:id", anyone, s.offer},
		{http.MethodPost, "/offers/:id/acceptance", player, s.acceptOffer},
		{http.MethodPost, "/offers/:id/refusal", player, s.declineOffer},
		{http.MethodPost, "/offers/:id/withdrawal", player, s.withdrawOffer},
		{http.MethodGet, "/offers/:id/counter", anyone, s.counterForm},
		{http.MethodPost, "/offers/:id/counter", player, s.counter},
		{http.MethodGet, "/invited/:link", anyone, s.invited},
		{http.MethodPost, "/invited/:link/acceptance", guest, s.acceptLink},
		{http.MethodGet, "/matches/:id", anyone, s.match},
		{http.MethodGet, "/matches/:id/stream", anyone, s.matchStream},
		{http.MethodPost, "/matches/:id/chat", player, s.say},
		{http.MethodPost, "/matches/:id/reports", player, s.report},
		{http.MethodGet, "/matches/:id/steps", anyone, s.steps},
		{http.MethodPost, "/matches/:id/moves", player, s.play},
		{http.MethodPost, "/matches/:id/orders", player, s.order},
		{http.MethodPost, "/matches/:id/resignation", player, s.resign},
		{http.MethodPost, "/matches/:id/time", player, s.giveTime},
		{http.MethodGet, "/matches/:id/ruling", anyone, s.rulingPage},
		{http.MethodPost, "/matches/:id/ruling", player, s.ruling},
		{http.MethodGet, "/matches/:id/match.json", anyone, s.proof},
		{http.MethodGet, "/matches/:id/record.txt", anyone, s.recordText},
		{http.MethodGet, "/matches/:id/record.json", anyone, s.recordJSON},
		{http.MethodGet, "/matches/:id/replay.svg", anyone, s.replaySVG},
		{http.MethodGet, "/matches/:id/replay.gif", anyone, s.replayGIF},
		{http.MethodGet, "/matches/:id/preview.png", anyone, s.preview},
		{http.MethodGet, "/matches/:id/analysis", anyone, s.worth},
		{http.MethodGet, "/matches/:id/coach", anyone, s.coach},
		{http.MethodGet, analysisPath, anyone, s.analysis},
		{http.MethodPost, analysisPath, anyone, s.analyse},
		{http.MethodGet, "/matches", anyone, s.mine},
		{http.MethodGet, "/players/:id", anyone, s.player},
		{http.MethodGet, "/players/:id/export.jsonl", anyone, s.playerLines},
		{http.MethodPost, "/players/:id/mute", player, s.mute},
		{http.MethodPost, "/players/:id/unmute", player, s.unmute},
		{http.MethodPost, "/players/:id/block", player, s.block},
		{http.MethodPost, "/players/:id/unblock", player, s.unblock},
		{http.MethodGet, "/stream", anyone, s.waitingStream},
		{http.MethodGet, "/signup", anyone, s.signUpPage},
		{http.MethodPost, "/signup", player, s.signUp},
		{http.MethodGet, "/signin", anyone, s.signInPage},
		{http.MethodPost, "/signin", player, s.signIn},
		{http.MethodPost, "/signout", player, s.signOut},
		{http.MethodGet, "/vacation", member, s.vacation},
		{http.MethodPost, "/vacation", member, s.planVacation},
		{http.MethodPost, "/vacation/end", member, s.endVacation},
		{http.MethodGet, "/vacation/statement.csv", member, s.vacationCSV},
		{http.MethodGet, "/notices", anyone, s.notices},
		{http.MethodGet, "/account", member, s.account},
		{http.MethodGet, "/account/download.jsonl", member, s.download},
		{http.MethodPost, "/account/password", member, s.changePassword},
		{http.MethodPost, "/account/sessions/end", member, s.endSession},
		{http.MethodPost, "/account/tokens", member, s.makeToken},
		{http.MethodPost, "/account/tokens/end", member, s.endToken},
		{http.MethodPost, "/account/deletion", member, s.deleteAccount},
		{http.MethodGet, "/tournaments", anyone, s.tournaments},
		{http.MethodPost, "/tournaments", player, s.openTournament},
		{http.MethodGet, "/tournaments/new", anyone, s.newTournament},
		{http.MethodGet, "/tournaments/outlook", anyone, s.outlook},
		{http.MethodPost, "/tournaments/drafts/:draft/removal", player, s.dropDraft},
		{http.MethodGet, "/tournaments/:id", anyone, s.tournament},
		{http.MethodGet, "/tournaments/:id/stream", anyone, s.tournamentStream},
		{http.MethodPost, "/tournaments/:id/entry", player, s.enterTournament},
		{http.MethodGet, "/tournaments/:id/withdrawal", anyone, s.withdrawalPage},
		{http.MethodPost, "/tournaments/:id/withdrawal", player, s.leaveTournament},
		{http.MethodPost, "/tournaments/:id/bots", player, s.inviteBot},
		{http.MethodPost, "/tournaments/:id/bots/removal", player, s.removeBot},
		{http.MethodPost, "/tournaments/:id/start", player, s.startTournament},
		{http.MethodPost, "/tournaments/:id/cancellation", player, s.cancelTournament},
		{http.MethodGet, "/tournaments/:id/desk", anyone, s.deskPage},
		{http.MethodPost, "/tournaments/:id/desk", player, s.desk},
		{http.MethodPost, "/tournaments/:id/check-in", player, s.checkIn},
		{http.MethodPost, "/tournaments/:id/teams", player, s.inTeam},
		{http.MethodGet, "/tournaments/:id/teams/:team", anyone, s.teamPage},
		{http.MethodGet, "/tournaments/:id/team-matches/:match", anyone, s.teamMatch},
		{http.MethodPost, "/tournaments/:id/rest", player, s.restTournament},
		{http.MethodGet, "/tournaments/:id/report.trf", anyone, s.pairingReport},
		{http.MethodGet, "/tournaments/:id/strike", anyone, s.strikePage},
		{http.MethodPost, "/tournaments/:id/strike", player, s.strike},
		{http.MethodGet, "/tournaments/:id/time", anyone, s.grantPage},
		{http.MethodPost, "/tournaments/:id/time", player, s.grant},
		{http.MethodGet, "/tournaments/:id/table.csv", anyone, s.tableCSV},
		{http.MethodGet, "/tournaments/:id/table.json", anyone, s.tableJSON},
		{http.MethodGet, "/tournaments/:id/luck.csv", anyone, luckCSV(s.tournamentWorth)},
		{http.MethodGet, "/tournaments/:id/luck.json", anyone, luckJSON(s.tournamentWorth)},
		{http.MethodGet, "/tournaments/:id/seeding.json", anyone, s.seeding},
		{http.MethodGet, "/tournaments/:id/export.jsonl", anyone, s.tournamentLines},
		{http.MethodPost, "/tournaments/:id/confirmation", player, s.confirmEntry},
		{http.MethodGet, "/championship", anyone, s.championships},
		{http.MethodGet, "/championship/:game/:variant", anyone, s.championship},
		{http.MethodGet, "/championship/:game/:variant/:season", anyone, s.season},
		{http.MethodGet, "/championship/:game/:variant/:season/pyramid.csv", anyone, s.pyramidCSV},
		{http.MethodGet, "/championship/:game/:variant/:season/pyramid.json", anyone, s.pyramidJSON},
		{http.MethodGet, "/championship/:game/:variant/:season/luck.csv", anyone, luckCSV(s.seasonWorth)},
		{http.MethodGet, "/championship/:game/:variant/:season/luck.json", anyone, luckJSON(s.seasonWorth)},
		{http.MethodGet, "/championship/:game/:variant/:season/export.jsonl", anyone, s.seasonLines},
		{http.MethodGet, "/championship/:game/:variant/:season/:group", anyone, s.seasonGroup},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/table.csv", anyone, s.groupCSV},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/table.json", anyone, s.groupJSON},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/luck.csv", anyone, luckCSV(s.seasonWorth)},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/luck.json", anyone, luckJSON(s.seasonWorth)},
		{http.MethodGet, "/ratings", anyone, s.ratings},
		{http.MethodGet, "/ratings/list.csv", anyone, s.ratingsCSV},
		{http.MethodGet, "/ratings/list.json", anyone, s.ratingsJSON},
		{http.MethodGet, "/ratings/what-if", anyone, s.forecast},
		{http.MethodGet, "/ratings/about", anyone, s.ratingRules},
		{http.MethodGet, "/ratings/drops", member, s.drops},
		{http.MethodGet, "/ladder", anyone, s.ladders},
		{http.MethodGet, "/ladder/:game/:variant", anyone, s.ladder},
		{http.MethodPost, "/ladder/:game/:variant/challenges", player, s.challenge},
		{http.MethodPost, "/ladder/:game/:variant/settings", player, s.setLadder},
		{http.MethodGet, "/ladder/:game/:variant/table.csv", anyone, s.ladderCSV},
		{http.MethodGet, "/ladder/:game/:variant/table.json", anyone, s.ladderJSON},
		{http.MethodGet, "/ladder/:game/:variant/luck.csv", anyone, luckCSV(s.ladderWorth)},
		{http.MethodGet, "/ladder/:game/:variant/luck.json", anyone, luckJSON(s.ladderWorth)},
		{http.MethodGet, "/ladder/:game/:variant/months/:month", anyone, s.ladderMonth},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/table.csv", anyone, s.ladderMonthCSV},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/table.json", anyone, s.ladderMonthJSON},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/luck.csv", anyone, luckCSV(s.ladderMonthWorth)},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/luck.json", anyone, luckJSON(s.ladderMonthWorth)},
		{http.MethodGet, "/ladder/:game/:variant/players/:id", anyone, s.ladderPlayer},
		{http.MethodGet, "/ladder/:game/:variant/players/:id/places.csv", anyone, s.ladderPlayerCSV},
		{http.MethodGet, "/ladder/:game/:variant/players/:id/places.json", anyone, s.ladderPlayerJSON},
		{http.MethodPost, "/tournaments/:id/agreement", player, s.agree},
		{http.MethodGet, "/competitions", anyone, s.competitions},
		{http.MethodGet, "/minicup", anyone, s.miniCups},
		{http.MethodGet, "/minicup/:game/:variant", anyone, s.miniCup},
		{http.MethodGet, "/minicup/:game/:variant/honours.csv", anyone, s.honoursCSV},
		{http.MethodGet, "/minicup/:game/:variant/honours.json", anyone, s.honoursJSON},
		{http.MethodGet, "/monthlycup", anyone, s.monthlyCups},
		{http.MethodGet, "/monthlycup/:game/:variant", anyone, s.monthlyCup},
		{http.MethodGet, "/monthlycup/:game/:variant/months.csv", anyone, s.monthsCSV},
		{http.MethodGet, "/monthlycup/:game/:variant/months.json", anyone, s.monthsJSON},
		{http.MethodGet, "/calendar", anyone, s.calendar},
		{http.MethodGet, "/calendar.ics", anyone, s.calendarICS},
		{http.MethodGet, "/rules", anyone, s.allRules},
		{http.MethodGet, "/rules/:game", anyone, s.rules},
		{http.MethodGet, "/rules/:game/examples/:example", anyone, s.example},
		{http.MethodGet, "/try", anyone, s.try},
		{http.MethodGet, "/bots", anyone, s.bots},
		{http.MethodGet, "/dice", anyone, s.dice},
		{http.MethodGet, "/export/about", anyone, s.exportRules},
		{http.MethodGet, "/export/schema.json", anyone, s.exportSchema},
		{http.MethodGet, apiRoot + "/openapi.json", anyone, s.openAPI},
		{http.MethodGet, apiRoot + "/openapi.yaml", anyone, s.openAPI},
		{http.MethodGet, "/static/*", anyone, s.static},
		{http.MethodGet, "/favicon.ico", anyone, s.favicon},
	}
}

// site is what the handlers share.
type site struct {
	office  *office.Office
	log     *slog.Logger
	secure  bool   // pages come over https: browsers are told to stay there
	address string // where the site is, as records name it; "" on a loopback address

	pace      Pace
	streams   *streams
	documents func() (map[string][]byte, error) // that describe the API, by their content type; written when first asked for
	limits    limits
	exports   chan struct{} // full of those that are being written
	hints     chan struct{} // full of bots that are being asked
	pictures  *pictures
}

// Options say how a site is run.
type Options struct {
	Public  *url.URL // its address; nil on a loopback address
	Log     *slog.Logger
	Limits  Limits
	Proxied bool // a proxy on this machine or a private network says who asks (X-Forwarded-For)
	Pace    Pace // of its streams; zero: as usual
}

// New returns the whole site.
func New(o *office.Office, options Options) (*echo.Echo, error) {
	s := &site{
		office: o, log: options.Log, secure: options.Public != nil, pace: options.Pace, streams: newStreams(),
		limits: newLimits(options.Limits), exports: make(chan struct{}, exportsAtOnce), hints: make(chan struct{}, hintsAtOnce), pictures: newPictures(),
	}
	if options.Public != nil {
		s.address = options.Public.String()
	}
	if s.pace == (Pace{}) {
		s.pace = usual()
	}
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	if options.Proxied {
		e.IPExtractor = echo.ExtractIPFromXFFHeader()
	}
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.problem
	origin, err := s.sameOrigin(options.Public)
	if err != nil {
		return nil, err
	}
	e.Use(s.stamp, s.headers, s.logged(), s.recovered(), origin, named, bounded, s.veiled)
	described := s.api(e)
	s.documents = sync.OnceValues(func() (map[string][]byte, error) { return written(described) })
	for _, r := range s.routes() {
		handle := r.handle
		switch r.access {
		case anyone:
		case guest:
			handle = s.as(s.admit, handle)
		case player:
			handle = s.as(s.viewer, handle)
		case member:
			handle = s.as(s.member, handle)
		default:
			panic("web: nobody may use " + r.method + " " + r.path)
		}
		e.Add(r.method, r.path, handle)
		if r.method == http.MethodGet {
			e.HEAD(r.path, handle)
		}
	}
	return e, nil
}
