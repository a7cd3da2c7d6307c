package web

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// match is the page of one match: the present board, an earlier one (at), a turn
// half entered (do), or the question whether to resign.
func (s *site) match(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	in, err := s.matchInput(c, v)
	if err != nil {
		return err
	}
	if at := c.QueryParam("at"); at != "" {
		if in.At, err = strconv.Atoi(at); err != nil || in.At < 1 || in.At > len(v.Record.Log) {
			return league.Errorf(league.NotFound, "This game has no step %q.", at)
		}
	}
	in.Done = engine.ParseSteps(c.QueryParam("do"))
	in.Resigning = c.QueryParam("resign") != ""
	return s.render(c, http.StatusOK, views.Match(views.NewMatchPage(in)))
}

// matchStream sends the live part of a match's page whenever the match moves on, and
// each line that is said beside it: first what is newer than what the reader has seen.
func (s *site) matchStream(c echo.Context) error {
	id, seen, last := c.Param("id"), markOf(c), 0
	wake, stop := s.office.ListenMatch(id)
	defer stop()
	stream := eventRetry()
	return s.follow(c, feed{kind: eventStream, wake: wake, beat: eventBeat, full: eventFull, news: func(ctx context.Context) ([]byte, error) {
		news := stream
		stream = nil
		event, _, err := s.office.Reached(ctx, id)
		if err != nil || event == last {
			return news, err
		}
		v, err := s.office.Match(ctx, id)
		if err != nil {
			return nil, err
		}
		if last = v.Match.State.Last; v.Record.Seq == seen.seq {
			return news, nil // it has moved on by nothing that the page shows
		}
		seen.seq = v.Record.Seq
		in, err := s.matchInput(c, v)
		if err != nil {
			return nil, err
		}
		return appendEvent(ctx, news, seen, views.MatchLive(views.NewMatchPage(in)))
	}})
}

// steps answers what may be touched next, for turns with too many moves to send
// them all.
func (s *site) steps(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if seen, err := strconv.Atoi(c.QueryParam("seq")); err != nil || seen != v.Record.Seq {
		return c.JSON(http.StatusConflict, views.Continuation{Next: []string{}})
	}
	return c.JSON(http.StatusOK, views.Continue(v.Record.Position, engine.ParseSteps(c.QueryParam("do"))))
}

// play makes a move and shows the match again.
func (s *site) play(c echo.Context) error {
	seen, err := strconv.Atoi(c.Request().PostFormValue("seq"))
	if err != nil {
		seen = 0 // no page has shown that: the answer is the present board
	}
	turn := office.Turn{
		Match: c.Param("id"), Seen: seen, Move: engine.Move(c.Request().PostFormValue("move")),
		Key: c.Request().PostFormValue("key"), Page: true, Arrived: arrived(c),
	}
	if len(turn.Key) > keyLimit {
		return league.Errorf(league.Invalid, "The key of a request has at most %d characters.", keyLimit)
	}
	v, err := s.office.Play(c.Request().Context(), actor(c), turn)
	return s.acted(c, v, turn.Move, err)
}

// keyLimit is the greatest length of the key that names a request, in bytes.
const keyLimit = 64

// resign gives the match up and shows it again.
func (s *site) resign(c echo.Context) error {
	v, err := s.office.Resign(c.Request().Context(), actor(c), c.Param("id"), arrived(c))
	return s.acted(c, v, "", err)
}

// acted answers an act: with a redirect to the match, or with its present board
// and the sentence that says why not.
func (s *site) acted(c echo.Context, v office.View, tried engine.Move, refusal error) error {
	if refusal == nil {
		return c.Redirect(http.StatusSeeOther, "/matches/"+v.Match.ID)
	}
	kind := league.KindOf(refusal)
	if kind == league.Internal || v.Match.ID == "" {
		return refusal
	}
	in, err := s.matchInput(c, v)
	if err != nil {
		return err
	}
	in.Error, in.Tried = refusal.Error(), tried
	if kind == league.Stale {
		in.Error, in.Notice = "", refusal.Error()
	}
	return s.render(c, statusOf(kind), views.Match(views.NewMatchPage(in)))
}

func (s *site) matchInput(c echo.Context, v office.View) (views.MatchInput, error) {
	frame, mine, err := s.frame(c)
	if err != nil {
		return views.MatchInput{}, err
	}
	in := views.MatchInput{
		Frame: frame, Match: v.Match, Record: v.Record, Clocks: v.Clocks,
		Side: v.Match.SideOf(frame.Viewer.ID), Key: rand.Text(),
		Links: s.office.Links(v),
	}
	for _, m := range mine {
		if mover, ok := m.Mover(); ok && m.ID != v.Match.ID && mover.ID == frame.Viewer.ID {
			in.Another = m.ID
			break
		}
	}
	return in, nil
}

// proof sends all that somebody needs to check the dice of a match.
func (s *site) proof(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	proof, err := s.office.Proof(v)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="match.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, proof.Encode())
}

// record sends the match as text.
func (s *site) record(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return c.String(http.StatusOK, league.Text(v.Match, v.Record))
}
