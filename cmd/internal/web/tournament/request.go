package tournament

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// Requests answers those who report what somebody wrote when they asked for a ruling.
type Requests struct{ *Handlers }

// Page shows what was written in a request for a ruling, to be reported.
func (s Requests) Page(c echo.Context) error {
	return s.show(c, http.StatusOK, tournament.RequestInput{Told: c.QueryParam("told") != ""})
}

// Report tells the moderators about it.
func (s Requests) Report(c echo.Context) error {
	reason := c.Request().PostFormValue("reason")
	err := s.office.ReportRequest(c.Request().Context(), request.Actor(c), c.Param("id"), requestOf(c), reason)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, ui.RequestURL(c.Param("id"), requestOf(c))+"?told=1")
	}
	fields := ui.FieldSentences(err)
	if fields == nil {
		return err
	}
	return s.show(c, http.StatusUnprocessableEntity, tournament.RequestInput{Reason: reason, Errors: fields})
}

// requestOf is the number of the event that is asked for; 0 is that of none.
func requestOf(c echo.Context) int {
	n, err := strconv.Atoi(c.Param("n"))
	if err != nil {
		return 0
	}
	return n
}

func (s Requests) show(c echo.Context, status int, in tournament.RequestInput) (err error) {
	if in.Request, err = s.office.RulingRequest(c.Request().Context(), s.Sees(c), c.Param("id"), requestOf(c)); err != nil {
		return err
	}
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	return s.Render(c, status, tournament.Request(tournament.NewRequestPage(in)))
}
