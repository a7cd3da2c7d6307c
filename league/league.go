// Package league says what a competition is: players, matches, and what a
// result is worth. Its types are the nouns that office, store and pages share.
package league

import (
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// PlayerKind says who stands behind a player.
type PlayerKind string

// The kinds of players.
const (
	Guest      PlayerKind = "guest"    // a visitor without an account, known by a session
	Member     PlayerKind = "member"   // has an account
	Bot        PlayerKind = "bot"      // a program of this site
	Program    PlayerKind = "program"  // a BOT account: a program of its owner chooses its moves (R-BO-1)
	Deleted    PlayerKind = "deleted"  // had an account once; what was played stays
	Expelled   PlayerKind = "expelled" // had an account and cheated (R-FF-9)
	SiteItself PlayerKind = "site"     // the site itself, which organises the competitions
)

// Player is somebody who takes part in matches.
type Player struct {
	ID      string
	Name    string
	Kind    PlayerKind
	Created time.Time
}

// Machine says that a program chooses the player's moves.
func (p Player) Machine() bool { return p.Kind == Bot || p.Kind == Program }

// Agrees says that the player may agree on games with others: make offers, take them, be invited. It is all that a BOT
// account may; whatever else takes an account takes a member's (R-BO-2).
func (p Player) Agrees() bool { return p.Kind == Member || p.Kind == Program }

// MayHelp says that a match of two players may help to rate one of them: a person meets a BOT account (R-BO-4).
func MayHelp(a, b Player) bool {
	return a.Kind == Program && b.Kind == Member || a.Kind == Member && b.Kind == Program
}

// MayRate says that a match of two players may count for the ratings of people: those of bots stand in a list of their own,
// which follows from all that they play (R-BO-2, R-RA-8).
func MayRate(a, b Player) bool { return !a.Machine() && !b.Machine() }

// Account is what a member signs in with.
type Account struct {
	Player   Player
	Password string // as hashing left it
	Created  time.Time
}

// Session is a visitor's proof of being a player. Only the SHA-256 of its token
// is stored.
type Session struct {
	Hash    [32]byte
	Player  string
	Created time.Time
	Seen    time.Time     // the last visit, give or take an hour
	Browser string        // the User-Agent it began with, cut short
	Proved  time.Time     // when its owner last proved in it who they are; zero: not since such things are noted
	Idle    time.Duration // without a visit for so long it is over; 0: it has no end by that
	Ends    time.Time     // when it is over in any case; zero: never
	Kept    bool          // the browser keeps it when it is closed
}

// Over says whether a session has ended by itself.
func (s Session) Over(now time.Time) bool {
	return s.Idle > 0 && now.Sub(s.Seen) > s.Idle || !s.Ends.IsZero() && !now.Before(s.Ends)
}

// Token lets a program act for a player. Only the SHA-256 of its secret is stored.
type Token struct {
	Hash    [32]byte
	Player  string
	Label   string // what its owner calls it
	Created time.Time
	Used    time.Time // the last use, give or take an hour; zero: never
	Asleep  bool      // a backup brought it back: nobody acts by it until its owner wakes it
	Scopes  Scopes
	Ends    time.Time // nobody acts by it from then on
}

// Seat is one of the two places in a match, with what its player gave to the dice.
type Seat struct {
	Player       Player
	Contribution string // at most dice.MaxContribution bytes
}

// Match is one contest between two players. The log is the match; State repeats
// what lists and sweeps need of it.
type Match struct {
	ID      string
	Game    string
	Variant string
	Control string   // id of the time control
	Rated   bool     // counts for ratings
	GID     dice.GID // names the match to its dice
	Head    dice.Link
	Dice    Commitment // zero: they are thrown under the first scheme
	Runs    []Run      // of the dice, where they were made anew: Head, Dice and contributions are of the last; else nil
	Seats   [2]Seat
	Created time.Time

	Tournament string         // id of the tournament that it belongs to; "" if none
	Fixture    string         // its key there
	Counted    bool           // it has had its effect on a rolling tournament
	NoVacation bool           // no vacation helps in it, neither used nor planned (R-VA-4)
	DaysBound  bool           // vacation stops it only so long (R-VA-7)
	Pays       string         // id of its Scoring; "": the standard one
	Twin       string         // id of the other match of a duplicate pair; "" if it is in none
	Sealing    bool           // a move is shown only once its twin has as many (R-FD-7)
	Helps      bool           // it helps to rate the BOT account in it, as the other player ticked (R-BO-4)
	Corrected  engine.Outcome // what its result was corrected to (R-CO-1); zero: it counts as it was played

	Log   []engine.Event // in order; nil where only the State was asked for
	Chain [][]byte       // the value T(n) that is stored with each event of the Log, nil with one that has none; nil: with none
	State State

	Locked bool // its record is damaged: nothing is done in it until that has been put right
}

// Pending says whether it is open what the match came to: its record is damaged, and had no effect before.
func (m Match) Pending() bool { return m.Locked && !m.Counted }

// Scoring returns what the match pays.
func (m Match) Scoring() Scoring { return ScoringByID(m.Pays) }

// State is what a match has come to: computed from the log, stored beside it. Of a corrected one, score and outcome count so.
type State struct {
	Last     int         // number of the last event
	Position string      // the game's text of it
	First    int         // the seat, 0 or 1, that is First
	ToMove   engine.Side // NoSide: over; of no other meaning while Held
	Held     bool        // it waits until its twin has come as far, for a throw or to show a move; no clock runs
	Score    [2]int      // goals of First and Second
	Moves    [2]int      // how many First and Second have made, those of standing orders too
	Deadline time.Time   // when the side to move loses on time; zero once over, NoDeadline while Held
	Due      time.Time   // when a bot is to move; zero unless one has to
	Moved    time.Time   // time of the last event
	Outcome  engine.Outcome
	Control  string // id of the time control that it follows since it was changed; "" if it never was
}

// NoDeadline stands where a match goes on and no clock runs.
var NoDeadline = time.Date(2190, time.January, 1, 0, 0, 0, 0, time.UTC)

// Mover returns the player who has to move, nobody while the match waits for its twin; false
// once the match is over.
func (m Match) Mover() (Player, bool) {
	if m.State.ToMove == engine.NoSide {
		return Player{}, false
	}
	if m.State.Held {
		return Player{}, true
	}
	return m.Seats[m.SeatOf(m.State.ToMove)].Player, true
}

// SeatOf returns the seat, 0 or 1, of First or Second.
func (m Match) SeatOf(side engine.Side) int {
	if side == engine.First {
		return m.State.First
	}
	return 1 - m.State.First
}

// SideOf returns the side that a player has in the match, NoSide if none. Who
// plays against themselves has the side to move.
func (m Match) SideOf(player string) engine.Side {
	side := engine.NoSide
	for _, s := range []engine.Side{engine.First, engine.Second} {
		if player != "" && m.Seats[m.SeatOf(s)].Player.ID == player && (side == engine.NoSide || s == m.State.ToMove) {
			side = s
		}
	}
	return side
}

// Progress is what one step adds to a match. It is written whole or not at all.
type Progress struct {
	Match   string
	Seen    int       // the match's last event must still have this number
	Arrived time.Time // of a player's own act: must not be after the deadline; zero: no matter
	Events  []engine.Event
	Chain   [][]byte // their values T(n); nil: nobody knows them
	State   State
	Movers  map[string]time.Time // ids of the players who made a move by it, and when the last one
	Answer  *Answer              // what to remember of the request that caused it; nil: nothing
	Notices []Notice
	Hand    *Hand   // a seat that somebody else has from then on; nil: none
	Seal    *string // the move that is in and not shown yet, "" once there is none; nil: that stays as it is
	Facts   []Fact
}

// Hand gives a seat of a running match to another player. The match is rated for nobody then,
// since two have played it.
type Hand struct {
	Seat int
	To   string // id of the player
}

// Answer remembers a request by its key, so that the same request sent again
// gets the same answer instead of being carried out again.
type Answer struct {
	Player string
	Key    string // chosen by the sender, unique for the player
	Match  string
	Body   [32]byte // SHA-256 of what was asked
	At     time.Time
}
