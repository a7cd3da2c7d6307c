package main

import (
	"strings"
	"time"

	"kickabout/cmd/internal/push"
	"kickabout/cmd/internal/webhook"
)

// agent is how the site calls itself to those it sends something to.
const agent = "Kickabout"

// openChannels lets words go to webhooks and to the screens of devices, by a way that leads to the public internet alone.
// On a network of its own there is no push: browsers have none without a secure connection.
func (s *server) openChannels() error {
	address, client := strings.TrimSuffix(s.address, "/"), s.guard.Client()
	hooks, devices := s.office.Channels.Hooks, s.office.Channels.Devices
	hooks.Sender = webhook.Sender{Client: client, Now: time.Now, Agent: agent}
	hooks.News = &webhook.News{Office: s.office, URL: address}
	s.office.Reach.Use(&webhook.Channel{Hooks: hooks, URL: address})
	if s.config.LAN {
		return nil
	}
	contact := "https://localhost"
	if s.public != nil {
		contact = address
	}
	sender, err := push.NewSender(client, time.Now, contact, s.keys.Site.Mix)
	if err != nil {
		return err
	}
	devices.Pusher = sender
	s.office.Reach.Use(&push.Channel{Devices: devices, URL: address})
	return nil
}
