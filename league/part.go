package league

// Part is a part of a player's matches, by what they wait for.
type Part string

// The parts.
const (
	Mine   Part = "mine"   // it is the player's turn; by time left
	Theirs Part = "theirs" // it is the opponent's turn; by time left
	Over   Part = "over"   // nothing any more; the latest end first
)

// Playing is Mine and Theirs together, by time left.
const Playing Part = "playing"

// Parts lists them.
func Parts() []Part { return []Part{Mine, Theirs, Over} }

// PartList says which matches of a part are listed: those behind a place, and at most how many.
type PartList struct {
	Part  Part
	After Place
	Limit int
}

// Place is where a match stands in a list of a part: At is its deadline, or the
// time of its end; for tournaments see Tournament.Place. The zero Place is before the first one.
type Place struct {
	At int64 // Unix milliseconds
	ID string
}

// Place returns where the match stands in the list of its part.
func (m Match) Place() Place {
	at := m.State.Deadline
	if at.IsZero() {
		at = m.State.Moved
	}
	return Place{at.UnixMilli(), m.ID}
}

// TournamentList says which of users' tournaments are listed: those in a state, of a game and of a format, "" being
// any, behind a place, and at most how many. What ended last, or began to take entries last, comes first.
type TournamentList struct {
	State  TournamentState
	Game   string
	Format string
	After  Place
	Limit  int
}

// Place returns where the tournament stands in the list of its state: At is its end, or the time from which it took
// entries while it has none.
func (t Tournament) Place() Place {
	at := t.Ended
	if at.IsZero() {
		at = t.Created
	}
	return Place{at.UnixMilli(), t.ID}
}
