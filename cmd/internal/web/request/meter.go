package request

import (
	"time"

	"kickabout/cmd/internal/admission"
)

// Meter is told what the site does, to be counted. It must not block, and no text that it is given comes from a
// client: there are as many as the program knows.
type Meter interface {
	// Request is told of each answer: the pattern of the path, what kind of request it was, "" for streams, which
	// last as long as their reader likes.
	Request(route, method, class string, status int, took time.Duration)
	SignIn(outcome string)
	// Stream is told 1 when a stream is opened, and -1 when it has ended.
	Stream(change int)
	admission.Meter
}

// The outcomes of a try to sign in.
const (
	SignedIn      = "in"
	SignInWrong   = "wrong"
	SignInRefused = "refused" // too many tries
	SignInFailed  = "failed"  // the site is at fault
)

// uncounted is the meter of a site that nobody measures.
type uncounted struct{}

func (uncounted) Request(string, string, string, int, time.Duration) {}
func (uncounted) SignIn(string)                                      {}
func (uncounted) Stream(int)                                         {}
func (uncounted) Admitted(string, int, int)                          {}
func (uncounted) Refused(string)                                     {}
