package study

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// hintsAtOnce is how many bots think for visitors at a time: the strongest take as long as
// they take for a move of a match.
const hintsAtOnce = 1

// hint shows what a bot would do in the position of a page on which positions are tried. The
// page without it is the one that is shared.
func (s *Handlers) hint(c echo.Context, in study.TryInput) error {
	in.Asked = c.QueryParam("bot")
	status, err := s.askBot(c, &in)
	if err != nil {
		return err
	}
	return s.Render(c, status, study.Try(study.NewTryPage(in)))
}

// askBot fills in what the bot says, or why it says nothing, and returns the status of the page.
func (s *Handlers) askBot(c echo.Context, in *study.TryInput) (int, error) {
	if _, wait := s.Limits.Hints.Take(request.Neighbourhood(c.RealIP()), request.Arrived(c)); wait > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(wait/time.Second)+1))
		in.Errors = map[string]string{"bot": "You have asked often in a short time. Wait a few minutes and ask again."}
		return http.StatusTooManyRequests, nil
	}
	ctx := c.Request().Context()
	select {
	case s.hints <- struct{}{}:
		defer func() { <-s.hints }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	hint, err := s.office.Hint(ctx, in.Viewer, league.ParsePool(in.Rules), in.Position, in.Asked)
	switch fields := ui.FieldSentences(err); {
	case fields != nil:
		in.Errors = fields
		return http.StatusUnprocessableEntity, nil
	case league.KindOf(err) == league.Forbidden:
		in.Errors = map[string]string{"bot": ui.Sentence(err)}
		return http.StatusForbidden, nil
	case err != nil:
		return 0, err
	}
	steps, err := in.Position.Steps(hint.Move)
	if err != nil {
		return 0, err
	}
	in.Done, in.Hint = steps, &study.TryHint{Move: hint.Move, Value: hint.Value}
	return http.StatusOK, nil
}
