package web

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// noticesNew is how long the front page shows a notice of the site.
const noticesNew = 7 * 24 * time.Hour

// vacation is the page of the viewer's vacation.
func (s *site) vacation(c echo.Context) error {
	return s.vacationPage(c, http.StatusOK, views.VacationInput{Done: c.QueryParam("done")})
}

func (s *site) vacationPage(c echo.Context, status int, in views.VacationInput) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	view, err := s.office.Vacation(c.Request().Context(), actor(c))
	if err != nil {
		return err
	}
	in.Frame, in.Rule, in.Book, in.Balance, in.Lines = frame, view.Rule, view.Book, view.Balance, view.Lines
	return s.render(c, status, views.Vacation(views.NewVacationPage(in)))
}

// planVacation plans a vacation; what is wrong is said beside its field.
func (s *site) planVacation(c echo.Context) error {
	form := c.Request().PostFormValue
	plan := office.VacationPlan{N: form("n"), Begins: form("begins"), Days: form("days")}
	err := s.office.PlanVacation(c.Request().Context(), actor(c), plan, arrived(c))
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/vacation?done=planned")
	}
	in := views.VacationInput{Begins: plan.Begins, Days: plan.Days}
	kind := league.KindOf(err)
	status := statusOf(kind)
	if in.Errors = league.Fields(err); in.Errors == nil {
		if kind != league.Forbidden && kind != league.Stale {
			return err
		}
		in.Errors = map[string]string{"": err.Error()}
	}
	return s.vacationPage(c, status, in)
}

// endVacation ends the viewer's vacation, or takes its plan back.
func (s *site) endVacation(c echo.Context) error {
	if err := s.office.EndVacation(c.Request().Context(), actor(c), arrived(c)); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/vacation?done=ended")
}

// vacationCSV sends the statement of the viewer's vacation for spreadsheets.
func (s *site) vacationCSV(c echo.Context) error {
	view, err := s.office.Vacation(c.Request().Context(), actor(c))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="vacation.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", views.VacationCSV(view.Lines))
}

// giveTime gives the opponent days and shows the match again.
func (s *site) giveTime(c echo.Context) error {
	form := c.Request().PostFormValue
	if err := checkKey(form("key")); err != nil {
		return err
	}
	days, err := strconv.Atoi(form("days"))
	if err != nil || !slices.Contains(office.GiftDays(), days) {
		return league.Errorf(league.Invalid, "You can give one day or three.")
	}
	v, err := s.office.GiveTime(c.Request().Context(), actor(c), c.Param("id"), days, form("key"), arrived(c))
	return s.acted(c, v, "", err)
}

// notices is the page of what the site tells everybody.
func (s *site) notices(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	all, err := s.office.SiteNotices(c.Request().Context(), time.Time{})
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Notices(views.NewNoticesPage(frame, all)))
}

// away returns until when the players of First and Second are on vacation; the zero
// time for who is not.
func (s *site) away(c echo.Context, v office.View) (until [2]time.Time, err error) {
	away, err := s.office.Away(c.Request().Context(), v.Match.Seats[0].Player.ID, v.Match.Seats[1].Player.ID)
	for i, seat := range v.Match.Seats {
		if vacation, on := away[seat.Player.ID]; on {
			until[v.Record.SideOf(i)-1] = vacation.Ends
		}
	}
	return until, err
}
