package channels

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
)

// itemsTold is how many news one webhook is told at a time: others wait for their turn.
const itemsTold = 20

// Tell tells the webhooks of tournaments and of the site what has happened since they were told last. Where that fails
// it is tried again later, from there on, with the same ids. It is level-triggered.
func (s *Hooks) Tell(ctx context.Context) error {
	if s.Sender == nil || s.News == nil {
		return nil
	}
	due, err := s.store.DueHooks(ctx, s.core.Now())
	problems := []error{err}
	for _, h := range due {
		if err := core.Safely(func() error { return s.tell(ctx, h) }); err != nil {
			problems = append(problems, fmt.Errorf("webhook %s: %w", h.ID, err))
		}
	}
	return errors.Join(problems...)
}

// tell tells one webhook.
func (s *Hooks) tell(ctx context.Context, h contact.Hook) error {
	items, err := s.News.After(ctx, h)
	if league.KindOf(err) == league.NotFound {
		return s.store.NoteHook(ctx, h.Answered(s.core.Now(), false, true, "Whoever added it does not direct the tournament any more."))
	}
	if err != nil {
		return err
	}
	for i, item := range items[:min(len(items), itemsTold)] {
		sent, o, err := s.send(ctx, h, item.Word)
		if err != nil {
			return err
		}
		h = sent
		if !o.Sent {
			h.Due = s.core.Now().Add(max(o.After, backoff(h.Failures)))
			return s.store.NoteHook(ctx, h)
		}
		if i+1 == len(items) || items[i+1].At != item.At {
			h.Told, h.Due = item.At, time.Time{}
			if err := s.store.NoteHook(ctx, h); err != nil {
				return err
			}
		}
	}
	return nil
}

// backoff is how long a webhook rests after so many failures in a row: 1, 5 and 15 minutes, 1 and 3 hours, then 6.
func backoff(failures int) time.Duration {
	rests := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour}
	return rests[min(max(failures, 1), len(rests))-1]
}
