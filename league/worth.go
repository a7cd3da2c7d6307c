package league

import "time"

// Analysis is what a finished match was worth, or that nobody knows yet. It follows from the
// record of the match and the judge, and is one for each match.
type Analysis struct {
	Match   string
	Version int       // of the judge that made it; 0: none has yet
	Made    time.Time // zero: it is not made
	Text    string    // the whole of it as JSON; "": it is not made
	Seats   [2]Worth  // its sums
	Tries   int       // how often it was begun since the last one was made
	Problem string    // why the last try failed; "" if it did not
	Seen    int       // version of the judge that made it, or gave it up; 0: it is still to be made
}

// GivenUp says that an analysis cannot be made: it was tried often enough.
func (a Analysis) GivenUp() bool { return a.Seen > a.Version && a.Problem != "" }

// Worth is what a match was worth to one of its seats, in thousandths of a point.
type Worth struct {
	Points    int // that the ending paid
	Luck      int // of all throws, as they favoured the seat
	Cost      int // of its decisions: never below 0
	Decisions int // in which it had a choice
	Adjusted  int // Points without the luck
}
