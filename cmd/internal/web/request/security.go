package request

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/members"
)

// SecurityEvent is what a line of the log says that is about who comes in and who is kept out. Such lines have the
// attribute security=true, so that they can be kept longer than the others, or elsewhere.
type SecurityEvent string

// All that the site says of security.
const (
	LogSignedIn        SecurityEvent = "signed in"
	LogSignInFailed    SecurityEvent = "sign-in failed"
	LogSignedUp        SecurityEvent = "signed up"
	LogSignedOut       SecurityEvent = "signed out"
	LogPasswordChanged SecurityEvent = "password changed"
	LogPasswordNot     SecurityEvent = "password not changed"
	LogSessionsEnded   SecurityEvent = "sessions ended"
	LogPasskeyAdded    SecurityEvent = "passkey added"
	LogPasskeyEnded    SecurityEvent = "passkey removed"
	LogPasskeyCopied   SecurityEvent = "passkey refused: it may be a copy"
	LogNotMe           SecurityEvent = "not me"
	LogNewBrowser      SecurityEvent = "signed in from a new browser"
	LogRecoveryAsked   SecurityEvent = "recovery asked"
	LogCodesMade       SecurityEvent = "recovery codes made"
	LogRecovered       SecurityEvent = "account recovered"
	LogRecoveryFailed  SecurityEvent = "recovery failed"
	LogTokenMade       SecurityEvent = "token made"
	LogTokenEnded      SecurityEvent = "token ended"
	LogTokenWoken      SecurityEvent = "token woken"
	LogAppAllowed      SecurityEvent = "app allowed"
	LogAppEnded        SecurityEvent = "app ended"
	LogAppRegistered   SecurityEvent = "app registered"
	LogAppRemoved      SecurityEvent = "app removed"
	LogBotRegistered   SecurityEvent = "bot registered"
	LogBotMarked       SecurityEvent = "account marked as a bot"
	LogBotClosed       SecurityEvent = "bot closed"
	LogFeedMade        SecurityEvent = "feed made"
	LogFeedEnded       SecurityEvent = "feed ended"
	LogHookAdded       SecurityEvent = "webhook added"
	LogHookRemoved     SecurityEvent = "webhook removed"
	LogProved          SecurityEvent = "password confirmed"
	LogProofFailed     SecurityEvent = "password not confirmed"
	LogAccountDeleted  SecurityEvent = "account deleted"
	LogUnknownToken    SecurityEvent = "no known token"
	LogGuessed         SecurityEvent = "signed in after failures"
	LogMailSettled     SecurityEvent = "mail address settled"
	LogMailDropped     SecurityEvent = "mail address removed"
	LogForbidden       SecurityEvent = "forbidden"
	LogRefusedByALimit SecurityEvent = "refused by a limit"
	LogTurnedAway      SecurityEvent = "requests turned away"
	LogNotShown        SecurityEvent = "not shown"
	LogInputRefused    SecurityEvent = "input refused"
)

// told is what the owner of an account is told, and by which name.
var told = map[SecurityEvent]league.EventName{
	LogNewBrowser: league.SecurityBrowser, LogGuessed: league.SecurityGuessed, LogPasswordChanged: league.SecurityPassword, LogCodesMade: league.SecurityCodes,
	LogRecovered: league.SecurityRecover, LogNotMe: league.SecurityNotMe, LogPasskeyAdded: league.SecurityPasskey,
	LogPasskeyEnded: league.SecurityNoKey, LogPasskeyCopied: members.SecurityCopied, LogTokenMade: league.SecurityToken, LogTokenEnded: league.SecurityNoToken, LogTokenWoken: league.SecurityWoken,
	LogAppAllowed: league.SecurityApp, LogAppEnded: league.SecurityNoApp,
	LogFeedMade: league.SecurityFeed, LogFeedEnded: league.SecurityNoFeed, LogHookAdded: league.SecurityHook, LogHookRemoved: league.SecurityNoHook,
	LogMailSettled: league.SecurityMail, LogMailDropped: league.SecurityNoMail,
}

