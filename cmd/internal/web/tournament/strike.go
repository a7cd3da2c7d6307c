package tournament

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	contests "kickabout/league/tournaments"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// StrikePage is the page on which a director strikes a player. With a player and a
// reason in its address it shows what that would do.
func (s *Desk) StrikePage(c echo.Context) error {
	return s.strikeForm(c, http.StatusOK, c.QueryParam("player"), c.QueryParam("reason"), nil)
}

// Strike strikes a player and goes to the tournament.
func (s *Desk) Strike(c echo.Context) error {
	r := c.Request()
	player, reason := r.PostFormValue("player"), r.PostFormValue("reason")
	err := s.office.Strike(r.Context(), request.Actor(c), c.Param("id"), player, reason)
	kind := league.KindOf(err)
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, "/tournaments/"+c.Param("id"))
	case kind == league.Internal || kind == league.NotFound || kind == league.Forbidden:
		return err
	}
	fields := ui.FieldSentences(err)
	if fields == nil {
		fields = map[string]string{"": ui.Sentence(err)}
	}
	return s.strikeForm(c, request.StatusOf(kind), player, reason, fields)
}

func (s *Desk) strikeForm(c echo.Context, status int, player, reason string, errors map[string]string) error {
	v, frame, err := s.directed(c, "can strike players")
	if err != nil {
		return err
	}
	t := v.Tournament
	if t.State != league.Running || t.Rolling {
		return league.Errorf(league.Stale, "Players can be struck while a tournament of fixed groups is being played.")
	}
	in := tournament.StrikeInput{Frame: frame, Tournament: t, Player: player, Reason: reason, Errors: errors}
	if errors == nil && player != "" {
		if err := s.struck(v, &in); err != nil {
			in.Errors, status = map[string]string{"player": ui.Sentence(err)}, request.StatusOf(league.KindOf(err))
		}
	}
	return s.Render(c, status, tournament.Strike(tournament.NewStrikePage(in)))
}

// WithdrawalPage shows a player what their withdrawal from a tournament that is being played
// would do, before they are sure (R-FF-7).
func (s *Desk) WithdrawalPage(c echo.Context) error {
	v, err := s.office.Tournament(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
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
	in := tournament.StrikeInput{Frame: frame, Tournament: t, Player: frame.Viewer.ID, Own: true}
	if err := s.struck(v, &in); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, tournament.Strike(tournament.NewStrikePage(in)))
}

// struck finds what striking the chosen player would do.
func (s *Desk) struck(v contests.TournamentView, in *tournament.StrikeInput) error {
	strike, err := s.office.StrikeOf(v, in.Player)
	if err == nil {
		in.Strike = &strike
	}
	return err
}
