package office

import (
	"context"

	"kickabout/league"
)

// gate lets few through at once and a bounded number wait. Each password that is
// hashed takes 19 MiB and some time, and the whole world may ask for it.
type gate struct {
	inside chan struct{}
	queue  chan struct{} // those inside and those who wait
}

func newGate(inside, waiting int) gate {
	return gate{make(chan struct{}, inside), make(chan struct{}, inside+waiting)}
}

// pass runs f when it is its turn. Where too many wait already the error is of kind
// league.Busy.
func (g gate) pass(ctx context.Context, f func()) error {
	select {
	case g.queue <- struct{}{}:
		defer func() { <-g.queue }()
	default:
		return league.Errorf(league.Busy, "Very many people are signing in at the moment. Please try again in a minute.")
	}
	select {
	case g.inside <- struct{}{}:
		defer func() { <-g.inside }()
	case <-ctx.Done():
		return ctx.Err()
	}
	f()
	return nil
}
