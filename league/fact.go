package league

import (
	"cmp"
	"slices"
	"time"
)

// FactKind is what can have happened.
type FactKind string

// The kinds of facts, with what their subject is.
const (
	MatchEnded    FactKind = "match.ended"    // match
	GroupMoved    FactKind = "group.moved"    // tournament; part: group
	RoundDue      FactKind = "round.due"      // tournament of many, whose matches a job begins; part: groups, parted by blanks
	EditionMoved  FactKind = "edition.moved"  // competition
	RightLost     FactKind = "right.lost"     // competition; part: player who no longer goes on from one of its editions
	RightUsed     FactKind = "right.used"     // competition; part: player who has taken over a seat in one of its editions
	ClocksMoved   FactKind = "clocks.moved"   // tournament that was paused, goes on, or was called off
	PlayerSilent  FactKind = "player.silent"  // player who has lost on time
	PlayerLeft    FactKind = "player.left"    // player whose account is closed; part: how
	PairMoved     FactKind = "pair.moved"     // the smaller of the ids of twins
	VacationMoved FactKind = "vacation.moved" // player
	PlayerLocked  FactKind = "player.locked"  // player whose account was locked, or is open again
)

// How a player has left.
const (
	LeftDeleted  = "deleted"
	LeftExpelled = "expelled"
)

// Fact says that something has happened: where to look, not what to do. It is written with the
// change that it is about. Whoever looks after it reads logs and rows and does what is due, so
// that doing so twice, late or in another order does no harm.
type Fact struct {
	Kind    FactKind
	Subject string
	Part    string
}

// InOrder returns facts in the order in which they are written, each once: of two who write some
// of the same, neither waits for the other one for ever.
func InOrder(facts []Fact) []Fact {
	facts = slices.Clone(facts)
	slices.SortFunc(facts, func(a, b Fact) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Part, b.Part))
	})
	return slices.Compact(facts)
}

// OpenFact is a fact that has not been looked after.
type OpenFact struct {
	Fact
	Mark    int64     // random, another one each time that it happens again
	Since   time.Time // when it happened first
	Tries   int       // that have failed
	Problem string    // why the last of them failed; "" if none did
}

// Backlog is how many facts have not been looked after, and since when the oldest of them waits.
type Backlog struct {
	Facts  int
	Oldest time.Time // zero if there is none
}
