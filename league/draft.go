package league

import "time"

// Draft is a form for a tournament that an organiser has not sent yet.
type Draft struct {
	ID      string
	Player  string // id
	Name    string // of the tournament; may be ""
	Form    string // its fields, as a browser encodes them
	Changed time.Time
}
