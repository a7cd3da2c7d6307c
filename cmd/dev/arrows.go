package main

import (
	"path"
	"slices"
	"strings"
)

// An arrow row, which leaves out the module's name, says what the packages of one place may import besides the
// standard library. A "*" stands for one folder, "..." for anything below.
type arrow struct {
	from    string
	ours    string // packages of this module
	theirs  string // packages of others, and of the standard library those that a pure one names
	pure    bool   // rules and pages: nothing of the world outside, and nothing that runs beside
	service bool   // told the time and handed the dice
}

// What several rows name. Of a stack, each name holds what lies below it.
const (
	rules = " league league/account league/app league/archive league/assessment league/bracket league/chain league/conduct league/contact league/contribution league/correction league/elsewhere league/formats league/formats/* league/ladders league/lot league/odds league/oneline league/outlook league/puzzle league/pairing/... league/program league/rating" +
		" league/results league/runs league/roster league/setting league/span league/substitute league/table league/tiebreak league/transcript league/vacation engine engine/analysis engine/bot engine/clock engine/dice engine/dice/anchor engine/dice/tbd2 engine/record"

	belowPlay   = " league/core league/site"
	belowOffers = " league/play league/members" + belowPlay
	belowSeries = " league/tournaments" + belowOffers // and below the desk and the teams
	services    = " league/arena league/follow league/tournaments/* league/breaks league/desk league/dicelog league/imported league/team league/series league/ranking league/offers league/damage league/learning league/insight league/transfer league/moderation league/reach league/channels" + belowSeries

	rows          = " engine engine/dice engine/dice/anchor engine/dice/tbd2 league league/app league/assessment league/chain league/contact league/elsewhere league/odds league/program league/puzzle league/runs league/span league/vacation" // what the store keeps
	belowMatches  = " store/people store/sqldb"
	belowContests = " store/matches" + belowMatches
	gorm          = "gorm.io/..."
	databases     = gorm + " github.com/mattn/go-sqlite3 github.com/jackc/pgx/v5/... github.com/pressly/goose/v3/..."

	shown = " league league/account league/app league/assessment league/bracket league/conduct league/contact league/contribution league/correction league/elsewhere league/ladders league/lot league/odds league/outlook league/program league/puzzle league/rating league/roster league/setting league/substitute league/table league/tiebreak league/vacation engine engine/analysis engine/clock engine/dice engine/dice/tbd2 engine/record engine/scene"
	templ = "github.com/a-h/templ/..."

	viewsBelowStudy      = " views/feed views/ui views/law views/picture"
	viewsBelowMatch      = " views/study" + viewsBelowStudy
	viewsBelowMember     = " views/match" + viewsBelowMatch
	viewsBelowOffer      = " views/member" + viewsBelowMember
	viewsBelowTournament = " views/offer" + viewsBelowOffer
	viewsBelowSeries     = " views/tournament" + viewsBelowTournament
	viewsBelowFront      = " views/series" + viewsBelowSeries

	served = " views views/* league/app league/program league/archive league/account league/assessment league/bracket league/conduct league/contact league/elsewhere league/ladders league/odds league/puzzle league/roster league/setting league/substitute league/table league/tiebreak league/transcript league/vacation league/office league engine engine/analysis engine/dice engine/dice/tbd2 engine/clock engine/record engine/scene" + services
	http   = "github.com/labstack/echo/v4/... github.com/danielgtaylor/huma/v2/... github.com/a-h/templ/... golang.org/x/time/rate"

	webBelowStudy      = " cmd/internal/admission cmd/internal/web/request cmd/internal/web/api"
	webBelowMatch      = " cmd/internal/web/study" + webBelowStudy
	webBelowMember     = " cmd/internal/web/match" + webBelowMatch
	webBelowOffer      = " cmd/internal/web/member" + webBelowMember
	webBelowTournament = " cmd/internal/web/offer" + webBelowOffer
	webBelowSeries     = " cmd/internal/web/tournament" + webBelowTournament
)

