package tournament

import (
	"github.com/labstack/echo/v4"

	"kickabout/league/assessment"
)

// The tables of luck and skill: what the finished matches of a tournament, a season, a group or a ladder were worth
// to their players.

// PlayerLuck is what the finished matches of a tournament were worth to its players.
func (s *Handlers) PlayerLuck(c echo.Context) ([]assessment.PlayerLuck, error) {
	return s.office.LuckIn(c.Request().Context(), s.Sees(c), assessment.LuckScope{Tournament: c.Param("id")})
}
