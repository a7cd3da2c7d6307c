package match

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/correction"
	"kickabout/league/office"
	"kickabout/views/tournament"
)

// Corrections answer the requests about results that are corrected.
type Corrections struct {
	*request.Site
	office *office.Office
}

// CorrectionPage is the page on which the result of an ended match is corrected; with a result in its address it shows what
// that would change.
func (s *Corrections) CorrectionPage(c echo.Context) error {
	typed := c.QueryParams()
	f := typedCorrection(typed)
	f.Was = ""
	return s.correctionForm(c, f, typed.Has("ending"), nil)
}

// Correct corrects the result of a match, and shows it.
func (s *Corrections) Correct(c echo.Context) error {
	if err := c.Request().ParseForm(); err != nil {
		return err
	}
	f := typedCorrection(c.Request().PostForm)
	return s.corrected(c, f, true, s.office.Correct(c.Request().Context(), request.Actor(c), c.Param("id"), f))
}

// UndoCorrection takes back the last correction of a match.
func (s *Corrections) UndoCorrection(c echo.Context) error {
	r := c.Request()
	event, _ := strconv.Atoi(r.PostFormValue("event")) // 0 is none, which is refused
	f := correction.Form{Reason: r.PostFormValue("reason")}
	return s.corrected(c, f, false, s.office.UndoCorrection(r.Context(), request.Actor(c), c.Param("id"), event, f.Reason))
}

// typedCorrection reads the result that was typed.
func typedCorrection(typed url.Values) correction.Form {
	return correction.Form{
		Ending: typed.Get("ending"), Winner: typed.Get("winner"), Goals: [2]string{typed.Get("first"), typed.Get("second")},
		Reason: typed.Get("reason"), Was: typed.Get("was"),
	}
}

// corrected answers an act: with the match, or with the form and what is wrong with it.
func (s *Corrections) corrected(c echo.Context, f correction.Form, shown bool, err error) error {
	if err == nil {
		return c.Redirect(http.StatusSeeOther, request.MatchURL(c.Param("id")))
	}
	return s.correctionForm(c, f, shown, err)
}

// correctionForm shows the form with what was typed, and what is wrong: an act that was refused, or the result itself.
func (s *Corrections) correctionForm(c echo.Context, f correction.Form, shown bool, refused error) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	asked := &f
	if !shown {
		asked = nil
	}
	view, err := s.office.Correction(c.Request().Context(), frame.Viewer, c.Param("id"), asked)
	if view.Match.ID == "" { // they may not, or there is nothing to correct
		return err
	}
	if refused == nil {
		refused = err
	}
	status, fields, err := request.RefusedForm(refused)
	if err != nil {
		return err
	}
	f.Was = correction.ResultText(view.Match.State.Outcome)
	in := tournament.CorrectionInput{Frame: frame, View: view, Form: f, Errors: fields}
	return s.Render(c, status, tournament.Correction(tournament.NewCorrectionPage(in)))
}
