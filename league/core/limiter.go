package core

import (
	"context"

	"kickabout/league"
)

// Limiter lets few through at once and a bounded number wait. Each password that is
// hashed takes 19 MiB and some time, and the whole world may ask for it.
type Limiter struct {
	inside chan struct{}
	queue  chan struct{} // those inside and those who wait
}

func newLimiter(inside, waiting int) Limiter {
	return Limiter{make(chan struct{}, inside), make(chan struct{}, inside+waiting)}
}

// Pass runs f when it is its turn. Where too many wait already the error is of kind
// league.Busy.
func (l Limiter) Pass(ctx context.Context, f func()) error {
	select {
	case l.queue <- struct{}{}:
		defer func() { <-l.queue }()
	default:
		return league.Errorf(league.Busy, "Very many people are signing in at the moment. Please try again in a minute.")
	}
	select {
	case l.inside <- struct{}{}:
		defer func() { <-l.inside }()
	case <-ctx.Done():
		return ctx.Err()
	}
	f()
	return nil
}
