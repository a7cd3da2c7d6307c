package web

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v4"
)

// healthy says that the program is alive, and asks nobody: not even a database that does not answer is a reason
// to end it.
func (s *site) healthy(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// readyz says whether requests should be sent here. Why not is told on this machine alone.
func (s *site) readyz(c echo.Context) error {
	if s.obstacles == nil {
		return c.String(http.StatusOK, "ready\n")
	}
	why := s.obstacles(c.Request().Context())
	if len(why) == 0 {
		return c.String(http.StatusOK, "ready\n")
	}
	c.Response().Header().Set(echo.HeaderRetryAfter, "5")
	text := "not ready\n"
	if fromHere(c) {
		text += strings.Join(why, "\n") + "\n"
	}
	return c.String(http.StatusServiceUnavailable, text)
}

// fromHere says whether somebody on this very machine asks. A proxy on this machine asks for others: so everybody
// whom a request names must be here, and who names somebody in a way that is not understood is not.
func fromHere(c echo.Context) bool {
	r := c.Request()
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() || !loopback(c.RealIP()) {
		return false
	}
	if r.Header.Get("Forwarded") != "" || r.Header.Get(echo.HeaderXRealIP) != "" {
		return false
	}
	for _, chain := range r.Header.Values(echo.HeaderXForwardedFor) {
		for address := range strings.SplitSeq(chain, ",") {
			if !loopback(strings.TrimSpace(address)) {
				return false
			}
		}
	}
	return true
}

func loopback(address string) bool {
	a, err := netip.ParseAddr(address)
	return err == nil && a.Unmap().IsLoopback()
}
