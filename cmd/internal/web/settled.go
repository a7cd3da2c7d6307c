package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/setting"
	"kickabout/views/front"
)

// text is a page that the owner of the site has written, at the address that its setting is named after; there is
// none until then.
func (s *site) text(c echo.Context) error {
	settled, err := s.office.Site.Values(c.Request().Context())
	if err != nil {
		return err
	}
	d, err := setting.Find(request.TextKey(c.Path()))
	if err != nil {
		return err
	}
	written := settled.Of(d.Key)
	if written == "" {
		return echo.ErrNotFound
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	page, err := front.NewTextPage(frame, d.Label, written)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, front.Text(page))
}

// colours is the style sheet of the colours that are set, under an address that changes with them; there is none
// until then.
func (s *site) colours(c echo.Context) error {
	settled, err := s.office.Site.Values(c.Request().Context())
	if err != nil {
		return err
	}
	sheet := request.Colours(settled)
	if sheet == "" {
		return echo.ErrNotFound
	}
	if c.QueryParam("v") != "" {
		c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	return c.Blob(http.StatusOK, "text/css; charset=utf-8", []byte(sheet))
}

// logo is the picture beside the name of the site, under an address that changes with it; there is none until one is
// set.
func (s *site) logo(c echo.Context) error {
	settled, err := s.office.Site.Values(c.Request().Context())
	if err != nil {
		return err
	}
	picture := settled.Picture(setting.Logo)
	if len(picture) == 0 {
		return echo.ErrNotFound
	}
	if c.QueryParam("v") != "" {
		c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	return c.Blob(http.StatusOK, "image/png", picture)
}

// unlisted is how the paths begin that are of use to nobody but who is signed in, or cost more than a reader is worth.
var unlisted = []string{"/?", "/account", "/admin", "/api/", "/dump/", "/export", "/feeds/", "/invited/", "/notices", "/offers", "/scene", "/signin", "/signup", "/stream", "/vacation", "/watch"}

// robots tells search engines what they may list.
func (s *site) robots(c echo.Context) error {
	settled, err := s.office.Site.Values(c.Request().Context())
	if err != nil {
		return err
	}
	text := "User-agent: *\nDisallow: /\n"
	if settled.Of(setting.Indexing) == setting.On {
		text = "User-agent: *\nDisallow: " + strings.Join(unlisted, "\nDisallow: ") + "\n"
	}
	return c.String(http.StatusOK, text)
}

// reachable is how long what security.txt says may be relied upon. RFC 9116 asks for less than a year.
const reachable = 364 * 24 * time.Hour

// securityText says how a weakness is reported, where the owner says how they are reached (RFC 9116).
func (s *site) securityText(c echo.Context) error {
	settled, err := s.office.Site.Values(c.Request().Context())
	if err != nil {
		return err
	}
	if settled.Of(setting.Contact) == "" {
		return echo.ErrNotFound
	}
	at := s.AddressOf(c)
	return c.String(http.StatusOK, "Contact: "+at+"/contact\nExpires: "+s.office.Now().Add(reachable).Format(time.RFC3339)+
		"\nPolicy: "+at+"/help/security\nPreferred-Languages: en\nCanonical: "+at+"/.well-known/security.txt\n")
}

// changePassword leads keepers of passwords to where one is changed.
func (s *site) changePassword(c echo.Context) error {
	return c.Redirect(http.StatusFound, "/account/security")
}
