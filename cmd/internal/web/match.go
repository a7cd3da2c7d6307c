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
	if in.Chat != nil {
		in.Chat.Told = c.QueryParam("told") != ""
		if n, err := strconv.Atoi(c.QueryParam("report")); err == nil && in.Viewer.Kind == league.Member {
			if line, err := s.office.Line(c.Request().Context(), v.Match.ID, n); err == nil && line.Author != in.Viewer.ID {
				in.Chat.Report = &line
			}
		}
	}
	if c.QueryParam("moved") != "" {
		in.Notice = "Your move is made. This game waits for you too."
	}
	in.Done = engine.ParseSteps(c.QueryParam("do"))
	in.Resigning = c.QueryParam("resign") != ""
	return s.render(c, http.StatusOK, views.Match(views.NewMatchPage(in)))
}

// matchStream sends the live part of a match's page whenever the match moves on, and
// each line that is said beside it: first what is newer than what the reader has seen.
func (s *site) matchStream(c echo.Context) error {
	wake, stop := s.office.ListenMatch(c.Param("id"))
	defer stop()
	l := &listener{site: s, c: c, seen: markOf(c), more: make(chan struct{}, 1)}
	return s.follow(c, feed{kind: eventStream, wake: wake, more: l.more, beat: eventBeat, full: eventFull, news: l.news})
}

// A listener is somebody who follows a match.
type listener struct {
	site *site
	c    echo.Context
	seen mark
	last int         // the last event of the match when it was looked at; 0: not yet
	view office.View // as it was then
	more chan struct{}
}

// news returns the events of what the listener has not seen.
func (l *listener) news(ctx context.Context) ([]byte, error) {
	var stream []byte
	if l.last == 0 {
		stream = eventRetry()
	}
	event, line, err := l.site.office.Reached(ctx, l.c.Param("id"))
	if err != nil {
		return nil, err
	}
	if event != l.last {
		if stream, err = l.moved(ctx, stream); err != nil {
			return nil, err
		}
	}
	if line > l.seen.line {
		stream, err = l.said(ctx, stream)
	}
	if line > l.seen.line {
		select {
		case l.more <- struct{}{}:
		default: // it says so already
		}
	}
	return stream, err
}

// moved adds the live part of the page, if the match has moved on by anything that it shows.
func (l *listener) moved(ctx context.Context, stream []byte) ([]byte, error) {
	v, err := l.site.office.Match(ctx, l.c.Param("id"))
	if err != nil {
		return nil, err
	}
	given := l.last > 0 && v.Clocks != l.view.Clocks // time was given, or a clock rests
	l.view, l.last = v, v.Match.State.Last
	if v.Record.Seq == l.seen.seq && !given {
		return stream, nil
	}
	l.seen.seq = v.Record.Seq
	in, err := l.site.matchInput(l.c, v)
	if err != nil {
		return nil, err
	}
	return appendEvent(ctx, stream, l.seen, views.MatchLive(views.NewMatchPage(in)))
}

// said adds some of the lines that the listener has not seen and wants to.
func (l *listener) said(ctx context.Context, stream []byte) ([]byte, error) {
	viewer, err := l.site.viewer(l.c)
	if err != nil {
		return nil, err
	}
	lines, last, err := l.site.office.Lines(ctx, viewer.ID, l.view.Match.ID, l.seen.line)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		l.seen.line = line.N
		if stream, err = appendEvent(ctx, stream, l.seen, views.ChatLine(views.NewLine(viewer, l.view.Match, line))); err != nil {
			return nil, err
		}
	}
	l.seen.line = last
	return stream, nil
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
	return c.JSON(http.StatusOK, views.ContinueOnPage(v.Record, engine.ParseSteps(c.QueryParam("do"))))
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
	if err := checkKey(turn.Key); err != nil {
		return err
	}
	v, err := s.office.Play(c.Request().Context(), actor(c), turn)
	if err == nil {
		return s.goOnPlaying(c, v)
	}
	return s.acted(c, v, turn.Move, err)
}

// goOnPlaying leads on after a move: to the next match that waits, if the opponent is a
// person, who may take days. A bot answers at once, so the player stays.
func (s *site) goOnPlaying(c echo.Context, v office.View) error {
	mover, running := v.Match.Mover()
	if !running || mover.ID == actor(c).ID || mover.Kind == league.Bot {
		return s.acted(c, v, "", nil)
	}
	waiting, _, err := s.office.PartOf(c.Request().Context(), actor(c).ID, league.Mine, league.Place{}, 1)
	if err != nil {
		return err
	}
	if len(waiting) == 0 {
		return s.acted(c, v, "", nil)
	}
	return c.Redirect(http.StatusSeeOther, matchURL(waiting[0].ID)+"?moved=1")
}

// keyLimit is the greatest length of the key that names a request, in bytes.
const keyLimit = 64

// checkKey refuses what is no key of a request.
func checkKey(key string) error {
	if len(key) > keyLimit || !readable(key) {
		return league.Errorf(league.Invalid, "The key of a request is a text of at most %d characters.", keyLimit)
	}
	return nil
}

// order gives a standing order and shows the match again.
func (s *site) order(c echo.Context) error {
	v, err := s.office.Order(c.Request().Context(), actor(c), c.Param("id"), c.Request().PostFormValue("order"), arrived(c))
	return s.acted(c, v, "", err)
}

// resign gives the match up and shows it again.
func (s *site) resign(c echo.Context) error {
	v, err := s.office.Resign(c.Request().Context(), actor(c), c.Param("id"), arrived(c))
	return s.acted(c, v, "", err)
}

// acted answers an act: with a redirect to the match, or with its present board
// and the sentence that says why not.
func (s *site) acted(c echo.Context, v office.View, tried engine.Move, refusal error) error {
	if refusal == nil {
		return c.Redirect(http.StatusSeeOther, matchURL(v.Match.ID))
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
		Links: s.office.Links(v), Address: s.addressOf(c),
	}
	if in.Away, err = s.away(c, v); err != nil {
		return views.MatchInput{}, err
	}
	before, _ := strconv.Atoi(c.QueryParam("before")) // nonsense shows the latest lines
	if in.Chat, err = s.chatInput(c.Request().Context(), frame.Viewer, v.Match, max(0, before)); err != nil {
		return views.MatchInput{}, err
	}
	if cup, ok, err := s.office.TournamentOf(c.Request().Context(), v.Match); err != nil {
		return views.MatchInput{}, err
	} else if ok {
		in.Cup, in.Directs = cup.Name, s.office.Directs(frame.Viewer, cup)
		if in.Legs, err = s.office.Legs(c.Request().Context(), v.Match, cup); err != nil {
			return views.MatchInput{}, err
		}
	}
	if v.Match.Rated && v.Record.Next().Over() {
		if in.Ratings, err = s.office.RatingsOf(c.Request().Context(), v.Match.ID); err != nil {
			return views.MatchInput{}, err
		}
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
