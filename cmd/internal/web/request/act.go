package request

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/league/office"
)

// Act sees to it that whoever changes something finds all that comes of it as soon as they have their
// answer: the first byte of an answer to an unsafe request is written when what it raised has been
// looked after. A handler that answers with what it has changed calls Delivered before it reads.
func (s *Site) Act(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if m := c.Request().Method; m == http.MethodGet || m == http.MethodHead || m == http.MethodOptions {
			return next(c)
		}
		ctx := c.Request().Context()
		c.Response().Before(func() {
			s.Delivered(ctx)
			if !strings.HasSuffix(c.Path(), moves) {
				s.shares.acts.Add(1)
			}
		})
		return next(c)
	}
}

// moves is where moves are sent, under the address of a match. There are many, and what else than their match they change is
// news of a tournament.
const moves = "/moves"

// Delivered looks after what has been raised, within the time that somebody waits for an answer. What
// fails, and what is left, is done a little later.
func (s *Site) Delivered(ctx context.Context) {
	if err := s.office.Deliver(context.WithoutCancel(ctx), office.InRequest()); err != nil {
		s.Log.DebugContext(ctx, "delivering", "err", err) // each fact that failed has its line
	}
}
