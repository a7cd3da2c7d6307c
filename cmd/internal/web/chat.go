package web

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// chatInput is what a page shows of the chat beside a match; nil where there is nobody
// to talk to.
func (s *site) chatInput(ctx context.Context, viewer league.Player, m league.Match, before int) (*views.ChatInput, error) {
	if !office.HasChat(m) {
		return nil, nil
	}
	page, err := s.office.LatestLines(ctx, viewer.ID, m.ID, before)
	if err != nil {
		return nil, err
	}
	in := &views.ChatInput{Lines: page.Lines, First: page.First, Last: page.Last, Before: before}
	in.Muted, err = s.office.Muted(ctx, viewer.ID)
	return in, err
}

// say says something beside a match. The script of the page gets the form alone, to
// put in the place of the one that was sent.
func (s *site) say(c echo.Context) error {
	id, text, key := c.Param("id"), c.Request().PostFormValue("text"), c.Request().PostFormValue("key")
	if err := checkKey(key); err != nil {
		return err
	}
	err := s.office.Say(c.Request().Context(), actor(c), office.Saying{Match: id, Text: text, Key: key, Arrived: arrived(c)})
	fields := league.Fields(err)
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
		return c.Redirect(http.StatusSeeOther, matchURL(id)+"#chat")
	}
	return s.chatAgain(c, status, func(in *views.ChatInput) { in.Text, in.Error = text, fields["text"] })
}

// sayAgain sends the form in which a line is written.
func (s *site) sayAgain(c echo.Context, status int, text, wrong string) error {
	v, err := s.office.Match(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	in := views.ChatInput{Text: text, Error: wrong}
	return s.render(c, status, views.SayForm(*views.NewChat(actor(c), v.Match, rand.Text(), in).Say))
}

// chatAgain shows the match with what was typed into one of the chat's forms.
func (s *site) chatAgain(c echo.Context, status int, typed func(*views.ChatInput)) error {
	v, err := s.office.Match(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	in, err := s.matchInput(c, v)
	if err != nil {
		return err
	}
	if in.Chat != nil {
		typed(in.Chat)
	}
	return s.render(c, status, views.Match(views.NewMatchPage(in)))
}

// report tells the operator about a line.
func (s *site) report(c echo.Context) error {
	ctx, id, reason := c.Request().Context(), c.Param("id"), c.Request().PostFormValue("reason")
	n, err := strconv.Atoi(c.Request().PostFormValue("line"))
	if err != nil {
		n = 0 // there is no such line
	}
	if err = s.office.Report(ctx, actor(c), id, n, reason); err == nil {
		return c.Redirect(http.StatusSeeOther, matchURL(id)+"?told=1#chat")
	}
	wrong := league.Fields(err)["reason"]
	if wrong == "" {
		return err
	}
	line, err := s.office.Line(ctx, id, n)
	if err != nil {
		return err
	}
	return s.chatAgain(c, http.StatusUnprocessableEntity, func(in *views.ChatInput) {
		in.Report, in.Reason, in.ReasonError = &line, reason, wrong
	})
}

// mute keeps a player's lines from the one who asks, unmute brings them back.
func (s *site) mute(c echo.Context) error   { return s.muteOr(c, true) }
func (s *site) unmute(c echo.Context) error { return s.muteOr(c, false) }

func (s *site) muteOr(c echo.Context, mute bool) error {
	if err := s.office.Mute(c.Request().Context(), actor(c), c.Param("id"), mute); err != nil {
		return err
	}
	if match := c.Request().PostFormValue("match"); match != "" {
		return c.Redirect(http.StatusSeeOther, matchURL(match)+"#chat")
	}
	return c.Redirect(http.StatusSeeOther, "/players/"+url.PathEscape(c.Param("id")))
}

// matchURL is the address of a match, whatever its id is said to be.
func matchURL(id string) string { return "/matches/" + url.PathEscape(id) }
