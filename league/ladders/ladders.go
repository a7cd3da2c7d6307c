// Package ladders holds ladders as people read them.
package ladders

import (
	"time"

	"kickabout/league"
)

// View is a ladder as one player sees it.
type View struct {
	Competition league.Competition
	Title       string            // its game and variant: "StreetSoccer, Little Golem"
	Tournament  league.Tournament // with the latest of its log; no id if it has not opened yet
	Rows        []Row
	Running     []Match                  // by deadline
	Me          *Seat                    // the viewer's own place; nil if they are not in
	Steps       []Step                   // how the viewer's own place changed, the oldest first; nil of whoever was never in
	Reigns      []Reign                  // the longest first, a few of them
	Months      []time.Time              // that have ended, by their first moments, the oldest first
	People      map[string]league.Player // whom the log and the reigns name, by id
	Paused      bool
}

// Match is a running match of a ladder, without log.
type Match struct {
	Match                league.Match
	Challenger, Opponent league.Player
}

// Row is one line of a ladder.
type Row struct {
	Place    int
	Player   league.Player
	Was      int        // their place when the month began; 0: they have entered since
	Elo      league.Elo // 0: they have no rating
	Running  int        // matches of this ladder
	Incoming int        // of these, in which they were challenged
	Locked   bool       // lost on time, and gets no matches before their next move (R-LA-7)
	Away     bool       // on vacation, or holds their place
	Leaving  bool       // goes when their matches are over (R-LA-9)
	InRange  bool       // of the viewer
	Why      string     // a sentence: why the viewer cannot challenge them; "": they can (R-LA-11)
	Code     string     // likewise, for programs
}

// Seat is what a player has set for themselves on a ladder, and what was noted of them.
type Seat struct {
	Place    int
	Manual   bool // picks their opponents themselves (R-LA-4)
	Leaving  bool
	Locked   bool
	Hold     time.Time     // since when they hold their place; zero: does not (R-LA-10)
	HoldLeft time.Duration // how long they still can in this year

	CanHold   bool      // there are days enough for a hold
	HoldFrom  time.Time // not before; zero: at once
	Resume    time.Time // while they hold it: from when on they may end that
	HoldRules time.Time // from when on a hold lasts a week and is paid in whole days; zero: by now

	Idle    time.Duration // how long games have waited for them, or they were locked, since their last move (R-LA-8)
	Falls   time.Time     // when that costs their next place; zero: nothing waits for them
	Waiting time.Time     // from when on it is so counted; zero: by now

	Penalty int    // points for time-outs; the third removes them (R-LA-7)
	Why     string // a sentence: why they cannot challenge anybody; "": nothing about them hinders it
}

// Reign is an unbroken time on top of a ladder (R-LA-12).
type Reign struct {
	Player   league.Player
	From, To time.Time // To: zero while it goes on
	Length   time.Duration
}

// Step is a place that a player reached at a moment; 0: they left.
type Step struct {
	At    time.Time
	Place int
}

// Path is how a player's place on a ladder changed, the oldest first.
type Path struct {
	Competition league.Competition
	Title       string
	Player      league.Player
	Players     int // on the ladder now
	Steps       []Step
}

// Month is a ladder as it stood at the end of a month.
type Month struct {
	Competition league.Competition
	Title       string
	Begins      time.Time       // the month's first moment
	Players     []league.Player // the top first
	Months      []time.Time
}

// Line is one of the site's ladders in a list.
type Line struct {
	Competition league.Competition
	Title       string
	ID          string // of its tournament; "" if it has not opened yet
	Players     int
	Top         league.Player // zero if nobody is in
	Mine        int           // the viewer's place; 0 if they are not in
}
