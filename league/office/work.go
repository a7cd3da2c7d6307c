package office

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"kickabout/league/core"
	"kickabout/league/play"
)

// Work looks after facts, moves for the bots and analyses finished matches until ctx ends. What there is to do is read
// from the database each time, so that after a crash it simply goes on.
//
// Bots that answer at once have a worker of their own, so that nobody waits for those that
// think; these come before analyses, which nobody waits for.
func (o *Office) Work(ctx context.Context) {
	var workers sync.WaitGroup
	workers.Go(func() { o.work(ctx, o.Core.Late, 0, o.deliverDue) })
	workers.Go(func() { o.sweepRead(ctx) })
	workers.Go(func() { o.work(ctx, o.Core.Told, newsApart, o.Reach.FanOut) })
	for _, send := range o.Reach.Senders() {
		workers.Go(func() { o.work(ctx, nil, 0, send) })
	}
	workers.Go(func() { o.work(ctx, o.Core.Quick, 0, o.moveQuick) })
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		workers.Go(func() { o.work(ctx, o.Core.Slow, 0, o.think) })
	}
	workers.Wait()
}

// work takes one step after the other as long as there are any; then it looks again and again.
// What went wrong with a step is the log's: the step has seen to it that it is not taken
// again at once. Where steps are to be apart, what it is woken for meanwhile is one step.
func (o *Office) work(ctx context.Context, l core.Wakeup, apart time.Duration, step func(context.Context) (worked bool, err error)) {
	tick := time.NewTicker(play.WorkLook)
	defer tick.Stop()
	for ctx.Err() == nil {
		next := time.After(apart)
		worked, err := step(ctx)
		if err != nil && ctx.Err() == nil {
			o.Core.Log.Error("work", "err", err)
		}
		if worked {
			continue
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-l:
		}
		select {
		case <-ctx.Done():
		case <-next:
		}
	}
}

// newsApart is how far apart those are who look for what was noticed: a bell rings as soon after a move as anybody sees, and
// of many moves a second not each one is looked for by itself.
const newsApart = 200 * time.Millisecond

// sweepRead sweeps whenever somebody has read what is due in a match.
func (o *Office) sweepRead(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.Core.Overdue:
		}
		if err := o.Sweep(ctx); err != nil && ctx.Err() == nil {
			o.Core.Log.Error("sweep", "err", err)
		}
	}
}

// moveQuick makes what is due of the moves of the bots that answer at once.
func (o *Office) moveQuick(ctx context.Context) (worked bool, err error) {
	n, err := o.bots.MakeMoves(ctx, o.bots.BotIDs(true), play.BotsTurn)
	return n > 0, errors.Join(err, o.Deliver(ctx, Budget{}))
}

// think makes a move of a bot that thinks, if one is due, else an analysis.
func (o *Office) think(ctx context.Context) (worked bool, err error) {
	if o.Yield != nil {
		o.Yield(ctx)
	}
	n, err := o.bots.MakeMoves(ctx, o.bots.BotIDs(false), 1)
	if n > 0 || err != nil {
		return n > 0, errors.Join(err, o.Deliver(ctx, Budget{}))
	}
	if o.Unstudied || o.Scarce != nil && o.Scarce() {
		return false, nil
	}
	return o.analyses.AnalyseNext(ctx)
}
