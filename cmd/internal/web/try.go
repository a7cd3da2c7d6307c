package web

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views"
)

// try is the page on which a position is tried. All of it is in the address: the rules,
// the position, the steps of a move. A form that brings more than that, such as a move to
// be made, is answered with the address of what came of it.
func (s *site) try(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	typed := c.QueryParam
	in := views.TryInput{Frame: frame, Games: s.office.Games(), Bots: s.opponents(), Typed: s.rulesOf(typed), Text: strings.TrimSpace(typed("position")), Done: engine.ParseSteps(typed("do"))}
	if in.Typed == "" {
		info := in.Games[0].Info()
		in.Typed = info.ID + "/" + info.Variants[0].ID
	}
	if typed("start") != "" {
		in.Text = ""
	}
	in.Errors = s.understand(&in)
	if in.Errors != nil {
		return s.render(c, http.StatusUnprocessableEntity, views.Try(views.NewTryPage(in)))
	}
	if c.QueryParams().Has("move") {
		move := engine.Move(strings.TrimSpace(typed("move")))
		after, err := in.Position.Play(move)
		if err != nil {
			in.Tried, in.Errors = move, map[string]string{"move": engine.Reason(err)}
			return s.render(c, http.StatusUnprocessableEntity, views.Try(views.NewTryPage(in)))
		}
		in.Position = after
	}
	if typed("bot") != "" {
		return s.hint(c, in)
	}
	if shared(c.QueryParams(), in) {
		return s.render(c, http.StatusOK, views.Try(views.NewTryPage(in)))
	}
	return c.Redirect(http.StatusSeeOther, views.TryURL(in.Rules, in.Position.String(), nil)+"#shown")
}

// shared says that an address is the one under which a position is shared, or names none.
func shared(query url.Values, in views.TryInput) bool {
	for name := range query {
		if name != "rules" && name != "position" && name != "do" {
			return false
		}
	}
	return len(query) == 0 || query.Get("rules") == in.Rules && query.Get("position") == in.Position.String()
}

// understand finds the rules and the position of what was typed; what is wrong comes as
// sentences by field.
func (s *site) understand(in *views.TryInput) map[string]string {
	game, variant, err := s.office.Rules(in.Typed)
	if err != nil {
		return league.Fields(err)
	}
	if n := utf8.RuneCountInString(in.Text); n > views.PositionLetters {
		in.Text = string([]rune(in.Text)[:views.PositionLetters])
		return map[string]string{"position": "No position is as long as this."}
	}
	in.Game, in.Rules = game, game.Info().ID+"/"+variant
	if in.Text == "" {
		in.Position, err = game.Start(variant)
	} else {
		in.Position, err = game.Parse(variant, in.Text)
	}
	if err != nil {
		in.Position = nil
		return map[string]string{"position": engine.Reason(err)}
	}
	in.Text = in.Position.String()
	return nil
}
