package web

import (
	"bytes"
	"net/http"
	"path"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league/archive"
	"kickabout/views"
	"kickabout/views/front"
)

// exportRules tells how exports are written.
func (s *site) exportRules(c echo.Context) error {
	frame, _, err := s.Frame(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, front.Exports(front.ExportsPage{Frame: frame}))
}

// exportSchema sends the JSON Schema of the lines.
func (s *site) exportSchema(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/schema+json", archive.Schema)
}

// static sends a file that the program carries. Pages name them with a hash of
// their content, so that a browser may keep what it has got.
func (s *site) static(c echo.Context) error {
	cache := "no-cache"
	if c.QueryParam("v") != "" {
		cache = "public, max-age=31536000, immutable"
	}
	name := c.Param("*")
	content, ok := views.Static(name)
	if !ok {
		return echo.ErrNotFound
	}
	switch path.Ext(name) { // of which the standard library does not know the first, nor how the other is written
	case ".woff2":
		c.Response().Header().Set("Content-Type", "font/woff2")
	case ".svg":
		c.Response().Header().Set("Content-Type", "image/svg+xml; charset=utf-8")
	}
	c.Response().Header().Set("Cache-Control", cache)
	http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(content))
	return nil
}

// favicon answers the address that browsers ask by themselves.
func (s *site) favicon(c echo.Context) error {
	return c.Redirect(http.StatusMovedPermanently, views.Asset("favicon.svg"))
}
