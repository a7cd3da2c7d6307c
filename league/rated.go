package league

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Pool is what ratings are kept apart by: a game and the text of its variant, options
// included (R-RA-2).
type Pool struct{ Game, Variant string }

// String returns the pool as addresses write it: "streetsoccer/lg".
func (p Pool) String() string { return p.Game + "/" + p.Variant }

// ParsePool undoes Pool.String; whether there is such a game is not looked at.
func ParsePool(text string) Pool {
	game, variant, _ := strings.Cut(text, "/")
	return Pool{game, variant}
}

// Elo is a number of the Elo system in ten-thousandths of a point: 15300000 is 1530.0000.
type Elo int

// EloPoint is one point of Elo.
const EloPoint Elo = 10_000

// String returns the number with the one decimal that is shown, half away from zero.
func (e Elo) String() string {
	sign, tenths := "", e
	if e < 0 {
		sign, tenths = "-", -e
	}
	tenths = (tenths + EloPoint/20) / (EloPoint / 10)
	if tenths == 0 {
		sign = ""
	}
	return fmt.Sprintf("%s%d.%d", sign, tenths/10, tenths%10)
}

// Signed is String for a change: "+30.0", "-12.5".
func (e Elo) Signed() string {
	if e < 0 {
		return e.String()
	}
	return "+" + e.String()
}

// Grade is an honour that is earned by Elo and wins and never lost: 0 is 20 kyu, 19 is
// 1 kyu, 20 is 1 dan, 32 is 13 dan (R-RA-3).
type Grade int

// TopGrade is 13 dan.
const TopGrade Grade = 32

// String returns "19 kyu" or "1 dan".
func (g Grade) String() string {
	if g < 20 {
		return fmt.Sprintf("%d kyu", 20-g)
	}
	return fmt.Sprintf("%d dan", g-19)
}

// Rating says how strong a player is, Deviation how far that may be off, both on the
// scale of Glicko; Volatility how unsteady their results are.
type (
	Rating     float64
	Deviation  float64
	Volatility float64
)

// Strength is what Glicko-2 knows of a player.
type Strength struct {
	Rating     Rating
	Deviation  Deviation // at the end of the last match that counted
	Volatility Volatility
}

// Standing is what a player's matches have come to in one pool.
type Standing struct {
	Elo      Elo
	Games    int // that counted
	Wins     int // of these, as Elo counts them
	Grade    Grade
	Strength Strength
	Last     time.Time // when the last match that counted ended; zero: none did
	Faced    int       // in how many others matches that counted for both were played in the year up to Last (R-RA-10)
}

// Uncounted says why a match that was played for ratings does not count; "" means that it does.
type Uncounted string

// The reasons.
const (
	AgainstBot     Uncounted = "bot"     // bots have no place in the members' list (R-RA-8)
	AgainstHimself Uncounted = "self"    // one player on both sides
	WasVoid        Uncounted = "void"    // declared void, or both at fault
	TooEarly       Uncounted = "early"   // not played out, and the loser had hardly moved (R-FF-4, R-WR-4)
	TooManyLate    Uncounted = "serial"  // the loser lost others on time shortly before (R-FF-4)
	OverBudget     Uncounted = "budget"  // so much cannot be won from one opponent (R-RA-9)
	AtFloor        Uncounted = "floor"   // a win over somebody who can lose nothing (R-RA-9)
	Unpriced       Uncounted = "unknown" // an ending without a price

	// Refunded is the mark of a change that gives back what a match took: After is Before and
	// that, and the match is not counted once more.
	Refunded Uncounted = "refund"
)

// Change is what a match did to the ratings of one of its players.
type Change struct {
	Match   string
	Seat    int // 0 or 1
	Player  string
	Pool    Pool
	Ended   time.Time // of a refund: when it was made
	Why     Uncounted // not "": After is Before, but see Refunded
	Late    bool      // the player lost it on time, and it counts
	Before  Standing
	After   Standing
	Current bool // it is the player's last one in the pool
}

