package tournament

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/desk"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// SubstitutePage is the page on which a director puts in who plays for somebody (R-UT-8). With a player in its address it shows
// who would come in and what they would take over.
func (s *Desk) SubstitutePage(c echo.Context) error {
	return s.substituteForm(c, http.StatusOK, desk.DeskForm{Other: c.QueryParam("other")}, nil)
}

// Substitute puts somebody in, or asks a player, and goes to the organiser page.
func (s *Desk) Substitute(c echo.Context) error {
	form := deskForm(c.Request())
	if form.Act != "seek" {
		form.Act = "substitute"
	}
	fields, status, err := s.done(c, form)
	if fields == nil {
		return err
	}
	return s.substituteForm(c, status, form, fields)
}

// substituteForm renders the page. What was typed stands in the form.
func (s *Desk) substituteForm(c echo.Context, status int, form desk.DeskForm, errors map[string]string) error {
	v, frame, err := s.directed(c, "can put in substitutes")
	if err != nil {
		return err
	}
	t := v.Tournament
	if t.State != league.Running || t.Rolling || t.Boards > 0 {
		return league.Errorf(league.Stale, "Substitutes are put in while a tournament is being played.")
	}
	in := tournament.SubstituteInput{Frame: frame, Tournament: t, Other: form.Other, Player: form.Player, Act: form.Act, Text: form.Text, Errors: errors}
	if form.Other != "" {
		found, err := s.office.Substitution(c.Request().Context(), frame.Viewer, t.ID, form.Other)
		switch kind := league.KindOf(err); {
		case err == nil:
			in.Found = &found
		case kind == league.Internal || kind == league.NotFound || kind == league.Forbidden:
			return err
		case errors == nil:
			in.Errors, status = map[string]string{"other": ui.Sentence(err)}, request.StatusOf(kind)
		}
	}
	return s.Render(c, status, tournament.Substitute(tournament.NewSubstitutePage(in)))
}

// Seat is that the viewer, who is asked to play for somebody, does or does not. Then they are at the tournament, or, of a private
// one that they may not see any more, at the list.
func (s *Handlers) Seat(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	act := s.office.DeclineSeat
	if c.Request().PostFormValue("answer") == "accept" {
		act = s.office.AcceptSeat
	}
	err := act(ctx, request.Actor(c), id)
	if err == nil {
		if _, hidden := s.office.Tournament(ctx, s.Sees(c), id); hidden != nil {
			return c.Redirect(http.StatusSeeOther, "/tournaments")
		}
	}
	return s.Acted(c, err)
}

// APITakeSeat is that a player who is asked to play for another one does.
func (s *API) APITakeSeat(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[TournamentBody], error) {
	return s.AfterAct(ctx, who, in.ID, s.office.AcceptSeat(ctx, who.Player, in.ID))
}

// APIDeclineSeat is that they do not. A tournament that they may not see any more then is not told of.
func (s *API) APIDeclineSeat(ctx context.Context, who api.Caller, in *TournamentPath) (*api.Reply[declinedBody], error) {
	if err := s.office.DeclineSeat(ctx, who.Player, in.ID); err != nil {
		return nil, err
	}
	return &api.Reply[declinedBody]{Body: declinedBody{in.ID}}, nil
}

type declinedBody struct {
	Tournament string `json:"tournament"`
}

type substituteRequest struct {
	ID     string `path:"id" maxLength:"64"`
	Player string `path:"player" maxLength:"100" doc:"The name of whose place it is."`
}

type substituteBody struct {
	First string     `json:"first,omitempty" doc:"Of those who wait, the first who meets the terms; without one a player can be asked."`
	Anew  int        `json:"anew" doc:"How many games begin anew, when the whole seat is taken over."`
	Round int        `json:"round" doc:"The first round of who plays on in a row of their own; 0: they take over the whole seat."`
	Until *time.Time `json:"until,omitempty" doc:"Until when the whole seat can be taken over."`
}

// APISubstitute says who would play for a player, and what they would take over.
func (s *API) APISubstitute(ctx context.Context, who api.Caller, in *substituteRequest) (*api.Reply[substituteBody], error) {
	v, err := s.office.Tournament(ctx, league.Of(who.Player), in.ID)
	if err != nil {
		return nil, err
	}
	if err := s.office.MustDirect(who.Player, v.Tournament); err != nil {
		return nil, err
	}
	player, err := s.entrantNamed(ctx, league.Of(who.Player), in.ID, in.Player)
	if err != nil {
		return nil, err
	}
	found, err := s.office.Substitution(ctx, who.Player, in.ID, player)
	if err != nil {
		return nil, err
	}
	b := substituteBody{Anew: len(found.Anew), Round: found.Round}
	if found.First != nil {
		b.First = api.NameOf(found.First.Player)
	}
	if !found.Until.IsZero() {
		b.Until = &found.Until
	}
	return &api.Reply[substituteBody]{Body: b}, nil
}
