package league

import "time"

// A Lock keeps a match from being played whose record is damaged: what is stored of it is not what
// was written. All other matches go on.
type Lock struct {
	Match  string // id
	Found  time.Time
	Reason string // which event is damaged, for the operator
}

// ErrLocked is the answer to whoever looks at a match that is locked, or acts in it.
func ErrLocked() error {
	return Errorf(Damaged, "This game is locked: its record is damaged. The operator of the site can restore it. Until then no clock runs, and tables show it as pending.")
}

// Damage is a log whose chain does not hold: a line of it is not what was written.
type Damage struct {
	Log    string // "chat" beside a match, "tournament", "site"
	Of     string // id of the match or the tournament; "" for the site's
	Reason string
}
