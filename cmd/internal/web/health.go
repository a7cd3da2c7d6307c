package web

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// healthy says that the program is alive, and asks nobody: not even a database that does not answer is a reason
// to end it.
func (s *site) healthy(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// adminWait is how long it may take to find out whether an admin asks: the database may be what is wrong.
const adminWait = time.Second

// readyz says whether requests should be sent here. Why not is told on this machine, and to admins.
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
	if fromHere(c) || s.adminAsks(c) {
		text += strings.Join(why, "\n") + "\n"
	}
	return c.String(http.StatusServiceUnavailable, text)
}

// adminAsks says whether the session of a request is that of an admin. Where that cannot be found out it is not.
func (s *site) adminAsks(c echo.Context) bool {
	ctx, cancel := context.WithTimeout(c.Request().Context(), adminWait)
	defer cancel()
	player, err := s.Known(ctx, c)
	if err != nil {
		return false
	}
	role, err := s.office.Moderation.RoleOf(ctx, player)
	return err == nil && role == league.Admin
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
