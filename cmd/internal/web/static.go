package web

import (
	"bytes"
	"mime"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/archive"
	"kickabout/views"
	"kickabout/views/front"
)

// exportRules tells how exports are written.
func (s *site) exportRules(c echo.Context) error {
	frame, err := s.Frame(c)
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
	h := c.Response().Header()
	kind := mime.TypeByExtension(path.Ext(name))
	switch path.Ext(name) { // of which the standard library does not know the first, nor how the other is written
	case ".woff2":
		kind = "font/woff2"
	case ".svg":
		kind = "image/svg+xml; charset=utf-8"
	}
	if kind != "" {
		h.Set("Content-Type", kind)
	}
	h.Set("Cache-Control", cache)
	if !s.lan { // a page that stands in a frame of another site has no origin, and is nobody to its own sheet and font
		request.OpenToAll(h)
	}
	if shrinks(kind) {
		h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
	}
	if c.Request().Method == http.MethodGet && c.Request().Header.Get("Range") == "" {
		var by string
		if content, by = shortest(c.Request().Header.Get(echo.HeaderAcceptEncoding), name, kind, content); by != "" {
			h.Set(echo.HeaderContentEncoding, by)
			h.Set(echo.HeaderContentLength, strconv.Itoa(len(content)))
		}
	}
	http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(content))
	return nil
}

// favicon answers the address that browsers ask by themselves.
func (s *site) favicon(c echo.Context) error {
	return c.Redirect(http.StatusMovedPermanently, views.Asset("favicon.svg"))
}
