package match

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/views/front"
)

// How much the lists of a player's matches show.
const (
	partShown = 100 // of those that run; whoever has more plays these first
	overShown = 20  // on a page of finished ones

	GroupsShown = 12 // of the tournaments in which they play
)

// Mine is the page of the viewer's own matches.
func (s *Handlers) Mine(c echo.Context) error {
	ctx := c.Request().Context()
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := front.MineInput{Frame: frame, Games: s.office.Games()}
	if frame.Viewer.ID == "" {
		return s.Render(c, http.StatusOK, front.Mine(front.NewMinePage(in)))
	}
	over := overOf(c)
	parts, ends, err := s.office.PartsOf(ctx, s.Sees(c), frame.Viewer.ID,
		league.PartList{Part: league.Mine, Limit: partShown}, league.PartList{Part: league.Theirs, Limit: partShown}, over)
	if err != nil {
		return err
	}
	in.Mine, in.Theirs, in.Over = parts[0], parts[1], parts[2]
	in.Older, in.OverEnd = over.After != (league.Place{}), ends[2]
	if in.Playing, err = s.office.PlayingIn(ctx, s.Sees(c), frame.Viewer, GroupsShown); err != nil {
		return err
	}
	if in.ToMe, in.FromMe, err = s.office.Invitations(ctx, frame.Viewer); err != nil {
		return err
	}
	if in.Paces, err = s.office.Paces(ctx, s.Sees(c), in.ToMe...); err != nil {
		return err
	}
	if in.Chats, err = s.office.Reach.UnreadChats(ctx, frame.Viewer); err != nil {
		return err
	}
	if in.Used, _, err = s.office.UsedDay(ctx, frame.Viewer); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, front.Mine(front.NewMinePage(in)))
}

// Over is the page of a player's finished matches that a request asks for.
func (s *Handlers) Over(c echo.Context, player string) (list []league.Match, older bool, end league.Place, err error) {
	over := overOf(c)
	list, end, err = s.office.PartOf(c.Request().Context(), s.Sees(c), player, over.Part, over.After, over.Limit)
	return list, over.After != (league.Place{}), end, err
}

// overOf is which finished matches a request asks for.
func overOf(c echo.Context) league.PartList {
	over := league.PartList{Part: league.Over, Limit: overShown}
	at, id, _ := strings.Cut(c.QueryParam("over"), ".")
	if ms, err := strconv.ParseInt(at, 10, 64); err == nil && id != "" { // nonsense begins at the beginning
		over.After = league.Place{At: ms, ID: id}
	}
	return over
}

// WaitingStream tells a member's pages how many matches wait for them, at first and
// whenever that changes. Others have nothing to wait for between two pages.
func (s *Handlers) WaitingStream(c echo.Context) error {
	viewer, err := s.Viewer(c)
	if err != nil {
		return err
	}
	if viewer.Kind != league.Member {
		return c.NoContent(http.StatusNoContent) // after which a browser does not ask again
	}
	wake, stop := s.office.ListenPlayer(viewer.ID, core.SessionPass(s.Credential(c)))
	defer stop()
	here := func(ctx context.Context) { s.office.Reach.Present(ctx, viewer.ID) }
	seen, unread, told, rung := -1, -1, -1, -1
	return s.Follow(c, request.Feed{Kind: request.EventStream, Wake: wake, Beat: request.EventBeat, Here: here, Full: request.EventFull, News: func(ctx context.Context) ([]byte, error) {
		var stream []byte
		if seen < 0 {
			stream = request.EventRetry()
		}
		if now, err := s.Viewer(c); err != nil || now.ID != viewer.ID {
			return nil, errors.Join(err, request.ErrSignedOut)
		}
		notice, news, err := s.office.PlayerReached(ctx, viewer.ID)
		if err != nil || notice == seen && news == unread {
			return stream, err
		}
		seen, unread = notice, news
		waiting, err := s.office.Waiting(ctx, viewer.ID)
		if err != nil {
			return stream, err
		}
		if waiting != told {
			told = waiting
			stream = append(stream, "event: waiting\ndata: "+strconv.Itoa(waiting)+"\n\n"...)
		}
		bell, err := s.office.Reach.Bell(ctx, viewer)
		if err == nil && bell != rung {
			rung = bell
			stream = append(stream, "event: bell\ndata: "+strconv.Itoa(bell)+"\n\n"...)
		}
		return stream, err
	}})
}
