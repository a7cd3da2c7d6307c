package admin

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/league/conduct"
	"kickabout/views/admin"
)

// Reports is the queue of what waits for a decision.
func (s *Handlers) Reports(c echo.Context) error {
	return s.reports(c, http.StatusOK, admin.ReportsInput{})
}

func (s *Handlers) reports(c echo.Context, status int, in admin.ReportsInput) error {
	errors := in.Errors
	shell, err := s.shell(c, conduct.SeeReports)
	if err != nil {
		return err
	}
	in.Shell, in.Errors = shell, errors
	ctx := c.Request().Context()
	in.Skipped, _ = strconv.Atoi(c.FormValue("after")) // what is no number is the first page
	queue, err := s.office.Moderation.OpenReports(ctx, by(c), in.Skipped)
	if err != nil {
		return err
	}
	in.Reports, in.Next = queue.Reports, queue.Next
	if in.Appeals, err = s.office.Moderation.Appeals(ctx, by(c)); err != nil {
		return err
	}
	var ids []string
	for _, r := range in.Reports {
		ids = append(ids, r.Line.Author, r.Reader, r.Taken.By)
	}
	for _, a := range in.Appeals {
		ids = append(ids, a.Player, a.By)
	}
	if in.People, err = s.office.Moderation.Named(ctx, by(c), ids); err != nil {
		return err
	}
	return s.Render(c, status, admin.Reports(admin.NewReports(in)))
}

// reportsDone leads back to the queue, or shows it with what was wrong with one of its forms.
func (s *Handlers) reportsDone(c echo.Context, err error, what, at string) error {
	if err == nil {
		return finish(c, "/admin/reports", what)
	}
	status, fields, err := wrong(err)
	if err != nil {
		return err
	}
	in := admin.ReportsInput{At: at, Typed: c.Request().PostFormValue("reason")}
	in.Errors = fields
	return s.reports(c, status, in)
}

// TakeReport says that whoever acts looks after a report.
func (s *Handlers) TakeReport(c echo.Context) error {
	form := c.Request().PostFormValue
	return s.reportsDone(c, s.office.Moderation.TakeReport(c.Request().Context(), by(c), form("line"), form("reader")), "taken", "")
}

// DecideReport decides about a report.
func (s *Handlers) DecideReport(c echo.Context) error {
	ctx, form := c.Request().Context(), c.Request().PostFormValue
	at := admin.ReportID(form("line"), form("reader"))
	return s.reportsDone(c, s.office.Moderation.DecideReport(ctx, by(c), form("line"), form("reader"), form("verdict") == "upheld", form("reason")), "decided", at)
}

// AnswerAppeal answers an appeal.
func (s *Handlers) AnswerAppeal(c echo.Context) error {
	form := c.Request().PostFormValue
	id := form("step")
	return s.reportsDone(c, s.office.Moderation.AnswerAppeal(c.Request().Context(), by(c), id, form("verdict") == "granted", form("reason")), "decided", id)
}
