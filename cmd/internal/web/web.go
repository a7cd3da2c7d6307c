// Package web serves the site over HTTP. Here are all routes of pages and of the API, and what every request
// passes through. The handlers stand in a package for each area, which may call those before it in this order:
// request, study, match, member, offer, tournament, series; admin calls member, help calls request alone, channels stands above all areas. A handler parses, asks the office, builds the view and
// renders; it knows no rule, no SQL and no HTML. Nobody else imports echo.
package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/admin"
	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/match"
	"kickabout/cmd/internal/web/study"
	"kickabout/cmd/internal/web/tournament"
)

// Programs is how the paths begin under which programs are answered.
const Programs = api.Root

// Limits on what a client may send; what is larger or slower is cut off.
const (
	bodyLimit      = "64K"
	fileLimit      = "1M" // of a record that is looked at, or a picture, in whatever way a form writes it
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
	account               // what takes an account
	proved                // what takes an account whose owner proved lately who they are
	staff                 // those who look after the site, with their password typed lately
)

// class says for what a request waits, see admitted.
type class int

const (
	unclassed class = iota // the zero value: such a route does not start
	always                 // answered at once, from what the program has in memory
	page                   // what somebody reads
	write                  // what changes something
	heavy                  // what takes long to compute
	spare                  // likewise, and it waits while the disk is nearly full: pictures, analyses, exports
	stream                 // what lasts: begun as a page, then bounded by how many there are
)

// route is one line of the table below.
type route struct {
	method, path string
	access       access
	class        class
	handle       echo.HandlerFunc
}

