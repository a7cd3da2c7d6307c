package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// How much the front page shows.
const (
	mineShown     = 50
	runningShown  = 6
	finishedShown = 8
)

// front is the page that says what goes on now.
func (s *site) front(c echo.Context) error {
	in, err := s.frontInput(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Front(views.NewFrontPage(in)))
}

// watch is the part of the front page that changes by itself.
func (s *site) watch(c echo.Context) error {
	running, err := s.office.Running(c.Request().Context(), runningShown)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Watch(views.NewWatchView(s.office.Games(), running, s.office.Now())))
}

func (s *site) frontInput(c echo.Context) (views.FrontInput, error) {
	ctx := c.Request().Context()
	frame, mine, err := s.frame(c)
	if err != nil {
		return views.FrontInput{}, err
	}
	running, err := s.office.Running(ctx, runningShown)
	if err != nil {
		return views.FrontInput{}, err
	}
	finished, err := s.office.Finished(ctx, finishedShown)
	if err != nil {
		return views.FrontInput{}, err
	}
	reservation := s.office.Reserve()
	return views.FrontInput{
		Frame: frame, Games: s.office.Games(), Reservation: reservation.ID, Head: reservation.Head,
		Opponents: s.opponents(), Mine: mine, Running: running, Finished: finished,
	}, nil
}

// frame builds what surrounds every page, with the viewer's running matches that
// it counts.
func (s *site) frame(c echo.Context) (views.Frame, []league.Match, error) {
	viewer, err := s.viewer(c)
	if err != nil {
		return views.Frame{}, nil, err
	}
	frame := views.Frame{Viewer: viewer, Now: s.office.Now()}
	matches, err := s.office.MatchesOf(c.Request().Context(), viewer.ID, mineShown)
	if err != nil {
		return views.Frame{}, nil, err
	}
	var running []league.Match
	for _, m := range matches {
		mover, ok := m.Mover()
		if !ok {
			continue
		}
		running = append(running, m)
		if mover.ID == viewer.ID {
			frame.Waiting++
		}
	}
	return frame, running, nil
}

func (s *site) opponents() []views.Opponent {
	bots := s.office.Opponents()
	list := make([]views.Opponent, len(bots))
	for i, b := range bots {
		list[i] = views.Opponent{ID: b.Player.ID, Name: b.Player.Name, Summary: b.Summary}
	}
	return list
}

// begin starts a match and goes to it. What was wrong is said beside its field,
// with what was typed still there and a new reservation.
func (s *site) begin(c echo.Context) error {
	form := views.StartForm{
		Opponent: c.Request().PostFormValue("opponent"), Rules: c.Request().PostFormValue("rules"), Kickoff: c.Request().PostFormValue("kickoff"),
		Control: c.Request().PostFormValue("control"), Contribution: c.Request().PostFormValue("contribution"),
	}
	m, err := s.office.Begin(c.Request().Context(), actor(c), office.Proposal{
		Reservation: c.Request().PostFormValue("reservation"), Rules: form.Rules, Opponent: form.Opponent,
		Kickoff: form.Kickoff, Control: form.Control, Contribution: form.Contribution,
	})
	if fields := league.Fields(err); fields != nil {
		return s.frontAgain(c, http.StatusUnprocessableEntity, form, fields)
	}
	if err != nil && league.KindOf(err) == league.Stale {
		return s.frontAgain(c, http.StatusConflict, form, map[string]string{"": err.Error()})
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
}

func (s *site) frontAgain(c echo.Context, status int, form views.StartForm, errors map[string]string) error {
	in, err := s.frontInput(c)
	if err != nil {
		return err
	}
	in.Form, in.Errors = form, errors
	return s.render(c, status, views.Front(views.NewFrontPage(in)))
}
