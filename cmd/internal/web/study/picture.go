package study

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/views/match"
)

// picturesStyle counts how pictures have been drawn so far: it goes up by one whenever they
// come to look otherwise, so that no browser keeps an old one.
const picturesStyle = "2"

// A picture is a match drawn.
type picture struct {
	name, kind string
	policy     string // what it may load where it is looked at by itself
	draw       func(v play.View) ([]byte, error)
}

// stillPolicy lets a picture load nothing; that of an SVG lets it have the style in itself. Other sites may show either
// as a picture, and none as a page within a page.
const (
	stillPolicy  = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"
	movingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; frame-ancestors 'none'"
)

// ReplaySVG sends a match that is over as a moving picture.
func (s *Handlers) ReplaySVG(c echo.Context) error {
	return s.replay(c, picture{"replay.svg", "image/svg+xml; charset=utf-8", movingPolicy, func(v play.View) ([]byte, error) {
		return match.Film(v.Match, v.Record).SVG(), nil
	}})
}

// ReplayGIF sends it as a GIF.
func (s *Handlers) ReplayGIF(c echo.Context) error {
	return s.replay(c, picture{"replay.gif", "image/gif", stillPolicy, func(v play.View) ([]byte, error) {
		return match.Film(v.Match, v.Record).GIF()
	}})
}

// Preview sends the present board of a match as a picture for links to its page.
func (s *Handlers) Preview(c echo.Context) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	return s.picture(c, v, picture{"preview.png", "image/png", stillPolicy, func(v play.View) ([]byte, error) {
		return match.PictureCard(v.Match, v.Record).PNG()
	}})
}

// replay sends a picture of a match that is over; of another one there is none.
func (s *Handlers) replay(c echo.Context, p picture) error {
	v, err := s.office.Match(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	if !v.Record.Next().Over() {
		return league.Errorf(league.NotFound, "This game has no replay yet: it is made as soon as the game is over.")
	}
	return s.picture(c, v, p)
}

// picture sends a picture of a match. Nothing is drawn for who has it already, and nothing twice.
func (s *Handlers) picture(c echo.Context, v play.View, p picture) error {
	key := pictureKey(v, p.name)
	h := c.Response().Header()
	h.Set("Cache-Control", "private, no-cache") // names change, and so does who may see a match
	if request.Has(c, `"`+key+`"`) {
		return c.NoContent(http.StatusNotModified)
	}
	data, err := s.pictures.Picture(c.Request().Context(), key, func() ([]byte, error) { return p.draw(v) })
	if err != nil {
		h.Del("ETag")
		return err
	}
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // other sites may show it
	h.Set(echo.HeaderContentDisposition, `inline; filename="`+p.name+`"`)
	return c.Blob(http.StatusOK, p.kind, data)
}

// pictureKey tells pictures apart: by the match, how far it is, and who plays.
func pictureKey(v play.View, name string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s %q %d %s", picturesStyle, name, v.Match.ID, v.Record.Seq, v.Record.Next().Side)
	for _, seat := range v.Match.Seats {
		fmt.Fprintf(sum, " %q", seat.Player.Name)
	}
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:18])
}
