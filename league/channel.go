package league

import "time"

// Feed lets programs that know its secret read what waits for a member. Only the SHA-256 of the secret is stored.
type Feed struct {
	Hash    [32]byte
	Player  string
	Label   string // what its owner calls it; may be empty
	Created time.Time
	Used    time.Time // the last use, give or take an hour; zero: never
}
