package league

import (
	"errors"
	"fmt"
)

// Fault is what does not work at the moment.
type Fault string

// The faults that are known.
const (
	DiskFull  Fault = "full"     // no room is left where the data is
	DiskError Fault = "io"       // the disk does not read or write
	ReadOnly  Fault = "readonly" // the data may be read alone
	FileGone  Fault = "gone"     // the open file is not the one at its path any more
	Locked    Fault = "busy"     // others keep what is needed for too long
	Slow      Fault = "slow"     // no answer came in time
	Away      Fault = "away"     // the database cannot be reached
	Exhausted Fault = "files"    // the process has no file or connection left
)

// Faults lists those that are known.
func Faults() []Fault {
	return []Fault{DiskFull, DiskError, ReadOnly, FileGone, Locked, Slow, Away, Exhausted}
}

// Unavailable is the error about something that the site needs and that does not work at the moment. The same may be
// asked again later; whether it has been done is known only by reading, where it came up at a commit.
type Unavailable struct {
	Fault Fault
	Err   error // what was found; not for users
}

func (u *Unavailable) Error() string { return fmt.Sprintf("unavailable (%s): %v", u.Fault, u.Err) }

// Unwrap returns what was found.
func (u *Unavailable) Unwrap() error { return u.Err }

// FaultOf returns the fault that an error is about; "" if it is about none.
func FaultOf(err error) Fault {
	var u *Unavailable
	if errors.As(err, &u) {
		return u.Fault
	}
	return ""
}