// arrows is the architecture: calls go down. A package is held to the first row that fits it;
// one that fits none is a breach, and a row may wait for its package. What only tests may use
// (enginetest, formatstest, leaguetest, storetest, browser) stands in no row but its own kind's.
var arrows = []arrow{
	{from: "engine", pure: true},
	{from: "engine/games", ours: "engine engine/games/*", pure: true},
	{from: "engine/games/cufootball", ours: "engine engine/bot engine/games/cufootball/*", pure: true},
	{from: "engine/games/cufootball/pitch", ours: "engine", pure: true},
	{from: "engine/games/cufootball/team", ours: "engine/games/cufootball/pitch", pure: true},
	{from: "engine/games/*", ours: "engine engine/bot", pure: true},
	{from: "engine/protocol", ours: "engine engine/bot", pure: true},
	{from: "engine/analysis", ours: "engine engine/bot", pure: true},
	{from: "engine/scene", ours: "engine engine/bot", pure: true},
	{from: "engine/dice/tbd2", ours: "engine engine/dice", theirs: "golang.org/x/mod/sumdb/note golang.org/x/mod/sumdb/tlog", pure: true},
	{from: "engine/dice/anchor", ours: "engine/dice engine/dice/tbd2", theirs: "golang.org/x/mod/sumdb/tlog", pure: true},
	{from: "engine/dice/beacon", theirs: "github.com/cloudflare/circl/sign/bls sync", pure: true},
	{from: "engine/*", ours: "engine", pure: true},

	{from: "league/internal/invented", pure: true},
	{from: "league/operatortext", ours: "league", pure: true},
	{from: "league/leaguetest", ours: "league league/internal/invented"},
	{from: "league/span", pure: true},
	{from: "league/lot", ours: "engine engine/dice engine/dice/tbd2", pure: true},
	{from: "league", ours: "league/internal/invented league/lot league/span engine engine/dice engine/dice/tbd2 engine/clock engine/record", theirs: "golang.org/x/text/...", pure: true},
	{from: "league/core", ours: rules, service: true},
	{from: "league/site", ours: rules + " league/core", service: true},
	{from: "league/play", ours: rules + belowPlay, theirs: "github.com/maypok86/otter/v2", service: true},
	{from: "league/members", ours: rules + belowPlay, service: true},
	{from: "league/ranking", ours: rules + belowPlay, service: true},
	{from: "league/offers", ours: rules + belowOffers + " league/ranking", service: true},
	{from: "league/tournaments", ours: rules + belowOffers + " league/ranking engine/dice/beacon", theirs: "github.com/maypok86/otter/v2", service: true},
	{from: "league/tournaments/*", ours: rules + belowSeries, service: true},
	{from: "league/desk", ours: rules + belowSeries, service: true},
	{from: "league/team", ours: rules + belowSeries, service: true},
	{from: "league/series", ours: rules + belowSeries, service: true},
	{from: "league/follow", ours: rules + " league/play" + belowPlay, service: true},
	{from: "league/damage", ours: rules + " league/play" + belowPlay, service: true},
	{from: "league/breaks", ours: rules + belowPlay + " league/dicelog league/play", service: true},
	{from: "league/dicelog", ours: rules + belowPlay, theirs: "golang.org/x/mod/sumdb/tlog", service: true},
	{from: "league/learning", ours: rules + belowPlay, service: true},
	{from: "league/insight", ours: rules + belowSeries + " league/ranking", service: true},
	{from: "league/transfer", ours: rules + " league/dicelog league/play league/ranking league/tournaments" + belowPlay, service: true},
	{from: "league/moderation", ours: rules + belowSeries, service: true},
	{from: "league/imported", ours: rules + belowSeries + " league/moderation", service: true},
	{from: "league/arena", ours: rules + " league/play" + belowPlay, service: true},
	{from: "league/reach", ours: rules + belowSeries + " league/desk league/offers league/series", service: true},
	{from: "league/channels", ours: rules + " league/members" + belowPlay, service: true},
	{from: "league/office", ours: rules + services, service: true},
	{from: "league/transcript", ours: "league engine engine/dice engine/dice/tbd2 engine/record", pure: true},
	{from: "league/archive", ours: "league/runs league/transcript league league/correction engine engine/dice engine/dice/tbd2 engine/record", pure: true},
	{from: "league/chain", pure: true},
	{from: "league/contribution", ours: "engine/dice", pure: true},
	{from: "league/oneline", ours: "league", theirs: "golang.org/x/text/...", pure: true},
	{from: "league/setting", ours: "league league/oneline", theirs: "golang.org/x/image/draw", pure: true},
	{from: "league/program", ours: "league league/account league/oneline", pure: true},
	{from: "league/formats", ours: "league league/formats/*", pure: true},
	{from: "league/outlook", ours: "league engine engine/clock", pure: true},
	{from: "league/vacation", ours: "league league/span engine engine/clock", pure: true},
	{from: "league/account", ours: "league", theirs: "golang.org/x/text/... go.mau.fi/util/confusable", pure: true},
	{from: "league/...", ours: "league/ladders league league/bracket league/outlook league/pairing/... league/results league/span league/table league/tiebreak league/rating league/odds league/oneline engine", theirs: "golang.org/x/text/...", pure: true},

	{from: "store/sqldb", ours: rows + " store/sqldb/plans", theirs: databases + " github.com/klauspost/compress/zstd"},
	{from: "store/sqldb/plans", theirs: "github.com/mattn/go-sqlite3"},
	{from: "store/people", ours: rows + " store/sqldb", theirs: gorm},
	{from: "store/matches", ours: rows + " league/correction" + belowMatches, theirs: gorm},
	{from: "store/contests", ours: rows + " store/staff" + belowContests, theirs: gorm},
	{from: "store/offers", ours: rows + belowContests, theirs: gorm},
	{from: "store/ranking", ours: rows + belowContests, theirs: gorm},
	{from: "store/transfer", ours: rows + " league/archive store/offers" + belowContests, theirs: gorm},
	{from: "store/nodes", theirs: "github.com/jackc/pgx/v5/..."},
	{from: "store/staff", ours: rows + belowMatches, theirs: gorm},
	{from: "store/arena", ours: rows + belowContests, theirs: gorm},
	{from: "store/channels", ours: rows + belowMatches, theirs: gorm},
	{from: "store/imported", ours: rows + belowMatches, theirs: gorm},
	{from: "store/learning", ours: rows + belowContests, theirs: gorm},
	{from: "store/dicelog", ours: rows + belowContests, theirs: gorm},
	{from: "store/reach", ours: rows + " store/offers" + belowContests, theirs: gorm},
	{from: "store/follow", ours: rows + " store/contests" + belowContests, theirs: gorm},
	{from: "store/backup", ours: "store/sqldb", theirs: "github.com/jackc/pgx/v5/..."},
	{from: "store", ours: rows + " league/archive store/arena store/channels store/contests store/dicelog store/follow store/imported store/offers store/learning store/ranking store/reach store/staff store/transfer" + belowContests, theirs: databases},
	{from: "store/storetest/serve", ours: "store/storetest"},
	{from: "store/storetest", ours: rows + " store store/sqldb" + services, theirs: gorm + " github.com/jackc/pgx/v5/..."},

	{from: "scheduler", theirs: "github.com/robfig/cron/v3"},

	{from: "views/picture", ours: "engine", theirs: "golang.org/x/image/...", pure: true},
	{from: "views/law", theirs: "github.com/yuin/goldmark/...", pure: true},
	{from: "views/feed", pure: true},
	{from: "views/feed/feedtest", theirs: "github.com/arran4/golang-ical"},
	{from: "views/ui", ours: shown + " views views/law views/picture", theirs: templ + " context github.com/maypok86/otter/v2", pure: true},
	{from: "views/help", ours: " league views/law views/ui", theirs: templ, pure: true},
	{from: "views/letter", ours: shown + " views/ui", theirs: templ, pure: true},
	{from: "views/study", ours: shown + viewsBelowStudy, theirs: templ, pure: true},
	{from: "views/match", ours: shown + viewsBelowMatch, theirs: templ, pure: true},
	{from: "views/member", ours: shown + viewsBelowMember, theirs: templ, pure: true},
	{from: "views/offer", ours: shown + viewsBelowOffer, theirs: templ, pure: true},
	{from: "views/tournament", ours: shown + viewsBelowTournament + " league/formats league/formats/*", theirs: templ, pure: true},
	{from: "views/series", ours: shown + viewsBelowSeries + " league/formats/*", theirs: templ, pure: true},
	{from: "views/admin", ours: shown + " league/operatortext league/span views/ui", theirs: templ, pure: true},
	{from: "views/front", ours: shown + viewsBelowFront, theirs: templ, pure: true},
	{from: "views/imported", ours: shown + " views/front" + viewsBelowFront, theirs: templ, pure: true},
	{from: "views/channels", ours: shown + " views/front" + viewsBelowFront, theirs: templ, pure: true},
	{from: "views/bot", ours: shown + " views/ui", theirs: templ, pure: true},
	{from: "views/viewstest", ours: shown + " engine/enginetest engine/games/streetsoccer views", theirs: templ + " github.com/google/go-cmp/cmp"},
	{from: "views", pure: true},

	{from: "cmd/internal/admission"},
	{from: "cmd/internal/mail", ours: rules + " league/core", theirs: "github.com/wneessen/go-mail"},
	{from: "cmd/internal/passkey", ours: "league league/members", theirs: "github.com/go-webauthn/webauthn/..."},
	{from: "cmd/internal/letters", ours: rules + " league/core league/office league/reach views/letter views/match views/ui"},
	{from: "cmd/internal/mail/mailtest", theirs: "github.com/emersion/go-smtp"},
	{from: "cmd/internal/web/api", ours: "league", theirs: http},
	{from: "cmd/internal/web/request", ours: served + " cmd/internal/admission cmd/internal/web/api", theirs: http},
	{from: "cmd/internal/web/picturecache", ours: "league"},
	{from: "cmd/internal/web/study", ours: served + webBelowStudy + " cmd/internal/web/picturecache", theirs: http},
	{from: "cmd/internal/web/help", ours: served + webBelowStudy, theirs: http},
	{from: "cmd/internal/web/match", ours: served + " league/correction" + webBelowMatch, theirs: http + " github.com/maypok86/otter/v2"},
	{from: "cmd/internal/web/member", ours: served + webBelowMember, theirs: http},
	{from: "cmd/internal/web/offer", ours: served + webBelowOffer, theirs: http},
	{from: "cmd/internal/web/tournament", ours: served + " league/correction" + webBelowTournament + " league/formats/*", theirs: http},
	{from: "cmd/internal/web/series", ours: served + webBelowSeries + " league/formats/*", theirs: http},
	{from: "cmd/internal/web/oauth", ours: served + webBelowOffer, theirs: http + " github.com/go-oauth2/oauth2/v4/..."},
	{from: "cmd/internal/web/bot", ours: served + webBelowStudy, theirs: http},
	{from: "cmd/internal/web/admin", ours: served + webBelowOffer, theirs: http},
	{from: "cmd/internal/web/imported", ours: served + " cmd/internal/web/admin" + webBelowTournament, theirs: http},
	{from: "cmd/internal/web/channels", ours: served + " cmd/internal/web/series" + webBelowSeries, theirs: http},
	{from: "cmd/internal/web", ours: served + webBelowSeries + " cmd/internal/web/admin cmd/internal/web/series cmd/internal/web/help cmd/internal/web/bot cmd/internal/web/oauth cmd/internal/web/channels cmd/internal/web/imported cmd/internal/dump", theirs: http + " github.com/klauspost/compress/..."},
	{
		from: "cmd/internal/web/webtest", ours: "cmd/internal/web cmd/internal/dump cmd/internal/listen cmd/internal/secret engine engine/... league league/... store store/storetest",
		theirs: "github.com/labstack/echo/v4",
	},

	{from: "cmd/internal/dial"},
	{from: "cmd/internal/dump", ours: "league/transcript engine engine/record league league/archive league/office league/play scheduler"},
	{from: "cmd/internal/webhook", ours: "league/contact cmd/internal/dial league league/channels league/office league/reach views/feed views/series views/tournament views/ui"},
	{from: "cmd/internal/push", ours: "league/contact cmd/internal/dial cmd/internal/webhook league league/channels league/reach views/ui", theirs: "github.com/SherClockHolmes/webpush-go"},
	{from: "cmd/internal/drand", ours: "engine/dice/beacon"},
	{from: "cmd/internal/listen", theirs: "golang.org/x/crypto/acme/... golang.org/x/sys/unix"},
	{from: "cmd/internal/logging", ours: "cmd/internal/web"},
	{from: "cmd/internal/metrics", theirs: "github.com/prometheus/client_golang/prometheus/..."},
	{from: "cmd/internal/secret", ours: "engine engine/dice engine/dice/anchor engine/dice/tbd2 league", theirs: "golang.org/x/crypto/... filippo.io/age/... github.com/maypok86/otter/v2"},
	{from: "cmd/internal/season", ours: "league/ladders league/outlook league/correction league/program cmd/internal/secret engine engine/analysis engine/bot engine/clock engine/dice engine/dice/tbd2 league league/account league/conduct league/formats/ladder league/office league/rating league/setting league/span league/vacation scheduler store" + services},
	{from: "cmd/internal/season/script", ours: "cmd/internal/season engine league league/office league/play league/series league/tournaments scheduler", theirs: "golang.org/x/tools/txtar"},
	{
		from: "cmd/internal/drill", ours: "engine/bot engine/games league league/core league/office league/play store store/backup",
		theirs: "github.com/jackc/pgx/v5/...",
	},
	{from: "cmd/internal/duel", ours: "engine engine/bot league", theirs: "golang.org/x/sys/unix"},
	{from: "cmd/internal/build", ours: "store"},
	{from: "cmd/internal/disk", theirs: "golang.org/x/sys/unix"},
	{from: "cmd/internal/heap"},
	{from: "cmd/internal/handover", theirs: "github.com/alecthomas/kong"},
	{from: "cmd/internal/terminal", theirs: "github.com/schollz/progressbar/v3 golang.org/x/term"},
	{
		from: "cmd/internal/renewal", ours: "cmd/internal/secret engine/bot engine/games league league/breaks league/core league/office store",
	},
	{
		from: "cmd/internal/doctor", ours: "cmd/internal/disk cmd/internal/passkey cmd/internal/secret cmd/internal/terminal engine/bot engine/games league league/core league/office league/operatortext scheduler store store/backup",
		theirs: "golang.org/x/sys/unix",
	},
	{from: "cmd/internal/browser", ours: "cmd/internal/browser/axe", theirs: "github.com/chromedp/..."},
	{from: "cmd/internal/browser/axe"},
	{
		from: "cmd/kickabout", ours: "league/transcript cmd/internal/admission cmd/internal/build cmd/internal/dial cmd/internal/disk cmd/internal/doctor cmd/internal/drand cmd/internal/drill cmd/internal/duel cmd/internal/dump cmd/internal/handover cmd/internal/heap cmd/internal/letters cmd/internal/listen cmd/internal/logging cmd/internal/mail cmd/internal/metrics cmd/internal/passkey cmd/internal/push cmd/internal/renewal cmd/internal/season cmd/internal/season/script cmd/internal/secret cmd/internal/terminal cmd/internal/web cmd/internal/webhook engine engine/analysis engine/bot engine/clock engine/dice engine/dice/beacon engine/dice/tbd2 " +
			"engine/games engine/protocol engine/record league league/archive league/conduct league/results league/setting league/formats league/operatortext league/vacation league/office league/pairing/... league/rating scheduler store store/backup store/nodes views views/*" + services,
		theirs: "github.com/alecthomas/kong github.com/alecthomas/mango-kong github.com/jotaen/kong-completion github.com/muesli/roff golang.org/x/crypto/acme/autocert golang.org/x/sys/unix golang.org/x/term filippo.io/age",
	},
	{from: "cmd/dev", ours: "cmd/internal/browser/axe cmd/internal/duel engine engine/bot engine/games engine/games/cufootball engine/games/onetwofun engine/games/streetsoccer", theirs: "github.com/alecthomas/kong"},
	{from: "cmd/dev/load", ours: "engine/games", theirs: "github.com/alecthomas/kong github.com/mattn/go-sqlite3"},
	{from: "cmd/dev/shots", ours: "cmd/internal/browser cmd/internal/season"},
}

// rowOf returns the row that a package is held to; false: it stands in none.
func rowOf(name string) (arrow, bool) {
	at := slices.IndexFunc(arrows, func(a arrow) bool { return fits(a.from, name) })
	if at < 0 {
		return arrow{}, false
	}
	return arrows[at], true
}

func fitsAny(patterns, name string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(p string) bool { return fits(p, name) })
}

// fits tells whether a package's path fits a pattern. Like go's own, "a/..."
// fits a and what is below.
func fits(pattern, name string) bool {
	name = strings.TrimPrefix(name, module)
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == below || strings.HasPrefix(name, below+"/")
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
