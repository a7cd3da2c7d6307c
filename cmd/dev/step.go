package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A step is one thing that a task does, with a name for whoever watches.
type step struct {
	name string
	do   func(context.Context) error
}

// inOrder carries out steps until one fails, and says how long each took.
func inOrder(ctx context.Context, steps ...step) error {
	for _, s := range steps {
		fmt.Printf("== %s\n", s.name)
		start := time.Now()
		if err := s.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Printf("   %.1f s: %s\n", time.Since(start).Seconds(), s.name)
	}
	return nil
}

// atOnce returns the work of several steps that go on beside each other. When one fails the others
// are ended, and its error is that of all.
func atOnce(do ...func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		var all sync.WaitGroup
		for _, f := range do {
			all.Go(func() {
				if err := f(ctx); err != nil {
					cancel(err) // the first one counts
				}
			})
		}
		all.Wait()
		return context.Cause(ctx)
	}
}

// calling returns a step's work: to run a program, which must succeed.
func calling(name string, args ...string) func(context.Context) error {
	return func(ctx context.Context) error {
		c := command(ctx, name, args...)
		err := c.Run()
		fmt.Print(spent(c))
		return err
	}
}

// spent says how much processor time a program took that has ended, with all that it started: what goes on beside it
// makes it slower, and takes nothing away of that.
func spent(c *exec.Cmd) string {
	if c.ProcessState == nil {
		return ""
	}
	const most = 60
	what := strings.Join(c.Args, " ")
	if len(what) > most {
		what = what[:most] + "…"
	}
	return fmt.Sprintf("   %.1f s of CPU: %s\n", (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), what)
}

// command returns a program whose output goes where dev's goes. When ctx ends
// it is interrupted, so that it can end what it started itself.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	return c
}

// output runs a program and returns what it wrote to its standard output.
func output(ctx context.Context, name string, args ...string) (string, error) {
	c := command(ctx, name, args...)
	c.Stdout = nil
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), nil
}

// lines returns the lines of a text that are not empty.
func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}
