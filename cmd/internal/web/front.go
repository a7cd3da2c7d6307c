package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/match"
	"kickabout/cmd/internal/web/offer"
	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/league"
	"kickabout/views/front"
	offerview "kickabout/views/offer"
	"kickabout/views/ui"
)

// How much the front page shows.
const (
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
		if in.Form, err = s.offers.Rematch(c, in.Viewer, match); err != nil {
			return err
		}
	}
	return s.Render(c, http.StatusOK, front.View(front.NewPage(in)))
}

// watch is the part of the front page that changes by itself.
func (s *site) watch(c echo.Context) error {
	running, err := s.office.Running(c.Request().Context(), s.Sees(c), runningShown)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, front.Watch(front.NewWatchView(s.office.Games(), running, s.office.Now())))
}

// frontInput is what the front page shows, with dice of its own.
func (s *site) frontInput(c echo.Context) (front.Input, error) {
	in, err := request.ForVisitors(s.Site, c, func() (front.Input, error) { return s.frontShown(c) })
	reservation := s.office.Reserve()
	in.Reservation, in.Head = reservation.ID, reservation.Head
	return in, err
}

func (s *site) frontShown(c echo.Context) (front.Input, error) {
	ctx := c.Request().Context()
	frame, mine, err := s.Frame(c)
	if err != nil {
		return front.Input{}, err
	}
	offers, err := s.office.Offers(ctx, frame.Viewer)
	if err != nil {
		return front.Input{}, err
	}
	invited, _, err := s.office.Invitations(ctx, frame.Viewer)
	if err != nil {
		return front.Input{}, err
	}
	running, err := s.office.Running(ctx, s.Sees(c), runningShown)
	if err != nil {
		return front.Input{}, err
	}
	finished, err := s.office.Finished(ctx, s.Sees(c), finishedShown)
	if err != nil {
		return front.Input{}, err
	}
	cups, err := s.office.Tournaments(ctx, s.Sees(c), league.Registration, tournament.OpenShown)
	if err != nil {
		return front.Input{}, err
	}
	notices, err := s.office.SiteNotices(ctx, s.office.Now().Add(-noticesNew))
	if err != nil {
		return front.Input{}, err
	}
	nearest, err := s.office.Nearest(ctx, s.Sees(c), nearestRead)
	if err != nil {
		return front.Input{}, err
	}
	playing, err := s.office.PlayingIn(ctx, s.Sees(c), frame.Viewer, match.GroupsShown)
	if err != nil {
		return front.Input{}, err
	}
	return front.Input{
		Notices: notices, Frame: frame, Games: s.office.Games(),
		Opponents: s.study.Opponents(), Offers: offers, Invited: len(invited),
		Mine: mine, Playing: playing, Running: running, Finished: finished, Cups: cups, Nearest: nearest,
	}, nil
}

// begin starts a match and goes to it. What was wrong is said beside its field,
// with what was typed still there and a new reservation.
func (s *site) begin(c echo.Context) error {
	form := s.offers.FormOf(c)
	m, err := s.office.Begin(c.Request().Context(), request.Actor(c), offer.ProposalOf(c, form))
	if fields := ui.FieldSentences(err); fields != nil {
		return s.frontAgain(c, http.StatusUnprocessableEntity, form, fields)
	}
	if err != nil && league.KindOf(err) == league.Stale {
		return s.frontAgain(c, http.StatusConflict, form, map[string]string{"": ui.Sentence(err)})
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
}

func (s *site) frontAgain(c echo.Context, status int, form offerview.StartForm, errors map[string]string) error {
	in, err := s.frontInput(c)
	if err != nil {
		return err
	}
	in.Form, in.Errors = form, errors
	if status != http.StatusConflict { // after which the reservation is used up
		reservation := s.office.ReserveAgain(c.Request().PostFormValue("reservation"))
		in.Reservation, in.Head = reservation.ID, reservation.Head
	}
	return s.Render(c, status, front.View(front.NewPage(in)))
}

// noticesNew is how long the front page shows a notice of the site.
const noticesNew = 7 * 24 * time.Hour
