package league

import (
	"slices"
	"strings"

	"kickabout/engine"
)

// Key names a fixture's place in its tournament: "c1/r2/b1" is board 1 of round
// 2 of cycle 1. The same plan gives the same keys, and a tournament has at most
// one fixture under a key: so carrying out a plan twice is harmless.
type Key string

// Round returns the key without its board: "c1/r2" of "c1/r2/b1".
func (k Key) Round() string { return string(k[:max(0, strings.LastIndexByte(string(k), '/'))]) }

// Board returns the last part of the key: "b1" of "c1/r2/b1".
func (k Key) Board() string { return string(k[strings.LastIndexByte(string(k), '/')+1:]) }

// Group names one table inside a tournament. A tournament of one table has the
// group "" alone.
type Group string

// Entry is a player's place in a tournament's draw.
type Entry struct {
	Player string // id
	Left   bool   // before the start: is not drawn and not ranked
}

// Fixture is a match that a draw calls for.
type Fixture struct {
	Key           Key
	First, Second string         // players' ids
	Outcome       engine.Outcome // zero until it is over
}

// Sheet is all that a format may know of a tournament that has started: plain
// values, taken at one moment.
type Sheet struct {
	Cycles   int     // how often each pair meets
	Entries  []Entry // by seed
	Fixtures []Fixture
	Scoring  Scoring
}

// Players returns the ids of those who are drawn and ranked, by seed.
func (s Sheet) Players() []string {
	var players []string
	for _, e := range s.Entries {
		if !e.Left {
			players = append(players, e.Player)
		}
	}
	return players
}

// Plan is what a format wants done now.
type Plan struct {
	Fixtures []Fixture // to be drawn; none that the sheet holds already
	Finished bool      // the final table stands
	Winners  []string  // of a finished tournament: all who share the first rank, by seed
}

// Row is one line of a table.
type Row struct {
	Rank    int // players level on everything that counts share it: 1, 1, 3
	Player  string
	Points  Points  // R-TB-1.1: of all matches that are over
	SON     int     // R-TB-1.2, in hundredths: points times the opponent's points
	Values  []Value // what each tie-break of the table's order counts for him, in that order
	Goals   int     // scored, as R-FF-1 counts them
	Against int     // goals of the opponents
	Played  int     // matches that are over, without void ones
	Won     int
	Drawn   int
	Lost    int    // both sides of a double forfeit have lost
	Open    int    // matches that are not over yet
	Best    int    // best and worst rank that he can still have (R-TB-5)
	Worst   int    //
	Above   Parted // from the row above; zero in the first row
	Below   Parted // from the row below; zero in the last row
	Out     bool   // struck with all results void: ranked behind everybody else
}

// Value is what one tie-break counts for a player.
type Value struct {
	Code   string // of the tie-break: "SON"
	Number int    // in the tie-break's own unit
	Counts bool   // false where it compares only players who are level and he is level with nobody
}

// Parted says what parts a row from its neighbour.
type Parted struct {
	Who          string // the neighbour's id; "" if there is none
	Code         string // of the first tie-break in which they differ; "" if they share the rank
	Mine, Theirs int    // in that tie-break's unit
}

// FormatInfo describes a format for those who choose one.
type FormatInfo struct {
	ID, Name   string
	MinEntries int
	MaxEntries int
	MaxCycles  int
}

// Format is how a tournament is played. Its methods are pure, and what they
// answer does not depend on the order of the sheet's fixtures.
type Format interface {
	Info() FormatInfo
	// Plan says what is to be done now. A sheet that the format cannot make a
	// tournament of, as one with too few players, is an error.
	Plan(Sheet) (Plan, error)
	// Table ranks the players of a group, the first rank first; those who share a
	// rank stand by seed. A group that the format does not know has no rows.
	Table(Sheet, Group) ([]Row, error)
}

// Find returns the fixture of a key.
func (s Sheet) Find(k Key) (Fixture, bool) {
	i := slices.IndexFunc(s.Fixtures, func(f Fixture) bool { return f.Key == k })
	if i < 0 {
		return Fixture{}, false
	}
	return s.Fixtures[i], true
}
