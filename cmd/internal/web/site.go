package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"runtime"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/dump"
	"kickabout/cmd/internal/web/admin"
	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/bot"
	"kickabout/cmd/internal/web/channels"
	"kickabout/cmd/internal/web/help"
	"kickabout/cmd/internal/web/imported"
	"kickabout/cmd/internal/web/match"
	"kickabout/cmd/internal/web/member"
	"kickabout/cmd/internal/web/oauth"
	"kickabout/cmd/internal/web/offer"
	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/series"
	"kickabout/cmd/internal/web/study"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/league/office"
	"kickabout/views/law"
)

// How often visitors may do things, and how streams go.
type (
	Limits = request.Limits
	Rate   = request.Rate
	Pace   = request.Pace
	Meter  = request.Meter
)

// WithIDs returns a log in which each line that is written for a request has the id of the request.
func WithIDs(h slog.Handler) slog.Handler { return request.WithIDs(h) }

// Machine tells admins what the site runs on.
type Machine = admin.Machine

// site is the handlers of all areas, and those that belong to none.
type site struct {
	*request.Site
	office *office.Office
	secure bool // pages come over https: browsers are told to stay there
	lan    bool // see Options

	study         *study.Handlers
	learning      *study.Learning
	matches       *match.Handlers
	accounts      *member.Accounts
	contributions *member.Contributions
	security      *member.Security
	reach         *member.Reach
	players       *member.Players
	offers        *offer.Handlers
	tournaments   *tournament.Handlers
	desk          *tournament.Desk
	programs      *tournament.API
	championships *series.Championships
	ladders       *series.Ladders
	cups          *series.Cups
	calendar      *series.Calendar
	help          *help.Handlers
	dump          *dumped
	admin         *admin.Handlers
	feeds         *channels.Feeds
	app           *channels.App
	hooks         *channels.Hooks
	imported      *imported.Handlers
	devices       *channels.Devices
	apps          *oauth.Handlers
	bots          *bot.Handlers

	documents func() (map[string][]byte, error) // that describe the API, by their content type; written when first asked for
	told      func() (law.Text, error)          // the same for people
	patterns  map[string]bool                   // of the paths of all routes
	gates     *admission.Gates
	classes   map[string]class               // of all routes, by method and pattern
	kept      map[string]bool                // the patterns of pages that browsers may keep, see tag
	obstacles func(context.Context) []string // see Options
}

// Options say how a site is run.
type Options struct {
	Public        *url.URL // its address; nil on a loopback address
	Letters       string   // where links in letters lead, without a slash at the end; "": where the site is
	LAN           bool     // it is served over http in a network of its own
	StaffPasskeys bool     // who looks after the site needs a passkey
	Log           *slog.Logger
	Limits        Limits
	Pace          Pace          // of its streams; zero: as usual
	Meter         Meter         // nil: nobody counts what it does
	Share         time.Duration // for which visitors without a cookie are shown the same; 0: all is read for each of them

	// Proxies are where the proxies in front are, which say who asks (X-Forwarded-For); nil: nobody is believed.
	Proxies admission.Networks
	Gates   *admission.Gates // where requests wait for their turn; nil: at gates of its own

	// Obstacles says why no requests should be sent here now, a line each; none, or nil: nothing is in the way.
	Obstacles func(context.Context) []string
	// Dump is where the files of the open dump are; "": there are none.
	Dump dump.Folder
	// Machine is what admins are told of what the site runs on; what is nil of it is not shown.
	Machine Machine
}

// newSite makes the handlers.
func newSite(o *office.Office, options Options) *site {
	shared := request.Options{LAN: options.LAN, Letters: options.Letters, StaffPasskeys: options.StaffPasskeys, Log: options.Log, Limits: options.Limits, Pace: options.Pace, Meter: options.Meter, Share: options.Share}
	if options.Public != nil {
		shared.Address = options.Public.String()
	}
	s := &site{Site: request.New(o, shared), office: o, secure: options.Public != nil && !options.LAN, lan: options.LAN, obstacles: options.Obstacles}
	if s.gates, s.classes, s.kept = options.Gates, map[string]class{}, map[string]bool{}; s.gates == nil {
		s.gates = admission.NewGates(runtime.GOMAXPROCS(0), s.Meter)
	}
	o.Hashing = s.gates.Hashes
	s.study, s.learning = study.New(s.Site, o), study.NewLearning(s.Site, o)
	s.matches = match.New(s.Site, o)
	s.contributions = member.NewContributions(s.Site, o)
	s.accounts, s.players = member.NewAccounts(s.Site, o), member.NewPlayers(s.Site, o, s.matches)
	s.security = member.NewSecurity(s.Site, o, s.accounts)
	s.reach = member.NewReach(s.accounts)
	s.offers = offer.New(s.Site, o, s.matches, s.study)
	s.tournaments, s.desk, s.programs = tournament.New(s.Site, o), tournament.NewDesk(s.Site, o), tournament.NewAPI(s.Site, o)
	s.dump = &dumped{s, options.Dump}
	s.championships = series.NewChampionships(s.Site, o, s.tournaments, s.programs)
	s.ladders = series.NewLadders(s.Site, o, s.tournaments)
	s.cups, s.calendar = series.NewCups(s.Site, o, s.tournaments, s.programs), series.NewCalendar(s.Site, o)
	s.help = help.New(s.Site)
	s.feeds, s.app = channels.NewFeeds(s.Site, o), channels.NewApp(s.Site, o)
	s.hooks, s.devices = channels.NewHooks(s.Site, o), channels.NewDevices(s.Site, o)
	s.imported = imported.New(s.Site, o)
	s.apps = oauth.New(s.Site, o, s.security)
	s.bots = bot.New(s.Site, o)
	s.admin = admin.New(s.Site, o, s.accounts, s.security, options.Machine)
	return s
}

// New returns the whole site.
func New(o *office.Office, options Options) (*echo.Echo, error) {
	s := newSite(o, options)
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	if options.Proxies != nil {
		e.IPExtractor = behind(options.Proxies)
	}
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.Problem
	origin, err := s.sameOrigin(options.Public)
	if err != nil {
		return nil, err
	}
	open := func(next echo.HandlerFunc) echo.HandlerFunc { return request.CrossOrigin(options.LAN, next) }
	e.Use(s.Stamp, s.identified, s.headers, s.logged, s.recovered(), open, bounded, gathered, s.admitted, origin, named, s.Act)
	described := s.api(e)
	s.documents = sync.OnceValues(func() (map[string][]byte, error) { return written(described) })
	s.told = sync.OnceValues(func() (law.Text, error) {
		return law.Parse(api.Reference(described), func(string) string { return "" })
	})
	for _, r := range s.routes() {
		handle := r.handle
		switch r.access {
		case anyone:
		case guest:
			handle = s.As(s.Admit, handle)
		case player:
			handle = s.As(s.Viewer, handle)
		case account:
			handle = s.As(s.Member, handle)
		case proved:
			handle = s.As(s.Member, s.security.Proved(handle))
		case staff:
			handle = s.As(s.Member, s.admin.Guard(handle))
		default:
			panic("web: nobody may use " + r.method + " " + r.path)
		}
		s.classify(r.method, r.path, r.class)
		if r.keepable() {
			s.kept[r.path] = true
		}
		e.Add(r.method, r.path, handle)
		if r.method == http.MethodGet {
			e.HEAD(r.path, handle)
		}
	}
	s.patterns = patternsOf(e)
	return e, nil
}
