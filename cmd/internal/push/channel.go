package push

import (
	"context"

	"kickabout/cmd/internal/webhook"
	"kickabout/league/channels"
	"kickabout/league/reach"
)

// Channel brings what players are told to the screens of their devices.
type Channel struct {
	Devices *channels.Devices
	URL     string // of the site, where taps lead, without a slash at the end
}

// Name is "push".
func (c *Channel) Name() string { return reach.PushChannel }

// Targets are the browsers of a player.
func (c *Channel) Targets(ctx context.Context, player string) ([]string, error) {
	return c.Devices.Targets(ctx, player)
}

// Send pushes a message to a browser.
func (c *Channel) Send(ctx context.Context, target string, m reach.Message) reach.Outcome {
	return webhook.OutcomeOf(c.Devices.Send(ctx, m.Player.ID, target, webhook.WordOf(m, c.URL)))
}
