package match

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/views/match"
	"kickabout/views/ui"
)

// Requests answer the requests for rulings (R-FF-14).
type Requests struct{ matches *Handlers }

// Ask asks who directs the tournament of a match for a ruling, and shows the match again: with what was typed, and why, if
// that was refused.
func (r Requests) Ask(c echo.Context) error {
	s, ctx, id, text := r.matches, c.Request().Context(), c.Param("id"), c.Request().PostFormValue("text")
	refusal := s.office.RequestRuling(ctx, request.Actor(c), id, text)
	if refusal == nil {
		return c.Redirect(http.StatusSeeOther, request.MatchURL(id))
	}
	status, said := http.StatusUnprocessableEntity, ui.FieldSentences(refusal)["text"]
	if league.KindOf(refusal) == league.Stale { // such as that the opponent was quicker
		status, said = http.StatusConflict, refusal.Error()
	}
	if said == "" {
		return refusal
	}
	v, err := s.office.Match(ctx, s.Sees(c), id)
	if err != nil {
		return err
	}
	in, err := s.input(c, v)
	if err != nil {
		return err
	}
	in.Asking = match.Asking{Text: text, Error: said}
	page := match.NewPage(in)
	if page.Ruling == nil { // it has no place for it
		return refusal
	}
	return s.Render(c, status, match.View(page))
}

// wanted returns the ruling that is asked for in a match of a tournament; nil if none is.
func wanted(ctx context.Context, o *office.Office, viewer league.Viewer, v play.View, cup league.Tournament) (*league.RulingRequest, error) {
	cup.Roles = slices.DeleteFunc(slices.Clone(cup.Roles), func(a league.Appointment) bool { return a.Role != league.WantsRuling(v.Match.ID) })
	if len(cup.Roles) == 0 {
		return nil, nil
	}
	list, err := o.RulingRequests(ctx, viewer, cup)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
