package match

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/views/match"
	"kickabout/views/ui"
)

// chatInput is what a page shows of the chat beside a match; nil where there is nobody
// to talk to.
func (s *Handlers) chatInput(ctx context.Context, viewer league.Player, m league.Match, before int) (*match.ChatInput, error) {
	if !members.HasChat(m) {
		return nil, nil
	}
	page, err := s.office.LatestLines(ctx, league.Of(viewer), m.ID, before)
	if err != nil {
		return nil, err
	}
	in := &match.ChatInput{Lines: page.Lines, First: page.First, Last: page.Last, Before: before}
	in.Muted, err = s.office.Muted(ctx, viewer.ID)
	return in, err
}

// Say says something beside a match. The script of the page gets the form alone, to
// put in the place of the one that was sent.
func (s *Handlers) Say(c echo.Context) error {
	id, text, key := c.Param("id"), c.Request().PostFormValue("text"), c.Request().PostFormValue("key")
	if err := request.CheckKey(key); err != nil {
		return err
	}
	err := s.office.Say(c.Request().Context(), request.Actor(c), members.Saying{Match: id, Text: text, Key: key, Arrived: request.Arrived(c)})
	fields := ui.FieldSentences(err)
	if err != nil && fields == nil {
		return err
	}
	status := http.StatusOK
	if fields != nil {
		status = http.StatusUnprocessableEntity
	} else {
		text = ""
	}
	if c.Request().Header.Get("HX-Request") != "" {
		return s.sayAgain(c, status, text, fields["text"])
	}
	if fields == nil {
		return c.Redirect(http.StatusSeeOther, request.MatchURL(id)+"#chat")
	}
	return s.chatAgain(c, status, func(in *match.ChatInput) { in.Text, in.Error = text, fields["text"] })
}

// sayAgain sends the form in which a line is written.
func (s *Handlers) sayAgain(c echo.Context, status int, text, wrong string) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	in := match.ChatInput{Text: text, Error: wrong}
	return s.Render(c, status, match.SayForm(*match.NewChat(request.Actor(c), v.Match, rand.Text(), in).Say))
}

// chatAgain shows the match with what was typed into one of the chat's forms.
func (s *Handlers) chatAgain(c echo.Context, status int, typed func(*match.ChatInput)) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	in, err := s.input(c, v)
	if err != nil {
		return err
	}
	if in.Chat != nil {
		typed(in.Chat)
	}
	return s.Render(c, status, match.View(match.NewPage(in)))
}

// Report tells the operator about a line.
func (s *Handlers) Report(c echo.Context) error {
	ctx, id, reason := c.Request().Context(), c.Param("id"), c.Request().PostFormValue("reason")
	n, err := strconv.Atoi(c.Request().PostFormValue("line"))
	if err != nil {
		n = 0 // there is no such line
	}
	if err = s.office.Report(ctx, request.Actor(c), id, n, reason); err == nil {
		return c.Redirect(http.StatusSeeOther, request.MatchURL(id)+"?told=1#chat")
	}
	wrong := ui.FieldSentences(err)["reason"]
	if wrong == "" {
		return err
	}
	line, err := s.office.Line(ctx, s.Sees(c), id, n)
	if err != nil {
		return err
	}
	return s.chatAgain(c, http.StatusUnprocessableEntity, func(in *match.ChatInput) {
		in.Report, in.Reason, in.ReasonError = &line, reason, wrong
	})
}