// NoteSecurity writes a line about an event; account is the id of the player whom it is about, "" if nobody is
// known. They are told of what may hurt them. What somebody types as a name is not logged: it may well be their password.
func (s *Site) NoteSecurity(c echo.Context, what SecurityEvent, account string) {
	level := slog.LevelInfo
	switch what {
	case LogSignInFailed, LogPasswordNot, LogProofFailed, LogRecoveryFailed, LogPasskeyCopied, LogUnknownToken, LogForbidden, LogRefusedByALimit:
		level = slog.LevelWarn
	}
	ctx := context.WithoutCancel(c.Request().Context())
	c.Set(notedKey, true)
	line := append(About(c), "security", true)
	if account != "" {
		line = append(line, "account", account)
	}
	factor, _ := c.Get(factorKey).(string)
	if factor != "" {
		line = append(line, "factor", factor)
	}
	s.Log.Log(ctx, level, string(what), line...)
	tell := told[what]
	if account == "" {
		tell = "" // of what somebody asked for who may be anybody
		account, _ = c.Get(readerKey).(string)
	}
	if _, wait := s.Limits.Noted.Take(Neighbourhood(c.RealIP()), s.office.Now()); wait > 0 && level > slog.LevelInfo {
		return // the line above is enough: nobody fills the database by being refused
	}
	err := s.office.NoteSecurity(ctx, league.SecurityEvent{
		Act: string(what), Failed: level > slog.LevelInfo, Player: account, Neighbourhood: Neighbourhood(c.RealIP()), Browser: c.Request().UserAgent(), Factor: factor, Request: ID(c),
	}, tell)
	if err != nil {
		s.Log.WarnContext(ctx, "noting what concerns security", "err", err) // the line above says it
	}
}

// notedKey is where is left that a request has a line about security.
const notedKey = "noted"

// factorKey is where is left what somebody proved by who they are.
const factorKey = "factor"

// By notes what somebody proved, or tried to prove, by who they are: "password", "passkey", "code", "link".
func By(c echo.Context, factor string) { c.Set(factorKey, factor) }

// turnedAwayEvery is how often the log says that requests are turned away.
const turnedAwayEvery = 30 * time.Second

// NoteTurnedAway counts a request for which there was no room, and writes a line about the first one and then, while
// it goes on, now and then: there may be thousands a second.
func (s *Site) NoteTurnedAway(c echo.Context) {
	s.turned.mu.Lock()
	defer s.turned.mu.Unlock()
	s.turned.times++
	now := s.office.Now()
	if now.Before(s.turned.next) {
		return
	}
	s.Log.WarnContext(context.WithoutCancel(c.Request().Context()), string(LogTurnedAway), append(About(c), "security", true, "times", s.turned.times)...)
	s.turned.times, s.turned.next = 0, now.Add(turnedAwayEvery)
}

// turnedAway counts the requests for which there was no room since the log had a line about them.
type turnedAway struct {
	mu    sync.Mutex
	times int
	next  time.Time // when the log may have another one
}

// NoteRefusal writes a line about a request that was refused by its status, if that is about security.
func (s *Site) NoteRefusal(c echo.Context, status int) {
	var what, small SecurityEvent
	switch status {
	case http.StatusUnauthorized:
		what = LogUnknownToken
	case http.StatusForbidden:
		what = LogForbidden
	case http.StatusTooManyRequests:
		what = LogRefusedByALimit
	case http.StatusNotFound: // what is private answers so, too
		if Route(c) != UnknownRoute {
			small = LogNotShown
		}
	case http.StatusUnprocessableEntity:
		small = LogInputRefused
	}
	// Most who mistype an address or a form mean no harm: a line, unless there is one, and none in the database.
	if small != "" && c.Get(notedKey) == nil {
		s.Log.InfoContext(context.WithoutCancel(c.Request().Context()), string(small), append(About(c), "security", true)...)
	}
	if what != "" {
		s.NoteSecurity(c, what, "")
	}
}
