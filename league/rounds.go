package league

import "time"

// Drawing is how far a tournament that is drawn round by round has come.
type Drawing struct {
	Total  int     // rounds in all; fewer are drawn if too few players are left
	Legs   int     // matches of a pair in a round
	Rounds []Round // drawn so far
	Over   bool    // no round is to come, and all of the last one is over
}

// Round is one of its rounds.
type Round struct {
	Number int     // 1, 2, …
	Boards []Board // those with most points first
	Byes   []Bye   // who is in it without a match, by seed
	Over   bool
	Ends   time.Time // when what is running is adjudicated; zero: never, or it is over
}

// Board is two players with what they play in a round.
type Board struct {
	Players [2]string // ids; the first one kicks off in the first leg
	Games   []Fixture // by leg
	Points  [2]Points // of those that are over
	Played  bool      // on the board: at least one is over and neither void nor forfeited
}

// Bye is how a player is in a round without a match.
type Bye struct {
	Player string // id
	Kind   ByeKind
	Points Points
}

// ByeKind says why a player has no match in a round.
type ByeKind string

// The kinds of byes (R-UT-6).
const (
	PairingBye ByeKind = "bye"       // the number was odd
	AskedBye   ByeKind = "asked"     // they asked to sit it out
	Missed     ByeKind = "missed"    // it was drawn before they came
	Withdrawn  ByeKind = "withdrawn" // it was drawn after they left
)

// ByRounds is a format whose tournaments are drawn round by round.
type ByRounds interface {
	Format
	// Drawing returns the rounds of a sheet.
	Drawing(Sheet) (Drawing, error)
}
