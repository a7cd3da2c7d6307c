package match

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/views/match"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// setUps lists the set-ups that a player, if they are to set up, may make again: the last one, and
// those that they have saved.
func setUps(ctx context.Context, o *office.Office, player league.Player, v play.View) ([]match.SetUp, error) {
	side, p := v.Match.SideOf(player.ID), v.Record.Position
	if side == engine.NoSide || p.Next().Side != side || !engine.SetsUp(v.Record.Game, p) {
		return nil, nil
	}
	var list []match.SetUp
	last, err := o.LastSetUp(ctx, player, v)
	if err != nil {
		return nil, err
	}
	if last != "" {
		list = append(list, match.SetUp{Name: "Last set-up", Move: last})
	}
	saved, err := o.Formations(ctx, player)
	for _, f := range saved {
		if f.Game == v.Match.Game && f.Side == side && p.Check(f.Move) == nil {
			list = append(list, match.SetUp{Name: f.Name, Move: f.Move})
		}
	}
	return list, err
}

// saveFormation keeps a set-up of a match that still waits for one: whoever has resigned sets up no more.
func saveFormation(ctx context.Context, o *office.Office, player league.Player, v play.View, name string, move engine.Move) error {
	if v.Record.Next().Over() {
		return league.FieldErrorf("name", "Formations are saved while you set up.")
	}
	return o.SaveFormation(ctx, player, v.Match, v.Record.Position, name, move)
}

// SaveFormation keeps the set-up that is entered under a name, and shows the match again, with the
// set-up still entered.
func (s *Handlers) SaveFormation(c echo.Context) error {
	ctx, form := c.Request().Context(), c.Request()
	v, err := s.office.Match(ctx, s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	name, move := form.PostFormValue("name"), engine.Move(form.PostFormValue("move"))
	refusal := saveFormation(ctx, s.office, request.Actor(c), v, name, move)
	if sentences := ui.FieldSentences(refusal); refusal != nil && sentences == nil {
		return refusal
	}
	var done []engine.Step
	if v.Record.Position.Check(move) == nil {
		if done, err = v.Record.Position.Steps(move); err != nil {
			return err
		}
	}
	if refusal == nil {
		to := request.MatchURL(v.Match.ID) + study.DoQuery(done)
		if c.QueryParam("flip") != "" {
			to += "&flip=1"
		}
		return c.Redirect(http.StatusSeeOther, to)
	}
	in, err := s.input(c, v)
	if err != nil {
		return err
	}
	in.Done, in.Keeping = done, match.Keeping{Name: name, Error: ui.Sentence(refusal)}
	if in.SetUps == nil && v.Record.Next().Side != in.Side {
		in.Error = in.Keeping.Error // the page has no form for it
	}
	return s.Render(c, http.StatusUnprocessableEntity, match.View(match.NewPage(in)))
}