// GivenUp is a rated match that a player resigned, with what it cost them.
type GivenUp struct {
	Player Player
	Moves  int // that they had made
	Change Change
}

// Moment is a place in the order in which matches are rated: by the time of their end,
// then by id (R-RA-6). The zero Moment is before them all.
type Moment struct {
	Ended time.Time
	Match string
}

// ByEnd orders finished matches as they are rated (R-RA-6).
func ByEnd(a, b Match) int {
	return cmp.Or(a.State.Moved.Compare(b.State.Moved), cmp.Compare(a.ID, b.ID))
}

// Before says that m comes before n.
func (m Moment) Before(n Moment) bool {
	if !m.Ended.Equal(n.Ended) {
		return m.Ended.Before(n.Ended)
	}
	return m.Match < n.Match
}

// Moment returns when a finished match is rated.
func (m Match) Moment() Moment { return Moment{m.State.Moved, m.ID} }

// Pool returns what the match is rated in.
func (m Match) Pool() Pool { return Pool{m.Game, m.Variant} }

// Weighing is what it takes to rate some matches, as it stands under an epoch.
type Weighing struct {
	Epoch   int64
	Matches []Match   // finished and rated ones, without logs, in order; the first is the first that is not weighed yet
	Before  []Change  // the last one of each of their players in their pools, before the first of the matches
	Year    []Meeting // what counted for these players in the year before, in order
	Active  []Active  // in each pool those Testers + 1 who had a match that counted last before the first, the earliest first
	Late    []Change  // what these players lost on time and counts, shortly before it, in order

	Refunds  []Refund // due before any other match, in order: then there are no Matches
	Refunded []Change // what their players have got back at the same moments already
}

// RatedYear is how far back it is looked whom a player has met, and what they have won from them (R-RA-9, R-RA-10).
const RatedYear = 365 * 24 * time.Hour

// Testers is how many others one must have met for a rating that counts, in a pool in which so many are active (R-RA-10).
const Testers = 8

// A Meeting is what a match that counted for a player gave them, seen from their side.
type Meeting struct {
	Pool             Pool
	Player, Opponent string
	Ended            time.Time
	Gain             Elo  // below 0 for a loss
	Both             bool // it counted for the opponent too
}

// Gain is what a player has won from an opponent in a pool, net: in the spans of R-RA-9; and how much more they can win.
type Gain struct {
	Opponent           Player
	Recent, Year, Left Elo
}

// Active says when a player last had a match in a pool that counted for them.
type Active struct {
	Pool   Pool
	Player string
	Last   time.Time
}

// Refund gives a player back what they lost in a match to somebody who was expelled later (R-FF-9).
type Refund struct {
	Match string
	Seat  int // of the player, 0 or 1
	At    time.Time
	Lost  Change // what the match did to them
}

// Moment returns the place of a refund in the order in which matches are rated.
func (r Refund) Moment() Moment { return Moment{r.At, r.Match} }

// Weighed is what rating them came to: it takes the place of all ratings from a moment on.
type Weighed struct {
	Epoch   int64  // under which it was computed
	From    Moment // what was rated from here on has to be rated again, but for the Changes
	Changes []Change
}

// Rated is a player's standing in a pool.
type Rated struct {
	Player   Player
	Standing Standing
}

// PoolRating is a player's latest standing in a pool.
type PoolRating struct {
	Pool     Pool
	Standing Standing
	Others   int // who were active there lately besides the player, counted up to Testers
}

// PoolSize says how many players have a rating in a pool.
type PoolSize struct {
	Pool    Pool
	Players int
}

// RatingLine is a player's rating in a pool as it stands now.
type RatingLine struct {
	Player      Player
	Pool        Pool
	Standing    Standing
	Deviation   Deviation // by now
	Others      int       // whom the player must have met for a rating that counts (R-RA-10)
	Place       int       // among those who are listed; who are level share it; 0: not listed
	Provisional bool
}
