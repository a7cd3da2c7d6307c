// Package substitute says who can play for a player who has dropped out of a tournament, and what they take over (R-UT-8).
package substitute

import (
	"time"

	"kickabout/league"
)

// Takeover is what a substitute takes over of a player's place: within 14 days of the start, as long as no game of it is over,
// the whole seat, and what had begun begins anew; else, of who has left, what has not begun.
type Takeover struct {
	Of    league.Entrant
	Anew  []league.Match // games of the whole seat that begin anew
	Round int            // the first round of who plays on with a seat of their own; 0: they take the whole seat
	Until time.Time      // until when the whole seat can be taken; zero of what has not begun
	Note  string         // what the format notes of who comes
}

// Substitution is who could play for a player, and what they would take over.
type Substitution struct {
	Takeover
	First  *league.Entrant  // of those who wait, the first who meets the terms; nil: nobody does
	Waits  []league.Entrant // everybody who waits, in their order
	Passed []league.Player  // who waits before First and no longer meets the terms
}
