package web

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web/admin"
	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/study"
)

// behind finds the last address of X-Forwarded-For, and of who is connected, that is none of the proxies in front.
func behind(proxies admission.Networks) echo.IPExtractor {
	trusted := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		trusted = append(trusted, echo.TrustIPRange(&net.IPNet{IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())}))
	}
	return echo.ExtractIPFromXFFHeader(trusted...)
}

// named refuses addresses that no thing can have.
func named(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !request.Readable(c.Request().URL.Path) {
			return echo.ErrNotFound
		}
		return next(c)
	}
}

// bounded refuses what is larger than any form; a record, or a picture of the site, may be larger.
func bounded(next echo.HandlerFunc) echo.HandlerFunc {
	form, file := middleware.BodyLimit(bodyLimit)(next), middleware.BodyLimit(fileLimit)(next)
	return func(c echo.Context) error {
		switch {
		case c.Request().Body == http.NoBody:
			return next(c)
		case c.Path() == study.AnalysisPath || c.Path() == admin.SettingsPath:
			return file(c)
		}
		return form(c)
	}
}

// contentPolicy lets a page load nothing but what this site serves, and no
// script or style that stands in the page itself.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; worker-src 'self'; " +
	"connect-src 'self'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

// headers sets what every answer carries, errors included.
func (s *site) headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		if !s.lan { // without a secure connection browsers do not heed it, and complain
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cache-Control", request.NoStore) // see tag; static overrides it
		if s.secure {
			h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		c.Response().Before(func() { s.NameViewer(c) })
		return next(c)
	}
}

// recovered turns a panic into an ordinary error, so that one request cannot end
// the program.
func (s *site) recovered() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			defer func() {
				if r := recover(); r != nil && r != http.ErrAbortHandler {
					s.Log.Error("panic", append(request.About(c), "path", request.Path(c), "value", r, "stack", string(debug.Stack()))...)
					err = fmt.Errorf("panic: %v", r)
				} else if r != nil {
					panic(r)
				}
			}()
			return next(c)
		}
	}
}

// sameOrigin refuses unsafe requests that a browser sends on behalf of another
// site. There are no tokens in forms.
func (s *site) sameOrigin(public *url.URL) (echo.MiddlewareFunc, error) {
	protection := http.NewCrossOriginProtection()
	if public != nil {
		if err := protection.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
			return nil, fmt.Errorf("trusting the site's own address: %w", err)
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if api.ForPrograms(c) {
				return next(c) // where no cookie counts, and a token is nothing that a browser sends by itself
			}
			if err := protection.Check(c.Request()); err != nil {
				return echo.NewHTTPError(http.StatusForbidden, "This was sent from another site. Open the page here and try again.")
			}
			return next(c)
		}
	}, nil
}
