// Package imported serves tournaments that were played elsewhere: the form that brings them, with what it comes to before
// anything is stored, their pages and their files.
package imported

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/elsewhere"
	"kickabout/league/office"
	"kickabout/views/imported"
	"kickabout/views/ui"
)

// listed is how many events a page of the list has.
const listed = 50

// tries is how often a member may have a file looked at.
var tries = request.Rate{Count: 60, Per: time.Hour}

// Handlers answer requests about them.
type Handlers struct {
	*request.Site
	office *office.Office
	tries  *request.Limiter
}

// New returns them.
func New(site *request.Site, o *office.Office) *Handlers {
	return &Handlers{site, o, request.NewLimiter(tries)}
}

// List is the list of events.
func (s *Handlers) List(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := imported.ListInput{Frame: frame, Games: s.office.Games(), Game: c.QueryParam("game")}
	which := elsewhere.List{Game: in.Game, Limit: listed + 1}
	if cursor := c.QueryParam("after"); cursor != "" {
		if which.After.At, which.After.ID, err = api.ReadPlace(cursor); err != nil {
			return err
		}
	}
	if in.Events, err = s.office.Imported.Events(c.Request().Context(), s.Sees(c), which); err != nil {
		return err
	}
	if len(in.Events) > listed {
		in.Events = in.Events[:listed]
		last := in.Events[listed-1].Listed()
		in.Next = ui.ImportedListURL + "?" + url.Values{"game": {in.Game}, "after": {api.WritePlace(last.At, last.ID)}}.Encode()
	}
	return s.Render(c, http.StatusOK, imported.List(imported.NewListPage(in)))
}

// Page is the page of an event.
func (s *Handlers) Page(c echo.Context) error {
	return s.event(c, http.StatusOK, "", nil)
}

