package web

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views/ui"
)

// An embedding tells a program how a page is shown in a frame (oEmbed 1.0, 2.3.4.4).
type embedding struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Title           string `json:"title"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	CacheAge        int    `json:"cache_age"` // seconds
	HTML            string `json:"html"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	ThumbnailURL    string `json:"thumbnail_url,omitempty"`
	ThumbnailWidth  int    `json:"thumbnail_width,omitempty"`
	ThumbnailHeight int    `json:"thumbnail_height,omitempty"`
}

// embeddings tell how pages are embedded.
type embeddings struct {
	*request.Site
	office *office.Office
	lan    bool // see Options
}

// The smallest frame in which a board can still be read, in pixels.
const leastFrame = 200

// tell says how the page of an address is embedded. What not everybody may see is not there for it.
func (s *embeddings) tell(c echo.Context) error {
	if format := c.QueryParam("format"); format != "" && format != "json" {
		return echo.NewHTTPError(http.StatusNotImplemented, "This is told in JSON alone.")
	}
	address := s.AddressOf(c)
	page, title, err := s.find(c.Request().Context(), address, c.QueryParam("url"))
	if err != nil {
		return err
	}
	name, err := s.Name(c.Request().Context())
	if err != nil {
		return err
	}
	e := embedding{
		Version: "1.0", Type: "rich", Title: title, ProviderName: name, ProviderURL: address + "/", CacheAge: 3600,
		Width: within(c.QueryParam("maxwidth"), ui.EmbedWidth), Height: within(c.QueryParam("maxheight"), ui.EmbedHeight),
	}
	e.HTML = ui.EmbedCode(address, page, title, e.Width, e.Height)
	if strings.HasPrefix(page, "/matches/") {
		e.ThumbnailURL, e.ThumbnailWidth, e.ThumbnailHeight = address+page+"/preview.png", 1200, 630
	}
	if !s.lan {
		request.OpenToAll(c.Response().Header())
	}
	return c.JSON(http.StatusOK, e)
}

// find finds the page of an address, as everybody may see it, and what it is of.
func (s *embeddings) find(ctx context.Context, address, at string) (page, title string, err error) {
	none := league.Errorf(league.NotFound, "Nothing of this site can be embedded by this address. Give that of a game or of a tournament.")
	u, err := url.Parse(at)
	if err != nil || u.Scheme+"://"+u.Host != address || !ui.Embeds(u.Path) {
		return "", "", none
	}
	id := path.Base(u.Path)
	if strings.HasPrefix(u.Path, "/tournaments/") {
		v, err := s.office.Tournament(ctx, league.Public(), id)
		return u.Path, v.Tournament.Name, err
	}
	v, err := s.office.Match(ctx, league.Public(), id)
	if err != nil {
		return "", "", err
	}
	return u.Path, v.Match.Seats[0].Player.Name + " v " + v.Match.Seats[1].Player.Name, nil
}

// within is a length in pixels, or less if somebody has no more room.
func within(most string, usual int) int {
	if n, err := strconv.Atoi(most); err == nil && n < usual {
		return max(leastFrame, n)
	}
	return usual
}
