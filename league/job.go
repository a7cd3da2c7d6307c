package league

import "time"

// Job is what is remembered of something that is done again and again, by one
// server at a time (R-JB-2).
type Job struct {
	Name    string
	Holder  string    // the server that does it, or did it last
	Epoch   int64     // counts the leases
	Expires time.Time // end of the lease unless it is renewed; zero: nobody has it
	Next    time.Time // when it is due again
	Started time.Time // of the last run; zero: none yet
	Ended   time.Time // of the last run that came to its end
	Problem string    // why that one failed; "" if it did not
}
