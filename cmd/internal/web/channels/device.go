package channels

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/contact"
	"kickabout/views/channels"
)

// Page is the page of the viewer's devices.
func (s *Devices) Page(c echo.Context) error {
	return s.page(c, channels.DevicesInput{Done: c.QueryParam("done")})
}

func (s *Devices) page(c echo.Context, in channels.DevicesInput) (err error) {
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	ctx := c.Request().Context()
	visit, err := s.office.Visit(ctx, s.Token(c))
	if err != nil {
		return err
	}
	in.Session, in.Key = visit.Session.Hash, s.office.Channels.Devices.PublicKey()
	if in.Devices, err = s.office.Channels.Devices.Of(ctx, request.Actor(c)); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, channels.Devices(channels.NewDevicesPage(in)))
}

// Subscribe keeps the browser that asks, as long as its session lasts. Scripts send it, so there is no page to it.
func (s *Devices) Subscribe(c echo.Context) error {
	ctx, form := c.Request().Context(), c.Request().PostFormValue
	visit, err := s.office.Visit(ctx, s.Token(c))
	if err != nil {
		return err
	}
	if err := s.office.Channels.Devices.Subscribe(ctx, request.Actor(c), visit.Session.Hash, form("site"), form("endpoint"), form("p256dh"), form("auth")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Test pushes a test to a device of the viewer, and says what came back.
func (s *Devices) Test(c echo.Context) error {
	if _, wait := s.tries.Take(request.Actor(c).ID, request.Arrived(c)); wait > 0 {
		return request.TooOften(c, wait)
	}
	ctx, player := c.Request().Context(), request.Actor(c)
	waiting, err := s.office.Waiting(ctx, player.ID)
	if err != nil {
		return err
	}
	now := s.office.Now()
	outcome, err := s.office.Channels.Devices.Send(ctx, player.ID, c.Request().PostFormValue("device"), contact.Word{
		ID: "test:" + now.Format(time.RFC3339Nano), Kind: "test", Title: "This is a test", Text: "Notices reach this device.", URL: s.AddressOf(c) + "/matches", At: now, Waiting: waiting,
	})
	if err != nil {
		return err
	}
	return s.page(c, channels.DevicesInput{Tested: outcome.Said})
}

// End ends a subscription of the viewer.
func (s *Devices) End(c echo.Context) error {
	if err := s.office.Channels.Devices.End(c.Request().Context(), request.Actor(c), c.Request().PostFormValue("device")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/account/devices?done=end")
}
