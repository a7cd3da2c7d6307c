package core

// Wakeup tells workers that there is something to do, so that they need not wait for their next look.
type Wakeup chan struct{}

func newWakeup() Wakeup { return make(Wakeup, 1) }

// Wake wakes one worker, unless one has been told already.
func (w Wakeup) Wake() {
	select {
	case w <- struct{}{}:
	default:
	}
}
