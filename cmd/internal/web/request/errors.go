package request

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/views/ui"
)

// StatusOf returns the HTTP status that an error of a kind is answered with.
func StatusOf(kind league.Kind) int {
	switch kind {
	case league.Invalid, league.Illegal:
		return http.StatusUnprocessableEntity
	case league.NotFound:
		return http.StatusNotFound
	case league.Forbidden:
		return http.StatusForbidden
	case league.Stale:
		return http.StatusConflict
	case league.Late:
		return http.StatusGone
	case league.Damaged:
		return http.StatusLocked
	case league.Busy:
		return http.StatusTooManyRequests
	}
	return http.StatusInternalServerError
}

// fault is what an answer says of an error: whole sentences, "" for those that fit
// the status.
type fault struct {
	status int
	said   error // that is told to the user; nil if it is none
	text   string
	id     string // of the request, under which the log has what is not meant for users
	away   bool   // something that the site needs does not work: the same may be sent again
}

// ErrScarce refuses what can be done without while the disk is nearly full.
var ErrScarce = errors.New("the disk has room for moves alone")

// explain says how an error is answered. What is not meant for users is logged under
// the id of the request, and the answer shows the id alone.
func (s *Site) explain(err error, c echo.Context) (f fault) {
	var fromEcho *echo.HTTPError
	switch kind := league.KindOf(err); {
	case league.FaultOf(err) != "": // the store has a line of the log for all of a spell
		f.status, f.away, f.text = http.StatusServiceUnavailable, true, ui.FaultWords(league.FaultOf(err))
		c.Response().Header().Set(echo.HeaderRetryAfter, "10")
		s.Log.Debug("request failed by a fault", append(About(c), "path", Path(c), "err", err)...)
	case errors.Is(err, ErrScarce):
		f.status, f.text = http.StatusServiceUnavailable, "The site’s disk is nearly full, so pictures, analyses and downloads have to wait. Games go on."
		c.Response().Header().Set(echo.HeaderRetryAfter, "600")
	case errors.Is(err, admission.ErrFull), errors.Is(err, admission.ErrShare):
		f.status, f.away, f.text = http.StatusServiceUnavailable, true, "The site has more to do than it can manage at the moment."
		if errors.Is(err, admission.ErrShare) {
			f.status, f.text = http.StatusTooManyRequests, "Too many requests are waiting that come from your network."
		}
		turnAway(c)
	case kind != league.Internal:
		f.status, f.said = StatusOf(kind), err
	case errors.As(err, &fromEcho):
		f.status = fromEcho.Code
		if text, ok := fromEcho.Message.(string); ok && text != http.StatusText(f.status) {
			f.text = text
		}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		f.status = http.StatusServiceUnavailable
		level := slog.LevelWarn
		if c.Request().Context().Err() != nil { // the reader has gone
			level = slog.LevelDebug
		}
		s.Log.Log(context.WithoutCancel(c.Request().Context()), level, "request not finished", append(About(c), "path", Path(c), "err", err)...)
	default:
		f.status, f.id = http.StatusInternalServerError, ID(c)
		s.Log.Error("request failed", append(About(c), "path", Path(c), "err", err)...)
	}
	if f.status == http.StatusUnauthorized {
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	RetryLater(c, f.status)
	return f
}

// Problem turns every error that a handler returns into a page, or for programs into
// JSON.
func (s *Site) Problem(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if api.ForPrograms(c) {
		api.SendProblem(c, s.apiProblem(err, c))
		return
	}
	f := s.explain(err, c)
	p := ui.ProblemInput{Frame: ui.Frame{LAN: s.lan, Now: s.office.Now()}, Status: f.status, Text: cmp.Or(ui.Sentence(f.said), f.text), ID: f.id}
	if f.away { // asking who it is would take as long again
		p.Again, p.Retry = again(c), retry(c)
	} else if Admitted(c) {
		p.Frame.Viewer, _ = s.Viewer(c) // who is nobody known if that cannot be found out
	}
	if settled, err := s.office.Site.Values(c.Request().Context()); err == nil {
		p.Frame.Site = siteOf(settled, s.office.RuleSets(), s.office.Retired())
	}
	p.SignIn = league.KindOf(err) == league.Forbidden && p.Frame.Viewer.Kind != league.Member
	if err := s.Render(c, p.Status, ui.Problem(ui.NewProblem(p))); err != nil {
		s.Log.Error("rendering a problem", append(About(c), "err", err)...)
		_ = c.NoContent(p.Status) // the status at least: saying nothing would mean 200
	}
}

// The keys under which is left what became of a request at the gate.
const (
	admittedKey = "admitted"
	turnedKey   = "turned away"
)

// NoteAdmitted notes that a request has had its turn, and may ask the database.
func NoteAdmitted(c echo.Context) { c.Set(admittedKey, true) }

// Admitted says whether a request has had its turn.
func Admitted(c echo.Context) bool { return c.Get(admittedKey) != nil }

// TurnedAway says whether a request was not let in for want of room. The log has no line for each of those, which
// may be thousands a second.
func TurnedAway(c echo.Context) bool { return c.Get(turnedKey) != nil }

// turnAway has a client come again later, by another connection: what it has sent behind this request is not even
// looked at.
func turnAway(c echo.Context) {
	c.Set(turnedKey, true)
	c.Response().Header().Set(echo.HeaderRetryAfter, "5")
	c.Response().Header().Set(echo.HeaderConnection, "close")
}

// apiProblem turns an error into a problem: a sentence, and one for each field that is wrong.
func (s *Site) apiProblem(err error, c echo.Context) *huma.ErrorModel {
	f := s.explain(err, c)
	if f.away {
		f.text += " Send the same request again in some seconds; with the same Idempotency-Key it is carried out once."
	}
	return api.NewProblem(f.status, f.said, f.text, f.id)
}

// Passwords are the fields in which forms ask for one: what was typed there is never sent back.
var Passwords = []string{"password", "old", "gone", "proof"}

// again returns a form that sends a request again as it came, if it was a form.
func again(c echo.Context) *ui.Again {
	r := c.Request()
	if r.Method != http.MethodPost || r.ParseForm() != nil {
		return nil
	}
	form := &ui.Again{Action: r.URL.RequestURI()}
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		if slices.Contains(Passwords, name) {
			form.Passwords = append(form.Passwords, name)
			continue
		}
		for _, value := range r.PostForm[name] {
			form.Fields = append(form.Fields, ui.Field{Name: name, Value: value})
		}
	}
	return form
}