func (s *Handlers) event(c echo.Context, status int, reason string, errors map[string]string) error {
	ctx := c.Request().Context()
	e, r, err := s.office.Imported.Event(ctx, s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := imported.EventInput{Frame: frame, Games: s.office.Games(), Event: e, Results: r, Reason: reason, Errors: errors}
	in.Admin = s.office.Moderation.May(ctx, conduct.As(frame.Viewer), conduct.RemoveEvent) == nil
	return s.Render(c, status, imported.Event(imported.NewEventPage(in)))
}

// CSV sends the results of an event for spreadsheets.
func (s *Handlers) CSV(c echo.Context) error {
	_, r, err := s.office.Imported.Event(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	return request.Attachment(c, "results.csv", []byte(r.CSV()))
}

// TRF sends them to other programs.
func (s *Handlers) TRF(c echo.Context) error {
	e, r, err := s.office.Imported.Event(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	file, err := r.TRF(e.Name)
	if err != nil {
		return league.Errorf(league.NotFound, "There is no such file: %s.", err)
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="results.trf"`)
	return c.Blob(http.StatusOK, "text/plain; charset=UTF-8", []byte(file))
}

// Form is the page on which an event is imported; with event=ID one's own again.
func (s *Handlers) Form(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	if frame.Viewer.Kind != league.Member {
		frame.Title = "Import results"
		return s.Render(c, http.StatusOK, imported.NeedsAccount(frame))
	}
	in := imported.FormInput{Frame: frame}
	if id := c.QueryParam("event"); id != "" {
		e, err := s.office.Imported.Own(c.Request().Context(), frame.Viewer, id)
		if err != nil {
			return err
		}
		in.Event, in.Seen, in.Form = id, seen(e), formOf(e)
	}
	return s.form(c, http.StatusOK, in)
}

// seen says which state of an event a form is about.
func seen(e elsewhere.Event) string { return strconv.FormatInt(e.Changed.UnixMilli(), 10) }

// formOf is the form that an event was brought by.
func formOf(e elsewhere.Event) elsewhere.Form {
	f := elsewhere.Form{
		Name: e.Name, First: string(e.First), Last: string(e.Last), Place: e.Place, Source: e.Source, Count: string(e.Count), Private: e.Private, Text: e.File,
	}
	if e.Game != "" {
		f.Game = ui.RulesID(e.Game, e.Variant)
	}
	return f
}

func (s *Handlers) form(c echo.Context, status int, in imported.FormInput) error {
	in.Games = s.office.Games()
	return s.Render(c, status, imported.Form(imported.NewFormPage(in)))
}

// Import shows what a file would come to, and with do=import has it come to that.
func (s *Handlers) Import(c echo.Context) error {
	by := request.Actor(c)
	if _, wait := s.tries.Take(by.ID, request.Arrived(c)); wait > 0 {
		return request.TooOften(c, wait)
	}
	f, err := readForm(c)
	if err != nil {
		return err
	}
	typed := c.Request().PostFormValue
	in := imported.FormInput{Form: f, Event: typed("event"), Seen: typed("seen"), Sent: true}
	preview, err := s.office.Imported.Preview(by, f)
	if league.KindOf(err) == league.Forbidden {
		return err
	}
	in.Report, in.Errors = preview.Report, ui.FieldSentences(err)
	if err == nil && len(in.Report.Problems) == 0 {
		if typed("do") != "import" {
			in.Results = &preview.Results
			return s.again(c, http.StatusOK, in)
		}
		var done elsewhere.Event
		if done, err = s.store(c.Request().Context(), by, in); err == nil {
			return c.Redirect(http.StatusSeeOther, ui.ImportedURL(done.ID))
		}
		kind := league.KindOf(err)
		if kind == league.Internal || kind == league.NotFound {
			return err
		}
		in.Errors = map[string]string{"": ui.Sentence(err)}
		return s.again(c, request.StatusOf(kind), in)
	}
	if len(in.Report.Problems) == 0 {
		in.Results = nil
	}
	return s.again(c, http.StatusUnprocessableEntity, in)
}

func (s *Handlers) store(ctx context.Context, by league.Player, in imported.FormInput) (elsewhere.Event, error) {
	if in.Event == "" {
		return s.office.Imported.Import(ctx, by, in.Form)
	}
	at, _ := strconv.ParseInt(in.Seen, 10, 64) // what is no number was not seen
	return s.office.Imported.Replace(ctx, by, in.Event, time.UnixMilli(at).UTC(), in.Form)
}

func (s *Handlers) again(c echo.Context, status int, in imported.FormInput) (err error) {
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	return s.form(c, status, in)
}

// readForm reads what was sent: the file if there is one, else the text. More than is read is cut off behind the first
// byte too many.
func readForm(c echo.Context) (elsewhere.Form, error) {
	file, err := c.FormFile("file")
	typed := c.Request().PostFormValue
	f := elsewhere.Form{
		Name: typed("name"), Game: typed("game"), First: typed("first"), Last: typed("last"), Place: typed("place"), Source: typed("source"),
		Count: typed("count"), Private: typed("private") != "", Text: typed("text"),
	}
	if err != nil || file.Size == 0 { // no file was chosen
		return f, nil
	}
	in, err := file.Open()
	if err != nil {
		return f, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, elsewhere.MaxBytes+1))
	f.Text = string(data)
	return f, err
}

// TakeDown removes one's own event.
func (s *Handlers) TakeDown(c echo.Context) error {
	if err := s.office.Imported.TakeDown(c.Request().Context(), request.Actor(c), c.Param("id")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ui.ImportedListURL)
}

// Remove removes somebody else's, by an admin.
func (s *Handlers) Remove(c echo.Context) error {
	reason := c.Request().PostFormValue("reason")
	err := s.office.Imported.Remove(c.Request().Context(), conduct.As(request.Actor(c)), c.Param("id"), reason)
	if fields := ui.FieldSentences(err); fields != nil {
		return s.event(c, http.StatusUnprocessableEntity, reason, fields)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ui.ImportedListURL)
}
