package main

import "context"

type loadTask struct {
	Arguments []string `arg:"" passthrough:"" help:"What is measured, moves, pages, mix, streams or rollover, and its flags; load moves --help tells them."`
}

// Run runs the program that measures. It is one of its own, so that the other tasks need not build what it plays with.
func (t loadTask) Run(ctx context.Context) error {
	return calling("go", append([]string{"run", "./cmd/dev/load"}, t.Arguments...)...)(ctx)
}
