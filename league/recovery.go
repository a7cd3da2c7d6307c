package league

import "time"

// A RecoveryLink lets the owner of an account set another password, once. Only the SHA-256 of what is secret in it is
// stored.
type RecoveryLink struct {
	Hash   [32]byte
	Player string   // id
	Bound  [32]byte // the SHA-256 of what the account was kept by when the link was made
	Made   time.Time
	Ends   time.Time
}

// Recovered is how an account gets another password from somebody who does not know the one before.
type Recovered struct {
	Player   string // id
	Had      string // the hash of the password before
	Password string // the hash of the new one
	At       time.Time
	Link     *[32]byte // the hash of a link that is used up by it; nil: none is
	Code     *[32]byte // likewise of a recovery code
}
