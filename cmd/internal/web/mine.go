package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views"
)

// How much the lists of a player's matches show.
const (
	partShown = 100 // of those that run; whoever has more plays these first
	overShown = 20  // on a page of finished ones

	groupsShown = 12 // of the tournaments in which he plays
)

// mine is the page of the viewer's own matches.
func (s *site) mine(c echo.Context) error {
	ctx := c.Request().Context()
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	in := views.MineInput{Frame: frame, Games: s.office.Games()}
	if frame.Viewer.ID == "" {
		return s.render(c, http.StatusOK, views.Mine(views.NewMinePage(in)))
	}
	if in.Mine, _, err = s.office.PartOf(ctx, frame.Viewer.ID, league.Mine, league.Place{}, partShown); err != nil {
		return err
	}
	if in.Theirs, _, err = s.office.PartOf(ctx, frame.Viewer.ID, league.Theirs, league.Place{}, partShown); err != nil {
		return err
	}
	if in.Playing, err = s.office.PlayingIn(ctx, frame.Viewer, groupsShown); err != nil {
		return err
	}
	if in.ToMe, in.FromMe, err = s.office.Invitations(ctx, frame.Viewer); err != nil {
		return err
	}
	if in.Used, _, err = s.office.UsedDay(ctx, frame.Viewer); err != nil {
		return err
	}
	if in.Over, in.Older, in.OverEnd, err = s.over(c, frame.Viewer.ID); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Mine(views.NewMinePage(in)))
}

// over is the page of a player's finished matches that a request asks for.
func (s *site) over(c echo.Context, player string) (list []league.Match, older bool, end league.Place, err error) {
	var after league.Place
	at, id, _ := strings.Cut(c.QueryParam("over"), ".")
	if ms, err := strconv.ParseInt(at, 10, 64); err == nil && id != "" { // nonsense begins at the beginning
		after = league.Place{At: ms, ID: id}
	}
	list, end, err = s.office.PartOf(c.Request().Context(), player, league.Over, after, overShown)
	return list, after != (league.Place{}), end, err
}

// errSignedOut ends a stream whose reader is no longer who he was.
var errSignedOut = errors.New("the session has ended")

// waitingStream tells a member's pages how many matches wait for him, at first and
// whenever that changes. Others have nothing to wait for between two pages.
func (s *site) waitingStream(c echo.Context) error {
	viewer, err := s.viewer(c)
	if err != nil {
		return err
	}
	if viewer.Kind != league.Member {
		return c.NoContent(http.StatusNoContent) // after which a browser does not ask again
	}
	wake, stop := s.office.ListenPlayer(viewer.ID)
	defer stop()
	seen, told := -1, -1
	return s.follow(c, feed{kind: eventStream, wake: wake, beat: eventBeat, full: eventFull, news: func(ctx context.Context) ([]byte, error) {
		var stream []byte
		if seen < 0 {
			stream = eventRetry()
		}
		if now, err := s.viewer(c); err != nil || now.ID != viewer.ID {
			return nil, errors.Join(err, errSignedOut)
		}
		notice, err := s.office.LastNotice(ctx, viewer.ID)
		if err != nil || notice == seen {
			return stream, err
		}
		seen = notice
		waiting, err := s.office.Waiting(ctx, viewer.ID)
		if err != nil || waiting == told {
			return stream, err
		}
		told = waiting
		return append(stream, "event: waiting\ndata: "+strconv.Itoa(waiting)+"\n\n"...), nil
	}})
}
