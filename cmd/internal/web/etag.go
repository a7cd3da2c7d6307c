package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
)

// unkept is how the paths begin of pages that no browser keeps: what is about who is signed in, and how one gets in.
var unkept = []string{"/account", "/admin", "/invited/", "/matches/offline", "/not-me/", "/recover", "/signin", "/signup"}

// keepable says of a page that a browser may keep it, if it asks each time whether it is still the same. Pages behind a
// password that was typed lately are not among them.
func (r route) keepable() bool {
	return r.method == http.MethodGet && (r.access == anyone || r.access == account) &&
		!slices.ContainsFunc(unkept, func(prefix string) bool { return strings.HasPrefix(r.path, prefix) })
}

// tag names a page that is whole by an entity tag, and sends none of it to a browser that has it already (RFC 9110, 13.1.2).
// The tag is a hash of the page, of what says who asks and of the coding: so nobody is told that what somebody else was
// shown before them is still theirs, not even by a proxy that keeps what it must not. It is weak, as the page is compressed
// anew each time.
//
// What has a secret, gives out a cookie, is an error or has begun to be sent is kept by nobody. In a network of its own, with
// no secure connection, browsers do not heed Clear-Site-Data: there no page outlives its session, so none is kept.
func (a *answer) tag(s *site, c echo.Context) {
	h := a.Header()
	if s.lan || a.begun || a.status != http.StatusOK || !s.kept[c.Path()] || c.Request().Method != http.MethodGet && c.Request().Method != http.MethodHead ||
		h.Get(echo.HeaderCacheControl) != request.NoStore || h.Get(echo.HeaderSetCookie) != "" ||
		!strings.HasPrefix(h.Get(echo.HeaderContentType), "text/html") || tells(c, a.page()) {
		return
	}
	coding := ""
	if by := accepted(c.Request().Header.Get(echo.HeaderAcceptEncoding)); by != nil {
		coding = by.name
	}
	h.Set(echo.HeaderCacheControl, "private, no-cache")
	varies(h, echo.HeaderCookie)
	varies(h, echo.HeaderAcceptEncoding)
	if !request.Has(c, request.WeakTag(fmt.Appendf(nil, "%q %s\n", s.Credential(c), coding), a.page())) {
		return
	}
	for _, of := range []string{echo.HeaderContentType, echo.HeaderContentLength} {
		h.Del(of)
	}
	a.forget()
	a.status, c.Response().Status = http.StatusNotModified, http.StatusNotModified
}

// varies notes that an answer depends on a header of the request, once.
func varies(h http.Header, on string) {
	if !slices.Contains(h.Values(echo.HeaderVary), on) {
		h.Add(echo.HeaderVary, on)
	}
}
