package member

import (
	"context"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
)

// Mute keeps a player's lines from the one who asks.
func (s *Players) Mute(c echo.Context) error { return s.muteOr(c, true) }

// Unmute brings them back.
func (s *Players) Unmute(c echo.Context) error { return s.muteOr(c, false) }

func (s *Players) muteOr(c echo.Context, mute bool) error {
	if err := s.office.Mute(c.Request().Context(), request.Actor(c), c.Param("id"), mute); err != nil {
		return err
	}
	if match := c.Request().PostFormValue("match"); match != "" {
		return c.Redirect(http.StatusSeeOther, request.MatchURL(match)+"#chat")
	}
	return c.Redirect(http.StatusSeeOther, "/players/"+url.PathEscape(c.Param("id")))
}

// Block blocks the player whose page it is.
func (s *Players) Block(c echo.Context) error { return s.blockOr(c, s.office.Block) }

// Unblock takes that back.
func (s *Players) Unblock(c echo.Context) error { return s.blockOr(c, s.office.Unblock) }

// blockOr blocks or unblocks the player whose page it is.
func (s *Players) blockOr(c echo.Context, act func(ctx context.Context, player, other league.Player) error) error {
	ctx := c.Request().Context()
	other, err := s.office.Player(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	if err := act(ctx, request.Actor(c), other); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/players/"+url.PathEscape(other.ID))
}
