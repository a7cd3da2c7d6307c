// Package trf reads and writes the tournament report file of chess (TRF16, with the extensions
// that pairing programs share), so that other programs can check what ours pairs, and the other
// way round. What chess calls white is the side that kicks off.
//
// A line is known by its first three letters: 001 is a player, XXR the number of rounds, XXC
// the side of the top seed in their first match (white1 or black1) and whether players are
// numbered by their place in the file (rank), XXZ who is absent in the next round, XXP players
// of whom no two must meet, BBW, BBD, BBL, BBU, BBZ and BBF the points for a win, a drawn match,
// a loss, a bye that was given, a round without a part in it and a match lost without play. 142
// and 152 say the same as XXR and XXC. Lines about other things are kept as they are; lines that
// would change the pairing but are not known here are an error.
package trf

import (
	"fmt"

	"kickabout/engine"
)

// A File is a tournament as a file tells it. Points are in tenths.
type File struct {
	Other     []string // lines that say nothing to a pairing
	Players   []Player // in the order of the file
	Rounds    int      // planned; 0 if the file does not say
	First     engine.Side
	ByPlace   bool
	Absent    []int   // by player's number, in the next round
	Forbidden [][]int // groups of players' numbers
	Points    Points
}

// Points are what results are worth, in tenths.
type Points struct{ Win, Draw, Loss, Bye, Absent, Forfeit int }

// Usual are the points of chess: they hold where a file says nothing else.
func Usual() Points { return Points{Win: 10, Draw: 5, Bye: 10} }

// A Player is a line 001.
type Player struct {
	Number int
	About  string // columns 10 to 80, blanks at the end left out: sex, title, name, rating and more
	Points int    // in tenths
	Rank   int    // 0 if the file does not say
	Games  []Game // a round each
}

// A Game is what a player did in a round. The zero value is nothing at all.
type Game struct {
	Opponent int // 0 for none
	Side     engine.Side
	Result   byte // 1 = 0 (or W D L) played, + and - without play, F H U Z byes; 0 not there yet
}

// Name returns the player's name: columns 15 to 47.
func (p Player) Name() string {
	return columns(p.About, 15-10, 47-10)
}

// An Error says where a file is wrong. Line and column count from 1.
type Error struct {
	Line, Column int
	Text         string // what was expected, and what is there
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}
