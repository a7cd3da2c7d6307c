// Package trf reads and writes the tournament report file of chess as FIDE has it since 2026 (R-FI-2;
// Handbook, TRF26), the one of 2016, and the lines that pairing programs share, so that other
// programs can check what ours pairs, and the other way round. What chess calls white is the
// side that kicks off.
//
// A line is known by its first three letters: 001 is a player, 142 the number of rounds, 152 the
// side of the top seed in their first match, 162 the points of results, 192 the system, 202 and 212
// the order of the table, 240 the byes of a round that is not paired, 250 acceleration, 260 who must
// not meet, 299 points beside those of results. Read is also what programs had before: XXR, XXC,
// XXZ, XXA, XXP, and BBW, BBD, BBL, BBU, BBZ and BBF. Lines about other things, with ### in front or
// those of a federation, are kept as they are; lines of tournaments of teams are an error.
package trf

import (
	"fmt"

	"kickabout/engine"
)

// A File is a tournament as a file tells it. Points are in tenths.
type File struct {
	Other    []string // lines that say nothing to a pairing
	Players  []Player // in the order of the file
	Rounds   int      // planned; 0 if the file does not say
	First    engine.Side
	ByPlace  bool
	Type     string   // FIDE's code of the system; "" if the file does not say
	Order    []string // codes of what ranks the table, points among them as PTS; nil if the file does not say
	Byes     []Bye    // of the round behind those that are paired, or as the file repeats them
	Extra    []Extra
	Apart    []Apart
	Abnormal []Abnormal
	Points   Points
}

// Points are what results are worth, in tenths. One that is not over is worth Unknown; where
// that is 0 the next round cannot be paired before.
type Points struct{ Win, Draw, Loss, Bye, Absent, Forfeit, Unknown int }

// A Bye is a line 240: players, by number, who are not paired in a round.
type Bye struct {
	Kind    byte // F, H or Z: all points, half of them, none
	Round   int
	Players []int
}

// Extra is a line 250: points that players from one number to another have more in some rounds,
// for the pairing alone.
type Extra struct{ Points, From, To, First, Last int }

// Apart is a line 260: players, by number, of whom no two must meet in some rounds.
type Apart struct {
	From, To int
	Players  []int
}

// Abnormal is a line 299: points, below zero too, that a result pays these players in a round and
// no others, or, where it names none, on top.
type Abnormal struct {
	Result  byte // W D L F H Z + -; 0: none
	Points  int
	Round   int // 0: all
	Players []int
}

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
