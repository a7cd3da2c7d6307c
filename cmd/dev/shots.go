package main

import "context"

type shotsTask struct {
	Only string `help:"No other pictures than those of: site, leagues or tournaments."`
}

// Run runs the program that takes the pictures. It is one of its own, so that
// the other tasks need not build what drives a browser.
func (t shotsTask) Run(ctx context.Context) error {
	return calling("go", "run", "./cmd/dev/shots", "-only", t.Only)(ctx)
}
