package office

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"
)

// workLook is how often workers look by themselves for something to do.
const workLook = time.Second

// Work moves for the bots and analyses finished matches until ctx ends. What there is to do is read
// from the database each time, so that after a crash it simply goes on.
//
// Bots that answer at once have a worker of their own, so that nobody waits for those that
// think; these come before analyses, which nobody waits for.
func (o *Office) Work(ctx context.Context) {
	var workers sync.WaitGroup
	workers.Go(func() { o.work(ctx, o.quick, o.moveQuick) })
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		workers.Go(func() { o.work(ctx, o.slow, o.think) })
	}
	workers.Wait()
}

// A lane is told that there is something to do, so that its workers need not wait for their next look.
type lane chan struct{}

func newLane() lane { return make(lane, 1) }

// wake wakes a worker of the lane, unless one has been told already.
func (l lane) wake() {
	select {
	case l <- struct{}{}:
	default:
	}
}

// work takes one step after the other as long as there are any; then it looks again and again.
// What went wrong with a step is the log's: the step has seen to it that it is not taken
// again at once.
func (o *Office) work(ctx context.Context, l lane, step func(context.Context) (worked bool, err error)) {
	tick := time.NewTicker(workLook)
	defer tick.Stop()
	for ctx.Err() == nil {
		worked, err := step(ctx)
		if err != nil && ctx.Err() == nil {
			o.log.Error("work", "err", err)
		}
		if worked {
			continue
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-l:
		}
	}
}

// moveQuick makes what is due of the moves of the bots that answer at once.
func (o *Office) moveQuick(ctx context.Context) (worked bool, err error) {
	n, err := o.moveBots(ctx, o.botsThat(true), botsTurn)
	return n > 0, err
}

// think makes a move of a bot that thinks, if one is due, else an analysis.
func (o *Office) think(ctx context.Context) (worked bool, err error) {
	n, err := o.moveBots(ctx, o.botsThat(false), 1)
	if n > 0 || err != nil {
		return n > 0, err
	}
	return o.AnalyseNext(ctx)
}

// claims are the matches that workers of this process are at.
type claims struct {
	mu sync.Mutex
	of map[string]bool
}

// take returns the first of some matches that nobody is at, and takes it; "" if there is none.
func (c *claims) take(matches []string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range matches {
		if !c.of[id] {
			if c.of == nil {
				c.of = map[string]bool{}
			}
			c.of[id] = true
			return id
		}
	}
	return ""
}

// leave gives a match free.
func (c *claims) leave(match string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.of, match)
}

// safely turns a panic of what is thought out into an error: one match must not end the work on the
// others.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}
