package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kickabout/store/nodes"
)

// onServer says that a database is on a server, which several servers of a site may use.
func onServer(database string) bool { return strings.Contains(database, "://") }

// listens returns where this server hears of what others write; "" where there are no others.
func (c serveCmd) listens() (url string, err error) {
	switch {
	case c.Listen == "" && !onServer(c.Database):
		return "", nil
	case c.Listen == "":
		return c.Database, nil
	case !onServer(c.Database):
		return "", errors.New("--database-listen goes with --database postgres://… alone: a file has one server")
	}
	if err := nodes.Check(c.Listen); err != nil {
		return "", fmt.Errorf("--database-listen: %w", err)
	}
	return c.Listen, nil
}

// join lets the other servers of the site wake this one, and this one them.
func (s *server) join() error {
	url, err := s.config.listens()
	if err != nil || url == "" {
		return err
	}
	s.link = nodes.New(nodes.Options{URL: url, Send: s.store.Notify, Log: s.log, Hear: s.office.Hear, HearAll: s.office.HearAll})
	if s.gauge != nil {
		s.link.Lag = s.gauge.Lagged
	}
	s.office.Hub.Others = s.link
	return nil
}

// listening returns 1 if this server hears the others, else 0.
func (s *server) listening(context.Context) (float64, error) {
	switch {
	case s.link == nil:
		return 0, errors.New("there are no others")
	case s.link.Up():
		return 1, nil
	}
	return 0, nil
}

// talk tells the other servers what happens here, and hears them, until it is told to hang up.
func (s *server) talk() (hangUp func()) {
	if s.link == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.link.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}
