package core

import "context"

// Queue lets few through at once, and has others wait for their turn. Each password that is hashed takes 19 MiB and
// some time, and the whole world may ask for it.
type Queue interface {
	// Pass runs f when it is its turn, or fails and does not run it.
	Pass(ctx context.Context, f func()) error
}

// unlimited is the queue of a program that serves nobody: everybody is through at once.
type unlimited struct{}

func (unlimited) Pass(_ context.Context, f func()) error {
	f()
	return nil
}
