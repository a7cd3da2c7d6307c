package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/league"
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

const (
	fileWatched  = 10 * time.Second // how often it is looked whether the open file of the database is the one at its path
	rescueWithin = 10 * time.Minute // how long it may take to write it anew
)

// displaced looks again and again whether the open file of the database is the one at its path. Once it is not,
// since somebody has deleted or replaced it, all that it holds is written to a new file, and an error is yielded: what was
// written from then on would be gone with the program.
func (s *server) displaced(ctx context.Context) <-chan error {
	found := make(chan error, 1)
	go func() {
		tick := time.NewTicker(s.fileWatched)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := s.store.InPlace(); league.FaultOf(err) == league.FileGone {
				found <- s.rescued(err)
				return
			}
		}
	}()
	return found
}

// rescued writes the data anew beside where it was, and says where, and why.
func (s *server) rescued(why error) error {
	ctx, cancel := context.WithTimeout(context.Background(), rescueWithin) // also while the server is told to stop
	defer cancel()
	path := filepath.Join(s.config.Data, "rescued-"+time.Now().UTC().Format("20060102T150405Z")+".db")
	if err := s.store.Rescue(ctx, path); err != nil {
		s.log.Error("the database could not be rescued", "to", path, "err", err)
		return errors.Join(why, err)
	}
	s.log.Error("the database file is not where it was; all that it held was written anew", "to", path)
	return fmt.Errorf("%w; all that it held is in %s: put that in its place, and start again", why, path)
}
