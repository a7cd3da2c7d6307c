package league

import "time"

// LongestLine is how many characters a line of a chat may have.
const LongestLine = 500

// Line is one line of the chat beside a match. The lines of a match are numbered
// 1, 2, 3 … in the order in which they were written for good.
type Line struct {
	Match  string
	N      int    // given by the store
	Author string // id of the player who wrote it
	At     time.Time
	Text   string
	Hidden bool // the operator took it away; its text is not shown
}

// Report is what a reader found wrong with a line of a chat, or with a request for a ruling.
type Report struct {
	Line   Line   // its text as it was when it was reported
	Cup    string // id of the tournament in which a request was made, as event Line.N of its log; "": it is a line
	Reader string
	At     time.Time
	Reason string
	Taken  Verdict // who looks after it; Why is ""
	Closed Verdict // who decided it, and what the reader is told; zero: it is open
	Upheld bool    // they found the reader right
}
