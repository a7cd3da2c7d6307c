package request

import (
	"bytes"
	"context"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"kickabout/views/ui"
)

// embedPolicy is the policy of what any site may show in a frame: it has no form, and asks for nothing but itself.
const embedPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"form-action 'none'; object-src 'none'; base-uri 'none'; frame-ancestors *"

// embedKept is for how many seconds caches may show an embedded page without asking.
const embedKept = "max-age=10"

// PublicFrame is what surrounds a page that says the same to everybody.
func PublicFrame(ctx context.Context, s *Site) (ui.Frame, error) {
	settled, err := s.office.Site.Values(ctx)
	return ui.Frame{LAN: s.lan, Now: s.office.Now(), Site: siteOf(settled, s.office.RuleSets(), s.office.Retired())}, err
}

// RenderEmbedded writes a page that other sites may show in a frame, or says that it is what the reader has already. A frame
// of another site has no origin, or another one than ours, so that its script may read it: there is nothing of anybody's
// in it. A site in a network of its own is in no frame, as it is read by no page of others (see CrossOrigin).
func RenderEmbedded(c echo.Context, s *Site, page templ.Component) error {
	var b bytes.Buffer
	if err := page.Render(context.WithoutCancel(c.Request().Context()), &b); err != nil {
		return err
	}
	text := bytes.ToValidUTF8(b.Bytes(), []byte("\uFFFD"))
	h := c.Response().Header()
	if !s.lan {
		h.Set("Content-Security-Policy", embedPolicy)
		OpenToAll(h)
		h.Set("Access-Control-Expose-Headers", "ETag")
	}
	h.Set(echo.HeaderCacheControl, "public, "+embedKept)
	if Has(c, WeakTag(text)) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.HTMLBlob(http.StatusOK, text)
}
