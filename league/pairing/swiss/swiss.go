// Package swiss pairs the next round of a Swiss tournament (R-UT-5, R-UT-6): players meet
// others with as many points, nobody twice as long as that can be avoided, and the kick-offs
// are shared evenly. What chess calls white is our First side, the side that kicks off.
//
// Everything is plain values: players are numbers from 0 in the order of their seeds, the best
// first. The order never changes; who enters late stands where their seed puts them.
package swiss

import (
	"kickabout/engine"
	"kickabout/league/pairing"
)

// Kind says how a player spent a round.
type Kind uint8

// The kinds. The zero value is a round without a part in it: before a late entry, after a
// withdrawal, or a bye without points.
const (
	Absent   Kind = iota // no opponent, no bye
	Played               // a match against Opponent that counts as played
	Unplayed             // paired with Opponent, but decided without play: neither side nor meeting counts
	Bye                  // the bye that the pairing gave, because the number was odd
	Asked                // a bye that the player had asked for
)

// A Past is one round of one player that was.
type Past struct {
	Kind     Kind
	Opponent int         // their number; means nothing unless Played or Unplayed
	Side     engine.Side // their side, if Played
	Points   int         // for pairing (R-UT-5): 2 won, 1 undecided, 0 lost; byes as they are paid
}

// A Player is what pairing must know of one entry.
type Player struct {
	Past   []Past // a round each, all players as many
	Extra  []int  // points for the pairing alone in each round, the one to be paired included (R-FI-4); what is missing is 0
	Absent bool   // takes no part in the round to be paired: withdrew, not there yet, or asked for a bye
}

// Tournament is what the next round is paired from.
type Tournament struct {
	Players   []Player    // by seed
	Rounds    int         // how many are planned; in the last one players with more than half of the points may get a side a third time
	Win       int         // points of a win; 0 means 2
	Loss      int         // points of a loss
	First     engine.Side // the side of the top seed in their first match, by lot; NoSide means First
	Forbidden [][2]int    // who must not meet
	Forced    [][2]int    // who must meet in this round, whatever the rules say
}

// Round is a pairing: everybody who is not absent is in one of Pairs or has the bye.
type Round struct {
	Pairs      []pairing.Pair // the board of the players with most points first
	Bye        int            // pairing.Nobody if the number is even
	Downfloats []int          // who meets somebody with fewer points, or has the bye; by seed
	Upfloats   []int          // who meets somebody with more points; by seed
	Breaches   []Breach       // what had to be given up; empty unless no pairing keeps the rules
}

// Rule is a rule that a pairing keeps as long as any pairing can.
type Rule uint8

// The rules that may be given up when there is no other way, the first one first.
const (
	Kickoffs  Rule = iota + 1 // no side three times running, and none more than twice oftener than the other
	SecondBye                 // nobody has a bye twice, nor after a win without play
	Rematch                   // nobody meets the same opponent twice
	Forbidden                 // the pairs that the organiser forbade
)

// A Breach is a rule that the pairing does not keep, and with whom. B is pairing.Nobody for a bye.
type Breach struct {
	Rule Rule
	A, B int
}
