package member

import "kickabout/views/ui"

// ProofInput is what the page is built from that asks for the password again.
type ProofInput struct {
	ui.Frame
	Action   string            // where the form goes
	Held     []Held            // what was sent already, so that it is sent again
	Passkeys bool              // the viewer has some
	Errors   map[string]string // of the fields "proof", "code" and "passkey"
}

// Held is a field of a form that waits.
type Held struct{ Name, Value string }

// ProofPage asks for the password again.
type ProofPage ProofInput

// NewProofPage builds it.
func NewProofPage(in ProofInput) ProofPage {
	in.Title = "Confirm that it is you"
	return ProofPage(in)
}
