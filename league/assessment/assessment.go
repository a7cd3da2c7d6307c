// Package assessment holds what the analysis of matches has found out: luck, and what decisions cost.
package assessment

import (
	"math"
	"time"

	"kickabout/league"
)

// Analysis is what a finished match was worth, or that nobody knows yet. It follows from the
// record of the match and the judge, and is one for each match.
type Analysis struct {
	Match   string
	Version int          // of the judge that made it; 0: none has yet
	Made    time.Time    // zero: it is not made
	Text    string       // the whole of it as JSON; "": it is not made
	Seats   [2]LuckSplit // its sums
	Tries   int          // how often it was begun since the last one was made
	Problem string       // why the last try failed; "" if it did not
	Seen    int          // version of the judge that made it, or gave it up; 0: it is still to be made
}

// GivenUp says that an analysis cannot be made: it was tried often enough.
func (a Analysis) GivenUp() bool { return a.Seen > a.Version && a.Problem != "" }

// LuckSum sums up what finished matches of a game were worth to a player, as far as they are analysed; those
// against bots are not among them.
type LuckSum struct {
	Game      string
	Matches   int
	Points    int   // that the endings paid, in thousandths of a point, as all here
	Given     int   // of that, what was given up to them by ends off the board: below 0 if they gave up more (R-PT-5)
	Adjusted  int   // without the luck, and without what was given up
	Squares   int64 // sum of the squares of what single matches come to without the luck
	Cost      int   // of the decisions
	Decisions int
}

// NetLuck returns how much of the points was luck.
func (w LuckSum) NetLuck() int { return w.Points - w.Adjusted - w.Given }

// Mean returns the points without luck of a match on average, and its standard error: how far that may be off by
// chance. Of fewer than two matches there is no error: it is 0.
func (w LuckSum) Mean() (mean, deviation float64) {
	if w.Matches == 0 {
		return 0, 0
	}
	n := float64(w.Matches)
	mean = float64(w.Adjusted) / n
	if w.Matches < 2 {
		return mean, 0
	}
	variance := (float64(w.Squares) - n*mean*mean) / (n - 1)
	return mean, math.Sqrt(max(0, variance) / n)
}

// Per returns a sum a match; 0 of none.
func (w LuckSum) Per(sum int) float64 {
	if w.Matches == 0 {
		return 0
	}
	return float64(sum) / float64(w.Matches)
}

// PlayerLuck sums up what finished matches were worth to a player, as far as they are analysed.
type PlayerLuck struct {
	Player league.Player
	LuckSum
}

// LuckScope says which matches are summed up: those of a tournament, all or of one group, whenever they ended
// or within some time.
type LuckScope struct {
	Tournament string
	Group      league.Group // "": of all
	From, To   time.Time    // ended from the one on, before the other; zero: whenever
}

// LuckTable are the players who had most and least luck in a month: the net luck of a match on average,
// of those who played enough. Who had most, or least, comes first.
type LuckTable struct {
	Month          time.Time // when it began
	Lucky, Unlucky []PlayerLuck
}

// Luck returns the net luck of a match on average, in thousandths of a point.
func (w LuckSum) Luck() int {
	if w.Matches == 0 {
		return 0
	}
	return w.NetLuck() / w.Matches
}

// LuckSplit is what a match was worth to one of its seats, in thousandths of a point.
type LuckSplit struct {
	Points    int // that the ending paid
	Luck      int // of all throws, as they favoured the seat
	Cost      int // of its decisions: never below 0
	Decisions int // in which it had a choice
	Given     int // to it by an end off the board, beyond what the last position was worth; below 0: it gave that up (R-PT-5)
	Adjusted  int // Points without the luck and what was given up
}
