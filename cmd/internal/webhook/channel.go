package webhook

import (
	"context"
	"strings"

	"kickabout/league/channels"
	"kickabout/league/contact"
	"kickabout/league/reach"
	"kickabout/views/ui"
)

// Channel brings what players are told to their webhooks.
type Channel struct {
	Hooks *channels.Hooks
	URL   string // of the site, where links lead, without a slash at the end
}

// Name is "webhook".
func (c *Channel) Name() string { return "webhook" }

// Targets are the webhooks of a player that are not off.
func (c *Channel) Targets(ctx context.Context, player string) ([]string, error) {
	list, err := c.Hooks.Of(ctx, contact.HookPlayer, player)
	var ids []string
	for _, h := range list {
		if h.Off.IsZero() {
			ids = append(ids, h.ID)
		}
	}
	return ids, err
}

// Send brings a message to a webhook.
func (c *Channel) Send(ctx context.Context, target string, m reach.Message) reach.Outcome {
	return OutcomeOf(c.Hooks.Send(ctx, target, WordOf(m, c.URL)))
}

// OutcomeOf says to the outbox what has become of a word.
func OutcomeOf(o contact.Outcome, err error) reach.Outcome {
	switch {
	case err != nil:
		return reach.Outcome{State: reach.Later, Problem: err.Error()}
	case o.Sent:
		return reach.Outcome{State: reach.Sent}
	case o.Gone:
		return reach.Outcome{State: reach.Gone, Problem: o.Said}
	}
	return reach.Outcome{State: reach.Later, After: o.After, Problem: o.Said}
}

// linesTold is how many lines of a message are told besides its title.
const linesTold = 3

// WordOf is a message in the few words that a webhook or a screen has room for. One tap leads to what it is about: to
// the board where it is about one game.
func WordOf(m reach.Message, address string) contact.Word {
	w := contact.Word{
		ID: m.Key, Kind: string(m.Kind), Title: m.Title, URL: address + "/matches", Waiting: m.Games, Until: m.Deadline, Urgent: m.Kind == reach.Alarm,
		Topic: string(m.Kind),
	}
	var more []string
	for i, l := range m.Lines {
		if i < linesTold && !strings.Contains(m.Title, l.Text) {
			more = append(more, l.Text)
		}
	}
	w.Text = strings.Join(more, "\n")
	if len(m.Lines) == 1 {
		w.URL = address + ui.NewsURL(string(m.Lines[0].About), m.Lines[0].Subject)
		if m.Kind != reach.Turn {
			w.Topic += ":" + m.Lines[0].Subject
		}
	}
	return w
}