// routes is every route of the site.
func (s *site) routes() []route {
	return []route{
		{http.MethodGet, "/", anyone, page, s.front},
		{http.MethodGet, "/scene", anyone, page, s.scene},
		{http.MethodGet, "/scene/steps", anyone, page, s.sceneSteps},
		{http.MethodGet, "/play", anyone, page, s.play},
		{http.MethodGet, "/watch", anyone, page, s.watch},
		{http.MethodPost, "/matches", guest, write, s.begin},
		{http.MethodGet, "/offers", anyone, page, s.offers.Room},
		{http.MethodPost, "/offers", player, write, s.offers.Propose},
		{http.MethodGet, "/offers/new", anyone, page, s.offers.Form},
		{http.MethodGet, "/offers/:id", anyone, page, s.offers.Page},
		{http.MethodPost, "/offers/:id/acceptance", player, write, s.offers.Accept},
		{http.MethodPost, "/offers/:id/refusal", player, write, s.offers.Decline},
		{http.MethodPost, "/offers/:id/withdrawal", player, write, s.offers.Withdraw},
		{http.MethodGet, "/offers/:id/counter", anyone, page, s.offers.CounterForm},
		{http.MethodPost, "/offers/:id/counter", player, write, s.offers.Counter},
		{http.MethodGet, "/invited/:link", anyone, page, s.offers.Invited},
		{http.MethodPost, "/invited/:link/acceptance", guest, write, s.offers.AcceptLink},
		{http.MethodGet, "/matches/:id", anyone, page, s.matches.Page},
		{http.MethodGet, "/matches/:id/stream", anyone, stream, s.matches.Stream},
		{http.MethodPost, "/matches/:id/chat", player, write, s.matches.Say},
		{http.MethodPost, "/matches/:id/reports", player, write, s.matches.Report},
		{http.MethodGet, "/matches/:id/steps", anyone, page, s.matches.Steps},
		{http.MethodGet, "/matches/:id/beats", anyone, page, s.matches.Beats},
		{http.MethodPost, "/matches/:id/moves", player, write, s.matches.Play},
		{http.MethodPost, "/matches/:id/formations", account, write, s.matches.SaveFormation},
		{http.MethodPost, "/matches/:id/orders", player, write, s.matches.Order},
		{http.MethodPost, "/matches/:id/resignation", player, write, s.matches.Resign},
		{http.MethodPost, "/matches/:id/time", player, write, s.matches.GiveTime},
		{http.MethodPost, "/matches/:id/seen", player, write, s.matches.Seen},
		{http.MethodPost, "/matches/:id/board", player, write, s.matches.Board},
		{http.MethodGet, "/matches/:id/ruling", anyone, page, s.matches.RulingPage},
		{http.MethodPost, "/matches/:id/ruling", player, write, s.matches.Ruling},
		{http.MethodGet, "/matches/:id/standing", anyone, page, s.calendar.Standing},
		{http.MethodGet, "/matches/:id/match.json", anyone, page, s.matches.Proof},
		{http.MethodGet, "/matches/:id/receipt.txt", anyone, page, s.study.Receipt},
		{http.MethodGet, "/matches/:id/record.txt", anyone, page, s.study.RecordText},
		{http.MethodGet, "/matches/:id/record.json", anyone, page, s.study.RecordJSON},
		{http.MethodGet, "/matches/:id/replay.svg", anyone, spare, s.study.ReplaySVG},
		{http.MethodGet, "/matches/:id/replay.gif", anyone, spare, s.study.ReplayGIF},
		{http.MethodGet, "/matches/:id/preview.png", anyone, spare, s.study.Preview},
		{http.MethodGet, "/matches/:id/analysis", anyone, spare, s.study.Analysis},
		{http.MethodGet, "/matches/:id/coach", anyone, spare, s.study.Coach},
		{http.MethodGet, study.AnalysisPath, anyone, spare, s.study.Position},
		{http.MethodPost, study.AnalysisPath, anyone, spare, s.study.ReadPosition},
		{http.MethodGet, "/matches", anyone, page, s.matches.Mine},
		{http.MethodGet, "/matches/offline", account, page, s.app.Offline},
		{http.MethodGet, "/players/:id", anyone, page, s.players.Page},
		{http.MethodGet, "/players/:id/games", anyone, page, s.players.Games},
		{http.MethodGet, "/players/:id/record", anyone, page, s.players.Record},
		{http.MethodGet, "/players/:id/trophies", anyone, page, s.players.Trophies},
		{http.MethodGet, "/players/:id/ratings", anyone, page, s.players.RatingsOf},
		{http.MethodGet, "/players/:id/export.jsonl", anyone, spare, s.players.PlayerLines},
		{http.MethodPost, "/players/:id/mute", player, write, s.players.Mute},
		{http.MethodPost, "/players/:id/unmute", player, write, s.players.Unmute},
		{http.MethodPost, "/players/:id/block", player, write, s.players.Block},
		{http.MethodPost, "/players/:id/unblock", player, write, s.players.Unblock},
		{http.MethodGet, "/stream", anyone, stream, s.matches.WaitingStream},
		{http.MethodGet, "/signup", anyone, page, s.accounts.SignUpPage},
		{http.MethodPost, "/signup", player, write, s.accounts.SignUp},
		{http.MethodGet, "/signin", anyone, page, s.accounts.SignInPage},
		{http.MethodPost, "/signin", player, write, s.accounts.SignIn},
		{http.MethodPost, "/signout", player, write, s.accounts.SignOut},
		{http.MethodPost, "/signin/passkey", player, write, s.security.SignInByPasskey},
		{http.MethodPost, "/signin/second", player, write, s.security.Second},
		{http.MethodPost, "/passkeys/challenge", player, write, s.security.Challenge},
		{http.MethodGet, "/not-me/:link", anyone, page, s.security.NotMePage},
		{http.MethodPost, "/not-me/:link", player, write, s.security.NotMeByLink},
		{http.MethodGet, "/recover", anyone, page, s.security.RecoverPage},
		{http.MethodPost, "/recover", player, write, s.security.Recover},
		{http.MethodPost, "/recover/mail", player, write, s.security.RecoverByMail},
		{http.MethodGet, "/recover/:link", anyone, page, s.security.LinkPage},
		{http.MethodPost, "/recover/:link", player, write, s.security.RecoverByLink},
		{http.MethodGet, "/vacation", account, page, s.accounts.Vacation},
		{http.MethodPost, "/vacation", account, write, s.accounts.PlanVacation},
		{http.MethodPost, "/vacation/end", account, write, s.accounts.EndVacation},
		{http.MethodGet, "/vacation/statement.csv", account, page, s.accounts.VacationCSV},
		{http.MethodGet, "/notices", anyone, page, s.accounts.Notices},
		{http.MethodGet, "/account", account, page, s.accounts.Page},
		{http.MethodGet, "/account/download.jsonl", proved, spare, s.accounts.Download},
		{http.MethodGet, "/account/security", account, page, s.security.Page},
		{http.MethodGet, "/account/confirm", account, page, s.security.ConfirmPage},
		{http.MethodPost, "/account/confirm", account, write, s.security.Confirm},
		{http.MethodPost, "/account/passkeys", proved, write, s.security.AddPasskey},
		{http.MethodPost, "/account/passkeys/end", proved, write, s.security.EndPasskey},
		{http.MethodPost, "/account/security/not-me", proved, write, s.security.NotMe},
		{http.MethodPost, "/account/security/later", account, write, s.security.Later},
		{http.MethodPost, "/account/codes", proved, write, s.security.MakeCodes},
		{http.MethodPost, "/account/password", account, write, s.security.ChangePassword},
		{http.MethodPost, "/account/sessions/end", proved, write, s.security.EndSession},
		{http.MethodPost, "/account/tokens", proved, write, s.accounts.MakeToken},
		{http.MethodPost, "/account/tokens/end", proved, write, s.accounts.EndToken},
		{http.MethodPost, "/account/tokens/wake", proved, write, s.accounts.WakeToken},
		{http.MethodGet, "/account/formations", account, page, s.accounts.Formations},
		{http.MethodPost, "/account/formations/end", account, write, s.accounts.DropFormation},
		{http.MethodPost, "/account/after-move", account, write, s.accounts.SetAfterMove},
		{http.MethodGet, "/account/feeds", account, page, s.feeds.Page},
		{http.MethodPost, "/account/feeds", proved, write, s.feeds.Make},
		{http.MethodPost, "/account/feeds/end", proved, write, s.feeds.End},
		{http.MethodGet, "/account/webhooks", account, page, s.hooks.Page(s.hooks.OfViewer)},
		{http.MethodPost, "/account/webhooks", proved, write, s.hooks.Add(s.hooks.OfViewer)},
		{http.MethodPost, "/account/webhooks/test", account, write, s.hooks.Test(s.hooks.OfViewer)},
		{http.MethodPost, "/account/webhooks/end", proved, write, s.hooks.End(s.hooks.OfViewer)},
		{http.MethodGet, "/tournaments/:id/webhooks", anyone, page, s.hooks.Page(s.hooks.OfTournament)},
		{http.MethodPost, "/tournaments/:id/webhooks", player, write, s.hooks.Add(s.hooks.OfTournament)},
		{http.MethodPost, "/tournaments/:id/webhooks/test", player, write, s.hooks.Test(s.hooks.OfTournament)},
		{http.MethodPost, "/tournaments/:id/webhooks/end", player, write, s.hooks.End(s.hooks.OfTournament)},
		{http.MethodGet, "/admin/webhooks", staff, page, s.hooks.Page(s.hooks.OfSite)},
		{http.MethodPost, "/admin/webhooks", staff, write, s.hooks.Add(s.hooks.OfSite)},
		{http.MethodPost, "/admin/webhooks/test", staff, write, s.hooks.Test(s.hooks.OfSite)},
		{http.MethodPost, "/admin/webhooks/end", staff, write, s.hooks.End(s.hooks.OfSite)},
		{http.MethodGet, "/account/devices", account, page, s.devices.Page},
		{http.MethodPost, "/account/devices", account, write, s.devices.Subscribe},
		{http.MethodPost, "/account/devices/test", account, write, s.devices.Test},
		{http.MethodPost, "/account/devices/end", account, write, s.devices.End},
		{http.MethodGet, "/feeds/:link", anyone, page, s.feeds.Own},
		{http.MethodGet, "/players/:id/feed.atom", anyone, page, s.feeds.Player},
		{http.MethodGet, "/tournaments/:id/feed.atom", anyone, page, s.feeds.Tournament},
		{http.MethodGet, "/championship/:game/:variant/feed.atom", anyone, page, s.feeds.Competition("championship")},
		{http.MethodGet, "/ladder/:game/:variant/feed.atom", anyone, page, s.feeds.Competition("ladder")},
		{http.MethodGet, "/minicup/:game/:variant/feed.atom", anyone, page, s.feeds.Competition("minicup")},
		{http.MethodGet, "/monthlycup/:game/:variant/feed.atom", anyone, page, s.feeds.Competition("monthlycup")},
		{http.MethodGet, "/account/mail", account, page, s.reach.MailPage},
		{http.MethodPost, "/account/mail", proved, write, s.reach.WantMail},
		{http.MethodPost, "/account/mail/removal", proved, write, s.reach.DropMail},
		{http.MethodGet, "/account/mail/links/:token", anyone, page, s.reach.VerifyPage},
		{http.MethodPost, "/account/mail/links/:token", anyone, write, s.reach.Verify},
		{http.MethodGet, "/account/notifications", account, page, s.reach.Notifications},
		{http.MethodPost, "/account/notifications", account, write, s.reach.SetNotifications},
		{http.MethodPost, "/account/notifications/test", account, write, s.reach.TestMail},
		{http.MethodGet, "/unsubscribe/:token", anyone, page, s.reach.LeavePage},
		{http.MethodPost, "/unsubscribe/:token", anyone, write, s.reach.Leave},
		{http.MethodGet, "/inbox", account, page, s.reach.Inbox},
		{http.MethodPost, "/inbox/read", account, write, s.reach.Read},
		{http.MethodPost, "/account/deletion", account, write, s.accounts.Delete},
		{http.MethodGet, "/standing", anyone, page, s.admin.Standing},
		{http.MethodPost, "/standing", player, write, s.admin.Identify},
		{http.MethodPost, "/standing/appeal", player, write, s.admin.Appeal},
		{http.MethodGet, "/admin", staff, page, s.admin.Overview},
		{http.MethodGet, "/admin/reports", staff, page, s.admin.Reports},
		{http.MethodPost, "/admin/reports/take", staff, write, s.admin.TakeReport},
		{http.MethodPost, "/admin/reports/decide", staff, write, s.admin.DecideReport},
		{http.MethodPost, "/admin/appeals", staff, write, s.admin.AnswerAppeal},
		{http.MethodGet, "/admin/users", staff, page, s.admin.Users},
		{http.MethodGet, "/admin/users/:id", staff, page, s.admin.User},
		{http.MethodPost, "/admin/users/:id/steps", staff, write, s.admin.TakeStep},
		{http.MethodPost, "/admin/users/:id/undo", staff, write, s.admin.UndoStep},
		{http.MethodPost, "/admin/users/:id/sessions", staff, write, s.admin.EndSessions},
		{http.MethodPost, "/admin/users/:id/role", staff, write, s.admin.SetRole},
		{http.MethodPost, "/admin/maintenance", staff, write, s.admin.AnnounceMaintenance},
		{http.MethodPost, "/admin/invitations", staff, write, s.admin.Invitations.Make},
		{http.MethodPost, "/admin/sessions", staff, write, s.admin.EndAllSessions},
		{http.MethodGet, "/admin/jobs", staff, page, s.admin.Jobs},
		{http.MethodPost, "/admin/jobs", staff, write, s.admin.RunJob},
		{http.MethodGet, "/admin/backups", staff, page, s.admin.Backups},
		{http.MethodGet, "/admin/quarantine", staff, page, s.admin.Quarantine},
		{http.MethodGet, "/admin/games", staff, page, s.admin.Games.Page},
		{http.MethodPost, "/admin/games", staff, write, s.admin.Games.Set},
		{http.MethodGet, admin.SettingsPath, staff, page, s.admin.Settings},
		{http.MethodPost, admin.SettingsPath, staff, write, s.admin.Settle},
		{http.MethodGet, "/admin/log", staff, page, s.admin.Audit},
		{http.MethodGet, "/tournaments", anyone, page, s.tournaments.List},
		{http.MethodPost, "/tournaments", player, write, s.tournaments.Open},
		{http.MethodGet, "/tournaments/new", anyone, page, s.tournaments.Form},
		{http.MethodGet, "/tournaments/outlook", anyone, heavy, s.tournaments.Outlook},
		{http.MethodPost, "/tournaments/drafts/:draft/removal", player, write, s.tournaments.DropDraft},
		{http.MethodGet, "/tournaments/:id", anyone, page, s.tournaments.Page},
		{http.MethodGet, "/tournaments/:id/stream", anyone, stream, s.tournaments.Stream},
		{http.MethodPost, "/tournaments/:id/entry", player, write, s.tournaments.Enter},
		{http.MethodGet, "/tournaments/:id/withdrawal", anyone, page, s.desk.WithdrawalPage},
		{http.MethodPost, "/tournaments/:id/withdrawal", player, write, s.tournaments.Leave},
		{http.MethodPost, "/tournaments/:id/bots", player, write, s.tournaments.InviteBot},
		{http.MethodPost, "/tournaments/:id/bots/removal", player, write, s.tournaments.RemoveBot},
		{http.MethodPost, "/tournaments/:id/start", player, write, s.tournaments.Start},
		{http.MethodPost, "/tournaments/:id/cancellation", player, write, s.tournaments.Cancel},
		{http.MethodGet, "/tournaments/:id/desk", anyone, page, s.desk.Page},
		{http.MethodPost, "/tournaments/:id/desk", player, write, s.desk.Act},
		{http.MethodGet, "/tournaments/:id/roster", anyone, page, s.desk.RosterPage},
		{http.MethodPost, "/tournaments/:id/roster", player, write, s.desk.Roster},
		{http.MethodPost, "/tournaments/:id/check-in", player, write, s.tournaments.CheckIn},
		{http.MethodPost, "/tournaments/:id/teams", player, write, s.tournaments.InTeam},
		{http.MethodGet, "/tournaments/:id/teams/:team", anyone, page, s.tournaments.TeamPage},
		{http.MethodGet, "/tournaments/:id/team-matches/:match", anyone, page, s.tournaments.TeamMatch},
		{http.MethodPost, "/tournaments/:id/rest", player, write, s.tournaments.Rest},
		{http.MethodGet, "/tournaments/:id/report.trf", anyone, page, s.tournaments.PairingReport},
		{http.MethodGet, "/tournaments/:id/strike", anyone, page, s.desk.StrikePage},
		{http.MethodPost, "/tournaments/:id/strike", player, write, s.desk.Strike},
		{http.MethodGet, "/tournaments/:id/time", anyone, page, s.desk.GrantPage},
		{http.MethodPost, "/tournaments/:id/time", player, write, s.desk.Grant},
		{http.MethodGet, "/tournaments/:id/table.csv", anyone, page, s.tournaments.TableCSV},
		{http.MethodGet, "/tournaments/:id/table.json", anyone, page, s.tournaments.TableJSON},
		{http.MethodGet, "/tournaments/:id/luck.csv", anyone, page, study.LuckCSV(s.tournaments.PlayerLuck)},
		{http.MethodGet, "/tournaments/:id/luck.json", anyone, page, study.LuckJSON(s.tournaments.PlayerLuck)},
		{http.MethodGet, "/tournaments/:id/seeding.json", anyone, page, s.tournaments.Seeding},
		{http.MethodGet, "/tournaments/:id/export.jsonl", anyone, spare, s.tournaments.Lines},
		{http.MethodPost, "/tournaments/:id/confirmation", player, write, s.championships.ConfirmEntry},
		{http.MethodGet, "/championship", anyone, page, s.championships.List},
		{http.MethodGet, "/championship/:game/:variant", anyone, page, s.championships.Page},
		{http.MethodGet, "/championship/:game/:variant/:season", anyone, page, s.championships.Season},
		{http.MethodGet, "/championship/:game/:variant/:season/pyramid.csv", anyone, page, s.championships.PyramidCSV},
		{http.MethodGet, "/championship/:game/:variant/:season/pyramid.json", anyone, page, s.championships.PyramidJSON},
		{http.MethodGet, "/championship/:game/:variant/:season/luck.csv", anyone, page, study.LuckCSV(s.championships.SeasonLuck)},
		{http.MethodGet, "/championship/:game/:variant/:season/luck.json", anyone, page, study.LuckJSON(s.championships.SeasonLuck)},
		{http.MethodGet, "/championship/:game/:variant/:season/export.jsonl", anyone, spare, s.championships.SeasonLines},
		{http.MethodGet, "/championship/:game/:variant/:season/:group", anyone, page, s.championships.SeasonGroup},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/table.csv", anyone, page, s.championships.GroupCSV},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/table.json", anyone, page, s.championships.GroupJSON},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/luck.csv", anyone, page, study.LuckCSV(s.championships.SeasonLuck)},
		{http.MethodGet, "/championship/:game/:variant/:season/:group/luck.json", anyone, page, study.LuckJSON(s.championships.SeasonLuck)},
		{http.MethodGet, "/ratings", anyone, page, s.players.Ratings},
		{http.MethodGet, "/ratings/list.csv", anyone, page, s.players.RatingsCSV},
		{http.MethodGet, "/ratings/list.json", anyone, page, s.players.RatingsJSON},
		{http.MethodGet, "/ratings/what-if", anyone, heavy, s.players.Forecast},
		{http.MethodGet, "/ratings/about", anyone, page, s.players.RatingRules},
		{http.MethodGet, "/ratings/drops", account, page, s.players.Drops},
		{http.MethodGet, "/ladder", anyone, page, s.ladders.List},
		{http.MethodGet, "/ladder/:game/:variant", anyone, page, s.ladders.Page},
		{http.MethodPost, "/ladder/:game/:variant/challenges", player, write, s.ladders.Challenge},
		{http.MethodPost, "/ladder/:game/:variant/settings", player, write, s.ladders.Set},
		{http.MethodGet, "/ladder/:game/:variant/table.csv", anyone, page, s.ladders.TableCSV},
		{http.MethodGet, "/ladder/:game/:variant/table.json", anyone, page, s.ladders.TableJSON},
		{http.MethodGet, "/ladder/:game/:variant/luck.csv", anyone, page, study.LuckCSV(s.ladders.PlayerLuck)},
		{http.MethodGet, "/ladder/:game/:variant/luck.json", anyone, page, study.LuckJSON(s.ladders.PlayerLuck)},
		{http.MethodGet, "/ladder/:game/:variant/months/:month", anyone, page, s.ladders.Month},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/table.csv", anyone, page, s.ladders.MonthCSV},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/table.json", anyone, page, s.ladders.MonthJSON},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/luck.csv", anyone, page, study.LuckCSV(s.ladders.MonthLuck)},
		{http.MethodGet, "/ladder/:game/:variant/months/:month/luck.json", anyone, page, study.LuckJSON(s.ladders.MonthLuck)},
		{http.MethodGet, "/ladder/:game/:variant/players/:id", anyone, page, s.ladders.Player},
		{http.MethodGet, "/ladder/:game/:variant/players/:id/places.csv", anyone, page, s.ladders.PlayerCSV},
		{http.MethodGet, "/ladder/:game/:variant/players/:id/places.json", anyone, page, s.ladders.PlayerJSON},
		{http.MethodPost, "/tournaments/:id/agreement", player, write, s.cups.Agree},
		{http.MethodGet, "/competitions", anyone, page, s.calendar.Competitions},
		{http.MethodGet, "/minicup", anyone, page, s.cups.MiniCups},
		{http.MethodGet, "/minicup/:game/:variant", anyone, page, s.cups.MiniCup},
		{http.MethodGet, "/minicup/:game/:variant/honours.csv", anyone, page, s.cups.HonoursCSV},
		{http.MethodGet, "/minicup/:game/:variant/honours.json", anyone, page, s.cups.HonoursJSON},
		{http.MethodGet, "/monthlycup", anyone, page, s.cups.MonthlyCups},
		{http.MethodGet, "/monthlycup/:game/:variant", anyone, page, s.cups.MonthlyCup},
		{http.MethodGet, "/monthlycup/:game/:variant/months.csv", anyone, page, s.cups.MonthsCSV},
		{http.MethodGet, "/monthlycup/:game/:variant/months.json", anyone, page, s.cups.MonthsJSON},
		{http.MethodGet, "/hall", anyone, page, s.calendar.Hall},
		{http.MethodGet, "/calendar", anyone, page, s.calendar.Page},
		{http.MethodGet, "/calendar.ics", anyone, page, s.calendar.ICS},
		{http.MethodGet, "/learn", anyone, page, s.learning.Learn},
		{http.MethodGet, "/learn/:game", anyone, page, s.learning.Lesson},
		{http.MethodGet, "/learn/:game/:card", anyone, page, s.learning.Lesson},
		{http.MethodGet, "/puzzle", anyone, page, s.learning.Puzzle},
		{http.MethodGet, "/puzzles/:day", anyone, page, s.learning.Puzzle},
		{http.MethodPost, "/puzzles/:day/answers", account, write, s.learning.AnswerPuzzle},
		{http.MethodPost, "/puzzles/:day/solution", account, write, s.learning.ShowPuzzle},
		{http.MethodGet, "/rules", anyone, page, s.study.AllRules},
		{http.MethodGet, "/rules/league", anyone, page, s.study.LeagueRules},
		{http.MethodGet, "/rules/dice", anyone, page, s.study.DiceScheme},
		{http.MethodGet, "/rules/:game", anyone, page, s.study.Rules},
		{http.MethodGet, "/rules/:game/full", anyone, page, s.study.FullRules},
		{http.MethodGet, "/rules/:game/chapters/:chapter", anyone, page, s.learning.Chapter},
		{http.MethodPost, "/rules/:game/chapters/:chapter/done", account, write, s.learning.FinishChapter},
		{http.MethodGet, "/rules/:game/examples/:example", anyone, page, s.study.Example},
		{http.MethodGet, "/try", anyone, page, s.study.Try},
		{http.MethodGet, "/bots", anyone, page, s.study.Bots},
		{http.MethodGet, "/dice", anyone, page, s.study.Dice},
		{http.MethodGet, "/log/checkpoint", anyone, page, s.study.LogCheckpoint},
		{http.MethodGet, "/log/feed", anyone, page, s.study.LogFeed},
		{http.MethodGet, "/log/tile/*", anyone, page, s.study.LogTile},
		{http.MethodGet, "/help", anyone, page, s.help.List},
		{http.MethodGet, "/help/:topic", anyone, page, s.help.Manual},
		{http.MethodGet, "/imprint", anyone, page, s.text},
		{http.MethodGet, "/privacy", anyone, page, s.text},
		{http.MethodGet, "/terms", anyone, page, s.text},
		{http.MethodGet, "/contact", anyone, page, s.text},
		{http.MethodGet, "/colours.css", anyone, page, s.colours},
		{http.MethodGet, "/logo.png", anyone, page, s.logo},
		{http.MethodGet, "/robots.txt", anyone, page, s.robots},
		{http.MethodGet, "/.well-known/security.txt", anyone, page, s.securityText},
		{http.MethodGet, "/.well-known/change-password", anyone, always, s.changePassword},
		{http.MethodGet, "/export/about", anyone, page, s.exportRules},
		{http.MethodGet, "/export/schema.json", anyone, always, s.exportSchema},
		{http.MethodGet, "/dump", anyone, page, s.dump.page},
		{http.MethodGet, "/dump/index.json", anyone, page, s.dump.index},
		{http.MethodGet, "/dump/schema.json", anyone, always, s.dump.schema},
		{http.MethodGet, "/dump/:file", anyone, spare, s.dump.file},
		{http.MethodGet, "/embed/matches/:id", anyone, page, match.Embedded(s.matches)},
		{http.MethodGet, "/embed/tournaments/:id", anyone, page, tournament.Embedded(s.tournaments)},
		{http.MethodGet, "/oembed", anyone, page, (&embeddings{s.Site, s.office, s.lan}).tell},
		{http.MethodGet, "/api", anyone, page, s.reference},
		{http.MethodGet, api.Root + "/openapi.json", anyone, always, s.openAPI},
		{http.MethodGet, api.Root + "/openapi.yaml", anyone, always, s.openAPI},
		{http.MethodGet, "/static/*", anyone, always, s.static},
		{http.MethodGet, "/manifest.webmanifest", anyone, page, s.app.Manifest},
		{http.MethodGet, "/sw.js", anyone, always, s.app.Worker},
		{http.MethodGet, "/favicon.ico", anyone, always, s.favicon},
		{http.MethodGet, "/healthz", anyone, always, s.healthy},
		{http.MethodGet, "/readyz", anyone, always, s.readyz},
	}
}