// retry returns the address of the page that was asked for; "" if none was.
func retry(c echo.Context) string {
	r := c.Request()
	if address := r.URL.RequestURI(); r.Method == http.MethodGet && !strings.HasPrefix(address, "//") { // which another host might be named by
		return address
	}
	return ""
}

// RetryLater tells programs when to try again, unless that has been said already.
func RetryLater(c echo.Context, status int) {
	seconds := map[int]string{http.StatusServiceUnavailable: "5", http.StatusTooManyRequests: "60"}[status]
	if seconds != "" && c.Response().Header().Get(echo.HeaderRetryAfter) == "" {
		c.Response().Header().Set(echo.HeaderRetryAfter, seconds)
	}
}

// Render writes a page. It is built whole first, so that an error in the middle
// leaves no half page behind, and so that bytes which somebody sent and which are
// no text come back as the sign for such. A request that has been given up, as when
// its body took too long, still gets its answer.
func (s *Site) Render(c echo.Context, status int, page templ.Component) error {
	b := papers.Get().(*bytes.Buffer)
	defer papers.Put(b)
	b.Reset()
	if err := page.Render(context.WithoutCancel(c.Request().Context()), b); err != nil {
		return err
	}
	text := b.Bytes()
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	return c.HTMLBlob(status, text)
}

// papers are what pages are written on: writing one gathers it, and keeps a copy.
var papers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
