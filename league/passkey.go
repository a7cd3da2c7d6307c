package league

import "time"

// A Passkey is a key by which an authenticator proves for a member who they are (WebAuthn). The secret half never
// leaves the authenticator.
type Passkey struct {
	ID     string // bytes, as the authenticator calls it
	Player string // id
	Name   string // what its owner calls it
	Record string // what whoever checks its answers needs, in a form of their own
	Count  uint32 // of its answers, as it says itself; 0 if it does not count
	Made   time.Time
	Used   time.Time // the last use; zero: never
}
