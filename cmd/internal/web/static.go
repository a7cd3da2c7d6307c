package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/views"
)

// static sends a file that the program carries. Pages name them with a hash of
// their content, so that a browser may keep what it has got.
func (s *site) static(c echo.Context) error {
	cache := "no-cache"
	if c.QueryParam("v") != "" {
		cache = "public, max-age=31536000, immutable"
	}
	name := "static/" + c.Param("*")
	if info, err := views.Static.Open(name); err != nil {
		return echo.ErrNotFound
	} else if stat, err := info.Stat(); err != nil || stat.IsDir() {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Cache-Control", cache)
	http.ServeFileFS(c.Response(), c.Request(), views.Static, name)
	return nil
}

// favicon answers the address that browsers ask by themselves.
func (s *site) favicon(c echo.Context) error {
	return c.Redirect(http.StatusMovedPermanently, views.Asset("favicon.svg"))
}

// dice is the page that explains the dice.
func (s *site) dice(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Dice(views.DiceInput{Frame: frame}))
}
