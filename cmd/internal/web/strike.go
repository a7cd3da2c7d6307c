package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// strikePage is the page on which a director strikes a player. With a player and a
// reason in its address it shows what that would do.
func (s *site) strikePage(c echo.Context) error {
	return s.strikeForm(c, http.StatusOK, c.QueryParam("player"), c.QueryParam("reason"), nil)
}

// strike strikes a player and goes to the tournament.
func (s *site) strike(c echo.Context) error {
	r := c.Request()
	player, reason := r.PostFormValue("player"), r.PostFormValue("reason")
	err := s.office.Strike(r.Context(), actor(c), c.Param("id"), player, reason)
	kind := league.KindOf(err)
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, "/tournaments/"+c.Param("id"))
	case kind == league.Internal || kind == league.NotFound || kind == league.Forbidden:
		return err
	}
	fields := league.Fields(err)
	if fields == nil {
		fields = map[string]string{"": err.Error()}
	}
	return s.strikeForm(c, statusOf(kind), player, reason, fields)
}

func (s *site) strikeForm(c echo.Context, status int, player, reason string, errors map[string]string) error {
	v, frame, err := s.directed(c, "can strike players")
	if err != nil {
		return err
	}
	t := v.Tournament
	if t.State != league.Running || t.Rolling {
		return league.Errorf(league.Stale, "Players can be struck while a tournament of fixed groups is being played.")
	}
	in := views.StrikeInput{Frame: frame, Tournament: t, Player: player, Reason: reason, Errors: errors}
	if errors == nil && player != "" {
		if err := s.struck(v, &in); err != nil {
			in.Errors, status = map[string]string{"player": err.Error()}, statusOf(league.KindOf(err))
		}
	}
	return s.render(c, status, views.Strike(views.NewStrikePage(in)))
}

// withdrawalPage shows a player what his withdrawal from a tournament that is being played
// would do, before he is sure (R-FF-7).
func (s *site) withdrawalPage(c echo.Context) error {
	v, err := s.office.Tournament(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	t := v.Tournament
	e, plays := t.Entrant(frame.Viewer.ID)
	switch {
	case !plays || frame.Viewer.ID == "":
		return league.Errorf(league.Forbidden, "You do not play in this tournament.")
	case t.State != league.Running || t.Rolling || t.Waits(e):
		return league.Errorf(league.Stale, "There is nothing to withdraw from: this tournament is not being played.")
	}
	in := views.StrikeInput{Frame: frame, Tournament: t, Player: frame.Viewer.ID, Own: true}
	if err := s.struck(v, &in); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Strike(views.NewStrikePage(in)))
}

// struck finds what striking the chosen player would do.
func (s *site) struck(v office.TournamentView, in *views.StrikeInput) error {
	strike, err := s.office.StrikeOf(v, in.Player)
	if err == nil {
		in.Strike = &strike
	}
	return err
}
