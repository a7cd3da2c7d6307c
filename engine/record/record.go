// Package record is the one text format for a whole match of any game, and the same
// as JSON: lines of headers, an empty line, then the log with its throws and moves,
// a numbered line for each decision.
//
//	Game: streetsoccer/lg
//	Yellow: Ann
//	Red: Bob
//	Begun: 2027-05-01T12:00:00.000Z
//	Result: 0:0
//	Ending: resignation
//	Winner: Yellow
//
//	  1. Yellow [6 4] Pb7c3e8
//	  2. Red          Pb3d8e4 @2027-05-01T18:30:00.000Z
//	  3. Yellow       Bf5
//	  4. Red    [4]   Me4e5|Bc3
//	     Red          R
//
// It holds all that the log holds, so that a file read again gives the same match
// to the millisecond: what Decode reads, Encode writes, and the other way round.
// The rules of the game are kept to while it is read.
package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kickabout/engine"
)

// The bounds of a file, far beyond any match: what is larger is refused.
const (
	MaxBytes  = 256 << 10
	MaxEvents = 5000
)

// A Match is all that a file says of a match.
type Match struct {
	// Headers are the lines above the log that do not follow from it, by their names:
	// those below, what the sides are called in the game with the names of the players,
	// or any other. Neither a name nor a value is empty.
	Headers map[string]string
	Record  engine.Record
}

// The names of headers that say where a match comes from. What each holds is text; a
// program that knows better may check it.
const (
	Site   = "Site"           // the address of the platform
	ID     = "Match"          // the match's id there
	Event  = "Event"          // the tournament
	Round  = "Round"          // of it
	Date   = "Date"           // on which it began: 2027-05-01
	Clock  = "Clock"          // the time control
	GID    = "GID"            // what names the match to its dice, in hexadecimal
	Head   = "Head"           // of the dice's chain, in hexadecimal
	Gave0  = "Contribution 1" // to the dice, of seat 0
	Gave1  = "Contribution 2" // and of seat 1
	Points = "Points"         // what the ending pays First and Second: "5:0"
)

// The names of headers that follow from the log: they are written by Encode and
// checked by Decode.
const (
	game   = "Game"   // "streetsoccer/lg"
	seats  = "Seats"  // the sides of seats 0 and 1, where seat 0 is not First or a lot decided it: "Red, Yellow, by lot"
	begun  = "Begun"  // the moment of the first event, if the file has moments
	result = "Result" // the goals of First and Second: "2:1"; "*" while the match goes on
	ending = "Ending" // how it ended
	winner = "Winner" // the side that won; nothing if none did
)

// follows says that a header is never in Match.Headers.
func follows(name string) bool {
	return slices.Contains([]string{game, seats, begun, result, ending, winner}, name)
}

// order returns the names of all headers in the order in which they are written:
// first and last those that are known, in between the others by the alphabet.
func (m Match) order() []string {
	sides := m.Record.Game.Info().Sides
	first := []string{game, Site, ID, Event, Round, Date, sides[0], sides[1], Clock}
	last := []string{GID, Head, Gave0, Gave1, seats, begun, result, ending, winner, Points}
	var others []string
	for name := range m.Headers {
		if !slices.Contains(first, name) && !slices.Contains(last, name) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	return slices.Concat(first, others, last)
}

// Names returns the names of a match's headers in the order in which they are written.
func (m Match) Names() []string {
	return slices.DeleteFunc(m.order(), func(name string) bool { return m.Headers[name] == "" })
}

// Valid says that Encode can write a header.
func Valid(name, value string) bool {
	return validName(name) && !follows(name) && value != "" && utf8.ValidString(value)
}

// validName says that a text can be the name of a header: letters, digits and single
// blanks, a letter first.
func validName(name string) bool {
	if name == "" || strings.Join(strings.Fields(name), " ") != name || !letter(rune(name[0])) {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool { return !letter(r) && (r < '0' || r > '9') && r != ' ' })
}

func letter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// plain says that a value can stand in a line as it is; another is quoted.
func plain(value string) bool {
	return strings.TrimSpace(value) == value && !strings.HasPrefix(value, `"`) && !strings.ContainsFunc(value, unicode.IsControl)
}
