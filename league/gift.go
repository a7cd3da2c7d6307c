package league

import (
	"time"

	"kickabout/engine"
)

// GiftLeast is from how much on, in thousandths of a point, what somebody gives up in a match is put before those who direct
// its tournament (R-FF-13).
const GiftLeast = 2000

// Gift is a match of a tournament in which somebody gave up much (R-PT-5): by resigning, by running out of time, or by not
// playing. It says nothing about why.
type Gift struct {
	Match  string // id
	Ended  time.Time
	Ending engine.Ending
	By, To Player
	Given  int // what the position was still worth to By, in thousandths of a point
}
