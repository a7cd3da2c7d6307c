package match

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
)

// Seen notes how far a player has been shown a match, and leads back to it.
func (s *Handlers) Seen(c echo.Context) error {
	seq, err := strconv.Atoi(c.Request().PostFormValue("seq"))
	if err != nil {
		seq = 0 // there is no such event
	}
	if err := s.office.MarkSeen(c.Request().Context(), request.Actor(c), c.Param("id"), seq); err != nil {
		return err
	}
	if viewer := request.Actor(c); viewer.Kind == league.Member { // who has seen that it began, or ended, needs not be told
		for _, topic := range []string{"offer:", "result:"} { // the first match of an offer has its id
			if err := s.office.Reach.MarkRead(c.Request().Context(), viewer, topic+c.Param("id"), everything); err != nil {
				return err
			}
		}
	}
	return c.Redirect(http.StatusSeeOther, request.MatchURL(c.Param("id")))
}

// everything is the number of no notice: up to it all are read.
const everything = 1 << 30

// Board settles which way the boards of a player's matches lie, and leads back to the match.
func (s *Handlers) Board(c echo.Context) error {
	upright := c.Request().PostFormValue("upright") != ""
	if err := s.office.SetUpright(c.Request().Context(), request.Actor(c), c.Param("id"), upright); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, request.MatchURL(c.Param("id")))
}
