package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views"
)

// How much the front page shows.
const (
	mineShown     = 50
	runningShown  = 6
	finishedShown = 8
	nearestRead   = 24 // editions open for entry, of which the page shows some
)

// front is the page that says what goes on now; its form may be filled for a match
// against a bot once more (rematch).
func (s *site) front(c echo.Context) error {
	in, err := s.frontInput(c)
	if err != nil {
		return err
	}
	if match := c.QueryParam("rematch"); match != "" {
		if in.Form, err = s.rematch(c, in.Viewer, match); err != nil {
			return err
		}
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
	offers, err := s.office.Offers(ctx, frame.Viewer)
	if err != nil {
		return views.FrontInput{}, err
	}
	invited, _, err := s.office.Invitations(ctx, frame.Viewer)
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
	cups, err := s.office.Tournaments(ctx, league.Registration, openShown)
	if err != nil {
		return views.FrontInput{}, err
	}
	notices, err := s.office.SiteNotices(ctx, s.office.Now().Add(-noticesNew))
	if err != nil {
		return views.FrontInput{}, err
	}
	nearest, err := s.office.Nearest(ctx, nearestRead)
	if err != nil {
		return views.FrontInput{}, err
	}
	playing, err := s.office.PlayingIn(ctx, frame.Viewer, groupsShown)
	if err != nil {
		return views.FrontInput{}, err
	}
	reservation := s.office.Reserve()
	return views.FrontInput{
		Notices: notices, Frame: frame, Games: s.office.Games(), Reservation: reservation.ID, Head: reservation.Head,
		Opponents: s.opponents(), Offers: offers, Invited: len(invited),
		Mine: mine, Playing: playing, Running: running, Finished: finished, Cups: cups, Nearest: nearest,
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
	form := s.formOf(c)
	m, err := s.office.Begin(c.Request().Context(), actor(c), proposalOf(c, form))
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
	if status != http.StatusConflict { // after which the reservation is used up
		reservation := s.office.ReserveAgain(c.Request().PostFormValue("reservation"))
		in.Reservation, in.Head = reservation.ID, reservation.Head
	}
	return s.render(c, status, views.Front(views.NewFrontPage(in)))
}
