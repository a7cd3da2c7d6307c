package main

import (
	"context"
	"errors"
	"time"

	"kickabout/cmd/internal/secret"
)

// keysWatched is how often it is looked whether the keys are still those of the data.
const keysWatched = time.Minute

// misfit looks again and again whether the keys are those of the data, and yields an error once they are
// not: a server that goes on with other keys throws dice that nobody can check. What merely cannot be
// asked just now is logged.
func (s *server) misfit(ctx context.Context) <-chan error {
	found := make(chan error, 1)
	go func() {
		tick := time.NewTicker(s.keysWatched)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			err := keysIn(s.config.Data).Fits(ctx, s.store, s.ring)
			if errors.Is(err, secret.ErrKeys) {
				found <- err
				return
			}
			if err != nil && ctx.Err() == nil {
				s.log.Error("the keys could not be compared with the data", "err", err)
			}
		}
	}()
	return found
}
