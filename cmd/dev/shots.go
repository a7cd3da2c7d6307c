package main

import "context"

type shotsTask struct{}

// Run runs the program that takes the pictures. It is one of its own, so that
// the other tasks need not build what drives a browser.
func (shotsTask) Run(ctx context.Context) error {
	return calling("go", "run", "./cmd/dev/shots")(ctx)
}
