package league

import "time"

// A SecurityEvent is something that concerns who gets in and who is kept out.
type SecurityEvent struct {
	ID            string
	At            time.Time
	Act           string // such as "signed in"
	Failed        bool
	Player        string // id; "" if nobody is known
	Neighbourhood string // of the address
	Browser       string // the User-Agent, cut short
	Factor        string // "password", "passkey", "code", "token"; "" if it took none
	Request       string // id in the log
}
