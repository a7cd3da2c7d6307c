package league

import "time"

// A Chapter is one of a game's course that a member has done.
type Chapter struct {
	Player string
	Game   string
	Name   string // the end of its address
	Done   time.Time
}
