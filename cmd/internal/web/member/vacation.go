package member

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/views/front"
	"kickabout/views/member"
	"kickabout/views/ui"
)

// Vacation is the page of the viewer's vacation.
func (s *Accounts) Vacation(c echo.Context) error {
	return s.vacationPage(c, http.StatusOK, member.VacationInput{Done: c.QueryParam("done")})
}

func (s *Accounts) vacationPage(c echo.Context, status int, in member.VacationInput) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	view, err := s.office.Vacation(c.Request().Context(), request.Actor(c))
	if err != nil {
		return err
	}
	in.Frame, in.Rule, in.Book, in.Balance, in.Lines = frame, view.Rule, view.Book, view.Balance, view.Lines
	return s.Render(c, status, member.Vacation(member.NewVacationPage(in)))
}

// PlanVacation plans a vacation; what is wrong is said beside its field.
func (s *Accounts) PlanVacation(c echo.Context) error {
	form := c.Request().PostFormValue
	plan := play.VacationPlan{N: form("n"), Begins: form("begins"), Days: form("days")}
	err := s.office.PlanVacation(c.Request().Context(), request.Actor(c), plan, request.Arrived(c))
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/vacation?done=planned")
	}
	in := member.VacationInput{Begins: plan.Begins, Days: plan.Days}
	kind := league.KindOf(err)
	status := request.StatusOf(kind)
	if in.Errors = ui.FieldSentences(err); in.Errors == nil {
		if kind != league.Forbidden && kind != league.Stale {
			return err
		}
		in.Errors = map[string]string{"": ui.Sentence(err)}
	}
	return s.vacationPage(c, status, in)
}

// EndVacation ends the viewer's vacation, or takes its plan back.
func (s *Accounts) EndVacation(c echo.Context) error {
	if err := s.office.EndVacation(c.Request().Context(), request.Actor(c), request.Arrived(c)); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/vacation?done=ended")
}

// VacationCSV sends the statement of the viewer's vacation for spreadsheets.
func (s *Accounts) VacationCSV(c echo.Context) error {
	view, err := s.office.Vacation(c.Request().Context(), request.Actor(c))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="vacation.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", member.VacationCSV(view.Lines))
}

// Notices is the page of what the site tells everybody.
func (s *Accounts) Notices(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	all, err := s.office.SiteNotices(c.Request().Context(), time.Time{})
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, front.Notices(front.NewNoticesPage(frame, all)))
}
