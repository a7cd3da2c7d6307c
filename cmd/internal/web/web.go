// Package web serves the site over HTTP. Here are all routes of pages and of the API, and what every request
// passes through. The handlers stand in a package for each area, which may call those before it in this order:
// request, study, match, member, offer, tournament, series; admin calls member, help calls request alone. A handler parses, asks the office, builds the view and
// renders; it knows no rule, no SQL and no HTML. Nobody else imports echo.
package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/study"
)

// Programs is how the paths begin under which programs are answered.
const Programs = api.Root

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
	nobody  access = iota // the zero value: such a route does not start
	anyone                // the whole world may read it; nothing of it is kept
	guest                 // an act that makes a player of whoever is none yet
	player                // an act in a match, by whoever the session says it is
	bearer                // a program, for whoever its token says; no cookie counts
	account               // what takes an account
	staff                 // those who look after the site, with their password typed lately
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
		{http.MethodGet, "/offers", anyone, s.offers.Room},
		{http.MethodPost, "/offers", player, s.offers.Propose},
		{http.MethodGet, "/offers/new", anyone, s.offers.Form},
		{http.MethodGet, "/offers/:id", anyone, s.offers.Page},
		{http.MethodPost, "/offers/:id/acceptance", player, s.offers.Accept},
		{http.MethodPost, "/offers/:id/refusal", player, s.offers.Decline},
		{http.MethodPost, "/offers/:id/withdrawal", player, s.offers.Withdraw},
		{http.MethodGet, "/offers/:id/counter", anyone, s.offers.CounterForm},
		{http.MethodPost, "/offers/:id/counter", player, s.offers.Counter},
		{http.MethodGet, "/invited/:link", anyone, s.offers.Invited},
		{http.MethodPost, "/invited/:link/acceptance", guest, s.offers.AcceptLink},
		{http.MethodGet, "/matches/:id", anyone, s.matches.Page},
		{http.MethodGet, "/matches/:id/stream", anyone, s.matches.Stream},
		{http.MethodPost, "/matches/:id/chat", player, s.matches.Say},
		{http.MethodPost, "/matches/:id/reports", player, s.matches.Report},
		{http.MethodGet, "/matches/:id/steps", anyone, s.matches.Steps},
		{http.MethodPost, "/matches/:id/moves", player, s.matches.Play},
		{http.MethodPost, "/matches/:id/orders", player, s.matches.Order},
		{http.MethodPost, "/matches/:id/resignation", player, s.matches.Resign},
		{http.MethodPost, "/matches/:id/time", player, s.matches.GiveTime},
		{http.MethodGet, "/matches/:id/ruling", anyone, s.matches.RulingPage},
		{http.MethodPost, "/matches/:id/ruling", player, s.matches.Ruling},
		{http.MethodGet, "/matches/:id/match.json", anyone, s.matches.Proof},
		{http.MethodGet, "/matches/:id/record.txt", anyone, s.study.RecordText},
		{http.MethodGet, "/matches/:id/record.json", anyone, s.study.RecordJSON},
		{http.MethodGet, "/matches/:id/replay.svg", anyone, s.study.ReplaySVG},
		{http.MethodGet, "/matches/:id/replay.gif", anyone, s.study.ReplayGIF},
		{http.MethodGet, "/matches/:id/preview.png", anyone, s.study.Preview},
		{http.MethodGet, "/matches/:id/analysis", anyone, s.study.Analysis},
		{http.MethodGet, "/matches/:id/coach", anyone, s.study.Coach},
		{http.MethodGet, study.AnalysisPath, anyone, s.study.Position},
		{http.MethodPost, study.AnalysisPath, anyone, s.study.ReadPosition},
		{http.MethodGet, "/matches", anyone, s.matches.Mine},
		{http.MethodGet, "/players/:id", anyone, s.players.Page},
		{http.MethodGet, "/players/:id/export.jsonl", anyone, s.players.PlayerLines},
		{http.MethodPost, "/players/:id/mute", player, s.players.Mute},
		{http.MethodPost, "/players/:id/unmute", player, s.players.Unmute},
		{http.MethodPost, "/players/:id/block", player, s.players.Block},
		{http.MethodPost, "/players/:id/unblock", player, s.players.Unblock},
		{http.MethodGet, "/stream", anyone, s.matches.WaitingStream},
		{http.MethodGet, "/signup", anyone, s.accounts.SignUpPage},
		{http.MethodPost, "/signup", player, s.accounts.SignUp},
		{http.MethodGet, "/signin", anyone, s.accounts.SignInPage},
		{http.MethodPost, "/signin", player, s.accounts.SignIn},
		{http.MethodPost, "/signout", player, s.accounts.SignOut},
		{http.MethodGet, "/vacation", account, s.accounts.Vacation},
		{http.MethodPost, "/vacation", account, s.accounts.PlanVacation},
		{http.MethodPost, "/vacation/end", account, s.accounts.EndVacation},
		{http.MethodGet, "/vacation/statement.csv", account, s.accounts.VacationCSV},
		{http.MethodGet, "/notices", anyone, s.accounts.Notices},
		{http.MethodGet, "/account", account, s.accounts.Page},
		{http.MethodGet, "/account/download.jsonl", account, s.accounts.Download},
		{http.MethodPost, "/account/password", account, s.accounts.ChangePassword},
		{http.MethodPost, "/account/sessions/end", account, s.accounts.EndSession},
		{http.MethodPost, "/account/tokens", account, s.accounts.MakeToken},
		{http.MethodPost, "/account/tokens/end", account, s.accounts.EndToken},
		{http.MethodPost, "/account/deletion", account, s.accounts.Delete},
		{http.MethodGet, "/standing", anyone, s.admin.Standing},
		{http.MethodPost, "/standing", player, s.admin.Identify},
		{http.MethodPost, "/standing/appeal", player, s.admin.Appeal},
		{http.MethodGet, "/admin", staff, s.admin.Overview},
		{http.MethodGet, "/admin/password", account, s.admin.PasswordPage},
		{http.MethodPost, "/admin/password", account, s.admin.Password},
		{http.MethodGet, "/admin/reports", staff, s.admin.Reports},
		{http.MethodPost, "/admin/reports/take", staff, s.admin.TakeReport},
		{http.MethodPost, "/admin/reports/decide", staff, s.admin.DecideReport},
		{http.MethodPost, "/admin/appeals", staff, s.admin.AnswerAppeal},
		{http.MethodGet, "/admin/users", staff, s.admin.Users},
		{http.MethodGet, "/admin/users/:id", staff, s.admin.User},
		{http.MethodPost, "/admin/users/:id/steps", staff, s.admin.TakeStep},
		{http.MethodPost, "/admin/users/:id/undo", staff, s.admin.UndoStep},
		{http.MethodPost, "/admin/users/:id/sessions", staff, s.admin.EndSessions},
		{http.MethodPost, "/admin/users/:id/role", staff, s.admin.SetRole},
		{http.MethodPost, "/admin/sessions", staff, s.admin.EndAllSessions},
		{http.MethodGet, "/admin/jobs", staff, s.admin.Jobs},
		{http.MethodPost, "/admin/jobs", staff, s.admin.RunJob},
		{http.MethodGet, "/admin/backups", staff, s.admin.Backups},
		{http.MethodGet, "/admin/quarantine", staff, s.admin.Quarantine},
		{http.MethodGet, "/admin/settings", staff, s.admin.Settings},
		{http.MethodPost, "/admin/settings", staff, s.admin.Settle},
		{http.MethodGet, "/admin/log", staff, s.admin.Audit},
		{http.MethodGet, "/tournaments", anyone, s.tournaments.List},
		{http.MethodPost, "/tournaments", player, s.tournaments.Open},
		{http.MethodGet, "/tournaments/new", anyone, s.tournaments.Form},
		{http.MethodGet, "/tournaments/outlook", anyone, s.tournaments.Outlook},
		{http.MethodPost, "/tournaments/drafts/:draft/removal", player, s.tournaments.DropDraft},
		{http.MethodGet, "/tournaments/:id", anyone, s.tournaments.Page},
		{http.MethodGet, "/tournaments/:id/stream", anyone, s.tournaments.Stream},
		{http.MethodPost, "/tournaments/:id/entry", player, s.tournaments.Enter},
		{http.MethodGet, "/tournaments/:id/withdrawal", anyone, s.desk.WithdrawalPage},
		{http.MethodPost, "/tournaments/:id/withdrawal", player, s.tournaments.Leave},
		{http.MethodPost, "/tournaments/:id/bots", player, s.tournaments.InviteBot},
		{http.MethodPost, "/tournaments/:id/bots/removal", player, s.tournaments.RemoveBot},
		{http.MethodPost, "/tournaments/:id/start", player, s.tournaments.Start},
		{http.MethodPost, "/tournaments/:id/cancellation", player, s.tournaments.Cancel},
		{http.MethodGet, "/tournaments/:id/desk", anyone, s.desk.Page},
		{http.MethodPost, "/tournaments/:id/desk", player, s.desk.Act},
		{http.MethodPost, "/tournaments/:id/check-in", player, s.tournaments.CheckIn},
		{http.MethodPost, "/tournaments/:id/teams", player, s.tournaments.InTeam},
		{http.MethodGet, "/tournaments/:id/teams/:team", anyone, s.tournaments.TeamPage},
		{http.MethodGet, "/tournaments/:id/team-matches/:match", anyone, s.tournaments.TeamMatch},
		{http.MethodPost, "/tournaments/:id/rest", player, s.tournaments.Rest},
		{http.MethodGet, "/tournaments/:id/report.trf", anyone, s.tournaments.PairingReport},
		{http.MethodGet, "/tournaments/:id/strike", anyone, s.desk.StrikePage},
		{http.MethodPost, "/tournaments/:id/strike", player, s.desk.Strike},
		{http.MethodGet, "/tournaments/:id/time", anyone, s.desk.GrantPage},
		{http.MethodPost, "/tournaments/:id/time", player, s.desk.Grant},
		{http.MethodGet, "/tournaments/:id/table.csv", anyone, s.tournaments.TableCSV},
		{http.MethodGet, "/tournaments/:id/table.json", anyone, s.tournaments.TableJSON},
		{http.MethodGet, "/tournaments/:id/luck.csv", anyone, study.LuckCSV(s.tournaments.PlayerLuck)},
		{http.MethodGet, "/tournaments/:id/luck.json", anyone, study.LuckJSON(s.tournaments.PlayerLuck)},
		{http.MethodGet, "/tournaments/:id/seeding.json", anyone, s.tournaments.Seeding},
		{http.MethodGet, "/tournaments/:id/export.jsonl", anyone, s.tournaments.Lines},
		{http.MethodPost, "/tournaments/:id/confirmation", player, s.championships.ConfirmEntry},
		{http.MethodGet, "/championship", anyone, s.championships.List},
		{http.MethodGet, "/championship/:game/:variant", anyone, s.championships.Page},
		{http.MethodGet, "/championship/:game/:variant/:season", anyone, s.championships.Season},
		{http.MethodGet, "/championship/:game/:variant/:season/pyramid.csv", anyone, s.championships.PyramidCSV},
		{http.MethodGet, "/championship/:game/:variant/:season/pyramid.json", anyone, s.championships.PyramidJSON},
		{http.MethodGet, "/championship/:game/:variant/:season/luck.csv", anyone, study.LuckCSV(s.championships.SeasonLuck)},
		{http.MethodGet, "/championship/:game/:variant/:season/luck.json", anyone, study.LuckJSON(s.championships.SeasonLuck)},
		{http.MethodGet, "/championship/:game/:variant/:season/export.jsonl", anyone, s.championships.SeasonLines},
		{http.MethodGet, "/championship/:game/:variant/:season/:group", anyone, s.championships.SeasonGroup},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/table.csv", anyone, s.championships.GroupCSV},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/table.json", anyone, s.championships.GroupJSON},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/luck.csv", anyone, study.LuckCSV(s.championships.SeasonLuck)},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/luck.json", anyone, study.LuckJSON(s.championships.SeasonLuck)},
		{http.MethodGet, "/ratings", anyone, s.players.Ratings},
		{http.MethodGet, "/ratings/list.csv", anyone, s.players.RatingsCSV},
		{http.MethodGet, "/ratings/list.json", anyone, s.players.RatingsJSON},
		{http.MethodGet, "/ratings/what-if", anyone, s.players.Forecast},
		{http.MethodGet, "/ratings/about", anyone, s.players.RatingRules},
		{http.MethodGet, "/ratings/drops", account, s.players.Drops},
		{http.MethodGet, "/ladder", anyone, s.ladders.List},
		{http.MethodGet, "/ladder/:game/:variant", anyone, s.ladders.Page},
		{http.MethodPost, "/ladder/:game/:variant/challenges", player, s.ladders.Challenge},
		{http.MethodPost, "/ladder/:game/:variant/settings", player, s.ladders.Set},
		{http.MethodGet, "/ladder/:game/:variant/table.csv", anyone, s.ladders.TableCSV},
		{http.MethodGet, "/ladder/:game/:variant/table.json", anyone, s.ladders.TableJSON},
		{http.MethodGet, "/ladder/:game/:variant/luck.csv", anyone, study.LuckCSV(s.ladders.PlayerLuck)},
		{http.MethodGet, "/ladder/:game/:variant/luck.json", anyone, study.LuckJSON(s.ladders.PlayerLuck)},
		{http.MethodGet, "/ladder/:game/:variant/months/:month", anyone, s.ladders.Month},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/table.csv", anyone, s.ladders.MonthCSV},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/table.json", anyone, s.ladders.MonthJSON},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/luck.csv", anyone, study.LuckCSV(s.ladders.MonthLuck)},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/luck.json", anyone, study.LuckJSON(s.ladders.MonthLuck)},
		{http.MethodGet, "/ladder/:game/:variant/players/:id", anyone, s.ladders.Player},
		{http.MethodGet, "/ladder/:game/:variant/players/:id/places.csv", anyone, s.ladders.PlayerCSV},
		{http.MethodGet, "/ladder/:game/:variant/players/:id/places.json", anyone, s.ladders.PlayerJSON},
		{http.MethodPost, "/tournaments/:id/agreement", player, s.cups.Agree},
		{http.MethodGet, "/competitions", anyone, s.calendar.Competitions},
		{http.MethodGet, "/minicup", anyone, s.cups.MiniCups},
		{http.MethodGet, "/minicup/:game/:variant", anyone, s.cups.MiniCup},
		{http.MethodGet, "/minicup/:game/:variant/honours.csv", anyone, s.cups.HonoursCSV},
		{http.MethodGet, "/minicup/:game/:variant/honours.json", anyone, s.cups.HonoursJSON},
		{http.MethodGet, "/monthlycup", anyone, s.cups.MonthlyCups},
		{http.MethodGet, "/monthlycup/:game/:variant", anyone, s.cups.MonthlyCup},
		{http.MethodGet, "/monthlycup/:game/:variant/months.csv", anyone, s.cups.MonthsCSV},
		{http.MethodGet, "/monthlycup/:game/:variant/months.json", anyone, s.cups.MonthsJSON},
		{http.MethodGet, "/calendar", anyone, s.calendar.Page},
		{http.MethodGet, "/calendar.ics", anyone, s.calendar.ICS},
		{http.MethodGet, "/rules", anyone, s.study.AllRules},
		{http.MethodGet, "/rules/league", anyone, s.study.LeagueRules},
		{http.MethodGet, "/rules/dice", anyone, s.study.DiceScheme},
		{http.MethodGet, "/rules/:game", anyone, s.study.Rules},
		{http.MethodGet, "/rules/:game/full", anyone, s.study.FullRules},
		{http.MethodGet, "/rules/:game/examples/:example", anyone, s.study.Example},
		{http.MethodGet, "/try", anyone, s.study.Try},
		{http.MethodGet, "/bots", anyone, s.study.Bots},
		{http.MethodGet, "/dice", anyone, s.study.Dice},
		{http.MethodGet, "/help", anyone, s.help.List},
		{http.MethodGet, "/help/:topic", anyone, s.help.Manual},
		{http.MethodGet, "/imprint", anyone, s.text},
		{http.MethodGet, "/privacy", anyone, s.text},
		{http.MethodGet, "/terms", anyone, s.text},
		{http.MethodGet, "/contact", anyone, s.text},
		{http.MethodGet, "/colours.css", anyone, s.colours},
		{http.MethodGet, "/robots.txt", anyone, s.robots},
		{http.MethodGet, "/.well-known/security.txt", anyone, s.securityText},
		{http.MethodGet, "/.well-known/change-password", anyone, s.changePassword},
		{http.MethodGet, "/export/about", anyone, s.exportRules},
		{http.MethodGet, "/export/schema.json", anyone, s.exportSchema},
		{http.MethodGet, api.Root + "/openapi.json", anyone, s.openAPI},
		{http.MethodGet, api.Root + "/openapi.yaml", anyone, s.openAPI},
		{http.MethodGet, "/static/*", anyone, s.static},
		{http.MethodGet, "/favicon.ico", anyone, s.favicon},
		{http.MethodGet, "/healthz", anyone, s.healthy},
		{http.MethodGet, "/readyz", anyone, s.readyz},
	}
}
